"""A real board on the page: nobody can move a card, and everything follows the board.

A board sends neither its lights nor its screen. So the same firmware runs here on a modelled table
with the board's config: it repeats what the board reports, and its lights and screen are shown.
Its buttons press those of the board, which then sends the screen; that is shown instead.
"""

import copy
import importlib
import json
import logging
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

from tierce.cards import code
from tierce.log import from_log
from tierce.phases import HAND
from tierce.records import EVENT
from tierce.view import View
from tierce.zones import DISCARD, zone_name
from tierce_tools.base.scratch import Scratch
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.records import Record
from tierce_tools.logs.replay import Event, Step
from tierce_tools.machines.follower import Away, Beside, BoardRows, Follower, Reached, in_thread
from tierce_tools.machines.modelled import Modelled
from tierce_tools.match.watcher import Began, Damaged, Happening, Left, Lost, Restarted, Said, Watcher
from tierce_tools.virtual.board import config_for, program_module
from tierce_tools.virtual.checks import READ_ONLY
from tierce_tools.virtual.faults import Faults
from tierce_tools.virtual.machine import Machine, Steps

_LOGGER = logging.getLogger(__name__)
_MANY = 8  # waiting events; if there are more, they are not repeated one by one
_CATCH_UP_S = 0.02  # for catching up, per call
_PIECE_MS = 20.0
_LOOK_MS = 500.0
_BOOT_MS = 3000.0  # of the model's time, until all zones have been read
_BETWEEN_MS = 100.0
_SCREEN_LINES = ("cs", "dc", "reset", "busy")
_OVER: Record = {"seq": 0, "note": {"over": True}}


def maker(port: str, beside: Beside = in_thread) -> Callable[[dict[str, Any] | None], "Mirror"]:
    """Return a maker of the mirror of the board on a port: a device, or "auto"; `beside` is the Follower's."""
    last: list[Mirror] = []

    def machine_for(_: dict[str, Any] | None) -> Mirror:
        while last:
            last.pop().close()
        last.append(Mirror(port, beside=beside))
        return last[-1]

    return machine_for


