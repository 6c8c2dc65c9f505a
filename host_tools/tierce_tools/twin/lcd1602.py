"""A 1602: an HD44780 with two lines of 16 letters behind a PCF8574, the port of an I2C bus.

`lines()` is what stands there, `picture()` its dots, the letters as our font draws them: the chip's
ROM is not ours. `errors` lists what the data sheet forbids.
"""

_COLUMNS = 16
_RS = 1
_READ = 2
_ENABLE = 4
_LIGHT = 8
_START_US = 40000
_CLEAR_US = 1520


class Lcd1602:
    """Attach it to an I2cBus. `on`: whether the display is on."""

    def __init__(self, clock):
        self.clock = clock
        self.errors = []
        self.brown_out()

    def brown_out(self):
        """Restart as after power-on: dark, and of eight bits."""
        self.cells = [bytearray(b" " * 40), bytearray(b" " * 40)]
        self.letters = bytearray(64)
        self.on = False
        self.light = False
        self.cursor = False
        self.at = 0
        self._port = 0
        self._half = -1
        self._four = False
        self._drawing = -1
        self._free = self.clock.now + _START_US

    def write(self, data):
        for byte in data:
            self.light = bool(byte & _LIGHT)
            if self._port & _ENABLE and not byte & _ENABLE and not self._port & _READ:
                self._take(self._port)
            self._port = byte

    def _take(self, port):
        high = port & 0xF0
        if self.clock.now < self._free:
            self.errors.append("too early")
        if not self._four:
            self._do(high)
        elif self._half < 0:
            self._half = high
        else:
            byte = self._half | high >> 4
            self._half = -1
            if port & _RS:
                self._letter(byte)
            else:
                self._do(byte)

    def _do(self, byte):
        if byte & 0x80:
            self.at = byte & 0x7F
            self._drawing = -1
        elif byte & 0x40:
            self._drawing = byte & 0x3F
        elif byte & 0x20:
            self._four = not byte & 0x10
        elif byte & 0x08:
            self.on = bool(byte & 0x04)
            self.cursor = bool(byte & 0x03)
        elif byte == 0x01:
            self.cells = [bytearray(b" " * 40), bytearray(b" " * 40)]
            self.at = 0
            self._free = self.clock.now + _CLEAR_US
        elif byte not in (0x02, 0x06):
            self.errors.append("instruction %02X" % byte)

    def _letter(self, byte):
        if self._drawing >= 0:
            self.letters[self._drawing] = byte & 31
            self._drawing = (self._drawing + 1) & 63
        else:
            self.cells[self.at >> 6][(self.at & 63) % 40] = byte
            self.at += 1

    def lines(self):
        """Return the two lines; the free letters are those that drivers.lcd1602 draws."""
        from drivers.lcd1602 import _OWN

        shown = [line[:_COLUMNS] for line in self.cells] if self.on else [b" " * _COLUMNS] * 2
        return ["".join([_OWN[code] if code < 8 else chr(code) for code in line]) for line in shown]

    def picture(self):
        from drivers.canvas import Canvas

        canvas = Canvas(8 * _COLUMNS, 32)
        for number, line in enumerate(self.lines()):
            for column, letter in enumerate(line):
                canvas.text(8 * column, 16 * number, letter)
        if self.cursor and self.on:
            canvas.invert(8 * (self.at & 63), 16 * (self.at >> 6), 7, 16)
        pages = canvas.pages
        return [
            bytearray([canvas.buffer[x * pages + y // 8] >> 7 - (y & 7) & 1 for x in range(canvas.width)])
            for y in range(canvas.height)
        ]


def plug(board, given):
    """Put the screen of a config on a board's wires; return it."""
    panel = Lcd1602(board.clock)
    bus = board.i2c(given["i2c"])
    bus.attach(given.get("address", 39), panel)
    board.wire(given["scl"]).listen(bus.clocked)
    return panel
