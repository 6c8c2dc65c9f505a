"""A black and white e-paper of 296 x 128 dots with an SSD1680, never waited for.

A picture goes out in small pieces, and while the glass changes the chip's busy wire is looked at
now and then: two seconds for a full refresh, 0.3 for a partial one. A partial one drives the dots
in which RAM 26 (the picture before) and RAM 24 (the new one) differ, so RAM 26 gets what is shown
as soon as it is shown. Nothing here holds the picture before: checksums tell what changed.

The waveforms are those in the glass's own memory, for the temperature that the chip measures; a
glass without a waveform for partial refreshes there shows nothing until a full one: `full_every=1`.
"""

from array import array

from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:
    const = int

_DRIVER_OUTPUT = const(0x01)
_DATA_ENTRY = const(0x11)
_SOFT_RESET = const(0x12)
_SENSOR = const(0x18)
_ACTIVATE = const(0x20)
_UPDATE_CONTROL = const(0x21)
_UPDATE_SEQUENCE = const(0x22)
_RAM_NEW = const(0x24)
_RAM_OLD = const(0x26)
_BORDER = const(0x3C)
_X_WINDOW = const(0x44)
_Y_WINDOW = const(0x45)
_Y_COUNTER = const(0x4F)

_WAIT_US = const(10000)  # between two looks at the busy wire
_MOST_US = const(10000000)
_RISE_US = const(50000)  # busy must have risen by then
_COLUMNS = const(8)  # in one step: half a millisecond with what Python does
_CHUNK = const(128)  # their bytes


class Epaper:
    """An e-paper on its own SPI bus; `cs`, `dc` and `reset` are outputs, `busy` is an input.

    Every `full_every`th refresh is a full one, which takes away what partial ones leave behind.
    """

    width = 296
    height = 128

    def __init__(self, spi, cs, dc, reset, busy, full_every=50):
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._reset = reset
        self._busy = busy
        self._full_every = full_every
        self._partials = 0  # since the last full refresh
        self._open = False
        self._known = False  # whether both RAMs and the glass hold what `_sums` are of
        self._sums = array("I", [0] * (296 // _COLUMNS))
        self._chunk = bytearray(_CHUNK)
        cs(1)
        reset(1)

    def start_open(self):
        """Steps: reset the chip and set it up. What is on the glass stays there."""
        self._open = self._known = False
        self._cs(1)
        self._reset(0)
        yield _WAIT_US
        self._reset(1)
        yield _WAIT_US
        yield from self._start_wait(1, _MOST_US)
        self._command(_SOFT_RESET)
        yield _WAIT_US
        yield from self._start_wait(1, _MOST_US)
        self._command(_DRIVER_OUTPUT, b"\x27\x01\x00")  # 296 lines
        # Seen from its long side the picture's columns are the lines of RAM, the last one first.
        self._command(_DATA_ENTRY, b"\x01")
        self._command(_X_WINDOW, b"\x00\x0f")
        self._command(_UPDATE_CONTROL, b"\x00\x80")  # RAM as it is; outputs from S8 on
        self._command(_SENSOR, b"\x80")  # the one in the chip
        self._open = True

    def start_show(self, canvas, full=False):
        """Steps: show the canvas; return whether there was anything to show.

        Nothing is to be drawn on it meanwhile. After a show that was given up the next one is full.
        DeviceError if the chip does not answer.
        """
        if self._open:
            yield from self._start_wait(1, _MOST_US)  # for a refresh that nobody saw the end of
        if full or not self._known or self._partials + 1 >= self._full_every:
            # Before each full refresh, so that a chip that lost its registers gets them back.
            yield from self.start_open()
        full = not self._known
        first, end = canvas.changed(self._sums)
        if full:
            first, end = 0, len(self._sums)
        elif first == end:
            return False
        self._known = False
        yield from self._start_send(_RAM_NEW, canvas, first, end)
        if full:
            yield from self._start_send(_RAM_OLD, canvas, first, end)
        self._command(_BORDER, b"\x05" if full else b"\x80")
        # Clock and analog on, temperature and waveform loaded, shown, all off: no voltage stays on
        # a glass that has nothing to do.
        self._command(_UPDATE_SEQUENCE, b"\xf7" if full else b"\xff")
        self._command(_ACTIVATE)
        # Busy rises nearly at once; and who polls late must not miss it, so the first looks come
        # now. If it never does there is no chip.
        for _ in range(100):
            if self._busy():
                break
        else:
            yield from self._start_wait(0, _RISE_US)
        yield from self._start_wait(1, _MOST_US)
        self._partials += 1
        if full:
            self._partials = 0
        else:
            yield from self._start_send(_RAM_OLD, canvas, first, end)
        self._known = True
        return True

    def _start_send(self, code, canvas, first, end):
        """Steps: write some of the picture, by eights of columns, into one of the RAMs."""
        top = 295 - _COLUMNS * first
        last = 296 - _COLUMNS * end
        lines = bytes((top & 255, top >> 8, last & 255, last >> 8))
        self._command(_Y_WINDOW, lines)
        self._command(_Y_COUNTER, lines[:2])
        self._command(code)
        chunk = self._chunk
        buffer = canvas.buffer
        for at in range(first * _CHUNK, end * _CHUNK, _CHUNK):
            for i in range(_CHUNK):
                chunk[i] = 255 ^ buffer[at + i]  # RAM has 1 for white
            self._write(1, chunk)
            yield 0

    def _start_wait(self, level, most_us):
        """Steps: wait while the busy wire is at this level."""
        while self._busy() == level:
            if most_us <= 0:
                self._open = self._known = False
                raise DeviceError("epaper", "busy" if level else "silent")
            yield _WAIT_US
            most_us -= _WAIT_US

    def _command(self, code, data=b""):
        self._write(0, bytes((code,)))
        if data:
            self._write(1, data)

    def _write(self, dc, data):
        self._dc(dc)
        self._cs(0)
        self._spi.write(data)
        self._cs(1)
