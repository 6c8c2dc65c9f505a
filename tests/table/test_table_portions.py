"""A seat's zone that reads fewer cards than a hand has: at the count the hand is laid in portions."""

import pytest
from test_table_knock import knocked

from app.journal.journal import EVENT

HAND = "KS KH KD 5C 6C 7C 9S 9H 9D 2H".split()  # three melds, and two points left


def in_portions(table, cards, seat=1):
    """Lay four cards at a time on a seat's zone, and take them up again."""
    for at in range(0, len(cards), 4):
        portion = " ".join(cards[at : at + 4])
        table.lay(f"seat{seat}", portion)
        table.run(1500)
        table.take(portion)
        table.run(1500)


def told_of(table, zone):
    """Return the cards that came to a zone and left it, in the journal."""
    events = [each for _, _, each in table.journal((EVENT,)) if each.get("zone") == zone]
    return [sorted(card for each in events for card in each.get(way, [])) for way in ("in", "out")]


def test_a_hand_that_is_laid_in_portions_is_counted_whole(tmp_path):
    table = knocked(tmp_path, 4)
    in_portions(table, HAND)
    assert told_of(table, "seat1") == [sorted(HAND), []]
    table.people.do({"seat": 1, "press": "done"})
    assert [each for each in table.shown if each[0] == "refused"] == []
    assert table.warnings() == []
    # Ana's hand likewise; with the round's end all cards are taken up.
    in_portions(table, "AS 2S 3S 4D 4H 4S 6D 8H TC JC".split(), 0)
    table.people.do({"seat": 0, "press": "done"})
    assert [each[0] for each in table.shown if each[0] == "round"] == ["round"]
    for zone in ("seat0", "seat1"):
        came, left = told_of(table, zone)
        assert left == came
    table.sound()


@pytest.mark.parametrize(("most", "counted"), [(9, 10), (10, 0)])
def test_only_a_zone_that_is_too_small_for_a_hand_keeps_what_is_taken_up(tmp_path, most, counted):
    table = knocked(tmp_path, most)
    in_portions(table, HAND)
    came, left = told_of(table, "seat1")
    assert len(came) - len(left) == counted
