"""PN532 on SPI: reads ISO 14443A cards in zones that hold one card or two.

The chip finds cards by itself, at most two at a time; a third is seen only as too many. Frames and
commands are named as in NXP's user manual UM0701-02. It sends the lowest bit first, which a Pico's
SPI can't: bytes are turned round here.
"""

from drivers.scan import FULL, Scan
from drivers.steps import DeviceError

MOST = 2  # cards that the chip lists

_NAME = "pn532"
_TURNED = bytes(
    [sum([(byte >> bit & 1) << 7 - bit for bit in range(8)]) for byte in range(256)]
)  # each byte's bits the other way round
_WRITE = b"\x80"  # 01: a frame follows
_STATUS = b"\x40\x00"  # 02: the status follows, 1 if a frame is ready
_READ = 0xC0  # 03: a frame is fetched
_ACK = b"\x00\x00\xff\x00\xff\x00"
_TO_CHIP = 0xD4
_FROM_CHIP = 0xD5

_POLL_US = 500
_ACK_US = 15000  # it answers in one or two milliseconds
_MOST_US = 150000  # two cards of three cascade levels take some 30 ms

_VERSION = b"\x02"  # GetFirmwareVersion
_NORMAL = b"\x14\x01"  # SAMConfiguration: no security module
_PLAIN = b"\x12\x00"  # SetParameters: no ATS is asked for
_ONCE = b"\x32\x05\x00\x00\x00"  # RFConfiguration, MaxRetries: a search is made once
_FIELD_ON = b"\x32\x01\x01"
_FIELD_OFF = b"\x32\x01\x00"
_LIST = b"\x4a\x02\x00"  # InListPassiveTarget: two cards, 106 kbit/s type A
_MORE = b"\x4a\x01\x00"
_DESELECT = b"\x44\x00"  # InDeselect: all; they are halted
_ECHO = b"\x00\x00Tierce"  # Diagnose: the line to the chip


