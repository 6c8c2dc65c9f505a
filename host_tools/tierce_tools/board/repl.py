"""A board's Python: stops the program, runs code, reads and writes files.

Only this module uses mpremote. The board may be in a match, or in a state left by a broken session,
and the cable may be pulled at any moment. Every failure is a Trouble.
"""

import ast
import os
import signal
import struct
import time
from base64 import b64decode, b64encode
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import on_flash
from tierce_tools.board.archive import Rom
from tierce_tools.board.ports import MODELLED, find

_BUSY = N_(
    "{device}: what runs on the board cannot be stopped; unplug it and plug it in again, holding "
    "OK if the table supports that"
)
_SILENT = N_(
    "{device}: no MicroPython answers; unplug the board and plug it in again, then, if that does not help, tierce flash"
)
_FAILED = {
    "failed": N_("{device}: an error on the board: {error}"),
    "memory": N_("{device}: the board's memory is too small for that ({error}); restart it and try again"),
    "full": N_(
        "{device}: the board's flash is full; remove files that are not Tierce's, or make "
        "the journal smaller in config.json"
    ),
    "read_only": N_(
        "{device}: the board's flash can't be written; if a boot.py of yours forbids it, correct that; "
        "otherwise the flash is worn out"
    ),
}
_CONFUSED = N_("{device}: the board's answer makes no sense ({error}); unplug it, plug it in, and try again")

_STOP, _RAW, _FRIENDLY, _END = b"\r\x03", b"\r\x01", b"\r\x02", b"\x04"
_BANNER = b"raw REPL; CTRL-B to exit\r\n"
_MOUNTED = b"\x18"
_MOUNT_S = 30.0  # a mounted program must end within this time, on a busy computer too
_PROMPT = b">>> "
_CHUNK = 2048  # bytes written at a time; with the code around them they take 8 KB of a board's heap
TEMP = "~"  # suffix of a file being written, as in firmware/app/files.py
_NO_SPACE, _READ_ONLY = 28, 30

Progress = Callable[[int], None]  # called with the number of further bytes written


@dataclass(frozen=True)
class BoardFacts:
    """Facts about a board."""

    version: str  # of its MicroPython
    machine: str
    mpy: int  # version of the .mpy files that it runs
    unique_id: str  # hexadecimal; "" if it has none
    free: int  # bytes of free flash
    total: int
    block: int  # bytes of flash that files are allocated in
    heap_free: int


class BoardError(Trouble):
    """Code failed on the board; `traceback` is what it wrote."""

    def __init__(self, device: str, text: str) -> None:
        last = (text.strip().splitlines() or [""])[-1]
        kind, _, said = last.partition(":")
        number = _number(said)
        key = "failed"
        if kind == "MemoryError":
            key = "memory"
        elif kind == "OSError" and number in (_NO_SPACE, _READ_ONLY):
            key = {_NO_SPACE: "full", _READ_ONLY: "read_only"}[number]
        super().__init__(f"repl.{key}", _FAILED[key], device=device, error=last)
        self.traceback = text


