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
    lambda each: (
        st.lists(each, max_size=4) | st.dictionaries(st.text(max_size=5), each, max_size=3)
    ),
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


@settings(QUIET, max_examples=350)
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
        (card, i)
        for card in sorted(left)
        for i in range(len(held))
        if is_gin_meld(held[i] | {card})
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


def manipulation_score(hands, knocker, out_seat):
    """Return (how, winners, scores) of what the hands count at manipulation."""
    lowest = min(hands)
    winners = [seat for seat, count in enumerate(hands) if count == lowest]
    if knocker in winners and len(winners) > 1:
        winners.remove(knocker)
    scores = [0] * len(hands)
    for seat in winners:
        scores[seat] = sum(hands) - len(hands) * lowest
        scores[seat] += 25 if seat == out_seat else 0
        scores[seat] += 10 if knocker not in (None, seat) else 0
    how = "stock_out" if out_seat is None else "out"
    if knocker is not None:
        how = "knock" if winners == [knocker] else "undercut"
    return how, winners, scores


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
        if self.family == "gin" and any(each[0] == "turn" and each[5] == 11 for each in found):
            self.own = self.lying()  # a big gin is laid down when it is judged

    def stray(self):
        """Check that a round goes on only while the stock lasts: this is before each turn."""
        if self.family == "gin":
            assert len(self.stock) > self.referee.rules["stock_floor"], self.here()
        super().stray()

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
        if void and self.family == "gin":
            assert len(self.stock) <= self.referee.rules["stock_floor"], here
        elif void:
            assert not self.stock, here
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
        return manipulation_score(hands, None if out else self.knocker, out_seat)

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


def scored(game, seed, honest):
    """Play a match that is checked; most of them by rules under which rounds end soon."""
    rules = None
    if seed % 4:
        rules = {"target": 60 if game in ("gin", "manipulation") else 300}
    if seed % 4 and game in LAYING_GAMES:
        rules |= {"first_lay_points": 10 * (seed % 3), "first_lay_pure_run": False}
        rules |= {"hand": 3 + seed % 3, "penalties": seed % 8 != 5}
    return Scored(game, seed, rules=rules, honest=honest).play(400)


@pytest.mark.parametrize("honest", [True, False], ids=["honest", "astray"])
@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in GAMES for seed in range(12)])
def test_scores_follow_from_the_cards_on_the_table(game, seed, honest):
    scored(game, seed, honest)


@pytest.mark.parametrize("game", GAMES)
def test_random_matches_are_scored_often(game):
    """The tests above see enough rounds, and a whole match, of each game."""
    seen = [scored(game, seed, True) for seed in range(12)]
    assert sum(match.rounds for match in seen) >= 10
    assert any(match.game.phase == "over" for match in seen)


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


# --- 3: a naive judge of the laying games


def place_value(place, rami7):
    """Return what a card is worth in a lay at a place of a run, 1 (low ace) to 14 (high ace)."""
    if place == 1:
        return 11 if rami7 else 1
    return 11 if place == 14 else min(place, 10)


def place_face(place, suit):
    """Return the face at a place of a run."""
    return RANKS[(place - 1) % 13] + suit


def run_readings(cards, one_deck):
    """Yield (places, suit): each way in which some cards are a run, whatever jokers may do."""
    naturals = [card for card in cards if not is_joker(card)]
    jokers = sorted(card for card in cards if is_joker(card))
    suits = {card[1] for card in naturals} or set(SUITS)
    if len(cards) < 3 or (naturals and len(suits) > 1):
        return
    choices = [(1, 14) if card[0] == "A" else (RANKS.index(card[0]) + 1,) for card in naturals]
    for low in range(1, 16 - len(cards)):
        row = list(range(low, low + len(cards)))
        if one_deck and len(row) > 13:
            continue
        for chosen in itertools.product(*choices):
            if len(set(chosen)) < len(chosen) or not set(chosen) <= set(row):
                continue
            free = [place for place in row if place not in chosen]
            for order in itertools.permutations(jokers):
                for suit in sorted(suits):
                    places = dict(zip(naturals, chosen, strict=True))
                    yield places | dict(zip(order, free, strict=True)), suit


def set_rank(cards):
    """Return the rank of which some cards are a set, or None."""
    naturals = [card for card in cards if not is_joker(card)]
    ranks = {card[0] for card in naturals}
    suits = {card[1] for card in naturals}
    if len(cards) not in (3, 4) or len(ranks) != 1 or len(suits) < len(naturals):
        return None
    return naturals[0][0]


def shape_code(cards, limit, one_deck):
    """Return the first of the four clauses that what lies in one zone breaks, or None."""
    naturals = [card for card in cards if not is_joker(card)]
    if len(cards) < 3:
        return "meld_too_short"
    if set_rank(cards) is None and next(run_readings(cards, one_deck), None) is None:
        one_rank = len({card[0] for card in naturals}) == 1 and len(naturals) > 1
        return "set_same_suit" if one_rank and len(cards) < 5 else "not_a_meld"
    return "too_many_jokers" if len(cards) - len(naturals) > limit else None


class Reading:
    """A way to read a zone: a run with the place of each card, or a set of a rank."""

    def __init__(self, cards, rami7, rank=None, places=None, suit=None):
        self.kind = "run" if places else "set"
        self.jokers = sorted(card for card in cards if is_joker(card))
        if places:
            self.stands = {joker: place_face(places[joker], suit) for joker in self.jokers}
            values = {card: place_value(places[card], rami7) for card in cards}
            self.top = max(places.values())
            self.order = [places[joker] for joker in self.jokers]
        else:
            self.stands = dict.fromkeys(self.jokers, rank)
            values = dict.fromkeys(cards, 11 if rank == "A" else min(RANKS.index(rank) + 1, 10))
            self.top, self.order = 0, []
        self.joker_sum = sum(values[joker] for joker in self.jokers)
        self.points = sum(20 if rami7 and is_joker(card) else values[card] for card in cards)
        self.pure = places is not None and not self.jokers
        row = sorted(place for card, place in (places or {}).items() if not is_joker(card))
        thirds = zip(row, row[1:], row[2:], strict=False)
        self.pure_beside = any(low + 2 == mid + 1 == high for low, mid, high in thirds)

    def allows(self, joker, said):
        """Tell whether the reading gives a joker the face that was said; a set, the rank."""
        return self.stands[joker] == (said if self.kind == "run" else said[0])

    def preference(self):
        """Return what makes a reading the one that is taken."""
        return self.joker_sum, self.kind == "run", self.top, [-place for place in self.order]


class Verdict:
    """What a judge finds: codes, those that the texts leave open, and what follows if accepted."""

    def __init__(self):
        self.codes = set()
        self.open_codes = set()
        self.refused = False  # certainly refused, by one of the open codes

    def either(self, *named):
        """Note that at least one of some codes is given, the texts do not say which."""
        self.open_codes |= set(named)
        self.refused = True

    def agrees(self, named):
        """Tell whether the codes of a refusal, or none for an acceptance, are the judge's."""
        if self.codes - self.open_codes != set(named) - self.open_codes:
            return False
        return bool(named) or not self.refused


