"""A knock: a hand that is laid in portions is counted whole; after one that is refused, the hand is played on."""

import pytest
from running import ZONES, Running, config_for

from app.journal.journal import EVENT

HAND = "KS QH JD TC 9D 8C 7S 5H 4C 2H"  # far over the limit, without a meld


def knocked(folder, most=None):
    """Return a table of gin where Luc has knocked, with seat zones that read `most` cards, None for a hand."""
    config = config_for(*ZONES, game="gin")
    for zone in config["zones"]:
        if most and zone["zone"].startswith("seat"):
            zone["most"] = most
    table = Running(config, folder=folder, ms=1500)
    table.host.resume()
    table.begin(game="gin")
    table.deal()
    for event in (
        {"seat": 1, "press": "pass"},
        {"seat": 0, "press": "pass"},
        {"draw": 1},
        {"seat": 1, "press": "knock"},
        {"zone": "discard", "in": ["2C"]},
    ):
        table.people.do(event)
    return table


def after_a_knock(folder):
    """Return a table of gin where Luc has knocked with too much, and Ana is on turn."""
    table = knocked(folder)
    table.people.do({"zone": "seat1", "in": HAND.split()})
    table.people.do({"seat": 1, "press": "done"})
    assert [each[3] for each in table.shown if each[0] == "refused"] == [["knock_too_high"]]
    assert table.program.show.phase == "turn", table.describe()
    return table


def told_of(table, zone):
    """Return the cards that came to a zone and left it, in the journal."""
    events = [each for _, _, each in table.journal((EVENT,)) if each.get("zone") == zone]
    return [sorted(card for each in events for card in each.get(way, [])) for way in ("in", "out")]


def test_what_leaves_the_seat_zone_is_in_no_two_places(tmp_path):
    table = after_a_knock(tmp_path)
    table.take(HAND)
    table.wait()
    table.people.do({"draw": 1})
    table.people.do({"zone": "discard", "in": ["3C"]})
    table.people.do({"draw": 1})
    table.people.do({"zone": "discard", "in": ["9D"]})
    assert [each[0] for each in table.shown].count("turn") >= 2
    assert table.warnings() == []
    assert told_of(table, "seat1") == [sorted(HAND.split())] * 2
    table.sound()


def test_what_comes_to_the_seat_zone_then_is_a_secret(tmp_path):
    table = after_a_knock(tmp_path)
    before = told_of(table, "seat1"), told_of(table, "seat0")
    table.lay("seat1", "4S 5S")
    table.lay("seat0", "6S")
    table.run(3000)
    table.take("4S 6S")
    table.run(3000)
    assert (told_of(table, "seat1"), told_of(table, "seat0")) == before
    said = table.raw.decode() + table.said()
    assert not [card for card in ("4S", "5S", "6S") if f'"{card}"' in said]
    table.sound()


# --- a seat's zone that reads fewer cards than a hand has


MELDS = "KS KH KD 5C 6C 7C 9S 9H 9D 2H".split()  # three melds, and two points left


def in_portions(table, cards, seat=1):
    """Lay four cards at a time on a seat's zone, and take them up again."""
    for at in range(0, len(cards), 4):
        portion = " ".join(cards[at : at + 4])
        table.lay(f"seat{seat}", portion)
        table.run(1500)
        table.take(portion)
        table.run(1500)


def test_a_hand_that_is_laid_in_portions_is_counted_whole(tmp_path):
    table = knocked(tmp_path, 4)
    in_portions(table, MELDS)
    assert told_of(table, "seat1") == [sorted(MELDS), []]
    scanned = table.program.readers.scans
    table.run(2000)
    assert table.program.readers.scans - scanned > 50  # what is laid off will be seen soon
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
    in_portions(table, MELDS)
    came, left = told_of(table, "seat1")
    assert len(came) - len(left) == counted
