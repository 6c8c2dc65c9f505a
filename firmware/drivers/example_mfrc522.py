"""An RC522 board: SCK, MOSI, MISO on GP2, 3, 4, SDA on GP5, RST on GP6. Prints the cards' UIDs."""

import time

from machine import SPI, Pin

from drivers.lines import PinLines
from drivers.mfrc522 import MFRC522
from drivers.steps import blocking

spi = SPI(0, 2000000, sck=Pin(2), mosi=Pin(3), miso=Pin(4))
reader = MFRC522(spi, PinLines(Pin(5, Pin.OUT, value=1), reset=Pin(6, Pin.OUT, value=1)))
print("version %02x" % blocking(reader.start_open(), time.sleep_us))
while True:
    scan = blocking(reader.start_inventory(5000), time.sleep_us)
    print([uid.hex() for uid in scan.seen])
    time.sleep_ms(500)
