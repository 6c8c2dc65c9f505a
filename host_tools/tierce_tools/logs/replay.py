"""Referees a log: yields the outcomes of each record as it is read."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tierce.presets import LogError
from tierce.referee import Referee
from tierce_tools.logs.reader import BadLine, Record

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


def steps(records: Iterable[Record], opened: Callable[[object], Referee] = Referee) -> Iterator[Step]:
    """Referee a log; yield a step for each record.

    The first step is the header's; `opened` makes its referee, or raises LogError. A bad line leaves
    the table unchanged; the caller may go on. After a bad header the steps end.
    """
    referee: Referee | None = None
    for number, size, value in records:
        step = Step(number, size, None, [], referee)
        try:
            if isinstance(value, BadLine):
                raise value
            if referee is None:
                step.referee = referee = opened(value)
            else:
                step.outcomes = list(referee.feed(value))
            step.event = value if isinstance(value, dict) else None
        except (LogError, BadLine) as error:
            step.error = error
        yield step
        if referee is None:
            return
