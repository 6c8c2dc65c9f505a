"""Finds the tags in a field: rounds of 1 or 16 slots, splits collisions, checks a zone.

This module knows no chip. Each scan gets a radio, which has

- `start_round(bits, mask, slots)`: steps; asks the tags whose UID ends in these bits, and returns
  the replies as an iso15693.Heard, which is valid until the next round;
- `limit`: the most tags that a scan reads;
- `base`, `crowd` and `turn`: state of the inventory, at first -1, 0 and 0. `base` is the number, 0
  or 1, from which this radio counts the bits of a reply. Data sheets do not say, so it is -1 until
  the first collisions show it. `crowd` is how many tags the last scan found. `turn` counts the
  checks with shared slots.

A check takes one round if everything is as expected: each slot is silent, holds the one expected
tag, or collides at the bit where its tags begin to differ. Other slots are asked again with a
longer mask. Tags that collide as expected count as seen. Another tag could hide among them, so the
scan is flagged `SHARED`, and every second check asks one side of one of these collisions, in turn.
If a side has several tags, each of them is only assumed. A more thorough check would take longer
than all the silent slots.
"""

from drivers import iso15693
from drivers.iso15693 import COLLISION, GOOD, SILENT
from drivers.scan import FULL, SHARED, STACKED, Scan

_TRIES = 3  # attempts at a tag that answers but cannot be read
_PATIENCE = 4  # failed attempts in a scan; squared-up cards can cause any number of them
_NO_BITS = bytes(8)


