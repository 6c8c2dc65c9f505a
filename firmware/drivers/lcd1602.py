"""A screen of two lines of 16 letters: an HD44780 behind a PCF8574 on I2C, the usual 1602 with four pins.

The port's bits are RS, R/W, E, light, D4 to D7. Each half of a byte is put there with E high, then
low; at 100 kHz, the most that the port takes, that lasts longer than the chip needs for a letter.
Letters that its ROM lacks are drawn into its eight free ones, or written as the nearest that it has.
"""

from drivers.steps import DeviceError

COLUMNS = 16
LINES = 2
_CELL = 8  # dots that a letter stands for: see Cells

_RS = 1
_ENABLE = 4
_LIGHT = 8
_CLEAR = 0x01
_ENTRY = 0x06  # to the right, nothing shifts
_DARK = 0x08
_SHOWN = 0x0C
_BLINKS = 0x0D
_TWO_LINES = 0x28  # four bits, two lines, 5 x 8 dots
_LETTERS = 0x40  # the free letters' dots
_AT = 0x80  # where the next letter goes; the second line is at 0x40

_OWN = "♥♦♣♠éèàê"
_DOTS = (
    b"\x00\x0a\x1f\x1f\x0e\x04\x00\x00\x04\x0e\x1f\x1f\x0e\x04\x00\x00"
    b"\x0e\x0e\x1f\x1f\x15\x04\x0e\x00\x04\x0e\x1f\x1f\x15\x04\x0e\x00"
    b"\x02\x04\x0e\x11\x1f\x10\x0e\x00\x08\x04\x0e\x11\x1f\x10\x0e\x00"
    b"\x08\x04\x0e\x01\x0f\x11\x0f\x00\x04\x0a\x0e\x11\x1f\x10\x0e\x00"
)
# Pairs: a letter that the ROM lacks, and what is written for it.
_LIKE = (
    '\u00a0 \u202f \u2009 ’\'‘\'“"”"«"»"–-—-−-×x….✓v✗x●*▶>→>€E\\/~-ßsœoæa'
    "ÀAÂAÄAÇCÉEÈEÊEËEÎIÏIÔOÖOÙUÛUÜUŒOÆAÑN"
    "âaäaáaãaåaçcëeîiïiíiìiôoöoóoòoõoøoùuûuüuúuÿyýyñn"
)


class Cells:
    """A picture of letters, used like a Canvas: a letter stands for 8 x 16 dots, whatever its size."""

    width = _CELL * COLUMNS
    height = 16 * LINES
    letter = _CELL  # every letter's width in dots

    def __init__(self) -> None:
        self.lines = [bytearray(COLUMNS), bytearray(COLUMNS)]
        self.marked = -1  # the line in white on black: its first letter blinks
        self.fill()

    def fill(self, ink: int = 0) -> None:
        """Empty all cells."""
        self.marked = -1
        for line in self.lines:
            for column in range(COLUMNS):
                line[column] = 32

    def invert(self, x: int, y: int, wide: int, high: int) -> None:
        """Mark the line of a rectangle in dots."""
        self.marked = min(y // 16, LINES - 1)

    def text(self, x: int, y: int, text: str, size: int = 1) -> int:
        """Write text from (x, y) on, in dots; return the x after it."""
        line = self.lines[min(max(y // 16, 0), LINES - 1)]
        for letter in text:
            if 0 <= x < self.width:
                line[x // _CELL] = code(letter)
            x += _CELL
        return x


def code(letter: str) -> int:
    """Return the chip's number of a letter."""
    at = _OWN.find(letter)
    if at >= 0:
        return at
    if 32 <= ord(letter) < 126 and letter != "\\":
        return ord(letter)
    at = _LIKE.find(letter)  # of a pair the first one, as the second is in ASCII
    return ord(_LIKE[at + 1]) if at >= 0 else 63


class Lcd:
    """`address` is that of the port."""

    def __init__(self, i2c: "I2c", address: int = 0x27) -> None:
        self._i2c = i2c
        self._address = address
        self._shown = [b"", b""]
        self._open = False

    def start_open(self) -> "Steps[None]":
        """Steps: set the chip up; it stays empty until the first show.

        Raises DeviceError if the port does not answer.
        """
        self._open = False
        yield 50000  # after power-on
        for wait in (4500, 200, 200):  # whatever it was at, it takes eight bits a time now
            self._put(bytes((0x30,)))
            yield wait
        self._put(bytes((0x20,)))
        yield 200
        self._send(0, (_TWO_LINES, _DARK, _CLEAR))
        yield 2000
        self._send(0, (_ENTRY, _LETTERS))
        for at in range(0, len(_DOTS), 4):
            self._send(_RS, _DOTS[at : at + 4])
            yield 0
        self._shown = [b"", b""]
        self._open = True

    def start_show(self, canvas: "Cells", full: bool = False) -> "Steps[bool]":
        """Steps: show the cells; return whether anything was sent. `full` sends all of them.

        Raises DeviceError if the port does not answer.
        """
        if not self._open:
            yield from self.start_open()
        sent = False
        for number in range(LINES):
            line = bytes(canvas.lines[number])
            if full or line != self._shown[number]:
                sent = True
                self._shown[number] = b""
                self._send(0, (_AT | number << 6,))
                for at in range(0, COLUMNS, 4):
                    self._send(_RS, line[at : at + 4])
                    yield 0
                self._shown[number] = line
        marked = canvas.marked
        self._send(0, (_AT | marked << 6, _BLINKS) if marked >= 0 else (_SHOWN,))
        return sent

    def _send(self, kind: int, data: "Sequence[int] | Bytes") -> None:
        """Send instructions (`kind` 0) or letters."""
        halves = bytearray()
        for byte in data:
            halves.append(byte & 0xF0 | kind)
            halves.append(byte << 4 & 0xF0 | kind)
        self._put(halves)

    def _put(self, halves: "Bytes") -> None:
        """Put halves of bytes on the port, each with E high, then low."""
        out = bytearray()
        for half in halves:
            out.append(half | _LIGHT | _ENABLE)
            out.append(half | _LIGHT)
        try:
            self._i2c.writeto(self._address, out)
        except OSError:
            self._open = False
            raise DeviceError("lcd1602", "silent") from None


def size(given: "Any") -> "tuple[int, int]":
    """Return width and height in dots of the screen that the config's entry describes."""
    return Cells.width, Cells.height


def make(i2c: "I2c", given: "Any", pin: "Any") -> "tuple[Lcd, Cells]":
    """Return the screen that the config's entry describes, and the cells that it shows."""
    return Lcd(i2c, given["address"]), Cells()
