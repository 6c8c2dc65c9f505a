"""A panel over a table that only records what it is asked for. Runs on both Pythons."""

from app.match.show import Show
from app.people.panel import Panel

CONFIG = {"language": "en", "hints": True, "game": "rami51", "players": ["Ana", "Luc"], "rules": {}}
DOES = [{"does": "minus"}, {"does": "plus"}, {"does": "ok"}, {"seat": 0}, {"seat": 1}]
MINUS, PLUS, OK, ANA, LUC = range(5)
SHORT, DOUBLE, LONG, STUCK, HELD = range(5)  # as in drivers.buttons.GESTURES


class Noting:
    """Notes in `asked` each call of a method that it lacks."""

    def __getattr__(self, name):
        return lambda *given: self.asked.append((name,) + given)  # noqa: RUF005  # MicroPython has no other way


class Table(Noting):
    """A stand-in for app.match.table.Table."""

    def __init__(self):
        self.match = self
        self.show = Show()
        self.view = None
        self.doubt = None
        self.asked = []
        self.found = []  # the jokers on the table
        self.turn = None  # the turn that `undo` would take back
        self.broken = []  # what the open turn breaks: as view.breaks() has it
        self.may = {}  # the other rulings that are possible: as view.rulings() has them
        self.totals = self.hands = [34, 120]
        self.counts = {0: None, 1: 12}
        self.pile = [1, 2, 3]
        self.round = 3
        self.seat = self.dealer = 1
        self.seats = 2
        self.free = []  # cards that lie nowhere
        self.removable = []  # (zone, card)
        self.why = ""  # why a card can't be put by hand
        self.header = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {"target": 500}}
        self.problem = None  # the exception that begin() raises

    def begin(self, header):
        if self.problem:
            raise self.problem
        self.asked.append(("begin", header))

    def under(self):
        return self.pile[:-1]

    def by_hand(self):
        return self.free, [0, 1, 2], self.removable

    def put_by_hand(self, zone, card, out):
        self.asked.append(("put_by_hand", zone, card, out))
        return self.why

    def rulings(self):
        may = dict(self.may)
        if self.turn:
            may["undo"] = []
        return may

    def last_turn(self):
        return self.turn

    def breaks(self):
        return self.broken

    def jokers(self):
        return self.found


class Teach(Noting):
    """A stand-in for app.people.teach.Teach."""

    def __init__(self, table):
        self.table = table
        self.asked = table.asked
        self.teaching = None

    def begin(self):
        self.teaching = True
        self.table.show.phase = "teach"

    def end(self):
        self.teaching = None
        self.table.show.phase = "menu"


def make(language="en"):
    """Return a panel; `panel.table.asked` records its requests."""
    table = Table()
    config = dict(CONFIG)
    config["language"] = language
    asked = table.asked
    teach = Teach(table)
    return Panel(
        config, table, DOES, lambda: teach, lambda: asked.append(("save",)), lambda: asked.append(("restart",))
    )


def texts(panel):
    """Return the texts that the panel shows."""
    return [row[1] for row in panel.rows(37, 8)]


KEYS = {"m": MINUS, "p": PLUS, "o": OK, "a": ANA, "l": LUC}


def keys(panel, text):
    """Press one button after another: a letter is a short press, a capital a long one."""
    for key in text:
        panel.press(KEYS[key.lower()], SHORT if key == key.lower() else LONG)


def a_round(panel):
    """Open everything that is rarely shown, and leave it."""
    show = panel.show
    show.players = ["Ana", "Luc"]
    show.totals = [1, 2]
    show.sheet = [[1, 2]]
    # the menus: another dealer, the names, the house rules, and from there the score sheet
    for key in "oppppopopopoOpoOO":
        keys(panel, key)
        texts(panel)
    assert not panel.open
    keys(panel, "opo")
    assert panel.score
    assert not panel.open
    texts(panel)
    keys(panel, "o")
    panel.report([("epaper", "timeout")], True)
    texts(panel)
    keys(panel, "o")
    texts(panel)
    # a deck
    panel.teach().begin()
    show.teach = ("7H", "discard", 1, 108, None)
    texts(panel)
    keys(panel, "O")
    texts(panel)
    del panel.table.asked[:]
