"""MFRC522: reads ISO 14443A cards in zones that hold one card or a few.

The field is on only during a scan, so each scan finds cards that have just powered up. A scan
selects a card, reads its UID and halts it, then goes on to the next. If two cards answer at once,
they are separated at the bit where they collide.

A UID of 4, 7 or 10 bytes is read in one to three cascade levels of four bytes. If another level
follows, the first of the four bytes is the cascade tag. Registers and commands are named as in
NXP's data sheet, sections 9 and 10.
"""

from drivers.scan import FULL, STACKED, Scan
from drivers.steps import DeviceError

# Outcomes of a frame
_SILENT = 0
_GOOD = 1
_COLLIDED = 2
_GARBLED = 3

# Registers
_COMMAND = 0x01
_COM_IRQ = 0x04  # 5 received, 0 timer
_FIFO_DATA = 0x09
_FIFO_LEVEL = 0x0A  # 7 flush
_BIT_FRAMING = 0x0D  # 7 start, 6:4 bit of the first one received, 2:0 bits of the last sent
_MODE = 0x11  # 6, 4, 2 reserved
_TX_CONTROL = 0x14  # 1:0 antenna pins
_RF_CONFIG = 0x26  # 6:4 gain

# Commands
_IDLE = 0x00
_TRANSCEIVE = 0x0C
_SOFT_RESET = 0x0F

_FIELD_ON = 0x83
_FIELD_OFF = 0x80
_AFTER_RESET = 0x20  # the command register holds this value only after a reset
_POWER_DOWN = 0x10
_FIFO_SIZE = 64

_POLL_US = 200
_POLLS = 30  # the chip's timer ends far sooner; after that the chip has failed

# Bytes sent to read registers: each address shifted, with 0x80 as in _read; then 0 to end
_STATE = b"\x88\x8c\x94\x98\x9c\x82\0"  # ComIrq, Error, FIFOLevel, Control, Coll, Command
_BURST = memoryview(b"\x92" * 8 + b"\0")  # FIFOData
# Version, then registers that show whether the chip still has its settings: TxASK, TMode,
# TPrescaler, TReload, Mode. Some clones read reserved bits, which Mode has as 1, as 0.
_SIGNS = b"\xee\xaa\xd4\xd6\xda\xa2\0"
_SIGNS_SET = b"\x40\x80\xa9\x14\x29"
_MODE_BITS = 0xAB
_SETTINGS = (  # register, value
    b"\x14\x80"  # TxControl: field off
    b"\x11\x3d"  # Mode: CRC preset 6363
    b"\x12\x00\x13\x00"  # TxMode, RxMode: 106 kbit/s; this driver makes and checks the checksums
    b"\x24\x26"  # ModWidth
    b"\x15\x40"  # TxASK: 100 % modulation
    b"\x0e\x00"  # Coll: bits after a collision read 0
    b"\x2a\x80\x2b\xa9"  # TMode, TPrescaler: 25 us a tick, started at the end of sending
    # TReload. A card begins its answer 91 us after the request, and the chip's timer stops at its
    # first bits. 20 ticks leave room for slow cards.
    b"\x2c\x00\x2d\x14"
)

# Commands to cards
_REQA = 0x26  # wakes idle cards; seven bits
_WUPA = 0x52  # wakes idle and halted cards; seven bits
_SELECT = 0x93  # first cascade level; 2 more for each further level
_CASCADE_TAG = 0x88
_HALT = b"\x50\x00\x57\xcd"

_STRANGERS = 4  # give up after this many answers in a row without a card


