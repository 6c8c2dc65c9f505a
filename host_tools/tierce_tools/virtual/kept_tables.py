"""Kept virtual tables: one folder each, with its board's files and the places of its cards.

A table's journal goes into the store of games during play. An unfinished match, however the program
ended, is resumed at its own table. The cards' places show people's hands: they are saved in the
table's folder, readable by its owner only, until the match is over, and never in the store. A
folder is removed only after the store has its whole journal.
"""

import importlib
import json
import logging
import os
import re
import shutil
import sys
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol, cast

from tierce_tools.base.jsontext import loads
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.base.whole import write_whole
from tierce_tools.logs.records import Record
from tierce_tools.virtual import board, results

_NOT_KEPT = N_("{folder} can't be written ({error}): the game goes on, but is not kept.")
NO_KEPT = N_("This match is no longer kept; its log is in the store: see tierce logs.")

_FILE = "table.json"
_LOCK = "lock"
_CALLED = "name"  # the file with what people call the table; not there for most
_NAME = re.compile("[0-9a-f]{32}")  # of a table's folder
_MOST = 20  # unfinished matches; older ones are removed here, and stay in the store
_LOGGER = logging.getLogger(__name__)

Told = dict[str, Any]


class Archive(Protocol):
    """Puts the journals of tables into the store of games: see server.archive."""

    def file(self, name: str, records: list[Record]) -> None:
        """Queue records of a table's journal for the store."""
        ...

    def filed(self, name: str) -> bool:
        """Wait until the store has got everything; tell whether it has all of a table."""
        ...


class Kept:
    """A table's folder, locked against other programs while it is open.

    `told` is its last saved state: see play.Play.
    """

    def __init__(self, kept_tables: "KeptTables", folder: Path, lock: IO[bytes]) -> None:
        self._shelf = kept_tables
        self.folder = folder
        self._lock = lock
        self.told = _read(folder)

    @property
    def id(self) -> str:
        """Its name, unique for each table."""
        return self.folder.name

    def save(self, told: Told) -> None:
        """Save the table's state."""
        self.told = told
        try:
            write_whole(self.folder / _FILE, json.dumps(told).encode())
        except OSError as error:
            self._shelf.failed(Trouble("table.not_kept", _NOT_KEPT, folder=self.folder, error=error))

    def be_called(self) -> None:
        """Note the name of this program's table, which has it now."""
        with suppress(OSError):
            if self._shelf.called:
                write_whole(self.folder / _CALLED, self._shelf.called.encode())
            else:
                (self.folder / _CALLED).unlink(missing_ok=True)

    def take(self, records: list[Record]) -> None:
        """Queue records of its journal for the store."""
        self._shelf.archive.file(self.id, records)

    def close(self) -> None:
        """Release it; if its match is over and in the store, remove the folder."""
        done = self._shelf.archive.filed(self.id) and not is_unfinished(self.told)
        self.leave()
        if done:
            shutil.rmtree(self.folder, ignore_errors=True)

    def leave(self) -> None:
        """Release it, unchanged."""
        self._lock.close()


