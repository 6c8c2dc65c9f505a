"""One address and port at which pages are served: their files, their texts, and further routes."""

import contextlib
import socket
import sys
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from tierce_tools.base.texts import nearest
from tierce_tools.base.trouble import Trouble
from tierce_tools.page.words import words
from tierce_tools.server.access import HOST, is_ours
from tierce_tools.server.connections import protocols
from tierce_tools.server.limits import Waiting

_LEAVE_S = 2  # seconds for pages to notice that the server ends
_SAFE = b"cross-origin-opener-policy"  # for secure origins only: this computer
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


class Listener:
    """Pages at an address and port; port 0 is any free one.

    Files are public: those of the folders `static`, the first that has one. `routes` come before
    them. `waiting` limits the connections that have not entered, in all and per address;
    `most_bytes` limits a message. Raises Trouble if the port is not available.
    """

    def __init__(
        self,
        routes: Sequence[BaseRoute],
        static: Sequence[Path],
        address: str,
        port: int,
        *,
        waiting: tuple[int, int],
        most_bytes: int,
    ) -> None:
        self._static = [folder.resolve() for folder in static]
        self._socket = _listen(address, port)
        self.port: int = self._socket.getsockname()[1]
        self.place = f"{address}:{self.port}"
        self._waiting = Waiting(*waiting)
        pages = Starlette(
            routes=[
                *routes,
                Route("/static/{name:path}", self._file),
                Route("/texts/{language}.json", _texts),
                Route("/rulebook/{language}.json", _rulebook),
                Route("/favicon.ico", _no_icon),
            ]
        )
        pages.router.redirect_slashes = False
        names = {HOST, "localhost"} if address == HOST else {address}
        hosts = {f"{name}:{self.port}" for name in names}
        if self.port == 80:  # browsers leave it out of the Host header
            hosts |= names
        http, ws = protocols(self._waiting)
        config = uvicorn.Config(
            _Guarded(
                pages, hosts, {name: value for name, value in _HEADERS.items() if address == HOST or name != _SAFE}
            ),
            http=http,
            ws=ws,
            ws_max_size=most_bytes,
            ws_per_message_deflate=False,  # not worth it on a local network
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            timeout_graceful_shutdown=_LEAVE_S,
        )
        self._server = _Uvicorn(config)

    async def serve(self) -> None:
        """Serve until `stop`; the port is listening already."""
        await self._server.serve([self._socket])

    def stop(self) -> None:
        """End `serve`, from a signal handler or another thread."""
        self._server.should_exit = True

    def close(self) -> None:
        """Release the port, even if nothing was served."""
        self._socket.close()

    def let_in(self, page: HTTPConnection) -> Callable[[], None]:
        """Register that a page has entered: its connection may last. Return what drops it."""
        return self._waiting.gone(page.client and (page.client.host, page.client.port))

    def _file(self, request: Request) -> Response:
        for folder in self._static:
            try:
                path = (folder / request.path_params["name"]).resolve()
                found = folder in path.parents and path.is_file()
            except (OSError, ValueError):  # not a valid file name
                break
            if found:
                return sent(path)
        return Response(status_code=404)


def sent(path: Path) -> Response:
    """Return a file of a known type as an answer."""
    kind = _TYPES.get(path.suffix)
    try:
        body = path.read_bytes() if kind else None
    except OSError:
        body = None
    if kind is None or body is None:
        return Response(status_code=404)
    return Response(body, headers={"content-type": kind})


def _texts(request: Request) -> Response:
    """Return the page's texts in a language."""
    return JSONResponse(words(request.path_params["language"]))


def _rulebook(request: Request) -> Response:
    """Return the rules of the games in a language."""
    from tierce_tools.page.rulebook import rulebook

    return JSONResponse(rulebook(nearest(request.path_params["language"])))


class _Guarded:
    """Rejects requests of other sites' pages, and sets security headers."""

    def __init__(self, app: ASGIApp, hosts: set[str], headers: dict[bytes, bytes]) -> None:
        self._app = app
        self._hosts = hosts
        self._headers = headers

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]]
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if is_ours(headers, self._hosts, reads):
            await self._app(scope, receive, self._sending(send))
        elif scope["type"] == "websocket":
            await WebSocket(scope, receive, send).send_denial_response(Response(status_code=403))
        else:
            await Response(status_code=403)(scope, receive, self._sending(send))

    def _sending(self, send: Send) -> Send:
        async def sending(message: Any) -> None:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                more = [(name, value) for name, value in self._headers.items() if name not in own]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        return sending


class _Uvicorn(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        """Leave signals to the caller of the server."""
        yield


def _listen(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # on Windows it would let two servers share a port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((address, port))
        listener.listen(128)
    except OSError as error:
        listener.close()
        if address == HOST:
            raise Trouble(
                "table.page_port",
                "port {port} of this computer can't be had: {error}; name another with --page-port, or none",
                port=port,
                error=error,
            ) from None
        raise Trouble(
            "table.phones_port",
            "{address}, port {port}, can't be had: {error}; name another "
            "port with --page-port, or an address of this computer with --address, or none",
            address=address,
            port=port,
            error=error,
        ) from None
    return listener


async def _no_icon(_: Request) -> Response:
    return Response(status_code=204)
