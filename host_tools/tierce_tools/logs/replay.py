"""Referees a log: yields the outcomes of each line as it is read."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from tierce.presets import LogError
from tierce.referee import Referee
from tierce_tools.logs.reader import BadLine, lines, parse

Event = dict[str, Any]
Outcome = tuple[Any, ...]  # (event, t, *values); tierce.outcomes names the values


@dataclass(slots=True)
class Step:
    """One line of a log and its outcomes.

    `error` is set if the line is bad; `referee` is None before a good header.
    """

    line: int
    size: int
    event: Event | None
    outcomes: list[Outcome]
    referee: Referee | None
    error: LogError | BadLine | None = None


def steps(stream: BinaryIO, show_melds: bool = False, show_hints: bool = False) -> Iterator[Step]:
    """Referee a log; yield a step for each line that is not blank.

    The first step is the header's. A bad line leaves the table unchanged; the caller may go on.
    After a bad header the steps end.
    """
    referee: Referee | None = None
    number = 0
    try:
        for number, line, ended in lines(stream):
            if line.isspace() or not line:
                continue
            step = Step(number, len(line), None, [], referee)
            try:
                value = parse(number, line, ended)
                if referee is None:
                    step.referee = referee = Referee(value, show_melds, show_hints)
                else:
                    step.outcomes = list(referee.feed(value))
                step.event = value if isinstance(value, dict) else None
            except (LogError, BadLine) as error:
                step.error = error
            yield step
            if referee is None:
                return
    except OSError as error:  # reading failed part-way
        reason = (error.strerror or str(error),)
        yield Step(number + 1, 0, None, [], referee, BadLine(number + 1, "unreadable", reason))
        return
    if referee is None:
        yield Step(max(number, 1), 0, None, [], None, BadLine(max(number, 1), "empty"))


def steps_of(values: Iterable[object], show_melds: bool = False, show_hints: bool = False) -> Iterator[Step]:
    """Referee a log given as objects, the header first; yield a step for each, as `steps` does.

    `size` is 0 in every step.
    """
    referee: Referee | None = None
    for number, value in enumerate(values, 1):
        step = Step(number, 0, None, [], referee)
        try:
            if referee is None:
                step.referee = referee = Referee(value, show_melds, show_hints)
            else:
                step.outcomes = list(referee.feed(value))
            step.event = value if isinstance(value, dict) else None
        except LogError as error:
            step.error = error
        yield step
        if referee is None:
            return
