"""Which records of which journals have come, and what the tables are asked for. No broker here.

A table counts its messages, so this notices what a broker has dropped. A position holds for the
store too if nothing is missing since an earlier one that did, or if the store is as far already.
Else the table is asked for the rest, goes back to there, says so, and sends it again. What the
broker has retained may be followed by something that was missed: it never counts, but the table may
be asked for more.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tierce_tools.broker.messages import (
    ASK,
    POSITION,
    RECORD,
    Batch,
    Count,
    Position,
    parted,
    read_ask,
    read_batch,
    read_position,
)
from tierce_tools.logs.records import Record

# Limits of one table, so that none can fill the store. A board's journal has 0.2 MB; a table in
# play sends some 100 bytes a second.
MOST_JOURNALS = 100  # a new one begins when a board's memory is wiped
BURST, PER_S = 32 << 20, 8 << 10  # bytes of records: at once; per second in the long run

Key = tuple[str, str]  # a table's name on the broker, its journal's name
Ask = tuple[str, int]  # a journal's name, the number from which it is asked for


@dataclass(frozen=True)
class Have:
    """All records below `next` are there, but for those that the table holds back."""

    next: int = 0
    held: tuple[int, ...] = ()

    def lacks(self, told: "Have") -> int | None:
        """Return the first number that is missing of what a table has sent; None: none is."""
        first = min([self.next, *(seq for seq in self.held if seq not in told.held)])
        return first if first < told.next else None


@dataclass
class Work:
    """What is to be kept of a journal: records and losses, and how far it is then."""

    records: list[Record] = field(default_factory=list[Record])
    have: Have | None = None


class Received:
    """Takes messages in the order in which they come."""

    def __init__(self) -> None:
        self._room: dict[str, tuple[float, float]] = {}  # table -> bytes that it may send, and when
        self.begin({})

    def begin(self, have: Mapping[Key, Have]) -> None:
        """Begin a connection; `have` is what the store has."""
        self._have: dict[Key, Have] = dict(have)
        # Table -> the journal of which nothing was missed, and its last message.
        self._in_order: dict[str, tuple[str, Count]] = {}
        self._asked: dict[str, Ask | None] = {}  # table -> what it is asked for on the broker
        self._work: dict[Key, Work] = {}
        self._asks: dict[str, Ask] = {}

    def take(self, topic: str, payload: object, retained: bool = False, now: float = 0.0) -> None:
        """Take a message; others are ignored. `now` is in seconds."""
        table, what = parted(topic) or ("", "")
        if what == RECORD:
            batch = read_batch(payload)
            if batch is None or not self._may(table, batch.journal):
                return
            size = len(payload) if isinstance(payload, bytes | bytearray) else 0
            room = self._room_of(table, now) - size
            if room >= 0:
                self._room[table] = room, now
                self._of(table, batch.journal).records += batch.records
                self._follow(table, batch)
            else:
                self._in_order.pop(table, None)
        elif what == POSITION:
            position = read_position(payload)
            if position is not None and self._may(table, position.journal):
                self._reach(table, position, retained, now)
        elif what == ASK:
            self._asked[table] = read_ask(payload)

    def taken(self) -> tuple[dict[Key, Work], dict[str, Ask]]:
        """Return what has come since: what is to be kept, then what to ask each table for."""
        work, self._work = self._work, {}
        asks, self._asks = self._asks, {}
        return work, asks

    def _may(self, table: str, journal: str) -> bool:
        """Tell whether a table may have this journal, so that none can fill the store with them."""
        if (table, journal) in self._have:
            return True
        if sum(name == table for name, _ in self._have) >= MOST_JOURNALS:
            return False
        self._have[table, journal] = Have()
        return True

    def _of(self, table: str, journal: str) -> Work:
        return self._work.setdefault((table, journal), Work())

    def _follow(self, table: str, batch: Batch) -> None:
        journal, last = self._in_order.get(table, ("", Count("", 0)))
        if (batch.journal, batch.count.stream) != (journal, last.stream):
            return
        if batch.count.n == last.n + 1:
            self._in_order[table] = journal, batch.count
        elif batch.count.n > last.n:
            del self._in_order[table]

    def _room_of(self, table: str, now: float) -> float:
        """Return how many bytes a table may still send."""
        room, since = self._room.get(table, (BURST, now))
        return min(BURST, room + (now - since) * PER_S)

    def _reach(self, table: str, position: Position, retained: bool, now: float) -> None:
        journal, told = position.journal, Have(position.next, position.held)
        first = self._have[table, journal].lacks(told)
        if retained and first is None:
            return
        in_order = self._in_order.get(table) == (journal, position.count) and not retained
        if first is None or in_order:
            self._have[table, journal] = told
            self._in_order[table] = journal, position.count
            self._asked.pop(table, None)  # it has answered
            self._of(table, journal).have = told
        elif self._room_of(table, now) < BURST / 2:
            pass  # no room for its answer: it is asked at a later position
        elif self._asked.get(table) != (journal, first):
            self._asked[table] = self._asks[table] = (journal, first)
