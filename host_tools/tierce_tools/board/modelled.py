"""A modelled table as a board: the firmware on this Python, over the chips of tierce_tools.twin.

Its time passes while somebody waits for it, as fast as the real one.
"""

import importlib
import tempfile
import time
from pathlib import Path
from typing import Any

from tierce_tools.modelled import ModelledBoard

_LAG_S = 0.5  # a process that was held up does not make up for more than that
_PIECE_S = 0.02  # how long one waits between two looks


class ModelledWire:
    """A wire to a modelled table, that of the firmware's own config.json unless one is given.

    `table` is the hardware (a twin.table.Table: put, take, press), `program` the firmware's
    Program, another one after each restart; `folder` holds the board's files: see ModelledBoard.
    `pace` is how fast the table's time passes: 1 is real time; 0, as fast as can be.
    """

    def __init__(
        self,
        config: dict[str, Any] | None = None,
        deck: bool = True,
        folder: Path | None = None,
        pace: float = 1.0,
    ) -> None:
        ports: Any = importlib.import_module("tierce_tools.twin.port")
        self._own = None
        if folder is None:
            self._own = tempfile.TemporaryDirectory(prefix="tierce-")
            folder = Path(self._own.name)
        self.folder = folder
        self._port: Any = ports.Port(room=4096)
        self._board = ModelledBoard(folder, config, deck, self._port)
        self.table: Any = self._board.table
        self._pace = pace
        self._board.start()
        self._since = time.monotonic()

    @property
    def program(self) -> Any:
        """The firmware that runs; None when the table is off."""
        return self._board.program

    def read(self, timeout: float) -> bytes:
        """See Wire."""
        end = time.monotonic() + timeout
        model_end = self.table.clock.now + int(timeout * 1e6)
        while True:
            if self._pace:
                now = time.monotonic()
                self.run(min(now - self._since, _LAG_S) * 1000 * self._pace)
                self._since = now
            else:
                self.run(_PIECE_S * 1000)
            data = self._port.take()
            if data:
                return data
            left = end - time.monotonic()
            if (left <= 0) if self._pace else self.table.clock.now >= model_end:
                return b""
            if self._pace:
                time.sleep(min(_PIECE_S, left))

    def run(self, ms: float) -> None:
        """Let the table's time pass, whatever the real one does."""
        self._board.run(ms)

    def write(self, data: bytes) -> None:
        """See Wire."""
        self._port.send(data)

    def cut(self) -> None:
        """Cut the table's power, just now: nothing is closed or written. Another goes on."""
        self._board.cut()

    def close(self) -> None:
        """Switch the table off."""
        self._board.stop()
        if self._own is not None:
            self._own.cleanup()
            self._own = None