class PN532:
    """A reader as `drivers.scan` defines it; it never reads more than MOST cards."""

    agc = 0

    def __init__(self, spi: "Spi", lines: "Lines", limit: int = MOST) -> None:
        self.limit = limit
        self.lines = lines
        self._spi = spi
        self._pair = bytearray(2)

    def start_open(self) -> "Steps[tuple[int, ...]]":
        """Steps: reset, wake and set up the chip; return its version and revision.

        Raises DeviceError if the chip does not answer.
        """
        lines = self.lines
        lines.release()
        lines.reset(True)
        yield 1000
        lines.reset(False)
        yield 10000
        # It sleeps after a reset, until its select line has been low for a while.
        lines.select()
        try:
            yield 2000
        finally:
            lines.release()
        for command in (_NORMAL, _PLAIN, _ONCE, _FIELD_OFF):
            yield from self._start_ask(command)
        reply = yield from self._start_ask(_VERSION)
        if len(reply) < 3 or reply[0] != 0x32:
            raise DeviceError(_NAME, "version")
        return reply[1], reply[2]

    def start_scan(self, expected: "Sequence[bytes]", settle_us: int) -> "Steps[Scan]":
        """Steps: read the zone, where these UIDs are believed to lie; return a Scan."""
        return self.start_inventory(settle_us, expected)

    def start_inventory(self, settle_us: int, expected: "Sequence[bytes]" = ()) -> "Steps[Scan]":
        """Steps: read every card of the zone as if none were known; return a Scan."""
        scan = Scan()
        try:
            yield from self._start_ask(_FIELD_ON)
            yield settle_us
            uids = uids_of((yield from self._start_ask(_LIST)))
            if len(uids) == MOST:
                # Those two are halted: who answers now is a third.
                yield from self._start_ask(_DESELECT)
                if [uid for uid in uids_of((yield from self._start_ask(_MORE))) if uid not in uids]:
                    scan.flags |= FULL
            if len(uids) > self.limit:
                scan.flags |= FULL
            scan.seen = uids[: self.limit]
        finally:
            self.off()
        # What is not among two cards may lie there all the same.
        rest = scan.unsure if scan.flags & FULL else scan.missing
        rest.extend([uid for uid in expected if uid not in scan.seen])
        return scan

    def start_probe(self, settle_us: int) -> "Steps[bool]":
        """Steps: return False, as this chip detects no tag of ISO 15693."""
        yield from ()
        return False

    def start_selftest(self) -> "Steps[dict[str, int | str]]":
        """Steps: open and examine the chip; return a dict in which 1 means good and 0 bad."""
        version, revision = yield from self.start_open()
        try:
            echo = yield from self._start_ask(_ECHO)
            yield from self._start_ask(_FIELD_ON)
        finally:
            self.off()
        return {"chip": _NAME, "version": version, "revision": revision, "fifo": int(echo == _ECHO[1:])}

    def off(self) -> None:
        """Switch the field off at once. Never raises."""
        try:
            self.lines.release()
            self._send(_ACK)  # ends what the chip is at
            self._send(framed(_FIELD_OFF))
        except OSError:
            pass  # if the bus has failed, the next start reports it

    def _start_ask(self, command: bytes) -> "Steps[bytes]":
        """Steps: send a command; return the data of its reply. Raises DeviceError."""
        self._send(framed(command))
        yield from self._start_ready(_ACK_US)
        if self._fetch(6) != _ACK:
            raise DeviceError(_NAME, "bus")
        yield from self._start_ready(_MOST_US)
        data = unframed(self._fetch(48))
        if data is None or data[0] != _FROM_CHIP or data[1] != command[0] + 1:
            raise DeviceError(_NAME, "bus")
        return data[2:]

    def _start_ready(self, most_us: int) -> "Steps[None]":
        pair = self._pair
        for _ in range(0, most_us, _POLL_US):
            yield _POLL_US
            self.lines.select()
            self._spi.write_readinto(_STATUS, pair)
            self.lines.release()
            if pair[1] == 0xFF:
                break  # no chip drives the line
            if pair[1] & 0x80:
                return
        raise DeviceError(_NAME, "timeout" if not pair[1] else "miso")

    def _send(self, frame: bytes) -> None:
        self.lines.select()
        self._spi.write(_WRITE + bytes([_TURNED[byte] for byte in frame]))
        self.lines.release()

    def _fetch(self, count: int) -> bytes:
        data = bytearray(count + 1)
        data[0] = _READ
        self.lines.select()
        self._spi.write_readinto(data, data)
        self.lines.release()
        return bytes([_TURNED[byte] for byte in data[1:]])


def framed(command: bytes) -> bytes:
    """Return the frame of a command for the chip (UM0701-02, section 6.2.1.1)."""
    size = len(command) + 1
    total = _TO_CHIP + sum(command)
    return b"\x00\x00\xff" + bytes((size, -size & 255, _TO_CHIP)) + command + bytes((-total & 255, 0))


def unframed(data: bytes) -> "bytes | None":
    """Return what a frame holds, its direction first; None if it is damaged."""
    at = data.find(b"\x00\xff") + 2
    if at < 2 or at + 2 > len(data):
        return None
    size = data[at]
    held = data[at + 2 : at + 2 + size]
    whole = size > 1 and size + data[at + 1] & 255 == 0 and at + 2 + size < len(data)
    return held if whole and sum(held) + data[at + 2 + size] & 255 == 0 else None


def uids_of(reply: bytes) -> "list[bytes]":
    """Return the UIDs in a reply to InListPassiveTarget: after each card's number come five bytes."""
    found = []
    at = 1
    for _ in range(reply[0] if reply else 0):
        size = reply[at + 4]
        found.append(reply[at + 5 : at + 5 + size])
        at += 5 + size
    return found


def make(spi: "Spi", lines: "Lines", clock: "Clock", zone: "Any", like: "Reader | None") -> PN532:
    """Return a reader as the config's zone wants it."""
    return PN532(spi, lines)
