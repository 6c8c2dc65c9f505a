"""What every game shares: deal, turns, counting, rounds, totals, match.

The families (games/) fill in what a turn and a count mean. Methods that begin with `on_` are the
events, already checked; outcomes gather in `out`. Law: a refused event leaves the state as it was.
"""

from tierce import melds
from tierce.bad_data import LogError
from tierce.cards import JOKER, code, codes, worth
from tierce.cards import text as text_of
from tierce.table import DISCARD, NOWHERE, Table, zone_name

# LOG.md "Codes, in this order"; as one text they take half the memory.
CODES = """
card_left_table
meld_broken
meld_too_short
not_a_meld
set_same_suit
too_many_jokers
joker_undeclared
joker_changed
joker_before_laying
joker_wrong_card
joker_not_replayed
first_round_no_lay
lay_off_before_laying
first_lay_pure_run
first_lay_points
discard_first_round
must_draw_stock
discard_not_melded
not_top_discard
return_same_card
no_draw
too_many_draws
third_draw_no_meld
nothing_added
too_many_cards
no_discard
no_final_discard
pass_not_allowed
knock_not_allowed
knock_too_high
out_of_turn
"""

# Phases of a match, in the words of the card table.
DEAL = "deal"  # the dealer is awaited
TURN = "turn"  # a turn is open
COUNT = "count"  # hands are laid down and counted
OVER = "over"  # the match is decided

# The button -> (phase in which it is the seat's own, method): RULES.md, LOG.md fine print 6.
_BUTTONS = {
    ("done", TURN): "on_done",
    ("knock", TURN): "on_knock",
    ("pass", TURN): "on_pass",
    ("done", COUNT): "on_counted",
}


# What is said of a meld zone that holds no card.
EMPTY = ("none", [], {}, 0, [])

# What outlives a turn, in every game; a family adds its own: see `keep_turn`.
LASTING = ("active", "dealer", "round", "stock", "hands", "turns", "totals")
# What is kept of the last accepted turn, to take it back (tierce.rulings): its outcome; the values
# of `lasting`; pile, start of the table (Table.packed), bound jokers and declarations; the card
# taken; the cards that a reshuffle has taken from the discard since, 255 for one that moved.
TURN_OF, KEPT, PILE, START, BOUND, SAID, TAKEN, SWEPT = range(8)


