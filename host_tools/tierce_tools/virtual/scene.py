"""The place of every card: racks, stock, box and the zones of the felt. Pure data, codes of cards.

Cards in the racks ("hand0", ...), the stock and the box are in no reader's field; those in the
zones are. The discard and the stock are piles with their top last.
"""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tierce.cards import CARDS, JOKER, RANKS, code, in_deck, parse
from tierce_tools.match.places import BOX, STOCK, rack

ALL = tuple(code(card) for card in range(CARDS))


class Scene:
    """The places of a table with these zones and `seats` racks; every card is in exactly one."""

    def __init__(self, zones: Iterable[str], seats: int) -> None:
        self.zones = tuple(zones)
        racks = [rack(seat) for seat in range(seats)]
        self.places: dict[str, list[str]] = {name: [] for name in (STOCK, BOX, *racks, *self.zones)}
        self.places[BOX] = list(ALL)
        self._at = dict.fromkeys(ALL, BOX)
        self.stamp = 0  # changes with every move

    def add(self, zone: str) -> None:
        """Add an empty zone."""
        self.zones = (*self.zones, zone)
        self.places[zone] = []

    def where(self, card: str) -> str | None:
        """Return a card's place; None if there is no such card."""
        return self._at.get(card)

    def move(self, cards: Sequence[str], to: str, at: int | None = None) -> None:
        """Put cards, in this order, into a place: at its end, or before the card at index `at`."""
        self.stamp += 1
        target = self.places[to]
        if at is not None:
            # Moved cards that come from the same place must not shift the insertion point.
            before = [card for card in target[:at] if card not in cards]
            at = len(before)
        for card in cards:
            self.places[self._at[card]].remove(card)
            self._at[card] = to
        if at is None:
            at = len(target)
        target[at:at] = cards

    def gather(self, decks: int, jokers: int) -> None:
        """Put all cards of a game on the stock and the others into the box, in deck order."""
        self.stamp += 1
        for cards in self.places.values():
            cards.clear()
        for number in range(CARDS):
            place = STOCK if in_deck(number, decks, jokers) else BOX
            self.places[place].append(ALL[number])
            self._at[ALL[number]] = place

    def put_all(self, place: str, cards: Sequence[str]) -> None:
        """Reorder the cards of a place; they must be the same cards."""
        self.stamp += 1
        self.places[place][:] = cards

    def restore(self, places: object) -> bool:
        """Restore the places of all cards; tell whether every card was there in a valid place."""
        if not isinstance(places, dict):
            return False
        found = cast("dict[str, Any]", places)
        lying = [card for cards in found.values() if isinstance(cards, list) for card in cast("list[object]", cards)]
        if not set(found) <= set(self.places) or sorted(map(str, lying)) != sorted(ALL):
            return False
        self.stamp += 1
        for place in self.places:
            self.places[place][:] = found.get(place, [])
            self._at.update(dict.fromkeys(self.places[place], place))
        return True


_BLACK_RED = (0, 1, 3, 2)  # the order of the suits S, H, D, C, so that colours alternate


def by_suit(card: str) -> tuple[int, int]:
    """Sort a hand by suits, then ranks; jokers last."""
    number = parse(card)
    if number >= JOKER:
        return (number, 0)
    suit, rank = divmod(number % 52, len(RANKS))
    return (_BLACK_RED[suit] * len(RANKS) + rank, number)


def by_rank(card: str) -> tuple[int, int]:
    """Sort a hand by ranks, then suits; jokers last."""
    number = parse(card)
    if number >= JOKER:
        return (len(RANKS), number)
    return (number % 52 % len(RANKS), number % 52 // len(RANKS) * 2 + number // 52)


# The sort orders of a hand; any other name means the manual order.
SORTS = {"suit": by_suit, "rank": by_rank}
