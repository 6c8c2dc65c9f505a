"""How well a computer plays: what each level does, as data."""

from typing import NamedTuple


class Level(NamedTuple):
    """What a player of a level sees, and how often.

    `slips`: so often, of 1, he discards any card of little use instead of the one of least use.
    `takes` the discard where it helps; `swaps` jokers of melds for their cards; `rearranges` the
    melds of the table, else he only adds to them.
    """

    slips: float
    takes: bool
    swaps: bool
    rearranges: bool


# From the weakest to the best.
LEVELS = {
    "beginner": Level(slips=0.5, takes=False, swaps=False, rearranges=False),
    "good": Level(slips=0.0, takes=True, swaps=True, rearranges=True),
}
BEST = "good"
