"""The players rule at the modelled table: the last turn is taken back, from a refusal's offer and from the menu."""

import pytest
from running import EASY, dealt

from tierce.records import EVENT


def table_at(folder):
    """Return a table at which Ana has discarded 9D, and then swapped it for JD."""
    table = dealt(folder, upcard="4C", header={"dealer": 1})
    for event in ({"in": ["9D"]}, {"out": ["9D"]}, {"in": ["JD"]}):
        table.people.do({"zone": "discard", **event})
    return table


def test_an_exchanged_discard_is_not_held_against_the_next_player(tmp_path):
    table = table_at(tmp_path)
    assert [each[0] for each in table.people.outcomes] == ["turn", "refused"]
    assert table.people.outcomes[-1][2:4] == (1, ["discard_first_round", "discard_not_melded"])
    assert "OK: take back Ana's turn" in table.said()
    table.people.press("ok")
    assert "Ana" in table.said()
    assert table.people.outcomes[-1][0] == "refused"
    table.people.press("ok")
    table.wait()
    assert table.people.outcomes[-1][2:] == ("undo", 0, 13, [0, 0])
    assert table.program.show.seat == 0
    assert table.program.show.back == -1
    # The JD is now this turn's discard.
    table.people.do({"seat": 0, "press": "done"})
    assert table.people.outcomes[-1][0] == "turn"
    assert table.program.show.seat == 1
    table.people.do({"seat": 0, "press": "done"})  # of a seat that is not on turn
    assert [event["seat"] for _, _, event in table.journal((EVENT,)) if "press" in event][-1] == 0
    table.sound()


def test_the_people_let_a_turn_stand_with_the_cards_that_lie_there_by_then(tmp_path):
    table = table_at(tmp_path)
    table.lay("meld1", "5H")
    table.program.table.rule("accept")
    table.wait()
    assert [event.get("ruling") or event.get("in") for _, _, event in table.journal((EVENT,))][-2:] == [
        ["5H"],
        "accept",
    ]


# The second puts a card beside the other: none was taken, and there is nothing to compare.
@pytest.mark.parametrize("event", [{"out": ["JD"]}, {"in": ["9D"]}, None], ids=["taken", "beside", "left"])
def test_the_offer_goes_with_its_reason(event, tmp_path):
    table = table_at(tmp_path)
    assert table.program.show.back == 0
    table.people.do({"zone": "discard", **event}) if event else table.people.end()
    assert table.program.show.back == -1
    table.sound()


def test_it_outlives_a_power_cut(tmp_path):
    for undone in (False, True):
        folder = tmp_path / str(undone)
        folder.mkdir()
        table = table_at(folder)
        if undone:
            table.people.do({"ruling": "undo"})
        table.restart()
        assert table.program.show.seat == (0 if undone else 1)
        assert table.program.show.back == (-1 if undone else 0)
        assert (table.program.match.view.last_turn() is None) == undone
        table.sound()


def test_a_count_is_said_and_a_correction_reopens_the_match(tmp_path):
    """The journal has the match in play again after a power cut."""
    rules = {**EASY, "hand": 4, "rami_sec_bonus": 0, "target": 20}
    table = dealt(tmp_path, upcard="4C", header={"rules": rules})
    table.lay("seat1", "3S")  # a secret, until the hands are counted
    for zone, cards, discard in (
        ("meld2", "KS KH KD", "2C"),
        ("meld1", "7H 8H 9H", "3C"),
        ("", "", "5C"),
        ("meld1", "TH", "6C"),
    ):
        table.lay_and_wait(zone, cards)
        table.lay_and_wait("discard", discard)
    assert table.program.match.phase == "count", table.describe()
    hands = [each["in"] for _, _, each in table.journal((EVENT,)) if each.get("zone") == "seat1"]
    assert hands == [["3S"]]
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
        table.restart()
    table.sound()
