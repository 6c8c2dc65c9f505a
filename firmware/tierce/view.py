"""The reading interface of a match for code outside the engine.

Cards, faces and zones are numbers (cards, zones). Returned lists and dicts belong to the match:
callers must not change them, and they are valid until the next event. Nothing here changes the
match.
"""

from tierce.melds import BROKEN
from tierce.phases import COUNT, TURN

# Attributes that are passed on from the match:
_FACTS = (
    "phase",  # deal, turn, count or over: see phases
    "state",  # one of the family's states: see phases
    "t",  # time of the last event, in milliseconds
    "dealer",
    "round",  # number of the round, 0 before the first deal
    "totals",  # points of each seat in the match
    "hands",  # how many cards each seat held when the turn began
    "turns",  # accepted turns of each seat in this round
    "has_laid",  # laying games, of each seat: whether it has laid in this round
    "on_table",  # laying games, of each seat: whether it has put a card on a meld in this round
    "won",  # manipulation, of each seat: rounds won
    "counts",  # seat -> points of its hand, None while its count is awaited
    "stock",  # cards in it when the turn began
    "pile",  # the discard pile when the turn began, its top card last
    "draws",  # cards that left the stock in the open turn
    "taken",  # the discard that the open turn has taken, or -1
    "discards",  # cards that the open turn has discarded
    "upcard_due",  # whether the next card on the discard is the upcard
    "knocker",  # the seat that has knocked in this round, or -1
    "last_turns",  # manipulation: turns left once the stock is used up, -1 before
    "deadwood",  # gin: the knocker's deadwood, once his lay-down is accepted
    "knocker_hand",  # gin, likewise: the cards on his seat zone
    "laid_down",  # gin, likewise: meld zone -> his cards
)


class View:
    """A match to read. `rules` are those of presets.rules_of, `seats` is the number of players."""

    def __init__(self, game):
        self._game = game
        self.rules = game.rules
        self.seats = game.seats

    def __getattr__(self, name):
        if name in _FACTS:
            return getattr(self._game, name)
        raise AttributeError(name)

    # --- the turn

    @property
    def seat(self):
        """The seat on turn, or -1."""
        return self._game.active if self._game.phase == TURN else -1

    def is_opening(self):
        """Tell whether gin's upcard was offered at the start of the open turn."""
        return self._game.is_opening()

    def is_offered(self):
        """Tell whether gin's upcard is offered and the seat on turn has not drawn yet."""
        return self._game.is_opening() and not self._game.has_drawn()

    def is_knocking(self):
        """Tell whether the seat on turn has pressed `knock`, in gin."""
        return self._game.is_knocking()

    def upcard_is_over(self):
        """Tell whether both seats have passed gin's upcard and it can no longer be taken."""
        return self._game.upcard_is_over()

    def presses(self, seat):
        """Return the buttons that a seat may usefully press now: names of phases.BUTTONS."""
        return self._game.presses(seat)

    def awaited(self):
        """Return the seats whose count is still awaited."""
        counts = self._game.counts
        if self._game.phase != COUNT:
            return ()
        return [seat for seat in range(self.seats) if seat in counts and counts[seat] is None]

    # --- cards

    def cards(self, zone):
        """Return the cards in a zone, in order of arrival."""
        return self._game.layout.cards(zone)

    def melds(self):
        """Return the meld zones that hold cards, in order."""
        return self._game.layout.melds()

    def zones(self):
        """Return all zones that hold cards, ascending: seats, the discard, melds."""
        held = self._game.layout.zones
        return sorted([zone for zone in held if held[zone]])

    def zone_of(self, card):
        """Return the zone where a card lies, or zones.NOWHERE."""
        return self._game.layout.at[card]

    def was_on_meld(self, card):
        """Tell whether a card lay on a meld zone when the turn began."""
        return self._game.layout.was_on_meld(card)

    @property
    def start(self):
        """Meld zone -> its cards when the turn began."""
        return self._game.layout.start

    @property
    def bound(self):
        """Joker -> its face when the turn began."""
        return self._game.layout.bound

    def meld(self, zone):
        """Return (kind, codes, jokers, points, broken codes) of a zone: the outcome `meld`."""
        return self._game.meld_outcome(zone)

    def reading(self, zone):
        """Return the reading of a meld zone (melds), with cards as numbers."""
        return self._game.read(zone)[0]

    def is_meld(self, zone):
        """Tell whether the cards on a meld zone break no clause."""
        return not self.reading(zone)[BROKEN]

    def bound_in(self, zone):
        """Return joker -> face for the jokers of a zone that are bound to a face."""
        return self._game.bound_in(zone)

    # --- seldom used: these load their modules on demand

    def jokers(self):
        """Return [(zone, joker, faces)] for each joker that a player may declare."""
        from tierce.jokers import jokers

        return jokers(self._game)

    def hint(self, seat, held=()):
        """Return the hint for a seat as a list of (name, value): LOG.md "Hints".

        `held` are cards of its hand that do not lie on the table. Raises LogError if no hint is
        possible now, if there is no hand, or if it is too large.
        """
        return self._game.question(seat, held).answer()

    def question(self, seat, held=()):
        """Return the Question (hints) of a seat. Raises LogError if no hint is possible now."""
        return self._game.question(seat, held)

    def last_turn(self):
        """Return the outcome `turn` that an `undo` would take back, or None."""
        from tierce.rulings import last_turn

        return last_turn(self._game)

    def turn_before(self, codes):
        """Return the previous seat if a refusal with these codes may be its doing, or -1."""
        from tierce.rulings import turn_before

        return turn_before(self._game, codes)
