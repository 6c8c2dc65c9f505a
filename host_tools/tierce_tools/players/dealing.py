"""A match without a table: real cards in hands, a stock and a pile; every move is refereed."""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any

from tierce.cards import CARDS, code, in_deck, parse
from tierce.referee import Referee
from tierce.zones import NOWHERE, zone_name
from tierce_tools.players.moves import Move, how_many


class Deck:
    """A match in play; only moves that are possible with real cards are allowed.

    `hands` are the codes of each seat's cards, `zones` the names of the table's zones, `said` the
    referee's outcomes, `t` the time of the next event.
    """

    def __init__(self, header: dict[str, Any], rng: Random, melds: int) -> None:
        self.rng = rng
        self.referee = Referee(header)
        self.view = self.referee.view
        seats = range(self.referee.seats)
        self.zones = ["discard", *(f"meld{n + 1}" for n in range(melds)), *(f"seat{n}" for n in seats)]
        self.hands: list[list[str]] = [[] for _ in seats]
        self.stock: list[str] = []
        self.pile: list[str] = []
        self.said: list[tuple[Any, ...]] = []
        self.t = 0

    def feed(self, **event: Any) -> list[tuple[Any, ...]]:
        """Let the referee take in an event of a log, `came` for its key `in`; return outcomes."""
        line = {"t": self.t, **{"in" if key == "came" else key: event[key] for key in event}}
        said = list(self.referee.feed(line))
        self.said += said
        if any(each[0] == "reshuffle" for each in said):
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
        return said

    def deal(self) -> None:
        """Clear the table and deal the next round."""
        for zone in self.view.zones():
            cards = list(self.view.cards(zone))
            if cards:
                self.feed(zone=zone_name(zone), out=[code(card) for card in cards])
        rules = self.referee.rules
        deck = [code(c) for c in range(CARDS) if in_deck(c, rules["decks"], rules["jokers"])]
        self.rng.shuffle(deck)
        size = self.view.dealt()
        dealt = iter(deck)
        out = self.view.eliminated
        self.hands = [[] if seat in out else list(islice(dealt, size)) for seat in range(self.referee.seats)]
        self.stock = list(dealt)
        self.pile = []
        self.feed(seat=self.view.dealer, press="deal")
        if rules["discard"]:
            self.pile.append(self.stock.pop())
            self.feed(zone="discard", came=self.pile[:])

    def do(self, seat: int, move: Move) -> None:
        """Carry out a move; an impossible one is an error."""
        hand = self.hands[seat]
        kind, *what = move
        if kind == "draw":
            hand.append(self.stock.pop())
            self.feed(draw=1)
        elif kind == "take":
            taken = self.pile[-how_many(move) :]
            hand.extend(taken)
            del self.pile[-len(taken) :]
            self.feed(zone="discard", out=taken)
        elif kind == "declare":
            self.feed(zone=what[0], joker=what[1], **{"as": what[2]})
        elif kind == "press":
            self.feed(seat=seat, press=what[0])
        elif kind == "count":
            self.feed(draw=what[0])
        else:
            self.move(seat, *what)

    def move(self, seat: int, cards: Sequence[str], place: str) -> None:
        """Move cards to a zone, to the seat's hand or to the stock."""
        assert cards
        where: dict[int, list[str]] = {zone: [] for zone in self.view.zones()}
        for card in cards:
            zone = self.view.zone_of(parse(card))
            if zone == NOWHERE:
                self.hands[seat].remove(card)
            else:
                where[zone].append(card)
            if zone == 0:
                self.pile.remove(card)
        for zone, left in where.items():
            if left:
                self.feed(zone=zone_name(zone), out=left)
        if place.startswith("hand"):
            assert place == f"hand{seat}"
            self.hands[seat].extend(cards)
        elif place == "stock":
            self.stock.extend(cards)
            self.feed(draw=-len(cards))
        else:
            assert place in self.zones
            self.pile.extend(cards if place == "discard" else ())
            self.feed(zone=place, came=list(cards))