class Chip:
    """The chip: `frame` holds the bytes to send, `reply` those received, both from byte 1 on.

    `got` is how many bytes were received, `collision` the position of the first collision.
    """

    def __init__(self, spi: "Spi", lines: "Lines", gain: int) -> None:
        self.frame = bytearray(10)  # address, then at most SEL NVB UID BCC CRC
        self.reply = bytearray(9)  # the byte during the address, then at most 8
        self.got = 0
        self.collision = 0
        self._spi = spi
        self._lines = lines
        self._gain = gain
        self._pair = bytearray(2)
        self._state = bytearray(len(_STATE))
        self._frame = memoryview(self.frame)
        self._reply = memoryview(self.reply)

    def start_open(self) -> "Steps[tuple[int, ...]]":
        """Steps: reset, check and set up the chip; return its version as a tuple of one.

        Raises DeviceError if the chip does not answer or does not keep its settings.
        """
        lines = self._lines
        lines.release()
        lines.reset(True)
        yield 100
        lines.reset(False)
        yield 2000
        self._write(_COMMAND, _SOFT_RESET)
        for _ in range(10):
            yield 500
            if not self._read(_COMMAND) & _POWER_DOWN:
                break
        return (self.ready(),)

    def field(self, on: bool) -> None:
        """Switch the field on or off. Raises OSError if the bus fails."""
        self._write(_TX_CONTROL, _FIELD_ON if on else _FIELD_OFF)

    def off(self) -> None:
        """Switch the field off at once. Never raises."""
        try:
            self._lines.release()
            self.field(False)
            self._write(_COMMAND, _IDLE)
        except OSError:
            pass  # if the bus has failed, the next start reports it

    def start_selftest(self) -> "Steps[dict[str, int | str]]":
        """Steps: open and examine the chip; return a dict in which 1 means good and 0 bad.

        `fifo`: bytes written to the FIFO read back the same, in one burst. `field`: the antenna
        driver switches on.
        """
        (version,) = yield from self.start_open()
        frame = self.frame
        for i in range(1, 9):
            frame[i] = 0x5B * i & 0xFF
        self._fill(8)
        fifo = self._read(_FIFO_LEVEL) == 8
        self._burst(8)
        try:
            self.field(True)
            yield 1000
            field = self._read(_TX_CONTROL) & 3 == 3
        finally:
            self.off()
        return {
            "chip": "mfrc522",
            "version": version,
            "mode": self._read(_MODE),
            "field": int(field),
            "fifo": int(fifo and self.reply[1:] == frame[1:9]),
        }

    def start_exchange(self, count: int, last_bits: int, reply_bits: int) -> "Steps[int]":
        """Steps: send `count` bytes of the frame, wait for the answer; return the outcome.

        `last_bits` as in `transmit`; `reply_bits` is the length of the answer, which gives the
        first wait. Raises DeviceError if the chip fails.
        """
        self.transmit(count, last_bits)
        # Eight bits and parity in 9.44 us each, an answer after 91 us
        yield (9 * (count + 1) + reply_bits + reply_bits // 8) * 19 // 2 + 100
        state = self._state
        for _ in range(_POLLS):
            self._swap(_STATE, state)
            if state[3] > _FIFO_SIZE or state[6] == _AFTER_RESET:
                raise DeviceError("mfrc522", "bus" if state[3] > _FIFO_SIZE else "reset")
            if state[1] & 0x20:
                return self._receive()
            if state[1] & 0x01:
                return _SILENT
            yield _POLL_US
        raise DeviceError("mfrc522", "timeout")

    def transmit(self, count: int, last_bits: int) -> None:
        """Send `count` bytes of the frame; only `last_bits` bits of the last one, 0 for all 8."""
        self._write(_COMMAND, _IDLE)
        self._write(_COM_IRQ, 0x7F)
        self._fill(count)
        # The answer continues in the byte where the request ended. After a request of seven bits
        # it begins a new byte.
        framing = (last_bits if count > 1 else 0) << 4 | last_bits
        # Clear the start bit, still set by the last frame: it would start the new command at once.
        self._write(_BIT_FRAMING, framing)
        self._write(_COMMAND, _TRANSCEIVE)
        self._write(_BIT_FRAMING, 0x80 | framing)

    def _receive(self) -> int:
        state = self._state
        self.got = min(state[3], 8)
        if self.got:
            self._burst(self.got)
        error = state[2]  # 4 overflow, 3 collision, 2 CRC, 1 parity, 0 protocol
        collision = state[5]  # 5 position not valid, 4:0 position, 0 for 32
        if error & 0x08 and not collision & 0x20:
            self.collision = collision & 0x1F or 32
            return _COLLIDED
        # All bits of the last byte must be valid; the chip shows this as 0.
        return _GARBLED if error & 0x1B or state[4] & 7 or not self.got else _GOOD

    def ready(self) -> int:
        """Check the chip and set it up again if it lost its settings; return its version.

        Raises DeviceError: "version" if no chip answers, "settings" if it does not keep them.
        """
        self._lines.release()
        signs = bytearray(len(_SIGNS))
        for attempt in range(2):
            self._swap(_SIGNS, signs)
            if signs[1] in (0x00, 0xFF):
                raise DeviceError("mfrc522", "version")
            signs[6] &= _MODE_BITS
            if signs[2:] == _SIGNS_SET:
                return signs[1]
            if not attempt:
                for i in range(0, len(_SETTINGS), 2):
                    self._write(_SETTINGS[i], _SETTINGS[i + 1])
                self._write(_RF_CONFIG, self._gain << 4 | 0x08)
        raise DeviceError("mfrc522", "settings")

    def _fill(self, count: int) -> None:
        """Put `count` bytes of the frame into the FIFO."""
        self._write(_FIFO_LEVEL, 0x80)
        self.frame[0] = _FIFO_DATA << 1
        self._send(self._frame[: count + 1])

    def _burst(self, count: int) -> None:
        """Read `count` bytes of the FIFO in one transfer."""
        self._swap(_BURST[8 - count :], self._reply[: count + 1])

    def _write(self, register: int, value: int) -> None:
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._send(pair)

    def _read(self, register: int) -> int:
        pair = self._pair
        pair[0] = register << 1 | 0x80
        self._swap(pair, pair)
        return pair[1]

    def _send(self, data: "Bytes") -> None:
        self._lines.select()
        self._spi.write(data)
        self._lines.release()

    def _swap(self, out: "Bytes", into: "bytearray | memoryview") -> None:
        self._lines.select()
        self._spi.write_readinto(out, into)
        self._lines.release()


def crc_a(frame: "bytes | bytearray", count: int) -> int:
    """Return the CRC_A of `count` bytes from byte 1 on; the low byte is sent first."""
    crc = 0x6363
    for i in range(1, count + 1):
        byte = frame[i] ^ (crc & 0xFF)
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc


class MFRC522(Chip):
    """A reader as `drivers.scan` defines it. `gain`: the receiver's, 0 to 7.

    Close steps that are abandoned: MicroPython does not run the `finally` of a generator that is
    only dropped.
    """

    agc = 0

    def __init__(self, spi: "Spi", lines: "Lines", limit: int = 4, gain: int = 4) -> None:
        super().__init__(spi, lines, gain)
        self.limit = limit
        self._path = bytearray(12)  # the UID being read, in the form of blocks()
        self._splits = []  # (path, bits) for both sides of each collision

    def start_scan(self, expected: "Sequence[bytes]", settle_us: int) -> "Steps[Scan]":
        """Steps: read the zone, where these UIDs are believed to lie; return a Scan."""
        return self._start_scan(expected, expected, settle_us)

    def start_inventory(self, settle_us: int, expected: "Sequence[bytes]" = ()) -> "Steps[Scan]":
        """Steps: read every card of the zone as if none were known; return a Scan."""
        return self._start_scan((), expected, settle_us)

    def start_probe(self, settle_us: int) -> "Steps[bool]":
        """Steps: return False, as this chip detects no other kind of tag."""
        yield from ()
        return False

    def _start_scan(self, called: "Sequence[bytes]", expected: "Sequence[bytes]", settle_us: int) -> "Steps[Scan]":
        scan = Scan()
        try:
            self.ready()
            self.field(True)
            yield settle_us
            yield from self._start_search(scan, called, expected)
        finally:
            self.off()
        return scan

    def _start_search(self, scan: Scan, called: "Sequence[bytes]", expected: "Sequence[bytes]") -> "Steps[None]":
        """Steps: wake the cards and read them one by one, until none answers.

        The list `calls` has the cards `called` and the second sides of collisions. Each of these is
        selected by its UID after a WUPA, which also wakes halted cards. Then REQA finds the cards
        that are left: cards already read are halted and ignore it.
        """
        seen = scan.seen
        self._splits = []
        calls = []
        for uid in called:
            path = blocks(uid)
            if path:
                calls.append((path, 8 * len(path)))
        strangers = 0  # answers in a row without a card
        doubt = False
        left = 0  # requests in a row without an answer
        ended = False
        for _ in range(3 * self.limit + len(calls) + 6):
            full = len(seen) >= self.limit
            by_name = bool(calls) and not full
            self.frame[1] = _WUPA if by_name or not seen else _REQA
            if (yield from self.start_exchange(1, 7, 16)) == _SILENT:
                left += 1
                # One silence is enough if no card is missing. Otherwise ask twice: an answer may be
                # lost, and a card caught in the middle of a selection answers only the next one.
                if left > 1 or not (strangers or calls or _others(expected, seen) or self._unmet(seen)):
                    ended = True
                    break
                continue
            left = 0
            if full:
                scan.flags |= FULL
                break
            path, bits = calls.pop() if by_name else (b"", 0)
            uid = yield from self._start_select(path, bits, calls)
            if uid:
                strangers = 0
                if uid not in seen:
                    seen.append(uid)
                name = blocks(uid)
                calls = [call for call in calls if call[0] != name]
                # A card that stays selected does not answer the next request. HALT has no answer to
                # wait for.
                self.frame[1:5] = _HALT
                self.transmit(4, 0)
                yield 36 * 10 + 120
            elif uid is None or not by_name:
                strangers += 1
                doubt = True
                if strangers == _STRANGERS:
                    break
        if strangers > 1 or self._unmet(seen):
            scan.flags |= STACKED
            doubt = True
        (scan.missing if ended and not doubt else scan.unsure).extend(_others(expected, seen))

    def _unmet(self, seen: "list[bytes]") -> bool:
        """Return whether a side of some collision has led to no card."""
        for path, bits in self._splits:
            for uid in seen:
                if begins(blocks(uid), path, bits):  # pyright: ignore[reportArgumentType]
                    break
            else:
                return True
        return False

    def _start_select(self, path: bytes, bits: int, calls: "list[tuple[bytes, int]]") -> "Steps[Any]":
        """Steps: select one of the cards that answered; return its UID.

        Returns b"" if it stopped answering, None if its answer is invalid. `path` and `bits` give
        the known start of the UID. At a collision this follows the side with bit 1 and adds the
        other side to `calls`.
        """
        ours = self._path
        reply = self.reply
        ours[: len(path)] = path
        for level in range(3):
            known = min(max(bits - 32 * level, 0), 32)
            while True:
                outcome = yield from self.start_exchange(*self._question(level, known))
                if known == 32:
                    break
                if outcome == _COLLIDED:
                    known = self._split(level, known, calls)
                elif outcome == _GOOD:
                    known = self._take(level, known)
                else:
                    known = 0
                if not known:
                    break
            if outcome == _SILENT:
                return b""
            if not known or outcome != _GOOD:
                break
            if self.got != 3 or crc_a(reply, 1) != reply[2] | reply[3] << 8:
                break
            if not reply[1] & 0x04:  # the UID is complete
                uid = b""
                for at in range(0, 4 * level, 4):
                    uid += ours[at + 1 : at + 4]
                return uid + ours[4 * level : 4 * level + 4]
            if ours[4 * level] != _CASCADE_TAG:
                break
        return None

    def _question(self, level: int, known: int) -> "tuple[int, int, int]":
        """Fill the frame: ask cards whose UID begins with the known bits of a level for the rest.

        With all 32 bits known it selects the card, which answers with SAK and checksum. Return the
        arguments for `start_exchange`.
        """
        frame = self.frame
        count = (known + 7) // 8
        frame[1] = _SELECT + 2 * level
        frame[2] = (2 + known // 8) << 4 | known & 7
        frame[3 : 3 + count] = self._path[4 * level : 4 * level + count]
        if known < 32:
            return 2 + count, known & 7, 40 - known
        frame[2] = 0x70
        frame[7] = frame[3] ^ frame[4] ^ frame[5] ^ frame[6]
        crc = crc_a(frame, 7)
        frame[8] = crc & 0xFF
        frame[9] = crc >> 8
        return 9, 0, 24

    def _merge(self, level: int, known: int, count: int) -> None:
        """Put `count` received bytes after the known bits of this level."""
        path = self._path
        at = 4 * level + known // 8
        low = (1 << (known & 7)) - 1
        for i in range(1, count + 1):
            path[at] = path[at] & low | self.reply[i] & ~low & 0xFF
            low = 0
            at += 1

    def _take(self, level: int, known: int) -> int:
        """Take the rest of a level; return 32, the bits now known, or 0 if the check byte fails."""
        count = 4 - known // 8
        if self.got != count + 1:
            return 0
        self._merge(level, known, count)
        check = self.reply[count + 1]
        for i in range(4 * level, 4 * level + 4):
            check ^= self._path[i]
        return 0 if check else 32

    def _split(self, level: int, known: int, calls: "list[tuple[bytes, int]]") -> int:
        """Follow one side of a collision; return how many bits of this level are known then.

        The position counts from bit 0 of the first byte received, which includes the bits already
        known of this byte. If it points into the known bits, the next bit is tried. Returns 0 if it
        is past the level's end.
        """
        place = (known & ~7) + self.collision
        if place > 32:
            return 0
        place = max(place, known + 1)
        self._merge(level, known, min(self.got, 4 - known // 8))
        path = self._path
        end = 4 * level + (place + 7) // 8
        bit = 1 << ((place - 1) & 7)
        path[end - 1] &= bit - 1
        other = bytes(path[:end]), 32 * level + place
        path[end - 1] |= bit
        calls.append(other)
        self._splits.append(other)
        self._splits.append((bytes(path[:end]), other[1]))
        return place


def make(spi: "Spi", lines: "Lines", clock: "Clock", zone: "Any", like: "Reader | None") -> MFRC522:
    """Return a reader as the config's zone wants it."""
    return MFRC522(spi, lines, gain=zone.get("gain", 4))


def _others(expected: "Sequence[bytes]", seen: "list[bytes]") -> "list[bytes]":
    return [uid for uid in expected if uid not in seen]


def blocks(uid: bytes) -> "bytes | None":
    """Return a UID as its cascade levels, four bytes each; None if its length is not 4, 7 or 10."""
    size = len(uid)
    if size == 4:
        return uid
    if size == 7:
        return b"\x88" + uid
    if size == 10:
        return b"\x88" + uid[:3] + b"\x88" + uid[3:]
    return None


def begins(name: bytes, path: bytes, bits: int) -> bool:
    """Return whether `name` begins with the first `bits` bits of `path`, lowest bit first."""
    for i in range(len(path)):
        if i >= len(name):
            return False
        mask = (1 << min(bits - 8 * i, 8)) - 1
        if (name[i] ^ path[i]) & mask:
            return False
    return True
