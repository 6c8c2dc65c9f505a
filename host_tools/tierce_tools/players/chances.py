"""Quick bounds: whether a hand could lay anything, before the engine searches for its best lay.

They may say yes where nothing can be laid, and never no where something can.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from tierce.cards import JOKER, value, worth

_WINDOWS = [7 << place for place in range(12)]  # three neighbours, from A-2-3 to Q-K-A


def useful(hand: Sequence[int], rules: Mapping[str, Any], wild: bool = True) -> tuple[set[int], bool]:
    """Return the natural cards that some new meld could hold, and whether three are a pure run.

    Without `wild` only melds without a joker count.
    """
    jokers = min(sum(card >= JOKER for card in hand), rules["jokers_per_meld"]) if wild else 0
    suits = [0] * 4
    ranks = [0] * 13  # a bit for each suit, in a contract one for each card
    for card in hand:
        if card < JOKER:
            suit, rank = divmod(card % 52, 13)
            suits[suit] |= 1 << rank | (1 << 13 if rank == 0 else 0)
            ranks[rank] |= 1 << suit + 4 * (card // 52) * (rules.get("set_copies", 1) > 1)
    needed = 3 - jokers
    places = [0] * 4
    pure = False
    for suit, mask in enumerate(suits):
        for window in _WINDOWS:
            there = (mask & window).bit_count()
            if there >= needed:
                places[suit] |= mask & window
                pure = pure or there == 3
    found: set[int] = set()
    for card in hand:
        if card < JOKER:
            suit, rank = divmod(card % 52, 13)
            run = places[suit] >> rank & 1 or (rank == 0 and places[suit] >> 13 & 1)
            if run or ranks[rank].bit_count() >= needed:
                found.add(card)
    return found, pure


def may_lay_first(
    hand: Sequence[int],
    rules: Mapping[str, Any],
    in_first_turn: bool,
    melds: Iterable[Sequence[int]] = (),
    bound: Mapping[int, int] = MappingProxyType({}),
) -> bool:
    """Tell whether a hand could be a first lay, or go out at once, also by lay-offs.

    `melds` lie on the table; `bound`: joker -> its face.
    """
    cards, pure = useful(hand, rules)
    jokers = sum(card >= JOKER for card in hand)
    if not cards and jokers < 3:
        return False
    melds = list(melds)
    fitting = _fitting(hand, melds, bound) if may_add(hand, melds, bound) else set[int]()
    if len(cards | fitting) + jokers >= len(hand) - 1:  # perhaps all of it can go down
        return True
    if in_first_turn and not rules["first_turn_lay"]:
        return False
    if rules["first_lay_pure_run"] and not (pure or rules["pure_run_beside_joker"]):
        return False
    return _most_points(hand, rules, cards, jokers) >= rules["first_lay_points"]


def _most_points(hand: Sequence[int], rules: Mapping[str, Any], cards: set[int], jokers: int) -> int:
    """Return what new melds could count at most; `cards` are those that some meld could hold."""
    ace = rules["lay_ace"]
    if not jokers:
        return worth(cards, ace, 0)
    alone = useful(hand, rules, False)[0]
    # Cards that need a joker: those of one suit or of one rank for each joker.
    suits, ranks = [0] * 4, [0] * 13
    for card in cards - alone:
        points = value(card, ace, 0)
        suits[card % 52 // 13] += points
        ranks[card % 13] += points
    return worth(alone, ace, 0) + jokers * (max(suits + ranks) + max(ace, rules["lay_joker"]))


def _fitting(hand: Sequence[int], melds: Iterable[Sequence[int]], bound: Mapping[int, int]) -> set[int]:
    """Return the natural cards that melds could hold, however many go there before them."""
    ranks: set[int] = set()
    suits: set[int] = set()
    for meld in melds:
        shown = [bound.get(card, card % 52) for card in meld]
        if len({face % 13 for face in shown}) == 1:
            ranks.add(shown[0] % 13)
        else:
            suits.add(shown[0] // 13)
    return {card for card in hand if card < JOKER and (card % 13 in ranks or card % 52 // 13 in suits)}


def may_add(hand: Sequence[int], melds: Iterable[Sequence[int]], bound: Mapping[int, int]) -> bool:
    """Tell whether a card could go to a meld of the table. `bound`: joker -> its face."""
    if any(card >= JOKER for card in hand):
        return True
    faces = {card % 52 for card in hand}
    for meld in melds:
        shown = [bound.get(card, card % 52) for card in meld]
        ranks = {face % 13 for face in shown}
        if len(ranks) == 1:
            rank = ranks.pop()
            if any(face % 13 == rank for face in faces):
                return True
            continue
        suit = shown[0] // 13 * 13
        # Its jokers may be replaced; a run goes on at either end, over the ace too.
        near = {bound[card] for card in meld if card in bound}
        near |= {suit + (rank + step) % 13 for rank in ranks for step in (-1, 1)}
        if faces & near:
            return True
    return False
