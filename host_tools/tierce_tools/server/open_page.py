"""One open page: sends it the changes, and handles its requests."""

import asyncio
import contextlib
import json
import sys
import time
import traceback
from collections.abc import MutableMapping
from typing import Any, Protocol

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.page import requests
from tierce_tools.page.news import News
from tierce_tools.page.running import State
from tierce_tools.page.views import Viewer
from tierce_tools.server.limits import Asking

TOO_FAST = N_("Too much at once: wait until the table has answered.")

TOO_SLOW = 4408  # WebSocket close code

TOO_LONG = 1009
TOO_MUCH = 4429

_MOST_ASKED = 64  # unsent answers; beyond this the page's messages are not read
_HELLO_S = 10.0  # a page that sends no session within this time is dropped
_HELLO_MOST = 1000  # letters of its first message
_SEND_S = 10.0  # a page that has not read for this long is dropped


class Socket(Protocol):
    """A WebSocket, with starlette's interface."""

    async def receive(self) -> MutableMapping[str, Any]: ...

    async def send_text(self, data: str) -> None: ...

    async def close(self, code: int = 1000, reason: str | None = None) -> None: ...


class Served(Protocol):
    """What a page needs of the server."""

    def view(self, viewer: Viewer) -> tuple[State, dict[str, Any]]:
        """Return the latest snapshot, and the viewer's part of it."""
        ...

    async def do(self, viewer: Viewer, action: dict[str, Any]) -> dict[str, Any]:
        """Do an action; return the answer. Raises Trouble."""
        ...


async def hello(socket: Socket) -> dict[str, Any]:
    """Return a page's first message: {"session", "token", "lang"}; {} if it is invalid."""
    try:
        message = await asyncio.wait_for(socket.receive(), _HELLO_S)
        text: Any = message.get("text")
        known = isinstance(text, str) and len(text) <= _HELLO_MOST
        return requests.object_of(text) if known else {}
    except (TimeoutError, ValueError):
        return {}


class OpenPage:
    """A page behind `socket`. Set `wake` when the table has changed.

    `asking` counts the requests of all pages of this seat, or of the owner. The page entered at
    `listener` with `session`.
    """

    def __init__(
        self, socket: Socket, viewer: Viewer, asking: Asking, served: Served, listener: object, session: str
    ) -> None:
        self.listener = listener
        self.session = session
        self._socket = socket
        self._viewer = viewer
        self._bounds = asking
        self._closing = 0  # code with which to close it once everything is sent; 0: it stays open
        self._served = served
        self.wake = asyncio.Event()
        self.wake.set()
        self._answers: list[dict[str, Any]] = []
        self._asking: set[asyncio.Task[None]] = set()
        self._room = asyncio.Semaphore(_MOST_ASKED)
        self._news = News()

    async def run(self) -> None:
        """Serve the page until it goes, or stops reading."""
        both = [asyncio.create_task(self._listen()), asyncio.create_task(self._tell())]
        try:
            await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (*both, *self._asking):
                task.cancel()
            for end in await asyncio.gather(*both, *self._asking, return_exceptions=True):
                if isinstance(end, Exception):  # a bug of ours; the page connects again
                    traceback.print_exception(end, file=sys.stderr)

    @property
    def whose(self) -> int | None:
        """The page's seat; None is the owner."""
        return self._viewer.seat

    def leave(self, code: int) -> None:
        """Close it after sending what is waiting."""
        self._closing = code
        self.wake.set()

    async def _listen(self) -> None:
        while not self._closing:
            message = await self._socket.receive()
            if message["type"] != "websocket.receive":
                return
            data: str | bytes = message.get("text") or message.get("bytes") or ""
            await self._room.acquire()
            if len(data) > self._bounds.limits.letters:
                self.leave(TOO_LONG)
            elif self._bounds.is_flood(time.monotonic()):
                self.leave(TOO_MUCH)
            else:
                within = self._bounds.allows(time.monotonic())
                task = asyncio.create_task(self._ask(data, within))
                self._asking.add(task)
                task.add_done_callback(self._asking.discard)
        await asyncio.Event().wait()  # until the close is sent

    async def _ask(self, data: str | bytes, within: bool) -> None:
        number = None
        try:
            action = requests.read(data)
            number = requests.number_of(action)
            if not within:
                raise Trouble("table.too_fast", TOO_FAST)
            if requests.checked(action)["do"] == "language":
                facts = await self._language(action)
            else:
                facts = await self._served.do(self._viewer, action)
            answer = {"re": number, **facts}
        except Exception as error:
            if not isinstance(error, Trouble):  # a bug of ours; page and table go on
                traceback.print_exc(file=sys.stderr)
            answer = requests.refused(number, error)
        self._answers.append(answer)
        self.wake.set()

    async def _language(self, action: dict[str, Any]) -> dict[str, Any]:
        self._viewer = Viewer(self._viewer.seat, requests.language_of(action))
        if self._viewer.seat is None:  # the table's own screen uses the owner's language
            return await self._served.do(self._viewer, action)
        return {}

    async def _tell(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            # The news first: when an answer comes, the page shows already what it has done.
            answers, self._answers = self._answers, []
            state, seen = self._served.view(self._viewer)
            news = {} if self._closing else self._news.of(state, seen, self._viewer)
            if news and not await self._send(news):
                return
            for answer in answers:
                if not await self._send(answer):
                    return
                self._room.release()
            if self._closing:
                await self._close(self._closing)
                return

    async def _send(self, thing: dict[str, Any]) -> bool:
        """Send something; return whether the page still reads."""
        text = json.dumps(thing, separators=(",", ":"))
        try:
            await asyncio.wait_for(self._socket.send_text(text), _SEND_S)
        except TimeoutError:
            # Unsent data blocks the connection: if the page reads it, it also gets the close.
            await self._close(TOO_SLOW)
            return False
        except Exception:  # it has gone
            return False
        return True

    async def _close(self, code: int) -> None:
        with contextlib.suppress(Exception):
            await asyncio.wait_for(self._socket.close(code), 1)
