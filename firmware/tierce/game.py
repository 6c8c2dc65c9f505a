"""What every game shares: deal, turns, count, rounds, totals, match.

The families (games/) define what a turn and a count mean; their rows define the order of states
(phases). Methods named `on_...` take events that are already checked. Outcomes are collected in
`out`. A refused event leaves the state unchanged.
"""

from tierce import melds
from tierce.cards import JOKER, code, codes, worth
from tierce.layout import Layout
from tierce.outcomes import CODES
from tierce.phases import BUTTONS, COUNT, DEAL, DONE, ENDED, NEXT, OVER, SHARED, TURN
from tierce.zones import DISCARD, NOWHERE, zone_name

# The values of the outcome `meld` for an empty zone.
EMPTY = ("none", [], {}, 0, [])

# Attributes that `undo` restores, in the order of `say_turn`. Their lists are replaced where they
# change, but for `hands` and `turns`, so that nothing has to be copied for it.
LASTING = ("hands", "turns", "began", "active", "dealer", "round", "stock", "totals", "bought_in", "eliminated")
LASTING += ("has_laid", "on_table", "points_laid", "last_turns", "knocker", "won", "columns")
# Indices of `Game.before`, which `undo` needs (tierce.rulings): the outcome of the last accepted
# turn; then, from its beginning, the pile, the bound jokers, the melds (Layout.start) and the
# declarations; the discard taken; the cards that reshuffles have removed from the discard since
# that beginning, with 255 for a card that has moved after that; the values of LASTING.
TURN_OF, PILE, BOUND, START, SAID, TAKEN, SWEPT, KEPT = range(8)


def breaks(broken: "Broken", clause: str, *figures: object) -> None:
    """Note a broken clause whose case is its own, if it is not noted yet."""
    broken.setdefault(clause, (clause,) + figures)


