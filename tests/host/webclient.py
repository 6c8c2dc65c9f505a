"""A client of the virtual table without a browser: enters by a link and opens a WebSocket."""

import asyncio
import json
import os
import re
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from processes import PATIENCE, TIERCE, Process
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_within

connect = partial(connect_within, open_timeout=PATIENCE, proxy=None)


class Verb(Process):
    """A running `tierce` command."""

    def __init__(self, *args: str, **env: str) -> None:
        if "TMPDIR" in env:  # what other tests have left to go on with is not there
            env.setdefault("TIERCE_TABLES", os.path.join(env["TMPDIR"], "tables"))
        super().__init__(TIERCE, *args, env={**os.environ, **env})

    def link(self) -> str:
        """Return the next link that is printed."""
        line = self.out.line()
        found = re.search(r"http://127\.0\.0\.1:\d+/\S*#token=\S+", line)
        assert found, (line, self.poll() is not None and self.err.rest())
        return found[0]


running = Verb  # with running(...): it is ended afterwards


class Client:
    """A page without a browser: it keeps a session, and the link's token until it is spent."""

    def __init__(self, link: str) -> None:
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/(?:\?lang=\w+)?#token=([\w-]+)", link)
        assert found, link
        self.port = int(found[1])
        self._says = {"session": secrets.token_urlsafe(24), "token": found[2]}

    @asynccontextmanager
    async def open(self) -> AsyncIterator[ClientConnection]:
        """Enter; yield the WebSocket."""
        there = f"127.0.0.1:{self.port}"
        async with connect(
            f"ws://{there}/ws",
            origin=f"http://{there}",  # pyright: ignore
            max_size=None,
        ) as ws:
            await ws.send(json.dumps(self._says))
            yield ws


class Page:
    """A page's state: the sections so far."""

    def __init__(self, ws: ClientConnection) -> None:
        self._ws = ws
        self._next = 0
        self.sections: dict[str, Any] = {}

    async def receive(self) -> dict[str, Any]:
        """Receive a message, and return it."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self._ws.recv(), PATIENCE))
        self.sections.update(message.get("set", {}))
        return message

    async def do(self, do: str, **action: Any) -> dict[str, Any]:
        """Send a request; return its answer."""
        self._next += 1
        await self._ws.send(json.dumps({"id": self._next, "do": do, **action}))
        while True:
            message = await self.receive()
            if message.get("re") == self._next:
                return message

    async def until(self, holds: Callable[[dict[str, Any]], bool]) -> None:
        """Receive messages until `holds` is true for the sections."""
        while not (self.sections and holds(self.sections)):
            await self.receive()
