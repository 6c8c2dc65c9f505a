"""The page of a table: on this computer for its owner, and for phones in the room if he likes.

What the table says goes to each page as soon as it is there, cut down to what that page may see;
what a page asks for goes to the table. A page comes in by a session, which it says first of all.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

from starlette.websockets import WebSocket

from tierce.presets import MOST_SEATS
from tierce_tools.page import STATIC, views
from tierce_tools.page.views import Viewer
from tierce_tools.server.access import HOST, Access, Whose
from tierce_tools.server.limits import OWNER, SEAT, Asking
from tierce_tools.server.listener import Listener
from tierce_tools.server.open_page import LANGUAGES, TOO_MUCH, Page, hello
from tierce_tools.server.running import State
from tierce_tools.trouble import Trouble

FORBIDDEN = 4403  # WebSocket close code

_WAITING = 64, 64  # connections that have not come in: a browser has six
_WAITING_PHONES = 64, 12  # the same, and from one phone
_MOST_BYTES = 4 << 20  # of a message: a log that is opened may be long
_WRONG_S = 1.0  # so long waits whoever has guessed wrong

Say = Callable[[Trouble, str], str]


class Table(Protocol):
    """What is served: as `running.Running`."""

    state: State

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]: ...

    def do(self, viewer: Viewer, action: dict[str, Any]) -> "Future[dict[str, Any]]": ...


class Server:
    """The page of a table, on a port of this computer; 0 is any that is free.

    `say` words a Trouble in a language. `used` is called with a fresh link, in the server's loop,
    when somebody has come in by the last one that `fresh_link` gave. Links ask for a `language`;
    for the browser's own without one. `phones` is an address and port where seats may come in from
    other devices, and nobody else. Raises Trouble where a port is not to be had.
    """

    def __init__(
        self,
        table: Table,
        say: Say,
        port: int = 0,
        used: Callable[[str], None] = lambda link: None,
        static: Path = STATIC,
        language: str = "",
        phones: tuple[str, int] | None = None,
    ) -> None:
        self._table = table
        self._say = say
        self._used = used
        self._language = language
        self._shown = ""  # the token that whoever started the server has
        self._pages: set[Page] = set()
        self._asking: dict[Whose, Asking] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._views: tuple[State, dict[Viewer, dict[str, Any]]] = (State(-1), {})
        self._listener = Listener(
            self._arrived, static, Access(), HOST, port, waiting=_WAITING, most_bytes=_MOST_BYTES
        )
        self._phones: Listener | None = None
        if phones is not None:
            try:
                self._phones = Listener(
                    self._arrived, static, Access(seats_only=True), *phones,
                    waiting=_WAITING_PHONES, most_bytes=SEAT.letters * 4,
                )
            except Trouble:
                self._listener.close()
                raise
        self._listeners = [listener for listener in (self._listener, self._phones) if listener]
        self.port = self._listener.port

    @property
    def phones_at(self) -> str:
        """The address and port for phones; "" where they can't come in."""
        return self._phones.place if self._phones else ""

    def link(self, whose: Whose = None) -> str:
        """Return a new link, good for once: for the owner, or for a seat."""
        return self._listener.url(self._listener.access.link(whose), self._language)

    def fresh_link(self) -> str:
        """Return a new link for the owner; once it is used, `used` gets another."""
        self._shown = self._listener.access.link(None)
        return self._listener.url(self._shown, self._language)

    def phone_link(self, seat: int) -> str:
        """Return a new link for a seat's phone; the one before is good no more. Raises Trouble."""
        if self._phones is None:
            raise Trouble("table", "no_phones")
        return self._phones.url(self._phones.access.link(seat))

    def serve(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until `stop`; `ready` is called once pages are answered."""
        unsubscribe = self._table.subscribe(self._heard)
        try:
            asyncio.run(self._serve(ready))
        finally:
            unsubscribe()
            self._loop = None

    def stop(self) -> None:
        """End `serve`, from a signal handler or another thread."""
        for listener in self._listeners:
            listener.stop()

    def close(self) -> None:
        """Let the ports go, also where nothing was served."""
        for listener in self._listeners:
            listener.close()

    async def _serve(self, ready: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.call_soon(ready)  # the ports listen already
        await asyncio.gather(*(listener.serve() for listener in self._listeners))

    def _heard(self) -> None:
        """Take note of a snapshot; called in the table's thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has just ended
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for page in self._pages:
            page.wake.set()

    def error(self, trouble: Trouble) -> dict[str, str]:
        """Return a Trouble in words, in all languages."""
        return {each: self._say(trouble, each) for each in LANGUAGES}

    # --- pages

    async def _arrived(self, listener: Listener, socket: WebSocket) -> None:
        said = await hello(socket)
        session: Any = said.get("session")
        may, whose = listener.access.enter(session, said.get("token"))
        if not may or (whose is None and listener is not self._listener):
            await asyncio.sleep(_WRONG_S)
            with contextlib.suppress(Exception):  # it may have gone
                await socket.close(FORBIDDEN)
            return
        listener.let_in(socket)
        if self._shown and not self._listener.access.is_good(self._shown):
            self._used(self.fresh_link())
        asking = self._asking.setdefault(whose, Asking(OWNER if whose is None else SEAT))
        beside = sum(page.whose == whose for page in self._pages)
        if beside >= asking.limits.pages or asking.is_flood(time.monotonic()):
            with contextlib.suppress(Exception):
                await socket.close(TOO_MUCH)
            return
        for page in self._pages:  # another phone has taken the place of one
            if page.listener is listener and not listener.access.has(page.session):
                page.leave(FORBIDDEN)
        language = said.get("lang")
        viewer = Viewer(whose, language if language in LANGUAGES else "en")
        page = Page(socket, viewer, asking, self, listener, session)
        self._pages.add(page)
        self._counted(listener)
        try:
            await page.run()
        finally:
            self._pages.discard(page)
            self._counted(listener)

    def _counted(self, listener: Listener) -> None:
        """Have the owner told of the phones."""
        if listener is self._phones:
            self._views = (State(-1), {})
            self._wake()

    def view(self, viewer: Viewer) -> tuple[State, dict[str, Any]]:
        """Return the latest snapshot and what a viewer may see of it, made once for all pages."""
        state = self._table.state
        if self._views[0] is not state:
            self._views = (state, {})
        made = self._views[1]
        if viewer not in made:
            made[viewer] = views.filter(state.sections, viewer)
            if viewer.seat is None and self._phones:
                those = [page.whose for page in self._pages if page.listener is self._phones]
                here = sorted({seat for seat in those if seat is not None})
                spent = {str(seat): count for seat, count in self._phones.access.spent.items()}
                made[viewer]["phones"] = {"at": self._phones.place, "here": here, "spent": spent}
        return state, made[viewer]

    async def do(self, viewer: Viewer, action: dict[str, Any]) -> dict[str, Any]:
        """Do what a page asks for; return the answer's facts. Raises Trouble."""
        views.allowed(viewer, action, self._table.state.sections)
        if action.get("do") == "link":
            return {"url": self.link(_seat_of_link(action, self._table.state))}
        if action.get("do") == "phone":
            return self._phone(_seat_of_link(action, self._table.state))
        asking = self._asking[viewer.seat]
        if asking.open >= asking.limits.at_once:
            raise Trouble("table", "too_fast")
        asking.open += 1
        done = asyncio.wrap_future(self._table.do(viewer, action))

        def ended(done: "asyncio.Future[dict[str, Any]]") -> None:
            asking.open -= 1
            if not done.cancelled():
                done.exception()  # the page that would have been told may have left

        done.add_done_callback(ended)
        answer = await asyncio.shield(done)  # the table goes on with it, whoever leaves
        if action.get("do") == "log":
            events = views.log(answer["log"], self._table.state.sections, viewer)
            if not events:
                raise Trouble("table", "no_log")
            answer = {**answer, "log": events}
        return answer

    def _phone(self, seat: Whose) -> dict[str, Any]:
        """Return a link for a phone, and the picture of it for the phone's camera."""
        import segno

        if seat is None:  # never the owner's page
            raise Trouble("table", "no_seat", seat, MOST_SEATS)
        url = self.phone_link(seat)
        code = segno.make(url, error="m", micro=False)
        return {"url": url, "qr": code.svg_data_uri(border=4, light="#fff", svgclass=None)}


def _seat_of_link(action: Mapping[str, Any], state: State) -> Whose:
    """Return whom a link that is asked for is to let in. Raises Trouble."""
    seat = action.get("seat")
    if seat is None:
        return None
    most = len(views.of_match(state.sections, "players") or range(MOST_SEATS))
    if type(seat) is not int or not 0 <= seat < most:
        raise Trouble("table", "no_seat", seat, most)
    return seat
