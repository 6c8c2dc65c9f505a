"""How much one may ask for, and how long one may take. Times are in seconds, and arguments."""

import asyncio
from dataclasses import dataclass

_LIFE_S = 30.0  # a connection that has not come in by then is dropped, whatever it is about


@dataclass(frozen=True)
class Limits:
    """What one seat, or the owner, may ask of the table; all its pages count together."""

    at_once: int  # actions that are not answered yet
    burst: int  # messages in one go
    per_s: float  # messages, for as long as one likes
    pages: int
    letters: int  # in a message


# Fast fingers ask for five things a second. What waits for the buttons others wait behind, too.
SEAT = Limits(at_once=5, burst=40, per_s=15, pages=24, letters=4000)
OWNER = Limits(at_once=64, burst=400, per_s=100, pages=24, letters=4 << 20)
_FLOOD = 100  # messages beyond its bounds, without a rest; such a page is closed


class Asking:
    """What one seat asks for."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open = 0  # actions that are not answered yet
        self._room = float(limits.burst)
        self._refused = 0
        self._since = 0.0

    def heard(self, now: float) -> bool:
        """Count a message; tell whether it is within bounds."""
        self._rest(now)
        if self._room < 1:
            self._refused += 1
            return False
        self._room -= 1
        return True

    def is_flood(self, now: float) -> bool:
        """Tell whether so much was said beyond the bounds that one need not listen any more.

        That is over after a rest in which one might have said a whole burst.
        """
        self._rest(now)
        return self._refused >= _FLOOD

    def _rest(self, now: float) -> None:
        gained = (now - self._since) * self.limits.per_s
        self._since = now
        self._room = min(self._room + gained, self.limits.burst)
        if self._room == self.limits.burst:
            self._refused = 0


class Waiting:
    """Connections that have not come in: files are fetched, or nothing is said yet.

    There are `most` of them, and `from_one` address so many; the oldest makes room.
    """

    def __init__(self, most: int, from_one: int) -> None:
        self._most = most
        self._from_one = from_one
        self._those: dict[tuple[str, int], tuple[asyncio.Transport, asyncio.TimerHandle]] = {}

    def made(self, client: tuple[str, int] | None, transport: asyncio.Transport) -> None:
        """Take note of a connection."""
        if client is None:  # it has gone already
            transport.abort()
            return
        beside = [each for each in self._those if each[0] == client[0]]
        if len(beside) >= self._from_one:
            self._drop(beside[0])
        elif len(self._those) >= self._most:
            self._drop(next(iter(self._those)))
        timer = asyncio.get_running_loop().call_later(_LIFE_S, transport.abort)
        self._those[client] = transport, timer

    def gone(self, client: tuple[str, int] | None) -> None:
        """Forget a connection: it has come in, or ended."""
        if client in self._those:
            self._those.pop(client)[1].cancel()

    def _drop(self, client: tuple[str, int]) -> None:
        self._those[client][0].abort()
        self.gone(client)