class LayingJudge:
    """Keeps the state of a round of a laying game as the players see it, and judges turns."""

    def __init__(self, game, options, seats, first):
        self.game = game
        self.options = options
        self.rami7 = game == "rami7"
        self.melds = {}  # zone -> cards
        self.bound = {}  # joker -> ("run", face) or ("set", rank)
        self.has_laid = [False] * seats
        self.turns = [0] * seats
        self.hands = [options["hand"]] * seats
        self.pile = []
        self.stock = options["deck"] - options["hand"] * seats - 1
        self.seat = first

    def opening(self):
        """Tell whether this is the turn that draws nothing."""
        return not self.options["opening_draw"] and not any(self.turns)

    def read(self, cards, bound, said):
        """Return (code or None, reading or None) of one zone."""
        limit = self.options["jokers_per_meld"]
        shape = shape_code(cards, limit, self.rami7)
        if shape:
            return shape, None
        found = [
            Reading(cards, self.rami7, places=places, suit=suit)
            for places, suit in run_readings(cards, self.rami7)
        ]
        rank = set_rank(cards)
        if rank:
            found.append(Reading(cards, self.rami7, rank=rank))
        for joker, (kind, stands) in bound.items():
            found = [way for way in found if way.kind == kind and way.stands[joker] == stands]
        if not found:
            return "joker_changed", None
        for joker, named in said.items():
            if joker in bound:
                kind, stands = bound[joker]
                if stands != (named if kind == "run" else named[0]):
                    return "joker_changed", None
            else:
                # One that no reading of the meld allows counts as not made.
                found = [way for way in found if way.allows(joker, named)] or found
        return None, max(found, key=Reading.preference)

    def judge(self, turn):
        """Return the verdict on a turn; where the number of cards drawn is open, on both."""
        draws = turn.draws + (turn.taken is not None)
        usual = 0 if self.opening() else 1
        verdict = self.judge_drawn(turn, usual)
        if draws > usual:
            verdict.codes.add("too_many_draws")
            # "Left in hand = hand + drawn": one card, or as many as the sensor saw.
            other = self.judge_drawn(turn, draws)
            other.codes.add("too_many_draws")
            verdict.open_codes |= other.open_codes | (verdict.codes ^ other.codes)
        return verdict

    def judge_drawn(self, turn, drawn):
        """Return the verdict on a turn in which so many cards were drawn."""
        verdict = Verdict()
        codes, options, seat = verdict.codes, self.options, self.seat
        old, now = self.melds, turn.zones
        swap = options["joker_swap"]
        was_on = {card for cards in old.values() for card in cards}
        lies_on = {card for cards in now.values() for card in cards}
        taken_jokers, replacing, further = set(), set(), set()
        for zone, cards in old.items():
            here = now.get(zone, [])
            came = [card for card in here if card not in cards]
            natural = [card for card in came if not is_joker(card)]
            for card in cards:
                if card in here and not is_joker(card):
                    continue
                if not is_joker(card) or not swap:
                    if card not in here:
                        codes.add("meld_broken")
                        if is_joker(card):
                            # Broken; whether it was also "taken" is not said.
                            verdict.open_codes |= {
                                "joker_before_laying",
                                "joker_wrong_card",
                                "joker_not_replayed",
                                "lay_off_before_laying",
                                "first_round_no_lay",
                            }
                    continue
                kind, stands = self.bound[card]
                if card in here:
                    if kind == "run" and any(face(each) == stands for each in natural):
                        # The same one further along.
                        replacing |= {each for each in natural if face(each) == stands}
                        taken_jokers.add(card)
                        further.add(card)
                    continue
                taken_jokers.add(card)
                if kind == "run":
                    own = {each for each in natural if face(each) == stands}
                    replacing |= own
                    if not own:
                        codes.add("joker_wrong_card")
                else:
                    replacing |= set(natural)
                    missing = set(SUITS) - {each[1] for each in cards if not is_joker(each)}
                    right = all(
                        any(face(each) == stands + suit for each in natural) for suit in missing
                    )
                    if not right:
                        codes.add("joker_wrong_card")
                    whole = len(here) == 4 and set_rank(here) and not any(map(is_joker, here))
                    if sum(map(is_joker, cards)) > 1 or (right and not whole):
                        # Two jokers in a set, or the right cards among others: not said.
                        verdict.open_codes.add("joker_wrong_card")
                if card not in lies_on:
                    codes.add("joker_not_replayed")
        # The zones.
        readings, bad_new = {}, False
        new = [zone for zone in now if zone not in old]
        for zone, cards in now.items():
            fixed = {
                card: self.bound[card]
                for card in cards
                if card in old.get(zone, ()) and is_joker(card) and card not in further
            }
            said = {card: turn.said[card] for card in cards if card in turn.said}
            code_, readings[zone] = self.read(cards, fixed, said)
            loose = shape_code(cards, 9, self.rami7) is None
            if code_ == "too_many_jokers" and fixed and loose:
                # Too many, and perhaps a bound one changed: which is the first is not said.
                verdict.either("too_many_jokers", "joker_changed")
            elif code_:
                codes.add(code_)
                if any(card in said for card in fixed):
                    verdict.open_codes.add("joker_changed")
                if further & set(cards):
                    # A joker that its own card has joined in what is no meld: taken, or not?
                    verdict.open_codes |= {"joker_before_laying", "lay_off_before_laying"}
                    verdict.open_codes |= {"first_round_no_lay"}
                    verdict.either(code_, "joker_changed")
            bad_new |= bool(code_) and zone in new
        lay_offs = further | {
            card
            for zone in old
            for card in now.get(zone, ())
            if card not in old[zone] and card not in replacing
        }
        # The hand.
        laid = len(lies_on - was_on)
        discarded = len(turn.discards)
        left = self.hands[seat] + drawn - laid - discarded
        if left < 0 or discarded > 1:
            codes.add("too_many_cards")
        if not discarded and left > 0:
            codes.add("no_discard")
        if not discarded and left <= 0 and options["final_discard"] == "required":
            codes.add("no_final_discard")
            if left < 0:
                verdict.open_codes.add("no_final_discard")  # more than none is left
        if any(card in was_on for card in turn.discards):
            # A joker off the table on the discard: whether it is discarded from the hand ...
            verdict.open_codes |= {"too_many_cards", "no_discard", "no_final_discard"}
            verdict.open_codes |= {"first_lay_points", "first_round_no_lay"}
        # The first lay.
        counted = [
            readings[zone] for zone in new if readings[zone] and not taken_jokers & set(now[zone])
        ]
        points = sum(reading.points for reading in counted)
        beside = options["pure_run_beside_joker"]
        pure = any(reading.pure or (beside and reading.pure_beside) for reading in counted)
        pure = pure or not options["first_lay_pure_run"]
        first = not self.has_laid[seat]
        waived = self.game == "chamberliens" and first and pure and left == 0
        if waived and not new:
            verdict.open_codes |= {"first_round_no_lay", "lay_off_before_laying"}
            verdict.open_codes |= {"joker_before_laying"}
        if self.game == "chamberliens" and first and pure and left < 0:
            verdict.open_codes |= {"first_round_no_lay", "first_lay_points"}
        legal = first and bool(new)
        if first and new and not pure:
            codes.add("first_lay_pure_run")
            legal = False
        if first and new and points < options["first_lay_points"] and not waived:
            codes.add("first_lay_points")
            legal = False
        if self.game == "chamberliens" and not self.turns[seat] and not waived:
            if new or lay_offs or taken_jokers:
                codes.add("first_round_no_lay")
                legal = False
        if first and not legal:
            if lay_offs:
                codes.add("lay_off_before_laying")
            if taken_jokers:
                codes.add("joker_before_laying")
        if first and legal and bad_new:
            # The first lay is enough, but beside it lies what is no meld: is it legal?
            if lay_offs:
                verdict.open_codes.add("lay_off_before_laying")
            if taken_jokers:
                verdict.open_codes.add("joker_before_laying")
        # The discard.
        if turn.taken:
            if self.game in ("rami51", "rami30"):
                if not self.turns[seat]:
                    codes.add("discard_first_round")
                if self.hands[seat] == 1:
                    codes.add("must_draw_stock")
            if turn.taken not in lies_on:
                codes.add("discard_not_melded")
        if lies_on & (set(self.pile) - {turn.taken}):
            codes.add("not_top_discard")
        # What follows.
        verdict.readings = readings
        verdict.new = bool(new)
        verdict.laid = sum(readings[zone].points for zone in new if readings[zone])
        verdict.hand = left
        verdict.took = "discard" if turn.taken else "none" if self.opening() else "stock"
        others = self.game in ("chamberliens", "rami7") or not any(self.has_laid)
        verdict.how = "rami_sec" if first and others else "out"
        return verdict

    def reshuffle(self):
        """Shuffle all but the last discard into a new stock; return the outcomes."""
        if self.stock:
            return []
        self.stock = len(self.pile) - 1
        self.pile = self.pile[-1:]
        return ["reshuffle"] if self.stock else ["round"]

    def accept(self, turn, verdict):
        """Let a turn happen."""
        for reading in verdict.readings.values():
            for joker in reading.jokers:
                self.bound[joker] = reading.kind, reading.stands[joker]
        self.melds = {zone: list(cards) for zone, cards in turn.zones.items()}
        self.has_laid[self.seat] |= verdict.new
        self.hands[self.seat] = verdict.hand
        self.turns[self.seat] += 1
        if turn.taken:
            self.pile.pop()
        self.pile += turn.discards
        self.stock -= verdict.took == "stock"
        self.seat = (self.seat + 1) % len(self.hands)


