"""A log played at the modelled table: cards are moved and buttons pressed, the firmware judges.

The firmware is the board's own, on CPython; the chips around it are `tierce_tools.twin`.
"""

import importlib
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tierce.cards import CARDS, code
from tierce_tools.logs.reader import BadLine
from tierce_tools.logs.replay import Event, Outcome, Step
from tierce_tools.paths import firmware

READERS = 16  # as many as a decoder selects
# What the board says of its devices is no part of a game: LOG.md "Warnings".
_OF_GAME = ("count_mismatch", "duplicate_card", "table_not_clear", "not_your_turn")
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


class Played:
    """A match at a modelled table, in a folder of its own. `people` do what a log tells of."""

    def __init__(self, header: Event, language: str, folder: str, **rates: float) -> None:
        program: Any = program_module()
        twin: Any = importlib.import_module("tierce_tools.twin.table")
        machine, _ = importlib.import_module("tierce_tools.twin").modules()
        config = config_for(header, language)
        self.zones = {zone["zone"] for zone in config["zones"]}
        self.table = twin.Table(config, 1, **rates)
        machine.plug(self.table.board)
        files: Any = importlib.import_module("app.files").Files(folder)
        files.write("config.json", json.dumps(config).encode())
        files.write("deck.bin", deck_bin(twin.uid_of))
        self.program = program.Program(self.table.clock, files)
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
                    said = match.do(_by_code(event, tags))
                    step.outcomes = [each for each in said if hints or each[0] != "hint"]
                step.referee = match.program.table.referee
            yield step


def _by_code(event: Event, tags: dict[str, str]) -> Event:
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
    folder = str(Path(firmware()))
    if folder not in sys.path:
        sys.path.append(folder)
    importlib.import_module("tierce_tools.twin").modules()
    return importlib.import_module("app.program")
