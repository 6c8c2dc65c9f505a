"""Runs what talks to a broker until a signal ends it."""

import asyncio
import signal
from collections.abc import Coroutine
from contextlib import suppress


def run(serving: Coroutine[None, None, None]) -> None:
    """Run until Ctrl-C or another signal; then `serving` is cancelled, and may say farewell."""
    # The MQTT client needs a loop that watches sockets, on Windows too.
    with (
        suppress(KeyboardInterrupt, asyncio.CancelledError),
        asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner,
    ):
        runner.run(_until_ended(serving))


async def _until_ended(serving: Coroutine[None, None, None]) -> None:
    task = asyncio.current_task()
    assert task is not None
    for name in ("SIGTERM", "SIGHUP"):
        # Windows has no such signals.
        with suppress(NotImplementedError, AttributeError):
            asyncio.get_running_loop().add_signal_handler(getattr(signal, name), task.cancel)
    await serving
