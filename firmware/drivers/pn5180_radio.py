"""The PN5180's radio: frames with their busy line, its field, a round of an ISO 15693 inventory.

Written from NXP's data sheet. One frame at a time; an answer takes two: the question, then as many
bytes as are due. Waits for the busy line are short loops that end after a fixed number of looks, so
this never hangs.

A slot of an inventory takes four frames: one that clears old interrupts and makes the chip ready
to send, one that sends, two to look whether a reply begins; four more, while tags must be left
alone anyway, to look at the end of a reply and to fetch it. Steps that are given up half-way have
to be closed (`steps.close()`), as every generator on MicroPython: that switches the field off.
"""

from drivers import iso15693
from drivers.iso15693 import COLLISION, GARBLED, GOOD, SILENT, Heard
from drivers.steps import MASK, DeviceError

try:
    from micropython import const
except ImportError:
    const = int

NAME = "pn5180"

# Instructions
_WRITE_REGISTER_MULTIPLE = const(0x03)
_READ_REGISTER_MULTIPLE = const(0x05)
_SEND_DATA = const(0x09)
_READ_DATA = const(0x0A)
_LOAD_RF_CONFIG = const(0x11)
_RF_ON = const(0x16)
_RF_OFF = const(0x17)

# What a part of WRITE_REGISTER_MULTIPLE does
_WRITE = const(1)
_OR = const(2)
_AND = const(3)

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
_TX_14443A = const(0x00)
_RX_14443A = const(0x80)

_MARK = RX_IRQ | SOF_IRQ  # in IRQ_ENABLE; a chip that was reset in between has lost it
DELAY = const(120)  # us that the receiver lags behind what is in the air
_POLL = const(100)
_FALL_LOOKS = const(1500)  # for busy to fall: some milliseconds
_WUPA = const(0x52)  # ISO 14443A: who is there? 7 bits
_GUARD_A = const(5000)  # us that its tags need to wake up


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
_IDLE = writes((SYSTEM_CONFIG, _AND, ~7), (IRQ_CLEAR, _WRITE, ALL_IRQ))
# Idle first, always: waiting for data that never came does not end by itself.
_READY = ((IRQ_CLEAR, _WRITE, ALL_IRQ), (SYSTEM_CONFIG, _AND, ~7), (SYSTEM_CONFIG, _OR, 3))
NEXT = writes(*_READY)
# From the first end of slot on, no start and no data are sent.
_FIRST = writes((_TX_CONFIG, _AND, ~0x4C0), *_READY)
_END_SLOT = bytes((_SEND_DATA, 0))
_ON = bytes((_RF_ON, 1))
_OFF = bytes((_RF_OFF, 0))


class Bus:
    """The bus of some readers, and the buffers that they share: only one of them works at a time.

    Each operation fills a buffer anew before it looks at it.
    """

    def __init__(self, spi, clock):
        self.spi = spi
        self.us = clock.us
        self.out = bytearray(64)  # _SEND_DATA: two bytes, then the request
        self.out[0] = _SEND_DATA
        self.reply = bytearray(64)
        self.heard = Heard()  # in the last round
        self.word = bytearray(4)
        self.words = bytearray(8)
        self.request = writes((_TX_CONFIG, _WRITE, 0), *_READY)


