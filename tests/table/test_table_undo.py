"""The last turn is taken back at the modelled table: from a refusal's offer, and from the menu."""

import pytest
from running import dealt


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
    table.sound()


@pytest.mark.parametrize(
    "act",
    [
        lambda people: people.do({"zone": "discard", "out": ["JD"]}),
        lambda people: people.do({"zone": "discard", "in": ["9D"]}),  # no card was taken: nothing to compare
        lambda people: people.end(),
    ],
)
def test_the_offer_goes_with_its_reason(act, tmp_path):
    table = table_at(tmp_path)
    assert table.program.show.back == 0
    act(table.people)
    assert table.program.show.back == -1
    table.sound()


def test_it_outlives_a_power_cut(tmp_path):
    for undone in (False, True):
        folder = tmp_path / str(undone)
        folder.mkdir()
        table = table_at(folder)
        if undone:
            table.people.do({"ruling": "undo"})
        table.cut()
        table.start(3000)
        table.people.read()
        assert table.program.show.seat == (0 if undone else 1)
        assert table.program.show.back == (-1 if undone else 0)
        assert (table.program.match.view.last_turn() is None) == undone
        table.sound()
