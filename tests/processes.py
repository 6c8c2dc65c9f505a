"""Starts every child process of the tests. Each read and each wait has a limit.

A child has the default signals, whatever the process that started the tests ignores. It leads a
process group of its own, which is ended after it. A failure shows what it has written.
"""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import IO, Any, Self, TypeVar

PIPE, STDOUT, DEVNULL = subprocess.PIPE, subprocess.STDOUT, subprocess.DEVNULL
Completed = subprocess.CompletedProcess
TIERCE = Path(sys.executable).with_name("tierce")
PATIENCE = 300.0  # seconds for anything to happen, on a busy machine
_LOOK_S = 0.005
_LAST_S = 10.0  # for what is left in a pipe
_SHOWN = 4000  # bytes of each stream after a failure
_Found = TypeVar("_Found")


def with_default_signals() -> None:
    """Let children have the default signals. Call it once, in the main thread.

    `nohup`, `&` in a script and many CI runners ignore some, and children inherit that. A signal
    with a handler has its default again in a new program.
    """
    for name in ("SIGINT", "SIGHUP", "SIGQUIT", "SIGTERM"):
        number = getattr(signal, name, None)
        if number and signal.getsignal(number) == signal.SIG_IGN:
            interrupts = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if interrupts else lambda *_: None)


def until(holds: Callable[[], _Found], otherwise: str = "", seconds: float = PATIENCE) -> _Found:
    """Ask until the answer is true; return it. For what can only be seen from outside."""
    end = time.monotonic() + seconds
    while not (found := holds()):
        assert time.monotonic() < end, f"not in {seconds} s: {otherwise}"
        time.sleep(_LOOK_S)
    return found


def some_port() -> int:
    """Return the number of a port, below those that systems give out themselves.

    Something may use it all the same: a server that says so is started again with another one.
    """
    return secrets.choice(range(20_000, 32_000))


class Heard:
    """What a process writes to one stream. Each method reads on from where the last one ended."""

    def __init__(self, pipe: IO[bytes], patience: float) -> None:
        self.all = b""
        self._pipe = pipe
        self._patience = patience
        self._at = 0
        self._ended = False
        self._news = threading.Condition()
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        # Linux: EIO when the other side of a terminal has closed
        with self._pipe, contextlib.suppress(OSError):
            while data := os.read(self._pipe.fileno(), 65536):
                with self._news:
                    self.all += data
                    self._news.notify_all()
        with self._news:
            self._ended = True
            self._news.notify_all()

    def until(self, text: str | bytes) -> str:
        """Read up to and with a text, or to the end; return it."""
        wanted = text.encode() if isinstance(text, str) else text
        with self._news:
            came = self._news.wait_for(lambda: self._ended or wanted in self.all[self._at :], self._patience)
            assert came, f"no {text!r} in {self._patience} s"
            place = self.all.find(wanted, self._at)
            return self._take(len(self.all) if place < 0 else place + len(wanted))

    def line(self) -> str:
        """Return the next line without its end; "" at the end."""
        return self.until("\n").rstrip("\r\n")

    def rest(self) -> str:
        """Return all that comes until the end."""
        with self._news:
            assert self._news.wait_for(lambda: self._ended, self._patience), "it goes on writing"
            return self._take(len(self.all))

    def _take(self, end: int) -> str:
        begin, self._at = self._at, end
        return self.all[begin:end].decode("utf-8", "replace").replace("\r\n", "\n")