class Turn:
    """A turn as it stands when it is judged."""

    def __init__(self, melds):
        self.zones = {zone: list(cards) for zone, cards in melds.items()}
        self.said = {}  # joker -> the face declared for it
        self.discards = []
        self.taken = None
        self.draws = 0

    def used(self):
        """Return the cards that this turn has put somewhere."""
        return {card for cards in self.zones.values() for card in cards} | set(self.discards)

    def tidy(self):
        """Forget zones that have become empty, and what was said of jokers that went."""
        self.zones = {zone: cards for zone, cards in self.zones.items() if cards}
        down = {card for cards in self.zones.values() for card in cards}
        self.said = {joker: said for joker, said in self.said.items() if joker in down}


def around(rng, card, free):
    """Return what the free cards give of a meld that holds a card, or of any if it is None."""
    own = card is None
    if own:
        card = face(rng.choice(free or ["7H"]))
    size = rng.choice((3, 3, 3, 4, 4, 5))
    if rng.random() < 0.45:
        suits = [suit for suit in SUITS if suit != card[1]]
        rng.shuffle(suits)
        faces = [card[0] + suit for suit in suits[: min(size, 4) - 1]]
    else:
        place = 14 if card[0] == "A" and rng.random() < 0.5 else RANKS.index(card[0]) + 1
        low = max(1, min(15 - size, place - rng.randrange(size)))
        faces = [place_face(each, card[1]) for each in range(low, low + size) if each != place]
    meld = []
    for wanted in [*faces, card] if own else faces:
        found = sorted(each for each in free if face(each) == wanted and each not in meld)
        if found:
            meld.append(rng.choice(found))
    return meld


class Table:
    """Drives an engine and a judge through the same turns, made up as one goes along."""

    def __init__(self, header, rng):
        self.header = header
        self.rng = rng
        self.referee = Referee(header)
        self.deck = deck_of(self.referee.rules)
        self.seats = len(header["players"])
        self.log = []
        self.seen = set()  # the codes of all verdicts
        self.feed(seat=header["dealer"], press="deal")

    def feed(self, **event):
        """Feed an event; return its outcomes."""
        event = {"t": 0, **{"in" if key == "came" else key: event[key] for key in event}}
        self.log.append(event)
        return list(self.referee.feed(event))

    def log_text(self):
        """Return the log so far, for a message."""
        return "\n".join(json.dumps(each) for each in [self.header, *self.log])

    def lay_out(self, before, turn):
        """Move the cards of the table from what lies there to what a turn makes of it."""
        rng = self.rng
        came = []
        for zone, cards in before.items():
            gone = [card for card in cards if card not in turn.zones.get(zone, ())]
            if gone:
                self.feed(zone=f"meld{zone}", out=gone)
        for zone, cards in turn.zones.items():
            came += [(zone, card) for card in cards if card not in before.get(zone, ())]
        rng.shuffle(came)
        for zone, card in came:
            self.feed(zone=f"meld{zone}", came=[card])

    def declare(self, turn):
        """Say of the jokers what a turn says of them."""
        for zone, cards in turn.zones.items():
            for card in cards:
                if card in turn.said:
                    self.feed(zone=f"meld{zone}", joker=card, **{"as": turn.said[card]})

    def take_back(self, before, turn):
        """Put everything on the table back where it lay, and unsay what was said."""
        for zone, cards in turn.zones.items():
            extra = [c for c in cards if c not in before.get(zone, ()) or c in turn.said]
            if extra:
                self.feed(zone=f"meld{zone}", out=extra)
        for zone, cards in before.items():
            here = [c for c in turn.zones.get(zone, ()) if c not in turn.said]
            missing = [c for c in cards if c not in here]
            if missing:
                self.feed(zone=f"meld{zone}", came=missing)

    def judged(self, turn_of, **event):
        """Feed an event that ends a seat's turn; return (codes, turn outcome or None)."""
        kept = lasting(self.referee.game)
        found = self.feed(**event)
        self.beside = [each for each in found if each[0] not in ("turn", "refused")]
        turns = [each for each in found if each[0] == "turn"]
        refused = [each for each in found if each[0] == "refused"]
        text = f"{found}\n{self.log_text()}"
        assert len(turns) + len(refused) == 1, text
        if turns:
            assert turns[0][2] == turn_of, text
            return [], turns[0]
        assert refused[0][2] == turn_of, text
        assert lasting(self.referee.game) == kept, text
        named = refused[0][3]
        assert named == [each for each in CODES if each in named], text
        return named, None


