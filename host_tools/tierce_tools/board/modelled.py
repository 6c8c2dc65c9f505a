"""A modelled table as a board: the firmware on this Python, over the chips of tierce_tools.twin.

Its time passes while somebody waits for it, as fast as the real one.
"""

import gc
import importlib
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from tierce_tools.modelled import deck_bin, program_module
from tierce_tools.paths import firmware

_LAG_S = 0.5  # a process that was held up does not make up for more than that
_PIECE_S = 0.02  # how long one waits between two looks


class ModelledWire:
    """A wire to a modelled table, that of the firmware's own config.json unless one is given.

    `table` is the hardware (a twin.table.Table: put, take, press), `program` the firmware's
    Program, another one after each restart; `folder` holds the board's files. With `deck` a whole
    deck is taught, unless the folder has one. `pace` is how fast the table's time passes: 1 is real
    time; 0, as fast as can be.
    """

    def __init__(
        self,
        config: dict[str, Any] | None = None,
        deck: bool = True,
        folder: Path | None = None,
        pace: float = 1.0,
    ) -> None:
        self._module = program_module()
        twin: Any = importlib.import_module("tierce_tools.twin.table")
        ports: Any = importlib.import_module("tierce_tools.twin.port")
        files: Any = importlib.import_module("app.files")
        self._own = None
        if folder is None:
            self._own = tempfile.TemporaryDirectory(prefix="tierce-")
            folder = Path(self._own.name)
        self.folder = folder
        self._files = files.Files(str(folder))
        known = self._files.names()
        if config is None and "config.json" in known:
            config = json.loads(self._files.read("config.json"))
        elif config is None:
            config = json.loads((firmware() / "config.json").read_text("utf-8"))
        self._files.write("config.json", json.dumps(config).encode())
        if deck and "deck.bin" not in known:
            self._files.write("deck.bin", deck_bin(twin.uid_of))
        self.table: Any = twin.Table(config, 1)
        self._port: Any = ports.Port(room=4096)
        self._pace = pace
        self._restarts = False
        self.program: Any = None
        self._start()
        self._since = time.monotonic()

    def _start(self) -> None:
        machine, _ = importlib.import_module("tierce_tools.twin").modules()
        machine.plug(self.table.board)
        self._restarts = False
        self.program = None
        gc.collect()  # what is left of another ends now: it unloads modules that this one loads
        self.program = self._module.Program(
            self.table.clock, self._files, self._port, self._restart
        )

    def _restart(self) -> None:
        self._restarts = True

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
        clock = self.table.clock
        end = clock.now + int(ms * 1000)
        while clock.now < end:
            self.program.loop.turn()
            if self._restarts:
                self._start()

    def write(self, data: bytes) -> None:
        """See Wire."""
        self._port.send(data)

    def close(self) -> None:
        """Switch the table off."""
        if self.program is not None:
            self.program.stop()
            self.program = None
        if self._own is not None:
            self._own.cleanup()
            self._own = None
