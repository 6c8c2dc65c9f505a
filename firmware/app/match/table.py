"""The table's own task: what the readers and buttons say becomes events, these become outcomes.

The referee is fed with exactly what the journal keeps, but for a hand that somebody asks a hint
for. Cards on seat zones are nobody's business before the count: they are not fed, recorded or sent
until then. What makes the referee judge waits until every zone was read twice since: who lays and
discards in one go is judged by where the cards lie, not by which reader came first.
"""

from app.sensing.readers import COLD, FOREIGN, HOT, LOST, WARM
from app.unload import unload
from tierce.bad_data import LogError
from tierce.cards import codes, in_deck
from tierce.game import COUNT, DEAL, OVER, TURN
from tierce.outcomes import line
from tierce.records import EVENT, HEADER, NOTE, OUTCOME
from tierce.referee import Referee, error_text, words_of
from tierce.table import DISCARD

# What waits so long to be judged is put to the people.
_HELD_MS = 3000
# More cards than that do not go back on the stock, in a turn.
_MOST_BACK = 3
# After power came back, changes within this time are what happened meanwhile.
_COMING_BACK_MS = 10000
# Outcomes that change the totals, or the match.
_TOTALS = ("round", "match", "ruling")
# Verdicts that the people must not lose: outcomes after which the journal is written through.
_KEPT = ("turn", "refused", "round", "match", "reshuffle", "ruling")


