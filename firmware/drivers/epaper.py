"""A black and white e-paper of 296 x 128 dots with an SSD1680; it never blocks.

A picture is sent in small pieces. During a refresh (2 s for a full one, 0.3 s for a partial one)
the busy line is polled. A partial refresh drives the dots in which RAM 26 (the last picture) and
RAM 24 (the new picture) differ, so the new picture is copied to RAM 26 once it is shown. The driver
keeps no copy of the last picture: checksums show what changed.

The waveforms come from the panel's own memory, for the temperature that the chip measures. A panel
without a waveform for partial refreshes shows changes only at a full refresh: use `full_every=1`.
"""

from array import array

from drivers.steps import DeviceError

_DRIVER_OUTPUT = 0x01
_DATA_ENTRY = 0x11
_SOFT_RESET = 0x12
_SENSOR = 0x18
_ACTIVATE = 0x20
_UPDATE_CONTROL = 0x21
_UPDATE_SEQUENCE = 0x22
_RAM_NEW = 0x24
_RAM_OLD = 0x26
_BORDER = 0x3C
_X_WINDOW = 0x44
_Y_WINDOW = 0x45
_Y_COUNTER = 0x4F

_WAIT_US = 10000  # between two polls of the busy line
_MOST_US = 10000000  # a longer wait is an error
_RISE_US = 50000  # busy must rise within this time
_COLUMNS = 8  # columns sent in one step, which takes half a millisecond
_CHUNK = 128  # bytes in these columns


class Epaper:
    """An e-paper on its own SPI bus; `cs`, `dc` and `reset` are outputs, `busy` is an input.

    Every `full_every`th refresh is a full one, to remove the ghosts that partial ones leave.
    """

    width = 296
    height = 128

    def __init__(
        self, spi: "Spi", cs: "Drive", dc: "Drive", reset: "Drive", busy: "Level", full_every: int = 50
    ) -> None:
        self._spi = spi
        self._cs = cs
        self._dc = dc
        self._reset = reset
        self._busy = busy
        self._full_every = full_every
        self._partials = 0  # since the last full refresh
        self._open = False
        self._known = False  # whether both RAMs and the panel hold the picture of `_sums`
        self._sums = array("I", [0] * (296 // _COLUMNS))
        self._chunk = bytearray(_CHUNK)
        cs(1)
        reset(1)

    def start_open(self) -> "Steps[None]":
        """Steps: reset the chip and set it up. The panel keeps its picture.

        Raises DeviceError if the chip stays busy.
        """
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
        # In landscape the picture's columns are the lines of RAM, the last one first.
        self._command(_DATA_ENTRY, b"\x01")
        self._command(_X_WINDOW, b"\x00\x0f")
        self._command(_UPDATE_CONTROL, b"\x00\x80")  # RAM as it is; outputs from S8 on
        self._command(_SENSOR, b"\x80")  # the chip's own temperature sensor
        self._open = True

    def start_show(self, canvas: "Canvas", full: bool = False) -> "Steps[bool]":
        """Steps: show the canvas; return whether anything had changed.

        Do not draw on the canvas meanwhile. If a show is abandoned the next one is full. Raises
        DeviceError if the chip does not answer.
        """
        if self._open:
            yield from self._start_wait(1, _MOST_US)  # an abandoned refresh may still be going on
        if full or not self._known or self._partials + 1 >= self._full_every:
            # Set up before each full refresh, in case the chip has lost its registers.
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
        # Clock and analog on, load temperature and waveform, refresh, all off: no voltage stays on
        # an idle panel.
        self._command(_UPDATE_SEQUENCE, b"\xf7" if full else b"\xff")
        self._command(_ACTIVATE)
        # Busy rises almost at once. Poll it right now, as a later poll could miss it. If it never
        # rises there is no chip.
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

    def _start_send(self, code: int, canvas: "Canvas", first: int, end: int) -> "Steps[None]":
        """Steps: write blocks `first` to `end` of the picture, 8 columns each, into one RAM."""
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
                chunk[i] = 255 ^ buffer[at + i]  # in RAM 1 is white
            self._write(1, chunk)
            yield 0

    def _start_wait(self, level: int, most_us: int) -> "Steps[None]":
        """Steps: wait while the busy line is at this level; DeviceError after `most_us`."""
        while self._busy() == level:
            if most_us <= 0:
                self._open = self._known = False
                raise DeviceError("epaper", "busy" if level else "silent")
            yield _WAIT_US
            most_us -= _WAIT_US

    def _command(self, code: int, data: "Bytes" = b"") -> None:
        self._write(0, bytes((code,)))
        if data:
            self._write(1, data)

    def _write(self, dc: int, data: "Bytes") -> None:
        self._dc(dc)
        self._cs(0)
        self._spi.write(data)
        self._cs(1)


def size(given: "Any") -> "tuple[int, int]":
    """Return width and height in dots of the screen that the config's entry describes."""
    return 296, 128


def make(spi: "Spi", given: "Any", pin: "Any") -> "tuple[Epaper, Canvas]":
    """Return the screen that the config's entry describes, and the canvas that it shows."""
    from drivers.canvas import Canvas

    out = [pin(given[name], pin.OUT, value=level) for name, level in (("cs", 1), ("dc", 0), ("reset", 1))]
    screen = Epaper(spi, out[0], out[1], out[2], pin(given["busy"], pin.IN, pin.PULL_DOWN), given["full_every"])
    width, height = size(given)
    return screen, Canvas(width, height)
