"""A panel over a table that only records what it is asked for. Runs on both Pythons."""

from app.match.show import Show
from app.people.panel import Panel

CONFIG = {"language": "en", "hints": True, "game": "rami51", "players": ["Ana", "Luc"], "rules": {}}
DOES = [{"does": "minus"}, {"does": "plus"}, {"does": "ok"}, {"seat": 0}, {"seat": 1}]
MINUS, PLUS, OK, ANA, LUC = range(5)
SHORT, DOUBLE, LONG, STUCK = range(4)  # as in drivers.buttons.GESTURES


class Table:
    """A stand-in for app.match.table.Table."""

    def __init__(self):
        self.match = self
        self.show = Show()
        self.view = None
        self.doubt = None
        self.asked = []
        self.found = []  # the jokers on the table
        self.turn = None  # the turn that `undo` would take back
        self.problem = None  # the exception that begin() raises

    def begin(self, header):
        if self.problem:
            raise self.problem
        self.asked.append(("begin", header))

    def end(self):
        self.asked.append(("end",))

    def press(self, seat, button):
        self.asked.append(("press", seat, button))

    def draw(self, count):
        self.asked.append(("draw", count))

    def declare(self, zone, joker, face):
        self.asked.append(("declare", zone, joker, face))

    def undo(self):
        self.asked.append(("undo",))

    def last_turn(self):
        return self.turn

    def jokers(self):
        return self.found

    def set_language(self, language):
        self.asked.append(("language", language))

    def set_hints(self, hints):
        self.asked.append(("hints", hints))


class Teach:
    """A stand-in for app.people.teach.Teach."""

    def __init__(self, table):
        self.table = table
        self.teaching = None

    def begin(self):
        self.teaching = True
        self.table.show.phase = "teach"
        self.table.asked.append(("teach",))

    def end(self):
        self.teaching = None
        self.table.show.phase = "menu"

    def skip(self):
        self.table.asked.append(("skip",))

    def undo(self):
        self.table.asked.append(("undo",))


def make(language="en"):
    """Return a panel; `panel.table.asked` records its requests."""
    table = Table()
    config = dict(CONFIG)
    config["language"] = language
    asked = table.asked
    return Panel(config, table, DOES, Teach(table), lambda: asked.append(("save",)),
                lambda: asked.append(("restart",)))


def texts(panel, columns=37, lines=8):
    """Return the texts that the panel shows."""
    return [row[1] for row in panel.rows(columns, lines)]


def a_round(panel):
    """Open everything that is rarely shown, and leave it."""
    show = panel.show
    show.players = ["Ana", "Luc"]
    show.totals = [1, 2]
    show.sheet = [[1, 2]]
    # the menus: another dealer, the names, the house rules, and from there the score sheet
    panel.press(OK, SHORT)
    for press in (PLUS, PLUS, PLUS, PLUS, OK, PLUS, OK, PLUS, OK, PLUS, OK):
        panel.press(press, SHORT)
        texts(panel)
    panel.press(OK, LONG)
    panel.press(PLUS, SHORT)
    panel.press(OK, SHORT)
    texts(panel)
    panel.press(OK, LONG)
    panel.press(OK, LONG)
    assert not panel.open
    panel.press(OK, SHORT)
    panel.press(PLUS, SHORT)
    panel.press(OK, SHORT)
    assert panel.score
    assert not panel.open
    texts(panel)
    panel.press(OK, SHORT)
    panel.report([("epaper", "timeout")], True)
    texts(panel)
    panel.press(OK, SHORT)
    texts(panel)
    # a deck
    panel.teach.begin()
    show.teach = ("7H", "discard", 1, 108, None)
    texts(panel)
    panel.press(OK, LONG)
    texts(panel)
    del panel.table.asked[:]
