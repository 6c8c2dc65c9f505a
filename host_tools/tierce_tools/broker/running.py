"""Runs what talks to a broker until it is told to end."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, suppress
from typing import Protocol


class Leaving(Protocol):
    """Tells when to end."""

    def at_once(self, then: Callable[[], object]) -> AbstractContextManager[None]:
        """Call `then` when it is time."""
        ...


def run(serving: Coroutine[None, None, None], leaving: Leaving) -> None:
    """Run until told to end; then `serving` is cancelled, and may say farewell."""
    # The MQTT client needs a loop that watches sockets, on Windows too.
    with suppress(asyncio.CancelledError), asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        runner.run(_until_ended(serving, leaving))


async def _until_ended(serving: Coroutine[None, None, None], leaving: Leaving) -> None:
    task, loop = asyncio.current_task(), asyncio.get_running_loop()
    assert task is not None
    with leaving.at_once(lambda: loop.call_soon_threadsafe(task.cancel)):
        await serving
