"""Examines a table: sends pieces of `on_board` to it, and yields the facts that they tell.

Where no person helps, what needs one is left out. What the facts mean, `findings` says.
"""

import importlib
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

from tierce_tools.paths import firmware

Fact = dict[str, Any]

SCANS = 50  # of each zone, ten at a time
_AT_ONCE = 10
_LEAKS = 20  # scans of the other zones while a test card lies in one
_PRESS_MS = 15000
_PIECES = Path(__file__).parent / "on_board"
# A scan takes some hundredths of a second; a screen that never ends its refresh, ten seconds.
_TIMEOUT = 60.0


class Bench(Protocol):
    """Where pieces run: a board at its REPL, or a modelled table."""

    def lines(self, code: str, timeout: float) -> Iterator[str]:
        """Run code; yield the lines that it prints, as they come."""
        ...

    def now(self) -> float:
        """Return the time, in seconds, that the table's clock is compared with."""
        ...


class Helper(Protocol):
    """Who helps: None for what is not done. Zones and buttons are given by their names."""

    def lay(self, zone: str) -> bool:
        """Lay a card in a zone; tell whether that is done."""
        ...

    def take(self, zone: str) -> None:
        """Take that card away."""
        ...

    def sees(self, what: str, zone: str) -> bool | None:
        """Tell whether "lights" of a zone, the "screen", the "buzzer" are as they should be."""
        ...

    def press(self, button: str) -> bool:
        """Be about to press a button; tell whether that will be done."""
        ...


class Modelled:
    """A modelled table: `table` is of tierce_tools.twin, `files` are the firmware's."""

    def __init__(self, table: Any, files: Any) -> None:
        self.table = table
        machine, _ = importlib.import_module("tierce_tools.twin").modules()
        machine.plug(table.board)
        self._printed: list[str] = []
        self._names: dict[str, Any] = {
            "__name__": "examined",
            "clock": table.clock,
            "files": files,
            "print": self._printed.append,
        }

    def lines(self, code: str, timeout: float) -> Iterator[str]:
        """Run code; yield the lines that it has printed."""
        exec(code, self._names)
        printed, self._printed[:] = list(self._printed), []
        yield from printed

    def now(self) -> float:
        """Return the model's own time, in seconds."""
        return self.table.clock.now / 1e6


class AtRepl:
    """A board whose program was stopped: `repl` is a board.repl.Repl."""

    def __init__(self, repl: Any) -> None:
        self._repl = repl
        for _ in self.lines("clock = files = None", _TIMEOUT):
            pass

    def lines(self, code: str, timeout: float) -> Iterator[str]:
        """Run code; yield the lines that it prints, as they come."""
        yield from self._repl.lines(code, timeout=timeout)

    def now(self) -> float:
        """Return this computer's time, in seconds."""
        return time.monotonic()


