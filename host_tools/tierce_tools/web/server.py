"""The page of a table: served on this computer only, to whoever was given a link.

The files are for everybody. All that is private goes through a WebSocket, to pages whose first
message is a session that is let in. What the table says goes to each page as soon as it is there,
cut down to what that page may see; what a page asks for goes to the table.
"""

import asyncio
import contextlib
import socket
import sys
import time
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, Protocol

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tierce_tools.trouble import Trouble
from tierce_tools.web import views
from tierce_tools.web.access import HOST, Access, Whose, is_ours
from tierce_tools.web.bounds import OWNER, SEAT, Asking, Waiting
from tierce_tools.web.lines import protocols
from tierce_tools.web.page import LANGUAGES, TOO_MUCH, Page, hello
from tierce_tools.web.running import State
from tierce_tools.web.views import Viewer

STATIC = Path(__file__).parent / "static"

FORBIDDEN = 4403  # WebSocket close code

_MOST_WAITING = 64  # connections that have not come in: a browser has six

_MOST_BYTES = 4 << 20  # of a message: a log that is opened may be long
_MOST_SEATS = 5
_LEAVE_S = 2  # so long pages have to take note that the server ends
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
_HEADERS = {
    b"content-security-policy": b"default-src 'self'; img-src 'self' data:; object-src 'none'; "
    b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"cache-control": b"no-store",
}

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
    for the browser's own without one. Raises Trouble where the port is not to be had.
    """

    def __init__(
        self,
        table: Table,
        say: Say,
        port: int = 0,
        used: Callable[[str], None] = lambda link: None,
        static: Path = STATIC,
        language: str = "",
    ) -> None:
        self._table = table
        self._say = say
        self._used = used
        self._language = language
        self._static = static.resolve()
        self._socket = _listen(port)
        self.port: int = self._socket.getsockname()[1]
        self.access = Access()
        self._shown = ""  # the token that whoever started the server has
        self._pages: set[Page] = set()
        self._asking: dict[Whose, Asking] = {}
        self._waiting = Waiting(_MOST_WAITING, _MOST_WAITING)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._views: tuple[State, dict[Viewer, dict[str, Any]]] = (State(-1), {})
        routes = [
            Route("/", self._index),
            Route("/static/{name:path}", self._file),
            Route("/favicon.ico", _no_icon),
            WebSocketRoute("/ws", self._socket_opened),
        ]
        pages = Starlette(routes=routes)
        pages.router.redirect_slashes = False
        app = _Guarded(pages, self.port)
        http, ws = protocols(self._waiting)
        config = uvicorn.Config(
            app, http=http, ws=ws, ws_max_size=_MOST_BYTES,
            ws_per_message_deflate=False,  # nothing is far away here
            lifespan="off", log_config=None, log_level="critical", access_log=False,
            server_header=False, proxy_headers=False, timeout_graceful_shutdown=_LEAVE_S,
        )
        self._server = _Uvicorn(config)

    def link(self, whose: Whose = None) -> str:
        """Return a new link, good for once: for the owner, or for a seat."""
        return self._url(self.access.link(whose))

    def fresh_link(self) -> str:
        """Return a new link for the owner; once it is used, `used` gets another."""
        self._shown = self.access.link(None)
        return self._url(self._shown)

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
        self._server.should_exit = True

    def close(self) -> None:
        """Let the port go, also where nothing was served."""
        self._socket.close()

    async def _serve(self, ready: Callable[[], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._loop.call_soon(ready)  # the port listens already
        await self._server.serve([self._socket])

    def _url(self, token: str) -> str:
        # What follows # is not sent, nor does a browser tell other pages of it.
        language = f"?lang={self._language}" if self._language else ""
        return f"http://{HOST}:{self.port}/{language}#token={token}"

    def _heard(self) -> None:
        """Take note of a snapshot; called in the table's thread."""
        loop = self._loop
        if loop is not None:
            with contextlib.suppress(RuntimeError):  # the server has just ended
                loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for page in self._pages:
            page.wake.set()

    # --- requests

    def _index(self, _: Request) -> Response:
        return self._sent(self._static / "index.html")

    def _file(self, request: Request) -> Response:
        try:
            path = (self._static / request.path_params["name"]).resolve()
        except (OSError, ValueError):  # a name that no file can have
            return Response(status_code=404)
        if self._static not in path.parents:
            return Response(status_code=404)
        return self._sent(path)

    def _sent(self, path: Path) -> Response:
        kind = _TYPES.get(path.suffix)
        try:
            body = path.read_bytes() if kind else None
        except OSError:
            body = None
        if kind is None or body is None:
            return Response(status_code=404)
        return Response(body, headers={"content-type": kind})

    def error(self, trouble: Trouble) -> dict[str, str]:
        """Return a Trouble in words, in all languages."""
        return {each: self._say(trouble, each) for each in LANGUAGES}

    # --- pages

    async def _socket_opened(self, socket: WebSocket) -> None:
        await socket.accept()  # so that a page can read why it is turned away
        said = await hello(socket)
        may, whose = self.access.enter(said.get("session"), said.get("token"))
        if not may:
            with contextlib.suppress(Exception):  # it may have gone
                await socket.close(FORBIDDEN)
            return
        if self._shown and not self.access.is_good(self._shown):
            self._used(self.fresh_link())
        self._waiting.gone(_client(socket))
        asking = self._asking.setdefault(whose, Asking(OWNER if whose is None else SEAT))
        beside = sum(page.whose == whose for page in self._pages)
        if beside >= asking.limits.pages or asking.is_flood(time.monotonic()):
            with contextlib.suppress(Exception):
                await socket.close(TOO_MUCH)
            return
        language = said.get("lang")
        viewer = Viewer(whose, language if language in LANGUAGES else "en")
        page = Page(socket, viewer, asking, self)
        self._pages.add(page)
        try:
            await page.run()
        finally:
            self._pages.discard(page)

    def view(self, viewer: Viewer) -> tuple[State, dict[str, Any]]:
        """Return the latest snapshot and what a viewer may see of it, made once for all pages."""
        state = self._table.state
        if self._views[0] is not state:
            self._views = (state, {})
        made = self._views[1]
        if viewer not in made:
            made[viewer] = views.filter(state.sections, viewer)
        return state, made[viewer]

    async def do(self, viewer: Viewer, action: dict[str, Any]) -> dict[str, Any]:
        """Do what a page asks for; return the answer's facts. Raises Trouble."""
        views.allowed(viewer, action, self._table.state.sections)
        if action.get("do") == "link":
            return {"url": self.link(_seat_of_link(action, self._table.state))}
        asking = self._asking[viewer.seat]
        if asking.open >= asking.limits.at_once:
            raise Trouble("table", "too_fast")
        asking.open += 1
        done = asyncio.wrap_future(self._table.do(viewer, action))

        def ended(done: "asyncio.Future[dict[str, Any]]") -> None:
            asking.open -= 1
            done.exception()  # the page that would have been told may have left

        done.add_done_callback(ended)
        answer = await asyncio.shield(done)  # the table goes on with it, whoever leaves
        if action.get("do") == "log":
            events = views.log(answer["log"], self._table.state.sections, viewer)
            if not events:
                raise Trouble("table", "no_log")
            answer = {**answer, "log": events}
        return answer


