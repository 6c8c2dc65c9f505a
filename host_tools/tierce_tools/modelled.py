"""A log played at the modelled table: cards are moved and buttons pressed, the firmware judges.

The firmware is the board's own, on CPython; the chips around it are `tierce_tools.twin`.
"""

import gc
import importlib
import json
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tierce.cards import CARDS, code
from tierce_tools.logs.reader import BadLine
from tierce_tools.logs.replay import Event, Outcome, Step
from tierce_tools.paths import board_module, firmware

READERS = 16  # as many as a decoder selects
# What the board says of its devices is no part of a game: LOG.md "Warnings".
_OF_GAME = ("count_mismatch", "duplicate_card", "table_not_clear", "not_your_turn", "no_ruling")
_BOOT_MS = 2000


def config_for(header: Event, language: str) -> dict[str, Any]:
    """Return the config.json of a table for a log: the club table, with all zones there can be."""
    config: dict[str, Any] = json.loads((firmware() / "config.json").read_text("utf-8"))
    seats = len(header["players"])
    names = ["discard", *(f"seat{i}" for i in range(seats))]
    names += [f"meld{i + 1}" for i in range(READERS - len(names))]
    config.update(game=header["game"], players=header["players"], rules=header.get("rules", {}))
    config.update(language=language, hints=True)
    config["zones"] = [
        {"zone": name, "reader": "pn5180", "cs": i, "leds": [6 * i, 6], "most": 60}
        for i, name in enumerate(names)
    ]
    return config


class ModelledBoard:
    """A modelled table whose board keeps its files in a folder; it is off until `start`.

    `table` is the hardware (a twin.table.Table), `program` the firmware's Program, another one
    after each start. `config` is written into the folder; without one the folder's own counts, or
    else the firmware's. With `deck` a whole deck is taught, unless the folder has one. `port` is
    the board's end of its link. Rates are those of twin.faults.Faults. One runs at a time: the
    firmware's `machine` is that of the one that was started last.
    """

    def __init__(
        self,
        folder: Path,
        config: dict[str, Any] | None = None,
        deck: bool = True,
        port: Any = None,
        **rates: float,
    ) -> None:
        self._module = program_module()
        twin: Any = importlib.import_module("tierce_tools.twin.table")
        self.files: Any = importlib.import_module("app.files").Files(str(folder))
        known = self.files.names()
        if config is None and "config.json" in known:
            config = json.loads(self.files.read("config.json"))
        elif config is None:
            config = json.loads((firmware() / "config.json").read_text("utf-8"))
        assert config is not None
        self.config: dict[str, Any] = config
        self.files.write("config.json", json.dumps(config).encode())
        self.table: Any = twin.Table(config, 1, **rates)
        if deck and "deck.bin" not in known:
            uid_of = twin.uid_of_14443 if self.table.iso14443 else twin.uid_of
            self.files.write("deck.bin", deck_bin(uid_of))
        self.program: Any = None
        self.restarted: Callable[[], None] | None = None  # called after the board's own restarts
        self._port = port
        self._restarts = False

    def start(self) -> None:
        """Switch the board on, or start it anew."""
        machine, _ = importlib.import_module("tierce_tools.twin").modules()
        machine.plug(self.table.board)
        self._restarts = False
        self.program = None
        gc.collect()  # what is left of another ends now: it unloads modules that this one loads
        self.program = self._module.Program(
            self.table.clock, self.files, self._port, self._restart
        )

    def _restart(self) -> None:
        self._restarts = True

    def run(self, ms: float) -> None:
        """Let the table's time pass; while the board is off nothing else happens."""
        clock = self.table.clock
        end = clock.now + int(ms * 1000)
        while self.program is not None and clock.now < end:
            self.program.loop.turn()
            if self._restarts:
                self.start()
                if self.restarted:
                    self.restarted()
        if clock.now < end:
            clock.sleep_us(end - clock.now)

    def cut(self) -> None:
        """Cut the power, just now: nothing is closed or written. `start` gives it again."""
        self.program = None
        gc.collect()
        self.table.power_off()

    def stop(self) -> None:
        """Switch the board off as Ctrl-C does."""
        if self.program is not None:
            self.program.stop()
            self.program = None


class Played:
    """A match at a modelled table, in a folder of its own. `people` do what a log tells of."""

    def __init__(self, header: Event, language: str, folder: str, **rates: float) -> None:
        config = config_for(header, language)
        self.zones = {zone["zone"] for zone in config["zones"]}
        board = ModelledBoard(Path(folder), config, True, None, **rates)
        board.start()
        self.table = board.table
        self.program = board.program
        people: Any = importlib.import_module("tierce_tools.twin.people")
        self.people = people.People(self.table, self.program)
        self.people.run(_BOOT_MS)
        self.people.begin(header)

    def do(self, event: Event) -> list[Outcome]:
        """Let one event happen; return what the table said."""
        self.people.heard.clear()
        self.people.do(event)
        return [each for each in self.people.heard if each[0] != "warning" or each[2] in _OF_GAME]


def on_table(played: Iterator[Step], language: str, hints: bool) -> Iterator[Step]:
    """Play the steps of a log at the modelled table, and yield them with what its firmware said."""
    with tempfile.TemporaryDirectory(prefix="tierce-") as folder:
        match: Played | None = None
        tags: dict[str, str] = {}
        for step in played:
            event = step.event
            if event is not None and not step.error:
                if match is None:
                    match = Played(event, language, folder)
                    tags = event.get("deck", {})
                    step.outcomes = []
                elif event.get("zone", "discard") not in match.zones:
                    step.error = BadLine(step.line, "no_zone", event["zone"], READERS)
                else:
                    said = match.do(by_code(event, tags))
                    step.outcomes = [each for each in said if hints or each[0] != "hint"]
                step.referee = match.program.table.referee
            yield step


def by_code(event: Event, tags: dict[str, str]) -> Event:
    """Return an event that names cards by their codes, not by their tags."""
    changed = dict(event)
    for key in ("in", "out"):
        if key in event:
            changed[key] = [tags.get(card, card) for card in event[key]]
    for key in ("joker", "as"):
        if key in event:
            changed[key] = tags.get(event[key], event[key])
    return changed


def deck_bin(uid_of: Callable[[str], bytes]) -> bytes:
    """Return a deck.bin of all cards; `uid_of` gives the UID of a card by its code."""
    head: Any = importlib.import_module("app.deck").head
    found = [(uid_of(code(card)), card) for card in range(CARDS)]
    found.sort(key=lambda each: (len(each[0]), each[0]))
    entries = b"".join(
        bytes([len(uid)]) + uid.ljust(10, b"\0") + bytes([card]) for uid, card in found
    )
    return head(entries) + entries


def program_module() -> Any:
    """Return the firmware's module `app.program`, from where it lies."""
    importlib.import_module("tierce_tools.twin").modules()
    return board_module("app.program")
