"""A modelled table that `--port modelled` names in this process; people play there meanwhile."""

import importlib
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from verbs import tierce_here

from tierce_tools.base.trouble import Trouble
from tierce_tools.board import follow, session
from tierce_tools.board.transport import Unplugged
from tierce_tools.board.twin_transport import ModelledTransport


class AtTable:
    """A table with `files` on its flash. Its time passes as the host asks for it.

    Each time the host hears nothing for a while, the next of `steps` is done. After the last one,
    if there were any, comes Ctrl-C. `bytes_left`, if given, is how many bytes still reach the host;
    then `at_end` is done, which by default pulls the cable.
    """

    def __init__(
        self, folder: Path, config: dict[str, Any] | None = None, files: Mapping[str, bytes] = {}, deck: bool = True
    ) -> None:
        self.folder = folder
        self.deck = deck
        self.config = config
        self.steps: list[Callable[[], object]] = []
        self.bytes_left: int | None = None
        self.at_end: Callable[[], object] = self.pull
        self.plugged = True
        self.starts = 0
        self.transport: Any = None
        self.wipe(files)

    def wipe(self, files: Mapping[str, bytes] = {}) -> None:
        """Start with these files on the flash, and the cards in place."""
        cards = {} if self.transport is None else dict(self.transport.table.zones)
        self.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        for name, data in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_bytes(data)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.transport = ModelledTransport(self.config, self.deck, self.folder, pace=0)
        for card, zone in cards.items():
            self.transport.table.put(zone, card)
        self._started()

    def cut(self) -> None:
        self.transport.cut()
        self.transport.on()
        self._started()

    def _started(self) -> None:
        self.starts += 1
        puppets: Any = importlib.import_module("tierce_tools.twin.puppets")
        self.people: Any = puppets.Puppets(self.transport.table, self.transport.program)

    def files(self) -> dict[str, bytes]:
        """Return what is on the flash, once the journal is written."""
        self.transport.program.journal.sync()
        paths = [path for path in self.folder.rglob("*") if path.is_file()]
        return {path.relative_to(self.folder).as_posix(): path.read_bytes() for path in paths}

    def pull(self) -> None:
        self.plugged = False

    def plug(self) -> None:
        self.plugged = True

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()

    def tierce(self, *args: str | Path, steps: Sequence[Callable[[], object]] = ()) -> tuple[int, str, str]:
        """Run a verb here, with this table as `--port modelled`: (exit code, output, errors)."""
        self.steps = list(steps)
        self.scripted = bool(steps)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(session, "open_transport", lambda port: _Line(self))
            patch.setattr(follow, "_AGAIN_S", 0)
            try:
                done = tierce_here(args[0], "--port", "modelled", *args[1:])
            finally:
                self.scripted, self.bytes_left = False, None
        assert not self.steps, "the verb has ended before all was done"
        return done.returncode, done.stdout, done.stderr

    scripted = False

    def quiet(self) -> None:
        """Do what comes next: nobody says anything."""
        if self.steps:
            self.steps.pop(0)()
        elif self.scripted:
            raise KeyboardInterrupt


class _Line:
    """A transport to the table, until its cable is pulled or the board starts again."""

    def __init__(self, table: AtTable) -> None:
        self._table = table
        if not table.plugged:
            table.quiet()
        if not table.plugged:
            raise Trouble("ports.missing", "no {port}", port="modelled")
        self._start = table.starts

    def _here(self) -> ModelledTransport:
        if not self._table.plugged or self._table.starts != self._start:
            raise Unplugged("modelled")
        return self._table.transport

    def read(self, timeout: float) -> bytes:
        table = self._table
        data = self._here().read(timeout)
        if not data and timeout:
            table.quiet()
        if table.bytes_left is not None:
            table.bytes_left -= len(data)
            if table.bytes_left < 0:
                data, table.bytes_left = data[: table.bytes_left], None
                table.at_end()
        return data

    def write(self, data: bytes) -> None:
        self._here().write(data)

    def now(self) -> float:
        return self._table.transport.now()

    def close(self) -> None:
        pass
