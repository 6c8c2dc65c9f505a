"""The running table in a thread: pages ask by a queue, and read the latest snapshot."""

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.page.running import Running, State
from tierce_tools.page.views import Viewer
from tierce_tools.server.thought import InThread
from tierce_tools.virtual.play import CLOSED, Answer, MachineFor, Play

_MOST_ASKED = 50  # at once
_LOOK_S = 0.1
_LOGGER = logging.getLogger(__name__)

_Asked = tuple[Viewer, dict[str, Any], "Future[Answer]"]


class TableThread:
    """A table behind the page: a play.Play, with the same arguments, in a thread."""

    def __init__(self, machine_for: MachineFor, *, seed: int | None = None) -> None:
        self.state = State()
        self._machine_for = machine_for
        self._seed = seed
        self.here: frozenset[int | None] = frozenset()  # whose pages are open
        self._asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._callbacks: tuple[Callable[[], None], ...] = ()
        self._lock = threading.Lock()
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="table", daemon=True)
        self._begun: Future[None] = Future()

    def start(self, check: Callable[[], None] = lambda: None) -> None:
        """Start the table; return once the first snapshot exists. Raises Trouble.

        `check` is called now and then meanwhile; what it raises ends the waiting.
        """
        self._thread.start()
        while not self._begun.done():
            check()
            wait([self._begun], _LOOK_S)
        self._begun.result()

    def close(self) -> None:
        """Stop the table; actions that are not done end with a Trouble."""
        with self._lock:
            self._closing = True
        self._asked.put(None)
        if self._thread.ident is not None:
            self._thread.join()
        self._refuse_all()

    def subscribe(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call `callback()` in the thread at each snapshot; return a function that ends this."""

        def end() -> None:
            with self._lock:
                self._callbacks = tuple(each for each in self._callbacks if each is not callback)

        with self._lock:
            self._callbacks = (*self._callbacks, callback)
        return end

    def do(self, viewer: Viewer, action: dict[str, Any]) -> "Future[dict[str, Any]]":
        """Request an action; the future gets the answer when it is done, or a Trouble.

        views.allowed decides whether the viewer may do it; otherwise it is a Trouble.
        """
        future: Future[Answer] = Future()
        future.set_running_or_notify_cancel()
        with self._lock:
            if not self._closing:
                self._asked.put((viewer, dict(action), future))
                return future
        future.set_exception(Trouble("table.closed", CLOSED))
        return future

    # --- the thread

    def _run(self) -> None:
        try:
            play = Play(self._machine_for, self._seed, InThread)
        except BaseException as error:
            self._begun.set_exception(error)
            return
        try:
            running = Running(play, time.monotonic, self._tell, _answer)
        except BaseException as error:
            with contextlib.suppress(Exception):
                play.close()
            self._begun.set_exception(error)
            return
        self._begun.set_result(None)
        try:
            while not self._closing:
                rest = running.turn(self.here, lambda: not self._asked.empty())
                self._take(running, rest)
        finally:
            with contextlib.suppress(Exception):
                running.close()

    def _take(self, running: Running, seconds: float) -> None:
        """Do the requested actions, after waiting up to `seconds` for the first."""
        with contextlib.suppress(queue.Empty):
            for number in range(_MOST_ASKED):
                asked = self._asked.get(timeout=0.0 if number else seconds)
                if asked is None:
                    return
                running.ask(*asked)

    def _tell(self, state: State) -> None:
        self.state = state
        for callback in self._callbacks:
            try:
                callback()
            except Exception:
                _LOGGER.exception("a callback")

    def _refuse_all(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                asked = self._asked.get_nowait()
                if asked:
                    asked[2].set_exception(Trouble("table.closed", CLOSED))


def _answer(future: "Future[Answer]", answer: Answer | Exception) -> None:
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