class LayingTable(Table):
    """A laying game: engine and judge."""

    def __init__(self, header, rng):
        super().__init__(header, rng)
        first = (header["dealer"] + 1) % self.seats
        self.judge = LayingJudge(header["game"], self.referee.rules, self.seats, first)
        upcard = rng.choice([card for card in self.deck if not is_joker(card)])
        self.judge.pile = [upcard]
        self.feed(zone="discard", came=[upcard])

    def free(self, turn):
        """Return the cards that may come from a hand, in an order of their own."""
        used = turn.used() | {c for cards in self.judge.melds.values() for c in cards}
        used |= set(self.judge.pile) - {turn.taken}
        return [card for card in self.deck if card not in used]

    def new_zone(self, turn):
        """Return the number of an empty meld zone."""
        full = turn.zones.keys() | self.judge.melds.keys()
        return next(zone for zone in itertools.count(1) if zone not in full)

    def new_meld(self, turn, card=None, jokers=()):
        """Lay a meld, perhaps with a mistake, perhaps around a card, perhaps with jokers."""
        rng = self.rng
        free = [each for each in self.free(turn) if not is_joker(each) and each != turn.taken]
        if rng.random() < 0.5:
            # A few high ranks make a lay that is worth something, and hits what lies there.
            free = [each for each in free if each[0] in "A9TJQK"]
        meld = around(rng, card, free)
        if card and card not in meld:
            meld.append(card)
        jokers = list(jokers)
        spare = [each for each in self.free(turn) if is_joker(each)]
        if not jokers and spare and rng.random() < 0.3:
            jokers = rng.sample(spare, 2 if len(spare) > 1 and rng.random() < 0.25 else 1)
        for joker in jokers:
            natural = [each for each in meld if not is_joker(each) and each != card]
            if len(meld) > 2 and natural:
                meld.remove(rng.choice(natural))
            meld.append(joker)
        if rng.random() < 0.08 and free:
            meld.append(rng.choice(free))
        if rng.random() < 0.05 and len(meld) > 1:
            meld.remove(rng.choice([each for each in meld if each != card] or meld))
        if rng.random() < 0.08 and meld:
            # A twin of the second deck, or of another suit.
            like = rng.choice(meld)
            twins = [e for e in free if e[0] == like[0] and e not in meld]
            if twins:
                meld.append(rng.choice(twins))
        meld = list(dict.fromkeys(meld))
        if meld:
            turn.zones[self.new_zone(turn)] = meld

    def fitting(self, turn, zone):
        """Return the free cards that would go on with what lies in a zone."""
        cards = turn.zones[zone]
        return [
            card
            for card in self.free(turn)
            if shape_code([*cards, card], 9, self.judge.rami7) is None
        ]

    def swap(self, turn, zone, joker):
        """Take a joker off the table, rightly or wrongly."""
        rng = self.rng
        kind, stands = self.judge.bound[joker]
        cards = turn.zones[zone]
        free = [card for card in self.free(turn) if not is_joker(card)]
        if kind == "run":
            right = [card for card in free if face(card) == stands][:1]
        else:
            suits = [s for s in SUITS if all(card[1] != s for card in cards if not is_joker(card))]
            right = [next((c for c in free if face(c) == stands + s), None) for s in suits]
            right = [card for card in right if card]
        roll = rng.random()
        if roll < 0.75:
            cards += right
        elif roll < 0.9 and right:
            cards += right[1:] if rng.random() < 0.5 else [rng.choice(free)]
        if kind == "run" and rng.random() < 0.2:
            return  # it stays, further along
        cards.remove(joker)
        roll = rng.random()
        if roll < 0.6:
            self.new_meld(turn, jokers=[joker])
        elif roll < 0.85:
            turn.zones[rng.choice(sorted(turn.zones))].append(joker)
        elif roll < 0.9 and not turn.discards:
            turn.discards.append(joker)

    def make_turn(self):
        """Make up a turn."""
        rng, judge = self.rng, self.judge
        turn = Turn(judge.melds)
        if rng.random() < 0.25:
            turn.taken = judge.pile[-1]
        if rng.random() < 0.25:
            turn.draws = rng.choice((1, 1, 1, 2))
        if turn.taken and turn.draws and rng.random() < 0.8:
            turn.draws = 0
        for zone in sorted(judge.melds):
            for joker in [card for card in judge.melds[zone] if is_joker(card)]:
                if rng.random() < 0.4:
                    self.swap(turn, zone, joker)
        if turn.taken and rng.random() < 0.85 and turn.taken not in turn.used():
            homes = [zone for zone in judge.melds if turn.taken in self.fitting(turn, zone)]
            if homes and rng.random() < 0.6:
                turn.zones[rng.choice(homes)].append(turn.taken)
            elif not is_joker(turn.taken):
                self.new_meld(turn, turn.taken)
        room = judge.hands[judge.seat] // 3
        for _ in range(min(rng.choice((0, 1, 1, 2, 2, 3)), room + (rng.random() < 0.1))):
            self.new_meld(turn)
        for zone in sorted(judge.melds):
            if turn.zones.get(zone) and rng.random() < 0.25:
                cards = self.fitting(turn, zone)
                if rng.random() < 0.12 or not cards:
                    cards = self.free(turn)
                if cards:
                    turn.zones[zone].append(rng.choice(cards))
        if judge.melds and rng.random() < 0.04:
            zone = rng.choice(sorted(judge.melds))
            card = rng.choice(judge.melds[zone])
            if card in turn.zones[zone]:
                turn.zones[zone].remove(card)
                if rng.random() < 0.7:
                    turn.zones[rng.choice(sorted(turn.zones))].append(card)
        deep = rng.choice(judge.pile[:-1] or judge.pile)
        if deep != judge.pile[-1] and not is_joker(deep) and rng.random() < 0.03:
            if turn.zones and rng.random() < 0.5:
                turn.zones[rng.choice(sorted(turn.zones))].append(deep)
            else:
                turn.zones[self.new_zone(turn)] = [deep, *around(rng, deep, self.free(turn))]
        turn.tidy()
        for zone in sorted(turn.zones):
            jokers = [card for card in turn.zones[zone] if is_joker(card)]
            if jokers and rng.random() < 0.2:
                self.make_declaration(turn, zone, rng.choice(jokers))
        for _ in range(rng.choice((0, 1, 1, 1, 1, 1, 1, 1, 1, 2) if rng.random() < 0.3 else (1,))):
            free = [card for card in self.free(turn) if card != turn.taken]
            laid = len(turn.used() - {c for m in judge.melds.values() for c in m})
            if laid <= judge.hands[judge.seat] or rng.random() < 0.1:
                turn.discards.append(rng.choice(free))
        return turn

    def make_declaration(self, turn, zone, joker):
        """Let the player say something of a joker, sensible more often than not."""
        rng = self.rng
        cards = turn.zones[zone]
        faces = [place_face(rng.randint(1, 13), rng.choice(SUITS))]
        for places, suit in run_readings(cards, self.judge.rami7):
            faces += [place_face(places[joker], suit)] * 3
        rank = set_rank(cards)
        if rank:
            held = {card[1] for card in cards if not is_joker(card)}
            faces += [rank + suit for suit in SUITS if suit not in held] * 3
            # What a set holds already: whether that is said of the set at all is not said.
            faces = [each for each in faces if each not in [rank + suit for suit in held]]
        if faces:
            turn.said[joker] = rng.choice(faces)

    def play(self):
        """Play one turn; return False when the round is at its end."""
        judge, rng = self.judge, self.rng
        before = {zone: list(cards) for zone, cards in judge.melds.items()}
        seat, turn = judge.seat, self.make_turn()
        if turn.taken:
            self.feed(zone="discard", out=[turn.taken])
            if rng.random() < 0.1 and turn.taken not in turn.used():
                # Put back before it was laid: it counts as not taken.
                self.feed(zone="discard", came=[turn.taken])
                turn.taken = None
        for _ in range(turn.draws):
            self.feed(draw=1)
        self.lay_out(before, turn)
        self.declare(turn)
        expected = judge.judge(turn)
        if turn.discards:
            named, accepted = self.judged(seat, zone="discard", came=turn.discards)
        else:
            named, accepted = self.judged(seat, seat=seat, press="done")
        self.seen |= set(named or ["accepted"])
        text = f"{sorted(expected.codes)} or {sorted(expected.open_codes)}, not {named}\n"
        assert expected.agrees(named), text + self.log_text()
        if accepted:
            values = (expected.took, expected.laid, expected.hand)
            assert accepted[3:] == values, f"{values}, not {accepted}\n{self.log_text()}"
            if not expected.hand:
                self.check_end(expected.how)
                return False
            judge.accept(turn, expected)
            return self.goes_on()
        # Back to where it was, and a plain turn.
        if turn.discards:
            self.feed(zone="discard", out=turn.discards)
        self.take_back(before, turn)
        if turn.taken:
            self.feed(zone="discard", came=[turn.taken])
        if turn.draws:
            self.feed(draw=-turn.draws)
        turn = Turn(before)
        turn.discards = [rng.choice([card for card in self.free(turn) if not is_joker(card)])]
        named, accepted = self.judged(seat, zone="discard", came=turn.discards)
        expected = judge.judge(turn)
        assert not named, f"{named} in a plain turn\n{self.log_text()}"
        assert accepted[3:] == (expected.took, 0, expected.hand), self.log_text()
        judge.accept(turn, expected)
        return self.goes_on()

    def goes_on(self):
        """Compare what became of the stock; return whether the round goes on."""
        named = self.judge.reshuffle()
        text = f"{named}, not {self.beside}\n{self.log_text()}"
        assert [each[0] for each in self.beside] == named, text
        if named == ["reshuffle"]:
            assert self.beside[0][2] == self.judge.stock, text
        elif named:
            dealer, zeros = self.header["dealer"], [0] * self.seats
            assert self.beside[0][2:] == (1, "void", [], zeros, zeros, dealer), text
        return named != ["round"]

    def check_end(self, how):
        """Let all others count; the round ends as it must."""
        for other in range(self.seats):
            for _ in range(2):
                self.feed(seat=other, press="done")
        assert self.referee.game.phase in ("deal", "over"), self.log_text()
        assert self.referee.game.how == how, self.log_text()


