"""The readings of a zone by exhaustive search, for games in which melds are laid during play.

`longest` is the most cards of a run: 14 if it may have an ace at each end, else 13.
"""

import itertools

from naive.cards import RANKS, is_joker


def place_face(place, suit):
    """Return the face at a place of a run, 1 (low ace) to 14 (high ace)."""
    return RANKS[(place - 1) % 13] + suit


def run_readings(cards, longest, least=3):
    """Yield (places, suit) for each way in which cards are a run, with any number of jokers."""
    naturals = [card for card in cards if not is_joker(card)]
    jokers = sorted(card for card in cards if is_joker(card))
    suits = {card[1] for card in naturals}
    if not least <= len(cards) <= longest or len(suits) != 1:
        return
    choices = [(1, 14) if card[0] == "A" else (RANKS.index(card[0]) + 1,) for card in naturals]
    for low in range(1, 16 - len(cards)):
        row = range(low, low + len(cards))
        for chosen in itertools.product(*choices):
            if len(set(chosen)) < len(chosen) or not set(chosen) <= set(row):
                continue
            free = [place for place in row if place not in chosen]
            for order in itertools.permutations(jokers):
                for suit in sorted(suits):
                    places = dict(zip(naturals, chosen, strict=True))
                    yield places | dict(zip(order, free, strict=True)), suit


def set_rank(cards, copies=1):
    """Return the rank if some cards are a set, each suit at most `copies` times, else None."""
    naturals = [card for card in cards if not is_joker(card)]
    ranks = {card[0] for card in naturals}
    suits = [card[1] for card in naturals]
    few = all(suits.count(suit) <= copies for suit in suits)
    if not 3 <= len(cards) <= 4 * copies or len(ranks) != 1 or not few:
        return None
    return naturals[0][0]


def shape_code(cards, longest, jokers=4, least=3, copies=1):
    """Return the first clause that the cards of a zone break, or None.

    `jokers` are the most jokers, `least` the fewest cards of a run, `copies` the most of a suit in
    a set.
    """
    naturals = [card for card in cards if not is_joker(card)]
    if len(cards) < 3:
        return "meld_too_short"
    if set_rank(cards, copies) is None and next(run_readings(cards, longest, least), None) is None:
        if len(cards) < least and next(run_readings(cards, longest), None):
            return "meld_too_short"
        one_rank = len({card[0] for card in naturals}) == 1 and len(naturals) > 1
        return "set_same_suit" if one_rank and len(cards) < 5 else "not_a_meld"
    return "too_many_jokers" if len(cards) - len(naturals) > jokers else None
