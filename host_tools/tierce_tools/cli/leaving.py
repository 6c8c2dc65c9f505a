"""Ends verbs at Ctrl-C and the other signals that end a program; none is lost.

An exception that a signal raises can come up in a finalizer or in another library's code, where it
is swallowed. So the process ends at once while modules are loaded, as nothing is to be put in order
yet; and a verb that stays holds signals while it begins and while it ends, and asks for them at
places of its own choice.
"""

import os
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress


def loading() -> None:
    """Let Ctrl-C end the process at once, until `loaded`."""
    _replace(signal.default_int_handler, _end)  # where it is ignored, as by nohup, it stays so


def loaded() -> None:
    """Let Ctrl-C interrupt what is running from now on."""
    _replace(_end, signal.default_int_handler)


def _replace(old: Callable[..., object], new: Callable[..., object]) -> None:
    with suppress(ValueError):  # only the main thread receives Ctrl-C
        if signal.getsignal(signal.SIGINT) == old:
            signal.signal(signal.SIGINT, new)


def _end(*_: object) -> None:
    os._exit(130)


class Leaving:
    """Whether a verb that stays was told to end."""

    def __init__(self) -> None:
        self.asked = False
        self._then: Callable[[], object] | None = None

    def __call__(self, *_: object) -> None:
        """Handle a signal."""
        self.asked = True
        if self._then:
            self._then()

    def check(self) -> None:
        """Raise KeyboardInterrupt if the verb was told to end."""
        if self.asked:
            raise KeyboardInterrupt

    @contextmanager
    def at_once(self, then: Callable[[], object]) -> Generator[None, None, None]:
        """Call `then` at each signal, as soon as it comes; at once if one was held."""
        self._then = then
        try:
            if self.asked:
                then()
            yield
        finally:
            self._then = None


@contextmanager
def left_by_signals() -> Generator[Leaving, None, None]:
    """Hold signals for the verb; a KeyboardInterrupt inside ends the block, not the program.

    What the program was started with, as by nohup, stays ignored.
    """
    from tierce_tools.base.signals import handle  # `loading` waits for no more than it needs

    leaving = Leaving()
    before = handle(leaving)
    try:
        with suppress(KeyboardInterrupt):
            yield leaving
    finally:
        for number, old in before.items():
            # What comes later does not disturb a program that is ending.
            signal.signal(number, signal.SIG_IGN if leaving.asked else old)


def interrupt() -> None:
    """Interrupt what is running."""
    raise KeyboardInterrupt
