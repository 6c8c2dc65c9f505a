"""Plays a log at the modelled table: cards are moved, buttons pressed, and the firmware judges."""

import importlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tierce.events import to_log
from tierce.referee import Referee
from tierce_tools.base.signals import signals_wait
from tierce_tools.logs.reader import BadLine
from tierce_tools.logs.replay import Outcome
from tierce_tools.virtual.board import READERS, ModelledBoard, config_for, with_zone

# Only these warnings are about the game, the others are about devices: LOG.md "Warnings".
_OF_GAME = ("count_mismatch", "duplicate_card", "table_not_clear", "not_your_turn", "no_ruling")
_BOOT_MS = 2000


class OnTable(Referee):
    """A referee of a match that is played at a modelled table, whose board has its files in `folder`.

    `language` is the board's. Raises LogError for an invalid header. Signals wait while the board
    works: it takes an exception inside for a fault of its own, and goes on.
    """

    def __init__(self, header: Any, language: str, folder: Path, show_hints: bool = False) -> None:
        super().__init__(header)  # it refuses what is not an event, before anybody does it
        self._hints = show_hints
        self._board = ModelledBoard(folder, config_for(header, language))
        with signals_wait():
            self._board.on()
            self._sit_down()
            self._people.begin(header)

    def _sit_down(self) -> None:
        board = self._board
        puppets: Any = importlib.import_module("tierce_tools.twin.puppets")
        self._people: Any = puppets.Puppets(board.table, board.program)
        self._people.run(_BOOT_MS)

    def _has(self, name: str) -> bool:
        """Whether there is a zone of this name; a missing meld zone is added."""
        zones = [zone["zone"] for zone in self._board.config["zones"]]
        if name not in zones and name[:4] == "meld" and len(zones) < READERS:
            self._people.wait()
            self._board.extend(with_zone(self._board.config, name))
            self._sit_down()
            self._people.read()
            return True
        return name in zones

    def judge(self, event: Any, held: Iterable[int]) -> list[Outcome]:
        """Have an event done; return the table's outcomes. Raises LogError, or BadLine for a zone too many."""
        super().judge(event, held)
        line = to_log(event)
        with signals_wait():
            if not self._has(line.get("zone", "discard")):
                raise BadLine("no_zone", line["zone"], READERS)
            self._people.outcomes.clear()
            self._people.do(line)
        self.view = self._board.program.match.referee.view
        return [each for each in self._people.outcomes if self._is_shown(each)]

    def _is_shown(self, outcome: Outcome) -> bool:
        if outcome[0] == "warning":
            return outcome[2] in _OF_GAME
        return self._hints or outcome[0] != "hint"
