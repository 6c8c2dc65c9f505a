"""What holds whatever is played: random matches, and naive judges beside the engine.

The judges are written from RULES.md and LOG.md alone and try every possibility there is; they share
nothing with the engine but the codes of cards. Where the texts leave a verdict open a judge says so
(`open_codes`), and that code alone is not compared.
"""

import copy
import itertools
import json
import os
import random
import string
import time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from players import Players, random_log
from tierce.cards import CARDS, JOKER, code, in_deck
from tierce.game import CODES
from tierce.outcomes import keys, line
from tierce.presets import PRESETS, LogError
from tierce.referee import Referee
from tierce.table import NOWHERE, zone_name

GAMES = sorted(PRESETS)
LAYING_GAMES = ["chamberliens", "rami30", "rami51", "rami7"]
MATCHES = [(game, seed) for game in GAMES for seed in range(6)]
# Nothing is written: failing examples are printed, with the blob that reproduces them.
QUIET = settings(
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=list(HealthCheck),
)
# Nor are hypothesis's own notes, which can wait for no fixture: it makes them while importing.
set_hypothesis_home_dir(os.devnull)

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def is_joker(card):
    """Tell whether a code is a joker's."""
    return card[0] == "X"


def face(card):
    """Return the code of a card without its deck."""
    return card[:2]


def hand_value(card, ace, joker):
    """Return what a card counts in hand."""
    if is_joker(card):
        return joker
    if card[0] == "A":
        return ace
    return int(card[0]) if card[0] in "23456789" else 10


def hand_values(cards, ace, joker):
    """Return what some cards count in hand."""
    return sum(hand_value(card, ace, joker) for card in cards)


def deck_of(rules):
    """Return the codes of the cards that a game is played with."""
    return [code(card) for card in range(CARDS) if in_deck(card, rules["decks"], rules["jokers"])]


# --- random matches, watched


class Watched(Players):
    """Players whose every event is looked at; keeps its own account of what lies where."""

    def __init__(self, *match, **how):
        self.zones = {}
        super().__init__(*match, **how)

    def feed(self, **event):
        self.before(event)
        found = super().feed(**event)
        if "zone" in event and "joker" not in event:
            zone = event["zone"]
            for card in event.get("out", ()):
                if card in self.zones.get(zone, ()):
                    self.zones[zone].remove(card)
            for card in event.get("came", ()):
                if card in self.zones.get(zone, ()):
                    continue
                for held in self.zones.values():
                    if card in held:
                        held.remove(card)
                self.zones.setdefault(zone, []).append(card)
        for outcome in found:
            if outcome[0] == "warning" and outcome[2] == "table_not_clear":
                self.zones[outcome[3]] = []
            elif outcome[0] == "reshuffle":
                self.zones["discard"] = self.zones["discard"][-1:]
        self.after(event, found)
        return found

    def before(self, event):
        """Look at what is about to happen."""

    def after(self, event, found):
        """Look at what has happened."""

    def here(self):
        """Say where in which match this is, for a message."""
        return f"{self.header} line {len(self.log)}: {self.log[-1]}"


class Conserved(Watched):
    """Checks that every card is in one place, the engine's as the real deck's."""

    checks = 0

    def after(self, event, found):
        table = self.game.table
        said = {zone_name(zone): table.zones[zone] for zone in table.zones}
        lying = {zone: [code(card) for card in cards] for zone, cards in said.items() if cards}
        assert lying == {zone: cards for zone, cards in self.zones.items() if cards}, self.here()
        at = [NOWHERE] * CARDS
        for zone, cards in table.zones.items():
            for card in cards:
                at[card] = zone
        assert list(table.at) == at, self.here()
        assert min(self.game.hands) >= 0, self.here()

    def stray(self):
        """Compare the engine's reckoning with the deck: this is called before each turn."""
        self.checks += 1
        game, rules = self.game, self.referee.rules
        if self.family == "laying":
            self.refill()
        here = self.here()
        assert game.hands == [len(hand) for hand in self.hands], here
        assert game.stock == len(self.stock), here
        if self.family != "manipulation":
            assert game.pile == self.pile, here
        down = [card for zone in game.table.melds() for card in game.table.cards(zone)]
        if self.family == "gin":
            down = []  # what was laid down for a knock that is void is still in the hand
        everywhere = sorted([card for hand in self.hands for card in hand] + self.stock + self.pile)
        everywhere = sorted(everywhere + down)
        assert everywhere == sorted(set(everywhere)), here
        assert [code(card) for card in everywhere] == deck_of(rules), here
        pile = 0 if self.family == "manipulation" else len(game.pile)
        assert sum(game.hands) + game.stock + pile + len(down) == rules["deck"], here
        super().stray()


