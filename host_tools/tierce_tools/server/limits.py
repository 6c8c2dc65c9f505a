"""Limits on requests and connections. Times are in seconds, and arguments."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

_LIFE_S = 30.0  # a connection that has not entered within this time is dropped


@dataclass(frozen=True)
class Limits:
    """The limits of one seat, or of the owner; all its pages count together."""

    at_once: int  # actions without an answer yet
    burst: int  # messages at once
    per_s: float  # messages, permanently
    pages: int
    letters: int  # in a message


# Fast players make five requests a second. Others wait too while one waits for the buttons.
SEAT = Limits(at_once=5, burst=40, per_s=15, pages=24, letters=4000)
OWNER = Limits(at_once=64, burst=400, per_s=100, pages=24, letters=4 << 20)
_FLOOD = 100  # messages beyond the limits, without a pause; then the page is closed


class Asking:
    """The requests of one seat."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.open = 0  # actions without an answer yet
        self._room = float(limits.burst)
        self._refused = 0
        self._since = 0.0

    def allows(self, now: float) -> bool:
        """Count a message; tell whether it is within the limits."""
        self._rest(now)
        if self._room < 1:
            self._refused += 1
            return False
        self._room -= 1
        return True

    def is_flood(self, now: float) -> bool:
        """Tell whether the messages beyond the limits are enough to close the page.

        The flood ends after a pause in which a whole burst would have been allowed.
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
    """Connections that have not entered: they fetch files, or have not sent a session yet.

    At most `most` in all and `from_one` from one address; the oldest is dropped for a new one.
    """

    def __init__(self, most: int, from_one: int) -> None:
        self._most = most
        self._from_one = from_one
        self._those: dict[tuple[str, int], tuple[asyncio.Transport, asyncio.TimerHandle]] = {}

    def made(self, client: tuple[str, int] | None, transport: asyncio.Transport) -> None:
        """Register a connection."""
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

    def gone(self, client: tuple[str, int] | None) -> Callable[[], None]:
        """Forget a connection, as it has entered, or ended; return what drops it."""
        if client not in self._those:
            return lambda: None
        transport, timer = self._those.pop(client)
        timer.cancel()
        return transport.abort

    def _drop(self, client: tuple[str, int]) -> None:
        self.gone(client)()
