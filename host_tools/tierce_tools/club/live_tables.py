"""The current state of all tables, for the pages. Nothing here is stored.

What is shown of a table is made once, when it says something, as JSON.
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import msgspec

from tierce_tools.broker.messages import GONE, ONLINE, STATE, STATUS, parted
from tierce_tools.club.table import Sections, read_table

MOST = 2000  # tables; further ones are not shown


@dataclass
class Shown:
    """A table; `here` is None while its status is unknown."""

    number: int = 0  # of its latest change, among those of all tables
    here: bool | None = None
    table: Sections | None = None
    line: msgspec.Raw = field(default_factory=msgspec.Raw)  # the table among all
    whole: msgspec.Raw = field(default_factory=msgspec.Raw)


class LiveTables:
    """Takes what tables say; `number` is that of the latest change. Of one thread."""

    def __init__(self) -> None:
        self._tables: dict[str, Shown] = {}
        self._left: dict[str, int] = {}  # tables no longer there -> the number of that change
        self.number = 1  # 0 is before all
        self.broker = False  # whether the broker is there
        # (table, topic) of the messages since `begin`; None after `settle`.
        self._heard: set[tuple[str, str]] | None = None
        self._changed = asyncio.Event()

    def begin(self) -> None:
        """Begin a connection: the broker says again what it has retained."""
        self._heard = set()

    def settle(self) -> None:
        """Remove what the broker has not sent again since `begin`: it is no longer retained."""
        heard, self._heard = self._heard, None
        if heard is None:
            return
        for name in list(self._tables):
            for what in (STATUS, STATE):
                if (name, what) not in heard:
                    self._take(name, what, b"")

    def take(self, topic: str, payload: object) -> None:
        """Take a message; others are ignored. An empty payload removes what the topic had."""
        name, what = parted(topic) or ("", "")
        if what not in (STATE, STATUS):
            return
        self._take(name, what, payload)
        if self._heard is not None and name in self._tables:
            self._heard.add((name, what))

    def _take(self, name: str, what: str, payload: object) -> None:
        shown = self._tables.get(name) or Shown()
        if what == STATUS:
            told: dict[object, bool | None] = {ONLINE.encode(): True, GONE.encode(): False, b"": None}
            if payload not in told or told[payload] == shown.here:
                return
            shown.here = told[payload]
        elif not payload:
            shown.table = None
        else:
            table = read_table(payload)
            if table is None or table == shown.table:
                return
            shown.table = table
        self._put(name, shown)

    def _put(self, name: str, shown: Shown) -> None:
        self.number += 1
        if shown.here is None and shown.table is None:
            if self._tables.pop(name, None):
                self._left[name] = self.number
        elif name in self._tables or len(self._tables) < MOST:
            self._left.pop(name, None)
            shown.number = self.number
            whole = {"name": name, "here": shown.here, "table": shown.table}
            shown.whole = msgspec.Raw(msgspec.json.encode(whole))
            shown.line = msgspec.Raw(msgspec.json.encode(_line(name, shown)))
            self._tables[name] = shown
        while len(self._left) > MOST:
            self._left.pop(next(iter(self._left)))
        self._wake()

    def tell(self, broker: bool) -> None:
        """Hear whether the broker is there."""
        if broker != self.broker:
            self.broker = broker
            self.number += 1
            self._wake()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def after(self, number: int) -> None:
        """Wait until there is a change after this one."""
        while self.number <= number:
            await self._changed.wait()

    def news(self, since: int, name: str) -> bytes:
        """Return what has changed since a number, with table `name` whole, as JSON.

        `since` 0 is all that there is.
        """
        news: dict[str, Any] = {
            "broker": self.broker,
            "tables": [each.line for each in self._tables.values() if each.number > since],
        }
        if not since:
            news["all"] = True
        left = [each for each, number in self._left.items() if number > since]
        if left and since:
            news["left"] = left
        shown = self._tables.get(name)
        if name and shown is None and (name in left or not since):
            news["whole"] = None
        elif shown is not None and shown.number > since:
            news["whole"] = shown.whole
        return msgspec.json.encode(news)


def _line(name: str, shown: Shown) -> dict[str, Any]:
    """Return a table as one among all."""
    table = shown.table
    found: dict[str, Any] = {"name": name, "here": shown.here}
    if table is None:
        return found
    verdict = table.verdict
    return found | {
        "match": table.match,
        "warnings": table.warnings,
        "ruled": rulings(table),
        "doubt": table.doubt is not None,
        "verdict": verdict and {"mood": verdict.mood, "text": verdict.head or verdict.text},
    }


def rulings(table: Sections) -> list[str]:
    """Return the names of what the people have ruled in the round that is played, or the last."""
    if table.sheet.ruled or not table.sheet.rows:
        return table.sheet.ruled or []
    last = table.sheet.rows[-1]
    return ["points"] if last.ruled is None else last.ruled
