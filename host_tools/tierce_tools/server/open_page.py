"""One open page: sends it the changes, and handles its requests."""

import asyncio
import contextlib
import json
import sys
import time
import traceback
from collections.abc import MutableMapping
from itertools import takewhile
from typing import Any, Protocol, cast

from tierce_tools.base.texts import N_, languages
from tierce_tools.base.trouble import Doubt, Trouble
from tierce_tools.page import views
from tierce_tools.page.views import Viewer
from tierce_tools.server.limits import Asking
from tierce_tools.server.table_thread import State
from tierce_tools.virtual.checks import NO_ACTION

TOO_FAST = N_("Too much at once: wait until the table has answered.")

TOO_SLOW = 4408  # WebSocket close code

TOO_LONG = 1009
TOO_MUCH = 4429

_MOST_ASKED = 64  # unsent answers; beyond this the page's messages are not read
_SHOWN = 40  # letters of an invalid message that are shown
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

    def error(self, trouble: Trouble) -> dict[str, str]:
        """Return a Trouble in words, in all languages."""
        ...


async def hello(socket: Socket) -> dict[str, Any]:
    """Return a page's first message: {"session", "token", "lang"}; {} if it is invalid."""
    try:
        message = await asyncio.wait_for(socket.receive(), _HELLO_S)
        text: object = message.get("text")
        return object_of(text) if isinstance(text, str) and len(text) <= _HELLO_MOST else {}
    except (TimeoutError, ValueError):
        return {}


class Page:
    """A page behind `socket`. Set `wake` when the table has changed.

    `asking` counts the requests of all pages of this seat, or of the owner. The page entered at
    `listener` with `session`.
    """

    def __init__(
        self, socket: Socket, viewer: Viewer, asking: Asking, served: Served, listener: object,
        session: str,
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
        self._sent: dict[str, Any] = {}
        self._seen: dict[str, Any] | None = None  # last view sent; None: send all
        self._logged = -1

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
            action = _object(data)
            number = action.pop("id", None)
            if not isinstance(number, int | str):
                number = None
            if not within:
                raise Trouble("table", "too_fast", TOO_FAST)
            if not isinstance(action.get("do"), str):
                raise Trouble(
                    "table", "no_action", NO_ACTION, action=str(action.get("do"))[:_SHOWN],
                )
            if action["do"] == "language":
                facts = await self._language(action)
            else:
                facts = await self._served.do(self._viewer, action)
            answer = {"re": number, **facts}
        except Trouble as trouble:
            answer = {"re": number, "error": self._served.error(trouble)}
            if isinstance(trouble, Doubt):
                answer["doubt"] = True
        except Exception:  # a bug of ours; page and table go on
            traceback.print_exc(file=sys.stderr)
            answer = {
                "re": number,
                "error": self._served.error(
                    Trouble(
                        "table", "fault", "That went wrong inside the table; the terminal says "
                        "why. The game goes on.",
                    )
                ),
            }
        self._answers.append(answer)
        self.wake.set()

    async def _language(self, action: dict[str, Any]) -> dict[str, Any]:
        language = action.get("to")
        if language not in languages():
            raise Trouble(
                "table", "no_language", "There is no language {language}; there are: {languages}.",
                language=language, languages=", ".join(languages()),
            )
        self._viewer = Viewer(self._viewer.seat, cast("str", language))
        self._seen = None
        if self._viewer.seat is None:  # the table's own screen uses the owner's language
            return await self._served.do(self._viewer, action)
        return {}

    async def _tell(self) -> None:
        while True:
            await self.wake.wait()
            self.wake.clear()
            # The news first: when an answer comes, the page shows already what it has done.
            answers, self._answers = self._answers, []
            if not self._closing and (news := self._news()) and not await self._send(news):
                return
            for answer in answers:
                if not await self._send(answer):
                    return
                self._room.release()
            if self._closing:
                await self._close(self._closing)
                return

    def _news(self) -> dict[str, Any]:
        """Return the changes since the page's last message."""
        state, seen = self._served.view(self._viewer)
        if seen is self._seen:
            return {}
        first = not self._sent
        self._seen = seen
        unlike = {
            name: value for name, value in seen.items()
            if name not in self._sent or _differs(self._sent[name], value)
        }
        self._sent.update(unlike)
        later = takewhile(lambda each: each["n"] > self._logged, reversed(state.log))
        entries = list(later)[::-1]
        if entries:
            self._logged = entries[-1]["n"]
        seen_entries = [
            cut for cut in (views.entry(each, self._viewer) for each in entries) if cut is not None
        ]
        news: dict[str, Any] = {}
        if unlike or first:
            news["set"] = unlike
        if seen_entries or first:
            news["add"] = {"log": seen_entries}
        return news

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


def _object(data: str | bytes) -> dict[str, Any]:
    """Return the object that a page has sent. Raises Trouble if it is none."""
    try:
        return object_of(data)
    except ValueError:
        raise Trouble(
            "table", "not_json", "The page sent what is no JSON object: reload it.",
        ) from None


def object_of(data: str | bytes) -> dict[str, Any]:
    """Return an object from its JSON. Raises ValueError."""
    try:
        found = json.loads(data, parse_constant=_no_number)
    except RecursionError:
        raise ValueError from None
    if not isinstance(found, dict):
        raise ValueError
    return cast("dict[str, Any]", found)


def _no_number(text: str) -> float:
    raise ValueError(text)


def _differs(one: object, other: object) -> bool:
    return one is not other and one != other
