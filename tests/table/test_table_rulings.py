"""The players decide at the modelled table, with three buttons: screen, lights, journal, score."""

from running import ZONES, Running, config_for, dealt

from tierce.records import EVENT, HEADER
from tierce.referee import Referee

RULES = {"first_lay_points": 51, "first_lay_pure_run": False, "hand": 7, "target": 500}


def table_at(folder, **header):
    """Return a table at which Ana has dealt, and Luc, who is on turn, has 4C on the discard."""
    return dealt(folder, upcard="4C", header={"rules": RULES, **header})


def at_the_count(folder):
    """Return a table at which Ana is out, and Luc's 21 points in hand would end the match."""
    table = table_at(
        folder, rules={"hand": 4, "first_lay_points": 0, "first_lay_pure_run": False, "rami_sec_bonus": 0, "target": 20}
    )
    for lays, discard in (("meld2 KS KH KD", "2C"), ("meld1 7H 8H 9H", "3C"), ("", "5C"), ("meld1 TH", "6C")):
        zone, *cards = lays.split() or ("",)
        table.lay(zone, " ".join(cards))
        table.wait()
        table.lay("discard", discard)
        table.wait()
    assert table.program.match.phase == "count", table.describe()
    return table


def test_a_count_is_said_and_a_correction_reopens_the_match(tmp_path):
    """The journal has the match in play again after a power cut."""
    table = at_the_count(tmp_path)
    table.people.finish(table.people.start_ruling({"ruling": "count", "seat": 1, "points": 21}))
    table.wait()
    assert [each[0] for each in table.people.outcomes[-3:]] == ["ruling", "round", "match"]
    assert table.people.outcomes[-3][2:] == ("count", 1, 21)
    assert table.program.match.view.totals == [0, 21]
    assert "Luc's hand counts 21 points" in table.said()
    assert table.program.match.phase == "over"
    table.people.do({"ruling": "points", "seat": 1, "points": -5})
    for _ in range(2):
        match = table.program.match
        assert (match.phase, list(match.view.totals)) == ("deal", [0, 16])
        assert match.doubt is None
        table.cut()
        table.start(3000)
        table.people.read()
    table.sound()


def test_a_round_by_three_buttons_alone(tmp_path):
    """A broken tag, 48 points let pass, a turn taken back, a score corrected: to its score."""
    config = config_for(*ZONES)
    config["buttons"] = [each for each in config["buttons"] if "does" in each]
    assert len(config["buttons"]) == 3
    table = Running(config, folder=tmp_path, ms=1500)
    table.begin(game="rami51", rules=RULES)
    table.deal("4C")
    people = table.people
    table.twin.break_tag("6C")
    table.lay("meld1", "KS KH KD")
    table.lay("meld2", "6H 6S 6C")
    table.wait()
    people.do({"zone": "meld2", "in": ["6C"], "by": "hand"})
    table.lay("discard", "2C")
    table.wait()
    assert people.outcomes[-1][0] == "refused"
    people.do({"ruling": "accept"})
    people.do({"zone": "discard", "in": ["3D"]})
    people.do({"ruling": "undo"})
    people.do({"zone": "discard", "out": ["3D"]})
    people.do({"zone": "discard", "in": ["5D"]})
    people.press("minus")
    people.do({"zone": "meld1", "in": ["KC"]})
    people.do({"zone": "discard", "in": ["2D"]})
    people.do({"ruling": "points", "seat": 0, "points": -20})
    names = [each[0] for each in people.outcomes]
    assert [each[2] for each in people.outcomes if each[0] == "ruling"] == ["accept", "undo", "points"]
    assert names.count("turn") == 4
    assert names[-2:] == ["round", "ruling"]
    view = table.program.match.view
    assert view.totals == [80, 0]
    people.press("ok", "long")
    table.pick("score")
    assert "+/- -20" in " ".join(table.said().split())
    # What the journal has kept gives the same when it is played again.
    referee = None
    for _, kind, thing in table.journal((HEADER, EVENT)):
        if kind == HEADER:
            referee = Referee(thing)
        else:
            referee.feed(thing)
    assert (referee.view.totals, referee.view.round) == (view.totals, view.round)
    table.sound()
