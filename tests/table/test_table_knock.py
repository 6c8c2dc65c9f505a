"""After a knock that is refused, the hand laid down for it is played on."""

from running import Running, config_for

from app.journal.journal import EVENT

ZONES = ("discard", "meld1", "meld2", "seat0", "seat1")
HAND = "KS QH JD TC 9D 8C 7S 5H 4C 2H"  # far over the limit, without a meld


def knocked(folder, most=None):
    """Return a table of gin where Luc has knocked, with seat zones that read `most` cards, None for a hand."""
    config = config_for(*ZONES, game="gin")
    for zone in config["zones"]:
        if most and zone["zone"].startswith("seat"):
            zone["most"] = most
    table = Running(config, folder=folder)
    table.run(1500)
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
    """Return the events of a zone in the journal."""
    return [
        (each.get("in", []), each.get("out", [])) for _, _, each in table.journal((EVENT,)) if each.get("zone") == zone
    ]


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
    ((came, _), *left) = told_of(table, "seat1")
    assert sorted(came) == sorted(HAND.split())
    assert sorted(card for _, out in left for card in out) == sorted(came)
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
