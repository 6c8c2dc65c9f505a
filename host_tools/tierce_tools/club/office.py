"""The secretary's page over HTTP: on this computer only, behind a key like that of a table's owner.

/office       the page
/office/ask   POST: a request of secretary.py, with the session that the key has opened
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from tierce_tools.club import secretary
from tierce_tools.logs.store import Store
from tierce_tools.page.frame import filled
from tierce_tools.server.access import Access

_PAGE = Path(__file__).parent / "static" / "office.html"
_WRONG_S = 1.0  # delay after a wrong guess


class Office:
    """Takes the secretary's requests, one after another. `used` is told that the last link was used."""

    def __init__(self, store: Store, used: Callable[[], None] = lambda: None) -> None:
        self._store = store
        self._used = used
        self._access = Access()
        self._token = ""
        self._one = asyncio.Lock()
        self.routes = [Route("/office", _page), Route("/office/ask", self._ask, methods=["POST"])]

    def link(self, place: str, language: str = "") -> str:
        """Return a new single-use link at an address and port."""
        self._token = self._access.link(None)
        return f"http://{place}/office{f'?lang={language}' if language else ''}#token={self._token}"

    async def _ask(self, request: Request) -> Response:
        body = b""
        async for part in request.stream():
            body += part
            if len(body) > secretary.MOST_BYTES:
                return Response(status_code=413)
        asked = secretary.read(body)
        if asked is None:
            return Response(status_code=400)
        may, _ = self._access.enter(asked.session, asked.token)
        if not may:
            await asyncio.sleep(_WRONG_S)
            return Response(status_code=403)
        if self._token and not self._access.is_good(self._token):
            self._token = ""
            self._used()
        async with self._one:
            return JSONResponse(await asyncio.to_thread(secretary.answer, self._store, asked))


async def _page(_: Request) -> Response:
    return Response(filled(_PAGE.read_text("utf-8")), media_type="text/html")
