"""The best turn at manipulation by exhaustive search, and a check of a hint's answer."""

import itertools

from naive.cards import RANKS, SUITS, face, hand_values, is_joker
from naive.melds import place_face, shape_code

LONGEST = 14  # cards in a run: with two decks there can be an ace at each end


def rows(cards, kept, suit, low, row=()):
    """Yield every run from place `low`; a joker that is not `kept` on its face is any card."""
    if len(row) > 2:
        yield row
    if low + len(row) > 14:
        return
    wanted = place_face(low + len(row), suit)
    for card in cards:
        if card not in row and kept.get(card, wanted if is_joker(card) else face(card)) == wanted:
            yield from rows(cards, kept, suit, low, (*row, card))


def groups(cards, kept, rank):
    """Yield every group of a rank; a joker that is not `kept` on its face is any card."""
    fitting = [c for c in cards if kept.get(c, rank if is_joker(c) else c)[0] == rank]
    for size in (3, 4):
        for some in itertools.combinations(fitting, size):
            faces = [kept.get(c, face(c)) for c in some if c in kept or not is_joker(c)]
            if len(set(faces)) == len(faces):
                yield some


def melds_of(cards, kept):
    """Return every meld that some cards contain, as frozensets."""
    found = set()
    for suit, low in itertools.product(SUITS, range(1, 13)):
        found |= {frozenset(row) for row in rows(cards, kept, suit, low)}
    for rank in RANKS:
        found |= {frozenset(group) for group in groups(cards, kept, rank)}
    return found


class Position:
    """A hand, a table and the goal of the play."""

    def __init__(self, question):
        self.hand = frozenset(question["hand"])
        self.zones = [frozenset(meld) for meld in question.get("table", ())]
        self.table = frozenset().union(*self.zones)
        self.bound = question.get("jokers", {})
        self.by_points = question.get("goal", "cards") == "points"

    def worth(self, cards):
        """Return the worth of the cards that a meld brings down: two numbers, the goal's first."""
        down = self.hand & cards
        worth = len(down), hand_values(down, 1, 25)
        return worth[::-1] if self.by_points else worth

    def best(self):
        """Return (cards, points) of the best turn."""
        found = (0, 0)
        for size in range(len(self.bound) + 1):
            for freed in itertools.combinations(sorted(self.bound), size):
                found = max(found, self.best_with(freed))
        return found[::-1] if self.by_points else found

    def best_with(self, freed):
        """Return the worth of the best turn in which some jokers are freed, or (-1, -1).

        The natural card of each must be on the table: already there, or from the hand.
        """
        lack = sorted(named for named in {self.bound[joker] for joker in freed} if not self.naturals(named, self.table))
        choices = itertools.product(*(self.naturals(named, self.hand) for named in lack))
        return max((self.best_laying(self.table.union(chosen), freed) for chosen in choices), default=(-1, -1))

    def naturals(self, named, cards):
        """Return the natural cards with the face `named`, of either deck."""
        return {card for card in cards if not is_joker(card) and face(card) == named}

    def best_laying(self, must, freed):
        """Return the worth of the best turn with the cards `must` on the table, or (-1, -1)."""
        kept = {joker: named for joker, named in self.bound.items() if joker not in freed}
        melds = sorted(melds_of(self.hand | self.table, kept), key=sorted)
        with_card = {card: [m for m in melds if card in m] for card in self.hand | self.table}
        seen = {}

        def cover(left):
            """Return the worth of the best disjoint melds from `left` with its `must` cards."""
            if not left:
                return 0, 0
            if left not in seen:
                card = min(left & must or left)
                found = (-1, -1) if card in must else cover(left - {card})
                for meld in with_card[card]:
                    if meld <= left:
                        found = max(found, added(self.worth(meld), cover(left - meld)))
                seen[left] = found
            return seen[left]

        return cover(self.hand | self.table)

    def check(self, answer):
        """Check everything in an answer except that it is optimal."""
        assert list(answer) == ["cards", "points", "table", "jokers"]
        lies = [card for meld in answer["table"] for card in meld]
        assert len(set(lies)) == len(lies)
        assert self.table <= set(lies) <= self.table | self.hand
        down = set(lies) - self.table
        assert answer["cards"] == len(down)
        assert answer["points"] == hand_values(down, 1, 25)
        stands = answer["jokers"]
        assert set(stands) == set(filter(is_joker, lies))
        for meld in answer["table"]:
            faces = [stands[card] if is_joker(card) else face(card) for card in meld]
            assert shape_code(faces, LONGEST) is None, meld
        for joker, named in self.bound.items():
            assert stands[joker] == named or self.naturals(named, lies), joker
        if not down:
            assert sorted(map(sorted, answer["table"])) == sorted(map(sorted, self.zones))
            assert stands == self.bound


def added(worth, more):
    """Return the sum of two worths; (-1, -1) if one is impossible."""
    return (worth[0] + more[0], worth[1] + more[1]) if more >= (0, 0) else (-1, -1)
