"""An OLED screen of 128 x 64 or 128 x 32 dots with an SSD1306 on I2C.

Used like the e-paper. A picture is sent in small steps, and only what changed.
"""

from array import array

from drivers.steps import DeviceError

_COLUMNS = 8  # columns sent in one step, which takes 1.5 ms at 400 kHz


class Oled:
    """`height` is 64 or 32."""

    width = 128

    def __init__(self, i2c: "I2c", address: int = 0x3C, height: int = 64) -> None:
        self.height = height
        self._i2c = i2c
        self._address = address
        self._open = False
        self._on = False
        self._known = False  # whether its RAM holds the picture of `_sums`
        self._sums = array("I", [0] * (128 // _COLUMNS))
        self._data = bytearray(height + 1)
        self._data[0] = 0x40

    def start_open(self) -> "Steps[None]":
        """Steps: set the chip up; it stays dark until the first show.

        Raises DeviceError if the chip does not answer.
        """
        self._open = self._on = self._known = False
        tall = self.height > 32
        self._write(
            bytes(
                (
                    0,
                    0xAE,  # off
                    0xD5,
                    0x80,  # clock
                    0xA8,
                    self.height - 1,  # lines
                    0xD3,
                    0,
                    0x40,  # no offset, not scrolled
                    0x8D,
                    0x14,  # charge pump
                    0x20,
                    1,  # RAM is written column by column
                    0xA1,  # from the right
                    0xC0,  # upside down: bytes here have the lowest bit on top, in a canvas the highest
                    0xDA,
                    0x12 if tall else 0x02,  # wiring of the lines
                    0x81,
                    0xCF,  # contrast
                    0xD9,
                    0xF1,
                    0xDB,
                    0x40,  # precharge, level
                    0xA4,
                    0xA6,  # show RAM, not inverted
                )
            )
        )
        yield 0
        self._open = True

    def start_show(self, canvas: "Canvas", full: bool = False) -> "Steps[bool]":
        """Steps: show the canvas; return whether anything was sent.

        Do not draw on the canvas meanwhile. `full` sends all of it. Raises DeviceError if the chip
        does not answer.
        """
        if not self._open:
            yield from self.start_open()
        first, end = canvas.changed(self._sums)
        if full or not self._known:
            first, end = 0, len(self._sums)
        self._known = False
        data = self._data
        buffer = canvas.buffer
        pages = canvas.pages
        size = _COLUMNS * pages
        for block in range(first, end):
            # Send the window with each piece, so that a lost piece does not shift the others.
            x = _COLUMNS * block
            self._write(bytes((0, 0x21, x, x + _COLUMNS - 1, 0x22, 0, pages - 1)))
            at = block * size
            for i in range(size):
                data[i + 1] = buffer[at + (i ^ pages - 1)]  # each column from the bottom
            self._write(data)
            yield 0
        self._known = True
        if not self._on:
            self._write(b"\x00\xaf")
            self._on = True
        return first < end

    def _write(self, data: "Bytes") -> None:
        try:
            self._i2c.writeto(self._address, data)
        except OSError:
            self._open = False
            raise DeviceError("oled", "silent") from None


def size(given: "Any") -> "tuple[int, int]":
    """Return width and height in dots of the screen that the config's entry describes."""
    return 128, given.get("height", 64)


def make(i2c: "I2c", given: "Any", pin: "Any") -> "tuple[Oled, Canvas]":
    """Return the screen that the config's entry describes, and the canvas that it shows."""
    from drivers.canvas import Canvas

    width, height = size(given)
    return Oled(i2c, given["address"], height), Canvas(width, height)
