"""Best arrangements of a hand at gin: least deadwood, with or without laying off.

Pure and exact: every way to split the cards into melds is looked at. RULES.md "gin" and its
fine print 16. A hand is a list of at most 11 cards of one deck.
"""

from tierce.cards import value, worth


def gin_melds(cards):
    """Return every meld that some cards hold, each as a bit mask over their list."""
    bits = [0] * 52
    for i, card in enumerate(cards):
        bits[card] = 1 << i
    found = []
    for rank in range(13):
        four = [bits[suit * 13 + rank] for suit in range(4) if bits[suit * 13 + rank]]
        if len(four) > 2:
            total = sum(four)
            found.append(total)
            if len(four) == 4:
                found.extend([total - each for each in four])
    for suit in range(4):
        for low in range(11):
            mask = 0
            for rank in range(low, 13):
                bit = bits[suit * 13 + rank]
                if not bit:
                    break
                mask |= bit
                if rank - low > 1:
                    found.append(mask)
    return found


def splits(cards):
    """Return every way to lay some of the cards as disjoint melds.

    Each is (left, melds): the bit mask of the cards left over, the list of the melds' masks.
    """
    melds = gin_melds(cards)
    found = [((1 << len(cards)) - 1, [])]
    for meld in melds:
        for left, laid in list(found):
            if left & meld == meld:
                found.append((left & ~meld, laid + [meld]))
    return found


def _worth(cards, mask):
    total = 0
    for i, card in enumerate(cards):
        if mask >> i & 1:
            total += value(card, 1, 0)
    return total


def deadwood(cards):
    """Return (points, arrangements): the least value left out of melds, and all that reach it.

    An arrangement is a list of melds, each a list of cards.
    """
    best = worth(cards, 1, 0)
    ways = []
    for left, laid in splits(cards):
        points = _worth(cards, left)
        if points < best:
            best = points
            ways = []
        if points == best:
            ways.append(laid)
    return best, [
        [[card for i, card in enumerate(cards) if meld >> i & 1] for meld in laid] for laid in ways
    ]


def lay_off(cards, melds):
    """Return the cards that stay when all that fit are laid off on some melds, chained.

    Runs come first: a card laid on a run lets the next one follow, one laid on a set does not.
    """
    ends = []
    ranks = []
    for meld in melds:
        if meld[0] % 13 == meld[1] % 13:
            if len(meld) == 3:
                ranks.append(meld[0] % 13)
        else:
            ends.append([min(meld), max(meld)])
    left = sorted(cards)
    # Upwards once and downwards once: each pass follows a chain in its own direction.
    for end, step, order in ((1, 1, left), (0, -1, list(reversed(left)))):
        for card in order:
            for run in ends:
                if card == run[end] + step and card // 13 == run[end] // 13:
                    run[end] = card
                    left = [each for each in left if each != card]
                    break
    return [card for card in left if card % 13 not in ranks]


def deadwood_laying_off(cards, melds):
    """Return the least deadwood of some cards when what is left may be laid off on `melds`."""
    best = worth(cards, 1, 0)
    for left, _ in splits(cards):
        rest = lay_off([card for i, card in enumerate(cards) if left >> i & 1], melds)
        best = min(best, worth(rest, 1, 0))
    return best
