"""The benches on which a table is examined: a board at its REPL, or a modelled table.

A modelled table also has a modelled helper.
"""

import importlib
import json
import os
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import Any

from tierce_tools.base.paths import firmware
from tierce_tools.base.scratch import Scratch
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.examine import Examination, Fact, Helper, Said
from tierce_tools.description.boards import BOARDS

HELLO_S = 6.0  # seconds to wait for `hello`; a board that was just plugged in needs half of it
_BLOCK = 4096
_BLOCKS = BOARDS[0].files // _BLOCK  # of a Pico


class ModelledBench:
    """A modelled table. `table` is of tierce_tools.twin, `files` are the firmware's."""

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
        """Run code; yield the lines that it printed."""
        exec(code, self._names)
        printed, self._printed[:] = list(self._printed), []
        yield from printed

    def now(self) -> float:
        """Return the model's time, in seconds."""
        return self.table.clock.now / 1e6


class ReplBench:
    """A board at its raw REPL; `repl` is a board.repl.Repl."""

    def __init__(self, repl: Any) -> None:
        self._repl = repl
        for _ in self.lines("clock = files = None", 10.0):
            pass

    def lines(self, code: str, timeout: float) -> Iterator[str]:
        """Run code; yield the lines that it prints, as they come."""
        from tierce_tools.board.repl import BoardError

        try:
            yield from self._repl.lines(code, timeout)
        except BoardError as error:  # e.g. too little memory; the next piece is run
            last = (error.traceback.strip().splitlines() or [""])[-1]
            yield json.dumps({"fact": "failed", "part": "piece", "error": last})

    def now(self) -> float:
        """Return this computer's time, in seconds."""
        return time.monotonic()


_RANKS = "A23456789TJQK"


