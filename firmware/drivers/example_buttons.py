"""Two buttons from GP19 and GP20 to ground. Prints their gestures."""

import time

from machine import Pin

from drivers.buttons import GESTURES, Buttons

pins = [Pin(19, Pin.IN, Pin.PULL_UP), Pin(20, Pin.IN, Pin.PULL_UP)]
buttons = Buttons(pins, time.ticks_us)  # pyright: ignore[reportArgumentType]
while True:
    for index, gesture in buttons.poll(time.ticks_ms()):  # pyright: ignore[reportArgumentType]
        print("button", index, GESTURES[gesture])
    time.sleep_ms(10)
