"""The signals that end a program."""

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")


def handle(handler: Callable[..., object]) -> dict[int, Any]:
    """Let `handler` handle these signals, but those that are ignored, as by nohup; return the handlers before."""
    numbers = [number for name in _NAMES if (number := getattr(signal, name, None))]
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: old for number, old in before.items() if old not in (signal.SIG_IGN, None)}
    for number in before:
        signal.signal(number, handler)
    return before


@contextmanager
def signals_wait() -> Generator[None, None, None]:
    """Let signals wait until the block ends."""
    came: list[int] = []

    def note(number: int, _: object) -> None:
        came.append(number)

    try:
        before = handle(note)
    except ValueError:  # only the main thread handles signals
        before = {}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
        for number in came[:1]:
            signal.raise_signal(number)
