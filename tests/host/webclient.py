"""A client of the virtual table without a browser: enters by a link and opens a WebSocket."""

import asyncio
import json
import os
import re
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from queue import Queue
from typing import Any

from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_within

TIERCE = Path(sys.executable).with_name("tierce")
PATIENCE = 300.0  # seconds, on a busy machine
connect = partial(connect_within, open_timeout=PATIENCE, proxy=None)
_IN_ORDER = 60.0


class Verb:
    """A running `tierce` command."""

    def __init__(self, *args: str, **env: str) -> None:
        if "TMPDIR" in env:  # what other tests have left to go on with is not there
            env.setdefault("TIERCE_TABLES", os.path.join(env["TMPDIR"], "tables"))
        self.process = subprocess.Popen(
            [str(TIERCE), *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
            env={**os.environ, **env},
        )
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self._lines.put(line.decode())
        self._lines.put("")

    def line(self) -> str:
        """Return the next line of standard output; "" at its end."""
        return self._lines.get(timeout=PATIENCE).rstrip("\n")

    def link(self) -> str:
        """Return the next link that is printed."""
        line = self.line()
        found = re.search(r"http://127\.0\.0\.1:\d+/\S*#token=\S+", line)
        assert found, (line, self.process.poll() is not None and self.rest())
        return found[0]

    def end(self, number: int) -> int:
        """Send a signal; return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def rest(self) -> str:
        """Return its standard error, after it has ended."""
        assert self.process.stderr
        return self.process.stderr.read().decode()

    def close(self) -> None:
        """End it: gracefully if possible, as it has files to remove."""
        if self.process.poll() is None:
            self.process.terminate()
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(_IN_ORDER)
            self.process.kill()
        self.process.wait(PATIENCE)
        for stream in (self.process.stdout, self.process.stderr):
            assert stream
            stream.close()


@contextmanager
def running(*args: str, **env: str) -> Iterator[Verb]:
    """Run `tierce` with arguments; it is ended afterwards."""
    verb = Verb(*args, **env)
    try:
        yield verb
    finally:
        verb.close()


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
    """A page's state: the sections and the log so far, and all messages."""

    def __init__(self, ws: ClientConnection) -> None:
        self._ws = ws
        self._next = 0
        self.sections: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.traffic: list[str] = []

    async def receive(self, seconds: float = PATIENCE) -> dict[str, Any]:
        """Receive a message, and return it."""
        text = await asyncio.wait_for(self._ws.recv(), seconds)
        assert isinstance(text, str)
        self.traffic.append(text)
        message: dict[str, Any] = json.loads(text)
        self.sections.update(message.get("set", {}))
        self.log += message.get("add", {}).get("log", [])
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
        """Wait until `holds` is true for the sections."""
        late = time.monotonic() + PATIENCE
        while not (self.sections and holds(self.sections)):
            assert time.monotonic() < late, (self.sections.get("cards"), self.log)
            await self.receive()
