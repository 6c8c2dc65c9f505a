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
import time

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.configuration import set_hypothesis_home_dir
from players import Players, random_log

from tierce.cards import CARDS, code, in_deck
from tierce.game import CODES
from tierce.outcomes import line
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


# --- gin by exhaustion


def gin_place(card):
    """Return the place of a card in a run at gin: the ace is low."""
    return RANKS.index(card[0])


def is_gin_meld(cards):
    """Tell whether some cards are a meld at gin."""
    if len(cards) < 3:
        return False
    places = sorted(gin_place(card) for card in cards)
    if len(set(places)) == 1:
        return len(cards) <= 4
    steps = {high - low for low, high in itertools.pairwise(places)}
    return steps == {1} and len({card[1] for card in cards}) == 1


def gin_melds(cards):
    """Return every meld that some cards hold, as frozensets."""
    found = set()
    for rank in RANKS:
        same = [card for card in cards if card[0] == rank]
        for size in (3, 4):
            found |= {frozenset(each) for each in itertools.combinations(same, size)}
    for suit in SUITS:
        row = sorted((card for card in cards if card[1] == suit), key=gin_place)
        for low, high in itertools.combinations(range(len(row) + 1), 2):
            if is_gin_meld(row[low:high]):
                found.add(frozenset(row[low:high]))
    return found


def arrangements(cards):
    """Return every choice of disjoint melds out of some cards."""
    found = [()]
    for meld in sorted(gin_melds(cards), key=sorted):
        found += [(*held, meld) for held in found if not any(meld & other for other in held)]
    return found


def deadwood(cards):
    """Return what unmatched cards count at gin."""
    return hand_values(cards, 1, 0)


def rest(cards, held):
    """Return the cards that lie outside some melds."""
    return frozenset(cards) - frozenset().union(*held)


def least_deadwood(cards):
    """Return (deadwood, the arrangements that leave no more)."""
    found = arrangements(cards)
    least = min(deadwood(rest(cards, held)) for held in found)
    return least, [held for held in found if deadwood(rest(cards, held)) == least]


def after_lay_offs(left, held):
    """Return the least that is left when unmatched cards are laid off on melds, chained."""
    tries = [
        (card, i) for card in sorted(left) for i in range(len(held)) if is_gin_meld(held[i] | {card})
    ]
    if not tries:
        return deadwood(left)
    # A card laid off never stands in the way of another: the first that fits may go first.
    card = tries[0][0]
    return min(
        after_lay_offs(left - {card}, [*held[:i], held[i] | {card}, *held[i + 1 :]])
        for each, i in tries
        if each == card
    )


def gin_score(options, knocker, knock, opponent, big=False):
    """Return (how, winners, scores) of a count at gin.

    `knock` and `opponent` are (fixed melds of theirs, cards on the seat zone); `opponent` also
    says what he added to the knocker's melds, which are given as they lie now.
    """
    own, seat_zone = knock
    _, against, added = opponent
    count, ways = least_deadwood(seat_zone)
    other = 1 - knocker
    scores = [0, 0]
    if big or count == 0:
        how = "big_gin" if big else "gin"
        left = least_deadwood(against)[0] + deadwood(added)
        scores[knocker] = left + options["big_gin_bonus" if big else "gin_bonus"]
        return how, [knocker], scores
    choices = {rest(against, held) for held in arrangements(against)}
    left = max(
        min(after_lay_offs(each, [frozenset(meld) for meld in [*own, *way]]) for each in choices)
        for way in ways
    )
    if left > count:
        scores[knocker] = left - count
        return "knock", [knocker], scores
    if left == count:
        return "knock", [], scores
    scores[other] = count - left + options["undercut_bonus"]
    return "undercut", [other], scores


# --- 6: scores


