"""Cards by hand at the modelled table: for the referee they lie where the players say."""

import json

import playing
from running import EASY, ZONES, dealt

from app.match.by_hand import lying as the_cards
from app.sensing.readers import LOST
from tierce.cards import code, parse
from tierce.events import to_log
from tierce.records import EVENT
from tierce.zones import zone_number


def table_at(folder, **more):
    """Return a table at which Ana is on turn and the 9C lies turned up."""
    return dealt(folder, header={"dealer": 1}, more=more)


def put(table, zone, card, out=False):
    said = table.program.table.put_by_hand(zone_number(zone), parse(card), out)
    table.wait()
    return said


def events(table):
    found = [dict(thing) for _, _, thing in table.journal((EVENT,))]
    for event in found:
        del event["t"]
    return found


def lying(table, zone):
    """Return the codes that lie in a zone for the referee, sorted."""
    return sorted([code(card) for card in table.program.match.view.cards(zone_number(zone))])


def by_hand(table):
    return [(zone, code(card)) for zone, card in the_cards(table.program.match)]


def test_a_turn_with_a_broken_tag_is_accepted(tmp_path):
    table = table_at(tmp_path)
    table.twin.break_tag("6H")
    table.lay_and_wait("meld1", "5H 6H 7H")
    assert lying(table, "meld1") == ["5H", "7H"]
    assert put(table, "meld1", "6H") == ""
    assert "By hand: meld 1 6♥" in table.said()
    table.run(5000)  # its reader never sees it, and does not report it gone
    table.lay_and_wait("discard", "2C")
    assert table.shown[-1][0] == "turn"
    assert {"zone": "meld1", "in": ["6H"], "by": "hand"} in events(table)
    assert put(table, "meld1", "6H", out=True) == ""
    assert "By hand" not in table.said()
    table.sound()


def test_a_discard_by_hand_is_judged_like_any_other(tmp_path):
    table = table_at(tmp_path)
    assert put(table, "discard", "2C") == ""
    assert table.shown[-1][0] == "turn"
    assert table.program.show.seat == 1
    assert put(table, "discard", "2C", out=True) == ""
    assert table.program.match.view.taken == parse("2C")
    table.sound()


def test_a_reader_that_sees_it_makes_it_an_ordinary_card_there(tmp_path):
    table = table_at(tmp_path)
    for where in ("meld1", "meld2", "seat0", "discard"):
        assert put(table, "meld1", "6H") == ""
        table.lay_and_wait(where, "6H")
        assert by_hand(table) == []
        # A hand is secret: there it lies nowhere until the hands are counted.
        for zone in ("meld1", where):
            assert ("6H" in lying(table, zone)) == (zone == where != "seat0"), where
        assert not table.warnings("duplicate_card")
        table.take("6H")
        table.wait()
        assert lying(table, "meld1") == []
    table.sound()


def test_what_is_wrong_is_refused_in_a_word_and_changes_nothing(tmp_path):
    table = table_at(tmp_path)
    table.lay_and_wait("meld1", "5H 6H 7H")
    put(table, "meld2", "KS")
    before = events(table)
    for zone, card, out, why in (
        ("meld2", "5H", False, "lies"),
        ("meld1", "5H", False, "lies"),
        ("meld1", "KS", False, "lies"),
        ("meld1", "X5", False, "no_card"),
        ("meld3", "2C", False, "no_zone"),
        ("seat2", "2C", False, "no_zone"),
        ("seat0", "2C", False, "secret"),
        ("meld2", "2C", True, "not_there"),
        ("meld1", "KS", True, "not_there"),
        ("meld1", "5H", True, "is_read"),
    ):
        assert put(table, zone, card, out) == why, (zone, card, out)
    assert events(table) == before
    table.people.end()
    assert put(table, "meld1", "2C") == "no_match"


def test_it_outlives_power_cuts(tmp_path):
    table = table_at(tmp_path)
    table.lay_and_wait("meld1", "5H 7H")
    put(table, "meld1", "6H")
    for _ in range(2):
        table.restart()
        assert by_hand(table) == [(1, "6H")]
        assert lying(table, "meld1") == ["5H", "6H", "7H"]
        assert not table.program.show.differences
    put(table, "meld1", "6H", out=True)
    table.cut()
    table.start(3000)
    assert by_hand(table) == []
    assert lying(table, "meld1") == ["5H", "7H"]
    table.sound()


