"""A real server for the tests, on a free port of this machine and in a folder of its own."""

import shutil
import tempfile
from pathlib import Path
from typing import Self

from processes import Process, some_port


class Served:
    """A server, and a context manager. A subclass has `_runs`, which starts its `_process` on a port."""

    def __init__(self, kind: str) -> None:
        # Not in pytest's folders: those are the user's alone, and a server may run as another user.
        self.folder = Path(tempfile.mkdtemp(prefix=f"tierce-{kind}-"))
        self.port = 0
        self._process: Process | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def start(self) -> None:
        """Start it, or start it again with what it has kept."""
        while not self._runs(self.port or some_port()):
            assert "Address already in use" in self._said(), self._said()

    def _runs(self, port: int) -> bool:
        raise NotImplementedError

    def _said(self) -> str:
        return (self.folder / "log").read_text("utf-8", "replace")

    def close(self) -> None:
        """Stop it and remove its folder."""
        if self._process:
            self._process.close()
        shutil.rmtree(self.folder, ignore_errors=True)