class Radio:
    """The chip, over its bus and its lines."""

    def __init__(self, bus, lines):
        self.bus = bus
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
                self.bus.spi.write(out)
            else:
                self.bus.spi.readinto(into, 0xFF)
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
        data = self.bus.word
        self.ask(reads(register), data)
        return word(data)

    def write(self, register, value):
        self.frame(writes((register, _WRITE, value)))

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
            raise _odd(self.bus.word)
        self._config = bytes(self.bus.word)
        if tx == _TX_14443A:
            # A short frame has no checksum, nor has its reply.
            self.frame(writes((_CRC_TX_CONFIG, _AND, ~1), (_CRC_RX_CONFIG, _AND, ~1)))
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
        words = self.bus.words
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
        request = self.bus.request
        request[3:7] = self._config
        self.frame(request)
        yield from self.start_ready()
        self.frame(frame)

    def irq(self):
        data = self.bus.word
        self.ask(_ASK_IRQ, data)
        if data[3]:  # there are but twenty of them
            raise _odd(data)
        return word(data)

    def start_rx(self):
        """Wait for the end of a reply that is due now; return RX_STATUS, or -1: it did not end."""
        words = self.bus.words
        for _ in range(12):
            self.ask(_ASK_RX, words)
            if words[0] & RX_IRQ:
                if words[3]:
                    raise _odd(words)
                return word(words, 4)
            yield _POLL
        return -1

    # --- one round of an inventory

    rx_round = RX_15693

    def ask_round(self, bits, wire, slots):
        """Write the request; return its end, a reply's bytes, and when one begins and has ended."""
        end = iso15693.inventory(self.bus.out, 2, bits, wire, slots == 1)
        return end, iso15693.REPLY, iso15693.T1 + iso15693.SOF, iso15693.T1 + iso15693.REPLY_US

    def whole(self, data, bits, wire):
        """Return a reply's UID as it came, and which bit of it the reply begins with."""
        return bytes(data[2:10]), -16

    def start_round(self, bits, wire, slots):
        """Steps: ask the tags whose UID ends in these bits, in 1 or 16 slots; returns a Heard."""
        bus = self.bus
        frame = self.frame
        us = bus.us
        kinds = bus.heard.kinds
        yield from self.start_tuned(TX_15693, self.rx_round)
        end, size, begins, lasts = self.ask_round(bits, wire, slots)
        request = memoryview(bus.out)[:end]
        air = iso15693.request_us(end)  # two bytes of instruction here are two of checksum there
        again = 0
        slot = 0
        yield from self.start_send(request)
        begun = us()
        while True:
            wait = air + begins + DELAY - ((us() - begun) & MASK)
            if wait > 0:
                yield wait
            # Where there is a line for it, most silent slots need no look at the registers. The
            # last one gets it anyway: it says whether the chip has sent at all.
            if self.heeds_irq and slot + 1 < slots and not self.lines.irq():
                irq = TX_IRQ
            else:
                irq = self.irq()
            pause = 0
            if irq & (RX_IRQ | SOF_IRQ):
                wait = air + lasts + DELAY - ((us() - begun) & MASK)
                if wait > 0:
                    yield wait
                rx = yield from self.start_rx()
                known = wire
                if slots == 16:
                    known = iso15693.with_slot(wire, bits, slot)
                kinds[slot] = self._heard(
                    slot, rx, size, bits + 4 if slots == 16 else bits, known)
                pause = air + lasts + iso15693.T2
            elif irq & TX_IRQ:
                kinds[slot] = SILENT
            else:
                # It was not ready, or it is not the chip that it was.
                again += 1
                if again > 3:
                    raise DeviceError(NAME, "stuck")
                yield from self.start_ready()
                frame(_END_SLOT if slot else request)
                begun = us()
                continue
            again = 0
            slot += 1
            if slot < slots:
                frame(_FIRST if slot == 1 else NEXT)
            if pause:
                wait = pause - ((us() - begun) & MASK)
                if wait > 0:
                    yield wait
            if slot == slots:
                return bus.heard
            frame(_END_SLOT)
            begun = us()
            air = iso15693.EOF

    def _heard(self, slot, rx, size, bits, wire):
        """Fetch what was heard of the tags that end in these bits; return what it is."""
        got = rx & 0x1FF
        collided = rx & RX_COLLISION
        if rx < 0 or got > size or (not collided and (got != size or rx & RX_BAD)):
            return GARBLED
        data = memoryview(self.bus.reply)[:got]
        if got:
            self.ask(GET_REPLY, data)
        reply, place = self.whole(data, bits, wire)
        self.bus.heard.wires[slot] = reply
        if collided:
            at = rx >> 19 & 0x7F
            place += at
            # Bits that did not come can't be split at.
            if place < 0 or at > got * 8:
                return GARBLED
            if len(reply) < 8:
                self.bus.heard.wires[slot] = reply + bytes(8 - len(reply))
            self.bus.heard.places[slot] = place
            return COLLISION
        # Sixteen bits of checksum let some noise pass: what is asked for is known as well.
        if data[0] or reply[7] != 0xE0 or not iso15693.ends_in(
                iso15693.uid_of(reply), bits, wire):
            return GARBLED
        return GOOD

    # --- tags that no scan reads

    def start_probe(self, settle_us):
        """Return whether an ISO 14443A tag is there, which no scan reads."""
        try:
            yield from self.start_tuned(_TX_14443A, _RX_14443A)
            yield from self.start_field(max(settle_us, _GUARD_A))
            yield from self.start_send(bytes((_SEND_DATA, 7, _WUPA)))
            yield 1000
            return self.irq() & (RX_IRQ | SOF_IRQ) != 0
        finally:
            self.off()


def _odd(data):
    """The error for an answer that the chip as it was set up would never give."""
    return DeviceError(NAME, "miso" if data[0] & data[2] & data[3] == 0xFF else "reset")