def test_the_next_deal_takes_it_up(tmp_path):
    table = table_at(tmp_path)
    put(table, "meld1", "6H")
    table.program.table.rule("void")
    table.wait()
    assert table.program.show.phase == "deal"
    assert by_hand(table) == [(1, "6H")]
    table.twin.clear()
    table.wait()
    table.deal()
    assert by_hand(table) == []
    assert not table.warnings("table_not_clear")
    table.sound()


def test_a_reader_that_is_lost_leaves_its_cards_to_the_players(tmp_path):
    table = table_at(tmp_path)
    table.lay_and_wait("meld1", "5H 6H 7H")
    table.twin.faults.miso_low(table.twin.readers["meld1"])
    index = table.program.table.index_of(1)
    table.until(lambda: (index, LOST) in table.program.readers.troubles, 30000)
    assert put(table, "meld1", "5H", out=True) == ""
    assert put(table, "meld1", "8H") == ""
    assert lying(table, "meld1") == ["6H", "7H", "8H"]
    table.take("5H")
    table.twin.faults.miso_low(table.twin.readers["meld1"], False)
    table.run(9000)
    assert lying(table, "meld1") == ["6H", "7H", "8H"]
    assert by_hand(table) == [(1, "8H")]


def test_the_host_is_told_which_cards_lie_by_hand(tmp_path):
    table = table_at(tmp_path)
    put(table, "meld1", "6H")
    zones = {zone["zone"]: zone for zone in table.ask("get", what="table")["table"]["zones"]}
    assert zones["meld1"]["cards"] == zones["meld1"]["by_hand"] == ["6H"]
    assert "by_hand" not in zones["discard"]
    records = [each for each in table.host.log if each.get("zone") == "meld1"]
    assert records[-1]["by"] == "hand", records


def test_a_card_that_came_meanwhile_is_refused_in_a_sentence(tmp_path):
    table = table_at(tmp_path)
    people = table.people
    people.finish(people._start_decide())
    table.pick("put")
    people.finish(people._start_card(parse("6H"), 1))
    table.lay("meld2", "6H")
    table.run(1000)
    table.pick("put_now")
    assert "The table has that card somewhere already." in table.said()
    assert by_hand(table) == []


# A round with two broken tags: one card stays on a meld, another is discarded and taken.
LOG = [
    {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 1, "rules": {**EASY, "hand": 5, "target": 60}},
    {"t": 0, "seat": 1, "press": "deal"},
    {"t": 1, "zone": "discard", "in": ["9C"]},
    {"t": 2, "zone": "meld1", "in": ["5H"]},
    {"t": 3, "zone": "meld1", "in": ["7H"]},
    {"t": 4, "zone": "meld1", "in": ["6H"], "by": "hand"},
    {"t": 5, "zone": "discard", "in": ["KS2"], "by": "hand"},
    {"t": 6, "zone": "discard", "out": ["KS2"], "by": "hand"},
    {"t": 7, "zone": "discard", "in": ["2D"]},
    {"t": 8, "zone": "meld1", "in": ["6H"]},
    {"t": 9, "ruling": "undo"},
    {"t": 11, "ruling": "points", "seat": 1, "points": 5},
    {"t": 12, "zone": "discard", "out": ["2D"]},
    {"t": 12, "zone": "meld1", "out": ["6H"]},
    {"t": 13, "zone": "discard", "in": ["AS"], "by": "hand"},
    {"t": 14, "zone": "meld1", "in": ["6H"], "by": "hand"},
    {"t": 14, "zone": "meld1", "out": ["6H"], "by": "hand"},
    {"t": 14, "zone": "meld1", "in": ["6H"], "by": "hand"},
    {"t": 15, "seat": 0, "press": "done"},
]


def test_a_log_with_broken_tags_is_played_at_a_table_of_three_buttons(tmp_path):
    config = playing.config_for(LOG, zones=ZONES)
    config["buttons"] = [each for each in config["buttons"] if "does" in each]
    lines, people = playing.on_this_python(LOG, config, tmp_path, 1)
    assert playing.plain(lines) == playing.plain(playing.replayed(LOG))
    assert [json.loads(line)["event"] for line in lines].count("turn") >= 2, lines
    told = [thing for _, kind, thing in people.program.journal.read(0) if kind == EVENT and len(thing) > 5]
    assert [to_log(each) for each in told] == [
        {**event, "t": each[1]} for event, each in zip([event for event in LOG if "by" in event], told, strict=True)
    ]
