"""The match in play, refereed on this computer from the records of a link."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from tierce.outcomes import line
from tierce.presets import LogError
from tierce.referee import Referee
from tierce_tools.logs.records import (
    BOOT,
    DAMAGED,
    EVENT,
    HEADER,
    MATCH,
    OUTCOME,
    OVER,
    ROUND,
    RULING,
    Record,
    kind_of,
    own_keys,
)
from tierce_tools.logs.replay import Event, Step
from tierce_tools.match.sentences import OF_BOARD

_JUDGED = ("turn", "refused", "round", "match", "ruling")


@dataclass(frozen=True)
class Began:
    """A match began with this header."""

    header: Event


@dataclass(frozen=True)
class Left:
    """The match was left unfinished."""


@dataclass(frozen=True)
class Lost:
    """`count` records were lost; refereeing stops until the next match."""

    count: int


@dataclass(frozen=True)
class Damaged:
    """The board's journal is damaged. The players are asked for the totals; it proposes these."""

    rounds: int
    totals: list[int]


@dataclass(frozen=True)
class Restarted:
    """The board restarted. `back`: it lost the last events of the match."""

    boot: int
    back: bool


@dataclass(frozen=True)
class Said:
    """An outcome that only the board can give: device warnings, or any outcome after a loss."""

    outcome: Record


@dataclass(frozen=True)
class Differs:
    """The board's verdicts differ from this computer's."""


Happening = Step | Began | Left | Lost | Damaged | Restarted | Said | Differs


class Watcher:
    """Takes records in order. `referee` is None while no match can be refereed."""

    def __init__(self) -> None:
        self.header: Event | None = None  # of the match in play
        self.referee: Referee | None = None
        self.forget()

    def forget(self) -> None:
        """Reset, as another log begins."""
        self.header = None
        self.referee = None
        self.doubt = False  # whether the board is asking for the totals
        self._begin_at = 0  # record number of the header
        self.events: list[tuple[int, Event]] = []  # (record number, event) of the match
        self._own: list[Record] = []  # this computer's verdicts
        self._verdicts: list[int] = []  # record numbers of the board's verdicts
        self._agree = True

    def take(self, record: Record) -> Iterator[Happening]:
        """Take a record or a loss; yield what happened."""
        if "lost" in record:
            if self.header is not None:
                self.referee = None
            yield Lost(record["lost"])
            return
        kind = kind_of(record, len(self.header["players"]) if self.header else 0)
        if kind == HEADER:
            yield from self._begin(record)
        elif kind in (OVER, BOOT, DAMAGED):
            yield from self._note(record["note"], kind)
        elif kind in (OUTCOME, ROUND, MATCH, RULING):
            yield from self._compare(record)
        elif kind == EVENT and self.referee is not None:
            event = _plain(record)
            self.events.append((record["seq"], event))
            yield from self._feed(event)

    def _begin(self, record: Record) -> Iterator[Happening]:
        was_one = self.header is not None
        self.forget()
        self.header = _plain(record)
        self._begin_at = record["seq"]
        try:
            self.referee = Referee(self.header)
        except LogError:  # this computer does not know the game
            self.header = None
            if was_one:
                yield Left()
            yield Differs()
            return
        yield Began(self.header)

    def _feed(self, event: Event) -> Iterator[Happening]:
        referee = self.referee
        assert referee is not None
        try:
            outcomes = list(referee.feed(event))
        except LogError:
            if self._agree:
                self._agree = False
                yield Differs()
            return
        self._own += [_compared(json.loads(line(outcome))) for outcome in outcomes if outcome[0] in _JUDGED]
        yield Step(0, 0, event, outcomes, referee)

    def _note(self, note: Record, kind: str) -> Iterator[Happening]:
        if kind == OVER:
            if self.header is not None or self.doubt:
                self.forget()
                yield Left()
        elif kind == DAMAGED:
            self.referee = None
            self.doubt = True
            yield Damaged(note["rounds"], note["totals"])
        else:
            after = note["after"]
            if self.header is not None and after < self._begin_at:
                self.forget()  # the board has lost the whole match
                yield Left()
            back = self.referee is not None and bool(self.events) and self.events[-1][0] > after
            if back:
                self._go_back(after)
            yield Restarted(note["boot"], back)

    def _go_back(self, after: int) -> None:
        """Keep only the events up to record `after`: the board lost the rest in a power cut."""
        events = [each for each in self.events if each[0] <= after]
        verdicts = [seq for seq in self._verdicts if seq <= after]
        self.events = events
        self._verdicts = verdicts
        for _ in self.again():
            pass

    def again(self) -> Iterator[Happening]:
        """Referee the match again from its beginning; yield all its steps."""
        self.referee = Referee(self.header)
        self._own = []
        for _, event in self.events:
            yield from self._feed(event)

    def _compare(self, record: Record) -> Iterator[Happening]:
        outcome = own_keys(record)
        if outcome.get("code") in OF_BOARD or (self.referee is None and self.header is not None):
            yield Said(outcome)
        elif outcome["event"] in _JUDGED and self.referee is not None:
            number = len(self._verdicts)
            self._verdicts.append(record["seq"])
            agree = number < len(self._own) and self._own[number] == _compared(outcome)
            if self._agree and not agree:
                self._agree = False
                yield Differs()


def _plain(record: Record) -> Record:
    return {key: record[key] for key in record if key != "seq"}


def _compared(outcome: Record) -> Record:
    """Return an outcome without its figures, or the sentences that an older board has instead."""
    return {key: value for key, value in outcome.items() if key not in ("figures", "why")}
