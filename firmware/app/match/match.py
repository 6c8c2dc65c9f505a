"""The match in play: an event goes to the referee, to the journal, and only then to the players.

The referee gets exactly the events in the journal, except for a hand that a hint is asked for.
"""

import gc

from app.unload import unload
from tierce.bad_data import LogError
from tierce.cards import JOKER, code
from tierce.outcomes import line
from tierce.phases import DEAL, OVER, TURN
from tierce.phrases import table
from tierce.records import EVENT, HEADER, NOTE, OUTCOME
from tierce.referee import Referee
from tierce.zones import zone_name

# Outcomes that change the totals or end or reopen the match
_TOTALS = ("round", "recave", "match", "ruling")
# A start replays at most this many events, and those of one turn.
_MARK = 64
# Bytes of heap that a hint leaves to the rest of the board.
_LEFT = 40 << 10
# Verdicts that must not get lost: the journal is synced after them.
_KEPT = ("turn", "refused", "round", "recave", "match", "reshuffle", "ruling")


class Match:
    """The match in play, if there is one. `view` is the engine's view of it, or None.

    `journal` keeps the events and outcomes, `show` holds what the screen shows, and
    `signal(outcome)` shows each outcome with lights and sound.
    """

    def __init__(self, config, clock, journal, show, signal):
        self.config = config
        self.clock = clock
        self.journal = journal
        self.show = show
        self.signal = signal
        self.referee = None
        self.view = None
        self.header = None
        self.by_hand = []  # the cards that the players, not a reader, have moved last
        self.unread = None  # steps that read what lies before the kept state of a match that goes on
        self.alive = int  # called while a hint is looked for: the watchdog's `feed`, once there is one
        self.doubt = None  # header of a match that continues if the players confirm the totals
        self._since = 0  # events since the state was kept
        self._ahead = 0  # ms by which the match's time is ahead of the clock

    # --- begin and end

    def begin(self, header):
        """Begin a match. Raises LogError if its header is invalid: the one in play stays then."""
        if self.referee is not None:
            Referee(header)
        self.open(header)
        self.doubt = None
        self._ahead = -self.clock.ms()
        self.journal.put(0, HEADER, header)
        self.journal.sync()
        self._keep_totals()

    def open(self, header):
        """Create the referee of a match. Raises LogError if its header is invalid."""
        self.close()  # first free the memory of the last match
        self.referee = Referee(header, False, self.config["hints"])
        self.view = self.referee.view
        self.header = header
        self.by_hand = []
        self.show.begin(header)
        if self.view.rules.get("check_melds"):
            from app.match.checks import Checks

            self.show.checks = Checks(self)
        unload("header")

    def close(self):
        """Forget the match in play."""
        if self.show.checks:
            self.show.checks.end()
        self.referee = self.view = self.header = self.unread = None
        self.by_hand = []

    def end(self):
        """End the match as it stands."""
        if self.referee is not None or self.doubt is not None:
            self.journal.put(self.now(), NOTE, {"over": True})
            self.journal.sync()
        self.close()
        self.doubt = None
        self.show.unsteady = []
        self.show.back = -1
        self._keep_totals()

    def resume(self):
        """Resume the match in the journal; return whether there is one.

        If the journal is damaged, return False and set `doubt`: see app.journal.resume.
        """
        from app.journal.resume import resume

        last = resume(self)
        if last < 0:
            return False
        self._ahead = last + 1 - self.clock.ms()
        self.referee.show_hints = self.config["hints"]
        self.show.differences = []
        self._look_back()
        return True

    def state(self):
        """Return the match after its last record, as JSON can say it: for `go_on`."""
        show = self.show
        return [self.referee.kept(), self.by_hand, show.sheet, show.given, show.verdict]

    def go_on(self, header, state):
        """Open a match as it was when `state` returned this."""
        self.open(header)
        show = self.show
        kept, self.by_hand, show.sheet, show.given, verdict = state
        self.referee.go_on(kept)
        show.verdict = verdict and tuple(verdict)

    def _keep_totals(self, state=None):
        """Write the totals to their file beside the journal; now and then with the state."""
        from app.journal.totals import keep

        view = self.view
        if view is not None and view.phase != OVER:
            rounds = view.round - (view.phase != DEAL)
            keep(self.journal, self.header, rounds, view.totals, view.dealer, state)
        else:
            keep(self.journal, None, 0, None, 0)
        keep = None
        if state:
            self._since = 0
        unload("totals")

    @property
    def phase(self):
        """The phase of the match (tierce.phases), None without a match."""
        return None if self.view is None else self.view.phase

    def now(self):
        """Return the time of the match, in milliseconds."""
        return self.clock.ms() + self._ahead

    def set_hints(self, hints):
        """Switch the answers to hints on or off."""
        self.config["hints"] = hints
        if self.referee is not None:
            self.referee.show_hints = hints

    # --- events

    def take(self, event):
        """Judge an event (tierce.events), keep it and its outcomes, then show them.

        The event gets the present time. Returns the outcomes; none if the event is invalid.
        """
        now = self.now()
        event = (event[0], now) + event[2:]
        due = self.view.upcard_due
        try:
            outcomes = self.referee.take(event)
        except LogError as error:
            self.warn("bad_event", (error.key,) + error.details)
            return ()
        self.note_moved(event)
        if event[0] == "ruling":
            # Then the ruling and what it does are written at once: a power cut leaves both or none.
            self.journal.sync()
        self.journal.put(now, EVENT, event)
        self._since += 1
        # Sync what no reader can read again: an upcard, which may be taken, and a card by hand.
        keep = event[0] != "cards" or len(event) > 5 or due != self.view.upcard_due
        totals = False
        for outcome in outcomes:
            self.journal.put(now, OUTCOME, line(outcome))
            keep = keep or outcome[0] in _KEPT
            totals = totals or outcome[0] in _TOTALS
        # Write first, then show: a verdict that was shown must never get lost.
        if keep:
            self.journal.sync()
        self.tell()
        for outcome in outcomes:
            self.announce(outcome)
        if totals:  # only a second copy: the journal has them
            self._keep_totals()
        elif self._since >= _MARK and outcomes and outcomes[-1][0] == "turn":
            self._keep_totals(self.state())
        if outcomes or self.show.back >= 0:
            self._look_back()
        if outcomes:
            unload("rulings", "arranged")
        return outcomes

    def note_moved(self, event):
        """Note which cards an event, just taken in, has put by hand."""
        if event[0] == "cards" and (self.by_hand or len(event) > 5):
            from app.match.by_hand import note

            note(self, event)

    def ask(self, event, held):
        """Answer the request for a hint for a hand; `held` are its cards on the seat's zone.

        The journal keeps the request, never the hand.
        """
        now = self.now()
        event = (event[0], now) + event[2:]
        self.referee.alive = self.alive
        if hasattr(gc, "mem_free"):
            self.referee.free = _free
        try:
            outcomes = self.referee.take(event, held)
        except MemoryError:  # no memory for a hint on a very full table; the game is not affected
            self.warn("bad_event", ("hint",))
            unload("hint")
            return
        self.journal.put(now, EVENT, event)
        for outcome in outcomes:
            self.announce(outcome)
        unload("hint")

    def warn(self, *values):
        """Give a warning of the board: its code and values, as listed in outcomes.KEYS."""
        outcome = ("warning", self.now()) + values
        self.journal.put(outcome[1], OUTCOME, line(outcome))
        self.announce(outcome)

    def announce(self, outcome):
        """Show an outcome on the screen, and with lights and sound."""
        self.note(outcome)
        self.signal(outcome)

    def note(self, outcome):
        """Show an outcome on the screen."""
        if outcome[0] == "hint":
            from tierce.said import say

            self.show.say_hint(say(outcome[3], table(self.config["language"])))
        else:
            self.show.note(outcome, self.view.round if self.view else 0)

    def tell(self):
        """Show the state of the match on the screen."""
        self.show.recording = self.journal.recording
        self.show.tell(self.view, self.header, self.doubt)
        self.show.jokers = self._jokers_read()
        self.show.by_hand = ()
        if self.by_hand:
            from app.match.by_hand import shown

            self.show.by_hand = shown(self)

    # --- rarely needed

    def read_on(self):
        """Read one more record of what lies before the kept state: see app.journal.resume."""
        try:
            next(self.unread)  # pyright: ignore[reportArgumentType]
        except StopIteration:
            self.unread = None
            unload("read")

    def jokers(self):
        """Return a list of (zone, joker, faces), as numbers, for the jokers one may declare."""
        if self.phase in (None, OVER):
            return []
        return self.view.jokers()

    def _jokers_read(self):
        """Return (zone, code) of the card that each joker not declared is read as: RULES.md, jokers.

        In a set a joker has no suit, and is as good as any: it is not named.
        """
        view = self.view
        found = []
        if self.phase != TURN or view.rules["jokers_suited"]:
            return found
        for card in range(JOKER, JOKER + view.rules["jokers"]):
            zone = view.zone_of(card)
            if zone > 0 and card not in view.bound_in(zone):
                kind, _, stands, _ = view.reading(zone)
                if kind == "run" and card in stands:
                    found.append((zone_name(zone), code(stands[card])))
        return found

    def _look_back(self):
        """Show the seat before if a refusal may concern its turn.

        The table cannot know who moved the cards.
        """
        show = self.show
        verdict = show.verdict
        back = -1
        if verdict and verdict[0] == "refused":
            back = self.view.turn_before(verdict[3])
            unload("rulings")
        if back != show.back:
            show.back = back
            show.stamp += 1


def _free():
    """Return the bytes of heap that a hint may take."""
    gc.collect()
    return max(1, gc.mem_free() - _LEFT)  # pyright: ignore[reportAttributeAccessIssue]
