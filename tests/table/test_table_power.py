"""The table loses power at any moment of a match, and the people play on."""

import contextlib
import io
import json
import random

import pytest
import ring
from flash import Flash, PowerOff
from players import Deciding
from running import Running, config_for, dealt, event_of, log_of, zones_of
from test_table_faults import told

from app.people.stopped import show
from app.program import Program
from drivers.buttons import Buttons
from tierce.records import EVENT, OUTCOME
from tierce.referee import Referee
from tierce_tools.base import paths
from tierce_tools.twin import machine

CUTS = ring.rounds(8, 24)

_PRESSED = ("press", "draw", "joker", "ruling")
_VERDICTS = ("turn", "round", "match", "ruling")


def verdicts(outcomes):
    """Return the outcomes that must never be lost, without their times, as the journal has them."""
    return [tuple(json.loads(json.dumps(event_of(each)))) for each in outcomes if each[0] in _VERDICTS]


class Sitting:
    """People who play a log to its end, through power cuts of their table."""

    def __init__(self, log, seed):
        self.log = log
        self.table = Running(config_for(*zones_of(log)), flash=Flash(64), seed=seed, start=False)
        self.dice = random.Random(seed)
        self.referee = Referee(log[0])
        self.wanted = []
        self.cuts = 0
        self.differed = 0
        self.torn = 0  # cuts in the middle of a write

    def play(self, cuts, what=""):
        """Play, with `cuts` power cuts at random moments; `what`: a key of the events then."""
        table = self.table
        table.start(1500)
        table.program.table.begin(self.log[0])
        events = self.log[1:]
        possible = [i for i in range(len(events)) if what in events[i] or not what]
        moments = sorted(self.dice.choices(possible, k=cuts))
        for number, event in enumerate(events):
            here = moments.count(number)
            before = self.counted(event)
            self.wanted += self.referee.feed(event)
            if here:
                self.act(event)
            for _ in range(here):
                self.until_it_goes(event, before)
                self.cut()
            if here:
                self.again(event, before)
            else:
                table.people.do(event)
            if here or number == len(events) - 1:
                self.check()

    def until_it_goes(self, event, before):
        """Run the table until a random power cut: after some steps, or during a flash write.

        Counted in steps, not milliseconds, so that a cut can come in the middle of anything.
        """
        table = self.table
        many = self.dice.choice((1, 30, 200, 1000, 3000))
        writing = self.dice.random() < 0.4
        if writing:
            table.flash.dice = self.dice
            table.flash.cut_at = table.flash.operations + self.dice.randrange(3)
            many = 3000
        try:
            # Nobody rules twice.
            ruled = "ruling" in event and self.counted(event) > before
            if writing and self.pressed(event) and not ruled:
                table.people.do(event)
            for _ in range(many):
                table.program.loop.turn()
        except PowerOff:
            self.torn += 1

    def act(self, event):
        """Do what an event says, without letting the table see it yet."""
        twin = self.table.twin
        if self.pressed(event):
            return
        for code in event.get("out", ()):
            if twin.zones.get(code) == event["zone"]:
                twin.take(code)
        for code in event.get("in", ()):
            twin.put(event["zone"], code)

    def pressed(self, event):
        return any(key in event for key in _PRESSED)

    def counted(self, event):
        """Return how many presses of this kind the journal has."""
        keys = [key for key in _PRESSED if key in event]
        if not keys:
            return 0
        found = [thing for _, kind, thing in self.table.journal() if kind == EVENT and keys[0] in thing]
        if keys[0] == "draw":
            return sum(thing["draw"] for thing in found)
        return len(found)

    def cut(self):
        table = self.table
        shown = list(table.shown)
        table.cut()
        self.cuts += 1
        table.start()
        kept = self.kept()
        # Everything shown as accepted is there, in order. The last verdict may not have been shown.
        rest = iter(kept)
        assert all(each in rest for each in verdicts(shown))
        assert table.program.match.referee is not None
        table.run(1700)
        if table.program.show.differences:
            self.differed += 1
            words = table.program.panel.words
            table.program.panel.notices = None
            assert told(table, words.SAY["power"]), table.said()
        table.program.panel.notices = None
        table.program.show.differences = []

    def again(self, event, before):
        """After a cut, people look at the screen and repeat presses that were not registered."""
        table = self.table
        if self.pressed(event) and "draw" not in event:
            if self.counted(event) == before:
                table.people.do(event)
        elif "draw" in event:
            missing = event["draw"] - (self.counted(event) - before)
            if missing:
                table.people.do({"draw": missing})
        table.wait()
        table.program.show.differences = []
        if "in" in event and len(self.kept()) < len(verdicts(self.wanted)):
            # A card was lifted and put back while the table was off: nothing has moved.
            table.people.press("ok")
            table.wait()

    def kept(self):
        """Return the verdicts in the journal, in order."""
        found = []
        for _, kind, thing in self.table.program.journal.read(0):
            if kind == OUTCOME:
                outcome = json.loads(thing)
                name = outcome.pop("event")
                outcome.pop("t")
                if name in _VERDICTS:
                    found.append((name, *outcome.values()))
        return found

    def check(self):
        table = self.table
        table.sound()
        assert self.kept() == verdicts(self.wanted), table.describe()

    def check_end(self):
        game = self.table.program.match.referee.view
        right = self.referee.view
        assert (game.phase, game.totals, game.hands, game.seat) == (right.phase, right.totals, right.hands, right.seat)
        for zone in set(game.zones()) | set(right.zones()):
            if zone == 0:  # of a pile the readers see the top
                assert set(right.cards(0)[-1:]) <= set(game.cards(0))
            elif zone > 0:
                assert sorted(game.cards(zone)) == sorted(right.cards(zone)), zone


