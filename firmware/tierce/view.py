"""The reading interface of a match for code outside the engine.

Cards, faces and zones are numbers (cards, zones). Returned lists and dicts belong to the match:
callers must not change them, and they are valid until the next event. Nothing here changes the
match.
"""

from tierce.cards import JOKER
from tierce.melds import BROKEN
from tierce.phases import COUNT, TURN

# Attributes that are passed on from the match:
OF_MATCH = (
    "phase",  # deal, turn, count or over: see phases
    "t",  # time of the last event, in milliseconds
    "dealer",
    "round",  # number of the round, 0 before the first deal
    "eliminated",  # seats that are out of the match, the first to leave first
    "totals",  # points of each seat in the match
    "hands",  # how many cards each seat held when the turn began
    "turns",  # accepted turns of each seat in this round
    "has_laid",  # laying games, of each seat: whether it has laid in this round
    "points_laid",  # rami500, of each seat: what it has laid in this round
    "on_table",  # laying games, of each seat: whether it has put a card on a meld in this round
    "won",  # rounds won: manipulation, of each seat; gin, of each seat in each column
    "limit",  # gin: the most deadwood of a knock in this round
    "upcard",  # gin: the card turned up in this round, -1 if none was read
    "counts",  # seat -> points of its hand, None while its count is awaited
    "stock",  # cards in it when the turn began
    "pile",  # the discard pile when the turn began, its top card last
    "draws",  # cards that left the stock in the open turn
    "taken",  # the discard that the open turn has taken (rami500: the deepest), or -1
    "is_taken",  # (card) -> whether the open turn has taken this card of the pile
    "under",  # laying games, () -> the cards of the pile that a reshuffle would take
    "discards",  # cards that the open turn has discarded
    "upcard_due",  # whether the next card on the discard is the upcard
    "knocker",  # the seat that has knocked in this round, or -1
    "deadwood",  # gin: the knocker's deadwood, once the lay-down is accepted
    "is_gin",  # gin, likewise: whether it is gin or big gin
    "knocker_hand",  # gin, likewise: the cards on the knocker's seat zone
    "laid_down",  # gin, likewise: meld zone -> the knocker's cards
    "is_opening",  # () -> whether the open turn began with a choice: gin's upcard; or to take from
    # the pile or pass, once the stock of Rami 500 is used up
    "is_knocking",  # () -> whether the seat on turn has pressed `knock`, in gin
    "upcard_is_over",  # () -> whether both have passed the upcard of gin: it can't be taken now
    "dealt",  # () -> cards dealt to each seat in this round, between rounds in the next one
    "contract",  # contrat: the contract of this round, between rounds of the next: (sets, runs)
    "presses",  # (seat) -> the buttons that it may usefully press now: names of phases.BUTTONS
    "meld",  # (zone) -> (kind, codes, jokers, points, broken codes): the outcome `meld`
    "bound_in",  # (zone) -> joker -> face, of the jokers there that are bound to a face
)

# And as its layout has it:
OF_LAYOUT = (
    "cards",  # (zone) -> the cards there, in order of arrival
    "melds",  # () -> the meld zones that hold cards, in order
    "was_on_meld",  # (card) -> whether it lay on a meld zone when the turn began
    "start",  # meld zone -> its cards when the turn began
    "bound",  # joker -> its face when the turn began
)