class Process:
    """A running program; a context manager, which ends it with all that it has started.

    `out` and `err` are there where `stdout` and `stderr` are pipes; without `heard` the caller
    reads `stdout` itself. Standard input is empty, or a pipe for `say`, or a file.
    """

    def __init__(
        self,
        *command: str | Path,
        stdin: Any = DEVNULL,
        stdout: Any = PIPE,
        stderr: Any = PIPE,
        cwd: str | Path | None = None,
        env: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
        heard: bool = True,
    ) -> None:
        self.args = [str(word) for word in command]
        self._patience = patience
        self._popen = subprocess.Popen(
            self.args, stdin=stdin, stdout=stdout, stderr=stderr, cwd=cwd, env=env, start_new_session=True
        )
        self.pid = self._popen.pid
        self.stdin = self._popen.stdin
        self.stdout = self._popen.stdout
        self._heard = {
            name: Heard(pipe, patience)
            for name, pipe in (("out", self._popen.stdout), ("err", self._popen.stderr))
            if heard and pipe
        }

    @property
    def out(self) -> Heard:
        """Its standard output."""
        return self._heard["out"]

    @property
    def err(self) -> Heard:
        """Its standard error."""
        return self._heard["err"]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        code = self._popen.poll()
        self.close()
        if error:
            ended = "was running" if code is None else f"had ended with {code}"
            error.add_note(f"{' '.join(self.args)} {ended}; {self._said()}")

    def _said(self) -> str:
        return "; ".join(
            f"{name}: {heard.all[-_SHOWN:].decode('utf-8', 'replace')!r}" for name, heard in self._heard.items()
        )

    def poll(self) -> int | None:
        """Return its exit code; None while it runs."""
        return self._popen.poll()

    def say(self, text: str | bytes) -> None:
        """Write to its standard input."""
        assert self.stdin
        self.stdin.write(text.encode() if isinstance(text, str) else text)
        self.stdin.flush()

    def end_input(self) -> None:
        """Close its standard input."""
        assert self.stdin
        with contextlib.suppress(BrokenPipeError):
            self.stdin.close()

    def send(self, number: int) -> None:
        """Send it a signal."""
        self._popen.send_signal(number)

    def wait(self) -> int:
        """Wait for its end; return its exit code."""
        try:
            return self._popen.wait(self._patience)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"it does not end in {self._patience} s") from None

    def end(self, number: int = signal.SIGINT) -> int:
        """Send it a signal and wait for its end; return its exit code."""
        self.send(number)
        return self.wait()

    def close(self) -> None:
        """End it and its group at once; close its pipes."""
        if os.name == "posix":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
        if self._popen.poll() is None:
            self._popen.kill()
            self._popen.wait()
        for heard in self._heard.values():
            heard.thread.join(_LAST_S)  # it closes its pipe
        for pipe in (self._popen.stdin, None if self._heard else self._popen.stdout):
            if pipe:
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()


def run(
    *command: str | Path,
    stdin: bytes | str = b"",
    check: bool = False,
    stderr: Any = PIPE,
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
    patience: float = PATIENCE,
) -> Completed[bytes]:
    """Run a program to its end. With `check` a failure is an assertion."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    with Process(
        *command, stdin=PIPE if data else DEVNULL, stderr=stderr, cwd=cwd, env=env, patience=patience
    ) as process:
        if data:
            threading.Thread(target=_feed, args=(process.stdin, data), daemon=True).start()
        code = process.wait()
        for heard in process._heard.values():
            heard.rest()
        assert not check or code == 0, f"exit code {code}"
        out, err = (process._heard[name].all if name in process._heard else b"" for name in ("out", "err"))
        return Completed(process.args, code, out, err)


def run_text(*command: str | Path, **how: Any) -> Completed[str]:
    """The same with texts."""
    done = run(*command, **how)
    out, err = (text.decode("utf-8", "replace").replace("\r\n", "\n") for text in (done.stdout, done.stderr))
    return Completed(done.args, done.returncode, out, err)


def run_on_terminal(
    *command: str | Path, columns: int = 100, stdin: Any = None, stdout: Any = None, patience: float = PATIENCE
) -> Completed[str]:
    """Run a program on a terminal of its own, to its end; Posix only.

    `stderr` is what the terminal shows: both outputs, unless `stdout` is a pipe.
    """
    import fcntl
    import pty
    import struct
    import termios

    env = {**os.environ, "TERM": "xterm-256color"}
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        env.pop(name, None)
    ours, theirs = pty.openpty()
    screen = Heard(os.fdopen(ours, "rb", 0), patience)
    try:
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        process = Process(*command, stdin=stdin or theirs, stdout=stdout or theirs, stderr=theirs, env=env)
    finally:
        os.close(theirs)
    with process:
        piped = process.out.rest() if stdout == PIPE else ""
        shown = screen.rest()
        return Completed(process.args, process.wait(), piped, shown)


def _feed(pipe: IO[bytes], data: bytes) -> None:
    with contextlib.suppress(BrokenPipeError), pipe:
        pipe.write(data)
