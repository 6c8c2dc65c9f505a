"""An invalid event is an error and changes nothing; an invalid header starts no match."""

import copy

import pytest
import ring
from hypothesis import example, given, settings
from hypothesis import strategies as st
from naive.cards import RANKS, SUITS, deck_of, is_joker
from naive.watched import everything
from players import Players

from tierce.outcomes import line
from tierce.presets import PRESETS, LogError
from tierce.referee import Referee

GAMES = sorted(PRESETS)
# Whole logs, made once: garbage is inserted between their lines.
HONEST = {
    (game, number): Players(game, seed).play(12).log
    for game in GAMES
    for number, seed in enumerate(ring.seeds("garbage", 1, 3))
}

BUTTONS = ("deal", "done", "knock", "pass", "hint")
ODD = [None, True, False, 0, 1, -1, 10**30, -(10**30), 1.0, 1e300, "", "0", [], {}, [[]], "é", "\0"]
WORDS = ["discard", "meld1", "meld2", "meld0", "meld01", "meld99999999", "meld", "seat0", "seat9"]
WORDS += ["seat-1", "seat00", "Meld1", "7H", "7H2", "7H3", "X1", "X4", "X5", "1S", "TH22", "A", "X"]
WORDS += ["deal", "done", "knock", "pass", "hint", "DONE", "press", "meld١", "meld1 "]
KEYS_OF_EVENTS = ["t", "seat", "press", "zone", "in", "out", "draw", "joker", "as"]

odd_values = st.recursive(
    st.sampled_from(ODD + WORDS) | st.integers() | st.floats() | st.text(max_size=6),
    lambda each: st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=5), each, max_size=3),
    max_leaves=6,
)
near_values = st.sampled_from(ODD + WORDS) | st.lists(st.sampled_from(WORDS + ODD), max_size=4)
near_events = st.dictionaries(st.sampled_from(KEYS_OF_EVENTS), near_values, max_size=6)
shapes = st.sampled_from(
    [
        {"t": 0, "seat": 0, "press": "done"},
        {"t": 0, "zone": "meld1", "in": ["7H"], "out": ["8H"]},
        {"t": 0, "zone": "seat1", "in": ["7H", "7H"]},
        {"t": 0, "draw": 1},
        {"t": 0, "zone": "meld2", "joker": "X1", "as": "5C"},
    ]
)


@st.composite
def spoilt_events(draw):
    """Draw an event of a valid form with some values replaced, added or left out."""
    event = dict(draw(shapes))
    event["t"] = draw(st.sampled_from(["late", "late", "late", *ODD]))
    for _ in range(draw(st.integers(0, 2))):
        key = draw(st.sampled_from(KEYS_OF_EVENTS))
        if draw(st.booleans()):
            event[key] = draw(near_values | odd_values)
        else:
            event.pop(key, None)
    return event


garbage = odd_values | near_events | spoilt_events()


