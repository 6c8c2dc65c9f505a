"""What every game shares: deal, turns, counting, rounds, totals, match.

The families (games/) fill in what a turn and a count mean, and their rows say what follows on what
(phases). Methods that begin with `on_` are the events, already checked; outcomes gather in `out`.
Law: a refused event leaves the state as it was.
"""

from tierce import melds
from tierce.bad_data import LogError
from tierce.cards import JOKER, code, codes, worth
from tierce.cards import text as text_of
from tierce.layout import Layout
from tierce.outcomes import CODES
from tierce.phases import BUTTONS, COUNT, DEAL, DONE, NEXT, OVER, SHARED, TURN, row_of
from tierce.zones import DISCARD, NOWHERE, zone_name

# What is said of a meld zone that holds no card.
EMPTY = ("none", [], {}, 0, [])

# What outlives a turn, in every game; a family adds its own: see `keep_turn`.
LASTING = ("began", "active", "dealer", "round", "stock", "hands", "turns", "totals")
# What is kept of the last accepted turn, to take it back (tierce.rulings): its outcome; the values
# of `lasting`; pile, start of the table (Layout.packed), bound jokers and declarations; the card
# taken; the cards that a reshuffle has taken from the discard since, 255 for one that moved.
TURN_OF, KEPT, PILE, START, BOUND, SAID, TAKEN, SWEPT = range(8)