@pytest.mark.parametrize(
    ("game", "seed", "turns"), ring.longer(("gin", 5, 9), ("rami51", 11, 9), ("manipulation", 3, 7))
)
def test_cuts_anywhere(game, seed, turns):
    """A real littlefs; at most three cuts while one card is laid."""
    sitting = Sitting(log_of(game, seed, {}, 2, turns), seed)
    sitting.play(CUTS)
    sitting.check_end()
    assert sitting.cuts == CUTS
    assert sitting.differed  # some cuts came between a card's arrival and its record
    assert sitting.torn


@pytest.mark.parametrize(
    ("game", "seed", "seats"), ring.longer(("rami51", 4, 2), ("gin", 1, 2), ("manipulation", 2, 3))
)
def test_cuts_in_a_ruling(game, seed, seats):
    """The table is before the ruling or after it, never between, also if it ended the match."""
    log = Deciding(game, seed, seats=seats, honest=True).play(ring.rounds(5, 12)).log
    sitting = Sitting(log, seed)
    sitting.play(ring.rounds(4, 12), "ruling")
    sitting.check_end()
    assert sitting.torn


def in_play(folder, **more):
    """Return a table where Luc is on turn, with a run on meld 1."""
    table = dealt(folder, more=more)
    table.lay_and_wait("meld1", "7H 8H 9H")
    table.lay_and_wait("discard", "2C")
    assert [each[0] for each in table.shown] == ["turn"]
    return table


def test_cards_moved_meanwhile_are_shown_and_followed(tmp_path):
    table = in_play(tmp_path)
    table.cut()
    table.lay("meld2", "KC KD KH")
    table.take("7H")
    table.start(3000)
    assert told(table, table.program.panel.words.menu().NOTICES["resumed"])
    table.read_notice()
    said = table.said()
    for part in ("Power was lost", "Meld 1, missing: 7♥", "Meld 2, now there:", "K♦"):
        assert told(table, part), said
    shown = {zone: (set(gone), set(came)) for zone, gone, came in table.program.show.differences}
    assert shown["meld1"] == ({"7H"}, set())
    assert shown["meld2"] == (set(), {"KC", "KD", "KH"})
    table.people.press("ok")
    assert not table.program.show.differences
    # The card is put back, and the turn is judged by what lies there.
    table.lay_and_wait("meld1", "7H")
    table.lay_and_wait("discard", "4C")
    assert table.shown[-1][0] == "turn"
    table.sound()


