"""Access: single-use links, and the sessions that they open. Pure.

A link admits the table's owner or one seat. Viewing a link does not use it up; entering does. A
session belongs to one page: the page creates it, keeps it secret, and sends it first.
"""

import re
import secrets
from collections import Counter
from collections.abc import Callable, Sequence, Set

HOST = "127.0.0.1"

_KEPT = 200  # unused links; older ones become invalid
_BYTES = 24
_SESSION = re.compile(r"[A-Za-z0-9_-]{32,64}")

Whose = int | None  # a seat, or None for the table's owner


class Access:
    """Access at one listener.

    With `seats_only` the owner is never admitted, and a seat has one link and one page at a time: a
    new link replaces the seat's last one, and a page that enters by it replaces the seat's page.
    """

    def __init__(
        self, secret: Callable[[], str] = lambda: secrets.token_urlsafe(_BYTES), *, seats_only: bool = False
    ) -> None:
        self._secret = secret
        self._seats_only = seats_only
        self._links: dict[str, Whose] = {}
        self._sessions: dict[str, Whose] = {}
        self.spent: Counter[Whose] = Counter()  # number of links used, by seat

    def link(self, whose: Whose) -> str:
        """Return a new token."""
        if self._seats_only:
            assert whose is not None
            self._links = {token: seat for token, seat in self._links.items() if seat != whose}
        token = self._secret()
        self._links[token] = whose
        while len(self._links) > _KEPT:
            del self._links[next(iter(self._links))]
        return token

    def is_good(self, token: str) -> bool:
        """Tell whether a token would admit somebody."""
        return token in self._links

    def has(self, session: str) -> bool:
        """Tell whether a session is valid."""
        return session in self._sessions

    def enter(self, session: object, token: object = None) -> tuple[bool, Whose]:
        """Return (admitted, whose) for a page's session; a new session uses up a valid token.

        A session that has used a token may enter again, for example after an early reload.
        """
        if not isinstance(session, str) or not _SESSION.fullmatch(session):
            return False, None
        if session not in self._sessions:
            if not isinstance(token, str) or token not in self._links:
                return False, None
            whose = self._links.pop(token)
            self.spent[whose] += 1
            if self._seats_only:
                self._sessions = {each: seat for each, seat in self._sessions.items() if seat != whose}
            self._sessions[session] = whose
        return True, self._sessions[session]


def is_ours(headers: Sequence[tuple[str, str]], ours: Set[str], reads: bool) -> bool:
    """Tell whether a request comes from our own page, or from no page.

    Its Host must be one of `ours`, as another name can be made to resolve to this address. Its
    Origin must be, too, unless the request only `reads`, as a foreign page can't see the answer.
    """
    hosts = [value.lower() for name, value in headers if name.lower() == "host"]
    origins = [value.lower() for name, value in headers if name.lower() == "origin"]
    if len(hosts) != 1 or hosts[0] not in ours:
        return False
    return reads or (len(origins) == 1 and origins[0] in {f"http://{host}" for host in ours})
