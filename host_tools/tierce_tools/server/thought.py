"""A computer player's thinking in a thread, for a limited time; the table goes on meanwhile."""

import time
from collections.abc import Callable
from concurrent.futures import Future, wait
from threading import Thread
from typing import Any

_LONGEST_S = 20.0


class InThread:
    """See virtual.thought.Thought. After too long it ends with a TimeoutError."""

    def __init__(self, think: Callable[[], Any]) -> None:
        self._found: Future[Any] = Future()
        self._think = think
        self._late = time.monotonic() + _LONGEST_S
        Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        try:
            self._found.set_result(self._think())
        except Exception as error:
            self._found.set_exception(error)

    def done(self) -> bool:
        """See Thought."""
        return self._found.done() or time.monotonic() >= self._late

    def wait(self) -> None:
        """See Thought."""
        wait([self._found], max(0.0, self._late - time.monotonic()))

    def result(self) -> Any:
        """See Thought."""
        return self._found.result(0)
