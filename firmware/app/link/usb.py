"""The link's port on the board: USB, shared with the REPL.

Reads only bytes that have arrived, and writes only bytes that are accepted at once. `poll` tells
whether a byte can be written, but not how many; a write without enough room blocks for up to half a
second per part. So bytes are written one by one. This is slower than blocks, but a host that does
not read can never block the table. If no host has opened the port, written bytes are discarded.

MicroPython itself handles Ctrl-C: it raises KeyboardInterrupt.
"""

import sys

try:
    import select
except ImportError:
    select = None

_MOST = 64  # bytes per call, which takes about two milliseconds


class UsbPort:
    """A port over two byte streams, by default the board's stdin and stdout."""

    def __init__(self, come=None, go=None):
        come_from = come or sys.stdin.buffer
        self._into = come_from.readinto  # pyright: ignore[reportAttributeAccessIssue]
        self._go = go or sys.stdout.buffer
        self._in = bytearray(_MOST)
        self._view = memoryview(self._in)
        self._can_read = self._can_write = None
        # Without `select.poll` the port exists but stays silent.
        if hasattr(select, "poll"):
            self._can_read = select.poll()
            self._can_read.register(sys.stdin if come is None else come, select.POLLIN)
            self._can_write = select.poll()
            self._can_write.register(sys.stdout if go is None else go, select.POLLOUT)

    def read(self, limit):
        """Return the bytes that have arrived, at most `limit`; never waits."""
        if not self._can_read:
            return b""
        got = 0
        limit = min(limit, _MOST)
        while got < limit and self._can_read.poll(0):
            if not self._into(self._view[got : got + 1]):
                break
            got += 1
        return bytes(self._view[:got])

    def write(self, data):
        """Write as many bytes as possible without waiting; return how many."""
        if not self._can_write:
            return 0
        size = min(len(data), _MOST)
        view = memoryview(data)
        for i in range(size):
            if not self._can_write.poll(0) or not self._go.write(view[i : i + 1]):
                return i
        return size
