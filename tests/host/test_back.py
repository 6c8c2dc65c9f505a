"""Take back: a player's own last turn begins again; computers play theirs again by themselves."""

from typing import Any

import pytest
from driven import TWO, Driven

from tierce_tools.base.trouble import Doubt, Trouble

ALONE = [{"name": "Ana"}, {"name": "Luc", "computer": True}]


def may(table: Driven) -> list[int]:
    return table.snapshots.sections()["back"]


def turn(table: Driven, seat: int) -> None:
    table.do("draw", seat=seat)
    table.lay(table.cards(f"hand{seat}")[0], "discard")
    table.until(lambda: table.match()["seat"] != seat or table.match()["phase"] != "turn")


def places(table: Driven) -> dict[str, Any]:
    return {
        place: sorted(cards) if place[:4] == "hand" else list(cards) for place, cards in table.play.scene.places.items()
    }


def test_a_turn_against_a_computer_begins_again(table: Driven) -> None:
    """Twice in a row: the cards lie as they did, the computer plays again, and keeps its seat."""
    table.begin(players=ALONE, dealer=1)
    table.until(lambda: table.match()["phase"] == "turn" and not table.play.busy)
    assert may(table) == []
    begun = places(table)
    for _ in range(2):
        turn(table, 0)
        table.until(lambda: table.match()["seat"] == 0)
        assert may(table) == [0]
        table.do("back", seat=0)
        assert places(table) == begun
        assert (table.match()["seat"], table.play.fact("turns")) == (0, [0, 0])
        assert table.match()["computers"] == [False, True]
        assert may(table) == [], "nothing has happened in this turn yet"
    turn(table, 0)
    table.until(lambda: table.match()["seat"] == 0)
    assert table.play.fact("turns") == [1, 1]
    second = places(table)
    # An open turn begins again first, and then the one before.
    table.do("draw", seat=0)
    table.lay(" ".join(table.cards("hand0")[:3]), "meld3")
    table.wait(1000)
    for before in (second, begun):
        table.do("back", seat=0)
        assert (places(table), table.match()["draws"]) == (before, 0)
    told = [each["text"]["en"] for each in table.play.match.entries]
    assert told.count("Ana takes the last turn back: it begins again") == 4
    assert not any("power was away" in each for each in told)


def test_between_people_the_others_agree_once_somebody_has_acted(table: Driven) -> None:
    table.begin(players=TWO, dealer=1)
    table.do("deal")
    begun = places(table)
    turn(table, 0)
    table.play.agreement.here = frozenset({None, 0, 1})
    table.do("back", 0, seat=0)  # nobody has acted since
    assert places(table) == begun
    turn(table, 0)
    table.do("draw", seat=1)
    with pytest.raises(Doubt):
        table.do("back", 0, seat=0)
    asked = table.asks(0, "back", seat=0, sure=True)
    section = table.snapshots.sections()["asked"]
    assert "Ana take the last turn back" in section["text"]["en"]
    table.do("agree", 1, n=section["n"])
    assert table.answer(asked) == {}
    assert places(table) == begun
    with pytest.raises(Trouble, match="no_back"):
        table.do("back", seat=1)
