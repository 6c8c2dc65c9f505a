"""What the screen has to say, as plain values: filled in by the table's task, read by the pages."""


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