class Mirror(Machine):
    """A board as a `readonly` Machine; the steps of people raise Trouble.

    `connection` is "on" or "away". `table` is the model's, a new one for another board. Its time
    advances as requested, though the model runs faster while it catches up, until `clock` (seconds)
    says that others should run. Raises Trouble if there is no board.
    """

    kind = "mirror"
    readonly = True

    def __init__(self, port: str, clock: Callable[[], float] = time.monotonic, beside: Beside = in_thread) -> None:
        program_module()
        self._clock = clock
        self._link = Follower(port, beside)
        self._folder = Scratch()
        self._faults = Faults()
        self._watching = Watcher()
        self._todo: deque[Callable[[], Steps]] = deque()
        self._busy = False  # whether one of these steps is running
        self._steps: Steps = self._start()
        self._due = 0.0
        self._ms = 0.0
        self._look_at = 0.0  # when the screen of a board that reads taps is looked at again
        self._new: list[Record] = []
        self._resumed_at = -1  # number of events when the model was last set up
        self._panel: Any = None  # the model's panel whose buttons are the board's
        self._rows: list[Any] | None = None  # the board's screen, once a button was pressed here
        self._hints: list[int] = []  # seats whose hint the newest records have
        self._hinted: list[int] = []  # and those whose hint the rows may show
        self.connection = "on"
        self._told = self._link.config
        try:
            self._plug(self._told)
        except BaseException:
            self.close()
            raise

    def _plug(self, config: dict[str, Any]) -> None:
        """Create a model of the table with this config."""
        of_board: Any = importlib.import_module("app.config")
        errors = of_board.check(config)
        if errors:
            said = "; ".join(of_board.say(errors, config.get("language", "en")))
            raise Trouble(
                "table.mirror_config",
                "the board's config.json has errors ({errors}): correct them with tierce doctor, then try again",
                errors=said,
            )
        config = copy.deepcopy(config)
        self._tapped = any(zone["zone"] == "tap" for zone in config["zones"])
        if self._tapped:
            config = _with_zones(config)
        if hasattr(self, "_model"):
            self._model.close()  # first, as only one firmware can run at a time
        config = _with_panel(config, of_board)
        self._model = Modelled(self._empty(), config)
        self.config, self.table = config, self._model.table
        of_buttons: Any = importlib.import_module("drivers.buttons")
        self._gestures = of_buttons.GESTURES
        keys = self.table.keys
        self._names = list(keys)
        pins = [SimpleNamespace(value=lambda wire=key.wire: wire.level) for key in keys.values()]
        self._buttons: Any = of_buttons.Buttons(pins)
        self._faults.again(self)

    # --- time

    def ms(self) -> float:
        """See Machine."""
        return self._ms

    def advance(self, ms: float) -> None:
        """See Machine."""
        self._ms += ms
        if self._tapped and self._ms >= self._look_at:  # what is tapped is on its screen, and in no record
            self._look_at = self._ms + _LOOK_MS
            self._link.press()
        self._take_news()
        self._press()
        self._pass(ms)
        late = self._clock() + _CATCH_UP_S
        while self._behind and self._clock() < late:
            self._pass(_PIECE_MS)
        self._model.records()  # the model's records are not the board's

    @property
    def _behind(self) -> bool:
        return bool(self._todo) or self._busy

    def _pass(self, ms: float) -> None:
        model = self._model
        end = model.ms() + ms
        while model.ms() < end:
            if model.ms() >= self._due:
                self._due = model.ms() + self._step()
            model.advance(max(0.001, min(end, self._due) - model.ms()))

    def _step(self) -> float:
        try:
            return next(self._steps)
        except Exception:  # what the model can't repeat is skipped
            _LOGGER.exception("at the model")
            self._steps = self._start()
            self._resumed_at = len(self._watching.events)
            return _BETWEEN_MS

    def _press(self) -> None:
        """Press the board's buttons as those of the model, whose own panel only shows the board's rows."""
        for index, gesture in self._buttons.poll(int(self._ms)):
            self._link.press(button=self._names[index], gesture=self._gestures[gesture])
        panel = self._model.program.panel
        if panel is not self._panel:
            self._panel, own = panel, panel.rows

            def rows(columns: int, lines: int) -> Any:
                return self._rows or own(columns, lines)

            panel.gesture, panel.rows = _nothing, rows

    # --- the board's records

    def records(self) -> list[dict[str, Any]]:
        """See Machine."""
        found, self._new = self._new, []
        return found

    def _take_news(self) -> None:
        for news in self._link.news():
            if isinstance(news, Away):
                self.connection = "away"
            elif isinstance(news, BoardRows):
                self._rows, self._hinted = news.rows, self._hints
                self._model.program.show.stamp += 1
            elif isinstance(news, Reached):
                self.connection = "on"
                self._reach(news)
            else:
                self._new += news
                self._hints = [record["seat"] for record in news if record.get("event") == "hint"]
                self._hinted = self._hinted + self._hints
                if self._rows:
                    self._link.press()
                for record in news:
                    for happening in self._watching.take(record):
                        self._happen(happening)
        if len(self._todo) > _MANY:
            self._set_up()

    def _reach(self, news: Reached) -> None:
        self._rows = None
        if news.anew:
            self._new.append(_OVER)
            self._watching.forget()
            self._set_up()
        if news.config != self._told:
            self._told = news.config
            with suppress(Trouble):  # otherwise it plays nothing that could look different
                self._plug(news.config)
            self._set_up()

    def _happen(self, happening: Happening) -> None:
        if isinstance(happening, Step):
            event = happening.event or {}
            self._todo.append(lambda: self._start_do(event))
        elif isinstance(happening, (Began, Damaged, Left, Lost)):
            self._set_up()
        elif isinstance(happening, Restarted):
            if happening.back:
                self._set_up()
            elif self._watching.header is not None:
                self._todo.append(self._start_anew)
        elif isinstance(happening, Said):
            self._warned(happening.outcome)

    def _warned(self, outcome: Record) -> None:
        """Make the model's reader fail as the board's does."""
        what, zone = outcome.get("code"), outcome.get("zone")
        if what in ("reader_lost", "reader_back") and zone in self.table.antennas:
            self._faults.switch(self, "dead", str(zone), what == "reader_lost")

    # --- the model's steps

    def _start(self) -> Steps:
        """Steps, endless: do the waiting steps one after another."""
        while True:
            self._busy = True
            if self._todo:
                yield from self._todo.popleft()()
            elif self._differs():
                yield from self._start_set_up()
            else:
                self._busy = False
                yield _BETWEEN_MS

    def _set_up(self) -> None:
        """Set up the model at the match's current state, abandoning other steps."""
        self._todo.clear()
        self._todo.append(self._start_set_up)
        self._steps = self._start()
        self._due = 0.0

    def _start_set_up(self) -> Steps:
        """Steps: start the model with a journal of all events so far."""
        watching, model = self._watching, self._model
        self._todo.clear()  # its events are in the journal as well
        header = watching.header if watching.referee is not None else None
        events = [event for _, event in watching.events]
        self._resumed_at = len(events)
        model.table.clear()
        model.cut()
        self._empty()
        config = dict(self.config)
        if header is not None:
            config.update(game=header["game"], players=header["players"], rules=header.get("rules") or {})
        Path(self._folder.name, "config.json").write_text(json.dumps(config), "utf-8")
        model.on()
        if header is not None:
            program = model.program
            program.table.begin(header)
            if events:
                assert watching.referee is not None
                rules, seats = watching.referee.rules, watching.referee.seats
                for event in events:
                    program.journal.put(event["t"], EVENT, from_log(event, 0, {}, rules, seats))
                program.journal.sync()
                model.cut()
                self._lay(watching.referee)
                model.on()
        yield _BOOT_MS
        self._read()

    def _lay(self, referee: Any) -> None:
        """Lay the cards as the referee knows them, except in zones that the table lacks."""
        view = referee.view
        for number in view.zones():
            zone = zone_name(number)
            if zone in self.table.antennas:
                for card in view.cards(number):
                    self.table.put(zone, code(card))

    def _start_anew(self) -> Steps:
        """Steps: the board restarted, so restart the model."""
        self._model.cut()
        self._model.on()
        yield _BOOT_MS

    def _read(self) -> None:
        """Dismiss notices, and confirm that the table is right."""
        panel = self._model.program.panel
        of_panel: Any = importlib.import_module("app.people.panel")
        for _ in range(2):
            if panel.notices or self._model.program.show.differences:
                of_panel.Panel.gesture(panel, "ok", "short")

    def _start_do(self, event: Event) -> Steps:
        """Steps: repeat one event, and wait until it has been seen. Hints are not repeated."""
        self._read()
        told, table, referee = self._model.program.table, self.table, self._watching.referee
        assert referee is not None
        what, _, *details = from_log(event, 0, referee.tags, referee.rules, referee.seats)
        do = {"ruling": told.rule, "press": told.press, "draw": told.draw, "joker": told.declare}.get(what)
        if do:
            if event.get("press") != "hint":
                do(*details)
        elif event.get("by") == HAND:
            for cards, out in ((details[1], True), (details[2], False)):
                for card in cards:
                    told.put_by_hand(details[0], card, out)
        elif event["zone"] in table.antennas:
            for card in event.get("out") or ():
                if table.zones.get(card) == event["zone"]:
                    table.take(card)
            for card in event.get("in") or ():
                table.put(event["zone"], card)
        yield from self._model.start_settle()

    def _differs(self) -> bool:
        """Tell whether the model's match differs from the board's, since it was set up.

        A model cannot reproduce two readers seeing cards at once, or a card beneath another.
        """
        watching = self._watching
        if watching.referee is None or self._resumed_at >= len(watching.events):
            return False
        mine = self._model.program.match.referee
        return mine is None or _standing(mine.view) != _standing(watching.referee.view)

    # --- the machine

    def screen_text(self) -> list[str]:
        """See Machine."""
        return self._model.screen_text()

    def screen_for(self) -> list[int]:
        """See Machine."""
        return self._hinted if self._rows else []

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise Trouble("table.readonly", READ_ONLY)

    start = cut = on = _refuse

    def start_settle(self) -> Steps:
        """See Machine."""
        yield _BETWEEN_MS

    def close(self) -> None:
        """See Machine."""
        self._link.close()
        if hasattr(self, "_model"):
            self._model.close()
        self._folder.cleanup()

    def _empty(self) -> Path:
        """Return the model's folder with an empty journal."""
        folder = Path(self._folder.name)
        for old in (*(folder / "journal").glob("*"), *folder.glob("totals.bin")):
            old.unlink()
        return folder