# --- the flash itself loses power


def test_a_full_flash_is_told_and_played_on():
    table = in_play(None, flash=Flash(24))
    files = table.files
    filler = 0
    while files.free() + 8192 > 4096:  # the journal's folder is counted twice
        files.write(f"filler{filler}", b"\xaa" * 3900)
        filler += 1
    cards = [rank + suit for suit in "SDC" for rank in "3456789TJQK"]
    while table.program.journal.recording:
        table.lay_and_wait("discard", cards.pop())
    table.run(500)
    assert told(table, "Not recording"), table.said()
    table.lay_and_wait("discard", "AS")
    assert len(verdicts(table.shown)) == 33 - len(cards) + 2
    for number in range(filler):
        files.remove(f"filler{number}")
    table.program.table.end()
    table.begin()
    table.run(300)
    assert table.program.journal.recording
    assert not told(table, "Not recording"), table.said()
    table.sound()


@pytest.mark.parametrize("at_ms", [0, 1960])
def test_what_is_pressed_before_the_match_is_back_waits_for_it(tmp_path, at_ms):
    table = dealt(tmp_path, ("discard", "meld1"))
    show = table.program.show
    assert (show.phase, show.draws) == ("turn", 0)
    table.cut()
    machine.plug(table.twin.board)
    clock = table.twin.clock
    listening = Buttons(
        [machine.Pin(each["pin"], machine.Pin.IN, machine.Pin.PULL_UP) for each in table.config["buttons"]], clock.us
    )
    table.twin.keys["minus"].tap(clock, 40, clock.now + 1000 * at_ms)
    clock.sleep_ms(2000)  # modules are loaded, the journal is read back
    program = Program(clock, table.files, table.port, None, None, listening)
    assert program.board.buttons is listening
    table.program = program
    table.run(1000)
    # It counts as a drawn card, as it would have a moment later.
    assert (program.show.phase, program.show.draws) == ("turn", 1)
    assert not program.panel.notices
    assert not table.errors()


@pytest.mark.parametrize(("button", "reads_only"), [("ok", True), ("minus", False), (1, False)])
def test_the_notice_that_the_match_goes_on_takes_no_press_but_ok(tmp_path, button, reads_only):
    table = dealt(tmp_path, ("discard", "meld1"))
    table.people.press("minus")
    table.cut()
    table.start(1500)
    assert table.program.panel.notices
    table.people.press(button)
    table.run(1500)
    assert not table.program.panel.notices
    events = [thing for _, kind, thing in table.journal([EVENT])]
    acted = events[-1].get("press") == "done" or len([e for e in events if "draw" in e]) == 2
    assert acted == (not reads_only)


# --- main.py


MAIN = paths.engine().parent / "main.py"


def main_on(table, monkeypatch, hold=None):
    """Run main.py on a table, as the board does; return its output and its error."""
    monkeypatch.chdir(table.files._root)
    machine.plug(table.twin.board)
    clock = table.twin.clock
    monkeypatch.setattr("app.clock.Clock", lambda: clock)
    monkeypatch.setattr("app.link.usb.UsbPort", lambda: table.port)
    if hold is not None:
        table.twin.board.wire(hold).drive(0)
    space = {"__name__": "main"}
    exec(compile(MAIN.read_text("utf-8"), str(MAIN), "exec"), space)
    said = io.StringIO()
    error = None
    with contextlib.redirect_stdout(said):
        try:
            space["main"]()
        except (Exception, machine.Reset) as caught:
            error = caught
    return said.getvalue(), error


def stop_at(table, ms, error=KeyboardInterrupt):
    def stop():
        raise error

    table.twin.clock.at(table.twin.clock.now + 1000 * ms, stop)


