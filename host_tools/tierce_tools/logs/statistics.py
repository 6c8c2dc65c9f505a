"""Adds up the steps of refereed logs: who wins, how, how fast, and what is refused.

Pure functions. A match gives its `Facts`, and facts can be added, so memory holds only the tallies,
however long and many the logs are. The referee's outcomes are counted; jokers and times are read
from the table when an outcome comes.
"""

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from tierce.cards import JOKER
from tierce.phases import COUNT, TURN
from tierce.referee import Referee
from tierce_tools.logs.replay import Outcome, Step
from tierce_tools.logs.tallies import Sums, Tally

# A gap longer than this without any event is a break and is not counted as play.
PAUSE_MS = 300_000
# Totals are kept round by round for this many matches, and for this many of their last rounds.
COURSES = 4
ROUNDS_KEPT = 200


@dataclass
class Player(Sums):
    """The facts of one player, over one or several matches. Times are in tenths of a second."""

    matches: int = 0
    ended: int = 0
    won: int = 0
    rounds: int = 0  # including void ones
    void: int = 0
    rounds_won: int = 0
    turns: int = 0
    refused: int = 0
    points: Tally = field(default_factory=Tally)  # of each round that is neither void nor uncounted
    ends: Counter[str] = field(default_factory=lambda: Counter[str]())  # of the rounds won
    clauses: Counter[str] = field(default_factory=lambda: Counter[str]())
    # (turn of the seat in its round, from 1; points) of each first lay
    first_lays: Counter[tuple[int, int]] = field(default_factory=lambda: Counter[tuple[int, int]]())
    never_laid: int = 0  # rounds without laying, not counting void ones
    turn_tenths: Tally = field(default_factory=Tally)
    jokers_laid: int = 0
    jokers_taken: int = 0
    jokers_held: int = 0  # in the counted hands
    hands: int = 0  # counted hands
    joker_rounds: int = 0  # rounds of games with jokers, including void ones


@dataclass
class Course:
    """The totals of a match, round by round: its last ROUNDS_KEPT rounds.

    The first entry of `totals` holds the totals after round `first`, or, if all rounds are there,
    those at the start of the match.
    """

    game: str
    players: list[str]
    first: int = 0
    totals: list[list[int]] = field(default_factory=lambda: [])


@dataclass
class Facts:
    """The facts of one match, or of many. Other figures are sums over the players."""

    matches: int = 0
    ended: int = 0
    rounds: int = 0
    void: int = 0
    ends: Counter[str] = field(default_factory=lambda: Counter[str]())
    rulings: Counter[str] = field(default_factory=lambda: Counter[str]())
    round_tenths: Tally = field(default_factory=Tally)
    round_turns: Tally = field(default_factory=Tally)
    pauses: int = 0
    joker_rounds: int = 0
    lays: bool = False  # at least one game is a laying game
    has_jokers: bool = False  # at least one game has jokers
    players: dict[str, Player] = field(default_factory=lambda: {})
    courses: list[Course] = field(default_factory=lambda: [])  # of the last COURSES matches

    def __iadd__(self, other: "Facts") -> "Facts":
        """Add the facts of later matches."""
        self.matches += other.matches
        self.ended += other.ended
        self.rounds += other.rounds
        self.void += other.void
        self.ends += other.ends
        self.rulings += other.rulings
        self.round_tenths += other.round_tenths
        self.round_turns += other.round_turns
        self.pauses += other.pauses
        self.joker_rounds += other.joker_rounds
        self.lays |= other.lays
        self.has_jokers |= other.has_jokers
        for name, player in other.players.items():
            mine = self.players.setdefault(name, Player())
            mine += player
        self.courses = (self.courses + other.courses)[-COURSES:]
        return self

    def whole(self) -> Player:
        """Return the sum over the players, also of their matches, rounds and wins."""
        total = Player()
        for player in self.players.values():
            total += player
        return total


def person(name: str) -> str:
    """Return the name that identifies a player: Unicode NFC, single spaces, none around it."""
    return unicodedata.normalize("NFC", " ".join(name.split()))


