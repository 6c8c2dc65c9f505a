"""A fake Web Serial port in a page, that leads to a board of real MicroPython at the test's side.

`Cable.pulled_after` bytes to the board it is pulled; `plug` puts it in again. `refuses` is the name of the error with
which the browser refuses: to choose a board, or to open its port.
"""

import os
import select
import termios
import tty
from base64 import b64decode, b64encode
from typing import Any

from playwright.sync_api import BrowserContext

_FAKE = """(() => {
  const bytes = (said) => Uint8Array.from(atob(said), (each) => each.charCodeAt(0));
  const text = (data) => btoa(String.fromCharCode(...data));
  const lost = () => new DOMException("The device has been lost.", "NetworkError");
  const port = {
    get connected() { return true; },
    getInfo: () => ({ usbVendorId: 0x2e8a, usbProductId: 5 }),
    async open() {
      const why = await fakePort("open", "");
      if (why) throw new DOMException("Failed to open serial port.", why);
      port.readable = new ReadableStream({
        async pull(stream) {
          for (;;) {
            const come = await fakePort("read", "");
            if (come === null) return stream.error(lost());
            if (come) return stream.enqueue(bytes(come));
            if (!port.readable) return;
          }
        },
      }, { highWaterMark: 0 });
      port.writable = new WritableStream({
        async write(data) { if (!(await fakePort("write", text(data)))) throw lost(); },
      });
    },
    async close() { port.readable = null; await fakePort("close", ""); },
  };
  const serial = {
    async requestPort() {
      const why = await fakePort("choose", "");
      if (why) throw new DOMException("No port selected by the user.", why);
      return port;
    },
    getPorts: async () => ((await fakePort("there", "")) ? [port] : []),
  };
  Object.defineProperty(navigator, "serial", { value: serial });
})();"""


class Cable:
    """The cable between a page and a board's port, a pseudo-terminal."""

    def __init__(self, context: BrowserContext, device: str) -> None:
        self.device = device
        self.refuses: dict[str, str] = {}  # what is asked -> the error's name
        self.pulled_after = -1  # bytes to the board; -1: never
        self.sent = 0
        self._file = -1
        context.expose_function("fakePort", self._asked)
        context.add_init_script(_FAKE)

    def plug(self) -> None:
        """Put the cable in again."""
        self.pulled_after = -1

    @property
    def is_pulled(self) -> bool:
        """Whether it is pulled now."""
        return 0 <= self.pulled_after <= self.sent

    def _asked(self, what: str, data: str) -> Any:
        if what in self.refuses:
            return self.refuses[what]
        try:
            return getattr(self, f"_{what}")(b64decode(data))
        except (OSError, termios.error):
            self._close(b"")
            return None

    def _choose(self, _: bytes) -> str:
        return ""

    def _there(self, _: bytes) -> bool:
        return os.path.exists(self.device) and not self.is_pulled

    def _open(self, _: bytes) -> str:
        self._close(b"")
        if not self._there(b""):
            return "NetworkError"
        self._file = os.open(self.device, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._file)
        return ""

    def _read(self, _: bytes) -> str | None:
        if self.is_pulled or self._file < 0:
            return None
        if not select.select([self._file], [], [], 0.01)[0]:
            return ""
        return b64encode(os.read(self._file, 4096)).decode() or None

    def _write(self, data: bytes) -> bool:
        for at in range(0, len(data), 64):
            if self.is_pulled or self._file < 0:
                self._close(b"")
                return False
            part = data[at : at + 64]
            while part:
                if select.select([], [self._file], [], 5.0)[1]:
                    part = part[os.write(self._file, part) :]
            self.sent += len(data[at : at + 64])
        return True

    def _close(self, _: bytes) -> None:
        if self._file >= 0:
            os.close(self._file)
        self._file = -1
