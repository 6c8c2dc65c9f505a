"""A modelled table as a board: the firmware on this Python, with the chips of tierce_tools.twin.

Its time passes only during `read`, at a pace of real time or as fast as it is asked for.
"""

import importlib
import time
from pathlib import Path
from typing import Any

from tierce_tools.base.scratch import Scratch
from tierce_tools.virtual.board import ModelledBoard

_LAG_S = 0.5  # most time to catch up after a delay of this process
_PIECE_S = 0.02  # poll interval, in seconds


class ModelledTransport(ModelledBoard):
    """A transport to a modelled table; the default is that of the firmware's own config.json.

    `folder` has the board's files. `pace` is the speed of the table's time: 1 is real time. With 0 it
    passes as it is asked for: `read` returns once its timeout has passed on the table, and `now` is
    the table's time.
    """

    def __init__(
        self, config: dict[str, Any] | None = None, deck: bool = True, folder: Path | None = None, pace: float = 1.0
    ) -> None:
        ports: Any = importlib.import_module("tierce_tools.twin.port")
        self._own = None
        if folder is None:
            self._own = Scratch()
            folder = Path(self._own.name)
        self.folder = folder
        super().__init__(folder, config, deck, ports.Port(room=4096))
        self._pace = pace
        self.on()
        self._since = time.monotonic()

    def read(self, timeout: float) -> bytes:
        """See Transport."""
        end = self.now() + timeout
        while True:
            if self._pace:
                now = time.monotonic()
                self.run(min(now - self._since, _LAG_S) * 1000 * self._pace)
                self._since = now
            else:
                self.run(_PIECE_S * 1000)
            data = self.port.take()
            if data:
                return data
            left = end - self.now()
            if left <= 0:
                return b""
            if self._pace:
                time.sleep(min(_PIECE_S, left))

    def now(self) -> float:
        """See Transport."""
        return time.monotonic() if self._pace else self.table.clock.now / 1e6

    def write(self, data: bytes) -> None:
        """See Transport."""
        self.port.send(data)

    def close(self) -> None:
        """Switch the table off."""
        self.stop()
        if self._own is not None:
            self._own.cleanup()
            self._own = None
