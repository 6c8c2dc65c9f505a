"""Manipulation: the play that brings down most, every card of the table kept. Exact.

A joker on the table is kept with its card, or freed when its card comes to where it lay. All ways
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
    jokers = [(card, home) for home in range(len(table)) for card in table[home] if card >= JOKER]
    found = None
    for free in range(1 << len(jokers)):
        freed = [each for i, each in enumerate(jokers) if free >> i & 1]
        found = _freeing(freed, hand, table, stands, weights, least) or found
        if found:
            least = found[0]
    if found is None:
        return 0, 0, table, stands
    _, melds, faces = found
    was = [card for meld in table for card in meld]
    cards = points = 0
    for meld in melds:
        for card in meld:
            if card not in was:
                cards += 1
                points += value(card, ace, joker)
    return cards, points, melds, faces


def _freeing(freed, hand, table, stands, weights, least):
    """Return the best play, as `ranks.play` does, that frees these table jokers: (joker, home).

    For each of them its own card must come to where it lay: into its home, a meld of the table.
    """
    wild = [joker for joker, _ in freed]
    must = []
    for meld in table:
        for card in meld:
            if card not in wild:
                must.append((stands[card] if card >= JOKER else card % 52, card))
    may = [(card % 52, card) for card in hand if card < JOKER]
    for face in sorted({stands[joker] for joker in wild}):
        homes = [home for joker, home in freed if stands[joker] == face]
        there = [card for _, card in must if card < JOKER and card % 52 == face]
        if len(homes) == 1:
            there = [card for card in there if card not in table[homes[0]]]
        missing = [pair for pair in may if pair[0] == face][: max(0, len(homes) - len(there))]
        if len(there) + len(missing) < len(homes):
            return None
        must.extend(missing)
        may = [pair for pair in may if pair not in missing]
    jokers = [card for card in hand if card >= JOKER]
    found = play(must, may, wild, jokers, weights, least)
    if len(freed) < 2 or found is None:
        return found
    # Two homes ask for two melds, the same home for one that holds both cards.
    (one, home), (other, other_home) = freed
    faces = [stands[one], stands[other]]
    if _come_home(found[1], faces, home == other_home):
        return found
    # The best way does not: try every meld that the cards, or one of them, could lie in.
    found = None
    for meld, shape in _melds_with(faces, home == other_home, must + may):
        rest, more = list(must), list(may)
        jokers = list(wild)
        laid = []
        for face in meld:
            if face >= JOKER:
                laid.append(jokers.pop())
                continue
            pair = next(pair for pair in rest + more if pair[0] == face and pair[1] < JOKER)
            laid.append(pair[1])
            if pair in rest:
                rest.remove(pair)
            else:
                more.remove(pair)
        if home != other_home:
            natural = [pair for pair in rest + more if pair[0] == faces[1] and pair[1] < JOKER]
            if not natural:
                continue
            if natural[0] in more:
                more.remove(natural[0])
                rest.append(natural[0])
        better = play(rest, more, jokers, [], weights, least, (laid, shape))
        if better:
            least, found = better[0], better
    return found


def _come_home(melds, faces, together):
    """Tell whether melds hold two natural cards in one meld, or in two."""
    ways = []
    for face in faces:
        ways.append([i for i, meld in enumerate(melds)
                     if [card for card in meld if card < JOKER and card % 52 == face]])
    for a in ways[0]:
        for b in ways[1]:
            if (a == b) == together:
                return True
    return False


def _melds_with(faces, together, cards):
    """Give the melds that hold the first of two faces, or both, as natural cards, shortest first.

    Each as (its faces, JOKER for a joker; what they stand for). Longer ones are these and others
    side by side.
    """
    there = [face for face, card in cards if card < JOKER]
    suit, rank = faces[0] // 13, faces[0] % 13
    shapes = []
    for size in range(3, 14):
        for start in range(15 - size):
            shapes.append([suit * 13 + place % 13 for place in range(start, start + size)])
    for out in range(5):
        shapes.append([each * 13 + rank for each in range(4) if each != out])
    for shape in shapes:
        if faces[0] not in shape or (together and faces[1] not in shape):
            continue
        if not together and len(shape) > 5:
            continue
        for jokers in range(1 << len(shape)):
            meld = [JOKER if jokers >> i & 1 else face for i, face in enumerate(shape)]
            if meld.count(JOKER) > 2 or faces[0] not in meld:
                continue
            if together and faces[1] not in meld:
                continue
            if not [face for face in meld if face < JOKER and
                    meld.count(face) > there.count(face)]:
                yield meld, shape
