"""Players at the modelled table: they move the cards and press the buttons as in a log.

The firmware notices that as at a real table: by radio, and by its buttons.
"""

# After each action they wait until the table has seen it.
_STEP_MS = 50
_LEAST_MS = 100
_MOST_MS = 6000
# A menu that another person has opened is left alone for this time.
_PATIENT_MS = 8000
# Larger numbers of a ruling are given to the table directly.
_MOST_COUNTED = 300


class Puppets:
    """`table` is a modelled table, `program` the firmware's Program that runs on it.

    Each `start_...` method returns a generator that yields the milliseconds to wait between its
    steps. The method of the same name without `start_` runs it to its end, and the firmware with
    it.
    """

    def __init__(self, table, program):
        self.table = table
        self.worst_ms = 0  # longest wait so far
        self.outcomes = []  # outcomes from the table, oldest first
        self.sit_down(program)

    def sit_down(self, program):
        """Play with this program from now on, after a power cut for example."""
        self.program = program
        self._signal = program.match.signal
        program.match.signal = self.signal

    def signal(self, outcome):
        """Take in an outcome. At a reshuffle, put all but the top card of the pile on the stock."""
        self.outcomes.append(outcome)
        if outcome[0] == "reshuffle":
            for code in self.table.pile[:-1]:
                self.table.take(code)
        self._signal(outcome)

    def run(self, ms):
        """Run the firmware for `ms` milliseconds."""
        clock = self.table.clock
        turn = self.program.loop.turn
        end = clock.now + ms * 1000
        while clock.now < end:
            turn()

    def finish(self, steps):
        """Run the generator of a `start_...` method to its end."""
        for ms in steps:
            self.run(ms)

    def wait(self):
        """Wait until the firmware has seen every change; this may take a few seconds."""
        self.finish(self.start_wait())

    def start_wait(self):
        """Steps of `wait`."""
        yield _LEAST_MS
        waited = _LEAST_MS
        while waited < _MOST_MS and self._busy():
            yield _STEP_MS
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
            if not zone.open or antenna.stacked or antenna.absent:
                continue
            seen = [program.deck.card(tag.uid) for tag in antenna.tags]
            seen = [card for card in seen if card >= 0]
            known = presence.lying[index]
            if len(seen) != len(known) or [card for card in seen if card not in known]:
                return True
        return False

    def read(self):
        """Read notices and the changes since a power cut, and confirm them."""
        self.finish(self.start_read())

    def start_read(self):
        """Steps of `read`."""
        panel = self.program.panel
        for _ in range(8):
            if not panel.notices and not (self.program.show.differences and not panel.open):
                return
            yield from self.start_press("ok")

    def start_ready(self):
        """Steps: make sure that the buttons have their meaning in play.

        Read notices, close the score sheet, and leave a menu that stays open.
        """
        panel = self.program.panel
        waited = 0
        while panel.open and waited < _PATIENT_MS:
            yield _STEP_MS
            waited += _STEP_MS
        for _ in range(8):
            if not panel.open:
                break
            yield from self.start_press("ok", "long")
        yield from self.start_read()
        if panel.score and not panel.open:
            yield from self.start_press("ok")

    # --- buttons

    def press(self, button, gesture="short"):
        """Press a button and run the firmware until it has noticed."""
        self.finish(self.start_press(button, gesture))

    def start_press(self, button, gesture="short"):
        """Steps of `press`."""
        yield self.table.press(button, gesture)

    def choose(self, label):
        """Go to an item of the menu that is open."""
        self.finish(self.start_choose(label))

    def start_choose(self, label):
        """Steps of `choose`."""
        for _ in range(60):
            if self._chosen() == label:
                return
            yield from self.start_press("plus")
        raise ValueError("no %s in the menu" % (label,))

    def _start_set(self, name, value):
        """Steps: change the selected value; a value with two choices changes at once."""
        menu = self.program.panel.menu
        for _ in range(60):
            if getattr(menu.choices, name) == value:
                break
            yield from self.start_press("ok" if menu.before is None else "plus")
        else:
            raise ValueError("no %s %s in the menu" % (name, value))
        if menu.before is not None:
            yield from self.start_press("ok")

    def _chosen(self):
        menu = self.program.panel.menu
        chosen = menu._items()[menu.at][0]
        return menu.choices.jokers[chosen][:2] if menu.screen == "jokers" else chosen

    def begin(self, header):
        """Begin the match of a log; names and house rules come from config.json."""
        self.finish(self.start_begin(header))

    def start_begin(self, header):
        """Steps of `begin`; a match that goes on is begun directly, with its totals."""
        yield from self.start_read()
        # The firmware's own modules: before it runs they may not be there.
        from tierce.presets import PRESETS

        self.table.spread = "deep_discard" in PRESETS[header["game"]]
        if "totals" in header or "rounds" in header:
            self.program.table.begin(header)
            return
        if not self.program.panel.open:
            yield from self.start_press("ok")
        choices = self.program.panel.menu.choices
        seats = len(header["players"])
        for name, value in (("game", header["game"]), ("seats", seats), ("lot", False), ("dealer", header["dealer"])):
            if getattr(choices, name) != value:
                yield from self.start_choose(name)
                yield from self._start_set(name, value)
        yield from self.start_choose("start")
        yield from self.start_press("ok")

    def start_what(self, game):
        """Steps: open the page "What is this?" by the rules of a game, without a match."""
        yield from self.start_read()
        panel = self.program.panel
        if panel.menu and panel.menu.tester:
            if panel.menu.choices.game == game:
                return
            yield from self.start_press("ok")
        if not panel.open:
            yield from self.start_press("ok")
        if panel.menu.choices.game != game:
            yield from self.start_choose("game")
            yield from self._start_set("game", game)
        yield from self.start_choose("what")
        yield from self.start_press("ok")

    def end(self):
        """Abandon the match."""
        self.finish(self.start_end())

    def start_end(self):
        """Steps of `end`."""
        yield from self.start_read()
        if not self.program.panel.open:
            yield from self.start_press("ok", "long")
        yield from self.start_choose("drop")
        yield from self.start_press("ok")
        yield from self.start_choose("yes")
        yield from self.start_press("ok")

    def start_language(self, language):
        """Steps: change the table's language."""
        yield from self.start_ready()
        if self.program.config["language"] == language:
            return
        yield from self.start_press("ok", "long")
        yield from self.start_choose("language")
        yield from self._start_set("language", language)
        yield from self.start_press("ok", "long")

    # --- a log

    def do(self, event):
        """Do one event of a log, and wait until the firmware has seen it."""
        self.finish(self.start_do(event))

    def start_do(self, event):
        """Steps of `do`."""
        table = self.table
        if "ruling" in event:
            yield from self.start_ruling(event)
        elif "press" in event:
            yield from self.start_act(event["seat"], event["press"])
        elif "draw" in event:
            yield from self.start_draw(event["draw"])
        elif "joker" in event:
            yield from self.start_declare(event["zone"], event["joker"], event["as"])
        else:
            if event.get("by") == "hand":
                yield from self._start_told(event)
                yield from self.start_wait()
                return
            for code in event.get("out", ()):
                if table.zones.get(code) == event["zone"]:
                    table.take(code)
            for code in event.get("in", ()):
                if code in table.broken:  # a reader sees it again
                    table.break_tag(code, False)
                table.put(event["zone"], code)
        yield from self.start_wait()

    def start_draw(self, count):
        """Steps: report by button that `count` cards were drawn; negative: put back."""
        for _ in range(abs(count)):
            yield from self.start_press("minus", "short" if count > 0 else "long")

    def start_act(self, seat, button):
        """Steps: do a `press` event of a log, with the buttons."""
        show = self.program.show
        if seat not in self.table.keys and button in ("deal", "done", "pass", "knock", "hint"):
            # Without a key of its own: the three buttons act for the seat that is awaited.
            key, gesture = {"knock": ("plus", "long"), "hint": ("plus", "double"), "pass": ("ok", "double")}.get(
                button, ("ok", "short")
            )
            yield from self.start_press(key, gesture)
        elif button == "knock":
            yield from self.start_press(seat, "long")
        elif button == "hint":
            yield from self.start_press(seat, "double")
        elif button == "done" and show.opening and seat == show.seat:
            yield from self.start_press("ok")
        elif button == "pass" and not (show.opening and seat == show.seat):
            yield from self.start_press("ok", "long")
            yield from self.start_choose("press")
            yield from self.start_press("ok")
            yield from self.start_choose("press_seat")
            yield from self._start_set("press_seat", seat)
            yield from self.start_choose(button)
            yield from self.start_press("ok")
        else:
            yield from self.start_press(seat)

    def start_ruling(self, event):
        """Steps: rule as an event of a log does; what the menu does not offer is said directly."""
        # The firmware's own modules: before it runs they may not be there.
        from tierce.phases import RULINGS

        name = event["ruling"]
        seat = event.get("seat")
        number = event.get(RULINGS.get(name))
        if not self._may(name, seat, number):
            self.program.table.rule(name, seat, number)
            return
        yield from self._start_decide()
        yield from self.start_choose("cards" if name == "hand" else name)
        yield from self.start_press("ok")
        if RULINGS[name]:
            yield from self.start_choose("who")
            yield from self._start_set("who", seat)
            yield from self.start_choose("amount")
            yield from self._start_count_to(number)
            yield from self.start_choose("next")
            yield from self.start_press("ok")
        yield from self.start_choose("yes")
        yield from self.start_press("ok")

    def _may(self, name, seat, number):
        """Return whether the menu offers a ruling, with a number that is not too large."""
        view = self.program.match.view
        if view is None:
            return False
        seats = view.rulings().get(name)
        if seats is None or (seats and seat not in seats):
            return False
        if name == "accept":
            broken = view.breaks()
            return broken and not [code for code, _, waived in broken if not waived]
        if name == "points":
            return number and -_MOST_COUNTED <= number <= _MOST_COUNTED
        return name not in ("count", "hand") or 0 <= number <= _MOST_COUNTED

    def _start_count_to(self, number):
        """Steps: change the selected number, first in tens."""
        menu = self.program.panel.menu
        if menu.choices.amount == number:
            return
        yield from self.start_press("ok")
        for _ in range(2 * _MOST_COUNTED):
            away = number - menu.choices.amount
            if not away:
                break
            button = "plus" if away > 0 else "minus"
            yield from self.start_press(button, "long" if abs(away) >= 10 else "short")
        yield from self.start_press("ok")

    def start_by_hand(self, where, cards, out=False):
        """Steps: put cards into a zone by hand, or take them out; ValueError if that is refused."""
        # The firmware's own modules: before it runs they may not be there.
        from tierce.cards import parse
        from tierce.zones import zone_number

        zone = zone_number(where)
        for code in cards:
            card = parse(code)
            free, zones, removable = self.program.table.by_hand()
            if (zone, card) not in removable if out else card not in free or zone not in zones:
                raise ValueError("%s %s can't be said by hand" % (where, code))
            yield from self._start_decide()
            yield from self.start_choose("take" if out else "put")
            yield from self.start_press("ok")
            if out:
                yield from self.start_choose((zone, card))
            else:
                yield from self._start_card(card, zone)
                yield from self.start_choose("put_now")
            yield from self.start_press("ok")

    def _start_card(self, card, zone):
        """Steps: choose a card and a zone in the menu."""
        values = (card % 13, card % 52 // 13, card // 52)
        if card >= 104:  # a joker
            values = (13, 0, card - 104)
        for name, value in zip(("rank", "suit", "pack", "where"), values + (zone,)):
            if getattr(self.program.panel.menu.choices, name) != value:
                yield from self.start_choose(name)
                yield from self._start_set(name, value)

    def _start_decide(self):
        """Steps: open the page "The players decide"."""
        yield from self.start_press("ok", "long")
        if self.program.panel.menu.screen != "decide":
            yield from self.start_choose("decide")
            yield from self.start_press("ok")

    def _start_told(self, event):
        """Steps: do a log's event of cards by hand: their tags are broken.

        What the table does not allow, as a card in a hand before the count, is done by its readers.
        """
        zone = event["zone"]
        for key in ("out", "in"):
            for code in event.get(key, ()):
                self.table.break_tag(code)
                try:
                    yield from self.start_by_hand(zone, (code,), key == "out")
                except ValueError:
                    self.table.break_tag(code, False)
                    if key == "in":
                        self.table.put(zone, code)
                    elif self.table.zones.get(code) == zone:
                        self.table.take(code)

    def start_declare(self, where, card, face):
        """Steps: declare a joker in the menu.

        The menu offers only what the joker can be. A log may have other declarations: these are
        given to the table directly.
        """
        # The firmware's own modules: before it runs they may not be there.
        from tierce.cards import parse
        from tierce.zones import zone_number

        wanted = zone_number(where), parse(card), parse(face)
        for zone, joker, faces in self.program.match.jokers():
            if (zone, joker) == wanted[:2] and wanted[2] % 52 in faces:
                break
        else:
            self.program.table.declare(*wanted)
            return
        yield from self.start_press("ok", "double")
        menu = self.program.panel.menu
        if menu.screen == "jokers":
            yield from self.start_choose((where, card))
            yield from self.start_press("ok")
        yield from self.start_choose(face[:2])
        yield from self.start_press("ok")
