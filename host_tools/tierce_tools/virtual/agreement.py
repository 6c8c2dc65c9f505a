"""What somebody asks for at a table with seats on several devices, until somebody else agrees.

One request at a time. Time is real time, and an argument: the table's own may be slower.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble

LASTS_S = 60.0

_NOBODY = N_("Nobody agreed within a minute: it is not done.")
_TAKEN_BACK = N_("You have taken it back: it is not done.")
CHANGED = N_("The table has changed in the meantime: ask again if it is still needed.")

Whose = int | None  # a seat, or None for the table's owner


@dataclass(frozen=True)
class Asked:
    """A request that waits. `text` says it in each language; `do` does it."""

    number: int
    by: Whose
    text: dict[str, str]
    until: float
    do: Callable[[], None]
    end: Callable[[Trouble], None]  # tells the asker that it is not done
    still: Callable[[], dict[str, str]]  # what it would do now; raises Trouble


class Agreement:
    """`here` are the devices: the seats whose pages are open, and None for the owner's."""

    def __init__(self) -> None:
        self.here: Collection[Whose] = ()
        self.asked: Asked | None = None
        self._now = 0.0
        self._number = 0

    def needed(self, by: Whose, people: Collection[int]) -> bool:
        """Tell whether somebody else has to agree; `people` are the seats without computers.

        Who plays at the owner's page rules alone while no seat has a page of its own. A seat's page
        never rules alone, unless it is the only person's.
        """
        if by is None:
            return any(whose in people for whose in self.here)
        return any(seat != by for seat in people)

    def ask(
        self,
        by: Whose,
        text: dict[str, str],
        do: Callable[[], None],
        end: Callable[[Trouble], None],
        still: Callable[[], dict[str, str]],
    ) -> None:
        """Wait for somebody else to agree. Raises Trouble while another request waits."""
        if self.asked:
            raise Trouble("table.asked_already", "Somebody is already asking for something: one thing at a time.")
        self._number += 1
        self.asked = Asked(self._number, by, text, self._now + LASTS_S, do, end, still)

    def agree(self, by: Whose, number: int) -> None:
        """Do what was asked for. Raises Trouble if it waits no more, or `by` asked for it."""
        asked = self._open(number)
        if asked.by == by:
            raise Trouble("table.own_request", "Somebody else has to agree to it.")
        asked.do()
        self.asked = None

    def take_back(self, by: Whose, number: int) -> None:
        """End one's own request. Raises Trouble if it waits no more, or is another's."""
        if self._open(number).by != by:
            raise Trouble("table.not_own_request", "The player who asked for it withdraws it.")
        self.drop(Trouble("table.taken_back", _TAKEN_BACK))

    def _open(self, number: int) -> Asked:
        if self.asked is None or self.asked.number != number:
            raise Trouble("table.not_asked", "That request has been withdrawn.")
        return self.asked

    def pass_time(self, now: float) -> None:
        """Let real time (seconds) pass."""
        self._now = now
        if self.asked and now >= self.asked.until:
            self.drop(Trouble("table.nobody_agreed", _NOBODY))

    def look_again(self) -> None:
        """End a request that would do something else by now than the people have read."""
        if self.asked is None:
            return
        try:
            same = self.asked.still() == self.asked.text
        except Trouble:
            same = False
        if not same:
            self.drop(Trouble("table.changed", CHANGED))

    def drop(self, why: Trouble) -> None:
        """End the request, if there is one."""
        asked, self.asked = self.asked, None
        if asked:
            asked.end(why)

    def section(self) -> dict[str, Any] | None:
        """Return the section "asked": who asks for what, and the seconds left."""
        asked = self.asked
        if asked is None:
            return None
        left = max(0, -int(-(asked.until - self._now) // 1))
        return {"n": asked.number, "by": asked.by, "text": asked.text, "left": left}
