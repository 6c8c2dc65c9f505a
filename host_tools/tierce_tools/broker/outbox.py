"""Which records of a table's journal are still to be sent to the broker."""

from collections.abc import Iterator
from secrets import token_hex

from tierce_tools.board.follow import end_of
from tierce_tools.broker import messages
from tierce_tools.broker.anonymous import without_names
from tierce_tools.broker.messages import Batch, Count, Names, Position
from tierce_tools.broker.privacy import Privacy
from tierce_tools.broker.source import Source, note_of
from tierce_tools.broker.state import State
from tierce_tools.logs.records import Record


class Outbox:
    """Takes a journal's records; returns the messages to send. `state` is the table's state.

    Nothing leaves before the journal has a name, by its first note of the time.
    """

    def __init__(self, state: State, source: Source, anonymous: bool = False) -> None:
        self.state = state
        self._source = source
        self._anonymous = anonymous
        self._names: Names | None = None
        self._live = 0  # from this record on, a verdict is an event
        self._events: list[Record] = []
        self.forget()

    def forget(self) -> None:
        """Start over at the first record of another journal."""
        self.state.forget()
        self._privacy = Privacy()
        self._name = ""
        self._next = 0  # the number after the last record taken
        self._sent = 0  # what is before it is on the broker, except `_late`
        self._late: set[int] = set()
        self._clock = (0, 0)
        self._count = Count(token_hex(4), 0)
        self._waiting: list[Record] = []

    def begin_live(self) -> None:
        """Let only what happens from now on be an event.

        What happened while the broker or the table was away is in the state and the records.
        """
        self._live = self._source.end()

    def events(self) -> list[Record]:
        """Return the events since the last call: each verdict once, when it falls."""
        events, self._events = self._events, []
        return events

    def begin(self, position: Position | None, ask: tuple[str, int] | None = None) -> int:
        """Start over where the broker is; return the number from which records are needed.

        That may be earlier: the state needs the match in play from its header on. `ask` is what
        the collector lacks. Raises Trouble if the table has gone.
        """
        self.forget()
        if position is None or not self._source.has(*position.clock):
            return 0  # the broker knows nothing of this journal
        header = self._source.header()
        self._name, self._clock = position.journal, position.clock
        self._know()
        self._sent, self._late = position.next, set(position.held)
        if ask is not None and ask[0] == self._name:
            self._sent = min(self._sent, ask[1])
        return min([self._sent, *self._late, header or self._sent])

    def know(self, names: Names) -> None:
        """Hear who plays, from the collector."""
        self._names = names
        self._know()

    def _know(self) -> None:
        names = self._names
        if names and names.journal == self._name and not self._anonymous:
            self.state.know(names.match, names.names)

    def take(self, records: tuple[Record, ...]) -> list[bytes]:
        """Take records and losses; return the messages to send, in order."""
        for each in records:
            note = note_of(each)
            if note is not None:
                self._clock = note
                self._name = self._name or messages.journal_of(self._source.board, each)
            record = without_names(each) if self._anonymous else each
            event = self.state.take(record)
            if event is not None and event["n"] >= self._live:
                self._events.append(event)
                self._live = event["n"] + 1
            self._waiting += [free for free in self._privacy.take(record) if self._is_new(free)]
            self._next = end_of(record)
        if records and not self._name and not self._source.dates:
            self._name = messages.journal_of(self._source.board, records[0])
        return list(self._messages()) if self._name else []

    def _is_new(self, record: Record) -> bool:
        return end_of(record) > self._sent or record.get("seq") in self._late

    def _messages(self) -> Iterator[bytes]:
        waiting, self._waiting = self._waiting, []
        for part in messages.parts(waiting):
            self._count = Count(self._count.stream, self._count.n + 1)
            yield messages.encoded_batch(Batch(self._name, self._count, part))

    def position(self) -> Position | None:
        """Return the position once all messages are sent; None while the journal has no name."""
        if not self._name:
            return None
        to_come = {seq for seq in self._late if seq >= self._next}
        held = tuple(sorted({*self._privacy.held, *to_come}))
        next_ = max(self._next, self._sent)
        return Position(self._name, self._count, next_, held, self._clock)
