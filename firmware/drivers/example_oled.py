"""A 128 x 64 OLED: SDA on GP20, SCL on GP21. Shows a counter."""

import time

from machine import I2C, Pin

from drivers.canvas import Canvas
from drivers.oled import Oled
from drivers.steps import blocking

screen = Oled(I2C(0, sda=Pin(20), scl=Pin(21), freq=400000))
canvas = Canvas(screen.width, screen.height)
for number in range(1000):
    canvas.text(0, 16, "%d ♠♥♦♣" % number, 2)
    blocking(screen.start_show(canvas), time.sleep_us)
    print(number)
