"""An OLED screen of 128 x 64 or 128 x 32 dots with an SSD1306 on I2C.

Shown like the e-paper, in small steps; only what changed is sent.
"""

from drivers.steps import DeviceError

try:
    from micropython import const
except ImportError:
    const = int

_MEMORY_MODE = const(0x20)
_COLUMNS = const(0x21)
_PAGES = const(0x22)
_START_LINE = const(0x40)
_CONTRAST = const(0x81)
_CHARGE_PUMP = const(0x8D)
_SEGMENTS = const(0xA0)  # | 1: from the right
_FROM_RAM = const(0xA4)
_NOT_INVERTED = const(0xA6)
_MULTIPLEX = const(0xA8)
_DISPLAY_OFF = const(0xAE)
_DISPLAY_ON = const(0xAF)
_SCAN = const(0xC0)  # | 8: from below
_OFFSET = const(0xD3)
_CLOCK = const(0xD5)
_PRECHARGE = const(0xD9)
_COM_PINS = const(0xDA)
_VCOMH = const(0xDB)

_CHUNK = const(64)  # bytes in one step: 1.5 ms at 400 kHz


class Oled:
    """An OLED screen; `flip` shows the picture upside down."""

    def __init__(self, i2c, address=0x3C, height=64, contrast=0xCF, flip=False):
        self.width = 128
        self.height = height
        self._i2c = i2c
        self._address = address
        self._contrast = contrast
        self._flip = flip
        self._open = False
        self._on = False
        self._all = True  # its RAM holds who knows what
        self._sent = bytearray(self.width * (height // 8))
        self._data = bytearray(_CHUNK + 1)
        self._data[0] = 0x40
        # RAM has the lowest bit on top.
        self._wire = bytes([_reversed(i) for i in range(256)])

    def start_open(self):
        """Steps: set the chip up; it stays dark until there is something to show."""
        self._open = False
        self._on = False
        self._all = True
        tall = self.height > 32
        self._command((
            _DISPLAY_OFF, _CLOCK, 0x80, _MULTIPLEX, self.height - 1, _OFFSET, 0, _START_LINE,
            _CHARGE_PUMP, 0x14, _MEMORY_MODE, 0, _SEGMENTS | (0 if self._flip else 1),
            _SCAN | (0 if self._flip else 8), _COM_PINS, 0x12 if tall else 0x02,
            _CONTRAST, self._contrast, _PRECHARGE, 0xF1, _VCOMH, 0x40, _FROM_RAM, _NOT_INVERTED,
        ))
        yield 0
        self._open = True

    def start_show(self, canvas, full=False):
        """Steps: show the canvas; return whether there was anything to show.

        What is drawn on it meanwhile may be shown too. `full` sends all of it.
        DeviceError if the chip does not answer.
        """
        if not self._open:
            yield from self.start_open()
        if full:
            self._all = True
        whole = self._all
        shown = False
        for page in range(self.height // 8):
            first, end = (0, self.width) if whole else self._changed(canvas.buffer, page)
            if first < end:
                shown = True
                yield from self._start_page(canvas.buffer, page, first, end)
        self._all = False
        if not self._on:
            self._command((_DISPLAY_ON,))
            self._on = True
        return shown

    def sleep(self):
        """Go dark, keeping the picture; the next one lights it again."""
        if self._open and self._on:
            self._on = False
            self._command((_DISPLAY_OFF,))

    def off(self):
        """Go dark; never raises."""
        try:
            self.sleep()
        except OSError:
            pass
        self._open = False

    def _changed(self, buffer, page):
        """Return the first column of a page that differs, and the one behind the last."""
        sent = self._sent
        high = self.height // 8
        first = page
        last = page + (self.width - 1) * high
        while first <= last and sent[first] == buffer[first]:
            first += high
        if first > last:
            return 0, 0
        while sent[last] == buffer[last]:
            last -= high
        return first // high, last // high + 1

    def _start_page(self, buffer, page, first, end):
        high = self.height // 8
        sent = self._sent
        data = self._data
        wire = self._wire
        for x in range(first, end, _CHUNK):
            count = min(_CHUNK, end - x)
            # The window goes with each piece, so that a piece that never came shifts no other one.
            self._command((_COLUMNS, x, x + count - 1, _PAGES, page, page))
            at = x * high + page
            for i in range(1, count + 1):
                sent[at] = buffer[at]
                data[i] = wire[buffer[at]]
                at += high
            self._write(data if count == _CHUNK else memoryview(data)[: count + 1])
            yield 0

    def _command(self, codes):
        self._write(bytes((0,) + codes))

    def _write(self, data):
        try:
            self._i2c.writeto(self._address, data)
        except OSError:
            self._open = False
            raise DeviceError("oled", "silent") from None


def _reversed(byte):
    back = 0
    for i in range(8):
        if byte >> i & 1:
            back |= 0x80 >> i
    return back
