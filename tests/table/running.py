"""A modelled table that runs the firmware: started, observed, its power cut and restored.

Tests see only what people and a host can see: lights, screen, outcomes, USB traffic.
"""

import copy
import gc
import json

from drawing import rows
from flash import Flash, files_on
from playing import CONFIG, log_of, zones_of

from app.files import Files
from app.people import teach
from app.people.screen import start_draw
from app.people.text import cells_of
from app.program import Program
from app.sensing.deck import Deck
from drivers.canvas import Canvas
from tierce.cards import code
from tierce.events import to_log
from tierce.records import EVENT
from tierce_tools.twin import machine, modules
from tierce_tools.twin.assembly import Hardware as Twin
from tierce_tools.twin.port import Host, Port
from tierce_tools.twin.puppets import Puppets

COLUMNS, LINES = 37, 8  # of the e-paper
ZONES = ("discard", "meld1", "meld2", "seat0", "seat1")
EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
__all__ = ["EASY", "ZONES", "Running", "config_for", "dealt", "event_of", "log_of", "verdicts", "zones_of"]

modules()


def config_for(*zones, **more):
    """Return the config of a small table with these zones; fewer zones run faster."""
    config = copy.deepcopy(CONFIG)
    if zones:
        made = []
        for number, name in enumerate(zones):
            zone = {"zone": name, "reader": "pn5180", "cs": number, "most": 40}
            zone["leds"] = [8 * number, 8]
            made.append(zone)
        config["zones"] = made
        seats = len([zone for zone in zones if zone[:4] == "seat"])
        config["buttons"] = [each for each in config["buttons"] if each.get("seat", -1) < max(seats, 2)]
    for key, value in more.items():
        if value is None:
            config.pop(key, None)
        else:
            config[key] = value
    return config


def deck_of(twin):
    """Return the deck of a modelled table with all its tags taught."""
    deck = Deck()
    for card in range(108):
        teach.teach(deck, twin.tag(code(card)).uid, card)
    return deck


def event_of(outcome):
    """Return an outcome without its time, a refusal also without its reasons."""
    if outcome[0] == "refused":
        return ("refused", *outcome[2:4])
    return (outcome[0], *outcome[2:])


def verdicts(outcomes):
    """Return the outcomes that must never be lost, without their times."""
    return [event_of(each) for each in outcomes if each[0] in ("turn", "round", "match")]


