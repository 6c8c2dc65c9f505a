"""A black and white e-paper of 296 x 128 dots with an SSD1680, never waited for.

A picture goes out in small pieces, and while the glass changes the chip's busy wire is looked at
now and then: two seconds for a full refresh, 0.3 for a partial one. A partial one drives the dots
in which RAM 26 (the picture before) and RAM 24 (the new one) differ, so RAM 26 is kept right here.

The waveforms are those in the glass's own memory, for the temperature that the chip measures; a
glass without a waveform for partial refreshes there shows nothing until a full one: `full_every=1`.
"""

from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:
    const = int

_DRIVER_OUTPUT = const(0x01)
_DEEP_SLEEP = const(0x10)
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
_X_COUNTER = const(0x4E)
_Y_COUNTER = const(0x4F)

# Clock and analog on, temperature and waveform loaded, shown, all off: no voltage stays on a glass
# that has nothing to do.
_FULL = const(0xF7)
_PARTIAL = const(0xFF)

_WAIT_US = const(10000)  # between two looks at the busy wire
_MOST_US = const(10000000)
_RISE_US = const(50000)  # busy must have risen by then
_CHUNK = const(256)  # bytes in one step: half a millisecond at 4 MHz, 2 ms with what Python does

# What RAM and glass hold against `_sent`, so that a picture that was never finished can be told
# from one that was.
_CLEAN = const(0)  # both RAMs and the glass hold it
_WRITING = const(1)  # RAM 24 holds some of it; RAM 26 what is on the glass
_SHOWN = const(2)  # the glass shows it, or will; RAM 26 does not hold it
_UNKNOWN = const(3)


