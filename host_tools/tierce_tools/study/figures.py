"""What the rounds of a cell add up to, and how sure that is.

Figures are sums and tallies of whole numbers: added in any order they are the same. The seats of a
round depend on each other, so the unit of every interval is a round, not a seat.
"""

from collections import Counter
from dataclasses import dataclass, field
from math import sqrt
from typing import NamedTuple

from tierce_tools.logs import tallies
from tierce_tools.logs.tallies import Sums, Tally

_SURE = 1.959964  # standard deviations that hold 95 %


class Estimate(NamedTuple):
    """A figure with the ends of its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass
class Figures(Sums):
    """The rounds of one cell. A seat is named by its place: 0 plays first, the dealer last."""

    rounds: int = 0  # scored ones
    void: int = 0
    unfinished: int = 0  # given up after too many turns
    wins: Counter[int] = field(default_factory=lambda: Counter[int]())  # place -> rounds won
    ends: Counter[str] = field(default_factory=lambda: Counter[str]())  # how a round ended
    turns: Tally = field(default_factory=Tally)  # of all seats of a round
    never: Tally = field(default_factory=Tally)  # seats of a round that have never laid
    points: Tally = field(default_factory=Tally)  # of all seats of a round

    @property
    def played(self) -> int:
        """All rounds, the void and unfinished ones too."""
        return self.rounds + self.void + self.unfinished


def share(part: float, whole: float) -> Estimate | None:
    """Return a share of independent rounds, with Wilson's interval; None of no rounds."""
    if not whole:
        return None
    rate, square = part / whole, _SURE * _SURE
    middle = (rate + square / (2 * whole)) / (1 + square / whole)
    half = _SURE * sqrt(rate * (1 - rate) / whole + square / (4 * whole * whole))
    half /= 1 + square / whole
    return Estimate(rate, max(0.0, middle - half), min(1.0, middle + half))


def share_of_seats(tally: Tally, seats: int) -> Estimate | None:
    """Return the share of the seats that a tally of rounds counts, with Wilson's interval; None of no rounds.

    The seats of a round depend on each other: the interval is that of as many independent seats as have the
    spread of the rounds; one for each round where the rounds have none, as all seats or no seat were counted.
    """
    size, of_rounds = tally.total(), mean(tally, seats)
    if of_rounds is None:
        return None
    rate, spread = of_rounds.value, tallies.spread(tally) or 0.0
    alike = seats * seats * rate * (1 - rate) * (size - 1) / (spread * spread) if spread else size
    return share(rate * alike, alike) if alike else Estimate(rate, 0.0, 1.0)


def mean(tally: Tally, by: int = 1) -> Estimate | None:
    """Return the mean of a tally's values divided by `by`; None of an empty tally."""
    size = tally.total()
    middle, spread = tallies.mean(tally), tallies.spread(tally)
    if middle is None or spread is None:
        return None
    half = _SURE * spread / sqrt(size - 1) if size > 1 else float("inf")
    return Estimate(middle / by, (middle - half) / by, (middle + half) / by)
