"""The PN5180 as a chip: frames with their busy line, its field, one request and its reply.

Written from NXP's data sheet. One frame at a time; an answer takes two: the question, then as many
bytes as are due. Waits for the busy line are short loops that end after a fixed number of looks, so
this never hangs. What is asked for is in `pn5180`, the set-up in `pn5180_open`.
"""

from drivers.inventory import Inventory
from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:
    const = int

NAME = "pn5180"

# Instructions
_WRITE_REGISTER_MULTIPLE = const(0x03)
_READ_REGISTER_MULTIPLE = const(0x05)
SEND_DATA = const(0x09)
_READ_DATA = const(0x0A)
_LOAD_RF_CONFIG = const(0x11)
_RF_ON = const(0x16)
_RF_OFF = const(0x17)

# What a part of WRITE_REGISTER_MULTIPLE does
WRITE = const(1)
OR = const(2)
AND = const(3)

# Registers
SYSTEM_CONFIG = const(0x00)  # 2:0 command: 0 idle, 3 transceive; 8 soft reset
IRQ_ENABLE = const(0x01)
IRQ_STATUS = const(0x02)
IRQ_CLEAR = const(0x03)
_CRC_RX_CONFIG = const(0x12)  # 0 enable
_RX_STATUS = const(0x13)  # 8:0 bytes, 16 checksum, 17 protocol, 18 collision, 25:19 where
_TX_CONFIG = const(0x18)
_CRC_TX_CONFIG = const(0x19)  # 0 enable
_RF_STATUS = const(0x1D)  # 9:0 gain, 17 field on, 23:20 gear, 26:24 state of the transceiver

RX_IRQ = const(1 << 0)
TX_IRQ = const(1 << 1)
SOF_IRQ = const(1 << 14)
ALL_IRQ = const(0xFFFFF)

RX_BAD = const(3 << 16)
RX_COLLISION = const(1 << 18)
FIELD_ON = const(1 << 17)
_WAIT_TRANSMIT = const(1)

# RF configurations: 100 % modulation, or silent slots would take ten times as long; and replies at
# 26 kbit/s, for ICODE's fast answers 53. Receiver and transmitter need not have like numbers.
TX_15693 = const(0x0D)
RX_15693 = const(0x8D)
RX_FAST = const(0x8E)
TX_14443A = const(0x00)
RX_14443A = const(0x80)

_MARK = RX_IRQ | SOF_IRQ  # in IRQ_ENABLE; a chip that was reset in between has lost it
DELAY = const(120)  # us that the receiver lags behind what is in the air
_POLL = const(100)
_FALL_LOOKS = const(1500)  # for busy to fall: some milliseconds


def writes(*parts):
    """Return the frame that changes several registers: parts are (register, how, value)."""
    frame = bytearray((_WRITE_REGISTER_MULTIPLE,))
    for register, how, value in parts:
        frame.append(register)
        frame.append(how)
        for _ in range(4):
            frame.append(value & 0xFF)
            value >>= 8
    return frame


def reads(*registers):
    """Return the frame that asks for several registers."""
    return bytes((_READ_REGISTER_MULTIPLE,) + registers)


def word(data, at=0):
    """Return the 32 bits that lie in data[at:], low byte first."""
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24


_ASK_IRQ = reads(IRQ_STATUS)
_ASK_RX = reads(IRQ_STATUS, _RX_STATUS)
_ASK_MARK = reads(IRQ_ENABLE, _RF_STATUS)
GET_REPLY = bytes((_READ_DATA, 0))
_IDLE = writes((SYSTEM_CONFIG, AND, ~7), (IRQ_CLEAR, WRITE, ALL_IRQ))
# Idle first, always: waiting for data that never came does not end by itself.
_READY = ((IRQ_CLEAR, WRITE, ALL_IRQ), (SYSTEM_CONFIG, AND, ~7), (SYSTEM_CONFIG, OR, 3))
NEXT = writes(*_READY)
# From the first end of slot on, no start and no data are sent.
FIRST = writes((_TX_CONFIG, AND, ~0x4C0), *_READY)
END_SLOT = bytes((SEND_DATA, 0))
_ON = bytes((_RF_ON, 1))
_OFF = bytes((_RF_OFF, 0))


