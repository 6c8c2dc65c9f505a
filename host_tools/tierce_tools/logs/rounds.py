"""The rounds of a match that stand, and its totals, from the board's outcomes. Knows no rules."""

from collections.abc import Mapping
from typing import Any, TypeGuard, cast

Told = Mapping[str, Any]

_LARGEST = 1 << 62  # the largest value that a sheet shows, as a database must hold it


class Rounds:
    """Takes outcomes in order: rounds, matches and rulings. Turns are not kept.

    `carried` are the points of each seat when the match began, `before` the rounds played by then.
    `played` are the outcomes of the last rounds, `count` the number of all rounds, `match` the
    outcome that ended the match. Outcomes and header are objects as in the log; an invalid value in
    a header counts as missing.
    """

    def __init__(self, header: Told, most: int | None = None) -> None:
        seats = len(header["players"])
        self.carried = _numbers(header.get("totals"), seats)
        rounds = header.get("rounds")
        self.before = rounds if _is_number(rounds) and rounds > 0 else 0
        self.played: list[Told] = []
        self.count = 0
        self.totals = list(self.carried)
        self.match: Told | None = None
        self._most = most
        self._last = False  # whether the last accepted turn ended the last round

    @property
    def goes_on(self) -> bool:
        """Tell whether this match continues an earlier one."""
        return self.before > 0 or any(self.carried)

    @property
    def earlier(self) -> list[int]:
        """The points of each seat before the rounds in `played`."""
        if not self.played:
            return list(self.totals)
        pairs = zip(self.played[0]["totals"], self.played[0]["scores"], strict=True)
        return [total - score for total, score in pairs]

    def take(self, event: str, told: Told) -> None:
        """Take an outcome: its event and its values."""
        if event == "round":
            self.played.append(told)
            self.count += 1
            if self._most is not None:
                del self.played[: -self._most]
            self.totals = list(told["totals"])
            self._last = True
        elif event == "match":
            self.match = told
            self.totals = list(told["totals"])
        elif event == "turn":
            self._last = False
        elif event == "ruling" and told.get("ruling") == "undo":
            if self._last and self.played:
                self.played.pop()
                self.count -= 1
            self._last = False
            self.match = None
            self.totals = list(told["totals"])


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and -_LARGEST < value < _LARGEST


def _numbers(value: object, seats: int) -> list[int]:
    numbers = cast("list[object]", value) if isinstance(value, list) else []
    good = [each for each in numbers if _is_number(each)]
    return good if len(good) == len(numbers) == seats else [0] * seats