def off(table):
    return table.twin.air.on == [] and set(table.twin.strip.pixels) == {(0, 0, 0)}


def standing(folder, **more):
    return Running(config_for("discard", "meld1", **more), folder=folder, start=False)


def test_the_safe_button_keeps_the_table_from_starting(tmp_path, monkeypatch):
    table = standing(tmp_path)
    said, error = main_on(table, monkeypatch, hold=table.config["safe_pin"])
    assert "safe mode" in said
    assert error is None
    assert table.twin.clock.now < 10000
    assert table.twin.air.switches == 0
    assert "journal" not in [each.name for each in tmp_path.iterdir()]


def test_ctrl_c_ends_at_the_repl(tmp_path, monkeypatch):
    table = standing(tmp_path)
    stop_at(table, 4000)

    def shown(program):
        table.program = program
        show(program)

    monkeypatch.setattr("app.people.stopped.show", shown)
    said, error = main_on(table, monkeypatch)
    assert "stopped" in said
    assert error is None
    assert table.twin.air.switches > 5
    assert off(table)
    assert table.twin.board.watchdog is None
    assert "error.txt" not in table.files.names()
    # The screen says so, and how it starts again.
    said = table.said()
    assert "stopped over USB" in said
    assert "mpremote reset" in said
    assert table.picture() == table.drawn()


@pytest.mark.parametrize("broken", ["app.loop.Loop._fail", "app.program.Program.__init__"])
def test_an_error_outside_of_the_tasks_is_written_down_and_seen(broken, tmp_path, monkeypatch):
    table = standing(tmp_path)

    def fails(*_):
        raise RuntimeError("the sky falls")

    stop_at(table, 2000, RuntimeError("the sky falls"))
    monkeypatch.setattr(broken, fails)
    said, error = main_on(table, monkeypatch)
    assert "error.txt" in said
    assert isinstance(error, RuntimeError)
    assert "the sky falls" in table.files.read("error.txt").decode()
    assert off(table)


def test_a_fault_in_a_task_is_noted_and_the_others_go_on(tmp_path, monkeypatch):
    table = standing(tmp_path)
    table.start(1500)
    draw = table.program.lights.draw
    table.program.lights.draw = lambda: 1 // 0
    table.run(3000)
    table.program.lights.draw = draw
    assert "ZeroDivisionError" in table.errors()
    assert table.errors().count("Traceback") == 1  # not once per second
    assert told(table, "An error stopped the table")
    table.people.press("ok")
    assert table.program.show.phase == "menu"
    scans = table.program.readers.scans
    table.run(1500)
    assert table.program.readers.scans > scans
    assert table.light("discard") == "idle"


@pytest.mark.parametrize("config", [b"{", b"[]", b'{"safe_pin": "x"}', None])
def test_main_starts_with_any_config(config, tmp_path, monkeypatch):
    table = standing(tmp_path)
    if config is None:
        table.files.remove("config.json")
    else:
        table.files.write("config.json", config)
    stop_at(table, 3000)
    said, error = main_on(table, monkeypatch)
    assert "stopped" in said
    assert error is None
    assert "error.txt" not in table.files.names()


def test_the_watchdog_is_fed_when_there_is_one(tmp_path, monkeypatch):
    """It starts late, so that a host can still connect, and resets the board if it is not fed."""
    table = standing(tmp_path, watchdog_ms=4000)
    seen = []
    clock = table.twin.clock
    for at in range(1, 60):
        clock.at(at * 1000000, lambda: seen.append(table.twin.board.watchdog is not None))
    stop_at(table, 60000)
    main_on(table, monkeypatch)
    assert seen[:28] == [False] * 28
    assert all(seen[32:])
    assert table.twin.board.watchdog is not None
    assert table.twin.board.reset_cause == 1
    with pytest.raises(machine.Reset):
        clock.sleep_us(9000000)
    assert table.twin.board.reset_cause == 3