OPTION_CHOICES = {
    "first_lay_points": (0, 0, 20, 30, 51),
    "first_lay_pure_run": (True, False),
    "joker_swap": (True, True, False),
    "jokers_per_meld": (0, 1, 1, 2),
    "final_discard": ("optional", "required"),
    "pure_run_beside_joker": (True, False),
    "opening_draw": (True, True, False),
    "hand": (3, 5, 7, 9, 11, 17, 24),
}


def laying_table(game, rng):
    """Return a table of a laying game with a few house rules."""
    rules = {
        name: rng.choice(choices)
        for name, choices in OPTION_CHOICES.items()
        if rng.random() < 0.6 or name == "hand"
    }
    seats = rng.randint(2, 3)
    if rules["hand"] * seats + 2 > PRESETS[game]["decks"] * 52:
        rules["hand"] = 25 // seats  # few cards are left for the stock
    players = ["Ana", "Luc", "Zoé"][:seats]
    header = {"tierce": 1, "game": game, "players": players}
    return LayingTable({**header, "dealer": rng.randrange(seats), "rules": rules}, rng)


@pytest.mark.parametrize("game", LAYING_GAMES)
@settings(QUIET, max_examples=100)
@given(rng=st.randoms(use_true_random=False))
def test_a_turn_is_accepted_where_a_naive_judge_accepts_it(game, rng):
    table = laying_table(game, rng)
    for _ in range(6):
        if not table.play():
            break


@pytest.mark.parametrize("game", LAYING_GAMES)
@pytest.mark.parametrize("seed", range(25))
def test_longer_rounds_are_judged_alike(game, seed):
    for part in range(6):
        table = laying_table(game, random.Random(f"{game}/{seed}/{part}"))
        for _ in range(14):
            if not table.play():
                break


LAYING_CODES = set(CODES[:6]) - {"card_left_table"} | set(CODES[7:19]) | {"too_many_draws"}
LAYING_CODES |= {"too_many_cards", "no_discard", "no_final_discard", "accepted"}


def test_the_judge_of_the_laying_games_sees_every_code():
    seen = set()
    for seed, game in itertools.product(range(40), LAYING_GAMES):
        table = laying_table(game, random.Random(f"{game}/{seed}/codes"))
        for _ in range(14):
            if not table.play():
                break
        seen |= table.seen
    assert seen == LAYING_CODES


# --- 3: gin, by the exhaustion above


