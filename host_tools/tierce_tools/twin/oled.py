"""The model of an SSD1306: an OLED screen of 128 x 64 or 128 x 32 dots on I2C.

`picture()` is the visible picture, with the usual module's pins at the top: rows from the top, 1 is
lit. `errors` lists everything that the data sheet forbids.
"""

_WIDTH = 128

# Commands with data bytes, and how many; all others are a single byte.
_SIZES = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x81: 1,
    0x8D: 1, 0xA3: 2, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1,
}  # fmt: skip


class Ssd1306:
    """Attach it to an I2cBus at address 0x3C."""

    def __init__(self, height=64):
        self.height = height
        self.errors = []
        self.bytes = 0  # bytes of picture data received
        self.brown_out()

    def brown_out(self):
        """Restart as after power-on: dark, with noise in RAM."""
        self.ram = bytearray([(i * 73 + (i >> 3)) & 255 for i in range(_WIDTH * 8)])
        self.on = False
        self.contrast = 0x7F
        self._pump = False
        self._mode = 2
        self._columns = (0, _WIDTH - 1)
        self._pages = (0, 7)
        self._column = 0
        self._page = 0
        self._remap = False
        self._backwards = False
        self._rows = 64
        self._start = 0
        self._offset = 0
        self._pins = 0x12
        self._inverse = False
        self._all = False
        self._code = -1
        self._args = []

    def write(self, data):
        at = 0
        while at < len(data):
            control = data[at]
            at += 1
            if control & 0x3F:
                self._wrong("control byte %02X" % control)
                return
            # If the highest bit is set, one byte follows, then another control byte.
            end = at + 1 if control & 0x80 else len(data)
            if control & 0x40:
                self._store(data[at:end])
            else:
                for byte in data[at:end]:
                    self._command(byte)
            at = end

    def picture(self):
        rows = []
        lit = self.on and self._pump
        for y in range(self.height):
            row = bytearray(_WIDTH)
            if lit and (self._rows != self.height or self._pins & 0x10 != self._pins_of()):
                row = bytearray(b"\x01\x00" * (_WIDTH // 2))  # lines mixed up
            elif lit:
                # The module's first row is the chip's last, its first column the chip's last.
                line = y if self._backwards else self.height - 1 - y
                line = (line + self._start + self._offset) & 63
                for x in range(_WIDTH):
                    column = x if self._remap else _WIDTH - 1 - x
                    bit = self.ram[(line >> 3) * _WIDTH + column] >> (line & 7) & 1
                    row[x] = 1 if self._all else bit ^ 1 if self._inverse else bit
            rows.append(row)
        return rows

    def _pins_of(self):
        return 0x10 if self.height == 64 else 0

    def _command(self, byte):
        if self._code >= 0:
            self._args.append(byte)
            if len(self._args) == _SIZES[self._code]:
                code = self._code
                self._code = -1
                self._set(code, self._args)
            return
        if byte in _SIZES:
            self._code = byte
            self._args = []
        elif byte < 0x10:
            self._column = self._column & 0x70 | byte
        elif byte < 0x20:
            self._column = self._column & 0x0F | (byte & 7) << 4
        elif 0x40 <= byte < 0x80:
            self._start = byte & 63
        elif byte in (0xA0, 0xA1):
            self._remap = byte == 0xA1
        elif byte in (0xA4, 0xA5):
            self._all = byte == 0xA5
        elif byte in (0xA6, 0xA7):
            self._inverse = byte == 0xA7
        elif byte in (0xAE, 0xAF):
            self.on = byte == 0xAF
        elif 0xB0 <= byte < 0xB8:
            self._page = byte & 7
        elif byte in (0xC0, 0xC8):
            self._backwards = byte == 0xC8
        elif byte not in (0x2E, 0xE3):
            self._wrong("unknown command %02X" % byte)

    def _set(self, code, args):
        first = args[0]
        if code == 0x20:
            self._mode = first & 3
        elif code == 0x21 or code == 0x22:
            most = _WIDTH - 1 if code == 0x21 else 7
            if first > args[1] or args[1] > most:
                self._wrong("a window from %d to %d" % (first, args[1]))
            elif code == 0x21:
                self._columns = (first, args[1])
                self._column = first
            else:
                self._pages = (first, args[1])
                self._page = first
        elif code == 0x81:
            self.contrast = first
        elif code == 0x8D:
            self._pump = bool(first & 4)
        elif code == 0xA8:
            self._rows = (first & 63) + 1
        elif code == 0xD3:
            self._offset = first & 63
        elif code == 0xDA:
            self._pins = first

    def _store(self, data):
        for byte in data:
            self.ram[self._page * _WIDTH + self._column] = byte
            self.bytes += 1
            if self._mode == 2:
                self._column = (self._column + 1) % _WIDTH
            elif self._mode == 0:
                if self._step_column():
                    self._step_page()
            elif self._step_page():
                self._step_column()

    def _step_column(self):
        first, last = self._columns
        ended = self._column == last
        self._column = first if ended else (self._column + 1) % _WIDTH
        return ended

    def _step_page(self):
        first, last = self._pages
        ended = self._page == last
        self._page = first if ended else (self._page + 1) & 7
        return ended

    def _wrong(self, what):
        if len(self.errors) < 100:
            self.errors.append(what)


def plug(board, given):
    """Put the screen of a config on a board's wires; return it."""
    panel = Ssd1306(given.get("height", 64))
    bus = board.i2c(given["i2c"])
    bus.attach(given.get("address", 60), panel)
    board.wire(given["scl"]).listen(bus.clocked)
    return panel
