"""From readings to cards: arrivals, departures, cards in two zones, flicker."""

import random

import pytest

from app.sensing.presence import NOWHERE, Presence


class Scans:
    """A table whose zones are scanned in turn, 20 ms each."""

    def __init__(self, zones, seed=0, lost=0.0):
        self.presence = Presence(zones)
        self.cards = [[] for _ in range(zones)]
        self.now = 0
        self.rng = random.Random(seed)
        self.lost = lost

    def scan(self, zone, seen=None):
        if seen is None:
            seen = [card for card in self.cards[zone] if self.rng.random() >= self.lost]
        self.presence.took(zone, seen, (), self.now, self.now + 20)
        self.now += 20

    def round(self, count=1):
        for _ in range(count):
            for zone in range(len(self.cards)):
                self.scan(zone)

    def changes(self):
        found, self.presence.changes = self.presence.changes, []
        return [(zone, list(left), list(came)) for zone, left, came in found]


def lying(*cards):
    """Return a table with these cards in its zones, known for long."""
    table = Scans(len(cards))
    table.cards = list(cards)
    table.round(3)
    table.changes()
    return table


def test_a_card_has_arrived_at_its_second_reading():
    """Of three scans in a row, one may miss it."""
    for comes, some in ((True, "11 101 110 011"), (False, "1 1001 1000")):
        for readings in some.split():
            table = Scans(1)
            for read in readings:
                table.scan(0, [5] if read == "1" else [])
            assert table.changes() == [(0, [], [5])] * comes, readings
            assert table.presence.zone_of(5) == (0 if comes else NOWHERE), readings


def test_a_card_is_gone_after_five_misses_that_took_long_enough():
    table = lying([5])
    table.cards[0] = []
    table.round(5)
    assert table.changes() == []  # missed five times, but within 100 ms
    table.round(8)
    assert table.changes() == [(0, [5], [])]
    assert table.presence.zone_of(5) == NOWHERE


def test_a_card_read_in_two_zones_stays_and_is_named():
    table = lying([5], [])
    table.cards = [[5], [5]]  # the neighbour reads it too
    table.round(50)
    assert table.changes() == []
    assert table.presence.twice == []
    table.round(2)
    assert table.presence.twice == [(5, 0, 1)]
    table.cards = [[5], []]
    table.round(4)
    assert table.changes() == []
    assert table.presence.twice == []


def test_what_a_scan_is_unsure_of_is_no_miss():
    table = lying([5])
    for _ in range(50):
        table.presence.took(0, [], [5], table.now, table.now + 20)
        table.now += 20
    assert table.changes() == []


def test_settled_needs_two_scans_since_and_no_doubt():
    table = Scans(2)
    table.cards = [[5], []]
    table.round(3)
    since = table.now
    assert not table.presence.settled([0, 1], since)
    table.round()
    assert not table.presence.settled([0, 1], since)
    table.round()
    assert table.presence.settled([0, 1], since)
    table.cards[1] = [7]
    table.scan(1)
    assert not table.presence.settled([0, 1], since)
    assert table.presence.settled([0], since)


def test_what_was_known_is_believed_and_then_checked():
    table = Scans(2)
    table.presence.assume(0, [5, 6])
    table.cards = [[5], [7]]
    table.round(15)
    assert table.changes() == [(1, [], [7]), (0, [6], [])]


@pytest.mark.parametrize("seed", range(8))
def test_random_moves_end_where_the_cards_lie(seed):
    table = Scans(4, seed, lost=0.02)
    rng = random.Random(seed)
    believed = {}
    for turn in range(201):
        card = rng.randrange(20)
        for cards in table.cards:
            if card in cards:
                cards.remove(card)
        if rng.random() < 0.8:
            table.cards[rng.randrange(4)].append(card)
        table.round(rng.randrange(1, 30) if turn < 200 else 30)
        for zone, left, came in table.changes():
            for each in left:
                assert believed.pop(each) == zone
            for each in came:
                assert each not in believed
                believed[each] = zone
    assert believed == {card: zone for zone, cards in enumerate(table.cards) for card in cards}


# --- cards that flicker


@pytest.mark.parametrize(
    ("lost", "unsteady"), [(0.02, False), (0.05, False), (0.1, False), (0.5, True), (0.7, True), (0.8, True)]
)
def test_a_zone_is_unsteady_where_many_readings_are_lost(lost, unsteady):
    for seed in range(5):
        table = Scans(1, seed, lost)
        table.cards[0] = [1, 2, 3, 4]
        table.round(10)
        found = False
        for _ in range(600):
            table.round()
            found = found or table.presence.is_unsteady(0)
        assert found == unsteady, seed


@pytest.mark.parametrize("lost", [0.5, 0.7])
def test_a_card_that_flickers_is_believed_to_lie_there(lost):
    table = Scans(1, 7, lost)
    table.cards[0] = [1, 2, 3, 4]
    table.round(60)
    table.changes()
    for _ in range(2000):
        table.round()
        assert not table.presence.settled([0], 0)
    assert table.changes() == []
    table.lost = 0
    table.round(80)
    assert table.presence.settled([0], 0)
    table.cards[0] = [1, 2, 3]
    table.round(14)
    assert table.changes() == [(0, [4], [])]  # as fast as any card that is taken away


def test_a_card_that_is_gone_for_a_short_time_again_and_again_makes_its_zone_unsteady():
    table = lying([5])
    table.round(200)
    while not table.presence.is_unsteady(0):
        assert table.now < 9000
        for table.cards[0], scans in (([], 20), ([5], 3)):
            table.round(scans)


def test_a_card_that_flickered_and_is_gone_is_forgotten():
    table = Scans(1, 9, 0.7)
    table.cards[0] = [1, 2]
    table.round(100)
    assert table.presence.is_unsteady(0)
    table.cards[0] = []
    table.round(160)  # 3.2 s
    assert sorted(table.presence.lying[0]) == []
    assert table.presence.settled([0], 0)
