"""The computers' levels of play, as data."""

from typing import NamedTuple


class Level(NamedTuple):
    """What a player of a level does.

    `slips` is the probability of discarding any of the less useful cards instead of the least
    useful one. `takes`: takes the discard if it helps. `swaps`: replaces jokers in melds.
    `rearranges`: in which share of its turns it takes the melds of the table apart; else it only adds to
    them.
    """

    slips: float
    takes: bool
    swaps: bool
    rearranges: float


# From the weakest to the best.
LEVELS = {
    "beginner": Level(slips=0.5, takes=False, swaps=False, rearranges=0.0),
    "steady": Level(slips=0.15, takes=True, swaps=False, rearranges=0.12),
    "good": Level(slips=0.0, takes=True, swaps=True, rearranges=1.0),
}
BEST = "good"