class GinTable(Table):
    """A round of gin that comes to a knock at once: dense hands, laid down anyhow."""

    def __init__(self, header, rng):
        super().__init__(header, rng)
        self.options = self.referee.rules
        low = rng.randrange(0, 14 - 6)
        ranks = RANKS[low : low + rng.choice((5, 6))]
        dense = [rank + suit for rank in ranks for suit in SUITS]
        others = [card for card in self.deck if card not in dense]
        rng.shuffle(dense)
        rng.shuffle(others)
        # Mostly dense, so that there is something to arrange; melds in the knocker's hand.
        self.stock = dense[: rng.randint(18, 24)] + others
        self.hand = self.good_hand(11 if rng.random() < 0.15 else 10)
        if rng.random() < 0.4:
            self.against = self.good_hand(10)
        else:
            self.against = [self.stock.pop(0) for _ in range(10)]
        self.zones = {}

    def good_hand(self, size):
        """Take a hand of so many cards out of the stock, most of it in melds."""
        rng = self.rng
        hand = []
        for meld in self.disjoint(self.stock[:30]):
            if len(hand) + len(meld) <= size - rng.choice((0, 0, 1, 2, 3)):
                hand += meld
        low = sorted((card for card in self.stock if card not in hand), key=lambda c: deadwood([c]))
        for card in low[:8] if rng.random() < 0.6 else rng.sample(self.stock, 20):
            if len(hand) < size and card not in hand:
                hand.append(card)
        for card in self.stock:
            if len(hand) < size and card not in hand:
                hand.append(card)
        self.stock = [card for card in self.stock if card not in hand]
        rng.shuffle(self.stock)
        return hand

    def disjoint(self, cards):
        """Return disjoint melds out of some cards, by chance."""
        melds = sorted(sorted(meld) for meld in gin_melds(cards))
        self.rng.shuffle(melds)
        held = []
        for meld in melds:
            if not any(set(meld) & set(other) for other in held):
                held.append(meld)
        return held

    def lay_down(self, seat, cards, number):
        """Lay a hand down, some of it as melds; return (melds, rest), zone -> cards and a list."""
        rng = self.rng
        rest_of = list(cards)
        melds = {}
        for meld in self.disjoint(cards):
            if rng.random() < 0.3:
                if rng.random() < 0.1:
                    meld = [*meld, rng.choice(cards)]
                if rng.random() < 0.05:
                    meld = meld[1:]
                meld = [card for card in dict.fromkeys(meld) if card in rest_of]
                if meld:
                    number += 1
                    melds[number] = meld
                    rest_of = [card for card in rest_of if card not in meld]
        for zone, meld in melds.items():
            self.feed(zone=f"meld{zone}", came=meld)
        self.feed(zone=f"seat{seat}", came=rest_of)
        return melds, rest_of

    def codes_of(self, melds):
        """Return the codes of what lies on meld zones."""
        found = set()
        for meld in melds.values():
            if len(meld) < 3:
                found.add("meld_too_short")
            elif not is_gin_meld(meld):
                found.add("not_a_meld")
        return found

    def put_right(self, seat, melds, rest_of):
        """Lay what is no meld on the seat zone instead."""
        for zone in [zone for zone in melds if self.codes_of({zone: melds[zone]})]:
            self.feed(zone=f"meld{zone}", out=melds[zone])
            self.feed(zone=f"seat{seat}", came=melds[zone])
            rest_of += melds.pop(zone)

    def play(self):
        """Play the round; return how it ended."""
        options = self.options
        knocker = self.open_turn()
        self.feed(seat=knocker, press="knock")
        big = len(self.hand) == 11
        if not big:
            found = self.feed(zone="discard", came=[self.last])
            assert [each[0] for each in found] == ["turn"], self.log_text()
            assert found[0][2:] == (knocker, self.took, 0, 10), self.log_text()
        melds, rest_of = self.lay_down(knocker, self.hand, 0)
        found = self.feed(seat=knocker, press="done")
        if self.codes_of(melds):
            assert set(found[0][3]) == self.codes_of(melds), self.log_text()
            self.put_right(knocker, melds, rest_of)
            found = self.feed(seat=knocker, press="done")
        count, _ = least_deadwood(rest_of)
        if big:
            if count:
                assert [each[3] for each in found] == [["no_discard"]], self.log_text()
                assert self.referee.game.phase == "turn", self.log_text()
                return "no big gin"
            assert [each[2:] for each in found] == [(knocker, self.took, 0, 11)], self.log_text()
        elif count > options["knock_limit"]:
            assert [each[3] for each in found] == [["knock_too_high"]], self.log_text()
            assert str(count) in found[0][4][0], self.log_text()
            assert self.referee.game.active == 1 - knocker, self.log_text()
            return "knock_too_high"
        else:
            assert not found, self.log_text()
        return self.answer(knocker, melds, rest_of, big or count == 0, big)

    def open_turn(self):
        """Bring the knocker to his turn: with the upcard, or from the stock; return the seat."""
        rng = self.rng
        dealer = self.header["dealer"]
        spare = [card for card in self.stock if card not in self.against]
        upcard, self.last = spare[:2]
        passes = rng.randrange(3)
        self.took = "stock" if passes == 2 else "discard"
        if self.took == "discard":
            # The upcard is one of the hand, if it is not the card discarded.
            upcard = rng.choice(self.hand)
        self.feed(zone="discard", came=[upcard])
        seat = 1 - dealer
        for _ in range(passes):
            self.feed(seat=seat, press="pass")
            seat = 1 - seat
        if self.took == "discard":
            self.feed(zone="discard", out=[upcard])
        return seat

    def answer(self, knocker, melds, rest_of, gin, big):
        """Let the opponent lay down; compare the score."""
        rng, other = self.rng, 1 - knocker
        hand = list(self.against)
        added = []
        for zone in sorted(melds):
            fits = [card for card in hand if is_gin_meld([*melds[zone], card])]
            if fits and rng.random() < 0.4:
                card = rng.choice(fits)
                self.feed(zone=f"meld{zone}", came=[card])
                hand.remove(card)
                added.append(card)
                melds[zone] = [*melds[zone], card]
        own, left = self.lay_down(other, hand, 10)
        found = self.feed(seat=other, press="done")
        if self.codes_of(own):
            assert set(found[0][3]) == self.codes_of(own), self.log_text()
            self.put_right(other, own, left)
            found = self.feed(seat=other, press="done")
        expected = gin_score(
            self.options,
            knocker,
            (list(melds.values()), rest_of),
            (own, left, added),
            big,
        )
        text = f"{expected}, not {found}\n{self.log_text()}"
        assert found, text
        assert found[0][0] == "round", text
        assert found[0][3:6] == expected, text
        assert gin == (expected[0] in ("gin", "big_gin")), text
        return expected[0]


GIN_CHOICES = {
    "knock_limit": (0, 5, 10, 30, 100),
    "gin_bonus": (0, 20, 25),
    "big_gin_bonus": (0, 31, 50),
    "undercut_bonus": (0, 10, 25),
}


def gin_table(rng):
    """Return a table of gin with a few house rules."""
    rules = {
        name: rng.choice(choices) for name, choices in GIN_CHOICES.items() if rng.random() < 0.5
    }
    header = {"tierce": 1, "game": "gin", "players": ["Ana", "Luc"]}
    return GinTable({**header, "dealer": rng.randrange(2), "rules": rules}, rng)


@settings(QUIET, max_examples=100)
@given(rng=st.randoms(use_true_random=False))
def test_gin_is_counted_as_exhaustion_counts_it(rng):
    gin_table(rng).play()


@pytest.mark.parametrize("seed", range(20))
def test_more_gin_is_counted_alike(seed):
    for part in range(20):
        rng = random.Random(f"{seed}/{part}")
        gin_table(rng).play()


def test_every_end_of_gin_is_reached():
    """The tests above see what they are for."""
    ends = {gin_table(random.Random(f"{seed}/0")).play() for seed in range(150)}
    assert ends >= {"knock", "undercut", "gin", "knock_too_high"}


# --- 3: a naive judge of manipulation


def ways_of(cards):
    """Yield each way to give the jokers of a zone their cards, as joker -> face."""
    naturals = [card for card in cards if not is_joker(card)]
    jokers = sorted(card for card in cards if is_joker(card))
    seen = []
    for places, suit in run_readings(cards, True):
        seen.append({joker: place_face(places[joker], suit) for joker in jokers})
    if set_rank(cards):
        suits = set(SUITS) - {card[1] for card in naturals}
        for order in itertools.permutations(sorted(suits), len(jokers)):
            faces = [naturals[0][0] + suit for suit in order]
            seen.append(dict(zip(jokers, faces, strict=True)))
    for i, way in enumerate(seen):
        if way not in seen[:i]:
            yield way


