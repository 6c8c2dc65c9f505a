"""What lies where on the table, and where it lay when the turn began. Knows zones, no rules."""

from array import array

from tierce.cards import CARDS, JOKER
from tierce.zones import DISCARD, NOWHERE


class Layout:
    """The cards on a table. `at` gives the zone of each card, `was_at` that at the turn's start."""

    def __init__(self):
        self.at = array("h", [NOWHERE] * CARDS)
        self.was_at = array("h", self.at)
        self.zones = {DISCARD: []}
        self.said = {}  # joker -> the face declared for it, while it lies where it was declared
        self.start = {}  # meld zone -> its cards when the turn began
        self.bound = {}  # joker -> the face it stood for when the turn began
        self.touched = set()  # zones that something happened to in this turn
        self.moved = set()  # cards that moved in it

    def cards(self, zone):
        """Return the list of the cards in a zone, in order of arrival. Not to be changed."""
        return self.zones.get(zone) or ()

    def lift(self, card):
        """Take a card out of the zone where it lies."""
        zone = self.at[card]
        self.zones[zone].remove(card)
        self.at[card] = NOWHERE
        self.touched.add(zone)
        self.moved.add(card)
        if card >= JOKER:
            self.said.pop(card, None)

    def put(self, card, zone):
        """Let a card that lies nowhere arrive in a zone."""
        held = self.zones.get(zone)
        if held is None:
            held = self.zones[zone] = []
        held.append(card)
        self.at[card] = zone
        self.touched.add(zone)
        self.moved.add(card)

    def settle(self, bound):
        """Begin a turn: what lies on the table now is where it starts from."""
        for zone in self.touched:
            if zone > 0:
                cards = self.zones.get(zone)
                if cards:
                    self.start[zone] = tuple(cards)
                else:
                    self.start.pop(zone, None)
                    self.zones.pop(zone, None)
        for card in self.moved:
            self.was_at[card] = self.at[card]
        self.bound = bound
        # Declarations have done their work: what was not made by now counts as not made.
        self.said.clear()
        self.touched.clear()
        self.moved.clear()

    def packed(self):
        """Return `start` in bytes: of each zone its number (two), how many cards, the cards."""
        packed = bytearray()
        for zone in sorted(self.start):
            cards = self.start[zone]
            packed.extend(bytes((zone >> 8, zone & 255, len(cards))))
            packed.extend(bytes(cards))
        return packed

    def clear(self, zone):
        """Count a zone as empty, whatever the reader sees there."""
        for card in list(self.cards(zone)):
            self.lift(card)

    def melds(self):
        """Return the meld zones that hold cards, in order."""
        return sorted([zone for zone in self.zones if zone > 0 and self.zones[zone]])

    def on_meld(self, card):
        """Tell whether a card lies on a meld zone."""
        return self.at[card] > 0

    def was_on_meld(self, card):
        """Tell whether a card lay on a meld zone when the turn began."""
        return self.was_at[card] > 0
