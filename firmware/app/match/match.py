"""The match in play: an event goes to the referee, to the journal, and only then to the people.

The referee is fed with exactly what the journal keeps, but for a hand that a hint is asked for.
"""

from app.unload import unload
from tierce.bad_data import LogError
from tierce.languages import words
from tierce.outcomes import line
from tierce.phases import DEAL, OVER
from tierce.records import EVENT, HEADER, NOTE, OUTCOME
from tierce.referee import Referee, error_text

# Outcomes that change the totals, or the match.
_TOTALS = ("round", "match", "ruling")
# Verdicts that the people must not lose: outcomes after which the journal is written through.
_KEPT = ("turn", "refused", "round", "match", "reshuffle", "ruling")


class Match:
    """The match in play, if there is one; `view` is what may be read of it, or None.

    `journal` keeps what happens, `show` is what the screen says of it, `hear(outcome)` is given
    each outcome.
    """

    def __init__(self, config, clock, journal, show, hear):
        self.config = config
        self.clock = clock
        self.journal = journal
        self.show = show
        self.hear = hear
        self.referee = None
        self.view = None
        self.header = None
        self.doubt = None  # header of a match that goes on, if the people say that it is right
        self._ahead = 0  # by how much the match's time is ahead of the clock

    # --- from its beginning to its end

    def begin(self, header):
        """Begin a match. Raises LogError where its header makes no sense."""
        self.open(header)
        self.doubt = None
        self._ahead = -self.clock.ms()
        self.journal.put(0, HEADER, header)
        self.journal.sync()
        self._keep_totals()

    def open(self, header):
        """Get a referee for a match, and forget the one before."""
        self.close()  # the room of the match before
        self.referee = Referee(header, self.config["language"], False, self.config["hints"])
        self.view = self.referee.view
        self.header = header
        self.show.begin(header)
        unload("tierce.parsing", "tierce.presets")

    def close(self):
        """Forget the match in play."""
        self.referee = self.view = self.header = None

    def end(self):
        """Leave the match as it is."""
        if self.referee is not None or self.doubt is not None:
            self.journal.put(self.now(), NOTE, {"over": True})
            self.journal.sync()
        self.close()
        self.doubt = None
        self.show.unsteady = []
        self.show.back = -1
        self._keep_totals()

    def resume(self):
        """Go on with the match that the journal holds; returns whether there is one.

        Where the journal is damaged there is none, but a `doubt`: see app.journal.resume.
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

    def _keep_totals(self):
        """Write the totals down beside the journal."""
        from app.journal.totals import keep

        view = self.view
        if view is not None and view.phase != OVER:
            rounds = view.round - (view.phase != DEAL)
            keep(self.journal, self.header, rounds, view.totals, view.dealer)
        else:
            keep(self.journal, None, 0, None, 0)
        keep = None
        unload("app.journal.totals")

    @property
    def phase(self):
        """The phase of the match (tierce.phases), None without one."""
        return None if self.view is None else self.view.phase

    def now(self):
        """Return the time of the match, in milliseconds."""
        return self.clock.ms() + self._ahead

    def set_language(self, language):
        """Say what is said from now on in another language."""
        self.config["language"] = language
        if self.referee is not None:
            self.referee.language = language

    def set_hints(self, hints):
        """Answer hints from now on, or not."""
        self.config["hints"] = hints
        if self.referee is not None:
            self.referee.show_hints = hints

    # --- what happens in it

    def take(self, event):
        """Judge an event (tierce.events) of now, keep it and what comes of it, let it be seen.

        Returns the outcomes.
        """
        now = self.now()
        event = (event[0], now) + event[2:]
        due = self.view.upcard_due
        try:
            outcomes = self.referee.take(event)
        except LogError as error:
            self.warn("bad_event", error_text(error, self.referee.language))
            return ()
        self.journal.put(now, EVENT, event)
        # Which card was turned up cannot be seen later, when it has been taken.
        keep = event[0] != "cards" or due != self.view.upcard_due
        totals = False
        for outcome in outcomes:
            self.journal.put(now, OUTCOME, line(outcome))
            keep = keep or outcome[0] in _KEPT
            totals = totals or outcome[0] in _TOTALS
        # First it is written, then it is shown: what was seen as accepted is never lost.
        if keep:
            self.journal.sync()
        if totals:
            self._keep_totals()
        self.tell()
        for outcome in outcomes:
            self.heard(outcome)
        if outcomes or self.show.back >= 0:
            self._look_back()
        if event[0] == "ruling":
            unload("tierce.rulings")
        return outcomes

    def ask(self, event, held):
        """Answer a hint for a hand, of which the cards `held` do not lie on the table.

        The journal keeps that it was asked, never the hand.
        """
        now = self.now()
        event = (event[0], now) + event[2:]
        try:
            outcomes = self.referee.take(event, held)
        except MemoryError:  # the table is very full; the game itself has all that it needs
            self.warn("bad_event", "hint")
            return
        self.journal.put(now, EVENT, event)
        for outcome in outcomes:
            self.heard(outcome)

    def warn(self, *values):
        """Give a warning of the board's: its code and values, as outcomes.KEYS has them."""
        outcome = ("warning", self.now()) + values
        self.journal.put(outcome[1], OUTCOME, line(outcome))
        self.heard(outcome)

    def heard(self, outcome):
        """Let an outcome be seen and heard."""
        self.note(outcome)
        self.hear(outcome)

    def note(self, outcome):
        """Put an outcome on show."""
        if outcome[0] == "hint":
            from tierce.hints import say

            self.show.say_hint(say(outcome[3], words("tierce.words", self.referee.language)))
        else:
            self.show.note(outcome, self.view.round if self.view else 0)

    def tell(self):
        """Put what the match is at on show."""
        self.show.recording = self.journal.recording
        self.show.tell(self.view, self.header, self.doubt)

    # --- what is rarely asked

    def last_turn(self):
        """Return the outcome of the turn that would be taken back, or None."""
        if self.view is None:
            return None
        turn = self.view.last_turn()
        unload("tierce.rulings")
        return turn

    def jokers(self):
        """Return (zone, joker, faces), in numbers, of each joker that one may speak for."""
        if self.phase in (None, OVER):
            return []
        found = self.view.jokers()
        unload("tierce.jokers")
        return found

    def _look_back(self):
        """Put on show whose turn a refusal may be about: who moved the cards, no table knows."""
        show = self.show
        verdict = show.verdict
        back = -1
        if verdict and verdict[0] == "refused":
            back = self.view.turn_before(verdict[3])
            unload("tierce.rulings")
        if back != show.back:
            show.back = back
            show.stamp += 1
