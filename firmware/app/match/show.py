"""The state shown on the screen, as plain values: from outcomes and the view, for the pages."""

from tierce.phases import COUNT


class Show:
    """The public state of a table. It never holds a hand before the count."""

    def __init__(self):
        self.phase = "menu"  # menu, deal, turn, count, over, doubt, teach, trouble
        self.family = ""  # of the game: laying, gin, manipulation
        self.players = []  # names by seat; a seat with an empty name is shown by its number
        self.seat = -1  # the seat on turn
        self.round = 0
        self.dealer = 0
        self.totals = []
        self.hands = []  # number of cards in each hand
        self.laid = ()  # Rami 500: points that each seat has laid in this round
        self.stock = 0  # number of cards in the stock
        self.draws = 0  # cards drawn from the stock in this turn
        self.opening = False  # the seat on turn may pass: View.is_offered
        self.limit = -1  # gin: the limit of a knock that the upcard sets, else -1
        self.knocker = -1  # the seat that has knocked
        self.contract = ()  # contrat: what the round asks for, between rounds the next one
        self.dealt = 0  # cards dealt to each seat in that round
        self.awaited = []  # seats whose hands the count waits for
        self.down = []  # seats whose zone holds cards
        self.verdict = None  # the last outcome turn, refused, reshuffle, ruling, round or match
        self.bought = None  # the outcome `recave` that came with the verdict
        self.ruled = None  # the outcome `ruling` that the verdict came with
        # For each round a list of scores by seat; after a short count the score is text, "20*".
        self.sheet = []
        self.given = []  # corrections: (rounds in the sheet then, seat, points), with True if a recave
        self.carried = None  # the initial totals, if the match's header has them
        self.before = 0  # rounds played before the match began, if its header has them
        self.back = -1  # the seat whose turn the last refusal may concern instead, -1: none
        self.warnings = []  # outcomes, the newest last
        self.hint = None  # list of lines
        self.trouble = []  # (zone, state)
        self.unsteady = []  # (zone, codes read there) of the zones that a verdict waits for
        self.recording = True
        self.differences = []  # (zone, codes gone, codes come) after a power loss
        self.by_hand = []  # (zone, code) of the cards that the players have put by hand
        self.jokers = []  # (zone, code) of the cards that jokers not declared are read as
        self.checks = None  # an app.match.checks.Checks: what lies on the zones
        self.teach = None  # (card, zone, number of cards known, of all cards, key or None)
        self.page = 0  # the page on the screen
        self.stamp = 0  # changes with every change, to save comparisons

    def begin(self, header):
        """Clear the last match and show the one of this header."""
        self.unsteady = []
        self.sheet = []
        self.carried = header.get("totals")
        self.before = header.get("rounds", 0)
        self.verdict = self.ruled = self.bought = None
        self.given = []
        self.back = -1
        self.warnings = []

    def say_hint(self, lines):
        """Show a hint."""
        self.hint = lines
        self._changed()

    def note(self, outcome, round_):
        """Show an outcome that is not a hint; `round_` is the number of the round after it."""
        event = outcome[0]
        if event == "warning":
            warnings = self.warnings
            if outcome[2] == "reader_back":  # the reader works again
                lost = ("reader_lost", outcome[3])
                warnings = [each for each in warnings if each[2:] != lost]
            self.warnings = (warnings + [outcome])[-4:]
        else:
            if event in ("turn", "round", "ruling"):
                self.warnings = [each for each in self.warnings if each[2] == "zones_full"]
                self.differences = []
            if event == "round":
                short = outcome[8] if len(outcome) > 8 else ()
                # In contrat the row of a void round gives way to that of its repetition.
                self.sheet = self.sheet[: outcome[2] - 1 - self.before] + [
                    ["%d*" % score if seat in short else score for seat, score in enumerate(outcome[5])]
                ]
            elif event == "ruling":
                if outcome[2] == "undo":
                    # If the turn taken back had ended a round, that round is open again.
                    self.sheet = self.sheet[: round_ - 1 - self.before]
                    self.given = [each for each in self.given if len(each) < 4 or each[0] <= len(self.sheet)]
                elif outcome[2] == "points":
                    self.given = self.given + [(len(self.sheet),) + outcome[3:5]]
            if event == "ruling":
                self.ruled = outcome
            elif self.ruled and self.ruled[1] != outcome[1]:
                self.ruled = None
            # The end of a round or match replaces the turn that caused it.
            if event == "recave":
                self.bought = outcome
                for seat in outcome[2] if self.verdict else ():
                    gain = outcome[4][seat] - self.verdict[6][seat]
                    self.given = self.given + [(len(self.sheet), seat, gain, True)]
            else:
                self.verdict = outcome
                self.bought = None
            self.hint = None
        self._changed()

    def forget(self, code):
        """Remove the warnings with this code."""
        self.warnings = [each for each in self.warnings if each[2] != code]
        self.stamp += 1

    def tell(self, view, header, doubt):
        """Show the state of a match, or totals in doubt, or without either the menu."""
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
        self.laid = view.points_laid
        self.stock = view.stock
        self.draws = view.draws
        self.opening = view.is_offered()
        self.limit = view.limit if view.rules.get("knock_by_upcard") else -1
        self.knocker = view.knocker
        self.contract = view.contract
        self.dealt = view.dealt()
        self.awaited = view.awaited()
        self.down = ()
        if view.phase == COUNT:
            self.down = [seat for seat in range(view.seats) if view.cards(-1 - seat)]

    def differ(self, zone, left, came):
        """Show the difference in a zone since a power loss: codes of the cards."""
        self.differences.append((zone, left, came))
        self.stamp += 1

    def wait_for(self, unsteady):
        """Show the zones that a verdict waits for: a list of (zone, codes read there)."""
        if unsteady != self.unsteady:
            self.unsteady = unsteady
            self._changed()

    def trouble_at(self, trouble):
        """Show the troubles of the zones: a list of (zone, state)."""
        self.trouble = trouble
        self.stamp += 1

    def _changed(self):
        """Turn to the first page, where the news is."""
        self.page = 0
        self.stamp += 1
