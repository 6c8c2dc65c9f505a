"""A black and white picture to draw on, and to show on a screen of either kind.

Its bytes lie as both screens want them, column by column from the left, the highest bit on top:
`buffer[x * pages + y // 8]`. 1 is ink: black on e-paper, lit on an OLED. So a letter is copied as
whole bytes, which is why text stands at multiples of 8 dots from the top.
"""

from drivers.font import COLUMNS, GAP, STARTS, fit, number, width

_CLEAR = 0
_INK = 1
_INVERT = 2

# Four dots, with room above each of them.
_SPREAD = b"\x00\x01\x04\x05\x10\x11\x14\x15\x40\x41\x44\x45\x50\x51\x54\x55"


class Canvas:
    """A picture of `width` x `height` dots; the height is a multiple of 8."""

    def __init__(self, width, height):
        self.width = width
        self.height = height
        self.pages = height // 8
        self.buffer = bytearray(width * self.pages)

    def fill(self, ink=0):
        """Make all of it blank, or all ink."""
        value = 255 if ink else 0
        buffer = self.buffer
        column = bytes((value,)) * self.pages
        for at in range(0, len(buffer), self.pages):
            buffer[at : at + self.pages] = column

    def text(self, x, y, text, size=1):
        """Write from (x, y) on, over what was there; return the x behind the text.

        `y` is a multiple of 8. Letters that are not wholly on the picture are left out.
        """
        pages = self.pages
        buffer = self.buffer
        page = y // 8
        seen = 0 <= page <= pages - 2 * size
        for letter in text:
            at = 2 * number(letter)
            first = STARTS[at] << 8 | STARTS[at + 1]
            end = STARTS[at + 2] << 8 | STARTS[at + 3]
            to = x * pages + page
            x += (end - first + GAP) * size
            if not seen or to < 0 or x > self.width + GAP * size:
                continue
            if size == 2:
                self._double(to, first, end)
                to += 2 * (end - first) * pages
            else:
                for i in range(2 * first, 2 * end, 2):
                    buffer[to] = COLUMNS[i]
                    buffer[to + 1] = COLUMNS[i + 1]
                    to += pages
            if x <= self.width:
                for i in range(to, to + GAP * size * pages, pages):
                    for below in range(i, i + 2 * size):
                        buffer[below] = 0
        return x

    def text_width(self, text, size=1):
        """Return how many dots wide a text is, with the gap after its last letter."""
        return width(text, size)

    def _double(self, to, first, end):
        """Draw the columns of a letter twice as large, slants smoothed.

        A dot becomes four; one of these takes the colour of the two dots that it lies between if
        these are alike, and unlike those across.
        """
        pages = self.pages
        left = 0
        here = COLUMNS[2 * first] << 8 | COLUMNS[2 * first + 1] if first < end else 0
        for i in range(2 * first + 2, 2 * end + 2, 2):
            right = COLUMNS[i] << 8 | COLUMNS[i + 1] if i < 2 * end else 0
            up = here >> 1
            down = here << 1 & 0xFFFF
            corner = (left ^ right) & (up ^ down)
            same = corner & ~(left ^ up)  # a slant like /, for its dots above left, below right
            other = corner & ~same
            above = here ^ up
            below = here ^ down
            self._column(to, here ^ above & same, here ^ below & other)
            self._column(to + pages, here ^ above & other, here ^ below & same)
            to += 2 * pages
            left = here
            here = right

    def _column(self, to, upper, lower):
        """Draw 32 dots: 16 times an upper and a lower one."""
        buffer = self.buffer
        buffer[to] = _SPREAD[upper >> 12] << 1 | _SPREAD[lower >> 12]
        buffer[to + 1] = _SPREAD[upper >> 8 & 15] << 1 | _SPREAD[lower >> 8 & 15]
        buffer[to + 2] = _SPREAD[upper >> 4 & 15] << 1 | _SPREAD[lower >> 4 & 15]
        buffer[to + 3] = _SPREAD[upper & 15] << 1 | _SPREAD[lower & 15]

    def label(self, x, y, room, text, size=1, align=-1):
        """Write into `room` dots from x on: left (-1), in the middle (0), right (1); cut to fit."""
        text = fit(text, room, size)
        free = room - width(text, size)
        if align >= 0 and free > 0:
            x += free if align else free // 2
        return self.text(x, y, text, size)

    def box(self, x, y, wide, high, ink=1):
        """Fill a rectangle with ink, or blank it."""
        self._paint(x, y, wide, high, _INK if ink else _CLEAR)

    def invert(self, x, y, wide, high):
        """Swap ink and ground in a rectangle."""
        self._paint(x, y, wide, high, _INVERT)

    def line(self, x, y, length, down=False, ink=1):
        """Draw a line one dot thick, to the right or downwards."""
        if down:
            self.box(x, y, 1, length, ink)
        else:
            self.box(x, y, length, 1, ink)

    def frame(self, x, y, wide, high, ink=1):
        """Draw the outline of a rectangle."""
        self.line(x, y, wide, False, ink)
        self.line(x, y + high - 1, wide, False, ink)
        self.line(x, y, high, True, ink)
        self.line(x + wide - 1, y, high, True, ink)

    def bar(self, x, y, wide, high, part, whole):
        """Draw how much `part` is of `whole`: a frame, filled from the left."""
        part = max(0, min(part, whole))
        self.box(x, y, wide, high, 0)
        self.frame(x, y, wide, high)
        if whole > 0:
            self.box(x + 2, y + 2, (wide - 4) * part // whole, high - 4)

    def dot(self, x, y):
        """Return the dot at (x, y), 0 or 1."""
        return self.buffer[x * self.pages + y // 8] >> (7 - y % 8) & 1

    def rows(self):
        """Return the picture as rows of 0 and 1, from the top."""
        across = range(self.width)
        return [bytearray([self.dot(x, y) for x in across]) for y in range(self.height)]

    def _paint(self, x, y, wide, high, how):
        right = min(x + wide, self.width)
        bottom = min(y + high, self.height)
        x = max(x, 0)
        y = max(y, 0)
        if x >= right or y >= bottom:
            return
        buffer = self.buffer
        pages = self.pages
        for page in range(y // 8, (bottom + 7) // 8):
            mask = 255
            if page == y // 8:
                mask = 255 >> (y % 8)
            if page == bottom // 8:
                mask &= 0xFF00 >> (bottom % 8)
            keep = 255 ^ mask
            for at in range(x * pages + page, right * pages, pages):
                if how == _INK:
                    buffer[at] |= mask
                elif how == _CLEAR:
                    buffer[at] &= keep
                else:
                    buffer[at] ^= mask
