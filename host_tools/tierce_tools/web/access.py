"""Who may come in: links that are good for once, and the sessions that they open. Pure.

A link lets in the table's owner or one seat. Looking at a link does not use it up, entering does.
"""

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

HOST = "127.0.0.1"

_KEPT = 200  # links not used yet; nobody waits for older ones
_BYTES = 24

Whose = int | None  # a seat; None is the table's owner


@dataclass(frozen=True)
class Entered:
    """Somebody has come in: the cookie that lets him stay."""

    whose: Whose
    cookie: str
    session: str


class Access:
    """The door of one page. `mark` tells apart the cookies of several on one host: its port."""

    def __init__(
        self, mark: object, secret: Callable[[], str] = lambda: secrets.token_urlsafe(_BYTES)
    ) -> None:
        self._mark = mark
        self._secret = secret
        self._links: dict[str, Whose] = {}
        self._spent: dict[str, Entered] = {}
        self._sessions: dict[str, Whose] = {}

    def link(self, whose: Whose) -> str:
        """Return a new token."""
        token = self._secret()
        self._links[token] = whose
        while len(self._links) > _KEPT:
            del self._links[next(iter(self._links))]
        return token

    def is_good(self, token: str | None) -> bool:
        """Tell whether a token would let somebody in."""
        return token in self._links

    def enter(self, token: str | None, cookies: Mapping[str, str]) -> Entered | None:
        """Spend a token, and return the session that it opens; None: it is no good.

        The one who has spent it may come again, as on a reload before he knew that he was in.
        """
        if token in self._links:
            whose = self._links.pop(token)
            entered = Entered(whose, self.cookie(whose), self._secret())
            self._sessions[entered.session] = whose
            self._spent[token] = entered
            return entered
        entered = self._spent.get(token or "")
        if entered and cookies.get(entered.cookie) == entered.session:
            return entered
        return None

    def cookie(self, whose: Whose) -> str:
        """Return the name of a cookie: owner and seats sit side by side in one browser."""
        return f"tierce_{self._mark}_" + ("owner" if whose is None else f"seat{whose}")

    def view(self, asked: Whose, cookies: Mapping[str, str]) -> tuple[bool, Whose]:
        """Return (may, whose): the view that somebody gets who asks for this one.

        The owner gets what he asks for, a seat its own view and no other, also when it does not
        say which.
        """
        if self._has(asked, cookies):
            return True, asked
        if asked is not None:
            return self._has(None, cookies), asked
        seats = {
            whose for whose in self._sessions.values()
            if whose is not None and self._has(whose, cookies)
        }
        return len(seats) == 1, next(iter(seats), None)

    def _has(self, whose: Whose, cookies: Mapping[str, str]) -> bool:
        session = cookies.get(self.cookie(whose), "")
        return session in self._sessions and self._sessions[session] == whose


def is_ours(headers: Sequence[tuple[str, str]], port: int, reads: bool) -> bool:
    """Tell whether a request comes from our own page, or from nobody's.

    Its Host must be this server, as another name may be made to lead here; its Origin too, unless
    it only `reads`: a page elsewhere can't see the answer.
    """
    ours = {f"{name}:{port}" for name in (HOST, "localhost")}
    if port == 80:  # which browsers leave out
        ours |= {HOST, "localhost"}
    hosts = [value.lower() for name, value in headers if name.lower() == "host"]
    origins = [value.lower() for name, value in headers if name.lower() == "origin"]
    if len(hosts) != 1 or hosts[0] not in ours:
        return False
    return reads or (len(origins) == 1 and origins[0] in {f"http://{host}" for host in ours})