class Scored(Watched):
    """Checks the score of every round against the cards that lie on the table, and the match."""

    rounds = 0
    number = 0

    def __init__(self, *match, **how):
        self.won = []  # the winners of all rounds, in manipulation
        super().__init__(*match, **how)

    def begin(self):
        """Note that a round begins."""
        self.number = self.number + 1
        self.laid = []  # seats that have laid, in their order
        self.last = None  # the last accepted turn
        self.knocker = None
        self.own = None  # gin: zone -> the knocker's cards in it, once his count stands

    def before(self, event):
        self.phase = self.game.phase
        self.dealer = self.game.dealer
        self.standing = list(self.game.totals)
        self.hands_before = list(self.game.hands)

    def after(self, event, found):
        dealt = event.get("press") == "deal" and self.phase == "deal"
        if dealt and event["seat"] == self.dealer:
            self.begin()
        for each in found:
            if each[0] == "turn":
                self.last = each
                self.first_lay = each[4] > 0 and each[2] not in self.laid
                if self.first_lay:
                    self.laid.append(each[2])
                knocked = event.get("press") == "knock" and self.family == "manipulation"
                self.knocker = each[2] if knocked else None
            elif each[0] == "round":
                self.rounds += 1
                self.check_round(each)
            elif each[0] == "match":
                self.check_match(each)
        if self.family == "gin" and self.phase == "count" and event.get("press") == "done":
            if self.own is None and event["seat"] == self.last[2] and not found:
                self.own = self.lying()

    def lying(self):
        """Return zone -> cards of the meld zones that hold some."""
        return {z: list(c) for z, c in self.zones.items() if z.startswith("meld") and c}

    def read(self, seat):
        """Return the cards on a seat zone."""
        return self.zones.get(f"seat{seat}", [])

    def check_round(self, outcome):
        number, how, winners, scores, totals, dealer = outcome[2:]
        here = self.here()
        void = how == "void"
        assert number == self.number, here
        assert dealer == (self.dealer + (not void)) % self.referee.seats, here
        self.scored = [old + score for old, score in zip(self.standing, scores, strict=True)]
        assert totals == self.scored, here
        expected = ("void", [], [0] * self.referee.seats)
        if not void:
            expected = getattr(self, "score_" + self.family)()
            if self.family == "manipulation":
                self.won += winners
        assert (how, winners, scores) == expected, here

    def score_laying(self):
        """Score a round of a laying game from the seat zones."""
        rules, game = self.referee.rules, self.header["game"]
        winner = self.last[2]
        assert self.last[5] == 0
        sec = self.first_lay
        if game in ("rami51", "rami30"):
            sec = sec and self.laid == [winner]
        how = "rami_sec" if sec else "out"
        scores = []
        for seat in range(self.referee.seats):
            hand = hand_values(self.read(seat), 11, 20) if seat in self.laid else 100
            if not rules["penalties"]:
                scores.append(int(seat == winner))
            elif seat == winner:
                scores.append((-60 if sec else -20) if game == "rami7" else 0)
            elif game == "chamberliens":
                scores.append(200 if self.laid == [winner] else hand)
            else:
                scores.append(hand * 2 if sec else hand)
        return how, [winner], scores

    def score_gin(self):
        """Score a round of gin from meld zones and seat zones."""
        knocker = self.last[2]
        now = self.lying()
        added = [card for zone in self.own for card in now[zone] if card not in self.own[zone]]
        theirs = [cards for zone, cards in now.items() if zone not in self.own]
        return gin_score(
            self.referee.rules,
            knocker,
            ([now[zone] for zone in self.own], self.read(knocker)),
            (theirs, self.read(1 - knocker), added),
            self.last[5] == 11,
        )

    def score_manipulation(self):
        """Score a round of manipulation from the seat zones."""
        seats = self.referee.seats
        out = self.last[5] == 0
        out_seat = self.last[2] if out else None
        hands = [
            0 if not self.hands_before[seat] else hand_values(self.read(seat), 1, 25)
            for seat in range(seats)
        ]
        knocker = None if out else self.knocker
        lowest = min(hands)
        winners = [seat for seat in range(seats) if hands[seat] == lowest]
        if knocker in winners and len(winners) > 1:
            winners.remove(knocker)
        scores = [0] * seats
        for seat in winners:
            scores[seat] = sum(hands) - seats * lowest
            scores[seat] += 25 if seat == out_seat else 0
            scores[seat] += 10 if knocker not in (None, seat) else 0
        how = "out" if out else "stock_out"
        if knocker is not None:
            how = "knock" if winners == [knocker] else "undercut"
        return how, winners, scores

    def check_match(self, outcome):
        winners, ranking, totals = outcome[2:]
        target = self.referee.rules["target"]
        expected = list(standing := self.scored)
        assert max(standing) >= target, self.here()
        if self.family == "manipulation":
            for seat, total in enumerate(standing):
                expected[seat] += 100 if total >= target else 25 * self.won.count(seat)
        assert totals == expected, self.here()
        sign = 1 if self.family == "laying" else -1
        order = sorted(range(len(totals)), key=lambda seat: (sign * totals[seat], seat))
        assert ranking == order, self.here()
        best = totals[order[0]]
        assert winners == [seat for seat in sorted(order) if totals[seat] == best], self.here()


SCORED = [(game, seed) for game in GAMES for seed in range(8)]


@pytest.mark.parametrize("honest", [True, False], ids=["honest", "astray"])
@pytest.mark.parametrize(("game", "seed"), SCORED)
def test_scores_follow_from_the_cards_on_the_table(game, seed, honest):
    Scored(game, seed, honest=honest).play(60)


