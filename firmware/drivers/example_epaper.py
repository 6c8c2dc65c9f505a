"""A 2.9" e-paper: SCK, MOSI on GP10, 11, CS, DC, RST, BUSY on GP15 to 18. Shows a counter."""

import time

from machine import SPI, Pin

from drivers.canvas import Canvas
from drivers.epaper import Epaper
from drivers.steps import blocking

spi = SPI(1, 4000000, sck=Pin(10), mosi=Pin(11))
busy = Pin(18, Pin.IN, Pin.PULL_DOWN)
screen = Epaper(spi, Pin(15, Pin.OUT, value=1), Pin(16, Pin.OUT), Pin(17, Pin.OUT, value=1), busy)
canvas = Canvas(screen.width, screen.height)
for number in range(100):
    canvas.text(8, 8, "%d ♠♥♦♣" % number, 2)
    blocking(screen.start_show(canvas), time.sleep_us)
    print(number)