class Hands:
    """Who helps at a modelled table: does what a person does, and sees what a person sees."""

    CARD = "7H"

    def __init__(self, table: Any) -> None:
        self.table = table

    def lay(self, zone: str) -> bool:
        """Lay a card."""
        self.table.put(zone, self.CARD)
        return True

    def take(self, zone: str) -> None:
        """Take it away."""
        self.table.take(self.CARD)

    def sees(self, what: str, zone: str) -> bool | None:
        """Look at the modelled lights or screen, or listen."""
        if what == "lights":
            return self._sees_lights(zone)
        if what == "screen":
            rows: list[Any] = self.table.panel.picture()
            middle = rows[len(rows) // 2]
            return bool(rows[0][0] and rows[-1][-1] and middle[0] and not middle[len(middle) // 2])
        return None

    def _sees_lights(self, zone: str) -> bool:
        pixels: list[Any] = self.table.strip.pixels
        lit: set[int] = {at for at, pixel in enumerate(pixels) if any(pixel)}
        for each in self.table.config["zones"]:
            if each["zone"] == zone:
                first, count = each["leds"]
                return lit == set(range(first, first + count))
        return False

    def press(self, button: str) -> bool:
        """Press a button in a moment."""
        key = self.table.keys.get(int(button[4:]) if button.startswith("seat") else button)
        if key is None:
            return False
        clock = self.table.clock
        key.tap(clock, 80, clock.now + 100000)
        return True


class Examination:
    """One examination of a table. `said(what, zone)` hears what is done next."""

    def __init__(self, bench: Bench, said: Callable[[str, str], None], language: str) -> None:
        self._bench = bench
        self._said = said
        self._language = language
        self.config: Fact = {}
        self._open: list[str] = []  # zones whose readers answer

    def run(
        self, helper: Helper | None = None, only: Sequence[str] = (), cards_only: bool = False
    ) -> Iterator[Fact]:
        """Yield all facts. `only`: the zones that are examined, all if none are named."""
        self._said("program", "")
        yield from self._piece("begin")
        self._kept = ""
        yield from self._do("_kept = None\n_kept = set(globals())")
        yield from self._do('attempt("memory", look_at_memory)')
        yield from self._do('attempt("version", look_at_version)')
        for fact in self._do(f'attempt("setup", set_up, {self._language!r})'):
            if fact["fact"] == "config":
                self.config = fact["config"]
            yield fact
        if not self.config:
            return
        try:
            yield from self._examine(helper, only, cards_only)
        finally:
            # Whoever has gone is not told, and a board that was pulled out needs no telling.
            if sys.exc_info()[0] is None:
                self._run_out()

    def _examine(
        self, helper: Helper | None, only: Sequence[str], cards_only: bool
    ) -> Iterator[Fact]:
        yield from self._clock()
        if not only:
            self._said("storage", "")
            yield from self._with("storage", ["examine()"])
        names = [zone["zone"] for zone in self.config["zones"]]
        if names:
            yield from self._readers(names, helper, only)
        if not only:
            yield from self._devices(None if cards_only else helper, names)
        elif helper and not cards_only and self.config.get("leds"):
            yield from self._piece("devices")
            yield from self._lights(helper, names, only)
        yield from self._do("put_out()")
        yield from self._clock()

    def _run_out(self) -> None:
        for _ in self._do("put_out()"):
            pass

    # --- the readers

    def _readers(
        self, names: list[str], helper: Helper | None, only: Sequence[str]
    ) -> Iterator[Fact]:
        yield from self._piece("readers")
        yield from self._do('attempt("busy", look_at_busy)')
        for index, name in enumerate(names):
            self._said("reader", name)
            for fact in self._do(f'attempt("reader", examine_reader, {index})'):
                if fact["fact"] == "reader" and "error" not in fact:
                    self._open.append(name)
                yield fact
        yield from self._do('attempt("pairs", look_at_pairs)')
        indices = [at for at, name in enumerate(names) if name in self._open]
        if indices:
            self._said("lying", "")
            for _ in range(0, SCANS, _AT_ONCE):
                yield from self._do(f'attempt("reads", read, {indices}, {_AT_ONCE})')
            yield from self._do('attempt("others", look_for_others)')
            yield from self._do('attempt("tags", look_at_tags)')
            if helper:
                yield from self._test_cards(names, indices, helper, only)
        yield from self._do("forget(_kept)")

    def _test_cards(
        self, names: list[str], indices: list[int], helper: Helper, only: Sequence[str]
    ) -> Iterator[Fact]:
        for index in indices:
            name = names[index]
            if only and name not in only:
                continue
            self._said("card", name)
            if not helper.lay(name):
                continue
            others = [at for at in indices if at != index]
            try:
                for zones, scans in (([index], SCANS), (others, _LEAKS)):
                    yield from self._do(f'attempt("reads", read, {zones}, {scans}, {name!r})')
            finally:
                helper.take(name)

    # --- the devices

    def _devices(self, helper: Helper | None, names: list[str]) -> Iterator[Fact]:
        self._said("devices", "")
        yield from self._with("devices", ["examine()"], forget=False)
        if helper:
            if self.config.get("leds"):
                yield from self._lights(helper, names, ())
            if self.config.get("screen"):
                self._said("screen", "")
                yield _seen("screen", "", helper)
            for button in self.config.get("buttons") or ():
                name: str = button.get("does") or f"seat{button['seat']}"
                self._said("button", name)
                if helper.press(name):
                    yield from self._do(
                        f'attempt("buttons", watch_buttons, {name!r}, {_PRESS_MS})'
                    )
            if self.config.get("buzzer"):
                self._said("buzzer", "")
                yield from self._do('attempt("buzzer", play)')
                yield _seen("buzzer", "", helper)
        yield from self._do("forget(_kept)")

    def _lights(
        self, helper: Helper, names: list[str], only: Sequence[str]
    ) -> Iterator[Fact]:
        for index, zone in enumerate(self.config["zones"]):
            name = names[index]
            if zone.get("leds") and (not only or name in only):
                self._said("lights", name)
                yield from self._do(f'attempt("lights", light, {index})')
                yield _seen("lights", name, helper)
        yield from self._do('attempt("lights", light, -1)')

    # --- pieces

    def _clock(self) -> Iterator[Fact]:
        before = self._bench.now()
        for fact in self._do('attempt("clock", look_at_clock)'):
            if fact["fact"] == "clock":
                # The board looked at its clock somewhere between the question and the answer.
                fact.update(asked=before, answered=self._bench.now())
            yield fact

    def _with(self, name: str, calls: Sequence[str], forget: bool = True) -> Iterator[Fact]:
        yield from self._piece(name)
        for call in calls:
            yield from self._do(call)
        if forget:
            yield from self._do("forget(_kept)")

    def _piece(self, name: str) -> Iterator[Fact]:
        return self._do((_PIECES / f"{name}.py").read_text("utf-8"))

    def _do(self, code: str) -> Iterator[Fact]:
        for line in self._bench.lines(code, _TIMEOUT):
            # Whatever else is printed there is no fact.
            if line.startswith("{"):
                yield json.loads(line)


def _seen(what: str, zone: str, helper: Helper) -> Fact:
    return {"fact": "seen", "what": what, "zone": zone, "right": helper.sees(what, zone)}


def modelled_table(folder: str, config: Fact | None = None, **rates: float) -> Modelled:
    """Return the bench of the club's table, modelled, with a whole deck; its flash is a folder."""
    from tierce_tools.modelled import deck_bin

    if str(firmware()) not in sys.path:
        sys.path.append(str(firmware()))
    importlib.import_module("tierce_tools.twin").modules()
    twin: Any = importlib.import_module("tierce_tools.twin.table")
    if config is None:
        config = json.loads((firmware() / "config.json").read_text("utf-8"))
    files: Any = importlib.import_module("app.files").Files(folder)
    files.write("config.json", json.dumps(config).encode())
    files.write("deck.bin", deck_bin(twin.uid_of))
    return Modelled(twin.Table(config, 1, **rates), files)


def on_modelled(said: Callable[[str, str], None], language: str, **how: Any) -> Iterator[Fact]:
    """Examine a modelled table, which helps by itself; yield the facts."""
    with tempfile.TemporaryDirectory(prefix="tierce-") as folder:
        bench = modelled_table(folder)
        yield from Examination(bench, said, language).run(Hands(bench.table), **how)
