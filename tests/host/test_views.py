"""What a seat's page may see and do: nothing that it gets names a card of another hand."""

import copy
import json
import random
import re
from typing import Any

import pytest
from driven import Driven
from hypothesis import given
from hypothesis import strategies as st

from tierce_tools.base.trouble import Trouble
from tierce_tools.page import views
from tierce_tools.page.views import Viewer
from tierce_tools.virtual.scene import ALL

PLACES = "stock box discard meld1 meld2 hand0 hand1 hand2 seat0 seat1 seat2".split()
PHASES = ["deal", "turn", "count", "over", None]


def open_to(place: str, seat: int, phase: str | None) -> bool:
    """Tell whether a seat may see the cards of a place, as at a real table."""
    if place in ("discard", "meld1", "meld2", f"hand{seat}", f"seat{seat}"):
        return True
    return place.startswith("seat") and phase in ("count", "over")


def snapshot(rng: random.Random) -> tuple[dict[str, Any], dict[str, list[str]]]:
    """Return (sections, where the cards are): a possible table, and what must not leak."""
    lies: dict[str, list[str]] = {place: [] for place in PLACES}
    for card in rng.sample(ALL, 60):
        lies[rng.choice(PLACES)].append(card)
    phase = rng.choice(PHASES)
    zones = [place for place in PLACES if place[:4] in ("seat", "meld") or place == "discard"]
    zone = rng.choice(zones)
    sections: dict[str, Any] = {
        "you": {"kind": "modelled", "readonly": False},
        "table": {"name": "club", "recorded": [{"name": "x"}]},
        "match": phase and {"phase": phase, "dealer": 1, "hands": [len(lies[f"hand{seat}"]) for seat in range(3)]},
        # Nobody gets the order of the stock.
        "cards": {**copy.deepcopy(lies), "stock": rng.choice([lies["stock"], len(lies["stock"])])},
        "melds": {each: {"kind": "run", "jokers": dict.fromkeys(lies[each], "some face")} for each in zones},
        "jokers": [{"zone": each, "joker": card, "faces": ["some face"]} for each in zones for card in lies[each]],
        "deadwood": {str(each): {"points": 1, "melds": [lies[f"hand{each}"]]} for each in range(3)},
        "screen": {"w": 8, "h": 1, "bits": "AA==", "text": lies["hand2"], "for": 2},
        "scan": {
            "zone": zone,
            "slots": [["card", card] for card in lies[zone]],
            "zones": {each: {"scans": 1} for each in zones},
        },
        **{"lights": "000000", "faults": {"flaky": []}, "pace": {"slow": False}},
        **dict.fromkeys(("busy", "playback", "verdict", "sheet")),
        "new of a kind": [card for cards in lies.values() for card in cards],
    }
    return sections, lies


def strings(thing: Any) -> set[str]:
    """Return all strings in a piece of JSON, including keys."""
    if isinstance(thing, str):
        return {thing}
    if isinstance(thing, dict):
        return set().union(*(strings(key) | strings(value) for key, value in thing.items()))
    if isinstance(thing, list):
        return set().union(*map(strings, thing))
    return set()


@given(st.integers(0, 2**32), st.integers(0, 2))
def test_a_seat_never_gets_a_hidden_card(seed: int, seat: int):
    sections, lies = snapshot(random.Random(seed))
    phase = (sections["match"] or {}).get("phase")
    hidden = {card for place in PLACES if not open_to(place, seat, phase) for card in lies[place]}
    before = copy.deepcopy(sections)
    seen = views.filter(sections, Viewer(seat))
    assert sections == before  # nothing is changed in place
    assert not hidden & strings(json.loads(json.dumps(seen)))
    # Visible cards are there: a filter that drops everything would also leak nothing.
    assert seen["cards"] == {
        **{place: cards if open_to(place, seat, phase) else [None] * len(cards) for place, cards in lies.items()},
        "stock": len(lies["stock"]),
    }
    assert ("screen" in seen) == (seat == 2)
    assert set(seen["deadwood"]) == {str(seat)}
    assert seen["table"]["recorded"] == []


@given(st.integers(0, 2**32))
def test_the_owner_sees_all_but_the_order_of_the_stock(seed: int):
    sections, lies = snapshot(random.Random(seed))
    seen = views.filter(sections, Viewer(None, "fr"))
    assert seen["cards"] == {**lies, "stock": len(lies["stock"])}
    assert not set(lies["stock"]) & strings({**seen, "new of a kind": None})
    assert seen["you"] == {"kind": "modelled", "readonly": False, "seat": None, "language": "fr"}
    assert set(seen) == set(sections)


