"""Where each card lies, and where it lay when the turn began. Knows zones, no rules."""

from array import array

from tierce.cards import CARDS, JOKER
from tierce.zones import DISCARD, NOWHERE


class Layout:
    """The cards on a table. `at[card]` is its zone, `was_at[card]` its zone at the turn's start."""

    def __init__(self) -> None:
        self.at = array("h", [NOWHERE] * CARDS)
        self.was_at = array("h", self.at)
        self.zones = {DISCARD: []}
        self.said = {}  # joker -> declared face; dropped when the joker moves
        self.start = {}  # meld zone -> its cards when the turn began; an undo keeps it, so it never changes
        self.bound = {}  # joker -> the face it stood for when the turn began
        self.touched = set()  # zones that changed in this turn, or where a joker was declared
        self.moved = set()  # cards that moved in this turn
        self.shifted = False  # whether one of them went from a meld zone to another

    def cards(self, zone: int) -> "Sequence[int]":
        """Return the cards in a zone, in order of arrival. The caller must not change the list."""
        return self.zones.get(zone) or ()

    def lift(self, card: int) -> None:
        """Remove a card from its zone."""
        zone = self.at[card]
        self.zones[zone].remove(card)
        self.at[card] = NOWHERE
        self.touched.add(zone)
        self.moved.add(card)
        if card >= JOKER:
            self.said.pop(card, None)

    def put(self, card: int, zone: int) -> None:
        """Put a card into a zone, from wherever it lies."""
        at = self.at
        if at[card] != NOWHERE:
            self.lift(card)
        zones = self.zones
        if zone in zones:
            zones[zone].append(card)
        else:
            zones[zone] = [card]
        at[card] = zone
        self.touched.add(zone)
        self.moved.add(card)
        if zone > 0 and 0 < self.was_at[card] != zone:
            self.shifted = True

    def settle(self, bound: "dict[int, int]") -> None:
        """Begin a turn: the table as it lies now becomes its start.

        `bound` gives the face of each bound joker.
        """
        copied = False
        for zone in self.touched:
            if zone > 0:
                if not copied:
                    self.start = dict(self.start)
                    copied = True
                cards = self.zones.get(zone)
                if cards:
                    self.start[zone] = tuple(cards)
                else:
                    self.start.pop(zone, None)
                    self.zones.pop(zone, None)
        for card in self.moved:
            self.was_at[card] = self.at[card]
        self.bound = bound
        # A declaration is valid for one turn.
        self.said.clear()
        self.touched.clear()
        self.moved.clear()
        self.shifted = False

    def clear(self, zone: int) -> None:
        """Remove all cards from a zone, whatever its reader still sees."""
        for card in list(self.cards(zone)):
            self.lift(card)

    def melds(self) -> "list[int]":
        """Return the meld zones that hold cards, in order."""
        return sorted([zone for zone in self.zones if zone > 0 and self.zones[zone]])

    def on_meld(self, card: int) -> bool:
        """Tell whether a card lies on a meld zone."""
        return self.at[card] > 0

    def was_on_meld(self, card: int) -> bool:
        """Tell whether a card lay on a meld zone when the turn began."""
        return self.was_at[card] > 0