class Table:
    """One table: the match in play, and what is held back until it can be judged.

    `zones` are those of the readers; `hear(outcome)` is given each outcome, `journal` keeps them.
    """

    def __init__(self, config, clock, journal, readers, show, hear):
        self.config = config
        self.clock = clock
        self.journal = journal
        self.readers = readers
        self.presence = readers.presence
        self.zones = readers.zones
        self.show = show
        self.hear = hear
        self.referee = None
        self.header = None
        self.held = []  # (ms since when, zones that must be settled, event without t)
        self.late = ()  # indices of the zones that the first of these has waited for too long
        self.touched = {}  # zone index -> ms of its last change since the last verdict
        self.doubt = None  # header of a match that goes on, if the people say that it is right
        self.back = -1  # ms when power came back, until all zones were read
        self.full = False  # whether each meld zone holds cards
        self.dealt = None  # (ms, cards in the stock) of the last deal: for a scale
        self._kinds = bytearray(len(self.zones))  # the class of each for the readers
        self._ahead = 0  # by how much the match's time is ahead of the clock
        self._at = {}
        for index in range(len(self.zones)):
            self._at[self.zones[index].number] = index
        self._classify()

    # --- the match

    def begin(self, header):
        """Begin a match. Raises LogError where its header makes no sense."""
        self.open(header)
        self.doubt = None
        self._ahead = -self.clock.ms()
        self.journal.put(0, HEADER, header)
        self.journal.sync()
        self._keep_totals()
        for index in range(len(self.zones)):
            lying = self.presence.lying[index]
            cards = [card for card in lying if self._plays(card)]
            if cards and self.zones[index].number >= 0:
                self._feed_cards(index, (), cards)
        self._tell()

    def open(self, header):
        """Get a referee for a match, and forget the one before."""
        self.referee = None  # the room of the match before
        self.referee = Referee(header, self.config["language"], False, self.config["hints"])
        self.header = header
        self.held = []
        self.late = ()
        self.full = False
        self.show.unsteady = []
        self.show.sheet = []
        self.show.carried = header.get("totals")
        self.show.before = header.get("rounds", 0)
        unload("tierce.presets")
        self.show.verdict = None
        self.show.back = -1
        self.show.warnings = []

    def end(self):
        """Leave the match as it is."""
        if self.referee is not None or self.doubt is not None:
            self.journal.put(self.now(), NOTE, {"over": True})
            self.journal.sync()
        self.referee = None
        self.header = None
        self.doubt = None
        self.held = []
        self.late = ()
        self.show.unsteady = []
        self.show.back = -1
        self._keep_totals()
        self._tell()

    def _keep_totals(self):
        """Write the totals down beside the journal."""
        from app.journal.totals import keep

        header = None
        rounds = dealer = 0
        totals = None
        if self.referee is not None and self.referee.game.phase != OVER:
            game = self.referee.game
            header = self.header
            rounds = game.round - (game.phase != DEAL)
            totals = game.totals
            dealer = game.dealer
        keep(self.journal, header, rounds, totals, dealer)
        keep = None
        unload("app.journal.totals")

    def resume(self):
        """Go on with the match that the journal holds; returns whether there is one.

        Where the journal is damaged there is none, but a `doubt`: see app.journal.resume.
        """
        from app.journal.resume import resume

        last = resume(self)
        if last < 0:
            self._tell()
            return False
        self._ahead = last + 1 - self.clock.ms()
        self.referee.show_hints = self.config["hints"]
        table = self.referee.game.table
        for number in sorted(table.zones):
            if number in self._at:
                self.presence.assume(self._at[number], table.cards(number))
        self.back = self.clock.ms()
        self.show.differences = []
        self._look_back()
        self._tell()
        self._look_for_room()
        return True

    def set_language(self, language):
        """Say what is said from now on in another language."""
        self.config["language"] = language
        if self.referee is not None:
            self.referee.game.words = words_of(language)

    def set_hints(self, hints):
        """Answer hints from now on, or not."""
        self.config["hints"] = hints
        if self.referee is not None:
            self.referee.show_hints = hints

    def _plays(self, card):
        rules = self.referee.rules if self.referee is not None else None
        return rules is None or in_deck(card, rules["decks"], rules["jokers"])

    def now(self):
        """Return the time of the match, in milliseconds."""
        return self.clock.ms() + self._ahead

    # --- what people do

    def press(self, seat, button):
        """A seat has pressed a button that means something in the game."""
        if self.referee is not None and seat < self.referee.seats:
            self._hold(self._zones_for(seat, button), {"seat": seat, "press": button})

    def undo(self):
        """The people take back the last accepted turn."""
        if self.referee is not None:
            self._hold((), {"ruling": "undo"})

    def last_turn(self):
        """Return the outcome of the turn that would be taken back, or None."""
        if self.referee is None:
            return None
        from tierce.rulings import last_turn

        turn = last_turn(self.referee.game)
        unload("tierce.rulings")
        return turn

    def draw(self, count):
        """So many cards left the stock."""
        if self.referee is not None:
            self._hold((), {"draw": count})

    def weighed(self, before, now):
        """The stock was so many cards, and is so many now. A pile that is shuffled makes it new."""
        playing = self.referee is not None and self.referee.game.phase == TURN
        if playing and -_MOST_BACK <= before - now != 0:
            self.draw(before - now)

    def declare(self, zone, joker, face):
        """A player says which card a joker stands for: a name of a zone, and codes."""
        if self.referee is not None:
            self._hold((), {"zone": zone, "joker": joker, "as": face})

    def judge_now(self):
        """The people have it judged as it is read, though cards come and go there."""
        late = self.late
        if late:
            for index in late:
                self.warn("judged_unsteady", self.zones[index].name)
            self._judge_first()

    def look_again(self):
        """The people have what waits to be judged wait on."""
        if self.late:
            _, zones, event = self.held[0]
            self.held[0] = (self.clock.ms(), zones, event)

    def _zones_for(self, seat, button):
        """Return the indices of the zones that must be read before a press is judged."""
        game = self.referee.game
        zones = []
        for number in sorted(self._at):
            seats = number < 0
            if game.phase == TURN:
                wanted = not seats or (button == "hint" and number == -1 - seat)
            elif game.phase == COUNT:
                wanted = number == -1 - seat or (number > 0 and not game.has_melds)
            else:
                wanted = button == "deal"
            if wanted:
                zones.append(self._at[number])
        return zones

    def _hold(self, zones, event):
        self.held.append((self.clock.ms(), zones, event))
        self._attend()

    def _attend(self):
        """Let the readers know what is waited for."""
        waited = self.held[0][1] if self.held else ()
        self.readers.attend(self._kinds, waited, self.late, self._plays)

    def jokers(self):
        """Return (zone, joker, faces) of each joker that one may speak for: a name and codes."""
        if self.referee is None or self.referee.game.phase == OVER:
            return []
        from app.match.jokers import jokers

        found = jokers(self.referee.game)
        jokers = None
        unload("app.match.jokers")
        return found

    # --- the task

    def run(self):
        """Steps of the task."""
        while True:
            self.poll()
            yield 20000

    def poll(self):
        """Take what the readers have found, and judge what is settled."""
        presence = self.presence
        while presence.changes:
            index, left, came = presence.changes.pop(0)
            self.touched[index] = self.clock.ms()
            if self.referee is not None:
                self._changed(index, left, came)
        while self.held and self._ready(self.held[0]):
            self._judge_first()
        self._look()
        if self.back >= 0:
            waited = self.clock.ms() - self.back
            if waited > _COMING_BACK_MS or self._is_read():
                self.back = -1

    def _is_read(self):
        """Tell whether each zone was read since power came back, and no card is in doubt."""
        presence = self.presence
        for index in range(len(self.zones)):
            if (index, LOST) not in self.readers.troubles:
                if presence.before[index] < self.back or presence.restless[index]:
                    return False
        return True

    def _ready(self, held):
        """Tell whether what is held can be judged; a hint is no verdict, and does not wait on."""
        since, _, event = held
        late = self.clock.ms() - since >= _HELD_MS and event.get("press") == "hint"
        return late or not self._waited_for(held)

    def _waited_for(self, held):
        """Return the indices of the zones that are not settled yet. A lost reader is no reason."""
        since, zones, _ = held
        troubles = self.readers.troubles
        settled = self.presence.settled
        return [i for i in zones if (i, LOST) not in troubles and not settled((i,), since)]

    def _judge_first(self):
        _, _, event = self.held.pop(0)
        self.late = ()  # of the next one nothing is known yet
        self._judge(event)
        self._attend()

    def _look(self):
        """Find what is wrong at more than one scan, and which zones a verdict waits for in vain."""
        late = ()
        if self.held and self.clock.ms() - self.held[0][0] >= _HELD_MS:
            late = self._waited_for(self.held[0])
        if late != self.late:
            self.late = late
            self._attend()
        self.readers.look()
        if late or self.show.unsteady:
            lying = self.presence.lying
            unsteady = []
            for index in late:
                cards = () if self.is_hand(index) else sorted(lying[index])
                unsteady.append((self.zones[index].name, codes(cards)))
            if unsteady != self.show.unsteady:
                self.show.unsteady = unsteady
                self.show.page = 0
                self.show.stamp += 1

    def _changed(self, index, left, came):
        """Cards left a zone, or came: feed that now, hold it back, or keep it for the count."""
        number = self.zones[index].number
        game = self.referee.game
        if number < 0 and game.phase != COUNT:
            # A hand: only what was counted is known to have left.
            known = game.table.cards(number)
            left = [card for card in left if card in known]
            if not left:
                return
            came = ()
        if self.back >= 0:
            name = self.zones[index].name
            moved = (name, codes(sorted(left)), codes(sorted(came)))
            self.show.differences.append(moved)
            self.show.stamp += 1
        if number == DISCARD and game.phase == TURN and game.has_discard:
            if left and not came and self._left_before(codes(left)):
                return
            if self.held or (came and not game.upcard_due):
                zones = self._zones_for(-1, "done") if came else ()
                self._hold(zones, _moves("discard", left, came))
                return
        self._feed_cards(index, left, came)

    def _left_before(self, left):
        """Tell whether cards that left the discard concern a newer one that waits to be judged.

        What left earlier goes with it: that a card has left is sure later than that one has come.
        The newer one itself, taken back before it was judged, never came.
        """
        for held in self.held:
            event = held[2]
            if event.get("zone") == "discard" and "in" in event:
                back = [card for card in left if card in event["in"]]
                if not back:
                    event["out"] = event.get("out", []) + left
                    return True
                if left == event["in"] and "out" not in event:
                    self.held.remove(held)
                    self._attend()
                    return True
        return False

    def _feed_cards(self, index, left, came):
        self._judge(_moves(self.zones[index].name, left, came))

    def _judge(self, event):
        """Feed an event, keep it and what comes of it, and let it be seen and heard."""
        game = self.referee.game
        before = game.phase
        if event.get("press") == "hint":
            from app.match.hint import ask

            ask(self, event)
            ask = None
            unload("app.match.hint")
            return
        event["t"] = now = self.now()
        due = game.upcard_due
        try:
            outcomes = self.referee.feed(event)
        except LogError as error:
            reason = error_text(error, game.words.LANGUAGE)
            self.warn("bad_event", reason)
            return
        self.journal.put(now, EVENT, event)
        # Which card was turned up cannot be seen later, when it has been taken.
        keep = "zone" not in event or "joker" in event or due != game.upcard_due
        for outcome in outcomes:
            self.journal.put(now, OUTCOME, line(outcome))
            keep = keep or outcome[0] in _KEPT
        # First it is written, then it is shown: what was seen as accepted is never lost.
        if keep:
            self.journal.sync()
        for outcome in outcomes:
            if outcome[0] in _TOTALS:
                self._keep_totals()
                break
        self._tell()
        for outcome in outcomes:
            self.heard(outcome)
        self._look_for_room()
        if before == TURN and game.phase != TURN:
            self._show_hands()
        elif event.get("press") == "deal" and before == DEAL and game.phase == TURN:
            self.dealt = (now, game.stock)
        if outcomes or self.show.back >= 0:
            self._look_back()
        if "ruling" in event:
            unload("tierce.rulings")

    def _look_back(self):
        """Put on show whose turn a refusal may be about: who moved the cards, no table knows."""
        show = self.show
        verdict = show.verdict
        back = -1
        if verdict and verdict[0] == "refused":
            from tierce.rulings import turn_before

            back = turn_before(self.referee.game, verdict[3])
            unload("tierce.rulings")
        if back != show.back:
            show.back = back
            show.stamp += 1

    def _look_for_room(self):
        """Warn once each meld zone holds cards, before somebody needs another one."""
        game = self.referee.game
        zones = 0
        full = game.phase == TURN
        for number in self._at:
            if number > 0:
                zones += 1
                full = full and bool(game.table.cards(number))
        full = full and zones > 1
        if full == self.full:
            return
        self.full = full
        if full:
            self.warn("zones_full", zones)
        else:
            show = self.show
            show.warnings = [each for each in show.warnings if each[2] != "zones_full"]
            show.stamp += 1

    def _show_hands(self):
        """The play is over: what lies on the seat zones may be seen now."""
        table = self.referee.game.table
        for number in sorted(self._at):
            if number < 0:
                index = self._at[number]
                lying = self.presence.lying[index]
                held = table.cards(number)
                came = [card for card in lying if card not in held and self._plays(card)]
                left = [card for card in held if card not in lying]
                if came or left:
                    self._feed_cards(index, left, came)

    # --- troubles, from the readers

    def trouble(self, index, trouble, detail):
        """A zone has a trouble, or has it no more (detail None): say so."""
        from app.match.alerts import warn

        warn(self, index, trouble, detail)
        warn = None
        unload("app.match.alerts")
        teaching = self.show.phase == "teach"
        troubles = []
        for index in range(len(self.zones)):
            worst = self.readers.trouble_of(index)
            if worst and not (teaching and worst == FOREIGN):
                troubles.append((self.zones[index].name, worst))
        self.show.trouble = troubles
        self.show.stamp += 1

    def is_hand(self, index):
        """Tell whether a zone's cards are a hand that is not counted yet."""
        if self.zones[index].number >= 0:
            return False
        return self.referee is None or self.referee.game.phase not in (COUNT, OVER)

    def warn(self, *values):
        """Give a warning of the board's: its code and values, as outcomes.KEYS has them."""
        outcome = ("warning", self.now()) + values
        self.journal.put(outcome[1], OUTCOME, line(outcome))
        self.heard(outcome)

    # --- what is seen

    def heard(self, outcome):
        """Let an outcome be seen and heard."""
        self.note(outcome)
        self.hear(outcome)
        if outcome[0] in ("turn", "refused", "round"):
            self.touched.clear()

    def note(self, outcome):
        """Put an outcome on show."""
        show = self.show
        event = outcome[0]
        if event == "warning":
            warnings = show.warnings
            if outcome[2] == "reader_back":  # nothing is wrong there any more
                lost = ("reader_lost", outcome[3])
                warnings = [each for each in warnings if each[2:] != lost]
            show.warnings = (warnings + [outcome])[-4:]
        elif event == "hint":
            from tierce.hints import say

            show.hint = say(outcome[3], self.referee.game.words)
        else:
            if event in ("turn", "round", "ruling"):
                show.warnings = [each for each in show.warnings if each[2] == "zones_full"]
                show.differences = []
            if event == "round":
                short = outcome[8] if len(outcome) > 8 else ()
                show.sheet = show.sheet + [
                    ["%d*" % score if seat in short else score
                     for seat, score in enumerate(outcome[5])]
                ]
            elif event == "ruling":
                # The round that the turn had ended is open again.
                show.sheet = show.sheet[: self.referee.game.round - 1 - show.before]
            # What ends a round or a match says more than the turn that did.
            show.verdict = outcome
            show.hint = None
        show.page = 0
        show.stamp += 1

    def _tell(self):
        """Put what the match is at on show, and read first where something can happen now."""
        show = self.show
        referee = self.referee
        show.stamp += 1
        show.recording = self.journal.recording
        if referee is None:
            show.phase = "menu"
            show.seat = -1
            if self.doubt is not None:
                show.phase = "doubt"
                show.players = self.doubt["players"]
                show.round = self.doubt["rounds"]
                show.totals = self.doubt["totals"]
        else:
            game = referee.game
            show.family = referee.rules["family"]
            show.players = self.header["players"]
            show.phase = game.phase
            show.seat = game.active if game.phase == TURN else -1
            show.round = game.round
            show.dealer = game.dealer
            show.totals = game.totals
            show.hands = game.hands
            show.stock = game.stock
            show.draws = game.draws
            show.opening = (
                game.phase == TURN
                and getattr(game, "opening", 3) < 2
                and game.taken < 0
                and game.draws <= 0
            )
            show.knocker = getattr(game, "knocker", -1)
            show.awaited = ()
            show.down = ()
            if game.phase == COUNT:
                seats = range(referee.seats)
                show.awaited = [seat for seat in seats if game.awaited(seat)]
                show.down = [seat for seat in seats if game.table.cards(-1 - seat)]
        self._classify()

    def _classify(self):
        """Let the readers know how urgent each zone is."""
        phase = self.referee.game.phase if self.referee is not None else None
        for index in range(len(self.zones)):
            number = self.zones[index].number
            kind = WARM if phase in (DEAL, COUNT, OVER) else COLD
            if phase == TURN and number >= 0:
                kind = HOT
            elif phase == COUNT and number < 0:
                kind = HOT if -1 - number in self.show.awaited else COLD
            self._kinds[index] = kind
        self._attend()


def _moves(name, left, came):
    """Return the event of cards that left a zone and cards that came."""
    event = {"zone": name, "out": codes(left), "in": codes(came)}
    if not left:
        del event["out"]
    if not came:
        del event["in"]
    return event
