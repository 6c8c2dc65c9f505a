"""What a hand of contrat has of its contract, and how much it lacks."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from tierce.cards import JOKER

# A card that a run lacks is harder to get than one that a set lacks: fewer cards fit.
_SET, _RUN = 2, 3
# The most promising sets and runs of a hand that are combined.
_RANKS, _BEST_ROWS = 7, 10
_ROWS = [tuple(suit * 13 + place % 13 for place in range(start, start + 4)) for suit in range(4) for start in range(11)]


class Progress(NamedTuple):
    """How far a hand is from a contract: `lack` is 0 if it is met; `kept` are the cards for it."""

    lack: int
    kept: frozenset[int]


# A turn asks the same before and after its draw.
@lru_cache(maxsize=16)
def progress(hand: tuple[int, ...], contract: tuple[int, ...], jokers_per_meld: int) -> Progress:
    """Return how far a hand is from a contract (sets, runs), with its best choice of cards."""
    naturals = [card for card in hand if card < JOKER]
    jokers = [card for card in hand if card >= JOKER]
    faces, many = counted(hand)
    ranks = sorted(range(13), key=lambda rank: -many[rank])[:_RANKS]
    held = _held(faces, 1)
    rows = [_ROWS[at] for at in sorted(range(len(_ROWS)), key=lambda at: -held[at])[:_BEST_ROWS]]
    least, chosen = 1 << 20, ((), ())
    for runs in combinations(rows, contract[1]):
        if _side_by_side(runs):
            continue
        # The cards of the runs come first, then the sets of what is left.
        left, lacks = list(many), list[int]()
        there = list(faces)
        for row in runs:
            lack = 4
            for face in row:
                if there[face]:
                    there[face] -= 1
                    left[face % 13] -= 1
                    lack -= 1
            lacks.append(lack)
        cost, wild = _filled(_RUN, lacks, len(jokers), jokers_per_meld)
        if cost >= least:
            continue
        for sets in combinations(ranks, contract[0]):
            lacks = [max(0, 3 - left[rank]) for rank in sets]
            total = cost + _filled(_SET, lacks, wild, jokers_per_meld)[0]
            if total < least:
                least, chosen = total, (runs, sets)
    return Progress(least, frozenset([*jokers, *_for(naturals, *chosen)]))


def may_meet(hand: Sequence[int], contract: Sequence[int], jokers_per_meld: int) -> bool:
    """Tell whether a hand could meet a contract: a quick bound, which never says no if it could.

    It lets a card be in several melds.
    """
    faces, many = counted(hand)
    sets, runs = contract
    ranks = sorted([min(3, max(0, size - there)) for there in many for size in (3, 6, 9)])
    rows = sorted([4 - there for there in _held(faces, 1) + _held(faces, 2)]) if runs else []
    lacks = ranks[:sets] + rows[:runs]
    jokers = len(hand) - sum(many)
    return max(lacks) <= jokers_per_meld and sum(lacks) <= jokers


def counted(hand: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return how many natural cards of each face and of each rank there are."""
    faces, many = [0] * 52, [0] * 13
    for card in hand:
        if card < JOKER:
            faces[card % 52] += 1
            many[card % 13] += 1
    return faces, many


def _held(faces: Sequence[int], least: int) -> list[int]:
    """Return how many faces of each row there are at least `least` times."""
    found: list[int] = []
    for suit in range(4):
        there = [many >= least for many in faces[suit * 13 : suit * 13 + 13]]
        there.append(there[0])
        found += [sum(there[start : start + 4]) for start in range(11)]
    return found


def _side_by_side(runs: Sequence[tuple[int, ...]]) -> bool:
    starts = {row[0] // 13 * 16 + row[0] % 13 for row in runs}
    return any(start + 4 in starts for start in starts)


def _filled(price: int, lacks: Sequence[int], jokers: int, most: int) -> tuple[int, int]:
    """Return (cost of the cards that melds lack, jokers left) once jokers replace what they can.

    `most` jokers in a meld; those that lack most get them first.
    """
    cost = 0
    for lack in sorted(lacks, reverse=True):
        filled = min(lack, jokers, most)
        jokers -= filled
        cost += price * (lack - filled)
    return cost, jokers


def _for(naturals: Sequence[int], runs: Sequence[tuple[int, ...]], sets: Sequence[int]) -> list[int]:
    """Return the cards for some runs and sets."""
    left, kept = list(naturals), list[int]()
    for row in runs:
        there = [next((card for card in left if card % 52 == face), -1) for face in row]
        kept += [card for card in there if card >= 0]
        left = [card for card in left if card not in there]
    return kept + [card for card in left if card % 13 in sets]
