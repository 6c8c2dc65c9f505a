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


def dealt(step: Step) -> list[tuple[str, Any]] | None:
    """Return the outcome of a `deal` that was accepted, as (name, value); None for other steps. LOG.md, Outcomes."""
    event, referee = step.event or {}, step.referee
    ignored = any(outcome[:1] == ("warning",) and outcome[2] == "not_your_turn" for outcome in step.outcomes)
    if event.get("press") != "deal" or ignored or referee is None or step.error:
        return None
    view = referee.view
    said = {"t": event["t"], "event": "deal", "seat": event["seat"], "round": view.round}
    return list({**said, "hands": list(view.hands), "stock": view.stock}.items())


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
