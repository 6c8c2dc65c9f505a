"""Where pages of a table enter: the page's files, and a WebSocket for what is private."""

from collections.abc import Awaitable, Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from tierce_tools.server.access import Access
from tierce_tools.server.listener import Listener, sent

_OWN = Path(__file__).parent / "static"  # this shell's part of the page

Arrived = Callable[["PageListener", WebSocket], Awaitable[None]]


class PageListener(Listener):
    """A listener that passes each WebSocket to `arrived`; `access` tells who may enter."""

    def __init__(
        self,
        arrived: Arrived,
        static: Path,
        access: Access,
        address: str,
        port: int,
        *,
        waiting: tuple[int, int],
        most_bytes: int,
    ) -> None:
        self._arrived = arrived
        self._index = static / "index.html"
        self.access = access
        routes = [Route("/", self._page), WebSocketRoute("/ws", self._opened)]
        super().__init__(routes, (static, _OWN), address, port, waiting=waiting, most_bytes=most_bytes)

    def url(self, token: str, language: str = "") -> str:
        """Return a token's link. Its page uses this language; "" means the browser's."""
        # Browsers do not send the part after #, nor reveal it to other pages.
        query = f"?lang={language}" if language else ""
        return f"http://{self.place}/{query}#token={token}"

    def _page(self, _: Request) -> Response:
        return sent(self._index)

    async def _opened(self, page: WebSocket) -> None:
        await page.accept()  # so that the page can read why it is rejected
        await self._arrived(self, page)
