"""A modelled PN5180 with an antenna, and the bare exchanges of its data sheet. No driver.

It follows the data sheet's procedures and asserts nothing.
"""

from tierce_tools.twin import modules
from tierce_tools.twin.board import Board
from tierce_tools.twin.clock import Clock
from tierce_tools.twin.faults import Faults
from tierce_tools.twin.field import Air, Antenna
from tierce_tools.twin.pn5180 import Pn5180
from tierce_tools.twin.tags import Tag15693

RX_IRQ = 1
TX_IRQ = 2
SOF_IRQ = 1 << 14
GENERAL = 1 << 17
INTEGRITY = 1 << 16
COLLISION = 1 << 18
ONE = b"\x26\x01\x00"  # inventory with one slot
SIXTEEN = b"\x06\x01\x00"


def word(value):
    return value.to_bytes(4, "little")


def card(number, **how):
    """A card whose UID ends with the bits of `number`."""
    return Tag15693((0xE004015000000000 + number).to_bytes(8, "big"), **how)


class Raw:
    def __init__(self, cards=(), faults=None, hz=2000000):
        machine, _ = modules()
        self.clock = Clock()
        board = machine.plug(Board(self.clock))
        self.air = Air(self.clock, faults or Faults())
        self.antenna = Antenna(self.air)
        self.antenna.tags.extend(cards)
        self.chip = Pn5180(board.spi(0), board.wire(5), self.antenna, board.wire(6), board.wire(7), board.wire(8))
        self.spi = machine.SPI(0, hz)
        self.select = machine.Pin(5, machine.Pin.OUT, value=1)
        self.reset = machine.Pin(6, machine.Pin.OUT, value=0)
        self.busy = machine.Pin(7, machine.Pin.IN)
        self.irq = machine.Pin(8, machine.Pin.IN)
        self.clock.sleep_us(20)
        self.reset(1)

    def start(self, tx=0x0D, rx=0x8D, field_us=1000):
        """Boot, load the RF configuration, switch the field on; return self."""
        self.clock.sleep_us(3000)
        self.send(0x11, tx, rx)
        self.send(0x16, 1)
        self.clock.sleep_us(field_us)
        return self

    def again(self):
        """Switch the field off and on."""
        self.send(0x17, 0)
        self.send(0x16, 1)
        self.clock.sleep_us(1500)

    def wait(self):
        for _ in range(3000):
            if not self.busy():
                return
        raise OSError("busy")

    def frame(self, data):
        self.wait()
        self.select(0)
        self.spi.write(data)
        self.select(1)
        self.wait()

    def send(self, *data):
        self.frame(bytes(data))

    def ask(self, size, *data):
        self.send(*data)
        into = bytearray(size)
        self.select(0)
        self.spi.readinto(into, 0xFF)
        self.select(1)
        self.wait()
        return bytes(into)

    def get(self, register):
        return int.from_bytes(self.ask(4, 4, register), "little")

    def put(self, register, value, how=0):
        self.frame(bytes((how, register)) + word(value))

    def state(self):
        return self.get(0x1D) >> 24 & 7

    def arm(self):
        """Clear the flags, then idle, then transceive."""
        self.frame(b"\x03\x03\x01" + word(0xFFFFF) + b"\x00\x03" + word(0xFFFFFFF8) + b"\x00\x02" + word(3))

    def heard(self):
        """Return what was received: IRQ_STATUS, RX_STATUS and the bytes."""
        both = self.ask(8, 5, 0x02, 0x13)
        irq = int.from_bytes(both[:4], "little")
        status = int.from_bytes(both[4:], "little")
        size = status & 0x1FF
        return irq, status, self.ask(size, 0x0A, 0) if irq & RX_IRQ and size else b""

    def ask_air(self, data):
        """Send a request into the field; return when it has begun."""
        self.arm()
        self.frame(b"\x09\x00" + data)
        return self.clock.now

    def request(self, data):
        self.ask_air(data)
        self.clock.sleep_us(16000)
        return self.heard()

    def uids(self):
        """Return the UIDs found by an inventory with one slot, highest byte first."""
        irq, status, data = self.request(ONE)
        if not irq & RX_IRQ or status & (COLLISION | INTEGRITY):
            return []
        return [bytes(reversed(data[2:10]))]

    def round(self, data=SIXTEEN, silent_us=480, after_us=310):
        """Do an inventory of 16 slots; return (slot, RX_STATUS, bytes) of each answer."""
        saved = self.get(0x18)
        found = []
        for slot in range(16):
            if slot == 0:
                sent_us = 114 + 302 * (len(data) + 2)
                self.ask_air(data)
            else:
                sent_us = 38
                self.arm()
                self.put(0x18, 0xFFFFFB3F, 2)
                self.send(9, 0)
            self.clock.sleep_us(sent_us + silent_us)
            irq = self.get(2)
            if irq & SOF_IRQ:
                for _ in range(250):
                    if self.get(2) & RX_IRQ:
                        break
                    self.clock.sleep_us(20)
                irq, status, got = self.heard()
                if irq & RX_IRQ:
                    found.append((slot, status, got))
                self.clock.sleep_us(after_us)
        self.put(0x18, saved)
        return found
