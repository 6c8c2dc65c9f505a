"""Single keys from a terminal; otherwise lines of standard input."""

import importlib
import os
import queue
import sys
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Any

_LOOK_S = 0.05


class Keyboard:
    """A context manager that restores the terminal at its end.

    Off a terminal the first letter of each line counts as a key.
    """

    def __init__(self) -> None:
        self._keys: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._restore: Callable[[], None] | None = None
        self._thread: threading.Thread | None = None
        self._over = threading.Event()

    def get(self) -> str | None:
        """Return the next key in lower case; None if there is none yet."""
        try:
            return self._keys.get_nowait()
        except queue.Empty:
            return None

    @property
    def closed(self) -> bool:
        """Whether no more keys will come."""
        over = self._thread is None or not self._thread.is_alive()
        return over and self._keys.empty()

    def __enter__(self) -> "Keyboard":
        stream: Any = sys.stdin
        read = _lines_of(stream) if stream is not None else None
        if stream is not None and stream.isatty():
            read = self._windows() if sys.platform == "win32" else self._raw(stream.fileno())
        if read is not None:
            self._thread = threading.Thread(target=self._follow, args=(read,), daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._restore is not None:
            self._restore()

    def _follow(self, read: Callable[[], str]) -> None:
        """Thread: read keys until the end of input."""
        while not self._over.is_set():
            try:
                text = read()
            except (OSError, ValueError):
                return
            if not text:
                return
            if text.strip():
                self._keys.put(text.strip()[0].lower())

    def _raw(self, number: int) -> Callable[[], str]:
        """Switch the terminal to single keys (not Ctrl-C); return a function that reads one."""
        termios: Any = importlib.import_module("termios")
        tty: Any = importlib.import_module("tty")
        before = termios.tcgetattr(number)
        self._restore = lambda: termios.tcsetattr(number, termios.TCSADRAIN, before)
        tty.setcbreak(number)
        return lambda: os.read(number, 1).decode("latin-1")

    def _windows(self) -> Callable[[], str]:
        msvcrt: Any = importlib.import_module("msvcrt")

        def read() -> str:
            while not msvcrt.kbhit():
                if self._over.wait(_LOOK_S):
                    return ""
            key = msvcrt.getwch()
            if key in "\0\xe0":  # a special key such as an arrow: a second code follows
                msvcrt.getwch()
                return " "
            if key == "\x03":
                import _thread

                _thread.interrupt_main()
            return key

        return read


def _lines_of(stream: Any) -> Callable[[], str]:
    """Return a function that reads a line, "" at the end.

    It bypasses Python's buffer if possible: a thread waiting there would block the program's exit.
    """
    try:
        number = stream.fileno()
    except (OSError, ValueError):
        return stream.readline
    rest = bytearray()

    def read() -> str:
        while b"\n" not in rest:
            data = os.read(number, 1024)
            if not data:
                text = rest.decode("latin-1")
                rest.clear()
                return text
            rest.extend(data)
        line, _, after = bytes(rest).partition(b"\n")
        rest[:] = after
        return line.decode("latin-1") + "\n"

    return read
