"""Which tags are in a field: rounds of 1 or 16 slots, collisions split, a zone checked.

Knows no chip. A `radio` asks the tags whose UID ends in some bits with `start_round(bits, wire,
slots)`, and then has for each slot `kinds` (what was heard), `wires` (the UID's bytes as they come
in the air; of a collision, those before it) and `places` (the UID's bit in which it happened).
`most` is how many tags it reads at most.

A check needs no more than one round where everything is as expected: a slot must then be silent, or
have one certain tag, or a collision where its tags begin to differ. Only what deviates is asked for
again, with a mask that is long enough. Tags that collide as they should are counted as seen, though
another one could hide among them: `SHARED` says so, and every second check asks one side of one
such collision, in turn; where one side of it has several, they are no more than assumed. More than
that would cost more time than all the silent slots.
"""

from drivers import iso15693
from drivers.scan import FULL, STACKED, Scan

# What was heard in a slot
SILENT = 0
GOOD = 1  # one tag, checksum right
COLLISION = 2
GARBLED = 3  # something, but no telling what

SHARED = 4  # flag of a Scan: tags that share a slot were seen by their collision only

_TRIES = 3  # at something that is there and can't be read
_PATIENCE = 4  # such failures in a scan; squared-up cards can make any number of them
_NO_BITS = bytes(8)


