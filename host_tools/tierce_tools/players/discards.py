"""The laying games: which card to discard."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from tierce.cards import JOKER, value
from tierce_tools.players.contract import Progress, counted, progress
from tierce_tools.players.sight import Sight

# After this many turns in a round, discards become more random; a contract takes longer.
_PATIENCE, _PATIENCE_FOR_CONTRACT = 15, 40
# Rank -> the ranks near it in a suit, and how useful they are for a run; the ace is at both ends.
_BESIDE = [
    [((rank + step) % 13, 4 if abs(step) == 1 else 2) for step in (-2, -1, 1, 2) if 0 <= rank + step <= 13 or rank == 0]
    for rank in range(13)
]


def progress_of(sight: Sight, hand: Sequence[int]) -> Progress:
    """Return how far a hand is from the contract of the round."""
    return progress(tuple(hand), tuple(sight.view.contract), sight.rules["jokers_per_meld"])


def is_run(meld: Sequence[int]) -> bool:
    """Tell whether a meld is a run, and no set."""
    return len({card % 13 for card in meld if card < JOKER}) > 1


def discards_of(sight: Sight, hand: Sequence[int], rng: Random) -> list[int]:
    """Return the cards of a hand, the least useful first; a card just taken comes last."""
    view, rules = sight.view, sight.rules
    laid, taken = view.has_laid[sight.seat], view.taken
    # In an endless round the kept cards are useless, so other cards get a chance.
    patience = _PATIENCE_FOR_CONTRACT if view.contract else _PATIENCE
    restless = max(0, view.turns[sight.seat] - patience)
    # A seat that cannot lay, as zones are full, gives back cards that the others may need.
    room = bool(sight.free)
    # Before the first lay high cards are wanted, later low ones.
    dear = -0.4 if laid else rules["first_lay_points"] / rules["hand"] / 10
    kept: frozenset[int] = frozenset()
    if view.contract:
        dear = -0.4 if laid else -0.1
        kept = frozenset() if laid else progress_of(sight, hand).kept
    ends = Counter(face for meld in sight.old.values() if is_run(meld) for face in _next_to(sight, meld))
    faces, ranks = counted(hand)
    ace, joker = sight.worth

    def use(card: int) -> tuple[bool, float, int]:
        worth = restless * rng.random() + dear * value(card, ace, joker)
        if card >= JOKER:
            worth += 100 if room else 0
        else:
            if view.contract:
                worth += 10 * (card in kept) + (0 if laid else _near(card, hand, view.contract))
            else:
                worth += _partners(card, ranks, faces) if room else 4 * rng.random()
            worth += 5 * ends[card % 52]
        return card == taken, worth, card

    return sight.slips(sorted(hand, key=use), rng)


def _partners(card: int, ranks: Sequence[int], faces: Sequence[int]) -> int:
    """Return how useful the other cards of a hand are for a meld with this one.

    `ranks` and `faces`: how many natural cards of each the hand has.
    """
    face, rank = card % 52, card % 13
    same = faces[face]
    worth = 4 * (ranks[rank] - same) - (same - 1)
    for other, times in _BESIDE[rank]:
        worth += times * faces[face - rank + other]
    return worth


def _near(card: int, hand: Sequence[int], contract: Sequence[int]) -> float:
    """Return how useful the other cards of a hand are for a meld of a contract with this one."""
    worth = 0.0
    for other in hand:
        if other == card or other >= JOKER:
            continue
        if other % 13 == card % 13:
            worth += contract[0]
        elif other % 52 // 13 == card % 52 // 13:
            far = abs(other % 13 - card % 13)
            worth += 0.5 * contract[1] if min(far, 13 - far) < 4 else 0
    return worth


def _next_to(sight: Sight, meld: Sequence[int]) -> list[int]:
    """Return the faces that would extend a run by a second card, once its next card is there."""
    bound = sight.view.bound
    faces = [bound.get(card, card % 52) for card in meld]
    ranks = {face % 13 for face in faces}
    suit = faces[0] // 13 * 13
    found: set[int] = set()
    for rank in ranks:
        for far in (1, 2):
            if rank + far < 13:
                found.add(suit + rank + far)
            if rank - far >= 0:
                found.add(suit + rank - far)
    return sorted(found - set(faces))
