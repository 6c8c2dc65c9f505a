"""A simulated table with real cards: racks, a stock, a pile. Every move is fed to the referee."""

import random

from players import NAMES

from tierce.cards import CARDS, code, in_deck, parse
from tierce.referee import Referee
from tierce.zones import zone_name
from tierce_tools.players.moves import how_many


class Deck:
    """A match in play; only moves that are possible with real cards are allowed.

    `log` is its header and events, `said` its outcomes; `t` the time of the next event. `begun`
    are the header's keys of a match that goes on.
    """

    def __init__(
        self, game: str, seed: object, seats: int, rules: dict, melds: int = 6,
        begun: dict | None = None,
    ) -> None:
        self.rng = random.Random(f"{game}/{seed}/{seats}")
        header = {"tierce": 1, "game": game, "players": NAMES[:seats],
                  "dealer": self.rng.randrange(seats), "rules": rules, **(begun or {})}
        self.log: list[dict] = [header]
        self.referee = Referee(header)
        self.view = self.referee.view
        self.zones = ["discard", *(f"meld{n + 1}" for n in range(melds)),
                      *(f"seat{n}" for n in range(seats))]
        self.said: list[tuple] = []
        self.t = 0

    def feed(self, **event) -> list[tuple]:
        event = {"t": self.t, **{"in" if key == "came" else key: event[key] for key in event}}
        self.log.append(event)
        said = list(self.referee.feed(event))
        self.said += said
        if any(each[0] == "reshuffle" for each in said):
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]
            self.rng.shuffle(self.stock)
        return said

    def deal(self) -> None:
        for zone in self.view.zones():
            cards = list(self.view.cards(zone))
            if cards:
                self.feed(zone=zone_name(zone), out=[code(card) for card in cards])
        rules = self.referee.rules
        deck = [code(c) for c in range(CARDS) if in_deck(c, rules["decks"], rules["jokers"])]
        self.rng.shuffle(deck)
        size = self.view.dealt()
        seats = self.referee.seats
        self.hands = [deck[seat * size : (seat + 1) * size] for seat in range(seats)]
        self.stock = deck[seats * size :]
        self.pile: list[str] = []
        self.feed(seat=self.view.dealer, press="deal")
        if self.view.rules["discard"]:
            self.pile.append(self.stock.pop())
            self.feed(zone="discard", came=self.pile[:])

    def do(self, seat: int, move: tuple) -> None:
        """Carry out a move; an impossible move is an error."""
        hand = self.hands[seat]
        kind, *what = move
        if kind == "draw":
            hand.append(self.stock.pop())
            self.feed(draw=1)
        elif kind == "take":
            taken = self.pile[-how_many(move):]
            hand.extend(taken)
            del self.pile[-len(taken):]
            self.feed(zone="discard", out=taken)
        elif kind == "declare":
            self.feed(zone=what[0], joker=what[1], **{"as": what[2]})
        elif kind == "press":
            self.feed(seat=seat, press=what[0])
        elif kind == "count":
            self.feed(draw=what[0])
        else:
            self.move(seat, *what)

    def move(self, seat: int, cards: list[str], place: str) -> None:
        assert cards
        where = {zone: [] for zone in self.view.zones()}
        for card in cards:
            zone = next((z for z in where if parse(card) in self.view.cards(z)), None)
            if zone is None:
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
