"""A visit to a zone: the mean times of one scan, from which each reader's are made.

All times are in microseconds. The least time in the air is that of tierce_tools.twin.inventory.
"""

from math import comb
from typing import NamedTuple

from tierce_tools.twin.inventory import SLOTS, query_us, round_us

# --- expected over random UIDs, exactly


def check_us(tags: int) -> float:
    """Return the mean time of a check that finds `tags` tags as expected, over all UIDs."""
    return query_us(heard=tags > 0) if tags < 2 else round_us(occupied(tags))


def occupied(tags: int) -> float:
    """Return how many of sixteen slots have an answer, on average."""
    return SLOTS * (1 - (1 - 1 / SLOTS) ** tags)


def shared(tags: int) -> float:
    """Return the probability that at least two of these tags share a slot."""
    alone = 1.0
    for tag in range(tags):
        alone *= max(0, SLOTS - tag) / SLOTS
    return 1 - alone


def asked_alone(tags: int) -> float:
    """Return the mean number of queries for one side of a collision; 0 without a collision.

    If several tags are on that side they are separated, with two more queries for each.
    """
    questions = weight = 0.0
    for here in range(2, tags + 1):
        likely = _among(tags, here)
        weight += likely
        for side in range(1, here):
            questions += likely * comb(here, side) / (2**here - 2) * (2 * side - 1)
    return questions / weight if weight else 0.0


def _among(tags: int, here: int) -> float:
    """Return the probability that exactly `here` of the tags are in a given slot."""
    return comb(tags, here) * (SLOTS - 1) ** (tags - here) / SLOTS**tags


# --- a visit, as the drivers make it


class Visit(NamedTuple):
    """Mean times of one scan of a zone, or the sums over several zones."""

    settle: float  # from field on until the tags are awake
    air: float  # the least time that any reader needs
    spi: float  # on the bus
    software: float  # in the program, for transfers
    total: float  # all of these and the chip's own delays, less what overlaps


class Bus:
    """Adds up transfers, given by their bytes, and returns their times."""

    def __init__(self, hz: int, software_us: float) -> None:
        self._byte_us = 8e6 / hz
        self._software_us = software_us
        self.spi = 0.0
        self.software = 0.0

    def each(self, *sizes: int) -> float:
        return sum(sizes) * self._byte_us + len(sizes) * self._software_us

    def add(self, times: float, *sizes: int) -> float:
        self.spi += times * sum(sizes) * self._byte_us
        self.software += times * len(sizes) * self._software_us
        return times * self.each(*sizes)