class Work(Inventory):
    """What the readers of a bus share, as only one of them works at a time.

    Each operation fills it anew before it looks at it.
    """

    def __init__(self, spi, clock):
        Inventory.__init__(self)
        self.spi = spi
        self.us = clock.us
        self.out = bytearray(64)  # SEND_DATA: two bytes, then the request
        self.out[0] = SEND_DATA
        self.heard = bytearray(64)  # a reply
        self.word = bytearray(4)
        self.words = bytearray(8)
        self.request = writes((_TX_CONFIG, WRITE, 0), *_READY)


class Chip:
    """The chip, over its lines; `work` has its bus."""

    def __init__(self, work, lines):
        self.work = work
        self.lines = lines
        self.agc = 0  # the receiver's gain when the field was last switched on
        self.tuned = -1  # which settings are loaded
        self.heeds_irq = False
        self._config = b""  # TX_CONFIG as it was loaded

    # --- frames

    def frame(self, out, into=None):
        """Send one frame (`out` None: fill `into`), and wait until the chip has done with it."""
        lines = self.lines
        busy = lines.busy
        lines.select()
        try:
            if into is None:
                self.work.spi.write(out)
            else:
                self.work.spi.readinto(into, 0xFF)
            # It may rise late; a board is often too slow to see it at all.
            if not busy():
                busy()
        finally:
            lines.release()
        for _ in range(_FALL_LOOKS):
            if not busy():
                return
        raise DeviceError(NAME, "busy")

    def ask(self, out, into):
        """Send a question, and fill `into` with the answer."""
        self.frame(out)
        self.frame(None, into)

    def read(self, register):
        data = self.work.word
        self.ask(reads(register), data)
        return word(data)

    def write(self, register, value):
        self.frame(writes((register, WRITE, value)))

    # --- the field

    def start_tuned(self, tx, rx):
        """Load the settings for a kind of tag and of reply, unless they are."""
        if self.tuned == tx << 8 | rx:
            return
        # The chip must not be sending or listening: that wedges it.
        self.frame(_IDLE)
        self.tuned = -1
        self.frame(bytes((_LOAD_RF_CONFIG, tx, rx)))
        yield 0
        self.write(IRQ_ENABLE, _MARK)
        if self.read(_TX_CONFIG) in (0, 0xFFFFFFFF):
            raise _odd(self.work.word)
        self._config = bytes(self.work.word)
        if tx == TX_14443A:
            # A short frame has no checksum, nor has its reply.
            self.frame(writes((_CRC_TX_CONFIG, AND, ~1), (_CRC_RX_CONFIG, AND, ~1)))
        self.tuned = tx << 8 | rx

    def start_field(self, settle_us):
        """Switch the field on, and give tags time to wake up."""
        self.frame(_IDLE)
        self.frame(_ON)
        yield settle_us
        for _ in range(20):
            status = self.alive()
            if status & FIELD_ON:
                self.agc = status & 0x3FF
                return
            yield _POLL
        raise DeviceError(NAME, "field")

    def off(self):
        """Switch the field off, whatever is going on. Never raises."""
        try:
            self.frame(_IDLE)
            self.frame(_OFF)
        except OSError:
            # It can't be told: then it must not run at all, as two fields must never be on.
            self.lines.reset(True)

    def alive(self):
        """Return RF_STATUS; raise DeviceError if the chip is not as it was set up."""
        words = self.work.words
        self.ask(_ASK_MARK, words)
        if words[0] | words[1] << 8 != _MARK:
            raise _odd(words)
        return word(words, 4)

    # --- one request

    def start_ready(self):
        """Wait until the chip can send."""
        for _ in range(20):
            if self.alive() >> 24 & 7 == _WAIT_TRANSMIT:
                return
            yield _POLL * 5
        raise DeviceError(NAME, "stuck")

    def start_send(self, frame):
        request = self.work.request
        request[3:7] = self._config
        self.frame(request)
        yield from self.start_ready()
        self.frame(frame)

    def irq(self):
        data = self.work.word
        self.ask(_ASK_IRQ, data)
        if data[3]:  # there are but twenty of them
            raise _odd(data)
        return word(data)

    def start_rx(self):
        """Wait for the end of a reply that is due now; return RX_STATUS, or -1: it did not end."""
        words = self.work.words
        for _ in range(12):
            self.ask(_ASK_RX, words)
            if words[0] & RX_IRQ:
                if words[3]:
                    raise _odd(words)
                return word(words, 4)
            yield _POLL
        return -1


def _odd(data):
    """The error for an answer that the chip as it was set up would never give."""
    return DeviceError(NAME, "miso" if data[0] & data[2] & data[3] == 0xFF else "reset")