class ManipulationJudge:
    """Keeps the state of a round of manipulation as the players see it, and judges turns."""

    def __init__(self, hand, seats, stock, first):
        self.melds = {}
        self.bound = {}
        self.hands = [hand] * seats
        self.stock = stock
        self.seat = first
        self.last_turns = None  # how many there are still, once the stock is used up

    def judge(self, turn):
        """Return the verdict on a turn."""
        verdict = Verdict()
        codes = verdict.codes
        was_on = {card: zone for zone, cards in self.melds.items() for card in cards}
        lies_on = {card: zone for zone, cards in turn.zones.items() for card in cards}
        if was_on.keys() - lies_on.keys():
            codes.add("card_left_table")
        # Replaced: its own card has come into the zone where the joker lay.
        fixed = {}
        for joker, named in self.bound.items():
            zone = was_on[joker]
            came = [card for card in turn.zones.get(zone, ()) if was_on.get(card) != zone]
            if not any(face(card) == named for card in came if not is_joker(card)):
                fixed[joker] = named
        verdict.bound = {}
        for cards in turn.zones.values():
            self.judge_zone(verdict, cards, fixed, turn.said)
        # The turn.
        added = lies_on.keys() - was_on.keys()
        moved = self.parts(turn.zones) != self.parts(self.melds)
        if added:
            if turn.draws < min(1, self.stock):
                codes.add("no_draw")
            if turn.draws > 2:
                codes.add("third_draw_no_meld")
        else:
            if turn.draws < min(3, self.stock):
                codes.add("no_draw")
            if moved:
                codes.add("nothing_added")
                if "card_left_table" in codes:
                    verdict.open_codes.add("nothing_added")
        if turn.draws > 3:
            codes.add("too_many_draws")
        verdict.hand = self.hands[self.seat] + turn.draws - len(added)
        if verdict.hand < 0:
            codes.add("too_many_cards")
        verdict.laid = hand_values(added, 1, 25)
        verdict.took = "stock" if turn.draws else "none"
        return verdict

    def parts(self, melds):
        """Return what lies together, wherever it lies."""
        return {frozenset(cards) for cards in melds.values()}

    def judge_zone(self, verdict, cards, fixed, said):
        """Judge what lies in one zone."""
        shape = shape_code(cards, 9, True)
        bound = {card: fixed[card] for card in cards if card in fixed}
        misnamed = [card for card in bound if card in said and said[card] != bound[card]]
        if shape:
            verdict.codes.add(shape)
            if misnamed:
                # Both, or the first of them: not said.
                verdict.open_codes.add("joker_changed")
            return
        ways = [way for way in ways_of(cards) if all(way[c] == bound[c] for c in bound)]
        if not ways:
            verdict.codes.add("joker_changed")
            return
        named = {card: said[card] for card in cards if card in said and card not in bound}
        allowed = {
            card: face_ for card, face_ in named.items() if any(way[card] == face_ for way in ways)
        }
        together = [way for way in ways if all(way[c] == allowed[c] for c in allowed)]
        if not together:
            # Each could be, not both at once: whose declaration counts is not said.
            verdict.open_codes |= {"joker_undeclared"}
            verdict.unsure = True
        if len(together) > 1:
            if misnamed:
                verdict.either("joker_undeclared", "joker_changed")
            else:
                verdict.codes.add("joker_undeclared")
        elif misnamed:
            verdict.codes.add("joker_changed")
        if len(together) == 1:
            verdict.bound.update(together[0])

    def accept(self, turn, verdict):
        """Let a turn happen."""
        self.bound = dict(verdict.bound)
        self.melds = {zone: list(cards) for zone, cards in turn.zones.items()}
        self.hands[self.seat] = verdict.hand
        if self.last_turns is not None:
            self.last_turns -= 1
        self.stock -= turn.draws
        if not self.stock and self.last_turns is None:
            self.last_turns = len(self.hands)
        self.seat = (self.seat + 1) % len(self.hands)


class ManipulationTable(Table):
    """Manipulation: engine and judge. Melds are made, taken apart and put together again."""

    def __init__(self, header, rng):
        super().__init__(header, rng)
        first = (header["dealer"] + 1) % self.seats
        stock = len(self.deck) - 10 * self.seats
        self.judge = ManipulationJudge(10, self.seats, stock, first)
        # Few ranks and suits, so that cards go together.
        low = rng.randrange(8)
        ranks = rng.choice([RANKS[low : low + 6], RANKS, "A2QK3"])
        self.cards = [card for card in self.deck if is_joker(card) or card[0] in ranks]

    def free(self, turn):
        """Return the cards that may come from a hand."""
        used = turn.used() | {c for cards in self.judge.melds.values() for c in cards}
        return [card for card in self.cards if card not in used]

    def new_zone(self, turn):
        """Return the number of an empty meld zone."""
        full = turn.zones.keys() | self.judge.melds.keys()
        return next(zone for zone in itertools.count(1) if zone not in full)

    def put(self, turn, zone, cards):
        """Move cards, or lay them, in a zone."""
        for held in turn.zones.values():
            held[:] = [card for card in held if card not in cards]
        turn.zones.setdefault(zone, []).extend(cards)

    def new_meld(self, turn, cards=()):
        """Lay a meld around a card of the table, or one of the hand's own."""
        rng = self.rng
        free = [card for card in self.free(turn) if not is_joker(card)]
        naturals = [card for card in cards if not is_joker(card)]
        meld = around(rng, naturals[0] if naturals else None, free)
        if len(cards) > len(naturals) and meld:
            meld.remove(rng.choice(meld))
        jokers = [card for card in self.free(turn) if is_joker(card)]
        if jokers and meld and rng.random() < 0.3:
            if len(meld) + len(cards) > 3 or rng.random() < 0.5:
                meld.remove(rng.choice(meld))
            meld += jokers[: rng.choice((1, 1, 2))]
        if rng.random() < 0.04 and free:
            meld.append(rng.choice(free))
        twins = [card for card in free if any(face(card) == face(each) for each in meld)]
        if rng.random() < 0.06 and twins:
            meld.append(rng.choice(twins))
        meld = list(dict.fromkeys([*cards, *meld]))
        if meld:
            self.put(turn, self.new_zone(turn), meld)

    def fitting(self, turn, zone, cards):
        """Return those of some cards that go on with what lies in a zone."""
        held = turn.zones[zone]
        return [card for card in cards if shape_code([*held, card], 9, True) is None]

    def rearrange(self, turn):
        """Move something that lies on the table."""
        rng = self.rng
        zone = rng.choice(sorted(turn.zones))
        cards = turn.zones[zone]
        roll = rng.random()
        jokers = [card for card in cards if card in self.judge.bound]
        if jokers and roll < 0.5:
            # Its own card takes the joker's place, and it is used again.
            joker = rng.choice(jokers)
            own = self.judge.bound[joker]
            table = [c for held in turn.zones.values() for c in held if face(c) == own]
            cards_ = [c for c in self.free(turn) if face(c) == own] + table
            if cards_:
                self.put(turn, zone, [rng.choice(cards_)])
            if rng.random() < 0.8:
                self.move(turn, joker)
        elif len(cards) > 5 and roll < 0.6:
            cut = rng.randint(3, len(cards) - 3)
            row = sorted(cards, key=lambda card: RANKS.find(card[0]))
            self.put(turn, self.new_zone(turn), row[cut:])
        elif cards:
            spare = [
                card
                for card in cards
                if shape_code([c for c in cards if c != card], 9, True) is None
            ]
            card = rng.choice(spare if spare and rng.random() < 0.9 else cards)
            if rng.random() < 0.05:
                cards.remove(card)
            else:
                self.move(turn, card)

    def move(self, turn, card):
        """Let a card of the table go into another meld, old or new."""
        rng = self.rng
        homes = [zone for zone in turn.zones if self.fitting(turn, zone, [card])]
        homes = [zone for zone in homes if card not in turn.zones[zone]]
        if homes and rng.random() < 0.5:
            self.put(turn, rng.choice(homes), [card])
        else:
            self.new_meld(turn, [card])

    def make_turn(self):
        """Make up a turn."""
        rng, judge = self.rng, self.judge
        turn = Turn(judge.melds)
        melds = rng.random() < 0.85
        turn.draws = rng.choice((1, 1, 1, 1, 1, 2, 2, 3, 0, 4) if melds else (3, 3, 3, 3, 2, 1, 4))
        turn.draws = min(turn.draws, judge.stock)
        if melds:
            for _ in range(rng.choice((0, 1, 1, 1, 2))):
                self.new_meld(turn)
        if turn.zones and judge.melds and rng.random() < 0.6:
            for _ in range(rng.choice((1, 1, 2))):
                turn.tidy()
                if turn.zones:
                    self.rearrange(turn)
        for zone in sorted(turn.zones):
            if melds and rng.random() < 0.25:
                cards = self.fitting(turn, zone, self.free(turn))
                if cards:
                    turn.zones[zone].append(rng.choice(cards))
        turn.tidy()
        for cards in turn.zones.values():
            for joker in [card for card in cards if is_joker(card)]:
                if joker not in judge.bound or rng.random() < 0.3:
                    if rng.random() < 0.85:
                        self.make_declaration(turn, cards, joker)
        return turn

    def make_declaration(self, turn, cards, joker):
        """Let the player say something of a joker, sensible more often than not."""
        rng = self.rng
        faces = [way[joker] for way in ways_of(cards) if self.obeys(way, turn)]
        if joker in self.judge.bound and rng.random() < 0.6:
            faces = [self.judge.bound[joker]]
        if not faces or rng.random() < 0.06:
            faces = [place_face(rng.randint(1, 13), rng.choice(SUITS))]
        turn.said[joker] = rng.choice(faces)

    def obeys(self, way, turn):
        """Tell whether a way to read a zone goes with what was said, and what stood, already."""
        known = {**self.judge.bound, **turn.said}
        return all(way[joker] == known.get(joker, way[joker]) for joker in way)

    def play(self):
        """Play one turn; return False when the round is at its end."""
        judge, rng = self.judge, self.rng
        if judge.last_turns == 0:
            self.check_end()
            return False
        if judge.last_turns and rng.random() < 0.3:
            named, _ = self.judged(judge.seat, seat=judge.seat, press="knock")
            assert named == ["knock_not_allowed"], self.log_text()
        before = {zone: list(cards) for zone, cards in judge.melds.items()}
        seat, turn = judge.seat, self.make_turn()
        first = rng.randint(0, turn.draws)
        for _ in range(first):
            self.feed(draw=1)
        self.lay_out(before, turn)
        if turn.draws > first:
            self.feed(draw=turn.draws - first)
        self.declare(turn)
        expected = judge.judge(turn)
        named, accepted = self.judged(seat, seat=seat, press="done")
        self.seen |= set(named or ["accepted"])
        text = f"{sorted(expected.codes)} or {sorted(expected.open_codes)}, not {named}\n"
        assert expected.agrees(named), text + self.log_text()
        if accepted:
            values = (expected.took, expected.laid, expected.hand)
            assert accepted[3:] == values, f"{values}, not {accepted}\n{self.log_text()}"
            if not expected.hand or getattr(expected, "unsure", False):
                return False
            judge.accept(turn, expected)
            return True
        # Back to where it was, and three draws.
        self.take_back(before, turn)
        most = min(3, judge.stock)
        self.feed(draw=most - turn.draws)
        turn = Turn(before)
        turn.draws = most
        named, accepted = self.judged(seat, seat=seat, press="done")
        expected = judge.judge(turn)
        assert not named, f"{named} in a plain turn\n{self.log_text()}"
        assert accepted[3:] == (expected.took, 0, expected.hand), self.log_text()
        expected.bound = judge.bound
        judge.accept(turn, expected)
        return True

    def check_end(self):
        """Let all seats count a hand of their own; the stock is used up."""
        assert self.referee.game.phase == "count", self.log_text()
        free = [card for card in self.free(Turn({})) if not is_joker(card)]
        hands = [free[2 * seat : 2 * seat + 1 + seat % 2] for seat in range(self.seats)]
        found = []
        for seat, hand in enumerate(hands):
            self.feed(zone=f"seat{seat}", came=hand)
            found = self.feed(seat=seat, press="done")
            if len(hand) != self.judge.hands[seat]:
                found = self.feed(seat=seat, press="done")
        worth = [hand_values(hand, 1, 25) for hand in hands]
        assert found[0][3:6] == manipulation_score(worth, None, None), self.log_text()


