"""The PN5180's radio: frames and busy line, the field, one round of an ISO 15693 inventory.

Written from NXP's data sheet (host interface: section 11.4). Frames go one at a time. A question
with an answer takes two frames: one sends the question, one reads the bytes. Waiting for the busy
line is a short loop with a fixed number of reads, so it never hangs.

A slot of an inventory takes four frames: one clears old interrupts and prepares the chip to send,
one sends, two check whether a reply begins. A reply takes four more, to detect its end and to
fetch it, in the pause that tags need before the next request. Steps that are abandoned must be
closed with `close()`, which switches the field off: MicroPython does not close dropped generators.
"""

from drivers import iso15693
from drivers.iso15693 import COLLISION, GARBLED, GOOD, SILENT, Heard
from drivers.steps import MASK, DeviceError

NAME = "pn5180"

# Instructions
_WRITE_REGISTER_MULTIPLE = 0x03
_READ_REGISTER_MULTIPLE = 0x05
_SEND_DATA = 0x09
_READ_DATA = 0x0A
_LOAD_RF_CONFIG = 0x11
_RF_ON = 0x16
_RF_OFF = 0x17

# Operations in WRITE_REGISTER_MULTIPLE
_WRITE = 1
_OR = 2
_AND = 3

# Registers
SYSTEM_CONFIG = 0x00  # 2:0 command: 0 idle, 3 transceive; 8 soft reset
IRQ_ENABLE = 0x01
IRQ_STATUS = 0x02
IRQ_CLEAR = 0x03
_CRC_RX_CONFIG = 0x12  # 0 enable
_RX_STATUS = 0x13  # 8:0 bytes, 16 checksum, 17 protocol, 18 collision, 25:19 where
_TX_CONFIG = 0x18
_CRC_TX_CONFIG = 0x19  # 0 enable
_RF_STATUS = 0x1D  # 9:0 gain, 17 field on, 23:20 gear, 26:24 state of the transceiver

RX_IRQ = 1 << 0
TX_IRQ = 1 << 1
SOF_IRQ = 1 << 14
ALL_IRQ = 0xFFFFF

RX_BAD = 3 << 16
RX_COLLISION = 1 << 18
FIELD_ON = 1 << 17
_WAIT_TRANSMIT = 1

# RF configurations. Sending at 100 % modulation, as at 10 % a silent slot takes ten times as long.
# Replies at 26 kbit/s, ICODE's fast replies at 53. A receiver's number need not match the
# transmitter's.
TX_15693 = 0x0D
RX_15693 = 0x8D
RX_FAST = 0x8E
_TX_14443A = 0x00
_RX_14443A = 0x80

_MARK = RX_IRQ | SOF_IRQ  # in IRQ_ENABLE; a reset clears it, which reveals the reset
DELAY = 120  # us that the receiver lags behind the signal in the air
_POLL = 100
_FALL_LOOKS = 1500  # reads of a busy line that must fall: some milliseconds
_WUPA = 0x52  # ISO 14443A: wake all tags; 7 bits
_GUARD_A = 5000  # us that ISO 14443A tags need to wake up


def writes(*parts: "tuple[int, int, int]") -> bytearray:
    """Return the frame that changes several registers. A part is (register, operation, value)."""
    frame = bytearray((_WRITE_REGISTER_MULTIPLE,))
    for register, how, value in parts:
        frame.append(register)
        frame.append(how)
        for _ in range(4):
            frame.append(value & 0xFF)
            value >>= 8
    return frame


def reads(*registers: int) -> bytes:
    """Return the frame that reads several registers."""
    return bytes((_READ_REGISTER_MULTIPLE,) + registers)


def word(data: "bytes | bytearray", at: int = 0) -> int:
    """Return the 32-bit number in data[at:], low byte first."""
    return data[at] | data[at + 1] << 8 | data[at + 2] << 16 | data[at + 3] << 24


_ASK_IRQ = reads(IRQ_STATUS)
_ASK_RX = reads(IRQ_STATUS, _RX_STATUS)
_ASK_MARK = reads(IRQ_ENABLE, _RF_STATUS)
GET_REPLY = bytes((_READ_DATA, 0))
_IDLE = writes((SYSTEM_CONFIG, _AND, ~7), (IRQ_CLEAR, _WRITE, ALL_IRQ))
# Always go idle first: the chip waits without end for a reply that never comes.
_READY = ((IRQ_CLEAR, _WRITE, ALL_IRQ), (SYSTEM_CONFIG, _AND, ~7), (SYSTEM_CONFIG, _OR, 3))
NEXT = writes(*_READY)
# An end of slot is sent without start of frame and data.
_FIRST = writes((_TX_CONFIG, _AND, ~0x4C0), *_READY)
_END_SLOT = bytes((_SEND_DATA, 0))
_ON = bytes((_RF_ON, 1))
_OFF = bytes((_RF_OFF, 0))


