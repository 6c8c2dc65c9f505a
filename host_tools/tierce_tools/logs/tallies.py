"""Tallies (value -> how often it occurred) and their exact statistics, however many values."""

from collections import Counter
from math import sqrt
from typing import Self

Tally = Counter[int]


class Sums:
    """A dataclass of counts and tallies, which are added name by name."""

    def __iadd__(self, other: Self) -> Self:
        for name, more in vars(other).items():
            mine = getattr(self, name)
            mine += more
            setattr(self, name, mine)
        return self


def count(tally: Tally) -> int:
    """Return how many values a tally holds."""
    return tally.total()


def mean(tally: Tally) -> float | None:
    """Return the mean; None for an empty tally."""
    size = tally.total()
    return sum(value * times for value, times in tally.items()) / size if size else None


def spread(tally: Tally) -> float | None:
    """Return the population standard deviation; None for an empty tally."""
    middle = mean(tally)
    if middle is None:
        return None
    return sqrt(sum(times * (v - middle) ** 2 for v, times in tally.items()) / tally.total())


def percentile(tally: Tally, per_cent: int) -> int | None:
    """Return the least value that at least `per_cent` % of the values do not exceed."""
    size = tally.total()
    seen = 0
    for value, times in sorted(tally.items()):
        seen += times
        if seen * 100 >= size * per_cent:
            return value
    return None


def median(tally: Tally) -> float | None:
    """Return the median; for an even number of values, the mean of the two in the middle."""
    size = tally.total()
    if not size:
        return None
    low = high = seen = 0
    values = iter(sorted(tally.items()))
    while seen * 2 < size:
        low, times = next(values)
        seen += times
    high = low if seen * 2 > size else next(values)[0]
    return (low + high) / 2


def marginals(pairs: Counter[tuple[int, int]]) -> tuple[Tally, Tally]:
    """Return the tallies of the first and of the second member of pairs."""
    first, second = Tally(), Tally()
    for (one, other), times in pairs.items():
        first[one] += times
        second[other] += times
    return first, second