class Epaper:
    """An e-paper on its own SPI bus; `cs`, `dc` and `reset` are outputs, `busy` is an input.

    Every `full_every`th refresh is a full one, which takes away what partial ones leave behind.
    `flip` shows the picture upside down.
    """

    def __init__(self, spi, cs, dc, reset, busy, full_every=50, flip=False):
        self.width = 296
        self.height = 128
        self.partials = 0  # since the last full refresh
        self.last_us = 0  # how long the last refresh took, about
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._reset = reset
        self._busy = busy
        self._full_every = full_every
        self._flip = flip
        self._open = False
        self._stage = _UNKNOWN
        self._sent = bytearray(self.width * (self.height // 8))
        self._chunk = bytearray(_CHUNK)
        self._args = bytearray(4)
        self._code = bytearray(1)
        # RAM has 1 for white, and upside down the bits of a byte run the other way.
        self._wire = bytes([255 ^ (_reversed(i) if flip else i) for i in range(256)])
        cs(1)
        reset(1)

    def start_open(self):
        """Steps: reset the chip and set it up. What is on the glass stays there."""
        self._open = False
        if self._stage != _UNKNOWN:
            # RAM may be lost by now; the picture on the glass is not.
            self._stage = _SHOWN if self._stage != _WRITING else _UNKNOWN
        self._cs(1)
        self._reset(0)
        yield 10000
        self._reset(1)
        yield 10000
        yield from self._start_wait()
        self._command(_SOFT_RESET)
        yield 10000
        yield from self._start_wait()
        self._command(_DRIVER_OUTPUT, 0x27, 0x01, 0x00)  # 296 lines
        # Seen from its long side the picture's columns are the lines of RAM, the last one first.
        self._command(_DATA_ENTRY, 0x02 if self._flip else 0x01)
        self._command(_UPDATE_CONTROL, 0x00, 0x80)  # RAM as it is; outputs from S8 on
        self._command(_SENSOR, 0x80)  # the one in the chip
        self._open = True

    def start_show(self, canvas, full=False):
        """Steps: show the canvas; return whether there was anything to show.

        The canvas is copied once the chip is ready: what is drawn on it after that is not shown.
        DeviceError if the chip does not answer.
        """
        if self._open:
            if self._stage == _SHOWN:
                yield _WAIT_US
            yield from self._start_wait()  # for a refresh that nobody saw the end of
        full = full or self._stage == _UNKNOWN or self.partials + 1 >= self._full_every
        if full or not self._open:
            # Before each full refresh, so that a chip that lost its registers gets them back.
            yield from self.start_open()
        if self._stage == _SHOWN and not full:
            yield from self._start_send(_RAM_OLD, 0, self.width)
            yield from self._start_send(_RAM_NEW, 0, self.width)
            self._stage = _CLEAN
        first, end = 0, self.width
        if not full and self._stage == _CLEAN:
            first, end = self._changed(canvas.buffer)
            if first == end:
                return False
        self._stage = _UNKNOWN if full else _WRITING
        self._sent[:] = canvas.buffer
        yield from self._start_send(_RAM_NEW, first, end)
        if full:
            yield from self._start_send(_RAM_OLD, first, end)
        self._command(_BORDER, 0x05 if full else 0x80)
        self._command(_UPDATE_SEQUENCE, _FULL if full else _PARTIAL)
        if not full:
            self._stage = _SHOWN
            self.partials += 1
        self._command(_ACTIVATE)
        yield from self._start_rise()
        self.last_us = yield from self._start_wait()
        if full:
            self.partials = 0
        else:
            yield from self._start_send(_RAM_OLD, first, end)
        self._stage = _CLEAN
        return True

    def sleep(self):
        """Let the chip sleep, if it has nothing to do; the next picture wakes it."""
        if self._open and not self._busy():
            self._command(_DEEP_SLEEP, 0x01)
            self._open = False

    def off(self):
        """Leave the chip alone, whatever it is doing."""
        self._cs(1)
        self._open = False

    def _changed(self, buffer):
        """Return the first column that differs from what was sent, and the one behind the last."""
        sent = self._sent
        if sent == buffer:
            return 0, 0
        high = self.height // 8
        ours = memoryview(sent)
        theirs = memoryview(buffer)
        at = 0
        while ours[at : at + high] == theirs[at : at + high]:
            at += high
        end = len(sent)
        while ours[end - high : end] == theirs[end - high : end]:
            end -= high
        return at // high, end // high

    def _start_send(self, code, first, end):
        """Steps: write columns of the picture into one of the RAMs."""
        high = self.height // 8
        if self._flip:
            self._command(_X_WINDOW, high - 1, 0)
            self._window(_Y_WINDOW, first, end - 1)
            self._command(_X_COUNTER, high - 1)
            self._window(_Y_COUNTER, first)
        else:
            self._command(_X_WINDOW, 0, high - 1)
            self._window(_Y_WINDOW, self.width - 1 - first, self.width - end)
            self._command(_X_COUNTER, 0)
            self._window(_Y_COUNTER, self.width - 1 - first)
        self._command(code)
        sent = self._sent
        wire = self._wire
        chunk = self._chunk
        at = first * high
        last = end * high
        while at < last:
            count = min(_CHUNK, last - at)
            for i in range(count):
                chunk[i] = wire[sent[at + i]]
            self._cs(0)
            self._dc(1)
            self._spi.write(chunk if count == _CHUNK else memoryview(chunk)[:count])
            self._cs(1)
            at += count
            yield 0

    def _start_rise(self):
        """Steps: wait until the chip says that it is busy, else there is no chip."""
        # Nearly always at once; and who polls late must not miss it, so the first looks come now.
        for _ in range(100):
            if self._busy():
                return
        waited = 0
        while not self._busy():
            if waited >= _RISE_US:
                self._fail("silent")
            yield 1000
            waited += 1000

    def _start_wait(self):
        """Steps: wait until the chip is idle; return for how long that was asked."""
        waited = 0
        while self._busy():
            if waited >= _MOST_US:
                self._fail("busy")
            yield _WAIT_US
            waited += _WAIT_US
        return waited

    def _fail(self, reason):
        self._open = False
        self._stage = _UNKNOWN
        raise DeviceError("epaper", reason)

    def _window(self, code, first, last=-1):
        if last < 0:
            self._command(code, first & 255, first >> 8)
        else:
            self._command(code, first & 255, first >> 8, last & 255, last >> 8)

    def _command(self, code, *args):
        self._code[0] = code
        self._cs(0)
        self._dc(0)
        self._spi.write(self._code)
        if args:
            for i, arg in enumerate(args):
                self._args[i] = arg
            self._dc(1)
            self._spi.write(memoryview(self._args)[: len(args)])
        self._cs(1)


def _reversed(byte):
    back = 0
    for i in range(8):
        if byte >> i & 1:
            back |= 0x80 >> i
    return back
