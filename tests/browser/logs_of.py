"""The outcomes of a log that a page has saved."""

from typing import Any

from tierce.outcomes import keys
from tierce_tools.logs.reader import numbered
from tierce_tools.logs.replay import steps


def outcomes_of(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the engine's outcomes for a log; each line must be valid."""
    found: list[dict[str, Any]] = []
    for step in steps(numbered(log)):
        assert step.error is None, f"{step.event}: {step.error}"
        found += [{"event": each[0], **dict(zip(keys(each), each[2:], strict=True))} for each in step.outcomes]
    return found
