"""The score sheet of a match: its rounds, corrections and totals, from the outcomes.

Knows no rules.
"""

from collections.abc import Mapping
from typing import Any, TypeGuard, cast

Told = Mapping[str, Any]

_CORRECTION = ("t", "seat", "points", "entries")  # the keys of a row that is a correction
_LARGEST = 1 << 62  # the largest value that a sheet shows, as a database must hold it


class Rounds:
    """Takes outcomes in order: turns, rounds, matches and rulings.

    `carried` are the points of each seat when the match began, `before` the rounds played by then.
    `rows` are the last rows of the sheet: the outcomes of rounds that stand, each with the rulings
    of its play as `ruled`, and corrections, from the ruling `points`, or `recave`. Under Hollywood `columns` are
    the points in each column, first those of seat 0, and each row has what it adds to them as
    `entries`. `count` is the number
    of rounds, `match` the outcome that ended the match; `closed`: the players ended it by a ruling.
    Outcomes and header are objects as in the log; an invalid value in a header counts as missing.
    """

    def __init__(self, header: Told, most: int | None = None) -> None:
        seats = len(header["players"])
        self.carried = _numbers(header.get("totals"), seats)
        rounds = header.get("rounds")
        self.before = rounds if _is_number(rounds) and rounds > 0 else 0
        self.rows: list[Told] = []
        self.count = 0
        self.totals = list(self.carried)
        self.columns: list[int] = []
        self.match: Told | None = None
        self.closed = False
        self.ruled: list[str] = []  # rulings since the last round that stands
        self.scored = self.totals  # the totals without what the end of a match adds
        self._most = most
        self._dropped = 0  # rows that are no longer in `rows`
        self._last = False  # whether the last accepted turn ended the last round

    @property
    def goes_on(self) -> bool:
        """Tell whether this match continues an earlier one."""
        return self.before > 0 or any(self.carried)

    @property
    def earlier(self) -> list[int]:
        """The points of each seat before `rows`."""
        gains = [points_of(row, len(self.scored)) for row in self.rows]
        return [total - sum(each) for total, *each in zip(self.scored, *gains, strict=True)]

    @property
    def bonuses(self) -> list[int] | None:
        """What the end of the match adds to the total of each seat; None if nothing."""
        added = [total - each for total, each in zip(self.totals, self.scored, strict=True)]
        return added if any(added) else None

    @property
    def all_shown(self) -> bool:
        """Tell whether `rows` has all rounds and corrections of the match."""
        return not self._dropped

    def take(self, event: str, told: Told) -> None:
        """Take an outcome: its event, and its values with the time `t`."""
        if event == "ruling":
            self._rule(told["ruling"], told)
        elif event == "turn":
            self._last = False
        elif event == "round":
            self._add({**told, **self._entries(told), "ruled": self.ruled})
            self.ruled = []
            self.count += 1
            self.totals = self.scored = list(told["totals"])
            self._last = True
        elif event == "recave":
            totals: list[int] = told["totals"]
            for seat in cast("list[int]", told["seats"]):
                points = totals[seat] - self.totals[seat]
                self._add({"t": told["t"], "seat": seat, "points": points, "recave": True})
            self.totals = self.scored = list(totals)
        elif event == "match":
            self.match = told
            self.totals = list(told["totals"])

    def _entries(self, told: Told) -> Told:
        """Return what an outcome adds to each column, as `entries`; nothing without columns."""
        if "columns" not in told:
            return {}
        new = [each[seat] for seat in range(len(self.scored)) for each in told["columns"]]
        old = self.columns or [0] * len(new)
        self.columns = new
        return {"entries": [one - other for one, other in zip(new, old, strict=True)]}

    def _rule(self, ruling: str, told: Told) -> None:
        if ruling == "points":
            told = {**told, **self._entries(told)}  # a board may send other keys, too
            self._add({key: told[key] for key in _CORRECTION if key in told})
            self.match = None  # if it is still over, `match` is said again
        else:
            self.ruled = [*self.ruled, ruling]
        if ruling == "end":
            self.closed = True
        elif ruling == "undo":
            self._take_back()
        if "totals" in told:
            self.totals = self.scored = list(told["totals"])

    def _take_back(self) -> None:
        """Take back the last turn, with the round and the match that it ended; corrections stay."""
        places = [place for place, row in enumerate(self.rows) if is_round(row)]
        if self._last:
            self.count -= 1
            if places:
                row, *after = self.rows[places[-1] :]
                self.rows[places[-1] :] = [each for each in after if not each.get("recave")]
                self.ruled = [*row["ruled"], *self.ruled]
                added = row.get("entries", ())
                self.columns = [one - gone for one, gone in zip(self.columns, added, strict=False)]
        self._last = False
        self.match = None
        self.closed = False

    def _add(self, row: Told) -> None:
        self.rows.append(row)
        if self._most is not None and len(self.rows) > self._most:
            del self.rows[0]
            self._dropped += 1


def is_round(row: Told) -> bool:
    """Tell whether a row of a sheet is a round; else it is a correction."""
    return "ruled" in row


def points_of(row: Told, seats: int) -> list[int]:
    """Return what a row adds to the total of each seat."""
    if "entries" in row:
        return [sum(each) for each in by_seat(row["entries"], seats)]
    if is_round(row):
        return list(row["scores"])
    return [row["points"] if seat == row["seat"] else 0 for seat in range(seats)]


def by_seat(columns: list[int], seats: int) -> list[list[int]]:
    """Return the figures of Hollywood's columns, a list for each seat."""
    each = len(columns) // seats
    return [columns[seat * each : seat * each + each] for seat in range(seats)]


def side_by_side(columns: list[int], seats: int) -> list[str]:
    """Return the figures of Hollywood's columns as a text for each seat: `25 | 25 | –`."""
    return [" | ".join(str(figure) if figure else "\N{EN DASH}" for figure in each) for each in by_seat(columns, seats)]


def figures(row: Told, seats: int) -> list[str]:
    """Return what a row shows for each seat: its points, under Hollywood in each column."""
    if "entries" in row:
        return side_by_side(row["entries"], seats)
    if is_round(row):
        return [str(score) for score in row["scores"]]
    return [signed(each) if each else "" for each in points_of(row, seats)]


def signed(points: int) -> str:
    """Return the points of a correction with their sign."""
    return f"{points:+}".replace("-", "\N{MINUS SIGN}")


def _is_number(value: object) -> TypeGuard[int]:
    return type(value) is int and -_LARGEST < value < _LARGEST


def _numbers(value: object, seats: int) -> list[int]:
    numbers = cast("list[object]", value) if isinstance(value, list) else []
    good = [each for each in numbers if _is_number(each)]
    return good if len(good) == len(numbers) == seats else [0] * seats
