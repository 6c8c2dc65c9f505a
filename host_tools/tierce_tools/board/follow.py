"""Follows a board's log: each record once, across unplugged cables and restarts."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.ports import Found, device_of
from tierce_tools.board.session import ODD_HELLO, Session
from tierce_tools.logs.records import BOOT, Record, is_number, kind_of, missing

# A board may restart without the port showing it, so a quiet board is asked, after this many
# seconds. Rarely, because the board has to load the code that answers.
QUIET_S = 60.0

_TICK_S = 0.25
_AGAIN_S = 0.1  # between two attempts to reach a board
_OVERLAP_S = 3.0  # how long to wait for the last known record
_DONE_S = 1.0  # after this silence the board is asked whether there is more
_BACK = 512  # how far back the search for the match in play first goes, in record numbers
_FURTHER = 4  # the factor by which it goes further back each time


@dataclass
class Place:
    """A host's position in a board's log; `next` is 0 if the host has nothing."""

    next: int = 0  # the number after the last record, or loss, that it has
    boot: int = 0  # the board's start that wrote it; 0: unknown
    last: Record | None = None  # the last record that it has

    def take(self, thing: Record) -> None:
        """Advance past a record or a loss."""
        self.next = end_of(thing)
        if "seq" in thing:
            self.last = thing
        self.boot = boot_of(thing) or self.boot

    def forget(self) -> None:
        """Start over."""
        self.next = self.boot = 0
        self.last = None


@dataclass(frozen=True)
class Back:
    """The board is connected. `anew`: its log is a different one; earlier records are void."""

    session: Session
    anew: bool


@dataclass(frozen=True)
class Gone:
    """The board is disconnected; `why` is the error."""

    why: Trouble


def end_of(thing: Record) -> int:
    """Return the number after a record or a loss."""
    return thing["seq"] + 1 if "seq" in thing else thing["from"] + thing["lost"]


def boot_of(record: Record) -> int:
    """Return the number of the start that a record notes; 0 for other records."""
    return record["note"][BOOT] if "note" in record and kind_of(record) == BOOT else 0


def tell_time(session: Session) -> None:
    """Give the board the time of day to note. Errors are ignored."""
    with suppress(Trouble):
        session.ask("time", unix=int(time.time()))


def follow(
    session: Session,
    found: Found,
    place: Place,
    begin: Callable[[Session], list[Record]],
    patience_s: float | None = None,
    connect: Callable[[str], Session] = Session.open,
) -> Generator[Back | Gone | list[Record], None, None]:
    """Yield Back, then lists of records and losses in order; Gone and Back around each break.

    An empty list means that nothing has arrived for a moment. Following starts at `place`, which is
    updated before each yield. If `place` is empty, or the log is a new one, `begin(session)`
    requests the log and returns what has already arrived. A disconnected board is waited for
    `patience_s` seconds, None for ever; then the Trouble of the disconnection is raised. Closes the
    session.
    """
    name = session.hello.get("name")
    try:
        while True:
            try:
                other = found.serial is None and session.hello.get("name") != name
                anew, records = _resume(session, place, begin, other)
                name = session.hello.get("name")
                yield Back(session, anew)
                yield from _records(session, place, records)
            except Trouble as trouble:
                session.close()
                yield Gone(trouble)
                session = _again(found, patience_s, connect, trouble)
    finally:
        session.close()


def _resume(
    session: Session, place: Place, begin: Callable[[Session], list[Record]], other: bool
) -> tuple[bool, list[Record]]:
    """Request the missing records; return (anew, those that have arrived already)."""
    anew = other or begins_anew(place, session.hello)
    records: list[Record] = []
    if not anew and place.next:
        last = place.last
        if last is None:
            session.stream(place.next)
        else:
            session.stream(last["seq"])
            end = session.now() + _OVERLAP_S
            while not records and session.now() < end:
                records = session.records(_TICK_S)
            anew = bool(records) and _is_other(records[0], last, place.boot, session.hello["boot"])
    if anew:
        place.forget()
    return anew, records if place.next else begin(session)


def _is_other(first: Record, last: Record, boot: int, boot_now: int) -> bool:
    """Tell whether `first`, the first record at or after `last`, belongs to another log."""
    if "lost" in first:
        return False
    if first["seq"] == last["seq"]:
        return first != last
    # The board lost `last` in a power cut; then the next record must be a start not known yet.
    return boot > 0 and (boot == boot_now or 0 < boot_of(first) <= boot)


def begins_anew(place: Place, hello: Record) -> bool:
    """Tell whether a board's flash was wiped, as its log can't be the known one."""
    return bool(place.next) and (hello["boot"] < place.boot or hello["next"] < place.next)


def _records(session: Session, place: Place, records: list[Record]) -> Iterator[list[Record]]:
    since = session.now()
    live = session.hello["next"]
    while True:
        fresh: list[Record] = []
        for thing in _unknown(records, place.next):
            gap = thing.get("seq", 0) - place.next if place.next else 0
            if gap > 0 and place.next >= live:
                # While a board runs its numbers have no gaps, so it has restarted.
                session.stream(place.next)
                session.greet()
                live = session.hello["next"]
                break
            if gap > 0 and (lost := missing(thing, place.next)):
                fresh.append(lost)
            fresh.append(thing)
            place.take(thing)
            if thing.get("seq", 0) >= live:
                place.boot = session.hello["boot"]
        yield fresh
        records = session.records(_TICK_S)
        if records:
            since = session.now()
        elif session.now() - since > QUIET_S:
            session.stream(place.next or session.hello["next"])
            since = session.now()


def _unknown(records: list[Record], begin: int) -> list[Record]:
    """Return the records not known yet; of a loss, its unknown part."""
    fresh: list[Record] = []
    for thing in records:
        if end_of(thing) <= begin:
            continue
        if "lost" in thing and thing["from"] < begin:
            thing = {"lost": end_of(thing) - begin, "from": begin}
        fresh.append(thing)
        begin = end_of(thing)
    return fresh


def _again(found: Found, patience_s: float | None, connect: Callable[[str], Session], why: Trouble) -> Session:
    """Return a session when the board is back, on any port; raise `why` after `patience_s`."""
    end = None if patience_s is None else time.monotonic() + patience_s
    while end is None or time.monotonic() < end:
        time.sleep(_AGAIN_S)
        try:
            return connect(device_of(found))
        except Trouble as trouble:
            if trouble.key == "log_version":
                raise
    raise why


# --- fetching existing records


def fetch(session: Session, begin: int, end: int = 0) -> Iterator[list[Record]]:
    """Yield the log from `begin` up to the newest record, or until past `end` if given.

    Records that arrive later are left for `session.records`. Raises Trouble.
    """
    until: object = session.stream(begin).get("next")
    if not is_number(until):
        raise Trouble("link.odd_hello", ODD_HELLO, key="next", value=until)
    if end:
        until = min(until, end)
    at = begin
    while at < until:
        records = session.records(_DONE_S)
        if records:
            at = end_of(records[-1])
            yield records
            continue
        # The board alternates records and answers, so no record before this answer means the end.
        session.ask("get", what="table")
        records = session.records()
        if not records:
            return
        at = end_of(records[-1])
        yield records


def find_match(session: Session) -> list[Record]:
    """Return the log of the match in play, from its header on; empty if there is none.

    Later records are left for `session.records`. The search goes back in growing steps.
    """
    hello = session.hello
    if "game" not in hello:
        session.stream(hello["next"])  # a match may have begun since the hello
        return []
    first = max(hello["first"], 1)
    found: list[Record] = []
    top = hello["next"]
    end = 0  # where the records found so far begin
    back = _BACK
    while True:
        begin = max(first, top - back)
        part = [thing for records in fetch(session, begin, end) for thing in records]
        if end:
            part = [thing for thing in part if thing.get("seq", thing.get("from")) < end]
        found = part + found
        headers = [at for at, thing in enumerate(part) if is_header(thing)]
        if headers:
            found = found[headers[-1] :]
            break
        if begin <= first:
            found = []
            break
        top = end = begin
        if part and kind_of(part[0]) == BOOT:
            top = min(top, part[0]["note"]["after"] + 1)  # the start skipped the numbers in between
        back *= _FURTHER
    session.stream(end_of(found[-1]) if found else hello["next"])
    return found


def is_header(record: Record) -> bool:
    """Tell whether a record is a header."""
    return "tierce" in record
