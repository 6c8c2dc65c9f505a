"""The program of a board: everything built, recovered and started, then run for ever."""

import gc

from app.deck import Deck
from app.desk import Desk
from app.journal import Journal
from app.lights import Lights
from app.link import Link
from app.loop import Loop
from app.notes import note
from app.presence import Presence
from app.readers import Readers
from app.screen import Screen
from app.services import Services
from app.show import Show
from app.table import Table
from app.tail import Tail
from app.teach import Teach
from app.unload import unload
from drivers.steps import DeviceError

# What the program keeps of config.json; the rest is only built from.
_KEPT = ("name", "language", "hints", "game", "players", "rules")
_ERRORS = ("app.errors", "app.errors_en", "app.errors_fr")
# What is heard of an outcome.
_SOUNDS = {"turn": "good", "round": "good", "match": "good", "refused": "bad", "warning": "notice"}


class Program:
    """A table's program. `port` is the link's serial port; `reset()` starts the board anew.

    `watchdog` is made only when config.json asks for one: `watchdog(ms)` gives what is fed.
    """

    def __init__(self, clock, files, port=None, reset=None, watchdog=None):
        self.clock = clock
        self.files = files
        from app import config as configs
        from app.board import build

        self.errors = []  # what was wrong at the start: (what, reason)
        config, problems = configs.load(files)
        for problem in configs.say(problems, config["language"]):
            self.errors.append(("config", problem))
        self.board = build(config, clock)
        self.errors.extend(self.board.faults)
        # Read, checked and built: what is not asked for while playing need not stay in memory.
        self.config = {name: config[name] for name in _KEPT}
        self.config["watchdog_ms"] = config.get("watchdog_ms", 0)
        limit = config["journal"]["bytes"]
        config = None
        unload("app.config", "app.schema", "app.board", *_ERRORS)
        self.deck = Deck()
        trouble = self.deck.load(files)
        if trouble == "damaged":
            self.errors.append(("deck", trouble))
        self.journal = Journal(files, "journal", limit)
        self.journal.open()
        if port is not None:
            self.journal = Tail(self.journal)
        self.loop = Loop(clock, self.failed)
        self.show = Show()
        self.presence = Presence(len(self.board.zones))
        self.readers = Readers(clock, self.board.zones, self.presence, self.deck, self._trouble)
        self.table = Table(self.config, clock, self.journal, self.readers, self.show, self._hear)
        self.teach = Teach(
            self.show, self.deck, files, self.readers, lambda: self.desk.words, self._play
        )
        self.desk = Desk(
            self.config, self.table, self.board.does, self.teach, self.save_config, self._restart
        )
        self._reset = reset
        self._noted = []
        self._tune = None
        self.lights = None
        self.loop.add("readers", self.readers.run)
        self.loop.add("table", self.table.run)
        self._add_devices()
        if port is not None:
            self.loop.add("link", Link(port, self.journal, Services(self), clock).run)
        if watchdog is not None and self.config["watchdog_ms"]:
            self._watchdog = watchdog
            self.loop.add("watchdog", self._feed_watchdog)
        if self.table.resume() and self.table.referee.game.phase != "over":
            self.desk.context.adopt(self.table.header)
            self.desk.notify(self.desk.words.BOOT["resumed"], [])
        elif self.errors or not len(self.deck):
            self._say_errors()

    def _add_devices(self):
        board = self.board
        if board.leds:
            self.lights = Lights(board.leds, self.table, self.clock)
            self.loop.add("lights", self.lights.run)
        if board.buttons:
            self.loop.add("buttons", self._read_buttons)
        if board.screen:
            self.screen = Screen(board.screen, board.canvas, self.desk, self.device_failed)
            self.loop.add("screen", self.screen.run)
        if board.buzzer:
            self.loop.add("sound", self._sound)
        if board.scale:
            self.loop.add("scale", self._weigh)

    def run(self):
        """Run for ever."""
        loop = self.loop
        while True:
            loop.turn()

    def stop(self):
        """Leave everything off and kept, as Ctrl-C does."""
        self.readers.off()
        if self.board.leds:
            self.board.leds.off()
        if self.board.buzzer:
            self.board.buzzer.off()
        self.journal.sync()
        self.journal.close()

    # --- tasks

    def _read_buttons(self):
        buttons = self.board.buttons
        while True:
            for index, gesture in buttons.poll(self.clock.ms()):
                self.desk.press(index, gesture)
            yield 10000

    def _sound(self):
        while True:
            if self._tune:
                tune, self._tune = self._tune, None
                yield from self.board.buzzer.start_play(tune)
            yield 20000

    def _weigh(self):
        scale = self.board.scale
        table = self.table
        while True:
            try:
                yield from scale.start_open()
                if not scale.zero:
                    yield from scale.start_tare()  # the table starts with no stock on it
                before = -1
                while True:
                    if table.dealt:
                        # As many cards as the game knows: so the scale learns what one weighs.
                        before, table.dealt = table.dealt, 0
                        yield from scale.start_calibrate(before)
                    count = scale.poll(self.clock.ms())
                    if count >= 0:
                        if before >= 0:
                            table.weighed(before, count)
                        before = count
                    yield 50000
            except DeviceError as error:
                self.device_failed("scale", error)
                yield 10000000

    def _feed_watchdog(self):
        # Not at once: who connects within half a minute can still change what is wrong.
        yield 30000000
        dog = self._watchdog(self.config["watchdog_ms"])
        while True:
            dog.feed()
            yield 500000

    # --- what happens

    def _play(self, tune):
        self._tune = tune

    def _hear(self, outcome):
        if self.lights:
            self.lights.hear(outcome)
        self._tune = _SOUNDS.get(outcome[0], self._tune)
        if outcome[0] == "round":
            gc.collect()

    def _trouble(self, index, trouble, detail):
        self.table.trouble(index, trouble, detail)

    def _restart(self):
        self.stop()
        if self._reset:
            self._reset()

    def save_config(self):
        """Keep language and hints; a flash that is full leaves the file as it was."""
        from app import config as configs

        config, problems = configs.load(self.files)
        if not problems:
            config["language"] = self.config["language"]
            config["hints"] = self.config["hints"]
            try:
                configs.save(self.files, config)
            except OSError as error:
                self.device_failed("config", error)
        config = configs = None
        unload("app.config", "app.schema", *_ERRORS)

    def device_failed(self, name, error):
        """A device does not work: the table goes on without it."""
        known = [each for each in self.errors if each[0] == name]
        if not known:
            self.errors.append((name, str(error)))

    def failed(self, name, error):
        """One of the tasks has failed, which is a fault of ours: note it, and go on."""
        text = "%s: %r" % (name, error)
        if text not in self._noted:  # the same again each second would wear out the flash
            self._noted.append(text)
            note(self.files, name, error)
            boot = self.desk.words.BOOT
            self.desk.notify(self.desk.words.HEADS["trouble"][0], [boot["error"], text])
        if name == "readers":
            self.readers.off()
        self.device_failed(name, error)

    def _say_errors(self):
        words = self.desk.words
        texts = []
        for name, reason in self.errors:
            reason = words.REASONS.get(reason, reason)
            texts.append(words.BOOT["device"].format(words.DEVICES.get(name, name), reason))
        if not len(self.deck):
            texts.append(words.BOOT["no_deck"])
        self.desk.notify(words.HEADS["check"][0], texts)

