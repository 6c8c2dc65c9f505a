"""The program of a board: its parts and the calls between them. app.start builds the parts."""

import gc

from app.unload import unload

# Outcome to the buzzer's pattern
_SOUNDS = {"turn": "good", "round": "good", "match": "good", "ruling": "good", "refused": "bad", "warning": "notice"}


class Program:
    """A table's program. `port` is the link's serial port; `reset()` restarts the board.

    `watchdog(ms)` creates a watchdog; it is called only if config.json asks for one. `buttons` are
    Buttons that have been noting presses since power-on.
    """

    # Its parts, which app.start makes.
    config: "dict[str, Any]"
    board: "Any"
    deck: "Any"
    journal: "Any"
    show: "Any"
    presence: "Any"
    readers: "Any"
    match: "Any"
    table: "Any"
    panel: "Any"
    lights: "Any"
    loop: "Any"
    watchdog: "Any"

    def __init__(self, clock, files, port=None, reset=None, watchdog=None, buttons=None):
        self.clock = clock
        self.files = files
        self.errors = []  # (part, reason) for each part that failed
        self._reset = reset
        self._teach = None
        self.watchdog = watchdog
        self._noted = []
        self._tune = None
        from app.start import begin, build

        build(self, port, buttons)
        begin(self)
        # Unload the modules that only the start needs.
        begin = build = None
        unload("start", "read", "config")

    def run(self):
        """Run the loop for ever."""
        loop = self.loop
        while True:
            loop.turn()

    def stop(self):
        """Switch everything off and close the journal."""
        self.readers.off()
        if self.board.leds:
            self.board.leds.off()
        if self.board.buzzer:
            self.board.buzzer.off()
        self.journal.close()

    # --- tasks

    def run_buttons(self):
        """Steps of the task."""
        buttons = self.board.buttons
        while True:
            for index, gesture in buttons.poll(self.clock.ms()):
                self.panel.press(index, gesture)
            buttons.repeats = self.panel.counting
            yield 10000

    def run_sound(self):
        """Steps of the task."""
        play = self.board.buzzer.start_play
        while True:
            if self._tune:
                tune, self._tune = self._tune, None
                yield from play(tune)
            yield 20000

    def run_watchdog(self):
        """Steps of the task."""
        # Start after 30 s: a host that connects before can still correct a wrong config.
        yield 30000000
        dog = self.watchdog(self.config["watchdog_ms"])
        self.match.alive = dog.feed
        while True:
            dog.feed()
            yield 500000

    # --- loaded on demand

    def answer(self, link):
        """Return the Commands that answer the link's host."""
        from app.link.services import commands

        return commands(link, self)

    def teach(self):
        """Return the registration of cards (app.people.teach.Teach), which is loaded while it is used."""
        if self._teach is None:
            from app.people.teach import Teach

            self._teach = Teach(self)
        return self._teach

    def taught(self):
        """Unload the registration of cards when it has ended."""
        self._teach = None
        unload("teach")

    # --- calls from the parts

    def play(self, tune):
        """Play a pattern of the buzzer."""
        self._tune = tune

    def signal(self, outcome):
        """Show an outcome with lights and sound."""
        if self.lights:
            self.lights.signal(outcome)
        self._tune = _SOUNDS.get(outcome[0], self._tune)
        if outcome[0] == "round":
            gc.collect()

    def moved(self):
        """Tell the table that cards have come or gone."""
        self.loop.hurry("table")

    def touched(self, index):
        """Tell the lights that a card came to a zone or left it."""
        if self.lights:
            self.lights.touch(index)
            self.loop.hurry("lights")

    def trouble(self, index, trouble, detail):
        """Pass a trouble of a zone to the table: see Table.trouble."""
        self.table.trouble(index, trouble, detail)

    def restart(self):
        """Restart the board."""
        self.stop()
        if self._reset:
            self._reset()

    def save_config(self):
        """Write language and hints to config.json; if that fails the file stays as it was."""
        from app.config import change

        try:
            change(self.files, {name: self.config[name] for name in ("language", "hints")})
        except OSError as error:
            self.device_failed("config", error)
        change = None
        unload("config")

    def device_failed(self, name, error):
        """Note that a device has failed; the table goes on without it."""
        if name not in [each[0] for each in self.errors]:
            self.errors.append((name, str(error)))

    def failed(self, name, error):
        """Note an exception in a task, which is a bug of the program, and go on."""
        text = "%s: %r" % (name, error)
        if text not in self._noted:  # writing it again each second would wear out the flash
            self._noted.append(text)
            from app.faults import note

            note(self.files, name, error)
            note = None
            unload("faults")
            self.panel.failed(text)
        if name == "readers":
            self.readers.off()
        self.device_failed(name, error)
