"""Manipulation: the play that lays most, with every card of the table still on the table. Exact.

A joker on the table keeps its face, or is freed if the card that it stands for lies on the table.
All combinations are tried; `ranks` finds the best play for each. RULES.md "manipulation", fine
print 19.
"""

from tierce.arrange.ranks import play
from tierce.cards import JOKER, value

# Steps of all searches for an answer: on a Pico some 0.7 ms each.
_STEPS = 32000


def best(
    hand: "Sequence[int]",
    table: "Sequence[Sequence[int]]",
    stands: "Mapping[int, int]",
    rules: "Mapping[str, Any]",
    goal: str,
    alive: "Callable[[], object]" = int,
    size: int = 1 << 16,
) -> "tuple[int, int, Sequence[Sequence[int]], Mapping[int, int], bool]":
    """Return (cards, points, melds, stands, complete): the best play of a hand.

    `table` is a list of melds, `stands` gives joker -> face for their jokers. With the `goal`
    "cards" the play lays the most cards of the hand, then the most points; with "points" the other
    way round. Returned are the cards and points laid, and the whole table afterwards with a face
    for each joker. If no card can be laid, the table is unchanged. `complete` is false if the search
    has ended before all was seen. `alive()` is called now and then. `size` is the bytes of heap that the
    search may take.
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
    # A joker whose own card lies on the table is always freed: it may get the same face again.
    free = [joker for joker in jokers if stands[joker] in naturals]
    bound = [joker for joker in jokers if joker not in free]
    found = None
    complete = True
    for chosen in range(1 << len(bound)):
        freed = free + [joker for i, joker in enumerate(bound) if chosen >> i & 1]
        laid = _freeing(freed, hand, table, stands)
        if not laid:
            continue
        must, may = laid
        wild = [card for card in hand if card >= JOKER]
        better, seen = play(must, may, freed, wild, weights, least, _STEPS >> len(bound), alive, size)
        complete = complete and seen
        if better:
            found = better
            least = better[0]
    if found is None:
        return 0, 0, table, stands, complete
    # There is no room for this module beside the search.
    from tierce.arrange import ways

    melds, faces = ways.melds(*found[1:])
    cards = points = 0
    for meld in melds:
        for card in meld:
            if card not in lying:
                cards += 1
                points += value(card, ace, joker)
    return cards, points, melds, faces, complete


def _freeing(
    freed: "list[int]", hand: "Sequence[int]", table: "Sequence[Sequence[int]]", stands: "Mapping[int, int]"
) -> "tuple[list[tuple[int, int]], list[tuple[int, int]]] | None":
    """Return the natural cards that must and may be laid (ranks.play) to free the jokers `freed` of the table.

    The card that a freed joker stood for must lie on the table afterwards; None if there is none. If
    two freed jokers stood for the same card, one such card is enough.
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
    return must, may