class Game:
    """One match at one table. `rules` as presets.rules_of gives them, `words` a words module."""

    rows = SHARED  # of the family: see phases
    phase_of = {}  # state -> its phase; a state that is not in it is itself a phase
    lasting = LASTING  # the attributes that outlive a turn
    # What only some families keep: see view.
    has_laid = on_table = won = knocker_hand = ()
    laid_down = {}
    deadwood = 0
    last_turns = -1

    def __init__(self, rules, seats, dealer, words):
        self.rules = rules
        self.seats = seats
        self.dealer = dealer
        self.words = words
        self.layout = Layout()
        self.out = []  # the outcomes of the event at hand
        self.t = 0  # time of the event at hand, in milliseconds
        self.state = DEAL
        self.began = DEAL  # the state in which the open turn began
        self.round = 0
        self.totals = [0] * seats
        self.active = -1
        self.hands = [0] * seats
        self.turns = [0] * seats  # accepted turns of each seat in this round
        self.stock = 0
        self.draws = 0  # cards that left the stock in this turn
        self.taken = -1  # the discard taken in this turn
        self.pile = []  # the discard pile as it was when the turn began
        self.discards = []  # what this turn has discarded
        self.upcard_due = False
        self.before = None  # what the last accepted turn began with, while it can be taken back
        self.again = False  # whether the open turn was taken back
        self.counts = {}  # seat -> what its hand counts, None while it is awaited
        self.knocker = -1  # the seat that has knocked in this round
        self.mismatched = {}  # seat -> the number of cards of which its last warning told
        self.short = []  # seats whose count was accepted with another number than they hold
        self.form = melds.form_of(rules)

    # --- the way through the rows

    @property
    def phase(self):
        """The phase of the state."""
        return self.phase_of.get(self.state, self.state)

    def happen(self, event, seat):
        """Do what the row of an event says, and then what that has come to: see phases."""
        while event:
            row = row_of(self.rows, self.state, event)
            self.state = row[NEXT] or self.state
            event = getattr(self, row[DONE])(seat) if row[DONE] else None

    def presses(self, seat):
        """Return the buttons that make sense for a seat now, in the order of a table."""
        phase = self.phase
        found = []
        for button in BUTTONS:
            if row_of(self.rows, self.state, button) and self.may(seat, button):
                found.append(button)
        counting = phase == COUNT and not self.rules["melds_in_play"] and self.awaited(seat)
        if phase == TURN or counting:
            found.append("hint")
        return found

    def may(self, seat, button):
        """Tell whether a button that has a row is this seat's to press."""
        if self.phase == TURN:
            return seat == self.active and self.makes_sense(button)
        return seat == self.dealer if self.phase == DEAL else self.awaited(seat)

    # --- what a family fills in

    def begin_round(self):
        """Set what the family keeps for a round; the common state is set already."""

    def makes_sense(self, button):
        """Tell whether the active seat would press a button of its rows now."""
        return True

    def is_opening(self):
        """Tell whether the open turn begins with an upcard that is offered."""
        return False

    def has_drawn(self):
        """Tell whether the seat on turn has taken a card."""
        return self.taken >= 0 or self.draws > 0

    def is_knocking(self):
        """Tell whether the seat on turn has said that it knocks."""
        return False

    def upcard_is_over(self):
        """Tell whether nobody wanted the upcard, and it is not to be had any more."""
        return False

    def not_allowed(self, button):
        """Return the key of the sentence for a button of the active seat that has no row."""
        return button + "_not_allowed"

    def awaited(self, seat):
        """Tell whether the count waits for this seat."""
        return seat in self.counts and self.counts[seat] is None

    # --- words

    def say(self, key, *details):
        """Return a sentence of the table's language, with its figures."""
        return self.words.WHY[key].format(*details)

    def cards_text(self, cards):
        """Return some cards as a player writes them."""
        return " ".join([self.card_text(card) for card in cards])

    def card_text(self, card):
        """Return a card as a player writes it."""
        return text_of(card, self.words)

    def zone_text(self, zone):
        """Return the name of a meld zone as a player says it."""
        return self.words.MELD % zone

    # --- outcomes

    def say_warning(self, *values):
        """Give a warning: its code and values, as outcomes.KEYS names them."""
        self.out.append(("warning", self.t) + values)

    def refuse(self, seat, broken):
        """Refuse a turn or a knock: `broken` gives the sentence of each clause."""
        named = [clause for clause in CODES.split() if clause in broken]
        why = [broken[clause] for clause in named]
        self.out.append(("refused", self.t, seat, named, why))

    # --- the deal

    def deal(self, seat):
        """The dealer has dealt: LOG.md, fine print 4."""
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
        hand = self.rules["hand"]
        self.before = None
        self.pile = pile
        self.upcard_due = upcard and not pile
        self.stock = self.rules["deck"] - hand * self.seats - upcard
        self.round += 1
        for each in range(self.seats):
            self.hands[each] = hand
            self.turns[each] = 0
        self.counts = {}
        self.short = []
        self.begin_round()
        layout.settle({})
        self.begin_turn((self.dealer + 1) % self.seats)

    def _not_clear(self, zone):
        """Warn of a zone that should be empty at the deal, and count it as empty."""
        self.say_warning("table_not_clear", zone_name(zone))
        self.layout.clear(zone)

    def begin_turn(self, seat):
        """Open the turn of a seat."""
        self.active = seat
        self.began = self.state
        self.again = False
        self.draws = 0
        self.taken = -1
        self.discards = []
        self.mismatched = {}

    def say_turn(self, took, laid, hand):
        """Say that the open turn is accepted, before anything changes; keep what it began with."""
        turn = ("turn", self.t, self.active, took, laid, hand)
        self.out.append(turn)
        kept = []
        for name in self.lasting:
            value = getattr(self, name)
            kept.append(list(value) if isinstance(value, list) else value)
        layout = self.layout
        said = dict(layout.said) if layout.said else None
        self.before = [
            turn, kept, bytes(self.pile), layout.packed(), layout.bound, said, self.taken, b"",
        ]

    # --- cards

    def on_cards(self, zone, left, came):
        """Cards left a zone, then cards arrived in it, in this order."""
        layout = self.layout
        playing = self.phase == TURN and self.rules["discard"]
        at = layout.at
        for card in left:
            if at[card] == zone:
                layout.lift(card)
                if playing and zone == DISCARD:
                    self._left_discard(card)
            elif zone == DISCARD:
                self._note_moved(card)
        judge = False
        for card in came:
            where = at[card]
            if where == zone:
                continue
            if where != NOWHERE:
                if self.phase != OVER:
                    self.say_warning("duplicate_card", zone_name(zone), code(card))
                layout.lift(card)
                if playing and where == DISCARD:
                    self._left_discard(card)
            layout.put(card, zone)
            self._note_moved(card)
            if zone == DISCARD and self.upcard_due:
                self._turn_up(card)
            elif playing and zone == DISCARD and self._came_to_discard(card):
                judge = True
        if judge:
            self.happen("discard", self.active)

    def _turn_up(self, card):
        """Take a card for the upcard: it was there when the round's first turn began."""
        self.upcard_due = False
        self.pile.append(card)
        if self.before:
            self.before[PILE] = bytes((card,))

    def _note_moved(self, card):
        """Note that an event moved a card: no undo puts it back on the discard."""
        if not self.before:
            return
        cards = self.before[SWEPT]
        for i in range(len(cards)):
            if cards[i] == card:
                cards[i] = 255

    def _left_discard(self, card):
        """Note a card that left the discard: LOG.md "When a turn is judged"."""
        if card in self.discards:
            self.discards.remove(card)
        elif not self.discards and self.pile and card == self.pile[-1]:
            self.taken = card

    def _came_to_discard(self, card):
        """Tell whether a card that arrives on the discard is one that this turn discards."""
        if card == self.taken:
            return self.put_back(card)
        # A deeper card of the pile comes back into the reader's sight, or never left.
        if card in self.pile:
            return False
        self.discards.append(card)
        return True

    def put_back(self, card):
        """Take back the taking of the discard; return whether the card is a discard of this turn.

        LOG.md, fine print 8; gin differs.
        """
        self.taken = -1
        return False

    def on_draw(self, count):
        """So many cards left the stock, or came back to it."""
        if self.phase == TURN:
            self.draws += count
            if self.again and self.draws < 0:
                self.draws = 0

    def on_joker(self, zone, joker, face):
        """A player says what a joker stands for; one that is not there counts as not made."""
        if self.layout.at[joker] == zone:
            self.layout.said[joker] = face
            self.layout.touched.add(zone)

    # --- buttons

    def on_press(self, seat, button):
        """A seat has pressed a button that means something in the game: LOG.md, fine print 6."""
        phase = self.phase
        row = row_of(self.rows, self.state, button)
        if phase == TURN and seat == self.active and button != "deal":
            if row:
                self.happen(button, seat)
            else:
                self.refuse_button(button)
        elif row and phase != TURN and self.may(seat, button):
            self.happen(button, seat)
        elif button in ("deal", "done"):
            self.say_warning("not_your_turn", seat)
        elif phase != OVER:
            self.refuse(seat, {"out_of_turn": self.say("out_of_turn")})

    def refuse_button(self, button):
        """Refuse a button that the active seat may not press now."""
        code = button + "_not_allowed"
        self.refuse(self.active, {code: self.say(self.not_allowed(button))})

    # --- hints

    def question(self, seat, held=()):
        """Return what a seat asks that presses `hint`: what its hand could do. See hints.

        Its hand lies on its seat zone; `held` are cards of it that lie nowhere on the table. What
        the seat on turn has laid in this turn counts as in hand, so that the table is the one that
        the turn began with. Raises LogError where there is nothing to ask.
        """
        in_play = self.rules["melds_in_play"]
        # In the count nothing is laid any more, but where all melds are laid then.
        if self.phase != TURN and (self.phase != COUNT or in_play):
            raise LogError("no_hint_now")
        layout = self.layout
        hand = list(layout.cards(-1 - seat))
        hand.extend([card for card in held if layout.at[card] == NOWHERE])
        if in_play:
            # What was on the table when the turn began counts there, wherever it is held now.
            hand = [card for card in hand if not layout.was_on_meld(card)]
        if self.phase == TURN and seat == self.active:
            for zone in layout.melds():
                hand.extend([card for card in layout.cards(zone) if not layout.was_on_meld(card)])
        if not hand:
            raise LogError("no_hand_there")
        # Loaded when the first hint is asked for.
        from tierce.hints import Question

        zones = sorted(layout.start) if in_play else []
        melds_there = [layout.start[zone] for zone in zones]
        names = [zone_name(zone) for zone in zones]
        return Question(self.rules, hand, melds_there, names, layout.bound)

    # --- what a zone is

    def moved(self):
        """Return new zone -> old zone of the melds that have moved as a whole in this turn."""
        return {}

    def origin(self, zone):
        """Return the zone where the meld of a zone lay when the turn began, 0 if it is new."""
        moved = self.moved()
        if zone in self.layout.start:
            return 0 if zone in moved.values() else zone
        return moved.get(zone, 0)

    def bound_in(self, zone):
        """Return joker -> face for the jokers of a zone that are bound to a card."""
        layout = self.layout
        old = self.origin(zone)
        bound = {}
        for card in layout.cards(zone):
            if card in layout.bound and layout.was_at[card] == old:
                bound[card] = layout.bound[card]
        return bound

    def kind_of(self, old):
        """Return the kind that a meld must stay, which lay in this zone when the turn began."""
        layout = self.layout
        ranks = [
            (layout.bound[card] if card >= JOKER else card) % 13 for card in layout.start[old]
        ]
        return "set" if min(ranks) == max(ranks) else "run"

    def reading_of(self, zone, bound, said):
        """Return the reading of a zone with these jokers bound and these declarations made."""
        layout = self.layout
        kind = self.kind_of(self.origin(zone)) if bound else None
        return melds.read(layout.cards(zone), bound, said, self.form, kind, layout.bound)

    def read(self, zone):
        """Return (reading, freed): what a zone is now, and the jokers replaced where they lie."""
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
            # In a set a joker is bound to the rank, never to a suit: fine print 4.
            if face % 13 != bound[joker] % 13 or self.kind_of(self.origin(zone)) != "set":
                kind, order, stands, broken = reading
                if "joker_changed" not in broken:
                    broken += ("joker_changed",)
                return (kind, order, stands, broken), freed
        return reading, freed

    def free_where_they_lie(self, zone, bound):
        """Return the bound jokers of a zone whose own card has joined them in their run."""
        return []

    def note_zone(self, broken, zone, reading):
        """Note the clauses that a zone breaks, with what lies there."""
        for clause in reading[melds.BROKEN]:
            details = [self.zone_text(zone), self.cards_text(self.layout.cards(zone))]
            if clause == "too_many_jokers":
                details.append(self.rules["jokers_per_meld"])
            elif clause == "joker_changed":
                bound = self.bound_in(zone)
                details.append(self.cards_text([bound[joker] for joker in sorted(bound)]))
            broken.setdefault(clause, self.say(clause, *details))

    def bindings(self, readings):
        """Return joker -> face for the table as it is accepted: bound before, or read now."""
        layout = self.layout
        bound = {}
        for joker in layout.bound:
            if layout.on_meld(joker):
                bound[joker] = layout.bound[joker]
        for zone in readings:
            bound.update(readings[zone][melds.STANDS])
        return bound

    def meld_outcome(self, zone):
        """Return the values of the `meld` outcome of a zone, from its kind on."""
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

    def begin_count(self, seats):
        """Await the hands of some seats on their seat zones."""
        self.mismatched = {}
        self.short = []
        self.counts = {}
        for seat in seats:
            self.counts[seat] = None

    def number_stands(self, seat, expected, read):
        """Tell whether a count stands: the number is right, or the one that the warning said."""
        if read in (expected, self.mismatched.get(seat)):
            return True
        self.mismatched[seat] = read
        self.say_warning("count_mismatch", zone_name(-1 - seat), expected, read)
        return False

    def note_short(self, seat, expected, read):
        """Note, once a seat's count is accepted, that the number is not the one it holds."""
        if read != expected:
            self.short = sorted(self.short + [seat])

    def take_count(self, seat):
        """Take a seat's hand as read; returns whether it stands."""
        cards = self.layout.cards(-1 - seat)
        if not self.number_stands(seat, self.hands[seat], len(cards)):
            return False
        self.note_short(seat, self.hands[seat], len(cards))
        self.counts[seat] = worth(
            cards, self.rules["ace_in_hand"], self.rules["joker_in_hand"]
        )
        return True

    def all_counted(self):
        """Tell whether no seat is left to count."""
        return None not in self.counts.values()

    # --- scores

    def score(self, how, winners, scores):
        """Score the round; the match ends where the target is reached."""
        for seat in range(self.seats):
            self.totals[seat] += scores[seat]
        self.dealer = (self.dealer + 1) % self.seats
        self._end_round(how, winners, scores)
        return "target" if self.at_target() else None

    def at_target(self):
        """Tell whether some total has reached the target. Without penalties there is none."""
        return self.rules.get("penalties", True) and max(self.totals) >= self.rules["target"]

    def void(self, seat):
        """Call the round off: no scores, and the same dealer deals again."""
        self._end_round("void", [], [0] * self.seats)

    def _end_round(self, how, winners, scores):
        self.active = -1
        totals = list(self.totals)
        said = ("round", self.t, self.round, how, winners, scores, totals, self.dealer)
        self.out.append(said + (self.short,) if self.short else said)

    def end_match(self, seat):
        """Say who has won the match. Equal best totals are all winners."""
        totals = list(self.totals)
        sign = 1 if self.rules["lowest_wins"] else -1
        ranking = sorted(range(self.seats), key=lambda seat: (sign * totals[seat], seat))
        best = totals[ranking[0]]
        winners = [seat for seat in range(self.seats) if totals[seat] == best]
        self.out.append(("match", self.t, winners, ranking, totals))
