"""Examines a table: runs the pieces of `on_board` there and yields the facts that they print.

Without a helper, tests that need a person are skipped. `findings` interprets the facts.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol, cast

from tierce_tools.base.trouble import Trouble

Fact = dict[str, Any]
Said = Callable[[str, str], None]  # called with the next step and its zone

SCANS = 50  # per zone, ten at a time
_AT_ONCE = 10
_LEAKS = 20  # scans of the other zones while a test card lies in one
_PRESS_MS = 15000
_LOOKS = 3  # readings of the clock
_PIECES = Path(__file__).parent / "on_board"
# A scan takes up to some 50 ms; a screen whose refresh never ends takes ten seconds.
_TIMEOUT = 60.0


class Bench(Protocol):
    """Runs the pieces: a board at its REPL, or a modelled table."""

    def lines(self, code: str, timeout: float) -> Iterator[str]:
        """Run code; yield the lines that it prints, as they come."""
        ...

    def now(self) -> float:
        """Return the time, in seconds, to compare the table's clock with."""
        ...


class Helper(Protocol):
    """A person who helps; None where a step was not done. Zones and buttons are given by name."""

    def lay(self, zone: str) -> bool:
        """Lay a card in a zone; tell whether it was done."""
        ...

    def take(self, zone: str) -> None:
        """Take the card away."""
        ...

    def listen(self) -> None:
        """Get ready to hear the buzzer."""
        ...

    def sees(self, what: str, zone: str) -> bool | None:
        """Tell whether the "lights" of a zone, the "screen" or the "buzzer" are right."""
        ...

    def press(self, button: str) -> bool:
        """Get ready to press a button; tell whether the person will."""
        ...

    def place(self, what: str, zone: str, number: int) -> bool:
        """Lay what a step of `reach` wants, by its name, `number` of its unit; tell whether it was done."""
        ...


class Examination:
    """One examination of a table. Each zone is scanned `scans` times."""

    def __init__(self, bench: Bench, said: Said, language: str, scans: int = SCANS) -> None:
        self._bench = bench
        self._said = said
        self._language = language
        self._scans = scans
        self.config: Fact = {}
        self._open: list[str] = []  # zones whose readers answer

    def run(self, helper: Helper | None = None, only: Sequence[str] = (), cards_only: bool = False) -> Iterator[Fact]:
        """Yield all facts. `only` names the zones to examine; empty means all. Raises Trouble."""
        self._said("program", "")
        yield from self._piece("begin")
        yield from self._do("_kept = None\n_kept = set(globals())")
        yield from self._do('attempt("memory", look_at_memory)')
        yield from self._do('attempt("version", look_at_version)')
        for fact in self._do(f'attempt("setup", set_up, {self._language!r})'):
            if fact["fact"] == "config":
                self.config = fact["config"]
            yield fact
        if not self.config:
            return
        names = [zone["zone"] for zone in self.config["zones"]]
        for name in only:
            if names and name not in names:
                raise Trouble(
                    "doctor.no_zone", "this table has no zone {zone}; it has {zones}", zone=name, zones=tuple(names)
                )
        yield from self._examine(helper, names, only, cards_only)

    def _examine(
        self, helper: Helper | None, names: list[str], only: Sequence[str], cards_only: bool
    ) -> Iterator[Fact]:
        yield from self._clock()
        if not only:
            self._said("storage", "")
            yield from self._piece("storage")
            yield from self._do("examine()")
            yield from self._do("forget(_kept)")
        if names:
            yield from self._readers(names, helper, only)
        if not only:
            yield from self._devices(None if cards_only else helper, names)
        elif helper and not cards_only and self.config.get("leds"):
            yield from self._piece("devices")
            yield from self._lights(helper, names, only)
        yield from self._do("put_out()")
        yield from self._clock()

    # --- the readers

    def _readers(self, names: list[str], helper: Helper | None, only: Sequence[str]) -> Iterator[Fact]:
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
            for _ in range(0, self._scans, _AT_ONCE):
                yield from self._do(f'attempt("reads", read, {indices}, {_AT_ONCE})')
            yield from self._do('attempt("others", look_for_others)')
            yield from self._do('attempt("tags", look_at_tags)')
            if helper:
                yield from self._test_cards(names, indices, helper, only)
        yield from self._do("forget(_kept)")

    def _test_cards(self, names: list[str], indices: list[int], helper: Helper, only: Sequence[str]) -> Iterator[Fact]:
        for index in indices:
            name = names[index]
            if only and name not in only:
                continue
            self._said("card", name)
            if not helper.lay(name):
                continue
            others = [at for at in indices if at != index]
            for zones, scans in (([index], self._scans), (others, _LEAKS)):
                yield from self._do(f'attempt("reads", read, {zones}, {scans}, {name!r})')
            helper.take(name)

    # --- the devices

    def _devices(self, helper: Helper | None, names: list[str]) -> Iterator[Fact]:
        self._said("devices", "")
        shows = False
        stuck: list[str] = []
        yield from self._piece("devices")
        for fact in self._do("examine()"):
            shows = shows or (fact["fact"] == "screen" and "error" not in fact)
            if fact["fact"] == "button" and fact["down"]:
                stuck.append(fact["name"])
            yield fact
        if helper:
            if self.config.get("leds"):
                yield from self._lights(helper, names, ())
            if shows:
                self._said("screen", "")
                yield _seen("screen", "", helper)
            for button in self.config.get("buttons") or ():
                name: str = button.get("does") or f"seat{button['seat']}"
                self._said("button", name)
                if name not in stuck and helper.press(name):
                    call = f"watch_buttons, {name!r}, {_PRESS_MS}, {stuck}"
                    yield from self._do(f'attempt("buttons", {call})')
            if self.config.get("buzzer"):
                self._said("buzzer", "")
                helper.listen()
                yield from self._do('attempt("buzzer", play)')
                yield _seen("buzzer", "", helper)
        yield from self._do("forget(_kept)")

    def _lights(self, helper: Helper, names: list[str], only: Sequence[str]) -> Iterator[Fact]:
        for index, zone in enumerate(self.config["zones"]):
            name = names[index]
            if zone.get("leds") and (not only or name in only):
                self._said("lights", name)
                yield from self._do(f'attempt("lights", light, {index})')
                yield _seen("lights", name, helper)
        yield from self._do('attempt("lights", light, -1)')

    # --- pieces

    def _clock(self) -> Iterator[Fact]:
        looks: list[Fact] = []
        for _ in range(_LOOKS):
            before = self._bench.now()
            for fact in self._do('attempt("clock", look_at_clock)'):
                fact.update(asked=before, answered=self._bench.now())
                looks.append(fact)
        # The fastest answer gives the smallest uncertainty about when the board read its clock.
        looks.sort(key=lambda fact: fact["answered"] - fact["asked"])
        yield from looks[:1]

    def _piece(self, name: str) -> Iterator[Fact]:
        return self._do((_PIECES / f"{name}.py").read_text("utf-8"))

    def _do(self, code: str) -> Iterator[Fact]:
        for line in self._bench.lines(code, _TIMEOUT):
            # Other printed lines are not facts.
            with suppress(ValueError):
                fact = json.loads(line)
                if isinstance(fact, dict):
                    yield cast("Fact", fact)


def _seen(what: str, zone: str, helper: Helper) -> Fact:
    return {"fact": "seen", "what": what, "zone": zone, "right": helper.sees(what, zone)}