def test_the_owner_sees_no_hand_of_a_seat_with_a_page_of_its_own():
    """Unless it was asked for, which all are told; nor the hint for it on the screen."""
    sections = {
        "cards": {"hand0": ["7H"], "hand1": ["8H"], "stock": []},
        "deadwood": {"0": {"points": 7}, "1": {"points": 8}},
        "screen": {"w": 1, "for": 1},
        "private": [0, 1],
        "shown": [0],
    }
    seen = views.filter(sections, Viewer(None))
    assert seen["cards"] == {"hand0": ["7H"], "hand1": [None], "stock": 0}
    assert seen["deadwood"] == {"0": {"points": 7}}
    assert "screen" not in seen
    assert views.filter(sections, Viewer(1))["cards"]["hand1"] == ["8H"]


def test_a_section_that_all_may_see_is_not_copied():
    given = {"lights": "00" * 3, "scan": {"zone": "meld1", "slots": [["card", "5H"]]}, "screen": None}
    seen = views.filter(given, Viewer(1))
    assert all(seen[name] is each for name, each in given.items())  # a table without a screen says so


@pytest.mark.parametrize(("seat", "seen"), [(None, True), (0, True), (1, False)])
def test_a_hint_in_the_log_is_for_its_seat(seat: int | None, seen: bool):
    hint = {"n": 1, "for": 0}
    assert views.entry(hint, Viewer(seat)) == (hint if seen else None)
    assert views.entry({"n": 2}, Viewer(seat)) == {"n": 2}


def test_the_log_of_a_seat_leaves_out_where_others_put_their_hands():
    events = [
        {"tierce": 1},
        {"press": "deal", "seat": 0},
        {"zone": "seat1", "in": ["KS"]},
        {"press": "done", "seat": 1},  # counted
        {"press": "deal", "seat": 1},
        {"zone": "seat1", "in": ["QS"]},
        {"zone": "seat0", "in": []},
        {"zone": "meld1", "in": ["5H"]},
        {"zone": "seat1", "joker": "X1", "as": "5H"},
    ]
    for phase in ("deal", "count", "over"):
        assert views.log(events, {"match": {"phase": phase}}, Viewer(0)) == events
    for sections in ({"match": {"phase": "turn"}}, {"match": None}, {}):
        cut = views.log(events, sections, Viewer(0))
        assert cut == [event for i, event in enumerate(events) if i not in (5, 8)]
        assert views.log(events, sections, Viewer(None)) == events


TABLE: dict[str, Any] = {
    "match": {"phase": "turn", "dealer": 1},
    "cards": {
        "stock": 9,
        **{"discard": ["5H"], "meld1": ["6H"], "box": ["JH"]},
        **{"hand0": ["7H"], "hand1": ["8H"], "seat0": ["9H"], "seat1": ["TH"]},
    },
}
MAY: list[dict[str, Any]] = [
    {"do": "move", "cards": ["7H", "5H"], "to": "meld1"},
    {"do": "move", "cards": ["6H", "9H"], "to": "hand0", "at": 0},
    {"do": "move", "cards": ["7H"], "to": "seat0"},
    *({"do": "draw", "seat": 0, **to} for to in ({}, {"to": "hand0"})),
    {"do": "sort", "seat": 0, "by": "suit"},
    {"do": "act", "seat": 0, "press": "done"},
    *({"do": "hint", "seat": 0}, {"do": "key", "button": 0, "down": True}),
    *({"do": "log"}, {"do": "language", "to": "fr"}),
    {"do": "declare", "zone": "meld1", "joker": "X1", "as": "5H"},
]
MAY_NOT: list[dict[str, Any]] = [
    *({"do": "move", "cards": cards, "to": "meld1"} for cards in (["8H"], ["7H", "8H"], "8H")),
    *({"do": "move", "cards": [card], "to": "hand0"} for card in ("TH", "JH", "2C")),
    *({"do": "move", "cards": ["7H"], "to": to} for to in ("hand1", "seat1", ["hand1"])),
    {"do": "move", "cards": None, "to": "hand1"},
    *({"do": "draw", "seat": seat} for seat in (1, False, 0.0, "0")),
    {"do": "draw", "seat": 0, "to": "hand1"},
    *({"do": "act", "press": "done", **seat} for seat in ({}, {"seat": 1})),
    {"do": "hint", "seat": 1},
    {"do": "sort", "seat": None, "by": "suit"},
    *({"do": "key", "button": button, "down": True} for button in ("ok", 1)),
    {"do": "declare", "zone": "seat1", "joker": "X1", "as": "5H"},
    {"do": "new", "game": "gin"},
    {"do": "computer", "seat": 0, "on": True},
    {"do": "link", "seat": 0},
    *({"do": do} for do in "draw,hint,deal,play,open,playback,pace,fault,no such thing".split(",")),
    *({"do": None}, {"do": ["move"]}, {}),
]