class _Guarded:
    """Turns away what another site's page has sent, and says what browsers may do with ours."""

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._port = port

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name.decode("latin-1"), value.decode("latin-1"))
                   for name, value in scope["headers"]]
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if is_ours(headers, self._port, reads):
            await self._app(scope, receive, _with_headers(send))
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(Response(status_code=403))
        else:
            await Response(status_code=403)(scope, receive, _with_headers(send))


def _with_headers(send: Send) -> Send:
    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            more = [(name, value) for name, value in _HEADERS.items() if name not in own]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


class _Uvicorn(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to whoever serves."""
        yield


def _listen(port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # there it would let two servers have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((HOST, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise Trouble("table", "listen", port, error) from None
    return listener


def _seat_of_link(action: Mapping[str, Any], state: State) -> Whose:
    """Return whom a link that is asked for is to let in. Raises Trouble."""
    seat = action.get("seat")
    if seat is None:
        return None
    most = len(views.of_match(state.sections, "players") or range(_MOST_SEATS))
    if type(seat) is not int or not 0 <= seat < most:
        raise Trouble("table", "no_seat", seat, most)
    return seat


def _client(socket: WebSocket) -> tuple[str, int] | None:
    client = socket.client
    return None if client is None else (client.host, client.port)


async def _no_icon(_: Request) -> Response:
    return Response(status_code=204)
