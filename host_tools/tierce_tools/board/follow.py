"""Following a board's log: each record once, over pulled cables and restarts of the board."""

import time
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass

from tierce_tools.board.ports import Found, device_of
from tierce_tools.board.session import Session, Thing
from tierce_tools.logs.records import BOOT, is_number, kind_of, missing
from tierce_tools.trouble import Trouble

# A board that is quiet may have started anew without the port telling: then it is asked.
# Seldom, as the board has to load what answers.
QUIET_S = 60.0

_TICK_S = 0.25
_AGAIN_S = 0.1  # between two tries to reach a board
_OVERLAP_S = 3.0  # so long the last record that is known is waited for
_DONE_S = 1.0  # nothing for so long, and a board is asked whether there is more
_BACK = 512  # how far back the match in play is looked for at first, in numbers
_FURTHER = 4  # and by what factor further each time


@dataclass
class Place:
    """How far a host is in a board's log; `next` 0 where it knows nothing of it."""

    next: int = 0  # the number after the last record, or loss, that it has
    boot: int = 0  # the start of the board from which that is; 0: not known
    last: Thing | None = None  # the last record that it has

    def take(self, thing: Thing) -> None:
        """Go on past a record or a loss."""
        self.next = end_of(thing)
        if "seq" in thing:
            self.last = thing
        self.boot = boot_of(thing) or self.boot

    def forget(self) -> None:
        """Begin again."""
        self.next = self.boot = 0
        self.last = None


@dataclass(frozen=True)
class Back:
    """The board is reached. `anew`: its log is another one than before; what was known is void."""

    session: Session
    anew: bool


@dataclass(frozen=True)
class Gone:
    """The board is not reached any more; `why` says how that was seen."""

    why: Trouble


def end_of(thing: Thing) -> int:
    """Return the number after a record, or after a loss."""
    return thing["seq"] + 1 if "seq" in thing else thing["from"] + thing["lost"]


def boot_of(record: Thing) -> int:
    """Return the start of the board that a record notes, 0 if it is none."""
    return record["note"][BOOT] if "note" in record and kind_of(record) == BOOT else 0


def tell_time(session: Session) -> None:
    """Let the board note what time it is. Where it can't, that is no matter."""
    with suppress(Trouble):
        session.ask("time", unix=int(time.time()))


def follow(
    session: Session,
    found: Found,
    place: Place,
    begin: Callable[[Session], list[Thing]],
    patience_s: float | None = None,
    connect: Callable[[str], Session] = Session.open,
) -> Generator[Back | Gone | list[Thing], None, None]:
    """Yield Back, then lists of records and losses in order; Gone and Back around each break.

    An empty list says that nothing has come for a moment. It goes on from `place` and keeps it up
    to date, before it yields; where nothing is known, and with `anew`, `begin(session)` asks for
    the log and returns what has come already. A board that went is waited for so many seconds, None
    for ever; when they are over, that it went is raised as Trouble. Closes the session.
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
    session: Session, place: Place, begin: Callable[[Session], list[Thing]], other: bool
) -> tuple[bool, list[Thing]]:
    """Ask for what is missing; return (anew, what has come of it already)."""
    anew = other or begins_anew(place, session.hello)
    records: list[Thing] = []
    if not anew and place.next:
        last = place.last
        if last is None:
            session.stream(place.next)
        else:
            session.stream(last["seq"])
            end = time.monotonic() + _OVERLAP_S
            while not records and time.monotonic() < end:
                records = session.records(_TICK_S)
            anew = bool(records) and _is_other(records[0], last, place.boot, session.hello["boot"])
    if anew:
        place.forget()
    return anew, records if place.next else begin(session)


def _is_other(first: Thing, last: Thing, boot: int, boot_now: int) -> bool:
    """Tell from the first record from `last` on whether it is of another log."""
    if "lost" in first:
        return False
    if first["seq"] == last["seq"]:
        return first != last
    # The board has forgotten it, as its power went; then a start comes next that is not known yet.
    return boot > 0 and (boot == boot_now or 0 < boot_of(first) <= boot)


def begins_anew(place: Place, hello: Thing) -> bool:
    """Tell whether a board's log can't be the one that is known: its flash was wiped."""
    return bool(place.next) and (hello["boot"] < place.boot or hello["next"] < place.next)


def _records(session: Session, place: Place, records: list[Thing]) -> Iterator[list[Thing]]:
    heard = time.monotonic()
    live = session.hello["next"]
    while True:
        fresh: list[Thing] = []
        for thing in _unknown(records, place.next):
            gap = thing.get("seq", 0) - place.next if place.next else 0
            if gap > 0 and place.next >= live:
                # While a board runs its numbers have no gaps: it has started anew.
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
            heard = time.monotonic()
        elif time.monotonic() - heard > QUIET_S:
            session.stream(place.next or session.hello["next"])
            heard = time.monotonic()


def _unknown(records: list[Thing], begin: int) -> list[Thing]:
    """Return what is not known yet; of a loss, the part that is not."""
    fresh: list[Thing] = []
    for thing in records:
        if end_of(thing) <= begin:
            continue
        if "lost" in thing and thing["from"] < begin:
            thing = {"lost": end_of(thing) - begin, "from": begin}
        fresh.append(thing)
        begin = end_of(thing)
    return fresh


def _again(
    found: Found, patience_s: float | None, connect: Callable[[str], Session], why: Trouble
) -> Session:
    """Return when the board is back, on whatever port; raise `why` when patience has ended."""
    end = None if patience_s is None else time.monotonic() + patience_s
    while end is None or time.monotonic() < end:
        time.sleep(_AGAIN_S)
        try:
            return connect(device_of(found))
        except Trouble as trouble:
            if trouble.key == "log_version":
                raise
    raise why


# --- what there is already


def fetch(session: Session, begin: int, end: int = 0) -> Iterator[list[Thing]]:
    """Yield the log from a number on, until there is no more or a record is past `end`, if given.

    What comes of it later is among the session's records.
    """
    until: object = session.stream(begin).get("next")
    if not is_number(until):
        raise Trouble("link", "odd_hello", "next", until)
    if end:
        until = min(until, end)
    at = begin
    while at < until:
        records = session.records(_DONE_S)
        if records:
            at = end_of(records[-1])
            yield records
            continue
        # A record and an answer go out by turns: with none before this there is no more.
        session.ask("get", what="table")
        records = session.records()
        if not records:
            return
        at = end_of(records[-1])
        yield records


def find_match(session: Session) -> list[Thing]:
    """Return the log of the match in play so far, from its header on; nothing where there is none.

    What comes next is among the session's records. It is looked for from further and further back.
    """
    hello = session.hello
    if "game" not in hello:
        session.stream(hello["next"])  # one may have begun since
        return []
    first = max(hello["first"], 1)
    found: list[Thing] = []
    top = hello["next"]
    end = 0  # where what is found begins
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
            top = min(top, part[0]["note"]["after"] + 1)  # no record has a number in between
        back *= _FURTHER
    session.stream(end_of(found[-1]) if found else hello["next"])
    return found


def is_header(record: Thing) -> bool:
    """Tell whether a record begins a match."""
    return "tierce" in record
