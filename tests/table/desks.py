"""A desk over a table that only records what it is asked for. Runs on both Pythons."""

from app.desk import Desk
from app.show import Show

CONFIG = {"language": "en", "hints": True, "game": "rami51", "players": ["Ana", "Luc"], "rules": {}}
DOES = [{"does": "minus"}, {"does": "plus"}, {"does": "ok"}, {"seat": 0}, {"seat": 1}]
MINUS, PLUS, OK, ANA, LUC = range(5)
SHORT, DOUBLE, LONG, STUCK = range(4)  # as in drivers.buttons.GESTURES


class Table:
    """A stand-in for app.table.Table."""

    def __init__(self):
        self.show = Show()
        self.referee = None
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
    """A stand-in for app.teach.Teach."""

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
    """Return a desk; `desk.table.asked` records its requests."""
    table = Table()
    config = dict(CONFIG)
    config["language"] = language
    asked = table.asked
    return Desk(config, table, DOES, Teach(table), lambda: asked.append(("save",)),
                lambda: asked.append(("restart",)))


def texts(desk, columns=37, lines=8):
    """Return the texts that the desk shows."""
    return [row[1] for row in desk.rows(columns, lines)]


def a_round(desk):
    """Open everything that is rarely shown, and leave it."""
    show = desk.show
    show.players = ["Ana", "Luc"]
    show.totals = [1, 2]
    show.sheet = [[1, 2]]
    # the menus: another dealer, the names, the house rules, and from there the score sheet
    desk.press(OK, SHORT)
    for press in (PLUS, PLUS, PLUS, PLUS, OK, PLUS, OK, PLUS, OK, PLUS, OK):
        desk.press(press, SHORT)
        texts(desk)
    desk.press(OK, LONG)
    desk.press(PLUS, SHORT)
    desk.press(OK, SHORT)
    texts(desk)
    desk.press(OK, LONG)
    desk.press(OK, LONG)
    assert not desk.open
    desk.press(OK, SHORT)
    desk.press(PLUS, SHORT)
    desk.press(OK, SHORT)
    assert desk.score
    assert not desk.open
    texts(desk)
    desk.press(OK, SHORT)
    desk.report([("epaper", "timeout")], True)
    texts(desk)
    desk.press(OK, SHORT)
    texts(desk)
    # a deck
    desk.teach.begin()
    show.teach = ("7H", "discard", 1, 108, None)
    texts(desk)
    desk.press(OK, LONG)
    texts(desk)
    del desk.table.asked[:]
