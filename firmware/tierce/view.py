"""A match as it may be read from outside the engine: the one door for reading.

Cards, faces and zones are numbers (cards, zones). What is returned is the match's own and not to be
changed; it is good until the next event. Nothing here changes the match.
"""

from tierce.melds import BROKEN
from tierce.phases import COUNT, TURN

# What is read as the match has it:
_FACTS = (
    "phase",  # deal, turn, count or over: see phases
    "state",  # of the family's rows: see phases
    "t",  # time of the last event, in milliseconds
    "dealer",
    "round",  # number of the round, 0 before the first deal
    "totals",  # of each seat
    "hands",  # how many cards each seat held when the turn began
    "turns",  # accepted turns of each seat in this round
    "has_laid",  # of each seat of a laying game: whether it has laid in this round
    "on_table",  # the same: whether it has put a card on the table in it
    "won",  # of each seat of manipulation: rounds won
    "counts",  # seat -> what its hand counts, None while it is awaited
    "stock",  # cards in it when the turn began
    "pile",  # the discard pile when the turn began, its top card last
    "draws",  # cards that left the stock in the open turn
    "taken",  # the discard that the open turn has taken, or -1
    "discards",  # what the open turn has discarded
    "upcard_due",  # whether the next card on the discard is the upcard
    "knocker",  # the seat that has knocked in this round, or -1
    "last_turns",  # turns left once the stock is used up, -1 before
    "deadwood",  # of gin's knocker, once his lay-down stands; so are the next two
    "knocker_hand",  # what he laid down outside melds
    "laid_down",  # meld zone -> his cards
)


class View:
    """What may be read of a match; `rules` as presets.rules_of gives them."""

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
        """Tell whether the upcard of gin is offered to the seat on turn, or was before it drew."""
        return self._game.is_opening()

    def is_offered(self):
        """Tell whether the upcard of gin is offered, and the seat on turn has not drawn yet."""
        return self._game.is_opening() and not self._game.has_drawn()

    def is_knocking(self):
        """Tell whether gin's seat on turn has pressed `knock`."""
        return self._game.is_knocking()

    def upcard_is_over(self):
        """Tell whether both seats of gin have passed, and the upcard is not to be had any more."""
        return self._game.upcard_is_over()

    def presses(self, seat):
        """Return the buttons that make sense for a seat now, as events.BUTTONS names them."""
        return self._game.presses(seat)

    def awaited(self):
        """Return the seats whose hands the count waits for."""
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
        """Return all zones that hold cards, in order: seats, the discard, melds."""
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
        """Joker -> the face for which it stood when the turn began."""
        return self._game.layout.bound

    def meld(self, zone):
        """Return what a meld zone is: the values of the outcome `meld` from its kind on."""
        return self._game.meld_outcome(zone)

    def reading(self, zone):
        """Return what a meld zone is, in numbers: a reading (melds)."""
        return self._game.read(zone)[0]

    def is_meld(self, zone):
        """Tell whether what lies on a meld zone breaks no clause."""
        return not self.reading(zone)[BROKEN]

    def bound_in(self, zone):
        """Return joker -> face for the jokers of a zone that are bound to a card."""
        return self._game.bound_in(zone)

    # --- rarely asked: what these take is in memory only meanwhile

    def jokers(self):
        """Return (zone, joker, faces) of each joker that a player may speak for."""
        from tierce.jokers import jokers

        return jokers(self._game)

    def hint(self, seat, held=()):
        """Return what a seat's hand could do, as LOG.md "Hints" has it: a list of (name, value).

        `held` are cards of that hand that do not lie on the table. Raises LogError where there is
        nothing to ask.
        """
        return self._game.question(seat, held).answer()

    def question(self, seat, held=()):
        """Return the Question (hints) that `hint` answers. Raises LogError as `hint` does."""
        return self._game.question(seat, held)

    def last_turn(self):
        """Return the outcome of the turn that `undo` would take back, or None."""
        from tierce.rulings import last_turn

        return last_turn(self._game)

    def turn_before(self, codes):
        """Return the seat whose turn a refusal with these codes may be about, or -1."""
        from tierce.rulings import turn_before

        return turn_before(self._game, codes)
