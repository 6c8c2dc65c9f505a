"""Writes the watched match into log files, one per match, whole lines only."""

from collections.abc import Callable
from contextlib import suppress
from io import FileIO
from pathlib import Path

from tierce_tools.base.plain import as_json
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.replay import Event

_EXISTS = N_("{path} is there already: name another file for --record")
_UNWRITABLE = N_("{path} can't be written: {error}; the lines in it are complete")


class Recorder:
    """Writes FILE, then FILE-2, FILE-3 and so on for the matches that follow.

    Existing files are never overwritten. For the first one Trouble is raised; for the others the
    next free number is taken. `began(path)` is called for each new file.
    """

    def __init__(self, path: Path, began: Callable[[Path], None]) -> None:
        if path.exists() or path.is_symlink():
            raise Trouble("watch.exists", _EXISTS, path=path)
        if not path.parent.is_dir():
            raise Trouble(
                "watch.no_folder",
                "there is no folder {folder}: make it, or name another file for --record",
                folder=path.parent,
            )
        self._path = path
        self._began = began
        self._matches = 0
        self._file: FileIO | None = None
        self._size = 0
        self._ends: list[int] = []  # byte offsets of the ends of the header and of each event
        self.path: Path | None = None  # of the match in play

    def begin(self, header: Event) -> None:
        """Begin the file of a match. Raises Trouble."""
        self.close()
        while self._file is None:
            self._matches += 1
            path = self._path
            if self._matches > 1:
                path = path.with_name(f"{path.stem}-{self._matches}{path.suffix}")
            try:
                self._file = FileIO(path, "x")
            except FileExistsError:
                if self._matches == 1:
                    raise Trouble("watch.exists", _EXISTS, path=path) from None
            except OSError as error:
                raise Trouble("watch.unwritable", _UNWRITABLE, path=path, error=error) from None
            self.path = path
        self._size = 0
        self._ends = []
        self.write(header)
        if self.path:
            self._began(self.path)

    def write(self, thing: Event) -> None:
        """Add an event. Raises Trouble; the file then ends before the event."""
        file = self._file
        if file is None:
            return
        data = f"{as_json(thing)}\n".encode()
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[file.write(rest) :]
        except OSError as error:
            with suppress(OSError):
                file.truncate(self._size)
            self.close()
            raise Trouble("watch.unwritable", _UNWRITABLE, path=self.path, error=error) from None
        self._size += len(data)
        self._ends.append(self._size)

    def go_back(self, events: int) -> None:
        """Truncate the match to its first `events` events."""
        if self._file is not None and events + 1 < len(self._ends):
            del self._ends[events + 1 :]
            self._size = self._ends[-1]
            self._file.truncate(self._size)
            self._file.seek(self._size)

    def close(self) -> Path | None:
        """Close the match's file; return its path, None if none is open."""
        file, self._file = self._file, None
        if file is None:
            return None
        file.close()
        return self.path
