"""What the screen has to say, as plain values: from outcomes and the view, for the pages."""

from tierce.phases import COUNT


class Show:
    """The state of a table as its players may know it. Never holds a hand before the count."""

    def __init__(self):
        self.phase = "menu"  # menu, deal, turn, count, over, doubt, teach, trouble
        self.family = ""  # of the game: laying, gin, manipulation
        self.players = []  # names by seat; an empty one is shown as its seat
        self.seat = -1  # on turn
        self.round = 0
        self.dealer = 0
        self.totals = []
        self.hands = []  # cards in each hand
        self.stock = 0
        self.draws = 0  # cards that left the stock in this turn
        self.opening = False  # gin: the upcard is offered, and nothing has been taken yet
        self.knocker = -1  # who has knocked
        self.awaited = []  # seats whose hands the count waits for
        self.down = []  # seats whose zone holds cards
        self.verdict = None  # the last outcome turn, refused, reshuffle, ruling, round or match
        # The scores of each round so far, a list by seat; of a count that was short as text, "20*".
        self.sheet = []
        self.carried = None  # the totals that the match began with, where its header has them
        self.before = 0  # rounds played before it began
        self.back = -1  # the seat whose turn may be meant by a refusal of the next one's
        self.warnings = []  # outcomes, the newest last
        self.hint = None  # lines
        self.trouble = []  # (zone, state)
        self.unsteady = []  # (zone, codes read there) of those that keep a verdict waiting
        self.recording = True
        self.differences = []  # (zone, codes gone, codes come) after a power loss
        self.teach = None  # (card, zone, how many are known, how many there are, key or None)
        self.page = 0  # which page is looked at
        self.stamp = 0  # another one with each change, so that nobody need compare

    def begin(self, header):
        """Show a match from its header on, and nothing of the one before."""
        self.unsteady = []
        self.sheet = []
        self.carried = header.get("totals")
        self.before = header.get("rounds", 0)
        self.verdict = None
        self.back = -1
        self.warnings = []

    def say_hint(self, lines):
        """Show a hint."""
        self.hint = lines
        self._changed()

    def note(self, outcome, round_):
        """Show an outcome that is no hint; `round_` is the number of the round it leads to."""
        event = outcome[0]
        if event == "warning":
            warnings = self.warnings
            if outcome[2] == "reader_back":  # nothing is wrong there any more
                lost = ("reader_lost", outcome[3])
                warnings = [each for each in warnings if each[2:] != lost]
            self.warnings = (warnings + [outcome])[-4:]
        else:
            if event in ("turn", "round", "ruling"):
                self.warnings = [each for each in self.warnings if each[2] == "zones_full"]
                self.differences = []
            if event == "round":
                short = outcome[8] if len(outcome) > 8 else ()
                self.sheet = self.sheet + [
                    ["%d*" % score if seat in short else score
                     for seat, score in enumerate(outcome[5])]
                ]
            elif event == "ruling":
                # The round that the turn had ended is open again.
                self.sheet = self.sheet[: round_ - 1 - self.before]
            # What ends a round or a match says more than the turn that did.
            self.verdict = outcome
            self.hint = None
        self._changed()

    def forget(self, code):
        """Show the warnings with this code no longer."""
        self.warnings = [each for each in self.warnings if each[2] != code]
        self.stamp += 1

    def tell(self, view, header, doubt):
        """Show what a match is at, or the totals that are in doubt; without both the menu."""
        self.stamp += 1
        if view is None:
            self.phase = "menu"
            self.seat = -1
            self.awaited = ()
            if doubt is not None:
                self.phase = "doubt"
                self.players = doubt["players"]
                self.round = doubt["rounds"]
                self.totals = doubt["totals"]
            return
        self.family = view.rules["family"]
        self.players = header["players"]
        self.phase = view.phase
        self.seat = view.seat
        self.round = view.round
        self.dealer = view.dealer
        self.totals = view.totals
        self.hands = view.hands
        self.stock = view.stock
        self.draws = view.draws
        self.opening = view.is_offered()
        self.knocker = view.knocker
        self.awaited = view.awaited()
        self.down = ()
        if view.phase == COUNT:
            self.down = [seat for seat in range(view.seats) if view.cards(-1 - seat)]

    def differ(self, zone, left, came):
        """Show what is different in a zone since the power went."""
        self.differences.append((zone, left, came))
        self.stamp += 1

    def wait_for(self, unsteady):
        """Show the zones, and what is read there, that keep a verdict waiting."""
        if unsteady != self.unsteady:
            self.unsteady = unsteady
            self._changed()

    def trouble_at(self, trouble):
        """Show what is wrong in zones."""
        self.trouble = trouble
        self.stamp += 1

    def _changed(self):
        """There is something new to read: it is on the first page."""
        self.page = 0
        self.stamp += 1