class Inventory:
    """Runs the scans of several radios, one after the other."""

    def __init__(self) -> None:
        self._radio = None
        self._heard = None  # the replies of the last round
        self._shared = []  # in this check: a list of tags for each shared slot
        self._queue = []  # (bits, mask, tries, here, slots): prefixes to ask
        self._dark = []  # (bits, mask): prefixes under which a tag could not be read
        self._doubts = []  # (place, bits, mask): collisions that may show the base
        self._scan = None
        self._trust = False  # whether expected tags that collide as expected count as seen
        self._failed = 0

    def start_all(self, radio: "InventoryRadio", expected: "Sequence[bytes]") -> "Steps[Scan]":
        """Steps: read all tags one by one; return a Scan."""
        return self._start_scan(radio, expected, radio.crowd < 2, False)

    def start_check(self, radio: "InventoryRadio", expected: "Sequence[bytes]") -> "Steps[Scan]":
        """Steps: check that these tags and no others are there; return a Scan."""
        return self._start_scan(radio, expected, len(expected) < 2, True)

    def _start_scan(
        self, radio: "InventoryRadio", expected: "Sequence[bytes]", few: bool, trust: bool
    ) -> "Steps[Scan]":
        self._trust = trust
        self._radio = radio
        self._scan = scan = Scan()
        seen = scan.seen
        self._shared = []
        self._queue = queue = []
        self._dark = []
        self._doubts = []
        self._failed = 0
        limit = radio.limit
        left = 2 * limit + 12  # rounds that are still allowed
        # Other lengths belong to another standard, which this reader does not read.
        yield from self._start_first([uid for uid in expected if len(uid) == 8], few)
        if self._shared:
            scan.flags = SHARED
            self._spot_check()
        while queue and len(seen) <= limit:
            bits, mask, tries, here, slots = queue.pop()
            left -= slots + 8 >> 3  # 1, or 3 for sixteen slots
            if left < 0:
                self._dark.append((min(bits, 4), mask))
                continue
            self._heard = yield from radio.start_round(bits, mask, slots)
            if slots == 1:
                self._judge(0, bits, mask, tries, here)
            else:
                # Sixteen slots split any collision by the next four bits.
                self._judge_all(bits, mask, tries, here)
        if self._dark:
            scan.flags |= STACKED
            radio.base = -1  # a wrong base may be the cause: determine it again
        elif self._doubts and len(seen) <= limit and not self._shared:
            self._learn()
        if len(seen) > limit:
            scan.flags |= FULL
            while len(seen) > limit:
                seen.pop()
        radio.crowd = len(seen) + len(self._dark)
        for uid in expected:
            if uid not in seen:
                self._sort(scan, uid)
        return scan

    def _sort(self, scan: Scan, uid: bytes) -> None:
        """Put an expected tag that was not seen among the missing or the unsure."""
        doubt = scan.flags & FULL
        for bits, mask in self._dark:
            if len(uid) == 8 and iso15693.ends_in(uid, bits, mask):
                doubt = True
        (scan.unsure if doubt else scan.missing).append(uid)

    def _spot_check(self) -> None:
        """On every second check, ask one side of one expected collision, in turn."""
        radio = self._radio
        radio.turn += 1
        if radio.turn & 1:
            return
        shared = self._shared
        turn = (radio.turn >> 1) % (2 * len(shared))
        here = shared[turn >> 1]
        place = _place(here)
        here = [uid for uid in here if _bit(uid, place) == turn & 1]
        scan = self._scan
        for uid in here:
            scan.seen.remove(uid)  # only its next answer counts
            if uid in scan.assumed:
                scan.assumed.remove(uid)
        self._ask(place, iso15693.as_sent(here[0]), 1, here)

    def _start_first(self, expected: "Sequence[bytes]", few: bool) -> "Steps[None]":
        """Steps: ask the first round: few tags in one slot, many or colliding ones in sixteen."""
        radio = self._radio
        bits = 0
        mask = _NO_BITS
        if few:
            self._heard = yield from radio.start_round(0, mask, 1)
            kind = self._heard.kinds[0]
            if kind < COLLISION:
                self._judge(0, 0, mask, 0, expected)
                return
            if kind == COLLISION:
                # All tags agree in the bits before the collision. Unless the base is 0, that may
                # be one bit fewer.
                bits = max(self._heard.places[0] - (radio.base != 0), 0)
                if bits > iso15693.MOST_MASK - 4:
                    bits = 0
                else:
                    mask = self._heard.replies[0]
        self._heard = yield from radio.start_round(bits, mask, 16)
        self._judge_all(bits, mask, 0, expected)
        if bits and not self._scan.seen and not self._queue:
            self._dark.append((0, mask))  # the bits read from the collision were noise

    def _judge_all(self, bits: int, mask: bytes, tries: int, expected: "Sequence[bytes]") -> None:
        """Process the replies in sixteen slots."""
        silent = True
        for slot in range(16):
            if self._heard.kinds[slot] != SILENT:
                silent = False
                prefix = iso15693.with_slot(mask, bits, slot)
                here = [uid for uid in expected if iso15693.ends_in(uid, bits + 4, prefix)]
                self._judge(slot, bits + 4, prefix, tries, here)
        if silent and tries:
            self._again(bits, mask, tries, SILENT, expected)

    def _judge(self, slot: int, bits: int, mask: bytes, tries: int, here: "Sequence[bytes]") -> None:
        """Process the reply of the tags that end in these bits.

        `tries`: how many earlier attempts found a tag; 0 if silence is a valid answer. `here`: the
        expected tags that end in these bits.
        """
        scan = self._scan
        kind = self._heard.kinds[slot]
        heard = self._heard.replies[slot]
        if kind == GOOD:
            uid = iso15693.uid_of(heard)
            _add(scan.seen, uid)
            for other in here:
                if other != uid:
                    # It is gone, or the stronger reply covered it.
                    self._ask(_place((uid, other)), iso15693.as_sent(other), 0, ())
            return
        if kind == COLLISION:
            radio = self._radio
            place = self._heard.places[slot]
            if self._trust and not tries and len(here) > 1 and radio.base >= 0 and place - radio.base == _place(here):
                place -= radio.base
                for uid in here:
                    _add(scan.seen, uid)
                    # Each side of the collision has at least one tag. With several on a side, any
                    # one of them may be gone.
                    if len([1 for each in here if _bit(each, place) == _bit(uid, place)]) > 1:
                        _add(scan.assumed, uid)
                self._shared.append(here)
                return
            if self._split(place, heard, bits, mask, here):
                return
        elif kind == SILENT and not tries:
            return
        self._again(bits, mask, tries, kind, here)

    def _again(self, bits: int, mask: bytes, tries: int, kind: int, here: "Sequence[bytes]") -> None:
        """Ask again for a tag that answered; the last attempt uses sixteen slots."""
        tries += 1
        self._failed += 1
        if tries < _TRIES and self._failed < _PATIENCE:
            wide = tries + 1 == _TRIES and kind != SILENT and bits <= iso15693.MOST_MASK - 4
            self._queue.append((bits, mask, tries, here, 16 if wide else 1))
        else:
            # The bits of a collision may be noise. The slot number, its first four bits, is not.
            self._dark.append((min(bits, 4), mask))

    def _split(self, place: int, heard: bytes, bits: int, mask: bytes, here: "Sequence[bytes]") -> bool:
        """Ask both sides of a collision; return False if there can't be a collision there."""
        radio = self._radio
        base = radio.base
        if place == bits:
            base = 0  # with base 1 the collision would be in a bit that the request fixed
            if radio.base == 1:
                radio.base = -1
        bit = place - (base == 1)
        if not bits <= bit < 64 - 4 or not iso15693.ends_in(iso15693.uid_of(heard), bits, mask):
            return False
        # If the base is known, both sides have a tag.
        sure = 0 if base < 0 else 1
        self._ask(bit, heard, sure, here)
        self._ask(bit, iso15693.flipped(heard, bit), sure, here)
        if radio.base < 0:
            self._doubts.append((place, bits, mask))
        if base < 0:
            self._ask(bit - 1, iso15693.flipped(heard, bit - 1), 0, here)
        return True

    def _ask(self, bit: int, mask: bytes, tries: int, here: "Sequence[bytes]") -> None:
        here = [uid for uid in here if iso15693.ends_in(uid, bit + 1, mask)]
        self._queue.append((bit + 1, mask, tries, here, 1))

    def _learn(self) -> None:
        """Find the base: compare the place of a collision with the bit where the tags differ."""
        for place, bits, mask in self._doubts:
            among = [uid for uid in self._scan.seen if iso15693.ends_in(uid, bits, mask)]
            if len(among) > 1 and place - _place(among) in (0, 1):
                self._radio.base = place - _place(among)
                return


def _add(uids: "list[bytes]", uid: bytes) -> None:
    if uid not in uids:
        uids.append(uid)


def _place(uids: "Sequence[bytes]") -> int:
    """Return the lowest bit in which these tags differ, 64 if they are equal."""
    return min([iso15693.first_difference(uids[0], uid) for uid in uids])


def _bit(uid: bytes, place: int) -> int:
    return uid[7 - (place >> 3)] >> (place & 7) & 1
