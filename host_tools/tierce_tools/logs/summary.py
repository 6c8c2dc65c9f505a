"""Counts over refereed logs."""

from dataclasses import asdict, dataclass

from tierce_tools.logs.replay import Step
from tierce_tools.logs.tallies import Sums


@dataclass
class Summary(Sums):
    """Counts over logs; summaries can be added. `files` counts logs, and games of a store too."""

    files: int = 0
    bad_files: int = 0
    bad_lines: int = 0
    matches: int = 0  # logs with a good header
    ended: int = 0
    rounds: int = 0
    turns: int = 0
    refused: int = 0
    warnings: int = 0
    events: int = 0

    def take(self, step: Step) -> None:
        """Count one good step of a log."""
        if not self.matches:
            self.matches = 1
            return
        self.events += 1
        for outcome in step.outcomes:
            if outcome[0] == "ruling" and outcome[2] in ("undo", "points"):
                self.ended = 0  # if the match is still over, that is said again
            name = _COUNTED.get(outcome[0])
            if name:
                setattr(self, name, getattr(self, name) + 1)

    def figures(self, seconds: float) -> dict[str, int | float]:
        """Return the counts by name, the time in seconds, and events per second."""
        rate = round(self.events / seconds) if seconds > 0 else 0
        return {**asdict(self), "seconds": round(seconds, 3), "events_per_second": rate}


_COUNTED = {"match": "ended", "round": "rounds", "turn": "turns", "refused": "refused", "warning": "warnings"}