@pytest.mark.parametrize("action", MAY, ids=str)
def test_what_a_seat_may_do(action: dict[str, Any]):
    views.allowed(Viewer(0), action, TABLE)
    views.allowed(Viewer(1), {"do": "deal"}, TABLE)  # the dealer


@pytest.mark.parametrize("action", MAY_NOT, ids=str)
def test_what_a_seat_may_not_do(action: dict[str, Any]):
    with pytest.raises(Trouble):
        views.allowed(Viewer(0), action, TABLE)
    views.allowed(Viewer(None), action, TABLE)  # the owner may


def test_the_owner_gets_no_hint_for_a_seat_with_a_page_of_its_own():
    hint = {"do": "hint", "seat": 1}
    views.allowed(Viewer(None), {**hint, "seat": [1]}, {**TABLE, "private": [1]})  # refused elsewhere
    views.allowed(Viewer(None), hint, {**TABLE, "private": [1], "shown": [1]})
    with pytest.raises(Trouble) as refused:
        views.allowed(Viewer(None), hint, {**TABLE, "private": [1]})
    assert refused.value.key == "own_hand"


def test_the_answer_does_not_tell_where_a_hidden_card_lies():
    """Cards of another hand, of the box, and unknown ones get the same sentence."""
    said: set[tuple[object, ...]] = set()
    for card in ("8H", "TH", "JH", "2C", "no card"):
        with pytest.raises(Trouble) as trouble:
            views.allowed(Viewer(0), {"do": "move", "cards": [card], "to": "hand0"}, TABLE)
        said.add(trouble.value.args)
    assert len(said) == 1


# A card as in the log, or as people write it in either language; and what it is in the log.
CARD = re.compile(r"(?<![0-9A-Za-z#])(?:(10|[A2-9TJQKVDR])([SHDC♠♥♦♣])2?|(X[1-4]))(?![0-9A-Za-z])")
PLAIN = str.maketrans("VDR♠♥♦♣", "JQKSHDC")


def faces_in(text: str) -> set[str]:
    """Return the faces, such as 7H or X1, of all cards that a text names."""
    return {joker or (rank.replace("10", "T") + suit).translate(PLAIN) for rank, suit, joker in CARD.findall(text)}


def test_nothing_of_a_match_in_play_names_a_card_of_another_hand(table: Driven):
    """Computers play; a hint is shown on the screen and given to a page."""
    computers = [{"name": name, "computer": True} for name in ("Ana", "Luc")]
    table.begin(players=computers, rules={"first_lay_points": 0, "first_lay_pure_run": False}, seed=18)
    known: list[set[str]] = [set(), set()]  # cards that a seat has seen, and faces of jokers on the table
    found = 0
    for moment in range(40):
        table.wait(1000)
        sections = table.snapshots.sections()
        if moment == 20:
            table.do("hint", seat=sections["match"]["seat"], whose=sections["match"]["seat"])
        for seat in (0, 1):
            for place, cards in sections["cards"].items():
                if place in ("discard", f"hand{seat}", f"seat{seat}") or place.startswith("meld"):
                    known[seat] |= {card[:2] for card in cards}
            for meld in filter(None, sections["melds"].values()):
                known[seat] |= {*meld.get("jokers", {}).values()}
            hidden = {card[:2] for card in table.cards(f"hand{1 - seat}")} - known[seat]
            seen = views.filter(sections, Viewer(seat))
            seen["log"] = [each for each in sections["log"] if views.entry(each, Viewer(seat))]
            shown = {name: seen[name] for name in seen if name not in ("lights", "screen", "jokers")}
            assert not faces_in(json.dumps(shown, ensure_ascii=False)) & hidden
            found += len(faces_in(json.dumps(sections, ensure_ascii=False)) & hidden)
    assert found > 100, "the search finds them in what the owner sees"
    assert len(table.verdicts()) > 3
