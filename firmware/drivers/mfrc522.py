"""MFRC522, a reader of ISO 14443A cards for zones that hold one card, or few.

The field is on during a scan and at no other time, so each scan meets cards that have just woken. A
card is found, named and put to sleep, then the next one speaks; two that speak at once are told
apart at the bit where they collide.

A UID of 4, 7 or 10 bytes is named in one to three levels of four bytes; where more follow, the
first of the four is the cascade tag.
"""

from drivers.mfrc522_chip import COLLIDED, GOOD, SILENT, Chip, crc_a
from drivers.scan import FULL, STACKED, Scan

try:
    from micropython import const
except ImportError:
    const = int

_REQA = const(0x26)  # to those that wait; seven bits
_WUPA = const(0x52)  # to those that sleep, too; seven bits
_SELECT = const(0x93)  # in the first level; two more in each that follows
_CASCADE_TAG = const(0x88)
_HALT = b"\x50\x00\x57\xcd"

_STRANGERS = const(4)  # answers in a row that lead to no card: then no further one will


class MFRC522(Chip):
    """`most` cards are read in a zone, and more are only reported; `gain` 0 to 7, of the receiver.

    A scan is a generator. Whoever drops one half-way calls its close(), or off(): MicroPython does
    not run a `finally` of what is merely forgotten.
    """

    def __init__(self, spi, lines, most=4, gain=4):
        super().__init__(spi, lines, gain)
        self.most = most
        self._path = bytearray(12)  # the card that is being looked for, as blocks() puts it
        self._splits = []  # (path, bits) of both sides of each collision

    def start_scan(self, expected, settle_us=5000):
        """Steps: field on, read the cards, field off. Return a Scan."""
        scan = Scan()
        try:
            self.ready()
            self.field(True)
            yield settle_us
            yield from self._start_search(scan, expected)
        finally:
            self.off()
        return scan

    def start_inventory(self, settle_us=5000):
        """Steps: the same with nothing expected."""
        return self.start_scan((), settle_us)

    def _start_search(self, scan, expected):
        """Wake cards and name them one by one, until nobody answers.

        A known card is called by its name, and so is one side of a collision: what is in `calls`.
        These begin with WUPA, which also wakes who sleeps. Then REQA asks whether anybody is left;
        who was found sleeps through that.
        """
        seen = scan.seen
        self._splits = []
        calls = []
        for uid in expected:
            path = blocks(uid)
            if path:
                calls.append((path, 8 * len(path)))
        strangers = 0  # answers in a row that led to no card
        doubt = False
        left = 0  # requests in a row that nobody answered
        ended = False
        for _ in range(3 * self.most + len(calls) + 6):
            full = len(seen) >= self.most
            called = bool(calls) and not full
            self.frame[1] = _WUPA if called or not seen else _REQA
            if (yield from self.start_exchange(1, 7, 16)) == SILENT:
                left += 1
                # Once is enough when nobody is missed. A lost answer is not believed at once, and
                # a card that a request met half-way in a selection answers only the next.
                if left > 1 or not (
                    strangers or calls or _others(expected, seen) or self._unmet(seen)
                ):
                    ended = True
                    break
                continue
            left = 0
            if full:
                scan.flags |= FULL
                break
            path, bits = calls.pop() if called else (b"", 0)
            uid = yield from self._start_select(path, bits, calls)
            if uid:
                strangers = 0
                if uid not in seen:
                    seen.append(uid)
                name = blocks(uid)
                calls = [call for call in calls if call[0] != name]
                # A card that is left selected would not answer the next request. It says nothing
                # to this, so nobody has to be waited for.
                self.frame[1:5] = _HALT
                self.transmit(4, 0)
                yield 36 * 10 + 120
            elif uid is None or not called:
                strangers += 1
                doubt = True
                if strangers == _STRANGERS:
                    break
        if strangers > 1 or self._unmet(seen):
            scan.flags |= STACKED
            doubt = True
        (scan.missing if ended and not doubt else scan.unsure).extend(_others(expected, seen))

    def _unmet(self, seen):
        """Whether a side of a collision has not turned out to be a card."""
        for path, bits in self._splits:
            for uid in seen:
                if begins(blocks(uid), path, bits):
                    break
            else:
                return True
        return False

    def _start_select(self, path, bits, calls):
        """Select one card of those that answered; return its UID.

        b"" if it fell silent, None if it made no sense. `path` and `bits` are the part of its name
        that is known. At a collision the side of the 1 is followed, the other one goes to `calls`.
        """
        ours = self._path
        reply = self.reply
        ours[: len(path)] = path
        for level in range(3):
            known = min(max(bits - 32 * level, 0), 32)
            while True:
                outcome = yield from self._start_ask(level, known)
                if known == 32:
                    break
                if outcome == COLLIDED:
                    known = self._split(level, known, calls)
                elif outcome == GOOD:
                    known = self._take(level, known)
                else:
                    known = 0
                if not known:
                    break
            if outcome == SILENT:
                return b""
            if not known or outcome != GOOD:
                break
            if self.got != 3 or crc_a(reply, 1) != reply[2] | reply[3] << 8:
                break
            if not reply[1] & 0x04:  # the name is complete
                uid = b""
                for at in range(0, 4 * level, 4):
                    uid += ours[at + 1 : at + 4]
                return uid + ours[4 * level : 4 * level + 4]
            if ours[4 * level] != _CASCADE_TAG:
                break
        return None

    def _start_ask(self, level, known):
        """Ask all whose name begins with the `known` bits of this level for the rest of it.

        Who knows all 32 selects that card: it answers SAK and a checksum.
        """
        frame = self.frame
        count = (known + 7) // 8
        frame[1] = _SELECT + 2 * level
        frame[2] = (2 + known // 8) << 4 | known & 7
        frame[3 : 3 + count] = self._path[4 * level : 4 * level + count]
        if known < 32:
            return self.start_exchange(2 + count, known & 7, 40 - known)
        frame[2] = 0x70
        frame[7] = frame[3] ^ frame[4] ^ frame[5] ^ frame[6]
        crc = crc_a(frame, 7)
        frame[8] = crc & 0xFF
        frame[9] = crc >> 8
        return self.start_exchange(9, 0, 24)

    def _merge(self, level, known, count):
        """Put `count` received bytes behind the bits of this level that are known."""
        path = self._path
        at = 4 * level + known // 8
        low = (1 << (known & 7)) - 1
        for i in range(1, count + 1):
            path[at] = path[at] & low | self.reply[i] & ~low & 0xFF
            low = 0
            at += 1

    def _take(self, level, known):
        """Take the rest of a level's name; return how many bits are known, 0 if it is not right."""
        count = 4 - known // 8
        if self.got != count + 1:
            return 0
        self._merge(level, known, count)
        check = self.reply[count + 1]
        for i in range(4 * level, 4 * level + 4):
            check ^= self._path[i]
        return 0 if check else 32

    def _split(self, level, known, calls):
        """Follow one side of a collision; return how many bits of this level are known then.

        The position counts from bit 0 of the first byte received, thus with the bits that were
        known of this byte. One that can't be is no reason to give up: the next bit is tried.
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


def _others(expected, seen):
    return [uid for uid in expected if uid not in seen]


def blocks(uid):
    """Return a UID as the cascade levels name it, four bytes each; None if it can be none."""
    size = len(uid)
    if size == 4:
        return uid
    if size == 7:
        return b"\x88" + uid
    if size == 10:
        return b"\x88" + uid[:3] + b"\x88" + uid[3:]
    return None


def begins(name, path, bits):
    """Whether a name's first `bits` bits are those of `path`, the lowest of a byte first."""
    for i in range(len(path)):
        if i >= len(name):
            return False
        mask = (1 << min(bits - 8 * i, 8)) - 1
        if (name[i] ^ path[i]) & mask:
            return False
    return True
