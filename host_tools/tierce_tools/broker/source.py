"""Where a table's records come from: a board, or the folder in which a virtual table is kept.

Not thread-safe, but any thread may call. No call takes longer than some seconds.
"""

import shutil
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, cast

from tierce.presets import MOST_SEATS
from tierce_tools import __version__
from tierce_tools.base.jsontext import loads
from tierce_tools.base.plain import plain
from tierce_tools.base.scratch import Scratch
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.follow import Back, Gone, Place, end_of, fetch, find_match, follow, is_header, tell_time
from tierce_tools.board.ports import Found, choose, device_of
from tierce_tools.board.session import Session
from tierce_tools.logs.records import UNIX, Record, kind_of
from tierce_tools.match.places import seat_of

_BOOT_S = 2.0  # to wait for a board that has come back, each time
_PATIENCE_S = 1.0  # to wait for one that has gone, each time
_PERIOD_S = 0.25  # between two looks into a folder
_LONGEST = 40  # characters of a version


@dataclass(frozen=True)
class Heard:
    """What a source gives: records and losses in order, or a change.

    `here` tells whether the table is there. `anew`: its log is another one, and begins.
    """

    records: tuple[Record, ...] = ()
    here: bool = True
    anew: bool = False


@dataclass(frozen=True)
class About:
    """What a table says of itself: its firmware, "" if unknown; its serial number; how many seats it has at most."""

    firmware: str = ""
    serial: str = ""
    seats: int = MOST_SEATS


class Source(Protocol):
    """A table's journal."""

    board: str  # names the board for people and for its journal's name
    dates: bool  # whether each of its journals has a note of the time, sooner or later

    def about(self) -> About:
        """Return what the table says of itself, as it was last here."""
        ...

    def end(self) -> int:
        """Return the number after the last record that the journal had when it was last here."""
        ...

    def has(self, seq: int, unix: int) -> bool:
        """Tell whether the journal has this note of the time. Raises Trouble if it has gone."""
        ...

    def header(self) -> int:
        """Return the number of the header of the match in play; 0: none is. Raises Trouble."""
        ...

    def start(self, begin: int) -> None:
        """Give the records from a number on, 0 from the first. Raises Trouble if it has gone."""
        ...

    def step(self) -> Heard:
        """Return what comes next, within a moment."""
        ...

    def close(self) -> None:
        """Let go of the table."""
        ...


VIRTUAL = "virtual"  # a virtual table of this computer


def virtual_named(name: str) -> Path:
    """Return the folder of the virtual table of this name, or else of the one without a name that was played last.

    Raises Trouble if there is neither.
    """
    from tierce_tools.virtual.kept_tables import called, played

    folders = {called(folder): folder for folder in reversed(played())}
    if name not in folders and "" not in folders:
        raise Trouble(
            "broker.no_virtual",
            "no virtual table named {name} is kept here: tierce table --name {name} begins one",
            name=name,
        )
    return folders[name if name in folders else ""]


def source_of(port: str, name: str) -> Source:
    """Return the source at a port, of a virtual table for this name, or in a folder. Raises Trouble."""
    if port == VIRTUAL:
        return FolderSource(lambda: virtual_named(name))
    with suppress(OSError):  # a name that is none
        if (path := Path(port)).is_dir():
            return FolderSource(lambda: path)
    found = choose(port)
    return BoardSource(found, Session.open(found.device))


def note_of(record: Record) -> tuple[int, int] | None:
    """Return the number and time of a note in which a computer told the time; None for others."""
    if "lost" in record or kind_of(record) != UNIX:
        return None
    return record["seq"], record["note"][UNIX]


def _seats(zones: object) -> int:
    """Return how many zones are a seat's; a table that reads no seat may have any number."""
    names = cast("list[object]", zones) if isinstance(zones, list) else []
    seats = sum(isinstance(each, str) and seat_of(each) is not None for each in names)
    return seats if 2 <= seats <= MOST_SEATS else MOST_SEATS


def _connect(port: str) -> Session:
    return Session.open(port, _BOOT_S)