def test_random_matches_are_scored_often():
    """The tests above see enough rounds and matches of each game."""
    for game in GAMES:
        seen = [Scored(game, seed).play(60) for seed in range(8)]
        assert sum(match.rounds for match in seen) > 20, game
        assert any(match.game.phase == "over" for match in seen), game


# --- 7: bounded

SOON = 1.0  # seconds


def timed(referee, **event):
    """Feed an event; return its outcomes, in a moment."""
    began = time.perf_counter()
    found = referee.feed({"in" if key == "came" else key: event[key] for key in event})
    took = time.perf_counter() - began
    assert took < SOON, f"{took:.2f} s for {json.dumps(event, default=str)[:200]}"
    return found


def gin_at_count(big=False, rules=None):
    """Return a referee of gin who awaits the lay-down of seat 1, who has taken the upcard."""
    header = {"tierce": 1, "game": "gin", "players": ["Ana", "Luc"], "dealer": 0}
    referee = Referee({**header, "rules": rules or {}})
    referee.feed({"t": 0, "seat": 0, "press": "deal"})
    referee.feed({"t": 0, "zone": "discard", "in": ["KC"]})
    referee.feed({"t": 0, "zone": "discard", "out": ["KC"]})
    referee.feed({"t": 0, "seat": 1, "press": "knock"})
    if big:
        referee.feed({"t": 0, "seat": 1, "press": "done"})
    else:
        referee.feed({"t": 0, "zone": "discard", "in": ["QC"]})
    return referee


@pytest.mark.parametrize("size", [10, 11, 20, 26, 36, 41, 51, 52])
@pytest.mark.parametrize("order", ["suits", "ranks", "seed 0", "seed 1", "seed 2"])
@pytest.mark.parametrize("big", [False, True])
def test_a_full_deck_at_gin_is_counted_at_once(size, order, big):
    deck = [rank + suit for suit in SUITS for rank in RANKS]
    if order == "ranks":
        deck.sort(key=lambda card: card[0])
    elif order != "suits":
        random.Random(order).shuffle(deck)
    referee = gin_at_count(big, {"knock_limit": 1000})
    timed(referee, t=0, zone="seat1", came=deck[:size])
    for _ in range(2):
        timed(referee, t=0, seat=1, press="done")
    timed(referee, t=0, zone="seat0", came=deck[size:])
    for _ in range(2):
        timed(referee, t=0, seat=0, press="done")
    if referee.game.phase == "count":
        timed(referee, t=0, zone="seat0", came=deck)
        timed(referee, t=0, seat=0, press="done")


@pytest.mark.parametrize("knocker", range(6))
def test_the_worst_arrangement_at_gin_is_found_at_once(knocker):
    """Dense hands, with many arrangements and many lay-offs."""
    ranks = ["A2345", "A23456", "34567", "56789", "89TJQ", "9TJQK"][knocker]
    deck = [rank + suit for rank in ranks for suit in SUITS]
    rest_of_deck = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in deck[:11]]
    referee = gin_at_count(rules={"knock_limit": 1000})
    timed(referee, t=0, zone="seat1", came=deck[:10])
    timed(referee, t=0, seat=1, press="done")
    for size in (10, 20, 41):
        timed(referee, t=0, zone="seat0", came=rest_of_deck[:size])
        timed(referee, t=0, seat=0, press="done")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("zones", [1, 3, 7, 26])
def test_a_whole_deck_on_the_meld_zones_is_judged_at_once(game, zones):
    players = 3 if game == "manipulation" else 2
    names = ["Ana", "Luc", "Zoé"][:players]
    rules = {} if game in ("gin", "manipulation") else {"jokers_per_meld": 4}
    header = {"tierce": 1, "game": game, "players": names, "dealer": 0, "rules": rules}
    referee = Referee(header, show_melds=True)
    deck = deck_of(referee.rules)
    deck.reverse()  # the jokers come first
    timed(referee, t=0, seat=0, press="deal")
    for i in range(zones):
        timed(referee, t=0, zone=f"meld{i + 1}", came=deck[i::zones])
    for press in ("done", "knock", "pass"):
        timed(referee, t=0, seat=1, press=press)


def test_four_jokers_in_a_long_run_are_read_at_once():
    header = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0}
    for size in range(11):
        referee = Referee({**header, "rules": {"jokers_per_meld": 4}}, show_melds=True)
        timed(referee, t=0, seat=0, press="deal")
        timed(referee, t=0, zone="discard", came=["KD"])
        run = [f"{rank}H" for rank in RANKS[1 : size + 1]]
        timed(referee, t=0, zone="meld1", came=["X1", "X2", "X3", "X4", *run])
        timed(referee, t=0, zone="meld1", joker="X1", **{"as": "QH"})
        timed(referee, t=0, seat=1, press="done")
