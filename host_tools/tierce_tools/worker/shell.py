"""The table in a Web Worker: its script (static/worker.js) calls `turn`, `hear` and `told`.

The folder of kept tables is the browser's storage, which the script writes back when `changed`:
before it tells the page anything, as a board's journal comes before its lights.
"""

import gc
import json
import logging
import shutil
import time
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tierce_tools.base.texts import SOURCE, languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.records import Record
from tierce_tools.machines.modelled import Maker
from tierce_tools.page import requests, views
from tierce_tools.page.news import News
from tierce_tools.page.running import Running, State
from tierce_tools.page.views import Viewer
from tierce_tools.virtual.kept_tables import KeptTables
from tierce_tools.virtual.play import Answer, MachineFor, Play

_HERE = frozenset[int | None]([None])  # one page, its owner's
_LOGGER = logging.getLogger(__name__)


class Shell:
    """A table and its one page.

    `work` is a folder for what need not last; `home` that of the kept tables, "" if none are kept.
    A match that waits there goes on. `machine_for` makes another kind of table.
    """

    def __init__(
        self, work: str, home: str, language: str, seed: int | None = None, machine_for: MachineFor | None = None
    ) -> None:
        self._viewer = Viewer(None, language if language in languages() else SOURCE)
        self._news = News()
        self._out: list[dict[str, Any]] = []
        self._home = Path(home) if home else None
        self._kept: object = None
        self._seen: tuple[State | None, Viewer | None, dict[str, Any]] = (None, None, {})
        kept_tables: KeptTables | None = None
        if self._home is not None:  # the script lets only one window have it
            kept_tables = KeptTables(self._home, _NoArchive(), _complain, lambda _: True)
            kept_tables.tidy()
        if machine_for is None:
            machine_for = Maker(Path(work), None, self._viewer.language, kept_tables, resume=True)
        play = Play(machine_for, seed)
        self._running = Running(play, time.monotonic, lambda _: None, self._answer)

    def hear(self, text: str) -> None:
        """Take a message of the page, as a server does."""
        number = None
        try:
            action = requests.read(text)
            number = requests.number_of(action)
            if requests.checked(action)["do"] == "language":
                self._viewer = Viewer(None, requests.language_of(action))
            self._running.ask(self._viewer, action, (number, action))
        except Trouble as trouble:
            self._out.append(requests.refused(number, trouble))

    def turn(self) -> float:
        """Let the table's time pass; return the milliseconds to rest until the next turn."""
        return self._running.turn(_HERE) * 1000

    def told(self) -> str:
        """Return a JSON list of what to tell the page now, each a message as a server's."""
        out, self._out = self._out, []
        state = self._running.state
        news = self._news.of(state, self._view(state), self._viewer)
        if news:
            out.insert(0, news)
        return json.dumps(out, separators=(",", ":")) if out else ""

    def close(self) -> None:
        """Switch the table off."""
        self._running.close()

    def changed(self) -> bool:
        """Tell whether the kept tables have changed since this was last asked."""
        if self._home is None:
            return False
        now = [
            (path.as_posix(), found.st_mtime_ns, found.st_size, found.st_ino)
            for path in sorted(self._home.rglob("*"))
            for found in (path.stat(),)
        ]
        before, self._kept = self._kept, now
        return now != before

    def _answer(self, asked: Any, answer: Answer | Exception) -> None:
        if asked is None:
            return
        number, action = asked
        try:
            if isinstance(answer, Exception):
                raise answer
            sections = self._running.state.sections
            finished = requests.finished(action, answer, sections, self._viewer)
            self._out.append({"re": number, **finished})
        except Exception as error:
            if not isinstance(error, Trouble):
                _LOGGER.exception("a request")
            self._out.append(requests.refused(number, error))

    def _view(self, state: State) -> dict[str, Any]:
        """Return the page's part of a snapshot, the same object for the same snapshot."""
        if self._seen[0] is not state or self._seen[1] != self._viewer:
            self._seen = state, self._viewer, views.filter(state.sections, self._viewer)
        return self._seen[2]


def rehearse() -> None:
    """Let a table begin and end that nobody sees: what it imports and reads stays in memory (static/python.js).

    A board forgets modules that are done with, and loads them again; here their code is kept.
    """
    SourceFileLoader.get_code = cache(SourceFileLoader.get_code)
    with TemporaryDirectory() as work:
        shell = Shell(work, "", SOURCE)
        shell.turn()
        shell.told()
        shell.close()
    gc.freeze()  # a collection passes all of it over


def copy_tables(old: str, home: str) -> bool:
    """Copy the kept tables of another folder that are not here yet; tell whether it has any."""
    found = [*Path(old).iterdir()]
    for folder in found:
        if not (Path(home) / folder.name).exists():
            shutil.copytree(folder, Path(home) / folder.name)
    return bool(found)


def remove_tables(old: str) -> None:
    """Remove the kept tables of a folder."""
    for folder in Path(old).iterdir():
        shutil.rmtree(folder)


class _NoArchive:
    """See kept_tables.Archive: a browser keeps no store of games."""

    def file(self, name: str, records: list[Record]) -> None:
        """See kept_tables.Archive."""

    def filed(self, name: str) -> bool:
        """See kept_tables.Archive."""
        return True


def _complain(trouble: Trouble) -> None:
    _LOGGER.warning("%s", trouble)