class Inventory:
    """The scans of one reader."""

    def __init__(self, radio):
        self.radio = radio
        # Whether the chip counts the bits of a reply from 0 or from 1: data sheets leave it open,
        # so it is found out from the first collisions. -1: not known yet.
        self.base = -1
        self._crowd = 0  # tags in the last scan
        self._checks = 0  # with shared slots
        self._turn = 0  # which side of which shared slot was asked last
        self._shared = []  # of this check: tags that share a slot, a list for each
        self._queue = []  # (bits, wire, tries, here, slots): prefixes to ask for
        self._dark = []  # (bits, wire): where something is that could not be read
        self._doubts = []  # (place, bits, wire): collisions that could tell the base
        self._seen = []
        self._assumed = []
        self._left = 0  # rounds that may still be asked
        self._failed = 0

    def start_all(self, expected=()):
        """Read all tags one by one; returns a Scan."""
        return (yield from self._start(expected, (), self._crowd < 2))

    def start_check(self, expected):
        """Look whether these tags and no others are there; returns a Scan."""
        believed = expected
        for uid in expected:
            if len(uid) != 8:  # of another kind of tag: no reader like this one reads it
                believed = [each for each in expected if len(each) == 8]
        return (yield from self._start(expected, believed, len(believed) < 2))

    def _start(self, expected, believed, few):
        scan = Scan()
        self._seen = seen = scan.seen
        self._assumed = scan.assumed
        self._shared = shared = []
        self._queue = []
        self._dark = []
        self._doubts = []
        self._left = 2 * self.radio.most + 12
        self._failed = 0
        yield from self._start_first(believed, few)
        if shared:
            self._spot_check()
        radio = self.radio
        most = radio.most
        while self._queue and len(seen) <= most:
            bits, wire, tries, here, slots = self._queue.pop()
            self._left -= 1
            if self._left < 0:
                self._dark.append((min(bits, 4), wire))
            elif slots == 1:
                yield from radio.start_round(bits, wire, 1)
                self._judge(0, bits, wire, tries, here)
            else:
                # Whatever the collision was like, the next four bits take it apart.
                self._left -= 2
                yield from radio.start_round(bits, wire, 16)
                self._judge_all(bits, wire, tries, ())
        if shared:
            scan.flags |= SHARED
        if self._dark:
            scan.flags |= STACKED
            self.base = -1  # should it be wrong, this is how it would show
        elif self._doubts and len(seen) <= most and not shared:
            self._learn()
        if len(seen) > most:
            scan.flags |= FULL
            while len(seen) > most:
                seen.pop()
        self._crowd = len(seen) + len(self._dark)
        for uid in expected:
            if uid not in seen:
                self._sort(scan, uid)
        return scan

    def _sort(self, scan, uid):
        """Say of an expected tag that was not seen whether that means anything."""
        doubt = scan.flags & FULL
        for bits, wire in self._dark:
            if len(uid) == 8 and iso15693.ends_in(uid, bits, wire):
                doubt = True
        (scan.unsure if doubt else scan.missing).append(uid)

    def _spot_check(self):
        """Ask one side of one collision that was as expected, each in its turn."""
        self._checks += 1
        if self._checks & 1:
            return
        self._turn += 1
        turn = self._turn % (2 * len(self._shared))
        here = self._shared[turn >> 1]
        place = self._place(here)
        side = None
        for uid in here:
            if uid[7 - (place >> 3)] >> (place & 7) & 1 == turn & 1:
                side = side or iso15693.wire_of(uid)
        here = [uid for uid in here if iso15693.ends_in(uid, place + 1, side)]
        for uid in here:
            self._seen.remove(uid)  # what it answers now counts
            if uid in self._assumed:
                self._assumed.remove(uid)
        self._queue.append((place + 1, side, 1, here, 1))

    def _start_first(self, expected, few):
        """The first round: in one slot where few tags lie, in sixteen where they collide."""
        radio = self.radio
        bits = 0
        wire = _NO_BITS
        if few:
            yield from radio.start_round(0, wire, 1)
            kind = radio.kinds[0]
            if kind < COLLISION:
                self._judge(0, 0, wire, 0, expected)
                return
            if kind == COLLISION:
                # All that answered agree up to there; a bit less, while the base is in doubt.
                bits = max(radio.places[0] - (self.base != 0), 0)
                if bits > iso15693.MOST_MASK - 4:
                    bits = 0
                else:
                    wire = radio.wires[0]
        yield from radio.start_round(bits, wire, 16)
        self._judge_all(bits, wire, 0, expected)
        if bits and not self._seen and not self._queue:
            self._dark.append((0, wire))  # what was heard of the collision was noise

    def _judge_all(self, bits, wire, tries, expected):
        """Take in what was heard in sixteen slots."""
        radio = self.radio
        kinds = radio.kinds
        silent = True
        for slot in range(16):
            kind = kinds[slot]
            if kind == SILENT:
                continue
            silent = False
            if kind == GOOD and not expected:
                self._found(iso15693.uid_of(radio.wires[slot]))
            else:
                prefix = iso15693.with_slot(wire, bits, slot)
                here = [uid for uid in expected if iso15693.ends_in(uid, bits + 4, prefix)]
                self._judge(slot, bits + 4, prefix, tries, here)
        if silent and tries:
            self._again(bits, wire, tries, SILENT)

    def _found(self, uid):
        if uid not in self._seen:
            self._seen.append(uid)

    def _place(self, uids):
        """Return the lowest bit in which these tags differ."""
        first = uids[0]
        least = 64
        for uid in uids:
            least = min(least, iso15693.first_difference(first, uid))
        return least

    def _judge(self, slot, bits, wire, tries, here):
        """Take in what was heard when the tags that end in these bits were asked.

        `tries`: 0 if silence would be an answer, else how often something was there before. `here`
        are the tags expected among them.
        """
        radio = self.radio
        kind = radio.kinds[slot]
        if kind == GOOD:
            uid = iso15693.uid_of(radio.wires[slot])
            self._found(uid)
            for other in here:
                if other != uid:
                    # It is gone, or was drowned by the one that was read.
                    differ = iso15693.first_difference(uid, other)
                    self._queue.append((differ + 1, iso15693.wire_of(other), 0, (), 1))
            return
        if kind == COLLISION:
            place = radio.places[slot]
            if len(here) > 1 and self.base >= 0 and place - self.base == self._place(here):
                for uid in here:
                    self._found(uid)
                    # There is one on either side of the place; of several on a side, who knows.
                    side = [each for each in here if _same(each, uid, place - self.base)]
                    if len(side) > 1 and uid not in self._assumed:
                        self._assumed.append(uid)
                self._shared.append(here)
                return
            if self._split(place, radio.wires[slot], bits, wire):
                return
        elif kind == SILENT and not tries:
            return
        self._again(bits, wire, tries, kind)

    def _again(self, bits, wire, tries, kind):
        """Something is there: ask for it once more, at last in sixteen slots."""
        tries += 1
        self._failed += 1
        if tries < _TRIES and self._failed < _PATIENCE:
            wide = tries + 1 == _TRIES and kind != SILENT and bits <= iso15693.MOST_MASK - 4
            self._queue.append((bits, wire, tries, (), 16 if wide else 1))
        else:
            # What was heard of a collision may be noise; in which slot it was is not.
            self._dark.append((min(bits, 4), wire))

    def _split(self, place, heard, bits, wire):
        """Ask for both sides of a collision; return False if it can't have been there."""
        base = self.base
        if place == bits:
            base = 0  # one bit before it would be one that was asked for
            if self.base == 1:
                self.base = -1
        bit = place - (base == 1)
        if not bits <= bit < 64 - 4 or not _agree(heard, wire, bits):
            return False
        # With a base that is known, there is something on either side.
        sure = 0 if base < 0 else 1
        own = heard[bit >> 3] >> (bit & 7) & 1
        self._queue.append((bit + 1, iso15693.with_bit(heard, bit, 1 - own), sure, (), 1))
        self._queue.append((bit + 1, iso15693.with_bit(heard, bit, own), sure, (), 1))
        if self.base < 0:
            self._doubts.append((place, bits, wire))
        if base < 0:
            before = 1 - (heard[bit - 1 >> 3] >> (bit - 1 & 7) & 1)
            self._queue.append((bit, iso15693.with_bit(heard, bit - 1, before), 0, (), 1))
        return True

    def _learn(self):
        """Compare where tags collided with where they differ."""
        for place, bits, wire in self._doubts:
            among = [uid for uid in self._seen if iso15693.ends_in(uid, bits, wire)]
            if len(among) > 1 and place - self._place(among) in (0, 1):
                self.base = place - self._place(among)
                return


def _same(one, other, place):
    """Tell whether two UIDs have the same bit at a place."""
    at = 7 - (place >> 3)
    return not (one[at] ^ other[at]) >> (place & 7) & 1


def _agree(heard, wire, bits):
    """Return whether a reply begins with the bits that were asked for."""
    whole = bits >> 3
    for index in range(whole):
        if heard[index] != wire[index]:
            return False
    return not bits & 7 or not (heard[whole] ^ wire[whole]) & (1 << (bits & 7)) - 1
