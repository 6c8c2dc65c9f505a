"""Manipulation: the play that brings down most, every card of the table kept. Exact.

A joker on the table is kept with its card, or freed when that card itself lies on the table. Both
are tried; what can be played is `ranks`'s to find. RULES.md "manipulation", fine print 19.
"""

from tierce.arrange.ranks import play
from tierce.cards import JOKER, value


def best(hand, table, stands, rules, goal):
    """Return (cards, points, melds, stands): the best play of a hand.

    `table` is a list of melds, `stands` gives the face of each joker in them. `goal` "cards" asks
    for most cards from the hand, and most points among these plays; "points" the other way round.
    The melds returned are all those of the table afterwards, with a face for every joker. Where no
    card can be brought down they are those of the table.
    """
    ace, joker = rules["ace_in_hand"], rules["joker_in_hand"]
    weights = [value(rank, ace, joker) for rank in range(13)] + [joker]
    weights = [1024 + each if goal == "cards" else 64 * each + 1 for each in weights]
    least = 0
    for card in hand:
        least += weights[13 if card >= JOKER else card % 13]
    lying = [card for meld in table for card in meld]
    jokers = [card for card in lying if card >= JOKER]
    naturals = [card % 52 for card in lying if card < JOKER]
    # A joker whose card lies there is free, and may stand for that card again: it is never kept.
    free = [joker for joker in jokers if stands[joker] in naturals]
    bound = [joker for joker in jokers if joker not in free]
    found = None
    for chosen in range(1 << len(bound)):
        freed = free + [joker for i, joker in enumerate(bound) if chosen >> i & 1]
        found = _freeing(freed, hand, table, stands, weights, least) or found
        if found:
            least = found[0]
    if found is None:
        return 0, 0, table, stands
    _, melds, faces = found
    cards = points = 0
    for meld in melds:
        for card in meld:
            if card not in lying:
                cards += 1
                points += value(card, ace, joker)
    return cards, points, melds, faces


def _freeing(freed, hand, table, stands, weights, least):
    """Return the best play, as `ranks.play` does, that frees these jokers of the table.

    For each of them its own card must lie on the table afterwards; one card does for both.
    """
    must = []
    for meld in table:
        for card in meld:
            if card not in freed:
                must.append((stands[card] if card >= JOKER else card % 52, card))
    may = [(card % 52, card) for card in hand if card < JOKER]
    for joker in freed:
        face = stands[joker]
        if not [card for each, card in must if each == face and card < JOKER]:
            own = [pair for pair in may if pair[0] == face]
            if not own:
                return None
            must.append(own[0])
            may.remove(own[0])
    return play(must, may, freed, [card for card in hand if card >= JOKER], weights, least)
