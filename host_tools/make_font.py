"""Makes firmware/drivers/font_data.py, the font of the board's screens.

    python host_tools/make_font.py [folder of the fonts]

The source is X11's misc-fixed from Debian's package xfonts-base; its licence in full: "Public
domain font.  Share and enjoy." Suits and signs are drawn here. Run it by hand; its output is
committed.
"""

import gzip
import struct
import sys
from pathlib import Path

FONTS = Path("/usr/share/fonts/X11/misc")
TARGET = Path(__file__).parent.parent / "firmware" / "drivers" / "font_data.py"

Rows = list[list[int]]  # pixels of a letter, from the top; 1 is ink

ASCII = "".join(map(chr, range(32, 127)))
SUITS = "♠♥♦♣"
SIGNS = "✓✗▶●→"
EXTRA = "àâäçéèêëîïôöùûüÿœæÀÂÇÉÈÊÔÖÜŒñß«»’…–€°×" + SUITS + SIGNS

# Letters that the bold face lacks.
DRAWN = """
...#... .##.##. ...#... ..###.. ......# ##...## #...... ....... .......
..###.. ####### ..###.. ..###.. .....## ##...## ###.... ..###.. ....#..
.#####. ####### .#####. ..###.. .....## .##.##. #####.. .#####. ....##.
####### ####### ####### ##.#.## ##..##. ..###.. ####### ####### #######
####### .#####. ####### ####### ##..##. ..###.. #####.. ####### #######
##.#.## ..###.. .#####. ##.#.## .#####. .##.##. ###.... ####### ....##.
...#... ...#... ..###.. ...#... ..###.. ##...## #...... .#####. ....#..
..###.. ....... ...#... ..###.. ...#... ##...## ....... ..###.. .......
"""
TOP = 3  # top row of the drawn letters

HEAD = '''"""The letters of the screens, made by host_tools/make_font.py: change that, not this.

From X11's misc-fixed ("Public domain font.  Share and enjoy."), 8x13 bold; suits and signs are
ours. A letter is columns of two bytes, the highest bit on top. STARTS says, in two bytes each, at
which column a letter begins: those of ASCII from the space on, then EXTRA.
"""
'''


class Pcf:
    """A font in X11's compiled format (PCF)."""

    def __init__(self, path: Path) -> None:
        self.data = gzip.decompress(path.read_bytes())
        count = struct.unpack_from("<I", self.data, 4)[0]
        self.tables: dict[int, int] = {}
        for i in range(count):
            kind, _, _, at = struct.unpack_from("<4I", self.data, 8 + 16 * i)
            self.tables[kind] = at
        self.metrics = self._metrics()
        self._encoding()
        at, order, _ = self._table(2)
        self.ascent, self.descent = struct.unpack_from(order + "2i", self.data, at + 8)

    def _table(self, kind: int) -> tuple[int, str, int]:
        at = self.tables[kind]
        form = struct.unpack_from("<I", self.data, at)[0]
        return at + 4, ">" if form & 4 else "<", form

    def _metrics(self) -> list[tuple[int, ...]]:
        at, order, form = self._table(4)
        if not form & 0x100:
            count = struct.unpack_from(order + "I", self.data, at)[0]
            return [struct.unpack_from(order + "5h", self.data, at + 4 + 12 * i) for i in range(count)]
        count = struct.unpack_from(order + "H", self.data, at)[0]
        return [tuple(each - 128 for each in self.data[at + 2 + 5 * i : at + 7 + 5 * i]) for i in range(count)]

    def _encoding(self) -> None:
        at, order, _ = self._table(32)
        low, high, first, last, _ = struct.unpack_from(order + "5h", self.data, at)
        self.glyphs: dict[int, int] = {}
        at += 10
        for row in range(first, last + 1):
            for column in range(low, high + 1):
                glyph = struct.unpack_from(order + "H", self.data, at)[0]
                at += 2
                if glyph != 0xFFFF:
                    self.glyphs[row * 256 + column] = glyph

    def rows(self, letter: str) -> Rows:
        """Return a letter's whole cell. Raises KeyError if there is none."""
        glyph = self.glyphs[ord(letter)]
        left, right, width, up, down = self.metrics[glyph]
        at, order, form = self._table(8)
        count = struct.unpack_from(order + "I", self.data, at)[0]
        offset = struct.unpack_from(order + "I", self.data, at + 4 + 4 * glyph)[0]
        at += 4 + 4 * count + 16 + offset
        pad = 1 << (form & 3)
        stride = ((right - left + 7) // 8 + pad - 1) // pad * pad
        cell = [[0] * width for _ in range(self.ascent + self.descent)]
        for y in range(up + down):
            line = self.data[at + y * stride : at + (y + 1) * stride]
            for x in range(right - left):
                bit = 7 - x % 8 if form & 8 else x % 8
                if line[x // 8] >> bit & 1 and 0 <= x + left < width:
                    cell[self.ascent - up + y][x + left] = 1
        return cell


def drawn() -> dict[str, Rows]:
    lines = [line.split() for line in DRAWN.split("\n") if line]
    found: dict[str, Rows] = {}
    for i, letter in enumerate(SUITS + SIGNS):
        rows = [[int(dot == "#") for dot in line[i]] for line in lines]
        found[letter] = [[0] * 7] * TOP + rows
    return found


def columns(rows: Rows) -> list[bytes]:
    """Return a letter as columns of two bytes, highest bit on top; empty outer columns are cut."""
    shaped: list[bytes] = []
    for x in range(len(rows[0])):
        bits = 0
        for y, row in enumerate(rows):
            bits |= row[x] << (15 - y - 2)
        shaped.append(bits.to_bytes(2, "big"))
    while shaped and not any(shaped[-1]):
        shaped.pop()
    while shaped and not any(shaped[0]):
        shaped.pop(0)
    return shaped


def face(folder: Path) -> tuple[bytes, bytes]:
    """Return (where each letter begins, in columns; the columns)."""
    source = Pcf(folder / "8x13B.pcf.gz")
    own = drawn()
    letters = ASCII + EXTRA
    shapes = {each: columns(own[each] if each in own else source.rows(each)) for each in letters}
    blank = bytes(2)
    shapes[" "] = [blank] * 4
    width = max(len(shapes[digit]) for digit in "0123456789")
    for digit in "0123456789":  # equal widths, so that numbers align
        short = width - len(shapes[digit])
        left = (short + 1) // 2
        shapes[digit] = [blank] * left + shapes[digit] + [blank] * (short - left)
    starts = [0]
    for letter in letters:
        starts.append(starts[-1] + len(shapes[letter]))
    return (struct.pack(f">{len(starts)}H", *starts), b"".join(b"".join(shapes[letter]) for letter in letters))


def literal(name: str, data: bytes) -> str:
    lines = [f"{name} = ("]
    for at in range(0, len(data), 23):
        text = "".join(f"\\x{each:02x}" for each in data[at : at + 23])
        lines.append(f'    b"{text}"')
    return "\n".join([*lines, ")\n"])


def source(folder: Path = FONTS) -> str:
    """Return the text of font_data.py."""
    starts, bits = face(folder)
    parts = [HEAD, f'EXTRA = "{EXTRA}"', literal("STARTS", starts), literal("COLUMNS", bits)]
    return "\n".join(parts).rstrip() + "\n"


if __name__ == "__main__":
    TARGET.write_text(source(Path(sys.argv[1]) if sys.argv[1:] else FONTS), encoding="utf-8")