def is_whole(value):
    """Tell whether a value is a JSON integer: neither 1.0 nor true."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_event(event, rules, seats, t):  # noqa: C901
    """Tell whether a value is an event by LOG.md; None where LOG.md does not say."""
    if not isinstance(event, dict) or not is_whole(event.get("t")):
        return False
    if not t <= event["t"] <= 9007199254740991:
        return False
    deck = deck_of(rules)
    names = set(event) - {"t"}

    def cards(value):
        return isinstance(value, list) and all(isinstance(c, str) and c in deck for c in value)

    def zone(value):
        if not isinstance(value, str):
            return False
        if value == "discard" or value in [f"seat{seat}" for seat in range(seats)]:
            return True
        number = value.removeprefix("meld")
        plain = number.isascii() and number.isdigit() and number[0] != "0"
        if value.startswith("meld") and plain and len(number) > 2:
            return None  # LOG.md does not limit the number of meld zones
        return value.startswith("meld") and plain

    if names == {"seat", "press"}:
        seat = is_whole(event["seat"]) and 0 <= event["seat"] < seats
        return seat and isinstance(event["press"], str) and event["press"] in BUTTONS
    if names == {"draw"}:
        return is_whole(event["draw"]) and -200 <= event["draw"] <= 200
    if "zone" in names and names <= {"zone", "in", "out"}:
        parts = [event[name] for name in ("in", "out") if name in event]
        if not zone(event["zone"]):
            return zone(event["zone"])
        if any(part is None for part in parts):
            return None
        return bool(parts) and all(cards(part) for part in parts)
    if names == {"zone", "joker", "as"}:
        if not zone(event["zone"]):
            return zone(event["zone"])
        joker = isinstance(event["joker"], str) and event["joker"] in deck
        stands = isinstance(event["as"], str) and not is_joker(event["as"] or "X")
        known = stands and len(event["as"]) in (2, 3) and event["as"][2:] in ("", "2")
        known = known and event["as"][0] in RANKS and event["as"][1] in SUITS
        if not joker or not is_joker(event["joker"]) or not known:
            return False
        return None if not event["zone"].startswith("meld") else True
    if not names & {"press", "draw", "zone"}:
        return False
    return None  # LOG.md does not say what other sets of keys mean


@settings(max_examples=ring.rounds(20, 175))
@given(
    match=st.sampled_from(sorted(HONEST)),
    littered=st.lists(st.tuples(st.integers(0, 10**6), garbage), min_size=1, max_size=12),
)
@example(match=("gin", 0), littered=[(3, {"t": "late", "seat": True, "press": "done"})])
@example(match=("rami51", 0), littered=[(9, {"t": "late", "zone": [], "in": []})])
@example(match=("rami51", 0), littered=[(9, {"t": "late", "seat": 0, "press": {}})])
def test_garbage_is_an_error_and_nothing_is_lost(match, littered):
    log = HONEST[match]
    clean, dirty = Referee(log[0]), Referee(log[0])
    seats = len(log[0]["players"])
    places = {}
    for place, event in littered:
        places.setdefault(place % len(log), []).append(event)
    for i, event in enumerate(log[1:]):
        for bad in places.get(i, ()):
            if isinstance(bad, dict) and bad.get("t") == "late":
                bad = {**bad, "t": event["t"]}
            verdict = is_event(bad, dirty.rules, seats, dirty.view.t)
            if verdict is not False:
                # A valid event is fed to another table, where it must not crash either.
                other = copy.deepcopy(dirty)
                try:
                    other.feed(bad)
                except LogError:
                    assert verdict is None, bad
                continue
            kept = everything(dirty)
            with pytest.raises(LogError):
                dirty.feed(bad)
            assert everything(dirty) == kept, bad
        assert [line(each) for each in dirty.feed(event)] == [line(each) for each in clean.feed(event)]


@settings(max_examples=ring.rounds(50, 125))
@given(
    header=odd_values
    | st.fixed_dictionaries(
        {},
        optional={
            "tierce": st.just(1) | st.sampled_from(ODD),
            "game": st.sampled_from([*GAMES, *ODD]),
            "players": st.lists(st.sampled_from(["Ana", "Luc", 1, None]), max_size=6),
            "dealer": st.sampled_from([0, 1, 9, *ODD]),
            "rules": st.dictionaries(
                st.sampled_from(["hand", "target", "knock_limit", "joker_swap", "no"]),
                st.sampled_from([5, 52, 108, *ODD]),
                max_size=2,
            )
            | st.sampled_from(ODD),
            "deck": st.dictionaries(st.text(max_size=4), near_values, max_size=3) | odd_values,
        },
    )
)
def test_a_header_opens_a_match_or_is_an_error(header):
    try:
        referee = Referee(header)
    except LogError:
        return
    referee.feed({"t": 0, "seat": header["dealer"], "press": "deal"})
    assert referee.view.phase == "turn"
