"""An HX711 on GP26 (data) and GP28 (clock). Tares, learns the weight of a card, then counts."""

import time

from machine import Pin

from drivers.scale import Scale
from drivers.steps import blocking

scale = Scale(Pin(26, Pin.IN), Pin(28, Pin.OUT))
blocking(scale.start_open(), time.sleep_us)
blocking(scale.start_tare(), time.sleep_us)
print("empty:", scale.zero)
input("Lay ten cards on it and press Enter")
scale.card = (blocking(scale.start_settled(), time.sleep_us) - scale.zero + 5) // 10
scale.count = 10
print("one card:", scale.card)
while True:
    count = scale.poll(time.ticks_ms())  # pyright: ignore[reportArgumentType]
    if count >= 0:
        print(count, "cards")
    time.sleep_ms(20)
