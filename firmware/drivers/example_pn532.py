"""A PN532 board, its switches at SPI: SCK, MOSI, MISO on GP2, 3, 4, SS on GP5. Prints the cards' UIDs."""

import time

from machine import SPI, Pin

from drivers.lines import PinLines
from drivers.pn532 import PN532
from drivers.steps import blocking

spi = SPI(0, 2000000, sck=Pin(2), mosi=Pin(3), miso=Pin(4))
reader = PN532(spi, PinLines(Pin(5, Pin.OUT, value=1)))
print("version %d.%d" % blocking(reader.start_open(), time.sleep_us))
while True:
    scan = blocking(reader.start_inventory(5000), time.sleep_us)
    print([uid.hex() for uid in scan.seen])
    time.sleep_ms(500)