class View:
    """A match to read. `rules` are those of presets.rules_of, `seats` is the number of players."""

    phase: str
    t: int
    dealer: int
    round: int
    eliminated: "Sequence[int]"
    totals: "Sequence[int]"
    hands: "Sequence[int]"
    turns: "Sequence[int]"
    has_laid: "Sequence[bool]"
    points_laid: "Sequence[int]"
    on_table: "Sequence[bool]"
    won: "Sequence[int]"
    limit: int
    upcard: int
    counts: "Mapping[int, int | None]"
    stock: int
    pile: "Sequence[int]"
    draws: int
    taken: int
    is_taken: "Callable[[int], bool]"
    under: "Callable[[], Sequence[int]]"
    discards: "Sequence[int]"
    upcard_due: bool
    knocker: int
    deadwood: int
    is_gin: bool
    knocker_hand: "Sequence[int]"
    laid_down: "Mapping[int, Sequence[int]]"
    is_opening: "Callable[[], bool]"
    is_knocking: "Callable[[], bool]"
    upcard_is_over: "Callable[[], bool]"
    dealt: "Callable[[], int]"
    contract: "tuple[int, ...]"
    presses: "Callable[[int], list[str]]"
    meld: "Callable[[int], tuple[str, list[str], dict[str, str], int, list[str]]]"
    bound_in: "Callable[[int], dict[int, int]]"
    cards: "Callable[[int], Sequence[int]]"
    melds: "Callable[[], list[int]]"
    was_on_meld: "Callable[[int], bool]"
    start: "Mapping[int, tuple[int, ...]]"
    bound: "Mapping[int, int]"

    def __init__(self, game: "Game") -> None:
        self._game = game
        self.rules = game.rules
        self.seats = game.seats

    def __getattr__(self, name: str) -> "Any":
        if name in OF_MATCH:
            return getattr(self._game, name)
        if name in OF_LAYOUT:
            return getattr(self._game.layout, name)
        raise AttributeError(name)

    @property
    def seat(self) -> int:
        """The seat on turn, or -1."""
        return self._game.active if self._game.phase == TURN else -1

    def awaited(self) -> "Sequence[int]":
        """Return the seats whose count is still awaited."""
        counts = self._game.counts
        if self._game.phase != COUNT:
            return ()
        return [seat for seat in range(self.seats) if seat in counts and counts[seat] is None]

    def is_offered(self) -> bool:
        """Tell whether the turn began with a choice and the seat on turn has not drawn yet."""
        return self._game.is_opening() and not self._game.has_drawn()

    def zones(self) -> "list[int]":
        """Return all zones that hold cards, ascending: seats, the discard, melds."""
        held = self._game.layout.zones
        return sorted([zone for zone in held if held[zone]])

    def zone_of(self, card: int) -> int:
        """Return the zone where a card lies, or zones.NOWHERE."""
        return self._game.layout.at[card]

    def reading(self, zone: int) -> "tuple[str, Sequence[int], dict[int, int], tuple[str, ...]]":
        """Return the reading of a meld zone (melds), with cards as numbers."""
        return self._game.read(zone)[0]

    def is_meld(self, zone: int) -> bool:
        """Tell whether the cards on a meld zone break no clause."""
        return not self.reading(zone)[BROKEN]

    def jokers(self) -> "list[tuple[int, int, list[int]]]":
        """Return [(zone, joker, faces)] for each joker that could stand for more than one card."""
        found = []
        layout = self._game.layout
        for zone in layout.melds():
            for card in layout.cards(zone):
                if card >= JOKER:
                    faces = self._faces(zone, card)
                    if len(faces) > 1:
                        found.append((zone, card, faces))
        return found

    def _faces(self, zone: int, joker: int) -> "list[int]":
        """Return the faces that a joker could stand for where it lies; [] if it is bound."""
        game = self._game
        bound = game.bound_in(zone)
        faces = []
        for face in () if joker in bound else range(52):
            said = dict(game.layout.said)
            said[joker] = face
            _, _, stands, broken = game.reading_of(zone, bound, said)
            if not broken and joker in stands and stands[joker] == face:
                faces.append(face)
        return faces

    # --- seldom used: these load their modules on demand

    def hint(
        self,
        seat: int,
        held: "Iterable[int]" = (),
        alive: "Callable[[], object]" = int,
        free: "Callable[[], int]" = int,
    ) -> "Answer":
        """Return the hint for a seat as a list of (name, value): LOG.md "Hints".

        `held` are cards of its hand that do not lie on the table; for `alive` and `free` see hints.Question.
        Raises LogError if no hint is possible now, if there is no hand, or if it is too large.
        """
        # Loaded at the first hint.
        from tierce.hints import ask

        asked = ask(self._game, seat, held)
        asked.alive, asked.free = alive, free
        return asked.answer()

    def arrange(self, laid: "Sequence[int]", left: int, alive: "Callable[[], object]" = int) -> "list[Arrangement]":
        """Return how the seat on turn may lay exactly these cards, with `left` in hand after it: tierce.taps."""
        from tierce.taps import arrange

        return arrange(self._game, laid, left, alive)

    def last_turn(self) -> "tuple[Any, ...] | None":
        """Return the outcome `turn` that an `undo` would take back, or None."""
        from tierce.rulings import last_turn

        return last_turn(self._game)

    def rulings(self) -> "dict[str, list[int]]":
        """Return the rulings that have something to rule on now -> the seats that each may name.

        `undo`, `accept`, `void`, `reshuffle` and `end` name none.
        """
        from tierce.rulings import rulings

        return rulings(self._game)

    def breaks(self) -> "list[Any] | None":
        """Return the clauses that the open turn breaks now; None if no turn is open.

        Each is (code, reason (said), whether `accept` waives it).
        """
        from tierce.rulings import breaks

        return breaks(self._game)

    def turn_before(self, codes: "Sequence[str]") -> int:
        """Return the previous seat if a refusal with these codes may be its doing, or -1."""
        from tierce.rulings import turn_before

        return turn_before(self._game, codes)