class Game:
    """One match at one table.

    `rules` are those of presets.rules_of, `seats` the number of players, `dealer` the first dealing
    seat.
    """

    # CPython finds the attributes of an object more slowly from the thirtieth on; these do not count.
    __slots__ = (
        "__dict__", "active", "before", "discards", "draws", "hands", "known", "layout", "noting", "out", "phase",
        "pile", "rules", "state", "stock", "swept", "t", "taken", "turns",
    )  # fmt: skip
    rows = SHARED  # the family's rows: see phases
    tables = {}  # the same by state and event
    phase_of = {ENDED: OVER}  # state -> its phase; a state that is not listed is itself a phase
    notes_all = False  # whether `_note_moved` is told of each card, also if no reshuffle was before
    # Attributes that only some families set: see view.
    has_laid = on_table = points_laid = won = knocker_hand = contract = ()
    last_turns = -1
    laid_down = {}
    deadwood = 0
    bonuses = columns = ()
    waives: "Sequence[str]" = ()  # the clauses that the players waive for the turn that is being judged
    accepting = False  # whether a seat accepts a number of cards that another was warned of
    probed = None  # the clauses that the open turn breaks, while it is judged for nothing but these

    def __init__(self, rules: "Rules", seats: int, dealer: int) -> None:
        self.rules = rules
        self.seats = seats
        self.dealer = dealer
        self.layout = Layout()
        self.out = []  # outcomes of the current event
        self.t = 0  # time of the current event, in milliseconds
        self.enter(DEAL)
        self.began = DEAL  # the state in which the open turn began
        self.round = 0
        self.totals = [0] * seats
        self.recave = rules["recave"]
        self.bought_in = []  # seats that have bought in again
        self.eliminated = []  # seats that are out of the match, the first to leave first
        self.active = -1
        self.hands = [0] * seats
        self.turns = [0] * seats  # accepted turns of each seat in this round
        self.stock = 0
        self.draws = 0  # cards that left the stock in this turn
        self.taken = -1  # the discard taken in this turn
        self.pile = []  # the discard pile when the turn began, top card last
        self.discards = []  # cards that this turn has discarded
        self.upcard_due = False  # whether the next card on the discard is the upcard
        self.before = None  # start of the last accepted turn (TURN_OF ...), None: no undo possible
        self.again = False  # whether the open turn follows an undo
        # Where rulings have changed hands, stock or pile in the open turn: index of `before` -> the
        # value that an undo of this turn restores; and the cards that they took from the discard, as in SWEPT.
        self.at_start = {}
        self.swept = bytearray()
        self.noting = self.notes_all  # whether `_note_moved` is told of each card now
        self.counts = {}  # seat -> points of its hand, None while its count is awaited
        self.knocker = -1  # the seat that has knocked in this round
        self.mismatched = {}  # seat -> the number of cards in its last warning count_mismatch
        self.short = []  # seats whose count was accepted with a number other than they hold
        self.form = melds.form_of(rules)

    # --- the rows

    def enter(self, state: str) -> None:
        """Enter a state of the rows, and its phase."""
        self.state = state
        self.phase = self.phase_of.get(state, state)
        self.known = self.tables.get(state, {})

    def happen(self, event: "str | None", seat: int) -> None:
        """Apply the row of an event, then the rows of the events that follow from it: see phases.

        The event must have a row in the current state.
        """
        while event:
            row = self.known[event]
            state = row[NEXT]
            if state and state != self.state:
                self.enter(state)
            event = getattr(self, row[DONE])(seat) if row[DONE] else None

    def presses(self, seat: int) -> "list[str]":
        """Return the buttons that a seat may usefully press now, in the order of phases.BUTTONS."""
        phase = self.phase
        found = []
        for button in BUTTONS:
            if button in self.known and self.may(seat, button):
                found.append(button)
        counting = phase == COUNT and not self.rules["melds_in_play"] and self.awaited(seat)
        if phase == TURN or counting:
            found.append("hint")
        return found

    def may(self, seat: int, button: str) -> bool:
        """Tell whether this seat may press a button that has a row in the current state."""
        if button == "done" and self.warned(seat):
            return True
        if self.phase == TURN:
            return seat == self.active and self.makes_sense(button)
        return seat == self.dealer if self.phase == DEAL else self.awaited(seat)

    # --- what a family overrides

    def begin_round(self) -> None:
        """Initialize the family's attributes for a round. The common ones are set already."""

    def makes_sense(self, button: str) -> bool:
        """Tell whether it is useful for the active seat to press a button of its rows now."""
        return True

    def dealt(self) -> int:
        """Return how many cards each seat is dealt: in this round, between rounds in the next."""
        return self.rules["hand"]

    def is_opening(self) -> bool:
        """Tell whether the open turn began with a choice: gin's upcard, or to pass."""
        return False

    def has_drawn(self) -> bool:
        """Tell whether the seat on turn has taken the discard or drawn from the stock."""
        return self.taken >= 0 or self.draws > 0

    def is_knocking(self) -> bool:
        """Tell whether the seat on turn has announced a knock."""
        return False

    def upcard_is_over(self) -> bool:
        """Tell whether both seats have passed the upcard and it can no longer be taken."""
        return False

    def not_allowed(self, button: str) -> str:
        """Return the case of the refusal for a button of the active seat that has no row."""
        return button + "_not_allowed"

    def awaited(self, seat: int) -> bool:
        """Tell whether this seat's count is still awaited."""
        return seat in self.counts and self.counts[seat] is None

    # --- outcomes

    def say_warning(self, *values: object) -> None:
        """Add a warning to the outcomes: its code and its values (outcomes.KEYS)."""
        self.out.append(("warning", self.t) + values)

    def refuse(self, seat: int, broken: "Broken") -> None:
        """Refuse a turn or a knock: `broken` is code of a broken clause -> its reason (said)."""
        self._say_broken(("refused", self.t, seat), broken)

    def _say_broken(self, head: "tuple[Any, ...]", broken: "Broken") -> None:
        named = list(broken)
        if len(named) > 1:
            named = [clause for clause in CODES.split() if clause in broken]
        self.out.append(head + (named, [broken[clause] for clause in named]))

    def is_refused(self, seat: int, broken: "Broken") -> bool:
        """Refuse a turn that breaks a clause, unless the players waive all that it breaks.

        Tells whether it is refused. If it is not, the outcome `ruling` says what was waived.
        """
        if self.probed is not None:
            self.probed = broken
            return True
        if not broken:
            return False
        if not (self.waives and self.is_waived(broken)):
            self.refuse(seat, broken)
            return True
        self._say_broken(("ruling", self.t, "accept", seat), broken)
        return False

    def is_waived(self, broken: "Iterable[str]") -> bool:
        """Tell whether the players waive all the clauses that a turn breaks."""
        return not [clause for clause in sorted(broken) if clause not in self.waives]

    # --- the deal

    def deal(self, seat: int) -> None:
        """Begin a round: the dealer has dealt. LOG.md, fine print 4."""
        layout = self.layout
        upcard = self.rules["discard"]
        pile = list(layout.cards(DISCARD))
        if len(pile) > upcard:
            pile = []
            self._not_clear(DISCARD)
        for zone in layout.melds():
            self._not_clear(zone)
        for other in range(self.seats):
            if layout.cards(-1 - other):
                self._not_clear(-1 - other)
        hand = self.dealt()
        self.before = None
        self.noting = self.notes_all
        self.pile = pile
        self.upcard_due = upcard and not pile
        self.stock = self.rules["deck"] - hand * self.seats - upcard
        self.round += 1
        for each in range(self.seats):
            self.hands[each] = hand
            self.turns[each] = 0
        for each in self.eliminated:
            self.hands[each] = 0
            self.stock += hand
        self.counts = {}
        self.short = []
        self.begin_round()
        layout.settle({})
        self.begin_turn(self.after(self.dealer) if self.eliminated else (self.dealer + 1) % self.seats)

    def _not_clear(self, zone: int) -> None:
        """Warn of a zone that should be empty at the deal, and treat it as empty."""
        self.say_warning("table_not_clear", zone_name(zone))
        self.layout.clear(zone)

    def after(self, seat: int) -> int:
        """Return the next seat that is in the match."""
        seat = (seat + 1) % self.seats
        return self.after(seat) if seat in self.eliminated else seat

    def begin_turn(self, seat: int) -> None:
        """Open the turn of a seat."""
        self.active = seat
        self.began = self.state
        self.again = False
        if self.at_start:
            self.at_start = {}
        if self.swept:
            self.swept = bytearray()
        self.draws = 0
        self.taken = -1
        self.discards = []
        self.mismatched = {}

    def say_turn(self, took: str, laid: int, hand: int) -> None:
        """Add the outcome `turn` and save what `undo` needs, before the turn changes anything.

        `took` is "stock", "discard" or "none", `laid` the points laid, `hand` the cards left.
        """
        turn = ("turn", self.t, self.active, took, laid, hand)
        self.out.append(turn)
        layout = self.layout
        said = dict(layout.said) if layout.said else None
        self.before = before = [
            turn, bytes(self.pile), layout.bound, layout.start, said, self.taken, self.swept,
            self.hands[:], self.turns[:], self.began, self.active, self.dealer, self.round, self.stock, self.totals,
            self.bought_in, self.eliminated, self.has_laid, self.on_table, self.points_laid, self.last_turns,
            self.knocker, self.won, self.columns,
        ]  # fmt: skip
        for at in sorted(self.at_start):
            before[at] = self.at_start[at]
        self.noting = self.notes_all or len(self.swept) > 0

    # --- cards

    def on_cards(self, zone: int, left: "Sequence[int]", came: "Sequence[int]") -> None:
        """Cards left a zone, then cards arrived in it."""
        layout = self.layout
        playing = self.phase == TURN and self.rules["discard"]
        noting = self.noting
        at = layout.at
        for card in left:
            if at[card] == zone:
                layout.lift(card)
                if playing and zone == DISCARD:
                    self._left_discard(card)
            elif noting and zone == DISCARD:
                self._note_moved(card)
        judge = False
        for card in came:
            where = at[card]
            if where == zone:
                continue
            if where != NOWHERE and self.phase != OVER:
                self.say_warning("duplicate_card", zone_name(zone), code(card))
            layout.put(card, zone)
            if playing and where == DISCARD:
                self._left_discard(card)
            if noting:
                self._note_moved(card)
            if zone == DISCARD:
                if self.upcard_due:
                    self.turn_up(card)
                elif playing and self._came_to_discard(card):
                    judge = True
        if judge and self.discards:
            self.happen("discard", self.active)

    def turn_up(self, card: int) -> None:
        """Treat a card as the upcard, as if it had lain there when the round's first turn began."""
        self.upcard_due = False
        self.pile.append(card)
        if self.before:
            self.before[PILE] = bytes((card,))

    def _note_moved(self, card: int) -> None:
        """Note that an event moved a card: an undo will not put it back on the discard."""
        for cards in (self.swept, self.before[SWEPT] if self.before else self.swept):
            for i in range(len(cards)):
                if cards[i] == card:
                    cards[i] = 255

    def _left_discard(self, card: int) -> None:
        """Handle a card that left the discard: LOG.md "When a turn is judged"."""
        if card in self.discards:
            self.discards.remove(card)
        elif not self.discards and self.pile and card == self.pile[-1]:
            self.taken = card

    def _came_to_discard(self, card: int) -> bool:
        """Handle a card that arrives on the discard; return whether this turn discards it."""
        if card == self.taken:
            return self.put_back(card)
        # A deeper card of the pile is read again, or it never left.
        if card in self.pile and not self.is_taken(card):
            return False
        self.discards.append(card)
        return True

    def is_taken(self, card: int) -> bool:
        """Tell whether the open turn has taken this card of the pile."""
        return card == self.taken

    def all_taken(self) -> "list[int]":
        """Return the cards of the pile that the open turn has taken."""
        return [self.taken] if self.taken in self.pile else []

    def put_back(self, card: int) -> bool:
        """Handle the taken discard coming back; return whether it is a discard of this turn.

        Here it counts as not taken: LOG.md, fine print 8. Gin differs.
        """
        self.taken = -1
        return False

    def on_draw(self, count: int) -> None:
        """`count` cards left the stock; a negative count came back to it."""
        if self.phase == TURN:
            self.draws += count
            if self.again and self.draws < 0:
                self.draws = 0

    def on_joker(self, zone: int, joker: int, face: int) -> None:
        """A player declares a joker's face. Ignored if the joker does not lie in that zone."""
        if self.layout.at[joker] == zone:
            self.layout.said[joker] = face
            self.layout.touched.add(zone)

    # --- buttons

    def on_press(self, seat: int, button: str) -> None:
        """A seat has pressed one of phases.BUTTONS other than `hint`: LOG.md, fine print 6."""
        phase = self.phase
        if phase == TURN and seat == self.active and button != "deal":
            if button in self.known:
                self.happen(button, seat)
            else:
                self.refuse_button(button)
        elif button == "done" and self.warned(seat):
            self.accept_counts(seat)
        elif button in self.known and phase != TURN and self.may(seat, button):
            self.happen(button, seat)
        elif button in ("deal", "done"):
            self.say_warning("not_your_turn", seat)
        elif phase != OVER:
            self.refuse(seat, {"out_of_turn": ("out_of_turn",)})

    def refuse_button(self, button: str) -> None:
        """Refuse a button of the active seat that has no row in the current state."""
        code = button + "_not_allowed"
        self.refuse(self.active, {code: (self.not_allowed(button),)})

    # --- meld zones

    def moved(self) -> "dict[int, int]":
        """Return new zone -> old zone of melds that were moved as a whole in this turn."""
        return {}

    def origin(self, zone: int) -> int:
        """Return the zone where this zone's meld lay when the turn began, 0 for a new meld."""
        there = zone in self.layout.start
        if not self.layout.shifted:
            return zone if there else 0
        moved = self.moved()
        return moved.get(zone, 0) if not there else 0 if zone in moved.values() else zone

    def bound_in(self, zone: int) -> "dict[int, int]":
        """Return joker -> face for the jokers of a zone that are bound to a face."""
        layout = self.layout
        bound = {}
        if layout.bound:
            old = -1
            for card in layout.cards(zone):
                if card in layout.bound:
                    if old < 0:
                        old = self.origin(zone)
                    if layout.was_at[card] == old:
                        bound[card] = layout.bound[card]
        return bound

    def kind_of(self, old: int) -> "str | None":
        """Return the kind, "run" or "set", that the meld which lay in zone `old` must keep.

        None if it may change.
        """
        layout = self.layout
        ranks = [(layout.bound[card] if card >= JOKER else card) % 13 for card in layout.start[old]]
        return "set" if min(ranks) == max(ranks) else "run"

    def reading_of(self, zone: int, bound: "Mapping[int, int]", said: "Mapping[int, int]") -> "Reading":
        """Return the reading of a zone (melds) for bound jokers and declarations, joker -> face."""
        layout = self.layout
        kind = self.kind_of(self.origin(zone)) if bound else None
        return melds.read(layout.cards(zone), bound, said, self.form, kind, layout.bound)

    def read(self, zone: int) -> "tuple[Reading, list[int]]":
        """Return (reading, freed): a zone's reading, and the jokers replaced without moving."""
        bound = self.bound_in(zone)
        said = self.layout.said
        reading = self.reading_of(zone, bound, said)
        freed = []
        if "joker_changed" in reading[melds.BROKEN]:
            free = self.free_where_they_lie(zone, bound)
            if free:
                rest = dict(bound)
                for joker in free:
                    del rest[joker]
                again = self.reading_of(zone, rest, said)
                if not again[melds.BROKEN]:
                    reading, freed, bound = again, free, rest
        for joker in bound:
            face = said.get(joker, bound[joker])
            if face == bound[joker]:
                continue
            # In a set a joker is bound to the rank, never to a suit: RULES.md, fine print 4.
            if face % 13 != bound[joker] % 13 or self.kind_of(self.origin(zone)) != "set":
                kind, order, stands, broken = reading
                if "joker_changed" not in broken:
                    broken += ("joker_changed",)
                return (kind, order, stands, broken), freed
        return reading, freed

    def free_where_they_lie(self, zone: int, bound: "Mapping[int, int]") -> "list[int]":
        """Return the bound jokers of a zone whose own card has joined the same run."""
        return []

    def note_zone(self, broken: "Broken", zone: int, reading: "Reading") -> None:
        """Add the clauses that a zone breaks to `broken`, each with its reason."""
        for clause in reading[melds.BROKEN]:
            reason = (clause, zone_name(zone), codes(self.layout.cards(zone)))
            if clause == "too_many_jokers":
                reason += (self.rules["jokers_per_meld"],)
            elif clause == "joker_changed":
                bound = self.bound_in(zone)
                reason += (codes([bound[joker] for joker in sorted(bound)]),)
            broken.setdefault(clause, reason)

    def bindings(self, readings: "dict[int, Reading]") -> "dict[int, int]":
        """Return joker -> face for the accepted table: from `readings`, else as bound before.

        `readings` gives zone -> reading of the zones that changed.
        """
        layout = self.layout
        bound = {}
        for joker in layout.bound:
            if layout.on_meld(joker):
                bound[joker] = layout.bound[joker]
        for zone in readings:
            bound.update(readings[zone][melds.STANDS])
        return bound

    def meld(self, zone: int) -> "tuple[str, list[str], dict[str, str], int, list[str]]":
        """Return (kind, codes, jokers, points, broken codes) of a zone: the outcome `meld`."""
        if not self.layout.cards(zone):
            return EMPTY
        reading, _ = self.read(zone)
        kind, order, faces, broken = reading
        stands = {}
        for joker in faces:
            stands[code(joker)] = code(faces[joker])  # pyright: ignore
        points = melds.points(reading, self.form)
        return (kind, codes(order), stands, points, list(broken))

    # --- the count

    def begin_count(self, seats: "Iterable[int]") -> None:
        """Await the hands of some seats on their seat zones."""
        self.mismatched = {}
        self.short = []
        self.counts = {}
        for seat in seats:
            self.counts[seat] = None

    def number_stands(self, seat: int, expected: int, read: int) -> bool:
        """Tell whether the number of cards read is accepted; warn if not.

        It is the expected one, or the one of the seat's last warning and somebody else accepts it.
        """
        if read == expected:
            self.mismatched.pop(seat, None)
            return True
        if read == self.mismatched.get(seat) and (self.accepting or self.waives):
            return True
        self.mismatched[seat] = read
        self.say_warning("count_mismatch", zone_name(-1 - seat), expected, read)
        return False

    def warned(self, seat: int) -> "list[int]":
        """Return the seats whose count stands under a warning that `seat` may accept by `done`."""
        if self.phase == TURN:
            # Only a big gin is counted while its turn is open.
            return [self.active] if self.mismatched and seat != self.active and not self.discards else []
        if self.phase != COUNT or self.awaited(seat):
            return []
        return [other for other in sorted(self.mismatched) if self.awaited(other)]

    def accept_counts(self, seat: int) -> None:
        """A seat accepts the numbers of cards that others were warned of: LOG.md, fine print 7."""
        for other in self.warned(seat):
            # A knock that fails drops all counts.
            if other in self.mismatched:
                self.accepting = True
                self.happen("done", other)
                self.accepting = False

    def note_short(self, seat: int, expected: int, read: int) -> None:
        """Note a seat whose accepted count has another number of cards than the seat holds."""
        if read != expected:
            self.short = sorted(self.short + [seat])

    def take_count(self, seat: int) -> bool:
        """Count a seat's hand as read; return whether the count is accepted."""
        cards = self.layout.cards(-1 - seat)
        if not self.number_stands(seat, self.hands[seat], len(cards)):
            return False
        self.note_short(seat, self.hands[seat], len(cards))
        self.counts[seat] = worth(cards, self.rules["ace_in_hand"], self.rules["joker_in_hand"])
        return True

    def counted(self, seat: int) -> "str | None":
        """A seat's count is accepted or said. Return the event that follows."""
        return None if None in self.counts.values() else "all_counted"

    # --- scores

    def score(self, how: str, winners: "list[int]", scores: "list[int]") -> "str | None":
        """Score the round: `scores` of each seat. Return "target" if the match ends, else None."""
        self.totals = [self.totals[seat] + scores[seat] for seat in range(self.seats)]
        self.dealer = (self.dealer + 1) % self.seats
        over = self.settle() if self.recave else []
        self.end_round(how, winners, scores)
        if over:
            self.buy_in(over)
        return "target" if self.at_target() else None

    def over(self) -> "list[int]":
        """Return the seats in the match that are over the target, if it goes on (`recave`)."""
        if self.at_target():
            return []
        target = self.rules["target"]
        return [seat for seat in range(self.seats) if seat not in self.eliminated and self.totals[seat] >= target]

    def settle(self) -> "list[int]":
        """Return the seats over the target; those that may not buy in again are eliminated."""
        over = self.over()
        self.eliminate([seat for seat in over if self.recave == "once" and seat in self.bought_in])
        return over

    def eliminate(self, seats: "list[int]") -> None:
        """Take seats out of the match, the worst first."""
        totals = self.totals
        self.eliminated = self.eliminated + sorted(seats, key=lambda seat: (-totals[seat], seat))
        if self.dealer in self.eliminated:
            self.dealer = self.after(self.dealer)

    def buy_in(self, over: "list[int]") -> None:
        """Let the seats over the target that are not eliminated buy in again: RULES.md, fine print 40."""
        totals = self.totals
        highest = max([totals[seat] for seat in range(self.seats) if seat not in self.eliminated + over])
        again = [seat for seat in over if seat not in self.eliminated]
        for seat in again:
            totals[seat] = highest
        self.bought_in = self.bought_in + again
        self.out.append(("recave", self.t, again, [seat for seat in over if seat not in again], list(totals)))

    def at_target(self) -> bool:
        """Tell whether a total has reached the target. Without penalties there is no target.

        With `recave` the match goes on as long as two seats at least are below it.
        """
        rules, totals = self.rules, self.totals
        if max(totals) < rules["target"] or not rules.get("penalties", True):
            return False
        return not self.recave or len([each for each in totals if each < rules["target"]]) < 2

    def void(self, seat: int) -> None:
        """Cancel the round: no scores, and the same dealer deals again."""
        self.end_round("void", [], [0] * self.seats)

    def end_round(self, how: str, winners: "list[int]", scores: "list[int]") -> None:
        """Add the outcome `round`."""
        self.active = -1
        totals = list(self.totals)
        said = ("round", self.t, self.round, how, winners, scores, totals, self.dealer)
        self.out.append(said + (self.short,) if self.short else said)

    def end_match(self, seat: int) -> None:
        """Add the outcome `match`: winners, ranking, totals. All seats with the best total win."""
        totals = list(self.totals)
        rules = self.rules
        sign = 1 if rules["lowest_wins"] and rules.get("penalties", True) else -1
        gone = self.eliminated
        ranking = sorted(range(self.seats), key=lambda seat: (sign * totals[seat], seat))
        if gone:
            # Whoever left later stands before those who left earlier.
            ranking = [seat for seat in ranking if seat not in gone] + gone[::-1]
        best = totals[ranking[0]]
        winners = [seat for seat in range(self.seats) if totals[seat] == best and seat not in gone]
        self.out.append(("match", self.t, winners, ranking, totals))
