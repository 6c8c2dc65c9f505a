"""Rounds, splits and checks, against a minimal radio: no chip, no time."""

import random

import pytest
import ring
from bench.air import some_uids

from drivers.inventory import Inventory
from drivers.iso15693 import COLLISION, GARBLED, GOOD, SILENT, Heard, as_sent, ends_in, first_difference, with_slot
from drivers.scan import FULL, SHARED, STACKED
from drivers.steps import blocking


class Radio:
    """Tags that answer at once. `base`: where the chip starts to count the bits of a reply.

    After a collision the bits are random. `captured` tags drown all others, `garbled` ones are
    never read completely, and `lost` is the probability that a reply is missed.
    """

    def __init__(self, uids=(), base=0, seed=1):
        self.uids = list(uids)
        self.counts_from = base
        self.captured = ()
        self.garbled = ()
        self.lost = 0.0
        self.limit = 20
        self.dice = random.Random(seed)
        self.asked = []
        self.base = -1
        self.crowd = 0
        self.turn = 0
        self.inventory = Inventory()
        self.heard = Heard()

    def check(self, expected):
        return blocking(self.inventory.start_check(self, expected), lambda us: None)

    def all(self, expected=()):
        return blocking(self.inventory.start_all(self, expected), lambda us: None)

    def start_round(self, bits, mask, slots):
        assert 0 <= bits <= 60
        self.asked.append((bits, slots))
        yield 0
        for slot in range(slots):
            prefix, known = (mask, bits) if slots == 1 else (with_slot(mask, bits, slot), bits + 4)
            self._hear(
                slot, [uid for uid in self.uids if ends_in(uid, known, prefix) and self.dice.random() >= self.lost]
            )
        return self.heard

    def _hear(self, slot, uids):
        uids = [uid for uid in uids if uid in self.captured] or uids
        self.heard.kinds[slot] = SILENT
        if not uids:
            return
        place = min(first_difference(uids[0], uid) for uid in uids)
        if any(uid in self.garbled for uid in uids):
            self.heard.kinds[slot] = GARBLED
        elif place == 64:
            self.heard.kinds[slot] = GOOD
            self.heard.replies[slot] = as_sent(uids[0])
        else:
            self.heard.kinds[slot] = COLLISION
            self.heard.places[slot] = place + self.counts_from
            known = int.from_bytes(uids[0], "big") & (1 << place) - 1
            noise = self.dice.getrandbits(64) >> place << place
            self.heard.replies[slot] = (known | noise).to_bytes(8, "little")


def tags(*numbers):
    return [(0xE004015000000000 + number).to_bytes(8, "big") for number in numbers]


def sort_out(scan, expected):
    """Check that every expected tag is in exactly one list, and none is in a list twice."""
    assert len(set(scan.seen)) == len(scan.seen)
    for uid in expected:
        assert (uid in scan.seen) + scan.missing.count(uid) + scan.unsure.count(uid) == 1
    assert set(scan.missing + scan.unsure) <= set(expected)


@pytest.mark.parametrize("base", [0, 1])
def test_every_tag_is_found_wherever_the_chip_counts_from(base):
    dice = random.Random(base)
    for seed in ring.seeds("inventory", 80, 300):
        near = dice.choice((3, 8, 40))  # bits in which the UIDs may differ
        shift = dice.randrange(0, 48 - near) if near < 40 else 0
        numbers = {dice.getrandbits(near) << shift for _ in range(dice.randrange(0, 20))}
        uids = [(0xE004 << 48 | number).to_bytes(8, "big") for number in numbers]
        radio = Radio(uids, base, seed)
        for _ in range(3):
            scan = radio.all()
            assert sorted(scan.seen) == sorted(uids)
            assert not scan.flags
        assert radio.base in (-1, base)
        scan = radio.check(uids)
        assert sorted(scan.seen) == sorted(uids)
        assert scan.flags in (0, SHARED)


@pytest.mark.parametrize("base", [0, 1])
def test_where_the_chip_counts_from_is_learnt_once(base):
    radio = Radio(tags(0x05, 0x15, 0x100, 0x203), base)
    radio.all()
    assert radio.base == base
    radio.asked.clear()
    radio.all()
    assert [slots for _, slots in radio.asked] == [16, 1, 1]