class Running:
    """One table. Its `files` and the cards stay in place when the power is cut.

    `there` is the config of the actual hardware, if it has less than config.json says.
    """

    def __init__(self, config=None, folder=None, seed=1, there=None, deck=True, start=True, ms=0, flash=None, **rates):
        self.config = config or config_for()
        self.twin = Twin(there or self.config, seed, **rates)
        machine.plug(self.twin.board)
        self.flash = flash  # a modelled chip with a littlefs; None: a folder
        self.files = files_on(flash, format=True) if flash else Files(str(folder))
        self.files.write("config.json", json.dumps(self.config).encode())
        if deck:
            teach.save(deck_of(self.twin), self.files)
        self.port = Port(room=4096)
        self.host = Host(self.port)
        self.raw = b""  # all bytes received over USB
        self.shown = []  # the outcomes shown, over all starts
        self.program = None
        self.people = None
        if start:
            self.start(ms)

    # --- power

    def start(self, ms=0):
        """Switch the table on."""
        machine.plug(self.twin.board)
        self.program = Program(self.twin.clock, self.files, self.port)
        self.people = Puppets(self.twin, self.program)
        signal = self.people.signal

        def noted(outcome):
            self.shown.append(outcome)
            signal(outcome)

        self.program.match.signal = noted
        if ms:
            self.run(ms)
        return self

    def cut(self):
        """Cut the power: nothing is closed, switched off or written."""
        self.program = None
        self.people = None
        # A reader's steps switch its field off when they end: now, not while the next program runs.
        gc.collect()
        self.twin.power_off()
        if self.flash:
            # The mounted file system knows open files; the chip does not.
            self.flash = Flash(image=self.flash.image())
            self.files = files_on(self.flash)

    def restart(self, ms=3000):
        """Cut the power, start again, and read the notice."""
        self.cut()
        self.start(ms)
        self.read_notice()

    # --- time

    def run(self, ms):
        """Let the firmware run for `ms` of the table's time."""
        clock = self.twin.clock
        end = clock.now + ms * 1000
        turn = self.program.loop.turn
        while clock.now < end:
            turn()
        self.listen()

    def until(self, true, ms=8000):
        """Run until `true()` holds; return the milliseconds taken; fail after `ms`."""
        clock = self.twin.clock
        begin = clock.now
        turn = self.program.loop.turn
        while not true():
            assert clock.now - begin < ms * 1000, self.describe()
            turn()
        self.listen()
        return (clock.now - begin) / 1000

    def wait(self):
        self.people.wait()
        self.listen()

    def listen(self):
        """Let the host read what has arrived."""
        data = self.port.take()
        self.raw += data
        self.port._out = data
        self.host.poll()

    def ask(self, command, ms=3000, **more):
        """Send a command over the link; return the answer."""
        number = self.host.ask(command, **more)
        self.until(lambda: self._answered(number), ms)
        return self.host.answer(number)

    def _answered(self, number):
        self.listen()
        return self.host.answer(number) is not None

    # --- what people see

    def light(self, zone):
        """Return the state shown by a zone's lights."""
        return self.program.board.leds.state(zone)

    def rows(self):
        return self.program.panel.rows(COLUMNS, LINES)

    def picture(self):
        """Return the e-paper's picture: rows of dots."""
        return [bytes(row) for row in self.twin.panel.picture()]

    def drawn(self):
        """Return the picture that the panel's texts should give."""
        canvas = Canvas(296, 128)
        for _ in start_draw(canvas, self.rows()):
            pass
        return [bytes(row) for row in rows(canvas)]

    def said(self):
        """Return all texts on the screen, page after page."""
        show = self.program.show
        page = show.page
        texts = []
        for show.page in range(9):
            for _, text, _ in self.rows():
                part = " ".join([cell[1] for cell in cells_of(text)])
                if part not in texts:
                    texts.append(part)
        show.page = page
        return " ".join(texts)

    def warnings(self, *codes):
        """Return the warnings shown, without their times."""
        found = [each[2:] for each in self.shown if each[0] == "warning"]
        return [each for each in found if not codes or each[0] in codes]

    def errors(self):
        """Return the firmware's error.txt; empty if all is well."""
        if "error.txt" not in self.files.names():
            return ""
        return self.files.read("error.txt").decode()

    def describe(self):
        program = self.program
        now = self.twin.clock.now // 1000
        troubles = program.readers.troubles
        return f"at {now} ms: {self.said()} | {troubles} | {self.shown[-6:]} | {self.errors()}"

    def sound(self):
        """Check what must hold at any time."""
        assert not self.errors(), self.errors()
        assert self.twin.air.overlaps == 0

    def journal(self, kinds=None):
        """Return the journal's contents: (number, kind, thing), events as lines of a log."""
        return [
            (seq, kind, to_log(thing) if kind == EVENT else thing)
            for seq, kind, thing in self.program.journal.read(0)
            if kinds is None or kind in kinds
        ]

    # --- what people do

    def lay(self, zone, text):
        """Lay cards, given as text, in a zone."""
        for card in text.split():
            self.twin.put(zone, card)

    def lay_and_wait(self, zone, text):
        """Lay cards; return when the table has seen them."""
        self.lay(zone, text)
        self.wait()

    def discard(self, card):
        """Lay a card on the discard pile, and wait for the verdict."""
        before = len(self.shown)
        self.lay("discard", card)
        self.until(lambda: len(self.shown) > before, 5000)

    def take(self, text):
        for card in text.split():
            self.twin.take(card)

    def pick(self, *items):
        """Go to items of the menus, and press OK on each."""
        for item in items:
            self.people.choose(item)
            self.people.press("ok")

    def read_notice(self):
        """Press a button until no notice covers the table."""
        for _ in range(3):
            if self.program.panel.notices:
                self.people.press("ok")
        assert not self.program.panel.notices

    def begin(self, **header):
        """Begin a match with a header through the table's own function."""
        made = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": {}}
        made.update(header)
        self.program.table.begin(made)
        self.run(100)
        return made

    def deal(self, upcard="9C"):
        """Deal; with an upcard: the dealer presses, then turns a card up."""
        self.people.press("ok")
        self.wait()
        self.lay("discard", upcard)
        self.wait()


def dealt(folder, zones=ZONES, upcard="9C", header=None, more=None, **config):
    """Return a table at which a match is dealt; `more` is for Running."""
    table = Running(config_for(*zones, **config), folder, ms=1500, **(more or {}))
    table.begin(**{"rules": EASY, **(header or {})})
    table.deal(upcard)
    return table
