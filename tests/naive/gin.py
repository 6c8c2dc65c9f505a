"""Gin by exhaustive search: all arrangements of a hand, all lay-offs, and the score.

Written from RULES.md only. To stay independent of the engine, it must not import tierce.melds,
tierce.arrange or tierce.games.
"""

import itertools

from naive.cards import RANKS, SUITS, hand_values


def gin_place(card):
    """Return a card's place in a run at gin, where the ace is low."""
    return RANKS.index(card[0])


def is_gin_meld(cards):
    """Tell whether some cards are a meld at gin."""
    if len(cards) < 3:
        return False
    places = sorted(gin_place(card) for card in cards)
    if len(set(places)) == 1:
        return len(cards) <= 4
    steps = {high - low for low, high in itertools.pairwise(places)}
    return steps == {1} and len({card[1] for card in cards}) == 1


def gin_melds(cards):
    """Return every meld that some cards contain, as frozensets."""
    found = set()
    for rank in RANKS:
        same = [card for card in cards if card[0] == rank]
        for size in (3, 4):
            found |= {frozenset(each) for each in itertools.combinations(same, size)}
    for suit in SUITS:
        row = sorted((card for card in cards if card[1] == suit), key=gin_place)
        for low, high in itertools.combinations(range(len(row) + 1), 2):
            if is_gin_meld(row[low:high]):
                found.add(frozenset(row[low:high]))
    return found


def arrangements(cards):
    """Return every choice of disjoint melds from some cards."""
    found = [()]
    for meld in sorted(gin_melds(cards), key=sorted):
        found += [(*held, meld) for held in found if not any(meld & other for other in held)]
    return found


def deadwood(cards):
    """Return the value of unmatched cards at gin."""
    return hand_values(cards, 1, 0)


def rest(cards, held):
    """Return the cards outside some melds."""
    return frozenset(cards) - frozenset().union(*held)


def least_deadwood(cards):
    """Return (least deadwood, the arrangements that reach it)."""
    counts = {held: deadwood(rest(cards, held)) for held in arrangements(cards)}
    least = min(counts.values())
    return least, [held for held in counts if counts[held] == least]


def after_lay_offs(left, held):
    """Return the least deadwood after unmatched cards are laid off on melds, one after another."""
    for card in sorted(left):
        homes = [i for i, meld in enumerate(held) if is_gin_meld(meld | {card})]
        if homes:
            # Cards laid off never block each other, so the first that fits is laid off first.
            return min(
                after_lay_offs(left - {card}, [*held[:i], held[i] | {card}, *held[i + 1 :]])
                for i in homes
            )
    return deadwood(left)


def gin_score(options, knocker, knock, opponent, big=False):
    """Return (how, winners, scores) of a count at gin.

    `knock` is (the knocker's melds as they lie now, the cards on the knocker's seat zone);
    `opponent` is (its melds, the cards on its seat zone, what it added to the knocker's melds).
    """
    own, seat_zone = knock
    _, against, added = opponent
    count, ways = least_deadwood(seat_zone)
    other = 1 - knocker
    scores = [0, 0]
    if big or count == 0:
        how = "big_gin" if big else "gin"
        left = least_deadwood(against)[0] + deadwood(added)
        scores[knocker] = left + options["big_gin_bonus" if big else "gin_bonus"]
        return how, [knocker], scores
    choices = {rest(against, held) for held in arrangements(against)}
    left = max(
        min(after_lay_offs(each, [frozenset(meld) for meld in [*own, *way]]) for each in choices)
        for way in ways
    )
    if left > count:
        scores[knocker] = left - count
        return "knock", [knocker], scores
    if left == count and not options["tie_undercuts"]:
        return "knock", [], scores
    scores[other] = count - left + options["undercut_bonus"]
    return "undercut", [other], scores
