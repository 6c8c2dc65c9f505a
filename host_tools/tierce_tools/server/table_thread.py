"""The running table: a thread lets its time pass, does the actions, and publishes snapshots."""

import contextlib
import logging
import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.page.snapshots import Snapshots
from tierce_tools.page.views import Viewer, allowed
from tierce_tools.server.thought import InThread
from tierce_tools.virtual.actions import ask
from tierce_tools.virtual.play import CLOSED, Answer, MachineFor, Play

_TICK_S = 0.01  # longest sleep
_LONGEST_S = 0.03  # longest time between two looks at requests and changes
_REST_S = 0.001  # for other threads, if the table can't keep up with real time
_LAG_S = 0.2  # a computer that was suspended makes up at most this much
PUBLISH_S = 0.03  # between two snapshots, unless somebody waits for an answer
_MOST_ASKED = 50  # at once
_LOGGER = logging.getLogger(__name__)

_Asked = tuple[Viewer, dict[str, Any], "Future[Answer]"]


@dataclass(frozen=True)
class State:
    """A snapshot. `sections` are complete and unfiltered; they are never changed."""

    number: int = 0  # grows with each snapshot
    sections: dict[str, Any] = field(default_factory=dict[str, Any])

    @property
    def log(self) -> tuple[dict[str, Any], ...]:
        """The kept log entries, oldest first; their "n" grows."""
        return tuple(self.sections.get("log", ()))


class TableThread:
    """A table behind the page: a play.Play, with the same arguments, in a thread."""

    def __init__(
        self, machine_for: MachineFor, *, seed: int | None = None
    ) -> None:
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
        self._sections: Callable[[], dict[str, Any]] = dict  # the table's sections, once it exists
        self._published = 0.0
        self._waiting: list[tuple[Future[Answer], Answer | Exception]] = []

    def start(self) -> None:
        """Start the table; return once the first snapshot exists. Raises Trouble."""
        self._thread.start()
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
        future.set_exception(Trouble("table", "closed", CLOSED))
        return future

    # --- the thread

    def _run(self) -> None:
        try:
            play = Play(self._machine_for, self._seed, InThread)
        except BaseException as error:
            self._begun.set_exception(error)
            return
        try:
            try:
                self._sections = Snapshots(play).sections
                self._publish(play)
            except BaseException as error:
                self._begun.set_exception(error)
                return
            self._begun.set_result(None)
            self._go_on(play)
        finally:
            with contextlib.suppress(Exception):
                play.close()
            self._waiting += play.answered
            self._answer()

    def _go_on(self, play: Play) -> None:
        since = time.monotonic()
        owed = 0.0  # ms of table time that should have passed
        said = ""  # the last error logged
        while not self._closing:
            try:
                now = time.monotonic()
                owed = min(owed + (now - since) * 1000 * play.rate, _LAG_S * 1000 * play.rate)
                since = now
                play.agreement.here = self.here
                play.agreement.pass_time(now)
                owed = self._pass(play, owed, now + _LONGEST_S)
                self._publish_at_times(play)
                rest = -owed / 1000 / play.rate if owed < 0 else _REST_S if owed else 0.0
                self._take(play, max(_REST_S, min(_TICK_S, rest or _TICK_S)))
            except Exception as error:  # the table goes on after any error
                if said != repr(error):  # the same error may occur a hundred times a second
                    said = repr(error)
                    _LOGGER.exception("at the table")
                self._waiting += play.answered
                play.answered = []
                self._answer()
                time.sleep(_TICK_S)

    def _pass(self, play: Play, owed: float, until: float) -> float:
        """Let the owed time pass until `until`; return the rest, negative after an overshoot."""
        while owed > 0 and time.monotonic() < until and self._asked.empty():
            rate, before = play.rate, play.machine.ms()
            play.advance(owed)
            owed -= play.machine.ms() - before
            if play.rate != rate:
                return min(owed, 0.0)
        return owed

    def _take(self, play: Play, seconds: float) -> None:
        """Do the requested actions, after waiting up to `seconds` for the first."""
        with contextlib.suppress(queue.Empty):
            for number in range(_MOST_ASKED):
                asked = self._asked.get(timeout=0.0 if number else seconds)
                if asked is None:
                    return
                viewer, action, future = asked
                try:
                    if viewer.seat is not None:
                        # By the current state: a seat's last view may be out of date.
                        allowed(viewer, action, self._sections())
                    ask(play, action, future, viewer.seat)
                except Exception as error:
                    self._waiting.append((future, error))

    # --- publishing

    def _publish_at_times(self, play: Play) -> None:
        waited_for = play.answered or self._waiting
        if waited_for or time.monotonic() - self._published >= PUBLISH_S:
            self._publish(play)

    def _publish(self, play: Play) -> None:
        """Make a snapshot if anything has changed; then answer the earlier requests."""
        self._published = time.monotonic()
        self._waiting += play.answered
        play.answered = []
        before, now = self.state.sections, self._sections()
        # Unchanged sections stay the same objects, so that others can compare quickly.
        sections = {
            name: before[name] if name in before and _is_same(before[name], value) else value
            for name, value in now.items()
        }
        if any(value is not before.get(name) for name, value in sections.items()):
            self.state = State(self.state.number + 1, sections)
            for callback in self._callbacks:
                try:
                    callback()
                except Exception:
                    _LOGGER.exception("a callback")
        self._answer()

    def _answer(self) -> None:
        waiting, self._waiting = self._waiting, []
        for future, answer in waiting:
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def _refuse_all(self) -> None:
        with contextlib.suppress(queue.Empty):
            while True:
                asked = self._asked.get_nowait()
                if asked:
                    asked[2].set_exception(Trouble("table", "closed", CLOSED))


def _is_same(before: object, now: object) -> bool:
    return before is now or before == now