class Repl:
    """A board at its raw REPL: entering the `with` block stops the running program.

    At the end the board stays at its REPL; `restart` starts its program. With `clean` the code gets
    a fresh interpreter with the whole heap. Stopping takes at most `tries` attempts of 5 s. Every
    method raises Trouble: Unplugged if the port has gone, BoardError if the code fails.
    """

    def __init__(self, device: str, clean: bool = True, tries: int = 4) -> None:
        if device == MODELLED:
            raise Trouble(
                "repl.modelled", "the modelled table has no files of its own to work on: name a real board's port"
            )
        self.device = device
        self._clean = clean
        self._tries = tries
        self._transport: Any = None
        self._come = bytearray()
        self._steps = 0  # number of the last test whether answers are in step with what is sent
        self._busy = False  # code was started and may still run
        self._requests = 0  # answered, of a mounted folder

    def __enter__(self) -> Self:
        self._open()
        try:
            with self._told():
                self._enter()
                # A watchdog started by the program would reset the board while nothing feeds it.
                self.exec(on_flash.TAKE_WATCHDOG_AWAY)
                if self._clean:
                    self.fresh()
        except BaseException:  # Ctrl-C too: restart what ran there
            self._close(_STOP + _FRIENDLY + _END)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()

    # --- code

    def exec(self, code: str, timeout: float = 10.0) -> str:
        """Run code; return its output. Raises Trouble after a silence of `timeout` seconds."""
        return "".join(f"{line}\n" for line in self.lines(code, timeout))

    def eval(self, code: str, timeout: float = 10.0) -> Any:
        """Return the value of an expression: numbers, texts, bytes, and lists of them."""
        return self._value(self.exec(f"print(repr({code}))", timeout))

    def lines(self, code: str, timeout: float = 10.0) -> Generator[str]:
        """Run code; yield its output line by line as it arrives.

        If the caller stops early, the code is stopped.
        """
        line = b""
        for part in self.output(code, timeout):
            *whole, line = (line + part).split(b"\n")
            for each in whole:
                yield _text(each)
        if line:
            yield _text(line)

    def output(self, code: str, timeout: float | None = 10.0) -> Generator[bytes]:
        """Run code; yield its output as it arrives. With `timeout` None it may run for ever."""
        with self._told():
            self._begin(code)
            ended = False
            while not ended:
                part = self._part(timeout)
                ended = part.endswith(_END)
                yield part.removesuffix(_END)
            error = self._until(_END, timeout)
            self._busy = False
        if error != _END:
            raise BoardError(self.device, _text(error.removesuffix(_END)))

    def fresh(self) -> None:
        """Start a new interpreter: nothing imported, the whole heap free."""
        with self._told():
            if self._busy:
                self._enter()
            self._until(b">", 2.0)
            self._send(_END)
            if not self._until(_BANNER, 10.0).endswith(_BANNER):  # a boot.py that does not end
                self._send(_STOP)
                self._until_quiet(3.0)
                self._send(_RAW)
                if not self._until(_BANNER, 2.0).endswith(_BANNER):
                    raise Trouble("repl.busy", _BUSY, device=self.device)

    # --- reading

    def about(self) -> BoardFacts:
        """Return the facts about the board."""
        return BoardFacts(*self._value(self.exec(on_flash.ABOUT)))

    def exists(self, name: str) -> bool:
        """Tell whether a file or folder exists."""
        return bool(self.exec(on_flash.EXISTS.format(name)).strip())

    def listing(self, folder: str = "") -> dict[str, int]:
        """Return the files in and below a folder: name -> bytes; empty if it is missing."""
        found = (self._value(line) for line in self.lines(on_flash.LISTING.format(folder)))
        return {name: size for name, size in found if size >= 0}

    def folders(self, folder: str) -> list[str]:
        """Return the folders below a folder, the innermost first."""
        found = (self._value(line) for line in self.lines(on_flash.LISTING.format(folder)))
        return [name for name, size in found if size < 0][::-1]

    def hashes(self, names: Iterable[str]) -> dict[str, str]:
        """Return the SHA-256 of files, hexadecimal; missing files are left out."""
        found = (self._value(line) for line in self.lines(on_flash.HASHES.format(list(names))))
        return dict(found)

    def read(self, name: str) -> bytes:
        """Return the bytes of a file."""
        return b"".join(map(b64decode, self.lines(on_flash.READ.format(name))))

    def rom(self) -> Rom | None:
        """Return the board's ROMFS; None if it has none."""
        found = [self._value(line) for line in self.lines(on_flash.ROM)]
        if not found:
            return None
        blocks, block = found[0]
        return Rom(blocks, block, tuple(found[1:]))

    # --- changing

    def write(self, name: str, data: bytes, progress: Progress | None = None) -> None:
        """Write a file and its folders; at any moment the file has its old bytes or the new."""
        self.exec(on_flash.OPEN.format(name, name + TEMP))
        try:
            for at in range(0, len(data), _CHUNK):
                part = data[at : at + _CHUNK]
                self.exec(f"w({b64encode(part)!r})")
                if progress:
                    progress(len(part))
            self.exec(on_flash.CLOSE.format(name, name + TEMP, len(data)))
        except BoardError:
            with suppress(Trouble):  # the flash is full: remove the partial file
                self.exec(f"f.close()\nos.remove({name + TEMP!r})")
            raise

    def rename(self, name: str, to: str) -> None:
        """Rename a file, replacing any file with that name."""
        self.exec(on_flash.RENAME.format(to, name))

    def copy_to_rom(self, name: str) -> None:
        """Copy a file to the board's ROMFS, and mount what is there then. Nothing may run from it."""
        for _ in self.lines(on_flash.ROM_COPY.format(name)):
            pass

    def remove(self, name: str) -> None:
        """Remove a file."""
        self.exec(f"import os\nos.remove({name!r})")

    def remove_folder(self, name: str) -> None:
        """Remove a folder if it is empty."""
        self.exec(on_flash.REMOVE_FOLDER.format(name))

    def restart(self, patience: float = 15.0) -> str:
        """Reset the board; return its port when it is back. Ends this session.

        The board may get another port name; it is recognised if the system gives its serial number.
        Raises Trouble if it is not back within `patience` seconds.
        """
        from tierce_tools.board.transport import Unplugged

        if self._transport is None:
            return self.device
        serial = next((each.serial for each in find() if each.device == self.device), None)
        # On a busy computer the port may be gone before the board's last words are read.
        with suppress(Unplugged), self._told():
            self._begin(on_flash.RESTART)
        with suppress(Trouble), self._told():
            # A board with USB of its own loses its port, one behind an adapter does not. A Python
            # without machine.reset ends up at the REPL; there Ctrl-D runs main.py.
            if self._until(b"\x04>", 2.0).endswith(b"\x04>"):
                self._send(_FRIENDLY + _END)
        self._close(b"")
        # For names such as COM3 or socket://host:1, only opening tells whether the port exists.
        is_file = os.sep == "/" and "://" not in self.device
        end = time.monotonic() + patience
        while True:
            for each in find() if serial else ():
                if each.serial == serial:
                    return each.device
            if not serial and (not is_file or Path(self.device).exists()):
                return self.device
            if time.monotonic() > end:
                raise Trouble(
                    "repl.gone",
                    "{device}: the board has not come back after its restart; unplug it and plug it in again",
                    device=self.device,
                )
            time.sleep(0.1)

    def mounted(self, folder: Path, code: str) -> Generator[bytes]:
        """Run code with a folder of this computer mounted at /remote; yield its output."""
        port = self._transport.serial
        try:
            with self._told():
                self._busy = True
                self._transport.mount_local(str(folder), unsafe_links=True)
                self._busy = False
            mount = self._transport.serial
            answer = mount._check_input

            def check(blocking: bool) -> None:
                said = len(mount.buf)
                there = mount.orig_serial.inWaiting()
                _undisturbed(answer, blocking)
                self._requests += bool(there) and len(mount.buf) == said

            mount._check_input = check
            # The program's own files stay on the board's flash.
            yield from self.output("import os\nos.chdir('/')\n" + code, None)
        except KeyboardInterrupt:
            with suppress(OSError):  # the cable may have been pulled
                self._stop_mounted()
            raise
        finally:
            self._transport.serial = port

    def _stop_mounted(self) -> None:
        # A board that waits for the mounted folder takes a Ctrl-C for a byte of the answer, and
        # asks on: it gets the next one a little later after an answer. One that asks no more may
        # be closing its journal.
        end = time.monotonic() + _MOUNT_S
        said = b""
        for number in count():
            time.sleep(number % 8 * 0.002)
            requests = self._requests
            self._send(_STOP)
            again = time.monotonic() + 0.7
            while time.monotonic() < again and self._requests == requests:
                with suppress(ValueError, LookupError, struct.error):  # a request broken off by it
                    said += self._until(_END + b">", 0.005)
                if said.endswith(_END + b">"):
                    return
            if time.monotonic() > end:
                raise Trouble("repl.busy", _BUSY, device=self.device)

    # --- underneath

    def _open(self) -> None:
        from tierce_tools.board.transport import open_transport

        serial: Any = import_module("mpremote.transport_serial")
        transport: Any = import_module("mpremote.transport")
        self._errors = (transport.TransportError, struct.error, UnicodeError)
        try:
            self._transport = serial.SerialTransport(self.device, timeout=10)
        except Exception:  # mpremote's and pyserial's errors, and others
            open_transport(self.device).close()  # raises the Trouble that says why
            raise Trouble("repl.silent", _SILENT, device=self.device) from None
        self._transport.serial.write_timeout = 10
        # mpremote's own reads single bytes, and would not see bytes that are already in `_come`.
        self._transport.read_until = self._read_until
        self._come.clear()

    def _close(self, last: bytes = _STOP + _FRIENDLY) -> None:
        """Close the port after sending `last`."""
        transport, self._transport = self._transport, None
        if transport is None:
            return
        with suppress(Exception):  # the cable may have been pulled, or the board may not read
            transport.serial.write(last)
        with suppress(Exception):
            transport.serial.close()

    def _begin(self, code: str) -> None:
        """Start code; code that was interrupted before is stopped first."""
        if self._busy:
            self._come.clear()
            self._enter()
        self._busy = True
        self._transport.exec_raw_no_follow(code)

    def _enter(self) -> None:
        answer = b""
        for number in range(self._tries):
            # Send one Ctrl-C and wait: a second one would interrupt the handling of the first,
            # which closes the journal. A board that waits for a mounted folder ignores Ctrl-C; it
            # takes the beginning of an answer instead, and gives up when the rest does not come.
            self._send(_STOP if not number else _MOUNTED + _STOP)
            answer += self._until_quiet(3.0)
            self._send(_RAW)
            said = self._until(_BANNER, 2.0)
            answer += said
            if said.endswith(_BANNER) and self._in_step():
                self._busy = False
                return
        if answer:
            raise Trouble("repl.busy", _BUSY, device=self.device)
        raise Trouble("repl.silent", _SILENT, device=self.device)

    def _in_step(self) -> bool:
        """Discard late output, such as a second banner; tell whether the board answers in step."""
        self._steps += 1
        self._send(f"print('in' ' step {self._steps}')".encode() + _END)
        ending = f"in step {self._steps}\r\n".encode() + _END + _END
        return self._until(ending, 5.0).endswith(ending)

    @contextmanager
    def _told(self) -> Generator[None]:
        """Turn errors of mpremote and pyserial into Troubles."""
        from tierce_tools.board.transport import Unplugged

        try:
            yield
        except self._errors as error:
            raise Trouble("repl.confused", _CONFUSED, device=self.device, error=error) from error
        except (OSError, IndexError) as error:  # IndexError: mpremote's mount indexes an empty read
            if type(error).__name__ == "SerialTimeoutException":  # pyserial's write timed out
                raise Trouble("repl.silent", _SILENT, device=self.device) from error
            raise Unplugged(self.device) from error

    def _value(self, text: str) -> Any:
        try:
            return ast.literal_eval(text.strip())
        except (ValueError, SyntaxError):
            raise Trouble("repl.confused", _CONFUSED, device=self.device, error=text[:60]) from None

    def _send(self, data: bytes) -> None:
        self._transport.serial.write(data)

    def _more(self, wait: float | None) -> bool:
        """Read available bytes into `_come`; wait `wait` s at most; tell whether any came."""
        end = None if wait is None else time.monotonic() + wait
        pause = 0.0005
        while True:
            port = self._transport.serial
            there = port.inWaiting()
            if there:
                self._come += port.read(there)
                return True
            if end is not None and time.monotonic() >= end:
                return False
            time.sleep(pause)
            pause = min(pause * 2, 0.01)

    def _part(self, timeout: float | None) -> bytes:
        """Return available output of the running code, up to and including its end byte."""
        if not self._come and not self._more(timeout):
            raise Trouble(
                "repl.timeout",
                "{device}: the board did not answer for {timeout} s; unplug it, plug it in, and try again",
                device=self.device,
                timeout=timeout,
            )
        at = self._come.find(_END)
        size = len(self._come) if at < 0 else at + 1
        part = bytes(self._come[:size])
        del self._come[:size]
        return part

    def _until(self, ending: bytes, timeout: float | None) -> bytes:
        """Return the bytes up to and including `ending`, or all that came in `timeout` seconds."""
        end = None if timeout is None else time.monotonic() + timeout
        while ending not in self._come:
            left = None if end is None else end - time.monotonic()
            if (left is not None and left <= 0) or not self._more(left):
                ending = b""
                break
        at = self._come.find(ending) + len(ending) if ending else len(self._come)
        found = bytes(self._come[:at])
        del self._come[:at]
        return found

    def _until_quiet(self, most: float) -> bytes:
        """Return the bytes up to a prompt or a pause, after at most `most` seconds."""
        found = b""
        end = time.monotonic() + most
        while time.monotonic() < end and not found.endswith(_PROMPT) and self._more(0.3):
            found += bytes(self._come)
            self._come.clear()
        return found

    def _read_until(
        self,
        least: int,
        ending: bytes,
        timeout: float | None = 10,
        data_consumer: Callable[[bytes], None] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """Replaces mpremote's read_until."""
        found = self._until(ending, timeout if timeout_overall is None else timeout_overall)
        if data_consumer:
            data_consumer(found)
        return found


def _undisturbed(act: Callable[[bool], None], blocking: bool) -> None:
    """Call `act(blocking)`; a Ctrl-C during the call takes effect after it."""
    come: list[int] = []
    try:
        before = signal.signal(signal.SIGINT, lambda number, _: come.append(number))
    except ValueError:  # only the main thread receives Ctrl-C
        act(blocking)
        return
    try:
        act(blocking)
    finally:
        signal.signal(signal.SIGINT, before)
        if come:
            raise KeyboardInterrupt


def _number(said: str) -> int:
    """Return the errno in the text of an OSError, "28" or "[Errno 28] ENOSPC"; 0 if none."""
    digits = "".join(each for each in said.partition("]")[0] if each.isdigit())
    return int(digits or 0)


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "backslashreplace").replace("\r", "")
