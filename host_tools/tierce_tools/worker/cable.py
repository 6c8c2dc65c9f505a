"""The cable to a board in a browser: what board/ and mpremote use of pyserial, over a port that the page has opened.

The script's `line` answers with promises, and `wait` waits for one as for a plain call: Pyodide's run_sync.
"""

import errno
import sys
import time
from collections.abc import Callable
from types import ModuleType, SimpleNamespace
from typing import Any

DEVICE = "usb://board"
_WHY = {"NetworkError": errno.EBUSY, "InvalidStateError": errno.EBUSY, "SecurityError": errno.EACCES}


class Port:
    """A serial port as pyserial has it; its methods raise OSError where the cable was pulled."""

    line: Any = None
    wait: Any = None

    def __init__(self, device: str, timeout: float | None = None, do_not_open: bool = False, **_: object) -> None:
        self.timeout = timeout
        self.write_timeout: float | None = None
        self.rts = self.dtr = True
        if not do_not_open:
            self.open()

    def open(self) -> None:
        """Open it. Raises OSError with the reason as its number: in use, or not allowed; else the board is away."""
        if why := str(self.wait(self.line.open())):
            raise OSError(_WHY.get(why, errno.ENOENT), why)

    def isOpen(self) -> bool:
        """Tell whether it is open."""
        return bool(self.line.isOpen())

    def inWaiting(self) -> int:
        """Return how many bytes have come."""
        if not self.isOpen():
            raise OSError(errno.EIO, "gone")
        return int(self.line.waiting())

    @property
    def in_waiting(self) -> int:
        """See inWaiting."""
        return self.inWaiting()

    def read(self, size: int = 1) -> bytes:
        """Return `size` bytes, or fewer if `timeout` seconds are over."""
        found = b""
        end = None if self.timeout is None else time.monotonic() + self.timeout
        while len(found) < size:
            left = 1000.0 if end is None else max(0.0, (end - time.monotonic()) * 1000)
            there = self.inWaiting() or self.wait(self.line.come(left))
            if there:
                found += bytes(self.line.take(size - len(found)))
            elif end is not None and time.monotonic() >= end:
                break
        return found

    def write(self, data: bytes) -> int:
        """Send bytes; return how many."""
        if not self.wait(self.line.write(data)):
            raise OSError(errno.EIO, "gone")
        return len(data)

    def close(self) -> None:
        """Let go of the port."""
        self.wait(self.line.close())


def plug(line: Any, wait: Callable[[Any], Any]) -> None:
    """From here on `serial` is this, and `time.sleep` lets the browser work on."""
    Port.line, Port.wait = line, staticmethod(wait)
    serial, tools, ports = (ModuleType(f"serial{each}") for each in ("", ".tools", ".tools.list_ports"))
    vars(serial).update(__version__="3.5", Serial=Port, serial_for_url=Port, tools=tools)
    vars(tools).update(list_ports=ports)
    here = SimpleNamespace(
        device=DEVICE, vid=0x2E8A, pid=5, serial_number=DEVICE, manufacturer="", product="", description=""
    )
    vars(ports).update(comports=lambda: [here] if wait(line.there()) else [])
    terminal = ModuleType("termios")  # mpremote's console imports it, and is not used here
    sys.modules.update({each.__name__: each for each in (serial, tools, ports, terminal)})
    time.sleep = lambda seconds: wait(line.rest(float(seconds) * 1000))
