"""Connections of uvicorn's that are counted, and dropped where they come to nothing."""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tierce_tools.server.limits import Waiting


def protocols(waiting: Waiting) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """Return what speaks HTTP and WebSocket for one server."""

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