class Bus:
    """A bus and the buffers that its readers share. Only one reader works at a time.

    Each operation fills a buffer before it reads from it.
    """

    def __init__(self, spi: "Spi", clock: "Clock") -> None:
        self.spi = spi
        self.us = clock.us
        self.out = bytearray(64)  # _SEND_DATA: two bytes, then the request
        self.out[0] = _SEND_DATA
        self.reply = bytearray(64)
        self.heard = Heard()  # the replies of the last round
        self.word = bytearray(4)
        self.words = bytearray(8)
        self.request = writes((_TX_CONFIG, _WRITE, 0), *_READY)


class Radio:
    """The chip, driven over its bus and lines. Raises DeviceError if the chip fails."""

    agc = 0  # the receiver's gain when the field was last switched on
    tuned = -1  # the RF configuration that is loaded, -1: unknown
    heeds_irq = False  # whether the interrupt line works
    _config = b""  # TX_CONFIG as it was loaded

    def __init__(self, bus: Bus, lines: "Lines") -> None:
        self.bus = bus
        self.lines = lines

    # --- frames

    def frame(self, out: "bytes | bytearray | memoryview | None", into: "bytearray | memoryview | None" = None) -> None:
        """Send `out` as one frame, or read one into `into`; wait until the chip has finished."""
        lines = self.lines
        busy = lines.busy
        lines.select()
        try:
            if into is None:
                self.bus.spi.write(out)  # pyright: ignore[reportArgumentType]
            else:
                self.bus.spi.readinto(into, 0xFF)
            # Busy may rise late. Often it has fallen again before the board can see it.
            if not busy():
                busy()
        finally:
            lines.release()
        for _ in range(_FALL_LOOKS):
            if not busy():
                return
        raise DeviceError(NAME, "busy")

    def ask(self, out: "bytes | bytearray", into: "bytearray | memoryview") -> None:
        """Send a question and read the answer into `into`."""
        self.frame(out)
        self.frame(None, into)

    def read(self, register: int) -> int:
        """Return the 32 bits of a register."""
        data = self.bus.word
        self.ask(reads(register), data)
        return word(data)

    def write(self, register: int, value: int) -> None:
        """Write the 32 bits of a register."""
        self.frame(writes((register, _WRITE, value)))

    # --- the field

    def start_tuned(self, tx: int, rx: int) -> "Steps[None]":
        """Steps: load an RF configuration, unless it is loaded."""
        if self.tuned == tx << 8 | rx:
            return
        # Go idle first: the chip hangs if this happens while it sends or listens.
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

    def start_field(self, settle_us: int) -> "Steps[None]":
        """Steps: switch the field on and let tags wake up for `settle_us` microseconds."""
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

    def off(self) -> None:
        """Switch the field off at once. Never raises."""
        try:
            self.frame(_IDLE)
            self.frame(_OFF)
        except OSError:
            # The chip does not react. Hold it in reset, as two fields must never be on.
            self.lines.reset(True)

    def alive(self) -> int:
        """Return RF_STATUS; raise DeviceError if the chip has lost its settings."""
        words = self.bus.words
        self.ask(_ASK_MARK, words)
        if words[0] | words[1] << 8 != _MARK:
            raise _odd(words)
        return word(words, 4)

    # --- one request

    def start_ready(self) -> "Steps[None]":
        """Steps: wait until the chip can send; raise DeviceError if it is not ready in time."""
        for _ in range(20):
            if self.alive() >> 24 & 7 == _WAIT_TRANSMIT:
                return
            yield _POLL * 5
        raise DeviceError(NAME, "stuck")

    def start_send(self, frame: "bytes | bytearray | memoryview") -> "Steps[None]":
        """Steps: prepare the chip to send, then send a _SEND_DATA frame."""
        request = self.bus.request
        request[3:7] = self._config
        self.frame(request)
        yield from self.start_ready()
        self.frame(frame)

    def irq(self) -> int:
        """Return IRQ_STATUS; raise DeviceError if its value is impossible."""
        data = self.bus.word
        self.ask(_ASK_IRQ, data)
        if data[3]:  # the register has only twenty bits
            raise _odd(data)
        return word(data)

    def start_rx(self) -> "Steps[int]":
        """Steps: wait for the end of a reply; return RX_STATUS, or -1 if it did not end in time."""
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

    def ask_round(self, bits: int, mask: bytes, slots: int) -> "tuple[int, int, int, int]":
        """Write the request into the bus's buffer.

        Return its end in the buffer, the size of a reply in bytes, and the latest times, in
        microseconds after the request, at which a reply has begun and has ended.
        """
        end = iso15693.inventory(self.bus.out, 2, bits, mask, slots == 1)
        return end, iso15693.REPLY, iso15693.T1 + iso15693.SOF, iso15693.T1 + iso15693.REPLY_US

    def whole(self, data: memoryview, bits: int, mask: bytes) -> "tuple[bytes, int]":
        """Return a reply's UID as received, and the UID bit at which the reply begins."""
        return bytes(data[2:10]), -16

    def start_round(self, bits: int, mask: bytes, slots: int) -> "Steps[Heard]":
        """Steps: ask the tags whose UID ends in these bits, in 1 or 16 slots; return a Heard."""
        bus = self.bus
        frame = self.frame
        us = bus.us
        kinds = bus.heard.kinds
        yield from self.start_tuned(TX_15693, self.rx_round)
        end, size, begins, lasts = self.ask_round(bits, mask, slots)
        request = memoryview(bus.out)[:end]
        # `end` counts two bytes of instruction; in the air there are two of checksum instead.
        air = iso15693.request_us(end)
        again = 0
        slot = 0
        yield from self.start_send(request)
        begun = us()
        while True:
            wait = air + begins + DELAY - ((us() - begun) & MASK)
            if wait > 0:
                yield wait
            # With an interrupt line most silent slots need no register read. The last slot always
            # gets one: it shows whether the chip has sent at all.
            irq = TX_IRQ if self.heeds_irq and slot + 1 < slots and not self.lines.irq() else self.irq()
            pause = 0
            if irq & (RX_IRQ | SOF_IRQ):
                wait = air + lasts + DELAY - ((us() - begun) & MASK)
                if wait > 0:
                    yield wait
                rx = yield from self.start_rx()
                known = mask
                if slots == 16:
                    known = iso15693.with_slot(mask, bits, slot)
                kinds[slot] = self._heard(slot, rx, size, bits + 4 if slots == 16 else bits, known)
                pause = air + lasts + iso15693.T2
            elif irq & TX_IRQ:
                kinds[slot] = SILENT
            else:
                # The chip was not ready to send, or it was reset.
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

    def _heard(self, slot: int, rx: int, size: int, bits: int, mask: bytes) -> int:
        """Fetch the reply of the tags that end in these bits; return its kind.

        The kinds are those of iso15693: GOOD, COLLISION, GARBLED.
        """
        got = rx & 0x1FF
        collided = rx & RX_COLLISION
        if rx < 0 or got > size or (not collided and (got != size or rx & RX_BAD)):
            return GARBLED
        data = memoryview(self.bus.reply)[:got]
        if got:
            self.ask(GET_REPLY, data)
        reply, place = self.whole(data, bits, mask)
        self.bus.heard.replies[slot] = reply
        if collided:
            at = rx >> 19 & 0x7F
            place += at
            # The collision must be within the bits that were received.
            if place < 0 or at > got * 8:
                return GARBLED
            if len(reply) < 8:
                self.bus.heard.replies[slot] = reply + bytes(8 - len(reply))
            self.bus.heard.places[slot] = place
            return COLLISION
        # A 16-bit checksum lets some noise pass, so compare with the bits of the request too.
        if data[0] or reply[7] != 0xE0 or not iso15693.ends_in(iso15693.uid_of(reply), bits, mask):
            return GARBLED
        return GOOD

    # --- tags that no scan reads

    def start_probe(self, settle_us: int) -> "Steps[bool]":
        """Steps: return whether an ISO 14443A tag is there, which no scan reads."""
        try:
            yield from self.start_tuned(_TX_14443A, _RX_14443A)
            yield from self.start_field(max(settle_us, _GUARD_A))
            yield from self.start_send(bytes((_SEND_DATA, 7, _WUPA)))
            yield 1000
            return self.irq() & (RX_IRQ | SOF_IRQ) != 0
        finally:
            self.off()


def _odd(data: "Bytes") -> DeviceError:
    """Return the error for an answer that a chip with its settings never gives."""
    return DeviceError(NAME, "miso" if data[0] & data[2] & data[3] == 0xFF else "reset")
