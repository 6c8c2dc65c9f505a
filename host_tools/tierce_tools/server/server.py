"""The server of a table's page: on this computer for its owner, optionally for phones too.

Each page gets every change at once, reduced to what it may see; its requests go to the table. A
page enters by a session, which it sends first.
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
from tierce_tools.base.texts import SOURCE, languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.page import STATIC, requests, views
from tierce_tools.page.running import State
from tierce_tools.page.views import Viewer
from tierce_tools.server.access import HOST, Access, Whose
from tierce_tools.server.limits import OWNER, SEAT, Asking
from tierce_tools.server.open_page import TOO_FAST, TOO_MUCH, OpenPage, hello
from tierce_tools.server.page_listener import PageListener
from tierce_tools.virtual.checks import NO_SEAT

FORBIDDEN = 4403  # WebSocket close code

_WAITING = 64, 64  # connections that have not entered; a browser has up to six
_WAITING_PHONES = 64, 12  # the same for phones: in all, and per phone
_MOST_BYTES = 4 << 20  # of a message; an opened log may be long
_WRONG_S = 1.0  # delay after a wrong guess


class Served(Protocol):
    """The served table, such as `table_thread.TableThread`."""

    state: State
    here: frozenset[int | None]

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]: ...

    def do(self, viewer: Viewer, action: dict[str, Any]) -> "Future[dict[str, Any]]": ...


class Server:
    """The page of a table, on a port of this computer; 0 is any free one.

    `used` is called with a new link, in the
    server's loop, when the last link of `fresh_link` was used. `language` is the links' language;
    "" means the browser's. `phones` is an address and port where only seats can enter, from other
    devices. Raises Trouble if a port is not available.
    """

    def __init__(
        self,
        table: Served,
        port: int = 0,
        used: Callable[[str], None] = lambda link: None,
        static: Path = STATIC,
        language: str = "",
        phones: tuple[str, int] | None = None,
    ) -> None:
        self._table = table
        self._used = used
        self._language = language
        self._shown = ""  # the token of the last fresh_link
        self._pages: set[OpenPage] = set()
        self._asking: dict[Whose, Asking] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._views: tuple[State, dict[Viewer, dict[str, Any]]] = (State(-1), {})
        self._listener = PageListener(
            self._arrived, static, Access(), HOST, port, waiting=_WAITING, most_bytes=_MOST_BYTES
        )
        self._phones: PageListener | None = None
        if phones is not None:
            try:
                self._phones = PageListener(
                    self._arrived,
                    static,
                    Access(seats_only=True),
                    *phones,
                    waiting=_WAITING_PHONES,
                    most_bytes=SEAT.letters * 4,
                )
            except Trouble:
                self._listener.close()
                raise
        self._listeners = [listener for listener in (self._listener, self._phones) if listener]
        self.port = self._listener.port

    @property
    def phones_at(self) -> str:
        """The address and port for phones; "" if they can't enter."""
        return self._phones.place if self._phones else ""

    def link(self, whose: Whose = None) -> str:
        """Return a new single-use link, for the owner or for a seat."""
        return self._listener.url(self._listener.access.link(whose), self._language)

    def fresh_link(self) -> str:
        """Return a new link for the owner; when it was used, `used` gets another."""
        self._shown = self._listener.access.link(None)
        return self._listener.url(self._shown, self._language)

    def phone_link(self, seat: int) -> str:
        """Return a new link for a seat's phone; the old one becomes invalid. Raises Trouble."""
        if self._phones is None:
            raise Trouble("table.no_phones", "Phones can't join: start the table with tierce table --listen.")
        return self._phones.url(self._phones.access.link(seat))

    def serve(self, ready: Callable[[], None] = lambda: None) -> None:
        """Serve until `stop`; `ready` is called once pages are answered."""
        unsubscribe = self._table.subscribe(self._changed)
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
        """Release the ports, even if nothing was served."""
        for listener in self._listeners:
            listener.close()

    async def _serve(self, ready: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.call_soon(ready)  # the ports are listening already
        await asyncio.gather(*(listener.serve() for listener in self._listeners))

    def _changed(self) -> None:
        """Handle a snapshot; called in the table's thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has just ended
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for page in self._pages:
            page.wake.set()

    # --- pages

    async def _arrived(self, listener: PageListener, socket: WebSocket) -> None:
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
        for page in self._pages:  # pages replaced by another phone
            if page.listener is listener and not listener.access.has(page.session):
                page.leave(FORBIDDEN)
        language = said.get("lang")
        viewer = Viewer(whose, language if language in languages() else SOURCE)
        page = OpenPage(socket, viewer, asking, self, listener, session)
        self._pages.add(page)
        self._counted(listener)
        try:
            await page.run()
        finally:
            self._pages.discard(page)
            self._counted(listener)

    def _counted(self, listener: PageListener) -> None:
        """Tell the table whose pages are open, and the owner the state of the phones."""
        self._table.here = frozenset(page.whose for page in self._pages)
        if listener is self._phones:
            self._views = (State(-1), {})
            self._wake()

    def view(self, viewer: Viewer) -> tuple[State, dict[str, Any]]:
        """Return the latest snapshot and a viewer's part of it, computed once for all its pages."""
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
        """Do a page's action; return the answer. Raises Trouble."""
        views.allowed(viewer, action, self._table.state.sections)
        if action.get("do") == "link":
            return {"url": self.link(_seat_of_link(action, self._table.state))}
        if action.get("do") == "phone":
            return self._phone(_seat_of_link(action, self._table.state))
        asking = self._asking[viewer.seat]
        if asking.open >= asking.limits.at_once:
            raise Trouble("table.too_fast", TOO_FAST)
        asking.open += 1
        done = asyncio.wrap_future(self._table.do(viewer, action))

        def ended(done: "asyncio.Future[dict[str, Any]]") -> None:
            asking.open -= 1
            if not done.cancelled():
                done.exception()  # the page that asked may have gone

        done.add_done_callback(ended)
        answer = await asyncio.shield(done)  # the table goes on even if the page leaves
        return requests.finished(action, answer, self._table.state.sections, viewer)

    def _phone(self, seat: Whose) -> dict[str, Any]:
        """Return a link for a phone, and its QR code."""
        import segno

        if seat is None:  # never the owner's page
            raise Trouble("table.no_seat", NO_SEAT, seat=seat, seats=MOST_SEATS)
        url = self.phone_link(seat)
        code = segno.make(url, error="m", micro=False)
        return {"url": url, "qr": code.svg_data_uri(border=4, light="#fff", svgclass=None)}


def _seat_of_link(action: Mapping[str, Any], state: State) -> Whose:
    """Return whom a requested link is for. Raises Trouble."""
    seat = action.get("seat")
    if seat is None:
        return None
    most = len(views.of_match(state.sections, "players") or range(MOST_SEATS))
    if type(seat) is not int or not 0 <= seat < most:
        raise Trouble("table.no_seat", NO_SEAT, seat=seat, seats=most)
    return seat
