"""A black and white picture, for the e-paper and the OLED.

The bytes are in columns from the left, the highest bit on top: `buffer[x * pages + y // 8]`. A 1 is
ink: black on e-paper, lit on an OLED. Letters are copied as whole bytes, so text starts at
multiples of 8 dots from the top.
"""

from binascii import crc32

from drivers.font import GAP, bounds, data

# Four dots spread over eight bits, with a free bit above each.
_SPREAD = b"\x00\x01\x04\x05\x10\x11\x14\x15\x40\x41\x44\x45\x50\x51\x54\x55"


class Canvas:
    """A picture of `width` x `height` dots, both multiples of 8."""

    letter = 0  # the width of its letters in dots; 0: each has its own

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self.pages = height // 8
        self.buffer = bytearray(width * self.pages)

    def fill(self, ink: int = 0) -> None:
        """Fill the canvas with 1 (ink) or 0."""
        pages = self.pages
        buffer = self.buffer
        column = bytes((255 if ink else 0,)) * pages
        for at in range(0, len(buffer), pages):
            buffer[at : at + pages] = column

    def invert(self, x: int, y: int, wide: int, high: int) -> None:
        """Invert a rectangle, in dots; `y` and `high` are multiples of 8."""
        pages = self.pages
        buffer = self.buffer
        for column in range(x, min(x + wide, self.width)):
            for at in range(column * pages + y // 8, column * pages + (y + high) // 8):
                buffer[at] ^= 255

    def text(self, x: int, y: int, text: str, size: int = 1) -> int:
        """Write text from (x, y) on, over what was there; return the x after the text.

        `y` is a multiple of 8, `size` 1 or 2. Letters that do not fit on the picture are left out.
        """
        pages = self.pages
        buffer = self.buffer
        columns = data().COLUMNS
        page = y // 8
        seen = 0 <= page <= pages - 2 * size
        for letter in text:
            first, end = bounds(letter)
            to = x * pages + page
            x += (end - first + GAP) * size
            if not seen or to < 0 or x > self.width + GAP * size:
                continue
            if size == 2:
                self._double(to, first, end)
                to += 2 * (end - first) * pages
            else:
                for i in range(2 * first, 2 * end, 2):
                    buffer[to] = columns[i]
                    buffer[to + 1] = columns[i + 1]
                    to += pages
            if x <= self.width:
                for i in range(to, to + GAP * size * pages, pages):
                    for below in range(i, i + 2 * size):
                        buffer[below] = 0
        return x

    def changed(self, sums: "array[int]") -> "tuple[int, int]":
        """Update the checksums, one per 8 columns; return the first that changed, and the end.

        This tells a screen what to send without a copy of its picture. If nothing changed both
        results are 0.
        """
        size = 8 * self.pages
        view = memoryview(self.buffer)
        first = end = 0
        for i in range(len(sums)):
            value = crc32(view[i * size : (i + 1) * size])
            if value != sums[i]:
                sums[i] = value
                if not end:
                    first = i
                end = i + 1
        return first, end

    def _double(self, to: int, first: int, end: int) -> None:
        """Draw the columns of a letter at double size, with smooth slants.

        Each dot becomes four. Each of these has two neighbours in the original; if they have the
        same colour and differ from the neighbours opposite, it takes their colour.
        """
        pages = self.pages
        columns = data().COLUMNS
        left = here = 0
        for i in range(2 * first, 2 * end + 2, 2):
            right = columns[i] << 8 | columns[i + 1] if i < 2 * end else 0
            if i > 2 * first:
                up = here >> 1
                down = here << 1 & 0xFFFF
                corner = (left ^ right) & (up ^ down)
                same = corner & ~(left ^ up)  # a slant like /: affects upper left and lower right
                other = corner & ~same
                above = here ^ up
                below = here ^ down
                self._column(to, here ^ above & same, here ^ below & other)
                self._column(to + pages, here ^ above & other, here ^ below & same)
                to += 2 * pages
            left = here
            here = right

    def _column(self, to: int, upper: int, lower: int) -> None:
        """Draw 32 dots: 16 pairs of an upper and a lower dot."""
        for shift in (12, 8, 4, 0):
            self.buffer[to] = _SPREAD[upper >> shift & 15] << 1 | _SPREAD[lower >> shift & 15]
            to += 1