class KeptTables:
    """The tables in a folder. `archive` puts their journals into the store of games.

    `complain` is called once for each problem that prevents games from being kept; play goes on.
    `locked` locks a table's file against other programs, and tells whether it was free.
    """

    def __init__(
        self,
        home: Path,
        archive: Archive,
        complain: Callable[[Trouble], None],
        locked: Callable[[IO[bytes]], bool] | None = None,
    ) -> None:
        self._home = home
        self._locked = locked or _locked
        self.archive = archive
        self.complain = complain
        self.called = ""  # the name of this program's table
        self._said: set[str] = set()
        try:
            home.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Trouble("table.not_kept", _NOT_KEPT, folder=home, error=error) from None

    # --- tables

    def fresh(self) -> Kept:
        """Return a new table. Raises Trouble."""
        self._clear(folder for folder, _ in self._unfinished()[_MOST:])
        folder = self._home / uuid.uuid4().hex
        try:
            folder.mkdir(mode=0o700)
        except OSError as error:
            raise Trouble("table.not_kept", _NOT_KEPT, folder=folder, error=error) from None
        kept = self.open(folder.name)
        kept.be_called()
        return kept

    def open(self, name: str) -> Kept:
        """Return a table by name. Raises Trouble if it is gone, or in use."""
        folder = self._home / name
        if not _NAME.fullmatch(name) or not folder.is_dir():
            raise Trouble("table.no_kept", NO_KEPT)
        try:
            lock = (folder / _LOCK).open("ab")
        except OSError as error:
            raise Trouble("table.not_kept", _NOT_KEPT, folder=folder, error=error) from None
        if not self._locked(lock):
            lock.close()
            raise Trouble("table.kept_in_use", "This match is open at another table at the moment.")
        return Kept(self, folder, lock)

    def call(self, name: str) -> None:
        """Give this program's table a name. Raises Trouble if an open one has it."""
        for folder in self._home.iterdir():
            if called(folder) == name:
                try:
                    self.open(folder.name).leave()
                except Trouble as trouble:
                    raise Trouble(
                        "table.name_taken", "a table named {name} is open here: give this one another --name", name=name
                    ) from trouble
        self.called = name

    def waiting(self) -> Iterator[Kept]:
        """Yield the tables of this name with a match to resume, the last played first."""
        for folder, _ in self._unfinished():
            if called(folder) == self.called:
                with suppress(Trouble):
                    yield self.open(folder.name)

    def unfinished(self, but: str = "") -> list[Told]:
        """Return the matches to resume, the last played first: `id`, when it was played, and the table's `match`."""
        return [
            {"id": folder.name, "at": told["at"], **told["match"]}
            for folder, told in self._unfinished()
            if folder.name != but
        ]

    def note(self, result: Told) -> None:
        """Note how a match ended: see results."""
        try:
            results.note(self._home, result)
        except OSError as error:
            self.failed(Trouble("table.not_kept", _NOT_KEPT, folder=self._home, error=error))

    def results(self) -> list[Told]:
        """Return how the matches ended, the oldest first."""
        return results.read(self._home)

    def me(self) -> Told | None:
        """Return who played last, alone against which level: {"name", "game", "level"}; None if unknown."""
        for told in [*(each for _, each in self._unfinished()), *self.results()[::-1]]:
            match: Told = told.get("match") or told
            computers: Any = told.get("computers")
            levels: Any = told.get("levels")
            if isinstance(computers, list) and isinstance(levels, list):
                seat = results.person(match["players"], cast("list[bool]", computers))
                if seat is not None:
                    others = [each for each in cast("list[object]", levels) if isinstance(each, str)]
                    return {"name": str(match["players"][seat]), "game": match.get("game"), "level": (*others, None)[0]}
        return None

    def forget(self, name: str) -> None:
        """Remove a table's match; the store keeps its journal. Raises Trouble if it is gone, or in use."""
        self.open(name).leave()
        self._clear([self._home / name])

    def tidy(self) -> None:
        """Remove the folders of tables without a match to resume."""
        unfinished = {folder for folder, _ in self._unfinished()}
        self._clear(folder for folder in self._home.iterdir() if folder not in unfinished and _has_been_used(folder))

    def _unfinished(self) -> list[tuple[Path, Told]]:
        dated: list[tuple[float, Path]] = []
        for folder in self._home.iterdir():
            with suppress(OSError):
                dated.append(((folder / _FILE).stat().st_mtime, folder))
        dated.sort(reverse=True)
        told = [(folder, {**_read(folder), "at": int(at)}) for at, folder in dated]
        return [each for each in told if is_unfinished(each[1])]

    def _clear(self, folders: Iterable[Path]) -> None:
        """Remove tables that are unlocked and completely in the store; the others stay."""
        found: list[Kept] = []
        for folder in list(folders):
            with suppress(Trouble):
                kept = self.open(folder.name)
                try:
                    kept.take(board.records_of(folder))
                    found.append(kept)
                except OSError:
                    kept.leave()
        for kept in found:
            kept.told = {}
            kept.close()

    def failed(self, trouble: Trouble) -> None:
        """Report a problem that prevents games from being kept, once."""
        if trouble.key not in self._said:
            self._said.add(trouble.key)
            self.complain(trouble)


def is_unfinished(told: Told) -> bool:
    """Tell whether a table has a match to resume."""
    return bool(told.get("match")) and told["match"].get("phase") not in ("over", "lost")


def _has_been_used(folder: Path) -> bool:
    """Tell whether a table was in use there; otherwise another program may just be creating it."""
    return (folder / _FILE).exists() or (folder / "journal").exists()


def _read(folder: Path) -> Told:
    """Return a table's last saved state; {} if it can't be read."""
    try:
        told: object = loads((folder / _FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    if not isinstance(told, dict):
        return {}
    found = cast("Told", told)
    match: Any = found.get("match")
    good = isinstance(match, dict) and isinstance(cast("Told", match).get("players"), list)
    return found if good else {**found, "match": None}


def _locked(file: IO[bytes]) -> bool:
    """Lock a file for this process; tell whether it was free. The process's end unlocks it."""
    try:
        if sys.platform == "win32":
            importlib.import_module("msvcrt").locking(file.fileno(), 2, 1)
        else:
            fcntl: Any = importlib.import_module("fcntl")
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def called(folder: Path) -> str:
    """Return what people call the table in a folder; "" if they don't."""
    try:
        return (folder / _CALLED).read_text("utf-8")
    except (OSError, ValueError):
        return ""


def played() -> list[Path]:
    """Return the folders of this computer's tables, the one played last first."""

    def at(folder: Path) -> float:
        with suppress(OSError):  # removed just now
            return max((each.stat().st_mtime for each in (folder / "journal").iterdir()), default=0)
        return 0

    return sorted((each.parent for each in home().glob("*/journal")), key=at, reverse=True)


def home() -> Path:
    """Return the folder of virtual tables; TIERCE_TABLES overrides it."""
    if own := os.environ.get("TIERCE_TABLES"):
        return Path(own)
    from platformdirs import user_data_path

    return user_data_path("tierce", appauthor=False) / "tables"
