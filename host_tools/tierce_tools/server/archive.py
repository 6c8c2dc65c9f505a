"""Puts the games of virtual tables into the store, in a thread."""

import importlib
import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.records import Record

_LOGGER = logging.getLogger(__name__)


class Archive:
    """See kept_tables.Archive. `where` is the store; `complain` is called once for each problem."""

    def __init__(self, where: str, complain: Callable[[Trouble], None]) -> None:
        self._where = where
        self._complain = complain
        self._said: set[str] = set()
        # Records that the store does not have yet, by table. Used by the thread only.
        self._waiting: dict[str, list[Record]] = {}
        self._store: Any = None
        self._journals: dict[str, Any] = {}
        self._queue: queue.Queue[tuple[str, list[Record]] | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    def file(self, name: str, records: list[Record]) -> None:
        """See kept_tables.Archive."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="store", daemon=True)
            self._thread.start()
        self._queue.put((name, records))

    def filed(self, name: str) -> bool:
        """See kept_tables.Archive."""
        self._queue.join()
        return name not in self._waiting

    def close(self) -> None:
        """End the thread, once the store has everything."""
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join()
            self._thread = None

    def _run(self) -> None:
        asked: list[tuple[str, list[Record]] | None] = []
        while None not in asked:
            asked = [self._queue.get()]
            with suppress(queue.Empty):
                while True:
                    asked.append(self._queue.get_nowait())
            for name, records in filter(None, asked):
                self._waiting.setdefault(name, []).extend(records)
            for name in list(self._waiting):
                self._put(name)
            for _ in asked:
                self._queue.task_done()
        self._leave_store()

    def _put(self, name: str) -> None:
        """Put a table's waiting records into the store; after a failure they keep waiting."""
        try:
            stores: Any = importlib.import_module("tierce_tools.logs.store")
            self._store = self._store or stores.Store.open(self._where)
            if name not in self._journals:
                self._journals[name] = self._store.journal(f"virtual-{name}", "virtual")
            self._journals[name].keep(self._waiting[name])
            del self._waiting[name]
        except Trouble as trouble:
            self._leave_store()  # reopened next time, as the store may then be another one
            if trouble.key not in self._said:
                self._said.add(trouble.key)
                self._complain(trouble)
        except Exception:  # a bug of ours; play goes on
            if name not in self._said:
                self._said.add(name)
                _LOGGER.exception("the store of games")

    def _leave_store(self) -> None:
        store, self._store = self._store, None
        self._journals.clear()
        if store is not None:
            store.close()