def test_an_expected_collision_counts_as_seen():
    uids = tags(0x011, 0x021, 5)
    radio = Radio(uids)
    assert radio.check(uids).flags == 0  # the first scan splits, to learn the chip's count
    radio.asked.clear()
    scan = radio.check(uids)
    assert sorted(scan.seen) == sorted(uids)
    assert scan.flags == SHARED
    assert radio.asked == [(0, 16)]


def test_a_tag_that_hides_in_an_expected_collision_is_found_in_turn():
    expected = tags(0x011, 0x021, 0x402)
    for hidden in tags(0x111, 0x121, 0x411):
        radio = Radio([*expected, hidden])
        scans = [radio.check(expected) for _ in range(4)]
        for scan in scans:
            sort_out(scan, expected)
            assert not scan.missing
        assert any(hidden in scan.seen for scan in scans)


def test_tags_on_one_side_of_a_collision_are_assumed():
    expected = tags(0x011, 0x021, 0x041)
    radio = Radio(expected)
    radio.base = 0
    scans = [radio.check(expected) for _ in range(8)]
    assert all(sorted(scan.seen) == expected for scan in scans)
    assert sum(sorted(scan.assumed) == expected[1:] for scan in scans) >= 6
    assert any(scan.assumed == [] for scan in scans)
    assert radio.all(expected).assumed == []


def test_what_cannot_be_read_is_stacked_and_not_missing():
    expected = tags(1, 2, 3, 4, 0x13)
    radio = Radio(expected)
    radio.garbled = expected[2:3]
    scan = radio.check(expected)
    assert scan.flags & STACKED
    sort_out(scan, expected)
    assert not scan.missing
    assert scan.unsure == expected[2:3]
    assert expected[4] in scan.seen  # sixteen more slots separate it from the other tag


def test_a_collision_that_names_no_place_is_taken_apart_anyway():
    class Ghosts(Radio):
        def _hear(self, slot, uids):
            Radio._hear(self, slot, uids)
            if self.heard.kinds[slot] == COLLISION:
                self.heard.kinds[slot] = GARBLED

    uids = tags(0x013, 0x023, 0x035)
    for believed in ([], uids[:1], uids[1:], uids):
        assert sorted(Ghosts(uids).check(believed).seen) == uids


def test_more_tags_than_the_limit_end_the_scan():
    uids = some_uids(random.Random(1), 60)
    radio = Radio(uids)
    for expected in ((), uids[:30]):
        radio.asked.clear()
        scan = radio.check(expected)
        assert scan.flags & FULL
        assert len(scan.seen) == radio.limit
        assert set(scan.seen) <= set(uids)
        sort_out(scan, expected)
        assert not scan.missing
        assert len(radio.asked) < 2 * radio.limit + 15


def test_any_noise_comes_to_an_end():
    dice = random.Random(5)
    for seed in ring.seeds("inventory", 150, 500):
        uids = some_uids(dice, dice.randrange(12))
        radio = Radio(uids, base=dice.randrange(2), seed=seed)
        radio.lost = dice.choice((0, 0.02, 0.5))
        radio.captured = uids[: dice.randrange(3)]
        radio.garbled = uids[: dice.randrange(3)]
        expected = [*uids[dice.randrange(3) :], *some_uids(dice, dice.randrange(3))]
        for _ in range(4):
            radio.asked.clear()
            scan = radio.check(expected)
            sort_out(scan, expected)
            assert set(scan.seen) <= set(uids) | set(expected)
            assert len(radio.asked) <= 2 * radio.limit + 14


def test_collisions_that_are_not_there_come_to_an_end():
    class Noise(Radio):
        def start_round(self, bits, mask, slots):
            self.asked.append((bits, slots))
            yield 0
            for slot in range(slots):
                self.heard.kinds[slot] = self.dice.choice((SILENT, COLLISION, GARBLED))
                self.heard.places[slot] = self.dice.randrange(128)
                self.heard.replies[slot] = self.dice.randbytes(8)
            return self.heard

    expected = tags(1, 2, 3)
    for seed in ring.seeds("inventory", 100, 300):
        radio = Noise(seed=seed)
        for believed in (expected, expected[:1], []):
            radio.asked.clear()
            sort_out(radio.check(believed), believed)
            assert len(radio.asked) <= 2 * radio.limit + 14
