"""Connections of uvicorn, counted, and dropped if they do not enter in time."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tierce_tools.server.limits import Waiting


def protocols(waiting: Waiting) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """Return the protocol classes for HTTP and WebSocket of one server."""

    class Http(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            waiting.made(self.client, transport)

        def connection_lost(self, exc: Exception | None) -> None:
            waiting.gone(self.client)
            super().connection_lost(exc)

    class Ws(WebSocketsSansIOProtocol):
        def connection_lost(self, exc: Exception | None) -> None:
            waiting.gone(self.client)
            super().connection_lost(exc)

    return Http, Ws
