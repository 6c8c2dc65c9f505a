"""The model of an SSD1680 and its panel: a black and white e-paper of 296 x 128 dots.

`picture()` is the visible picture: rows from the top, 1 is black. `errors` lists everything that
the data sheet forbids; the chip then reacts as real ones do, mostly not at all.
"""

_COLUMNS = 16  # bytes of a line of RAM that are displayed
_WIDTH = 22  # bytes of a line of RAM
_LINES = 296

# Commands, and the number of bytes that follow; -1: any number.
_SIZES = {
    code: size
    for size, codes in {
        -1: (0x24, 0x26, 0x32),
        0: (0x12, 0x20),
        1: (0x03, 0x10, 0x11, 0x18, 0x22, 0x2C, 0x3C, 0x3F, 0x4E),
        2: (0x1A, 0x21, 0x44, 0x4F),
        3: (0x01, 0x04),
        4: (0x0C, 0x45),
        10: (0x37,),
    }.items()
    for code in codes
}


class Ssd1680:
    """`dc`, `reset` and `busy` are wires; attach it to a bus with its select wire."""

    def __init__(self, clock, dc, reset, busy):
        self.clock = clock
        self.dc = dc
        self.new = _noise(7)  # RAM 0x24; 1 is white
        self.old = _noise(8)  # RAM 0x26
        self.glass = _noise(9)
        self.errors = []
        self.fulls = 0
        self.partials = 0
        self.ghosts = 0  # partial refreshes since the last full one
        self.asleep = False
        self.full_us = 2000000
        self.partial_us = 300000
        # Faults:
        self.slow = 1  # factor on all times
        self.stuck = False  # busy for ever
        self.silent = False  # the busy wire is broken and never rises
        self.inverted = False  # another chip, whose busy line is low while it works
        self._held = False
        self._selected = False
        self._until = 0
        self._begun = 0
        self._code = -1
        self._args = bytearray()
        self._powered = 0
        self._reset_registers()
        busy.source = self.busy
        reset.listen(self._reset_edge)

    def busy(self):
        if self.silent:
            return 0
        if self.stuck or self.asleep:
            return 1
        return int((self.clock.now < self._until) != self.inverted)

    def picture(self):
        """The displayed picture, with the long side down: line 295 of RAM is at the left."""
        rows = []
        for first in range(_COLUMNS):
            column = [self.glass[at] for at in range((_LINES - 1) * _COLUMNS + first, -1, -_COLUMNS)]
            for mask in (0x80, 0x40, 0x20, 0x10, 8, 4, 2, 1):
                rows.append(bytearray([not byte & mask for byte in column]))
        return rows

    def brown_out(self):
        """Lose everything but the displayed picture."""
        self.new = _noise(10)
        self.old = _noise(11)
        self._until = 0
        self._reset_registers()

    def selected(self, on):
        self._selected = on

    def transfer(self, out, into):
        if into is not None:
            for i in range(len(into)):
                into[i] = 0xFF
        if self._held:
            self._wrong("written while held in reset")
        elif self.asleep:
            self._wrong("written while asleep")
        elif self.dc.level:
            self._data(out)
        else:
            for code in out:
                self._command(code)

    # Commands

    def _command(self, code):
        if self.clock.now < self._until:
            self._wrong("command %02X while busy" % code)
            self._code = -1
            return
        self._finish()
        self._code = code
        self._args = bytearray()
        if code not in _SIZES:
            self._wrong("unknown command %02X" % code)
            self._code = -1
        elif code == 0x12:
            self._reset_registers()
            self._work(1000)
        elif code == 0x20:
            self._update()

    def _data(self, data):
        code = self._code
        if code < 0:
            self._wrong("data without a command")
            return
        if code == 0x24:
            self._store(self.new, data)
            return
        if code == 0x26:
            self._store(self.old, data)
            return
        size = _SIZES[code]
        if size >= 0 and len(self._args) + len(data) > size:
            self._wrong("too much data for command %02X" % code)
            return
        self._args.extend(data)
        if len(self._args) == size:
            self._set(code, self._args)

    def _finish(self):
        """Report the previous command if its data was incomplete."""
        if self._code >= 0:
            size = _SIZES[self._code]
            if size > 0 and len(self._args) < size:
                self._wrong("too little data for command %02X" % self._code)

    def _set(self, code, args):
        if code == 0x01:
            self._lines = args[0] | (args[1] & 1) << 8
            self._scan = args[2]
        elif code == 0x10:
            if args[0] & 3:
                self.asleep = True
                self._code = -1
                if args[0] & 2:
                    self.new = _noise(12)
                    self.old = _noise(13)
        elif code == 0x11:
            self._entry = args[0] & 7
        elif code == 0x18:
            self._sensor = args[0]
        elif code == 0x21:
            self._control = args[0]
            self._shift = args[1]
        elif code == 0x22:
            self._sequence = args[0]
        elif code == 0x3C:
            self._border = args[0]
        elif code == 0x44:
            self._x0 = args[0] & 0x3F
            self._x1 = args[1] & 0x3F
        elif code == 0x45:
            self._y0 = args[0] | (args[1] & 1) << 8
            self._y1 = args[2] | (args[3] & 1) << 8
        elif code == 0x4E:
            self._x = args[0] & 0x3F
        elif code == 0x4F:
            self._y = args[0] | (args[1] & 1) << 8

    def _store(self, ram, data):
        """Write bytes at the counters, which wrap within the window."""
        along_y = self._entry & 4
        x_step = 1 if self._entry & 1 else -1
        y_step = 1 if self._entry & 2 else -1
        if (self._x1 - self._x0) * x_step < 0 or (self._y1 - self._y0) * y_step < 0:
            self._wrong("a window against the way of the counters")
            return
        if max(self._x0, self._x1) >= _WIDTH or max(self._y0, self._y1) >= _LINES:
            self._wrong("a window beyond the RAM")
            return
        x, y = self._x, self._y
        x0, x1, y0, y1 = self._x0, self._x1, self._y0, self._y1
        for byte in data:
            if x < _WIDTH and y < _LINES:
                ram[y * _WIDTH + x] = byte
            if along_y:
                ended = y == y1
                y = y0 if ended else y + y_step
                if ended:
                    x = x0 if x == x1 else x + x_step
            else:
                ended = x == x1
                x = x0 if ended else x + x_step
                if ended:
                    y = y0 if y == y1 else y + y_step
        self._x, self._y = x & 0x3F, y & 0x1FF

    # The panel

    def _update(self):
        """Do the steps set by command 22, bit by bit: clock, analog, temperature, LUT, display."""
        sequence = self._sequence
        if sequence & 0x80:
            self._powered |= 1
        if sequence & 0x40:
            self._powered |= 2
        if sequence & 0x10:
            if not self._powered & 1:
                self._wrong("a table loaded without the clock")
            self._table = 2 if sequence & 8 else 1
        busy_us = 1000
        if sequence & 4:
            if self._powered != 3:
                self._wrong("display without clock and analog")
            elif not self._table:
                self._wrong("display without a waveform")
            elif self._lines != _LINES - 1:
                self._wrong("display with %d lines" % (self._lines + 1))
            else:
                busy_us = self._display(2 if sequence & 8 else 1)
        if sequence & 2:
            self._powered &= ~2
        if sequence & 1:
            self._powered &= ~1
        self._work(busy_us)

    def _display(self, mode):
        # The panel begins at output S8; without the shift it shows the next byte.
        first = 0 if self._shift & 0x80 else 1
        turn_new = {0: 0, 8: 255}.get(self._control & 15)
        turn_old = {0: 0, 8: 255}.get(self._control >> 4)
        glass = self.glass
        for y in range(_LINES):
            to = y * _COLUMNS
            at = y * _WIDTH + first
            for _ in range(_COLUMNS):
                new = self.new[at] ^ turn_new if turn_new is not None else 0
                if mode == 1:
                    glass[to] = new
                else:
                    # Only dots that differ from the old picture are driven.
                    old = self.old[at] ^ turn_old if turn_old is not None else 0
                    driven = new ^ old
                    glass[to] = glass[to] & ~driven & 255 | new & driven
                to += 1
                at += 1
        if mode == 1:
            self.fulls += 1
            self.ghosts = 0
            return self.full_us
        self.partials += 1
        self.ghosts += 1
        return self.partial_us

    # Power

    def _work(self, us):
        self._until = self.clock.now + us * self.slow

    def _reset_edge(self, level):
        self._held = not level
        if level:
            self.asleep = False
            self._reset_registers()
            self._work(1000)
        else:
            self._until = 0

    def _reset_registers(self):
        self._code = -1
        self._lines = _LINES - 1
        self._scan = 0
        self._entry = 3
        self._sensor = 0x48
        self._control = 0
        self._shift = 0
        self._sequence = 0xFF
        self._border = 0xC0
        self._table = 0
        self._powered = 0
        self._x0 = 0
        self._x1 = _WIDTH - 1
        self._y0 = 0
        self._y1 = _LINES - 1
        self._x = self._y = 0

    def _wrong(self, what):
        if len(self.errors) < 100:
            self.errors.append(what)


def _noise(seed):
    """The content of RAM after power-on; the panel keeps its last picture."""
    size = _LINES * _WIDTH
    noise = bytearray(size)
    value = seed
    for i in range(size):
        value = (value * 1103515245 + 12345) & 0x7FFFFFFF
        noise[i] = value >> 16 & 255
    return noise


def plug(board, given):
    """Put the screen of a config on a board's wires; return it."""
    wire = board.wire
    panel = Ssd1680(board.clock, wire(given["dc"]), wire(given["reset"]), wire(given["busy"]))
    board.spi(given["spi"]).attach(panel, wire(given["cs"]))
    return panel