@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_cards_are_conserved(game, seed):
    match = Conserved(game, seed, honest=True).play(60)
    assert match.checks > 5


# What a refusal must not touch; what an event itself may change of the turn at hand is not here.
LASTING = ["hands", "turns", "stock", "pile", "has_laid", "totals", "dealer", "active", "round"]
LASTING += ["phase", "opening", "won", "last_turns", "big"]
LASTING_TABLE = ["start", "bound", "was_at"]


def lasting(game):
    """Return a copy of what outlives an event of the turn at hand."""
    kept = {name: copy.deepcopy(getattr(game, name, None)) for name in LASTING}
    kept |= {name: copy.deepcopy(getattr(game.table, name)) for name in LASTING_TABLE}
    return kept


def everything(referee):
    """Return a copy of all that a referee's game knows."""
    game = referee.game
    skipped = ("rules", "words", "table", "form")
    kept = {name: copy.deepcopy(each) for name, each in vars(game).items() if name not in skipped}
    return kept, copy.deepcopy(vars(game.table))


class Refusals(Watched):
    """Checks that a refusal leaves the game as it was."""

    refusals = 0

    def before(self, event):
        self.kept = lasting(self.game)

    def after(self, event, found):
        for outcome in found:
            if outcome[0] == "refused" and "knock_too_high" not in outcome[3]:
                self.refusals += 1
                assert lasting(self.game) == self.kept, self.here()
                named = outcome[3]
                assert named == [each for each in CODES if each in named], self.here()
                assert named, self.here()
                assert len(outcome[4]) == len(named), self.here()
                assert [other[0] for other in found].count("turn") == 0, self.here()


@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in GAMES for seed in range(10)])
def test_a_refusal_changes_nothing(game, seed):
    Refusals(game, seed).play(60)


# --- 4: replays


def replayed(log):
    """Return the lines that a log gives."""
    referee = Referee(log[0])
    return [line(outcome) for event in log[1:] for outcome in referee.feed(event)]


@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_a_replay_gives_the_same_lines(game, seed):
    log, found = random_log(game, seed, 50)
    first = replayed(log)
    assert first == replayed(log)
    assert first == replayed([json.loads(json.dumps(event)) for event in log])
    assert [json.loads(each) for each in first] == found
    for each, outcome in zip(first, found, strict=True):
        names = ["t", "event"] + [name for name in outcome if name not in ("t", "event")]
        values = {name: outcome[name] for name in names}
        assert each == json.dumps(values, ensure_ascii=False, separators=(",", ":"))


# --- 5: garbage

# Whole logs, drawn once: garbage comes between their lines.
HONEST = {(game, seed): Players(game, seed).play(12).log for game in GAMES for seed in range(3)}

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
    """Draw an event of a right shape with a few of its values replaced, added or left out."""
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
    """Tell whether a value is a whole number of JSON: neither 1.0 nor true."""
    return isinstance(value, int) and not isinstance(value, bool)


def is_event(event, rules, seats, t):
    """Tell by LOG.md whether a value is an event: True, False, or None where it does not say."""
    if not isinstance(event, dict) or not is_whole(event.get("t")) or event["t"] < t:
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
            return None  # how many meld zones a table has is not said
        return value.startswith("meld") and plain

    if names == {"seat", "press"}:
        seat = is_whole(event["seat"]) and 0 <= event["seat"] < seats
        return seat and isinstance(event["press"], str) and event["press"] in BUTTONS
    if names == {"draw"}:
        return is_whole(event["draw"])
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
    return None  # more keys, or fewer, than an event has: nothing is said of it


@settings(QUIET, max_examples=450)
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
            verdict = is_event(bad, dirty.rules, seats, dirty.game.t)
            if verdict is not False:
                # It may happen: then at another table, which it must not bring down either.
                other = copy.deepcopy(dirty, {id(dirty.game.words): dirty.game.words})
                try:
                    other.feed(bad)
                except LogError:
                    assert verdict is None, bad
                continue
            kept = everything(dirty)
            with pytest.raises(LogError):
                dirty.feed(bad)
            assert everything(dirty) == kept, bad
        assert [line(each) for each in dirty.feed(event)] == [
            line(each) for each in clean.feed(event)
        ]


@settings(QUIET, max_examples=250)
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
    assert referee.game.phase == "turn"
