"""A PN5180: SCK, MOSI, MISO on GP2 to 4, NSS on GP5, BUSY on GP6, RST on GP7. Prints the tags."""

import time

from machine import SPI, Pin

from drivers.lines import PinLines
from drivers.pn5180 import PN5180
from drivers.steps import blocking


class Clock:
    us = staticmethod(time.ticks_us)


spi = SPI(0, 2000000, sck=Pin(2), mosi=Pin(3), miso=Pin(4))
lines = PinLines(Pin(5, Pin.OUT, value=1), Pin(6, Pin.IN), Pin(7, Pin.OUT))
reader = PN5180(spi, lines, Clock)  # pyright: ignore[reportArgumentType]
print("versions", blocking(reader.start_open(), time.sleep_us))
while True:
    scan = blocking(reader.start_inventory(5000), time.sleep_us)
    print(["".join(["%02x" % each for each in uid]) for uid in scan.seen], scan.flags)