def _nothing(*_: object) -> None:
    pass


def _with_zones(config: dict[str, Any]) -> dict[str, Any]:
    """Return the config of a table on whose zones the cards lie that are tapped at the table of `config`."""
    whole = config_for({"game": "rami51", "players": ["Ana"], **config}, config.get("language", "en"))
    whole.update({key: config[key] for key in ("name", "hints") if key in config})
    screen = config.get("screen")
    if screen and "i2c" in screen:  # the seats' buttons have its pins
        whole["screen"] = {**screen, "i2c": 0, "sda": 0, "scl": 1}
        whole["buttons"] = [button for button in whole["buttons"] if "does" in button]
    return whole


def _with_panel(config: dict[str, Any], of_board: Any) -> dict[str, Any]:
    """Return a config with the buttons and the screen that a table may lack, at free GPIOs."""
    free = set(range(of_board.PINS)) - {pin for pin, _, _ in of_board._Check(config).pins}
    buttons = list(config.get("buttons") or ())
    there: list[Any] = [each.get("does") for each in buttons]
    lacking = [does for does in ("minus", "plus", "ok") if does not in there]
    buttons += [{"does": does, "pin": free.pop()} for does in lacking[: 9 - len(buttons)] if free]
    screen = config.get("screen")
    spi = 1 - (config.get("spi") or {"id": 0})["id"]
    bus = {line: free.intersection(of_board.can(line, spi)[1]) for line in ("sck", "mosi")}
    if not screen and all(bus.values()) and len(free) > len(_SCREEN_LINES) + 1:
        lines = {line: min(pins) for line, pins in bus.items()}
        screen = {
            "kind": "epaper",
            "spi": spi,
            **lines,
            **dict(zip(_SCREEN_LINES, free - {*lines.values()}, strict=False)),
        }
    return {**config, "buttons": buttons, **({"screen": screen} if screen else {})}


def _standing(view: View) -> tuple[Any, ...]:
    """Return the state of a match that lights and screen show."""
    lying = {zone: sorted(view.cards(zone)) for zone in view.zones() if zone != DISCARD}
    return view.phase, view.round, view.seat, list(view.hands), list(view.totals), lying
