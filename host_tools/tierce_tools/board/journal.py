"""Fetches a board's journal into a store: only new records, in order.

It can be interrupted at any point: records that were fetched are kept, and the next pull goes on.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.follow import Back, Gone, Place, follow, is_header, tell_time
from tierce_tools.board.ports import choose
from tierce_tools.board.session import Session
from tierce_tools.logs.records import Record

_BATCH = 512  # records in one transaction
_BATCH_S = 1.0  # the longest wait before a transaction is written
_QUIET_S = 1.0  # after this silence the board is asked whether there is more


class Journal(Protocol):
    """A board's journal in a store: logs.store.Journal."""

    @property
    def next(self) -> int: ...
    @property
    def boot(self) -> int: ...
    @property
    def last(self) -> Record | None: ...
    def keep(self, given: list[Record]) -> int: ...


class Store(Protocol):
    """A store of journals: logs.store.Store."""

    def journal(self, board: str, name: str) -> Any: ...
    def new_journal(self, board: str, name: str, after: Any) -> Any: ...


@dataclass
class Pulled:
    """The result of a pull. `records` and `matches` count those new to the store."""

    name: str = ""
    records: int = 0
    matches: int = 0
    lost: int = 0
    anew: bool = False  # the board's flash was wiped since the last pull
    breaks: int = 0
    at: int = 0  # the next record number
    until: int = 0  # the pull ends at this number, the board's next one when it was reached


def pull(
    port: str,
    store: Store,
    progress: Callable[[Pulled, Gone | None], None],
    patience_s: float,
    connect: Callable[[str], Session] = Session.open,
    pulled: Pulled | None = None,
) -> Pulled:
    """Fetch the new records of a board and return the result; `pulled` is updated on the way.

    `progress` is called with `pulled`, and with a Gone while the board is being waited for. Raises
    Trouble if the board is away for longer than `patience_s`, or the store fails; records fetched
    before stay.
    """
    pulled = pulled or Pulled()
    found = choose(port)
    session = connect(found.device)
    try:
        pulled.name = name = session.hello["name"]
        journal: Journal = store.journal(found.serial or name, name)
        place = Place(journal.next, journal.boot, journal.last)
    except BaseException:
        session.close()
        raise
    batch: list[Record] = []

    def keep() -> None:
        records = batch.copy()
        batch.clear()
        fresh = journal.keep(records) if records else 0
        pulled.records += fresh
        if fresh:
            pulled.matches += sum(map(is_header, records))
        pulled.lost += sum(thing.get("lost", 0) for thing in records)

    quiet = kept_at = session.now()
    asked = dated = False
    steps = follow(session, found, place, _from_first, patience_s, connect)
    try:
        for step in steps:
            if isinstance(step, Gone):
                keep()
                pulled.breaks += 1
                progress(pulled, step)
                continue
            if isinstance(step, Back):
                session = step.session
                kept_at = session.now()
                if session.hello["name"] != name and found.serial is None:
                    raise Trouble(
                        "pull.other",
                        "another board is on this port now, not {name} but "
                        "{other}; repeat tierce pull to fetch from it",
                        name=name,
                        other=session.hello["name"],
                    )
                if step.anew:
                    batch.clear()
                    journal = store.new_journal(found.serial or name, name, after=journal)
                    pulled.anew = True
                pulled.until = session.hello["next"]
                if place.next < pulled.until and not dated:
                    # This dates the matches. It is done only if there is something new, as it adds
                    # a record.
                    tell_time(session)
                    pulled.until += 1
                    dated = True
                pulled.at = place.next
                progress(pulled, None)
                quiet, asked = session.now(), False
            elif step:
                batch += step
                quiet, asked = session.now(), False
                pulled.at = place.next
                progress(pulled, None)
            elif asked:
                break  # an answer without a record before it: there is no more
            elif session.now() - quiet > _QUIET_S:
                asked = True
                _ask(session)
            if len(batch) >= _BATCH or (batch and session.now() - kept_at > _BATCH_S):
                keep()
                kept_at = session.now()
            if place.next >= pulled.until:
                break
    finally:
        steps.close()
        keep()
    progress(pulled, None)
    return pulled


def _from_first(session: Session) -> list[Record]:
    session.stream(max(session.hello["first"], 1))
    return []


def _ask(session: Session) -> None:
    with suppress(Trouble):  # if the board has gone, the next access reports it
        session.ask("get", what="table")