class Game:
    """One match at one table. `rules` as presets.rules_of gives them, `words` a words module."""

    has_discard = True  # whether there are an upcard and a discard pile
    has_melds = True  # whether melds lie on the table during the play
    lowest_wins = False  # whether the lowest total wins the match
    lasting = LASTING  # the attributes that outlive a turn

    def __init__(self, rules, seats, dealer, words):
        self.rules = rules
        self.seats = seats
        self.dealer = dealer
        self.words = words
        self.table = Table()
        self.out = []  # the outcomes of the event at hand
        self.t = 0  # time of the event at hand, in milliseconds
        self.phase = DEAL
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
        self.mismatched = {}  # seat -> the number of cards of which its last warning told
        self.short = []  # seats whose count was accepted with another number than they hold
        self.form = melds.form_of(rules)

    # --- what a family fills in

    def begin_round(self):
        """Set what the family keeps for a round; the common state is set already."""

    def on_done(self):
        """The active seat has pressed `done`."""
        raise NotImplementedError

    def on_counted(self, seat):
        """A seat has pressed `done` in the count."""
        raise NotImplementedError

    def on_discarded(self):
        """This turn's discard has arrived."""

    def on_knock(self):
        """The active seat has pressed `knock`."""
        self.refuse(self.active, {"knock_not_allowed": self.say("knock_not_allowed")})

    def on_pass(self):
        """The active seat has pressed `pass`."""
        self.refuse(self.active, {"pass_not_allowed": self.say("pass_not_allowed")})

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

    def on_deal(self, seat):
        """The dealer has dealt: LOG.md, fine print 4."""
        if self.phase != DEAL or seat != self.dealer:
            self.say_warning("not_your_turn", seat)
            return
        table = self.table
        upcard = self.has_discard
        pile = list(table.cards(DISCARD))
        if len(pile) > upcard:
            pile = []
            self._not_clear(DISCARD)
        for zone in table.melds():
            self._not_clear(zone)
        for other in range(self.seats):
            if table.cards(-1 - other):
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
        self.phase = TURN
        self.begin_round()
        table.settle({})
        self.begin_turn((self.dealer + 1) % self.seats)

    def _not_clear(self, zone):
        """Warn of a zone that should be empty at the deal, and count it as empty."""
        self.say_warning("table_not_clear", zone_name(zone))
        self.table.clear(zone)

    def begin_turn(self, seat):
        """Open the turn of a seat."""
        self.active = seat
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
        table = self.table
        said = dict(table.said) if table.said else None
        self.before = [turn, kept, bytes(self.pile), table.packed(), table.bound, said, self.taken,
                       b""]

    # --- cards

    def on_cards(self, zone, left, came):
        """Cards left a zone, then cards arrived in it, in this order."""
        table = self.table
        playing = self.phase == TURN and self.has_discard
        at = table.at
        for card in left:
            if at[card] == zone:
                table.lift(card)
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
                table.lift(card)
                if playing and where == DISCARD:
                    self._left_discard(card)
            table.put(card, zone)
            self._note_moved(card)
            if zone == DISCARD and self.upcard_due:
                self._turn_up(card)
            elif playing and zone == DISCARD and self._came_to_discard(card):
                judge = True
        if judge:
            self.on_discarded()

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
        if self.table.at[joker] == zone:
            self.table.said[joker] = face
            self.table.touched.add(zone)

    # --- buttons

    def on_press(self, seat, button):
        """A seat has pressed a button that means something in the game."""
        if button == "deal":
            self.on_deal(seat)
            return
        method = _BUTTONS.get((button, self.phase))
        if method and self.phase == TURN and seat == self.active:
            getattr(self, method)()
        elif method and self.phase == COUNT and self.awaited(seat):
            getattr(self, method)(seat)
        elif button == "done":
            self.say_warning("not_your_turn", seat)
        elif self.phase != OVER:
            self.refuse(seat, {"out_of_turn": self.say("out_of_turn")})

    # --- hints

    def question(self, seat):
        """Return what a seat asks that presses `hint`: what its hand could do. See hints.

        Its hand lies on its seat zone. What the seat on turn has laid in this turn counts as in
        hand, so that the table is the one that the turn began with. Raises LogError where there is
        nothing to ask.
        """
        # In the count nothing is laid any more, but where all melds are laid then.
        if self.phase != TURN and (self.phase != COUNT or self.has_melds):
            raise LogError("no_hint_now")
        table = self.table
        hand = list(table.cards(-1 - seat))
        if self.has_melds:
            # What was on the table when the turn began counts there, wherever it is held now.
            hand = [card for card in hand if not table.was_on_meld(card)]
        if self.phase == TURN and seat == self.active:
            for zone in table.melds():
                hand.extend([card for card in table.cards(zone) if not table.was_on_meld(card)])
        if not hand:
            raise LogError("no_hand_there")
        # Who is never asked has no room for it.
        from tierce.hints import Question

        zones = sorted(table.start) if self.has_melds else []
        melds_there = [table.start[zone] for zone in zones]
        names = [zone_name(zone) for zone in zones]
        return Question(self.rules, hand, melds_there, names, table.bound)

    # --- what a zone is

    def moved(self):
        """Return new zone -> old zone of the melds that have moved as a whole in this turn."""
        return {}

    def origin(self, zone):
        """Return the zone where the meld of a zone lay when the turn began, 0 if it is new."""
        moved = self.moved()
        if zone in self.table.start:
            return 0 if zone in moved.values() else zone
        return moved.get(zone, 0)

    def bound_in(self, zone):
        """Return joker -> face for the jokers of a zone that are bound to a card."""
        table = self.table
        old = self.origin(zone)
        bound = {}
        for card in table.cards(zone):
            if card in table.bound and table.was_at[card] == old:
                bound[card] = table.bound[card]
        return bound

    def kind_of(self, old):
        """Return the kind that a meld must stay, which lay in this zone when the turn began."""
        table = self.table
        ranks = [
            (table.bound[card] if card >= JOKER else card) % 13 for card in table.start[old]
        ]
        return "set" if min(ranks) == max(ranks) else "run"

    def reading_of(self, zone, bound, said):
        """Return the reading of a zone with these jokers bound and these declarations made."""
        table = self.table
        kind = self.kind_of(self.origin(zone)) if bound else None
        return melds.read(table.cards(zone), bound, said, self.form, kind, table.bound)

    def read(self, zone):
        """Return (reading, freed): what a zone is now, and the jokers replaced where they lie."""
        bound = self.bound_in(zone)
        said = self.table.said
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
            details = [self.zone_text(zone), self.cards_text(self.table.cards(zone))]
            if clause == "too_many_jokers":
                details.append(self.rules["jokers_per_meld"])
            elif clause == "joker_changed":
                bound = self.bound_in(zone)
                details.append(self.cards_text([bound[joker] for joker in sorted(bound)]))
            broken.setdefault(clause, self.say(clause, *details))

    def bindings(self, readings):
        """Return joker -> face for the table as it is accepted: bound before, or read now."""
        table = self.table
        bound = {}
        for joker in table.bound:
            if table.on_meld(joker):
                bound[joker] = table.bound[joker]
        for zone in readings:
            bound.update(readings[zone][melds.STANDS])
        return bound

    def meld_outcome(self, zone):
        """Return the values of the `meld` outcome of a zone, from its kind on."""
        if not self.table.cards(zone):
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
        self.phase = COUNT
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
        cards = self.table.cards(-1 - seat)
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
        """Score the round; end the match where the target is reached."""
        for seat in range(self.seats):
            self.totals[seat] += scores[seat]
        self.dealer = (self.dealer + 1) % self.seats
        self._end_round(how, winners, scores)
        if self.at_target():
            self.phase = OVER
            self.end_match()

    def at_target(self):
        """Tell whether some total has reached the target. Without penalties there is none."""
        return self.rules.get("penalties", True) and max(self.totals) >= self.rules["target"]

    def void(self):
        """Call the round off: no scores, and the same dealer deals again."""
        self._end_round("void", [], [0] * self.seats)

    def _end_round(self, how, winners, scores):
        self.phase = DEAL
        self.active = -1
        totals = list(self.totals)
        said = ("round", self.t, self.round, how, winners, scores, totals, self.dealer)
        self.out.append(said + (self.short,) if self.short else said)

    def end_match(self):
        """Say who has won the match. Equal best totals are all winners."""
        totals = list(self.totals)
        sign = 1 if self.lowest_wins else -1
        ranking = sorted(range(self.seats), key=lambda seat: (sign * totals[seat], seat))
        best = totals[ranking[0]]
        winners = [seat for seat in range(self.seats) if totals[seat] == best]
        self.out.append(("match", self.t, winners, ranking, totals))