class Hands:
    """A modelled person who helps at a modelled table."""

    CARD = "7H"
    CARDS, MM = 22, 30  # plain cards under a tag, and outside the wire, at which it is read
    CLOSE = 11  # mm from card to card below which the last tag of a fan is not read

    def __init__(self, table: Any) -> None:
        self.table = table
        self._heard = False

    def lay(self, zone: str) -> bool:
        """Lay the test card in a zone."""
        self.table.put(zone, self.CARD)
        return True

    def take(self, zone: str) -> None:
        """Take the test card away."""
        self.table.take(self.CARD)

    def listen(self) -> None:
        """Listen in 30 ms, while the shortest tune still plays."""
        wire = self.table.board.wire(self.table.config["buzzer"]["pin"])

        def hear() -> None:
            self._heard = wire.tone != (0, 0)

        self.table.clock.at(self.table.clock.now + 30000, hear)

    def sees(self, what: str, zone: str) -> bool | None:
        """Look at the modelled lights or screen, or report whether the buzzer was heard."""
        if what == "lights":
            return self._sees_lights(zone)
        if what == "screen":
            rows: list[Any] = self.table.panel.picture()
            middle = rows[len(rows) // 2]
            return bool(rows[0][0] and rows[-1][-1] and middle[0] and not middle[len(middle) // 2])
        return self._heard

    def place(self, what: str, zone: str, number: int) -> bool:
        """Lay what a step of `reach` wants, so that it is read as this model has it."""
        self.table.clear()
        near = number <= (self.MM if what == "sideways" else self.CARDS)
        cards = {"four": 4 - (number < self.CLOSE), "fan": number}.get(what, int(near))
        for rank in _RANKS[:cards]:
            self.table.put(zone, f"{rank}H")
        return True

    def _sees_lights(self, zone: str) -> bool:
        pixels: list[Any] = self.table.strip.pixels
        lit: set[int] = {at for at, pixel in enumerate(pixels) if any(pixel)}
        for each in self.table.config["zones"]:
            if each["zone"] == zone:
                first, count = each["leds"]
                return lit == set(range(first, first + count))
        return False

    def press(self, button: str) -> bool:
        """Press a button in 100 ms."""
        key = self.table.keys.get(int(button[4:]) if button.startswith("seat") else button)
        if key:
            clock = self.table.clock
            key.tap(clock, 80, clock.now + 100000)
        return True


class _Flash:
    """The part of `os` that measures a file system, for a folder that stands for a Pico's flash."""

    def __init__(self, folder: str) -> None:
        self._folder = Path(folder)

    def __getattr__(self, name: str) -> Any:
        return getattr(os, name)

    def statvfs(self, _: str) -> tuple[int, ...]:
        """Return what a board's file system says of its room."""
        sizes = [each.stat().st_size for each in self._folder.rglob("*") if each.is_file()]
        free = _BLOCKS - sum(-(-size // _BLOCK) for size in sizes)
        return (_BLOCK, _BLOCK, _BLOCKS, free, free, 0, 0, 0, 0, 255)


def modelled_table(folder: str, config: Fact | None = None, there: Fact | None = None, **rates: float) -> ModelledBench:
    """Return a bench with a modelled table and a whole deck; `folder` is its flash.

    Without `config` it is the club's table. `there` describes the actual hardware if it differs
    from `config`.
    """
    from tierce_tools.virtual.board import deck_bin, program_module

    program_module()  # from here on the firmware's modules can be imported
    twin: Any = importlib.import_module("tierce_tools.twin.assembly")
    if config is None:
        config = _default_config()
    files: Any = importlib.import_module("app.files").Files(folder, _Flash(folder))
    files.write("config.json", json.dumps(config).encode())
    files.write("deck.bin", deck_bin(twin.uid_of))
    return ModelledBench(twin.Hardware(there or config, 1, **rates), files)


def _default_config() -> Fact:
    config: Fact = json.loads((firmware() / "config.json").read_text("utf-8"))
    return config


# --- whole examinations


def on_modelled(
    said: Said,
    language: str,
    config: Fact | None = None,
    faults: Sequence[str] = (),
    kind: Callable[..., Examination] = Examination,
    **how: Any,
) -> Generator[Fact]:
    """Examine a modelled table with a modelled helper; yield the facts.

    `config` describes the table; without it, it is the club's table. `faults` are names of
    board.mistakes. Raises Trouble if this table cannot have one of the faults.
    """
    from tierce_tools.board.mistakes import apply, parse, wired

    if config is None:
        config = _default_config()
    mistakes = parse(faults, config)
    with Scratch() as folder:
        bench = modelled_table(folder, config, wired(config, mistakes))
        apply(bench.table, Path(folder), mistakes)
        yield from kind(bench, said, language).run(Hands(bench.table), **how)


def on_board(
    device: str,
    said: Said,
    language: str,
    helper: Helper | None,
    kind: Callable[..., Examination] = Examination,
    **how: Any,
) -> Generator[Fact]:
    """Examine a board at a port; yield the facts. Its program is stopped, and restarted at the end.

    Raises Trouble if the board cannot be reached.
    """
    from tierce_tools.board.deployment import differing, import_from, main_on, stopped

    said("play", "")
    yield {"fact": "play", **_health(device)}
    said("program", "")
    with stopped(device) as repl:
        yield {"fact": "deployed", "differ": differing(repl, repl.about())}
        repl.exec(import_from(main_on(repl)))
        yield from kind(ReplBench(repl), said, language).run(helper, **how)
        said("restart", "")
        device = repl.restart()
    yield {"fact": "restart", "answers": _health(device)["answers"]}


def _health(device: str) -> Fact:
    """Return whether a table's program answers, and its own report."""
    from tierce_tools.board.session import Session
    from tierce_tools.board.transport import Unplugged

    try:
        with Session.open(device, HELLO_S) as session:
            hello = session.hello
            deaf = {name: each.get("deaf") for name, each in hello["health"]["readers"].items()}
            return {
                "answers": True,
                "recording": hello.get("recording"),
                "doubt": hello.get("doubt") is True,
                "deaf": deaf,
            }
    except Unplugged:
        raise
    except Trouble as trouble:
        if trouble.area == "ports":  # the port does not exist or is in use
            raise
        return {"answers": False}
