"""An invalid event is an error and changes nothing; an invalid header starts no match."""

import copy

import ring
from hypothesis import example, given, settings
from hypothesis import strategies as st
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
    places, errors = {}, 0
    for place, event in littered:
        places.setdefault(place % len(log), []).append(event)
    for i, event in enumerate(log[1:]):
        for bad in places.get(i, ()):
            if isinstance(bad, dict) and bad.get("t") == "late":
                bad = {**bad, "t": event["t"]}
            kept, other = everything(dirty), copy.deepcopy(dirty)
            try:
                other.feed(bad)  # what is no error is an event: rules/test_bad_data.py
            except LogError:
                assert everything(other) == kept, bad
                dirty = other
                errors += 1
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