def manipulation_table(rng):
    """Return a table of manipulation."""
    seats = rng.choice((2, 3, 3))
    players = ["Ana", "Luc", "Zoé"][:seats]
    header = {"tierce": 1, "game": "manipulation", "players": players}
    return ManipulationTable({**header, "dealer": rng.randrange(seats)}, rng)


@settings(QUIET, max_examples=150)
@given(rng=st.randoms(use_true_random=False))
def test_a_turn_of_manipulation_is_judged_as_a_naive_judge_does(rng):
    table = manipulation_table(rng)
    for _ in range(6):
        if not table.play():
            break


@pytest.mark.parametrize("seed", range(20))
def test_longer_rounds_of_manipulation_are_judged_alike(seed):
    for part in range(10):
        table = manipulation_table(random.Random(f"{seed}/{part}"))
        for _ in range(40 if part < 3 else 12):
            if not table.play():
                break


MANIPULATION_CODES = {"card_left_table", "joker_undeclared", "joker_changed", "no_draw"}
MANIPULATION_CODES |= {"meld_too_short", "not_a_meld", "set_same_suit", "too_many_draws"}
MANIPULATION_CODES |= {"third_draw_no_meld", "nothing_added", "too_many_cards", "accepted"}


def test_the_judge_of_manipulation_sees_every_code():
    seen = set()
    for seed in range(100):
        table = manipulation_table(random.Random(f"{seed}/codes"))
        for _ in range(14):
            if not table.play():
                break
        seen |= table.seen
    assert seen == MANIPULATION_CODES


@settings(QUIET, max_examples=120)
@given(
    seats=st.integers(2, 5),
    limit=st.sampled_from([0, 5, 10, 1000]),
    out=st.booleans(),
    rng=st.randoms(use_true_random=False),
)
def test_a_knock_at_manipulation_is_judged_and_scored(seats, limit, out, rng):
    """The second `done` accepts what is read: so hands of any size, and many ties."""
    players = ["Ana", "Luc", "Zoé", "Max", "Ida"][:seats]
    header = {"tierce": 1, "game": "manipulation", "players": players, "dealer": seats - 1}
    table = Table({**header, "rules": {"knock_limit": limit}}, rng)
    deck = list(table.deck)
    if out:
        for i, meld in enumerate(("2S 3S 4S 5S", "6H 7H 8H 9H", "KS KH KD")):
            table.feed(zone=f"meld{i + 1}", came=meld.split())
            deck = [card for card in deck if card not in meld.split()]
    table.feed(draw=1 if out else 3)
    found = table.feed(seat=0, press=rng.choice(("done", "knock")) if out else "knock")
    assert [each[0] for each in found] == ["turn"], table.log_text()
    low = sorted(deck, key=lambda card: hand_value(card, 1, 25))[: 8 * seats]
    hands = [[] for _ in players]
    order = list(range(1, seats)) if out else list(range(seats))
    for seat in order:
        # When a seat is out the others hold cards; whether one who laid down none of them would
        # be a winner beside it is not said.
        for _ in range(rng.randint(int(out), 3)):
            hands[seat].append(low.pop(rng.randrange(len(low))))
        table.feed(zone=f"seat{seat}", came=hands[seat])
    rng.shuffle(order)
    worth = [hand_values(hand, 1, 25) for hand in hands]
    for seat in order:
        found = table.feed(seat=seat, press="done")
        assert [each[2:4] for each in found] == [("count_mismatch", f"seat{seat}")]
        found = table.feed(seat=seat, press="done")
        if seat == 0 and worth[0] > limit:
            assert [(each[0], each[2], each[3]) for each in found] == [
                ("refused", 0, ["knock_too_high"])
            ]
            assert table.referee.game.phase == "turn"
            assert table.referee.game.active == 1
            found = table.feed(seat=seat, press="done")
            assert [each[2:] for each in found] == [("not_your_turn", 0)]
            return
        assert seat == order[-1] or not found, table.log_text()
    expected = manipulation_score(worth, None if out else 0, 0 if out else None)
    assert found[0][3:6] == expected, f"{expected}, not {found}\n{table.log_text()}"