class BoardSource:
    """A board's link. Each of its starts is told the time, which dates its matches."""

    dates = True

    def __init__(self, found: Found, session: Session, connect: Callable[[str], Session] | None = None) -> None:
        self._found = found
        self._session = session
        self._connect = connect or _connect
        self.board = found.serial or str(session.hello.get("name", ""))
        self._place = Place()
        self._steps: Generator[Back | Gone | list[Record], None, None] | None = None
        self._begin = 0
        self._boot = 0  # the start that was told the time

    def about(self) -> About:
        """See Source."""
        hello = self._session.hello
        return About(
            plain(str(hello.get("firmware", "")))[:_LONGEST], self._found.serial or "", _seats(hello.get("zones"))
        )

    def end(self) -> int:
        """See Source."""
        return self._session.hello["next"]

    def has(self, seq: int, unix: int) -> bool:
        """See Source."""
        if not self._session.hello["first"] <= seq < self._session.hello["next"]:
            return False
        for records in fetch(self._session, seq, seq + 1):
            return note_of(records[0]) == (seq, unix)
        return False

    def header(self) -> int:
        """See Source."""
        self._session.greet(_BOOT_S)
        found = find_match(self._session)
        return found[0]["seq"] if found else 0

    def start(self, begin: int) -> None:
        """See Source."""
        self._begin = begin
        if self._steps is None:
            self._place = Place()
            self._steps = self._follow()
        else:
            self._place.last = None
            self._place.next = self._from(self._session)

    def _follow(self) -> Generator[Back | Gone | list[Record], None, None]:
        return follow(self._session, self._found, self._place, self._ask, _PATIENCE_S, self._connect)

    def _ask(self, session: Session) -> list[Record]:
        self._from(session)
        return []

    def _from(self, session: Session) -> int:
        begin, self._begin = max(self._begin, session.hello["first"], 1), 0
        session.stream(begin)
        return begin

    def step(self) -> Heard:
        """See Source."""
        if self._steps is None:
            try:
                self._session = self._connect(device_of(self._found))
            except Trouble:
                time.sleep(_PERIOD_S)
                return Heard(here=False)
            self._steps = self._follow()
        try:
            step = next(self._steps)
        except Trouble:
            self._steps = None  # it has ended, and closed the session
            return Heard(here=False)
        if isinstance(step, Gone):
            return Heard(here=False)
        if isinstance(step, Back):
            self._session = step.session
            self._tell_time()
            return Heard(anew=step.anew)
        if any(is_header(each) and each.get("seq", 0) >= self._session.hello["next"] for each in step):
            tell_time(self._session)  # dates a match that begins later
        return Heard(tuple(step))

    def _tell_time(self) -> None:
        if self._session.hello["boot"] != self._boot:
            self._boot = self._session.hello["boot"]
            tell_time(self._session)

    def close(self) -> None:
        """See Source."""
        if self._steps is not None:
            self._steps.close()
        self._session.close()


class FolderSource:
    """The journal in a board's folder, such as that of a virtual table in play. Only read.

    `where` returns the folder: another one once the table has another. Raises Trouble if none is there.
    """

    dates = False  # nothing is written there

    def __init__(self, where: Callable[[], Path]) -> None:
        self._where = where
        self._settle(where())

    def _settle(self, folder: Path) -> None:
        if not (folder / "journal").is_dir():
            raise Trouble(
                "broker.no_table",
                "{folder}: no table is kept there: a table's folder has config.json and "
                "journal; a board's port has a name like /dev/ttyACM0 or COM3",
                folder=folder,
            )
        self._folder = folder
        self.board = folder.resolve().name
        self._seen: object = None
        self._records: list[Record] = []
        self._next = 0
        self._last: Record | None = None  # the last one given
        self._look()

    def about(self) -> About:
        """See Source. Its program is this computer's."""
        try:
            config: object = loads((self._folder / "config.json").read_bytes())
        except (OSError, ValueError):  # a folder of which only the journal matters
            config = None
        zones: object = cast("Record", config).get("zones") if isinstance(config, dict) else None
        each = cast("list[object]", zones) if isinstance(zones, list) else []
        return About(
            __version__, "", _seats([cast("Record", zone).get("zone") for zone in each if isinstance(zone, dict)])
        )

    def end(self) -> int:
        """See Source."""
        with suppress(OSError):
            self._look()
        return end_of(self._records[-1]) if self._records else 0

    def has(self, seq: int, unix: int) -> bool:
        """See Source."""
        return any(note_of(each) == (seq, unix) for each in self._records)

    def header(self) -> int:
        """See Source."""
        at = 0
        for each in self._records:
            if "lost" not in each:
                at = each["seq"] if is_header(each) else 0 if kind_of(each) == "over" else at
        return at

    def start(self, begin: int) -> None:
        """See Source."""
        self._next, self._last = begin, None

    def step(self) -> Heard:
        """See Source."""
        try:
            folder = self._where()
            if folder != self._folder:
                self._settle(folder)
                return Heard(anew=True)
            changed = self._look()
        except (OSError, Trouble):
            time.sleep(_PERIOD_S)
            return Heard(here=False)
        if self._last is not None and self._is_other():
            self._next, self._last = 0, None
            return Heard(anew=True)
        fresh = [each for each in self._records if end_of(each) > self._next]
        if fresh:
            self._next = end_of(fresh[-1])
            self._last = next((each for each in reversed(fresh) if "seq" in each), self._last)
        elif not changed:
            time.sleep(_PERIOD_S)
        return Heard(tuple(fresh))

    def _is_other(self) -> bool:
        """Tell whether the journal is another one than that of the last record given."""
        assert self._last is not None
        seq = self._last["seq"]
        there = {each["seq"]: each for each in self._records if "seq" in each}
        if seq in there:
            return there[seq] != self._last
        # The table may have removed it as old, or lost it in a power cut; then a start says so.
        return not there or max(there) < seq

    def _look(self) -> bool:
        """Read the journal if its files have changed; tell whether they have. Raises OSError."""
        files = sorted((self._folder / "journal").iterdir())
        seen = [(path.name, stat.st_size, stat.st_mtime_ns) for path in files if (stat := path.stat())]
        if seen == self._seen:
            return False
        from tierce_tools.virtual.board import records_of

        # Of a copy: reading mends what a power cut has left, and the table is another's.
        with Scratch() as copy:
            shutil.copytree(self._folder / "journal", Path(copy, "journal"))
            self._records = records_of(Path(copy))
        self._seen = seen
        return True

    def close(self) -> None:
        """See Source."""
