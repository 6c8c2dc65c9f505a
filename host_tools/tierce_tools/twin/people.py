"""People at the modelled table: they lay the cards and press the buttons that a log tells of.

The firmware learns of it as it would at a real table: by radio, and by its buttons.
"""

# Each does one thing, then waits until the table has seen it.
_STEP_MS = 50
_LEAST_MS = 100
_MOST_MS = 6000


class People:
    """`table` is a modelled table, `program` the firmware's Program that runs on it."""

    def __init__(self, table, program):
        self.table = table
        self.worst_ms = 0  # the longest that they had to wait
        self.heard = []  # the outcomes that the table has given, oldest first
        self.sit_down(program)

    def sit_down(self, program):
        """Play with this program from now on: the one that runs after the power was cut."""
        self.program = program
        self._hear = program.table.hear
        program.table.hear = self.hear

    def hear(self, outcome):
        """Take in an outcome. When the pile is shuffled, all but its top card goes to the stock."""
        self.heard.append(outcome)
        if outcome[0] == "reshuffle":
            for code in self.table.pile[:-1]:
                self.table.take(code)
        self._hear(outcome)

    def run(self, ms):
        """Let the firmware run for so long."""
        clock = self.table.clock
        turn = self.program.loop.turn
        end = clock.now + ms * 1000
        while clock.now < end:
            turn()

    def wait(self):
        """Wait until the firmware has seen all there is to see; it may take a few seconds."""
        self.run(_LEAST_MS)
        waited = _LEAST_MS
        while waited < _MOST_MS and self._busy():
            self.run(_STEP_MS)
            waited += _STEP_MS
        self.worst_ms = max(self.worst_ms, waited)

    def _busy(self):
        program = self.program
        if program.table.held or program.presence.changes:
            return True
        presence = program.presence
        for index in range(len(presence.lying)):
            zone = program.board.zones[index]
            antenna = self.table.antennas[zone.name]
            if not zone.open or antenna.stacked:
                continue
            seen = [program.deck.card(tag.uid) for tag in antenna.tags]
            seen = [card for card in seen if card >= 0]
            known = presence.lying[index]
            if len(seen) != len(known) or [card for card in seen if card not in known]:
                return True
        return False

    def read(self):
        """Read a notice, and what changed while there was no power; say that it is right."""
        desk = self.program.desk
        for _ in range(8):
            if not desk.notices and not (self.program.show.differences and not desk.open):
                return
            self.press("ok")

    # --- buttons

    def press(self, button, gesture="short"):
        """Press a button and let the firmware notice."""
        self.run(self.table.press(button, gesture))

    def choose(self, label):
        """Go to an item of the menu that is open."""
        for _ in range(60):
            if self._chosen() == label:
                return
            self.press("plus")
        raise ValueError("no %s in the menu" % (label,))

    def _set(self, name, value):
        """Change the value that is chosen; one of two changes at once."""
        menu = self.program.desk.menu
        while getattr(menu.context, name) != value:
            self.press("ok" if menu.before is None else "plus")
        if menu.before is not None:
            self.press("ok")

    def _chosen(self):
        menu = self.program.desk.menu
        chosen = menu._items()[menu.at][0]
        return menu.context.jokers[chosen][:2] if menu.screen == "jokers" else chosen

    def begin(self, header):
        """Begin the match of a log: names and house rules are the config's."""
        self.read()
        if not self.program.desk.open:
            self.press("ok")
        context = self.program.desk.menu.context
        seats = len(header["players"])
        for name, value in (("game", header["game"]), ("seats", seats),
                            ("dealer", header["dealer"])):
            if getattr(context, name) != value:
                self.choose(name)
                self._set(name, value)
        self.choose("start")
        self.press("ok")

    def end(self):
        """Leave the match in the middle."""
        self.read()
        if not self.program.desk.open:
            self.press("ok", "long")
        self.choose("end")
        self.press("ok")
        self.choose("yes")
        self.press("ok")

    # --- a log

    def do(self, event):
        """Do what one event of a log tells of, and wait until it is seen."""
        table = self.table
        if "press" in event:
            self._press(event["seat"], event["press"])
        elif "draw" in event:
            for _ in range(event["draw"]):
                self.press("minus")
        elif "joker" in event:
            self._declare(event)
        else:
            for code in event.get("out", ()):
                if table.zones.get(code) == event["zone"]:
                    table.take(code)
            for code in event.get("in", ()):
                table.put(event["zone"], code)
        self.wait()

    def _press(self, seat, button):
        show = self.program.show
        if button == "knock":
            self.press(seat, "long")
        elif button == "hint":
            self.press(seat, "double")
        elif button == "done" and show.opening and seat == show.seat:
            self.press("ok")
        elif button == "pass" and not (show.opening and seat == show.seat):
            self.press("ok", "long")
            self.choose("press")
            self.press("ok")
            self.choose("press_seat")
            self._set("press_seat", seat)
            self.choose(button)
            self.press("ok")
        else:
            self.press(seat)

    def _declare(self, event):
        """Say in the menu what a joker stands for; what it can't be, no menu offers."""
        for zone, joker, faces in self.program.table.jokers():
            if (zone, joker) == (event["zone"], event["joker"]) and event["as"][:2] in faces:
                break
        else:
            return
        self.press("ok", "double")
        menu = self.program.desk.menu
        if menu.screen == "jokers":
            self.choose((event["zone"], event["joker"]))
            self.press("ok")
        self.choose(event["as"][:2])
        self.press("ok")
