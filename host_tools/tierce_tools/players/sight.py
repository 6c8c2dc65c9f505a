"""What a seat sees when it must act: the table, its own cards, its draws."""

from collections.abc import Sequence
from functools import lru_cache
from random import Random

from tierce.cards import codes, parse, worth
from tierce.phases import TURN
from tierce.referee import Referee
from tierce.zones import zone_number
from tierce_tools.players.levels import BEST, LEVELS, Level
from tierce_tools.players.moves import Move, take_back


@lru_cache(maxsize=16)
def _meld_zones(zones: tuple[str, ...]) -> list[int]:
    """Return the numbers of the meld zones among a table's zones, which stay the same."""
    return sorted(number for number in map(zone_number, zones) if number > 0)


class Sight:
    """`hand` are a seat's cards, by number: in its rack, then put down in this turn.

    `old` are the melds at the beginning of the turn, `free` the zones without one, `drawn` the
    number of cards drawn in this turn, from the stock or the discard; `level` is the level of play.
    """

    def __init__(
        self, referee: Referee, seat: int, rack: Sequence[str], zones: Sequence[str], level: Level = LEVELS[BEST]
    ) -> None:
        self.level = level
        self.referee = referee
        view = self.view = referee.view
        self.rules = referee.rules
        self.worth = self.rules.get("ace_in_hand", 1), self.rules.get("joker_in_hand", 0)
        self.seat = seat
        self.rack = [parse(each) for each in rack]
        playing = view.phase == TURN
        melds, was_on_meld = view.melds(), view.was_on_meld
        gin = self.rules["family"] == "gin"
        if gin:
            self.old: dict[int, list[int]] = {zone: list(cards) for zone, cards in view.laid_down.items()}
            laid = [card for cards in self.old.values() for card in cards]
            found = [c for zone in melds for c in view.cards(zone) if c not in laid]
            there = [card for card in found if not was_on_meld(card)]
            # Cards that lay there before the turn are left from a knock that failed. They are this
            # seat's own if its hand is short by their number.
            before = [card for card in found if was_on_meld(card)]
            if len(self.rack) + len(found) <= view.hands[seat] + playing:
                there += before
        else:
            self.old = {zone: list(cards) for zone, cards in view.start.items()}
            there = [card for zone in melds for card in view.cards(zone) if not was_on_meld(card)]
        down = [*view.cards(-1 - seat), *there, *(view.discards if playing else ())]
        # Cards of the table's melds that are in a rack for a while do not count as hand cards.
        held = [card for card in [*self.rack, *down] if gin or not was_on_meld(card)]
        self.hand = list(dict.fromkeys(held))
        numbers = _meld_zones(tuple(zones))
        taken = set(self.old)
        if gin:
            taken |= {zone for zone in melds if set(view.cards(zone)) - set(self.hand)}
        self.free = [zone for zone in numbers if zone not in taken]
        self.drawn = len(self.hand) - view.hands[seat]

    def points(self, cards: Sequence[int]) -> int:
        """Return the value of cards in hand, by this game."""
        return worth(cards, *self.worth)

    def slips(self, ordered: list[int], rng: Random) -> list[int]:
        """Return discards, the best first; at weaker levels sometimes another one comes first."""
        if not ordered or not self.level.slips or rng.random() >= self.level.slips:
            return ordered
        card = rng.choice(ordered[: len(ordered) // 2 + 1])
        return [card, *(each for each in ordered if each != card)]

    def codes(self, cards: Sequence[int]) -> list[str]:
        """Return the codes of some cards."""
        return codes(cards)

    def back(self, cards: Sequence[int]) -> list[Move]:
        """Return the move that brings cards to the rack; [] if they are all there."""
        away = [card for card in cards if card not in self.rack]
        return [take_back(away, self.seat)] if away else []
