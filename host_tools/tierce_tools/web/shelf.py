"""Virtual tables that are kept: a folder each, with its board's files and where its cards lie.

A table's journal goes into the store of games as it is played. A match that was left, however the
program ended, goes on at its own table. Where the cards lie is what lies in people's hands: that
is in the table's own folder, for its owner only, until the match is over, and never in the store.
"""

import importlib
import json
import logging
import os
import queue
import shutil
import sys
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, cast

from tierce_tools.trouble import Trouble
from tierce_tools.whole import write_whole

_FILE = "table.json"
_LOCK = "lock"
_MOST = 20  # unfinished matches; the oldest go, and stay in the store
_LOGGER = logging.getLogger(__name__)

Told = dict[str, Any]


class Kept:
    """A table's folder, which nobody else has while it is open.

    `told` is what was said of it last: see play.Play.
    """

    def __init__(self, shelf: "Shelf", folder: Path, lock: IO[bytes]) -> None:
        self._shelf = shelf
        self.folder = folder
        self._lock = lock
        self.told = _read(folder)

    @property
    def id(self) -> str:
        """Its name, another one for each table."""
        return self.folder.name

    def save(self, told: Told) -> None:
        """Keep how the table is."""
        self.told = told
        try:
            write_whole(self.folder / _FILE, json.dumps(told).encode())
        except OSError as error:
            self._shelf.failed(Trouble("table", "not_kept", self.folder, error))

    def take(self, records: list[dict[str, Any]]) -> None:
        """Put records of its journal into the store, soon."""
        self._shelf.file(self.id, records)

    def close(self) -> None:
        """Let others have it; a table whose match is over, and in the store, is cleared away."""
        done = self._shelf.filed(self.id) and not is_unfinished(self.told)
        self._lock.close()
        if done:
            shutil.rmtree(self.folder, ignore_errors=True)


class Shelf:
    """The tables in a folder. `where` is the store that their journals go to.

    `complain` is told once of what keeps games from being kept; the game goes on.
    """

    def __init__(self, home: Path, where: str, complain: Callable[[Trouble], None]) -> None:
        self._home = home
        self._where = where
        self._complain = complain
        self._said: set[str] = set()
        self._lost: set[str] = set()  # tables of which the store has not got everything
        self._queue: queue.Queue[tuple[str, list[dict[str, Any]]] | None] = queue.Queue()
        self._thread: threading.Thread | None = None
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Trouble("table", "not_kept", home, error) from None

    # --- tables

    def fresh(self) -> Kept:
        """Return a new table. Raises Trouble."""
        for old in self._unfinished()[_MOST:]:
            with suppress(Trouble):
                kept = self.open(old.name)
                kept.told = {}
                kept.close()
        folder = self._home / uuid.uuid4().hex
        try:
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise Trouble("table", "not_kept", folder, error) from None
        return self.open(folder.name)

    def open(self, name: str) -> Kept:
        """Return a table by its name. Raises Trouble where it is gone, or somebody has it."""
        folder = self._home / name
        if not name.isalnum() or not folder.is_dir():
            raise Trouble("table", "no_kept")
        try:
            lock = (folder / _LOCK).open("ab")
        except OSError as error:
            raise Trouble("table", "not_kept", folder, error) from None
        if not _locked(lock):
            lock.close()
            raise Trouble("table", "kept_in_use")
        return Kept(self, folder, lock)

    def newest(self) -> Kept | None:
        """Return the table that was played at last of those that wait to go on, or None."""
        for folder in self._unfinished():
            with suppress(Trouble):
                return self.open(folder.name)
        return None

    def unfinished(self, but: str = "") -> list[Told]:
        """Return what matches wait to go on, the last one first: `id`, and as a table's `match`."""
        return [
            {"id": folder.name, **_read(folder)["match"]}
            for folder in self._unfinished()[:_MOST] if folder.name != but
        ]

    def _unfinished(self) -> list[Path]:
        dated: list[tuple[float, Path]] = []
        for folder in self._home.iterdir():
            with suppress(OSError):
                dated.append(((folder / _FILE).stat().st_mtime, folder))
        dated.sort(reverse=True)
        return [folder for _, folder in dated if is_unfinished(_read(folder))]

    # --- the store

    def file(self, name: str, records: list[dict[str, Any]]) -> None:
        """Put records of a table's journal into the store, in a thread of its own."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store", daemon=True)
            self._thread.start()
        self._queue.put((name, records))

    def filed(self, name: str) -> bool:
        """Wait until the store has what was given; tell whether it has all of a table."""
        self._queue.join()
        return name not in self._lost

    def failed(self, trouble: Trouble) -> None:
        """Say what keeps games from being kept, once."""
        if trouble.key not in self._said:
            self._said.add(trouble.key)
            self._complain(trouble)

    def close(self) -> None:
        """End the thread, once the store has everything."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        stores: Any = importlib.import_module("tierce_tools.logs.store")
        store: Any = None
        journals: dict[str, Any] = {}
        while True:
            asked = self._queue.get()
            try:
                if asked is None:
                    if store is not None:
                        store.close()
                    return
                name, records = asked
                store = store or stores.Store.open(self._where)
                if name not in journals:
                    journals[name] = store.journal(f"virtual-{name}", "virtual")
                journals[name].keep(records)
            except Trouble as trouble:
                self._lost.add(asked[0] if asked else "")
                self.failed(trouble)
            except Exception:  # a fault of ours: the game goes on
                self._lost.add(asked[0] if asked else "")
                _LOGGER.exception("the store of games")
            finally:
                self._queue.task_done()


def is_unfinished(told: Told) -> bool:
    """Tell whether a table has a match that can go on."""
    return bool(told.get("match")) and told["match"].get("phase") not in ("over", "lost")


def _read(folder: Path) -> Told:
    """Return what was said of a table last; {} where that can't be read."""
    try:
        told: object = json.loads((folder / _FILE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return {}
    if not isinstance(told, dict):
        return {}
    found = cast("Told", told)
    match: Any = found.get("match")
    good = isinstance(match, dict) and isinstance(cast("Told", match).get("players"), list)
    return found if good else {**found, "match": None}


def _locked(file: IO[bytes]) -> bool:
    """Lock a file for this process; tell whether nobody else had it. The end of it unlocks."""
    try:
        if sys.platform == "win32":
            importlib.import_module("msvcrt").locking(file.fileno(), 2, 1)
        else:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def home() -> Path:
    """Return where virtual tables are kept; TIERCE_TABLES names another folder."""
    if own := os.environ.get("TIERCE_TABLES"):
        return Path(own)
    from platformdirs import user_data_path

    return user_data_path("tierce", appauthor=False) / "tables"
