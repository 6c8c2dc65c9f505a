"""The link's port on the board: USB, where the REPL is too.

Reads only what has come, and writes only what is taken at once. That a byte can be written, the
poll says; how many, nobody does, and a write for which there is no room waits up to half a second
for each part of it. So bytes go one by one: slower than a block, but a host that does not read can
never hold up the table. Where no host has opened the port, what is written is taken and forgotten.

Ctrl-C is not read here: MicroPython itself sees it and raises KeyboardInterrupt.
"""

import sys

try:
    import select
except ImportError:
    select = None

_MOST = 64  # bytes a call: about two milliseconds


class UsbPort:
    """A port over two streams of bytes, the board's own if none are given."""

    def __init__(self, come=None, go=None):
        come_from = come or sys.stdin.buffer
        self._into = come_from.readinto  # pyright: ignore[reportAttributeAccessIssue]
        self._go = go or sys.stdout.buffer
        self._in = bytearray(_MOST)
        self._view = memoryview(self._in)
        self._can_read = self._can_write = None
        # On a machine that cannot poll the port is there, and silent.
        if hasattr(select, "poll"):
            self._can_read = select.poll()
            self._can_read.register(sys.stdin if come is None else come, select.POLLIN)
            self._can_write = select.poll()
            self._can_write.register(sys.stdout if go is None else go, select.POLLOUT)

    def read(self, limit):
        """Return what has come, `limit` bytes at most; it never waits."""
        if not self._can_read:
            return b""
        got = 0
        limit = min(limit, _MOST)
        while got < limit and self._can_read.poll(0):
            if not self._into(self._view[got:got + 1]):
                break
            got += 1
        return bytes(self._view[:got])

    def write(self, data):
        """Write as much as is taken without waiting; return how many bytes that is."""
        if not self._can_write:
            return 0
        size = min(len(data), _MOST)
        view = memoryview(data)
        for i in range(size):
            if not self._can_write.poll(0) or not self._go.write(view[i:i + 1]):
                return i
        return size
