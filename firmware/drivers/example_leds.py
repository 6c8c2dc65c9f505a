"""A strip of 8 WS2812 on GP22. Shows each state for three seconds."""

import time

from machine import Pin
from neopixel import NeoPixel

from drivers.leds import STATES, Leds

leds = Leds(NeoPixel(Pin(22, Pin.OUT), 8))
leds.add("zone", 0, 8)
for state in sorted(STATES):
    leds.set("zone", state)
    for _ in range(75):
        leds.draw(time.ticks_ms())  # pyright: ignore[reportArgumentType]
        time.sleep_ms(40)
    print(state)
leds.off()
