"""Follows a real board's log beside its readers, so that these never wait."""

import logging
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.board import follow
from tierce_tools.board.ports import MODELLED, Found, choose
from tierce_tools.board.session import ODD_HELLO, Session, read_screen
from tierce_tools.board.transport import NO_ANSWER
from tierce_tools.logs.records import Record

_LOGGER = logging.getLogger(__name__)
_END_S = 2.0  # longest wait for the end of one that waits for its board

Beside = Callable[[Callable[[], None]], Callable[[float], object]]


def in_thread(run: Callable[[], None]) -> Callable[[float], object]:
    """Run a function beside its caller; return what waits for its end, for some seconds at most."""
    thread = threading.Thread(target=run, name="board", daemon=True)
    thread.start()
    return thread.join


@dataclass(frozen=True)
class Reached:
    """The board is connected. `anew`: its log is a different one."""

    config: dict[str, Any]
    anew: bool


@dataclass(frozen=True)
class Away:
    """The board is disconnected; `why` is the error."""

    why: Trouble


@dataclass(frozen=True)
class BoardRows:
    """What the board's screen says after a press: rows as app.people.text has them."""

    rows: list[Any]


News = Reached | Away | BoardRows | list[Record]


class _Ended(Exception):
    """Following was closed."""


class Follower:
    """The log of the board on a port: a device, or "auto". Opens the port, and begins to follow.

    `config` is the board's config.json. `beside` lets it follow: see in_thread. Raises Trouble if there is no board.
    """

    def __init__(self, port: str, beside: Beside) -> None:
        if port == MODELLED:
            raise Trouble("table.mirror_modelled", "--port modelled is the table that runs anyway: leave --port out")
        self._news: queue.SimpleQueue[News] = queue.SimpleQueue()
        self._presses: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._found: Found = choose(port)
        session = Session.open(self._found.device)
        try:
            self.config = _config_of(session)
        except BaseException:
            session.close()
            raise
        self._wait = beside(lambda: self._run(session))

    def news(self) -> list[News]:
        """Return the news so far, in order; never waits."""
        found: list[News] = []
        while not self._news.empty():
            found.append(self._news.get())
        return found

    def press(self, **press: Any) -> None:
        """Press a button of the board, without one only look; its screen is among the news then."""
        self._presses.put(press)

    def close(self) -> None:
        """Release the port."""
        self._ended.set()
        self._wait(_END_S)

    # --- beside

    def _run(self, session: Session) -> None:
        steps = follow.follow(session, self._found, follow.Place(), follow.find_match, connect=self._connect)
        boot = -1
        try:
            for step in steps:
                if self._ended.is_set():
                    break
                if isinstance(step, follow.Back):
                    session = step.session
                    if step.session.hello["boot"] != boot:
                        boot = step.session.hello["boot"]
                        follow.tell_time(step.session)
                    self._reached(step)
                elif isinstance(step, follow.Gone):
                    self._news.put(Away(step.why))
                elif step:
                    self._news.put(step)
                while not self._presses.empty():
                    press = self._presses.get()
                    with suppress(Trouble):  # a board that has gone, which the next step reports, or an older one
                        self._news.put(BoardRows(read_screen(session.ask("press", **press))))
        except _Ended:
            pass
        except Trouble as trouble:  # a board of another version was connected
            self._news.put(Away(trouble))
        except Exception:
            _LOGGER.exception("following the board")
            self._news.put(Away(Trouble("link.no_answer", NO_ANSWER, port=self._found.device)))
        finally:
            steps.close()

    def _reached(self, back: follow.Back) -> None:
        with suppress(Trouble):  # it has gone again, which the next step reports
            self.config = _config_of(back.session)
        self._news.put(Reached(self.config, back.anew))

    def _connect(self, device: str) -> Session:
        if self._ended.is_set():
            raise _Ended
        return Session.open(device)


def _config_of(session: Session) -> dict[str, Any]:
    config: object = session.ask("get", what="config").get("config")
    if not isinstance(config, dict):
        raise Trouble("link.odd_hello", ODD_HELLO, key="config", value=config)
    return config  # pyright: ignore[reportUnknownVariableType]
