"""MFRC522, a reader of ISO 14443A cards for zones that hold one card, or few.

The field is on during a scan and at no other time, so each scan meets cards that have just woken. A
card is found, named and put to sleep, then the next one speaks; two that speak at once are told
apart at the bit where they collide.
"""

from drivers.iso14443 import CASCADE_TAG, HALT, REQA, SELECTS, WUPA, begins, blocks, crc_a, uid_of
from drivers.mfrc522_chip import COLLIDED, GARBLED, GOOD, SILENT, Chip
from drivers.scan import FULL, STACKED, Scan

_STRANGERS = 4  # answers in a row that lead to no card: then no further one will


class MFRC522:
    """`most` cards are read in a zone, and more are only reported; `gain` 0 to 7, of the receiver.

    A scan is a generator. Whoever drops one half-way calls its close(), or off(): MicroPython does
    not run a `finally` of what is merely forgotten.
    """

    def __init__(self, spi, lines, most=4, gain=4):
        self.most = most
        self._chip = Chip(spi, lines, gain)
        self._path = bytearray(12)  # the card that is being looked for, as blocks() puts it
        self._splits = []  # (path, bits) of both sides of each collision

    # What the app calls

    def start_open(self):
        """Steps: reset, check and set up the chip. Return its version as a tuple of one."""
        yield from self._chip.start_reset()
        return (self._chip.version,)

    def start_scan(self, expected, settle_us=5000):
        """Steps: field on, read the cards, field off. Return a Scan."""
        scan = Scan()
        try:
            self._chip.ready()
            self._chip.field(True)
            yield settle_us
            yield from self._start_search(scan, expected)
        finally:
            self.off()
        return scan

    def start_inventory(self, settle_us=5000):
        """Steps: the same with nothing expected."""
        return self.start_scan((), settle_us)

    def off(self):
        """Turn the field off, at once and whatever happened before."""
        try:
            self._chip.stop()
        except OSError:
            pass  # a bus that fails here fails at the next start, which says so

    def start_selftest(self):
        """Steps: return what a doctor wants to know; 1 stands for good, 0 for bad.

        `fifo`: bytes come back as they were written, in one burst. `crc`: the coprocessor agrees
        with this program. `field`: the antenna's driver turns on.
        """
        self.off()
        self._chip.ready()
        fifo, crc, field = yield from self._chip.start_test()
        return {"chip": "mfrc522", "version": self._chip.version, "fifo": fifo, "crc": crc,
                "field": field}

    # Finding cards

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
            answer = yield from self._start_request(WUPA if called or not seen else REQA)
            if answer == SILENT:
                left += 1
                # Once is enough when nobody is missed. A lost answer is not believed at once, and
                # a card that a request met half-way in a selection answers only the next.
                if left > 1 or (not strangers and not calls and self._has_all(seen, expected)):
                    ended = True
                    break
                continue
            left = 0
            if full:
                scan.flags |= FULL
                break
            path, bits = calls.pop() if called else (b"", 0)
            outcome, uid = yield from self._start_select(path, bits, calls)
            if uid:
                strangers = 0
                if uid not in seen:
                    seen.append(uid)
                for call in calls:
                    if call[0] == blocks(uid):
                        calls.remove(call)
                        break
                yield from self._start_halt()
            elif outcome != SILENT or not called:
                strangers += 1
                doubt = True
                if strangers == _STRANGERS:
                    break
        if strangers > 1 or not self._splits_met(seen):
            scan.flags |= STACKED
            doubt = True
        sure = ended and not doubt
        for uid in expected:
            if uid not in seen:
                (scan.missing if sure else scan.unsure).append(uid)

    def _has_all(self, seen, expected):
        for uid in expected:
            if uid not in seen:
                return False
        return self._splits_met(seen)

    def _splits_met(self, seen):
        """Whether each side of each collision turned out to be a card."""
        for path, bits in self._splits:
            for uid in seen:
                if begins(blocks(uid), path, bits):
                    break
            else:
                return False
        return True

    def _start_request(self, code):
        self._chip.frame[1] = code
        return self._chip.start_exchange(1, 7, 16)

    def _start_select(self, path, bits, calls):
        """Select one card of those that answered; return (what became of it, its UID or None).

        `path` and `bits` are the part of its name that is known. At a collision the side of the 1
        is followed and the other one goes to `calls`.
        """
        ours = self._path
        ours[:len(path)] = path
        for level in range(3):
            known = min(max(bits - 32 * level, 0), 32)
            while known < 32:
                outcome = yield from self._start_anticollision(level, known)
                if outcome == COLLIDED:
                    known = self._split(level, known, calls)
                    if not known:
                        return GARBLED, None
                elif outcome == GOOD:
                    if not self._take(level, known, 5 - known // 8):
                        return GARBLED, None
                    known = 32
                else:
                    return outcome, None
            outcome = yield from self._start_level(level)
            if outcome != GOOD:
                return outcome, None
            reply = self._chip.reply
            if self._chip.got != 3 or crc_a(reply[1:2], 1) != reply[2] | reply[3] << 8:
                return GARBLED, None
            if not reply[1] & 0x04:  # the name is complete
                return GOOD, uid_of(ours, level)
            if ours[4 * level] != CASCADE_TAG:
                break
        return GARBLED, None

    def _start_anticollision(self, level, known):
        """Ask all whose name begins with the `known` bits of this level for the rest of it."""
        frame = self._chip.frame
        count = (known + 7) // 8
        frame[1] = SELECTS[level]
        frame[2] = (2 + known // 8) << 4 | known & 7
        for i in range(count):
            frame[3 + i] = self._path[4 * level + i]
        return self._chip.start_exchange(2 + count, known & 7, 40 - known)

    def _start_level(self, level):
        """Select the one whose name in this level is complete; it answers SAK and a checksum."""
        frame = self._chip.frame
        frame[1] = SELECTS[level]
        frame[2] = 0x70
        check = 0
        for i in range(4):
            byte = self._path[4 * level + i]
            frame[3 + i] = byte
            check ^= byte
        frame[7] = check
        crc = crc_a(frame[1:8], 7)
        frame[8] = crc & 0xFF
        frame[9] = crc >> 8
        return self._chip.start_exchange(9, 0, 24)

    def _start_halt(self):
        """Put the selected card to sleep. It says nothing to that, so nobody has to be waited for.

        A card that is left selected would not answer the next request.
        """
        for i in range(4):
            self._chip.frame[1 + i] = HALT[i]
        self._chip.transmit(4, 0)
        yield 36 * 10 + 120

    def _take(self, level, known, count):
        """Put the received rest of a level's name to what is known; return whether it checks."""
        if self._chip.got != count or not self._chip.whole:
            return False
        path = self._path
        reply = self._chip.reply
        at = 4 * level + known // 8
        low = (1 << (known & 7)) - 1
        for i in range(1, count):
            path[at] = path[at] & low | reply[i] & ~low & 0xFF
            low = 0
            at += 1
        check = reply[count]
        for i in range(4 * level, 4 * level + 4):
            check ^= path[i]
        return check == 0

    def _split(self, level, known, calls):
        """Follow one side of a collision; return how many bits of this level are known then.

        The position counts from bit 0 of the first byte received, thus with the bits that were
        known of this byte. One that can't be is no reason to give up: the next bit is tried.
        """
        place = (known & ~7) + self._chip.collision
        if place > 32:
            return 0
        if place <= known:
            place = known + 1
        path = self._path
        reply = self._chip.reply
        base = 4 * level
        low = (1 << (known & 7)) - 1
        byte = known // 8
        for i in range(1, min(self._chip.got, 4 - byte) + 1):
            path[base + byte] = path[base + byte] & low | reply[i] & ~low & 0xFF
            low = 0
            byte += 1
        last = (place - 1) // 8
        bit = 1 << ((place - 1) & 7)
        path[base + last] &= bit - 1
        bits = 32 * level + place
        other = bytes(path[:base + last + 1])
        path[base + last] |= bit
        one = bytes(path[:base + last + 1])
        calls.append((other, bits))
        self._splits.append((other, bits))
        self._splits.append((one, bits))
        return place