class Counting:
    """Counts one match, step by step. `game` and `names` are set once the header is read.

    The effects of an accepted turn are counted once it can no longer be taken back.
    """

    def __init__(self) -> None:
        self._facts = Facts()
        self._waiting: list[Callable[[], None]] = []  # adds the effects of the last accepted turn
        self._before: tuple[Any, ...] = ()  # the round's state before that turn
        self.game = ""
        self.names: list[str] = []
        # Joker -> (natural cards beside it, face), as of the last accepted turn.
        self._bound: dict[int, tuple[tuple[int, ...], int]] = {}
        # Seat -> jokers in its counted hand; None if the players have said what it counts.
        self._held: dict[int, int | None] = {}
        self._over: Outcome | None = None  # the outcome that ended the match
        self._turns: list[int] = []
        self._laid: list[bool] = []
        self._last = 0  # time of the last event
        self._clock = 0  # milliseconds played in this round, without pauses
        self._since = 0  # value of the clock when the turn was opened
        self._paused = False  # in this turn
        self._phase = ""

    def take(self, step: Step) -> None:
        """Count one step; a step with an error is ignored."""
        referee, event = step.referee, step.event
        if step.error or referee is None or event is None:
            return
        if not self.game:
            self._begin(event, referee)
            return
        view = referee.view
        if self._phase in (TURN, COUNT):
            gap = view.t - self._last
            if gap > PAUSE_MS:
                self._facts.pauses += 1
                self._paused = True
            else:
                self._clock += gap
        self._last = view.t
        if view.phase == TURN and self._phase not in (TURN, COUNT) and "ruling" not in event:
            self._settle()
        if event.get("press") == "done" and view.phase != TURN:
            self._note_hand(event["seat"], referee)
        for outcome in step.outcomes:
            kind = outcome[0]
            if kind == "turn":
                self._settle()
                self._before = (dict(self._bound), list(self._turns), list(self._laid))
                self._turn(outcome, referee)
            elif kind == "ruling":
                self._rule(outcome, referee)
            elif kind == "refused":
                player = self._player(outcome[2])
                player.refused += 1
                player.clauses.update(outcome[3])
            elif kind == "round":
                self._waiting.append(
                    partial(
                        self._round,
                        outcome,
                        referee.rules,
                        (self._clock + 50) // 100,
                        sum(self._turns),
                        list(self._laid),
                        dict(self._held),
                    )
                )
            elif kind == "match":
                self._over = outcome
        if view.phase == TURN and self._phase != TURN:
            if self._phase == COUNT:  # the knock was not accepted, so play goes on
                self._held = {}
            else:
                self._deal()
            self._open_turn()
        self._phase = view.phase

    def _player(self, seat: int) -> Player:
        return self._facts.players[self.names[seat]]

    def _begin(self, header: dict[str, object], referee: Referee) -> None:
        facts, rules = self._facts, referee.rules
        self.game = str(header["game"])
        names = header["players"]
        assert isinstance(names, list)
        self.names = [person(str(name)) for name in names]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        facts.matches = 1
        facts.lays = rules["family"] == "laying"
        facts.has_jokers = rules["jokers"] > 0
        for name in self.names:
            facts.players.setdefault(name, Player()).matches += 1
        begun = referee.view
        facts.courses = [Course(self.game, self.names, begun.round, [list(begun.totals)])]

    def _deal(self) -> None:
        self._clock = 0
        self._bound = {}
        self._held = {}
        self._turns = [0] * len(self.names)
        self._laid = [False] * len(self.names)

    def _open_turn(self) -> None:
        self._since = self._clock
        self._paused = False

    def _turn(self, outcome: Outcome, referee: Referee) -> None:
        seat: int = outcome[2]
        player = self._player(seat)
        self._turns[seat] += 1
        first = (self._turns[seat], outcome[4])
        lays = self._facts.lays and outcome[4] and not self._laid[seat]
        if self._facts.lays:
            self._laid[seat] = referee.view.has_laid[seat]
        tenths = None if self._paused else (self._clock - self._since + 50) // 100
        self._open_turn()
        laid, taken = self._jokers(referee) if self._facts.has_jokers else (0, 0)

        def count() -> None:
            player.turns += 1
            if lays:
                player.first_lays[first] += 1
            if tenths is not None:
                player.turn_tenths[tenths] += 1
            player.jokers_laid += laid
            player.jokers_taken += taken

        self._waiting.append(count)

    def _rule(self, outcome: Outcome, referee: Referee) -> None:
        ruling = outcome[2]
        self._facts.rulings[ruling] += 1
        if ruling == "undo":
            self._waiting.clear()
            self._over = None
            self._bound, self._turns, self._laid = self._before
            self._held = {}
            self._phase = referee.view.phase
            self._open_turn()
        elif ruling == "points":
            self._over = None  # said again if the match is still over
        elif ruling == "count":
            self._held[outcome[3]] = None
        if ruling in ("undo", "points"):
            self._waiting.append(partial(self._set_totals, outcome[5]))

    def _set_totals(self, totals: list[int]) -> None:
        self._facts.courses[0].totals[-1] = totals

    @property
    def facts(self) -> Facts:
        """Return the counted facts. Call it at the end: it settles the last turn and the match."""
        self._settle()
        if self._over:
            self._match(self._over)
            self._over = None
        return self._facts

    def _settle(self) -> None:
        """Count the effects of the last accepted turn."""
        for count in self._waiting:
            count()
        self._waiting.clear()

    def _jokers(self, referee: Referee) -> tuple[int, int]:
        """Return how many jokers a turn laid, and how many it took."""
        view = referee.view
        laid = taken = 0
        bound = {
            joker: (tuple(c for c in view.cards(view.zone_of(joker)) if c < JOKER), face)
            for joker, face in view.bound.items()
        }
        if bound == self._bound:
            return 0, 0
        for joker, (_, face) in bound.items():
            if joker not in self._bound:
                laid += 1
                continue
            beside, old_face = self._bound[joker]
            # In laying games a laid meld stays together, and a joker in a set has no suit. At
            # manipulation melds change, and a joker keeps its face until it is replaced.
            if self._facts.lays:
                left = any(view.zone_of(card) != view.zone_of(joker) for card in beside)
                taken += left or face % 13 != old_face % 13
            else:
                taken += face != old_face
        self._bound = bound
        return laid, taken

    def _note_hand(self, seat: int, referee: Referee) -> None:
        view = referee.view
        if view.counts.get(seat) is not None and seat not in self._held:
            self._held[seat] = sum(card >= JOKER for card in view.cards(-1 - seat))

    def _round(
        self,
        outcome: Outcome,
        rules: dict[str, Any],
        tenths: int,
        turns: int,
        laid: list[bool],
        held: dict[int, int | None],
    ) -> None:
        facts = self._facts
        how, winners, scores, totals = outcome[3:7]
        void = how == "void"
        facts.rounds += 1
        facts.void += void
        facts.ends[how] += 1
        facts.round_tenths[tenths] += 1
        facts.round_turns[turns] += 1
        facts.joker_rounds += facts.has_jokers
        counted = rules.get("penalties", True) and not void
        for seat, name in enumerate(self.names):
            player = facts.players[name]
            player.rounds += 1
            player.void += void
            player.joker_rounds += facts.has_jokers
            if counted:
                player.points[scores[seat]] += 1
            if seat in winners:
                player.rounds_won += 1
                player.ends[how] += 1
            if facts.lays and not void and not laid[seat]:
                player.never_laid += 1
        if facts.has_jokers:
            for seat, jokers in held.items():
                if jokers is None:
                    continue
                player = self._player(seat)
                player.hands += 1
                player.jokers_held += jokers
        course = facts.courses[0]
        course.totals.append(totals)
        if len(course.totals) > ROUNDS_KEPT:
            del course.totals[0]
            course.first += 1

    def _match(self, outcome: Outcome) -> None:
        self._facts.ended += 1
        for seat in range(len(self.names)):
            player = self._player(seat)
            player.ended += 1
            player.won += seat in outcome[2]
        self._set_totals(outcome[4])


def overall(games: Iterable[Facts]) -> Facts:
    """Return the sum over games."""
    total = Facts()
    for each in games:
        total += each
    return total


def by_wins(facts: Facts) -> list[tuple[str, Player]]:
    """Return the players by matches won, then by rounds won, then by name."""

    def order(item: tuple[str, Player]) -> tuple[int, int, str]:
        return -item[1].won, -item[1].rounds_won, item[0]

    return sorted(facts.players.items(), key=order)


def in_order(games: dict[str, Facts], names: Iterable[str]) -> Iterator[tuple[str, Facts]]:
    """Yield the games that were played, in the order of `names`."""
    for name in names:
        if name in games:
            yield name, games[name]
