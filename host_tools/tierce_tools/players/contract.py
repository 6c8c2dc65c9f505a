"""What a hand of contrat has of its contract, and how much it lacks."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from tierce.cards import JOKER

# A card that a run lacks is harder to get than one that a set lacks: fewer cards fit.
_SET, _RUN = 2, 3
# The most promising sets and runs of a hand that are combined.
_RANKS, _ROWS = 7, 10


class Progress(NamedTuple):
    """How far a hand is from a contract: `lack` is 0 if it is met; `kept` are the cards for it."""

    lack: int
    kept: frozenset[int]


def progress(hand: Sequence[int], contract: Sequence[int], jokers_per_meld: int) -> Progress:
    """Return how far a hand is from a contract (sets, runs), with its best choice of cards."""
    naturals = [card for card in hand if card < JOKER]
    jokers = [card for card in hand if card >= JOKER]
    ranks = sorted(range(13), key=lambda rank: -len([c for c in naturals if c % 13 == rank]))
    rows = sorted(_rows(), key=lambda row: -len({c % 52 for c in naturals} & set(row)))
    best = Progress(1 << 20, frozenset())
    for runs in combinations(rows[:_ROWS], contract[1]):
        if _side_by_side(runs):
            continue
        # The cards of the runs come first, then the sets of what is left.
        for sets in combinations(ranks[:_RANKS], contract[0]):
            found = _lack(naturals, len(jokers), runs, sets, jokers_per_meld)
            if found.lack < best.lack:
                best = found
    return Progress(best.lack, best.kept | frozenset(jokers))


def _rows() -> Iterator[tuple[int, ...]]:
    for suit in range(4):
        for start in range(11):
            yield tuple(suit * 13 + place % 13 for place in range(start, start + 4))


def _side_by_side(runs: Sequence[tuple[int, ...]]) -> bool:
    starts = [row[0] // 13 * 16 + row[0] % 13 for row in runs]
    return any(first + 4 == second for first in starts for second in starts)


def _lack(
    naturals: Sequence[int], jokers: int, runs: Sequence[tuple[int, ...]], sets: Sequence[int],
    jokers_per_meld: int,
) -> Progress:
    left = list(naturals)
    kept: list[int] = []
    lacks: list[tuple[int, int]] = []  # (cost of a card, cards that a meld lacks)
    for row in runs:
        there = [next((c for c in left if c % 52 == face), -1) for face in row]
        there = [card for card in there if card >= 0]
        lacks.append((_RUN, 4 - len(there)))
        kept += there
        left = [card for card in left if card not in there]
    for rank in sets:
        there = [card for card in left if card % 13 == rank]
        lacks.append((_SET, max(0, 3 - len(there))))
        kept += there
        left = [card for card in left if card not in there]
    cost = 0
    # The dearest cards are replaced by jokers first.
    for price, lack in sorted(lacks, reverse=True):
        filled = min(lack, jokers, jokers_per_meld)
        jokers -= filled
        cost += price * (lack - filled)
    return Progress(cost, frozenset(kept))
