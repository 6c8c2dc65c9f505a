"""Plays a log at the modelled table: cards are moved, buttons pressed, and the firmware judges."""

import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tierce_tools.base.scratch import Scratch
from tierce_tools.logs.reader import BadLine
from tierce_tools.logs.replay import Event, Outcome, Step
from tierce_tools.virtual.board import READERS, ModelledBoard, config_for, with_zone

# Only these warnings are about the game, the others are about devices: LOG.md "Warnings".
_OF_GAME = ("count_mismatch", "duplicate_card", "table_not_clear", "not_your_turn", "no_ruling")
_BOOT_MS = 2000


class Played:
    """A match at a modelled table, in a separate folder. `people` do the events of a log."""

    def __init__(self, header: Event, language: str, folder: str, **rates: float) -> None:
        self._board = ModelledBoard(Path(folder), config_for(header, language), True, None, **rates)
        self._board.start()
        self._sit_down()
        self.people.begin(header)

    def _sit_down(self) -> None:
        board = self._board
        self.zones = {zone["zone"] for zone in board.config["zones"]}
        self.table = board.table
        self.program = board.program
        puppets: Any = importlib.import_module("tierce_tools.twin.puppets")
        self.people: Any = puppets.Puppets(self.table, self.program)
        self.people.run(_BOOT_MS)

    def has(self, zone: str) -> bool:
        """Whether there is a zone of this name; a missing meld zone is added."""
        if zone not in self.zones and zone[:4] == "meld" and len(self.zones) < READERS:
            self.people.wait()
            self._board.extend(with_zone(self._board.config, zone))
            self._sit_down()
            self.people.read()
        return zone in self.zones

    def do(self, event: Event) -> list[Outcome]:
        """Do one event; return the table's outcomes."""
        self.people.outcomes.clear()
        self.people.do(event)
        return [each for each in self.people.outcomes if each[0] != "warning" or each[2] in _OF_GAME]


def on_table(played: Iterator[Step], language: str, hints: bool) -> Iterator[Step]:
    """Play the steps of a log at the modelled table, and yield them with its outcomes."""
    with Scratch() as folder:
        match: Played | None = None
        tags: dict[str, str] = {}
        for step in played:
            event = step.event
            if event is not None and not step.error:
                if match is None:
                    match = Played(event, language, folder)
                    tags = event.get("deck", {})
                    step.outcomes = []
                elif not match.has(event.get("zone", "discard")):
                    step.error = BadLine(step.line, "no_zone", event["zone"], READERS)
                else:
                    said = match.do(by_code(event, tags))
                    step.outcomes = [each for each in said if hints or each[0] != "hint"]
                step.referee = match.program.match.referee
            yield step


def by_code(event: Event, tags: dict[str, str]) -> Event:
    """Return an event with cards named by their codes, not by their tags."""
    changed = dict(event)
    for key in ("in", "out"):
        if key in event:
            changed[key] = [tags.get(card, card) for card in event[key]]
    for key in ("joker", "as"):
        if key in event:
            changed[key] = tags.get(event[key], event[key])
    return changed
