"""Which tables must be sent their players' names, found by players' cards. No broker here."""

from collections.abc import Mapping

from tierce_tools.broker.messages import Names
from tierce_tools.club.kept import Kept
from tierce_tools.club.received import Key, Work
from tierce_tools.logs.records import HEADER, OUTCOME, Record, kind_of
from tierce_tools.logs.seated import card_of

_LOOK_S = 10.0  # between two readings of the registered cards


class Naming:
    """A table is due after a header or a card, until `said`; all are if a card is registered."""

    def __init__(self, kept: Kept) -> None:
        self._kept = kept
        self.begin()

    def begin(self) -> None:
        """Begin a connection: names that were due may not have been sent."""
        self._due: set[str] = set()
        self._people: dict[str, str] | None = None  # not looked at yet
        self._next = 0.0

    def hear(self, work: Mapping[Key, Work]) -> None:
        """Hear what has been kept."""
        self._due |= {table for (table, _), each in work.items() if any(map(_may_name, each.records))}

    def names(self, now: float) -> dict[str, Names]:
        """Return the names to send, by table; `now` is in seconds. Raises Trouble."""
        if self._due or self._people is None or now >= self._next:
            self._next = now + _LOOK_S
            people = self._kept.people()
            if people != self._people:
                self._people, self._due = people, self._kept.tables()
        return self._kept.names(self._due, self._people or {})

    def said(self) -> None:
        """Hear that all names have been sent."""
        self._due.clear()


def _may_name(record: Record) -> bool:
    kind = "" if "lost" in record else kind_of(record)
    return kind == HEADER or (kind == OUTCOME and card_of(record) is not None)
