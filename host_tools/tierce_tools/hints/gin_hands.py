"""Solves many gin hands at once: the results of tierce.arrange.gin as lines of JSON.

The same search, vectorised: each step runs on all hands together, with numpy and with tables
indexed by the 8192 possible masks of a suit. Choices are tried in the engine's order, so ties are
resolved the same way.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from tierce.cards import RANKS, SUITS, value

Ints = npt.NDArray[np.int64]

_MASKS = np.arange(1 << 13)
_VALUES = np.array([value(rank, 1, 0) for rank in range(13)])
_WORTH: Ints = ((_MASKS[:, None] >> np.arange(13) & 1) * _VALUES).sum(axis=1)
_COUNT: Ints = (_MASKS[:, None] >> np.arange(13) & 1).sum(axis=1)
_FIRST = _MASKS & _MASKS >> 1 & _MASKS >> 2
_INSIDE: Ints = _FIRST | _FIRST << 1 | _FIRST << 2  # the ranks that lie in runs
_RUNS: Ints = _WORTH[_INSIDE]


def _best_discards() -> tuple[Ints, Ints]:
    """Return, by mask: the points of the best discard plus the runs left without it; its rank."""
    most = np.full(1 << 13, -1000)
    best = np.zeros(1 << 13, dtype=np.int64)
    for rank in range(13):
        points = _RUNS[_MASKS & ~(1 << rank)] + _VALUES[rank]
        better = (_MASKS >> rank & 1 == 1) & (points >= most)
        most[better] = points[better]
        best[better] = rank
    return most, best


_DISCARDS, _DISCARDED = _best_discards()


def _run_outs() -> Ints:
    """Return, by rank and mask: the ranks that make a run with this rank and one other of the mask."""
    outs = np.zeros((13, 1 << 13), dtype=np.int64)
    for low in range(11):
        lacks = 7 << low & ~_MASKS
        outs[low : low + 3] |= np.where(_COUNT[lacks] == 1, lacks, 0)
    return outs


_OUTS = _run_outs()
_BITS = 1 << np.arange(13)[:, None]
_ALIKE = (_VALUES[:, None] == _VALUES) @ _BITS[:, 0]  # by rank: the ranks of its value

# For each ASCII character the rank or suit that it names; 99 for none.
_RANK_OF = np.full(128, 99)
_RANK_OF[[ord(rank) for rank in RANKS]] = range(13)
_SUIT_OF = np.full(128, 99)
_SUIT_OF[[ord(suit) for suit in SUITS]] = range(4)
_CODES = [rank + suit for suit in SUITS for rank in RANKS]
_DISCARD_TEXTS = [f'"{code}"' for code in _CODES] + ["null"]  # the last one is for -1, no discard
# The text of a set, indexed by rank * 5 + missing suit (4: none) + 1; index 0 is not a set.
_SET_TEXTS = [""]
for _rank in RANKS:
    for _out in range(5):
        _set = ",".join(f'"{_rank}{suit}"' for suit in SUITS if suit != SUITS[_out : _out + 1])
        _SET_TEXTS.append(f"[{_set}],")
_run_texts: dict[int, str] = {}  # text of a suit's runs, by suit << 13 | mask


def _text_of_runs(key: int) -> str:
    text = _run_texts.get(key)
    if text is None:
        suit, mask = SUITS[key >> 13], key & 0x1FFF
        row = "".join(rank if mask >> i & 1 else " " for i, rank in enumerate(RANKS))
        runs = (",".join(f'"{rank}{suit}"' for rank in run) for run in row.split())
        text = _run_texts[key] = "".join(f"[{run}]," for run in runs)
    return text


def answers(hands: Sequence[list[str]]) -> list[str] | None:
    """Return the answer to each hand, given as lists of card codes, as a line of JSON.

    None if one of them is not a valid hand; the caller then finds which, and what is wrong.
    """
    sizes = np.array([len(hand) for hand in hands])
    codes = [code for hand in hands for code in hand]
    try:
        text = "".join(codes).encode("ascii")
    except (TypeError, UnicodeEncodeError):
        return None
    if set(map(len, codes)) != {2} or sizes.max() > 11:
        return None
    letters = np.frombuffer(text, dtype=np.uint8).reshape(-1, 2)
    ranks, suits = _RANK_OF[letters[:, 0] & 127], _SUIT_OF[letters[:, 1] & 127]
    if max(ranks.max(), suits.max()) == 99:
        return None
    which = np.repeat(np.arange(len(hands)), sizes)
    masks = np.bincount(which * 4 + suits, weights=1 << ranks, minlength=4 * len(hands))
    if masks.max() > 0x1FFF:
        return None  # the same card twice
    columns = masks.astype(np.int64).reshape(-1, 4).T
    if (_COUNT[columns].sum(axis=0) != sizes).any():
        return None
    return _answers(columns, sizes)


# The rows of a choice of sets: the hand's index, the four suits without the sets, the sets' points,
# and the sets as digits in base 128, indices of _SET_TEXTS, the last set lowest.
_HAND, _SUITS, _POINTS, _SETS = 0, slice(1, 5), 5, 6


def _choices(hands: Ints) -> Ints:
    """Return all choices of sets: an array of 7 rows, its columns sorted by hand.

    `hands` has shape (4, number of hands): one mask per suit.
    """
    a, b, c, d = hands
    count = hands.shape[1]
    choices = np.zeros((7, count), dtype=np.int64)
    choices[_HAND] = np.arange(count)
    choices[_SUITS] = hands
    threes = a & b & (c | d) | c & d & (a | b)
    some = np.flatnonzero(threes)
    if not len(some):
        return choices
    several = choices[:, some]
    for rank in range(13):
        a, b, c, d = several[_SUITS] >> rank & 1
        count = a + b + c + d
        if count.max() < 3:
            continue
        # Three of a rank: set or no set. Four of a rank: no set, all four, or three of the four.
        ways = np.ones_like(count)
        ways[count == 3] = 2
        ways[count == 4] = 6
        way: Ints = np.arange(int(ways.sum())) - np.repeat(np.cumsum(ways) - ways, ways)
        several = np.repeat(several, ways, axis=1)
        ways = np.repeat(ways, ways)
        laid = np.flatnonzero(way < ways - 1)
        way, four = way[laid], ways[laid] == 6
        suits = several[_SUITS, laid]
        missing = (suits >> rank & 1).argmin(axis=0)
        out = np.where(four, (way + 4) % 5, missing)
        stays = np.where(four & (out < 4), out, -1)
        suits &= ~(1 << rank)
        for suit in range(4):
            suits[suit, stays == suit] |= 1 << rank
        several[_SUITS, laid] = suits
        several[_POINTS, laid] += _VALUES[rank] * np.where(out == 4, 4, 3)
        several[_SETS, laid] = several[_SETS, laid] << 7 | rank * 5 + out + 1
    # Sort by hand; a hand without three of a rank has one choice only.
    choices = np.concatenate([choices[:, threes == 0], several], axis=1)
    return choices[:, np.argsort(choices[_HAND], kind="stable")]


def _least_wanted(hands: Ints, loose: Ints, discards: Ints) -> Ints:
    """Return the discards as gin.least_wanted chooses them; `loose` are the masks of the cards in no run or set."""
    alike = _ALIKE[discards % 13] & loose
    suit, rank, which = np.nonzero(alike[:, None] & _BITS)
    several = (loose[:, which] >> rank & 1).sum(axis=0) > 1
    outs = _COUNT[_OUTS[rank, loose[suit, which]] & ~hands[suit, which]]
    outs += np.where(several, 4 - (hands[:, which] >> rank & 1).sum(axis=0), 0)
    # The fewest outs, then the first suit, then the highest rank; a discard out of a run is the only choice.
    found = discards + 12 - 2 * (discards % 13) + 52 * 5
    np.minimum.at(found, which, 52 * outs + 13 * suit + 12 - rank)
    return found % 52 + 12 - 2 * (found % 13)


def _answers(hands: Ints, sizes: Ints) -> list[str]:
    """Return the answers to hands given as masks, of shape (4, number of hands)."""
    choices = _choices(hands)
    hand, suits = choices[_HAND], choices[_SUITS]
    runs = _RUNS[suits]
    best = choices[_POINTS] + runs.sum(axis=0)
    discard_suit = np.zeros_like(hand)
    eleven = np.flatnonzero(sizes[hand] == 11)
    if len(eleven):
        discarding = best[eleven] - runs[:, eleven] + _DISCARDS[suits[:, eleven]]
        discard_suit[eleven] = discarding.argmax(axis=0)
        best[eleven] = discarding.max(axis=0)
    # The first of the best choices of each hand.
    starts = np.flatnonzero(np.diff(hand, prepend=-1))
    most = np.maximum.reduceat(best, starts)
    candidates = np.flatnonzero(best == most[hand])
    chosen = candidates[np.flatnonzero(np.diff(hand[candidates], prepend=-1))]
    suits, sets, discard_suit = suits[:, chosen], choices[_SETS, chosen], discard_suit[chosen]
    discards = np.full(len(sizes), -1)
    eleven = np.flatnonzero(sizes == 11)
    suit = discard_suit[eleven]
    rank = _DISCARDED[suits[suit, eleven]]
    loose = suits[:, eleven] & ~_INSIDE[suits[:, eleven]]
    suits[suit, eleven] ^= 1 << rank
    discards[eleven] = _least_wanted(hands[:, eleven], loose, suit * 13 + rank)

    melds = [""] * len(sizes)
    while sets.any():
        some = np.flatnonzero(sets)
        for at, number in zip(some.tolist(), (sets[some] & 127).tolist(), strict=True):
            melds[at] += _SET_TEXTS[number]
        sets = sets >> 7
    inside = _INSIDE[suits]
    for suit in range(4):
        some = np.flatnonzero(inside[suit])
        for at, key in zip(some.tolist(), (inside[suit, some] | suit << 13).tolist(), strict=True):
            melds[at] += _text_of_runs(key)
    worth = _WORTH[hands].sum(axis=0)
    return [
        f'{{"deadwood":{deadwood},"melds":[{laid[:-1]}],"discard":{_DISCARD_TEXTS[discard]}}}'
        for deadwood, laid, discard in zip((worth - most).tolist(), melds, discards.tolist(), strict=True)
    ]
