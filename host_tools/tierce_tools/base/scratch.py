"""Temporary folders that no signal leaves behind."""

import signal
import tempfile
from collections.abc import Generator
from contextlib import contextmanager


class Scratch(tempfile.TemporaryDirectory[str]):
    """A temporary folder; signals wait while it is made and while it is removed."""

    def __init__(self, prefix: str = "tierce-", dir: str | None = None) -> None:
        with _held():
            super().__init__(prefix=prefix, dir=dir, ignore_cleanup_errors=True)

    def cleanup(self) -> None:
        """Remove it."""
        with _held():
            super().cleanup()


@contextmanager
def _held() -> Generator[None, None, None]:
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
