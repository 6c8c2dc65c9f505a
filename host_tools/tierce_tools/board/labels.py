"""Sheets of labels for the cards of a deck, as PDF or SVG.

A label names the card and shows the last digits of its tag's UID, so that tag and card are not
mixed up. A small picture of a card shows the corner for the label and the tag, the same on every
card. All lengths are in mm.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from tierce.cards import JOKER, parse, text
from tierce_tools.base.paper import FONT, SHEETS, pdf
from tierce_tools.base.trouble import Trouble
from tierce_tools.base.whole import write_whole
from tierce_tools.board.deckfile import UNWRITABLE

# Labels on sale: paper, width and height of a label, gaps between labels, columns, rows. They are
# centred on the sheet.
FORMATS = {
    "l4731": ("a4", 25.4, 10.0, 2.5, 0.0, 7, 27),
    "l7651": ("a4", 38.1, 21.2, 2.5, 0.0, 5, 13),
    "l7160": ("a4", 63.5, 38.1, 2.5, 0.0, 3, 7),
    "5167": ("letter", 44.45, 12.7, 7.62, 0.0, 4, 20),
    "5160": ("letter", 66.675, 25.4, 3.175, 0.0, 3, 10),
}
KINDS = (".pdf", ".svg")

_LEAST, _MOST = 8.0, 180.0  # smallest and largest side of a label of free size
_BORDER = 10.0  # free border around labels of free size, for crop marks and the printer
_CORNER, _EDGE = 5.0, 0.8  # the corner mark's length, and its distance from the card's edges
_MARK = 3.0  # length of a crop mark
_DIGITS = 8  # last digits of a UID that are printed
INSET = 2.0  # distance of the tag's antenna from the card's edges [K]; clears the round corner
_POINT = 25.4 / 72

_BLACK, _RED, _GREY = (0, 0, 0), (200, 0, 0), (110, 110, 110)
_EM = 0.9  # greatest width of a bold rank or suit, in em
_DIGIT_EM, _J_EM = 0.7, 0.4
_SMALL_EM = 0.64  # width of a digit of the tag, in em


@dataclass(frozen=True)
class LabelSheet:
    """The layout of labels on a sheet of paper; the first `used` places stay empty.

    With `tag`, the (width, height) of a tag's antenna, the label goes into the card's lower right
    corner and shows the antenna's place instead of a small card.
    """

    paper: str
    width: float
    height: float
    gap_x: float
    gap_y: float
    columns: int
    rows: int
    used: int = 0
    marks: bool = False
    tag: tuple[float, float] | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the paper."""
        return SHEETS[self.paper]

    @property
    def count(self) -> int:
        """Number of labels on a sheet."""
        return self.columns * self.rows

    @property
    def corner(self) -> tuple[float, float]:
        """Left and top of the first label."""
        across = self.columns * (self.width + self.gap_x) - self.gap_x
        down = self.rows * (self.height + self.gap_y) - self.gap_y
        return (self.size[0] - across) / 2, (self.size[1] - down) / 2

    def place(self, number: int) -> tuple[float, float]:
        """Return left and top of label `number`, from 0 on each sheet."""
        left, top = self.corner
        row, column = divmod(number, self.columns)
        return left + column * (self.width + self.gap_x), top + row * (self.height + self.gap_y)


def sheet_of(path: Path, name: str, paper: str | None, used: int = 0, marks: bool | None = None) -> LabelSheet:
    """Return the sheet for a name in FORMATS, or a size such as "30x12".

    Crop marks are drawn by default if the labels are not pre-cut. Raises Trouble if something does
    not fit, or if `path` is neither .pdf nor .svg.
    """
    if path.suffix.lower() not in KINDS:
        raise Trouble("register.label_extension", "{path}: the name must end in .pdf or .svg", path=path)
    if paper is not None and paper not in SHEETS:
        raise Trouble(
            "register.label_paper",
            "there is no paper {paper}; there are {papers}",
            paper=paper,
            papers=", ".join(SHEETS),
        )
    known = FORMATS.get(name.lower())
    if known is not None:
        if paper not in (None, known[0]):
            raise Trouble(
                "register.label_cut",
                "labels {name} come on {paper} paper: leave --paper out",
                name=name,
                paper=known[0],
            )
        sheet = LabelSheet(*known, marks=bool(marks))
    else:
        sheet = replace(_free(name, paper or "a4"), marks=marks is not False)
    if not 0 <= used < sheet.count:
        raise Trouble(
            "register.label_used",
            "a sheet has {count} labels: --used is 0 to {last}",
            count=sheet.count,
            last=sheet.count - 1,
        )
    return replace(sheet, used=used)


def _free(name: str, paper: str) -> LabelSheet:
    match = re.fullmatch(r"(\d{1,6}(?:[.,]\d{1,6})?)[x×](\d{1,6}(?:[.,]\d{1,6})?)", name.lower())
    if not match:
        raise Trouble(
            "register.label_format",
            "there are no labels {name}; there are {formats}, or any size such as 30x12 (mm)",
            name=name,
            formats=", ".join(FORMATS),
        )
    width, height = (float(each.replace(",", ".")) for each in match.groups())
    if not (_LEAST <= width <= _MOST and _LEAST <= height <= _MOST):
        raise Trouble(
            "register.label_size",
            "labels of {size} do not fit on the sheet; they may have {least} to {most} mm each way",
            size=name,
            least=int(_LEAST),
            most=int(_MOST),
        )
    across, down = (side - 2 * _BORDER for side in SHEETS[paper])
    return LabelSheet(paper, width, height, 0, 0, int(across // width), int(down // height))


def write(path: Path, sheet: LabelSheet, cards: list[str], tags: Mapping[str, str], words: Any, title: str) -> int:
    """Write labels for these cards; return the number of sheets. Raises Trouble.

    `words` is the engine's module of a language: in French a queen is a D. As SVG, further sheets
    go to files of their own: labels.svg, labels-2.svg.
    """
    pages = list(_pages(sheet, cards, tags, words))
    made: dict[Path, bytes] = {}
    if path.suffix.lower() == ".pdf":
        made[path] = _as_pdf(pages, sheet, title)
    else:
        for number, page in enumerate(pages):
            name = path.stem + (f"-{number + 1}" if number else "") + path.suffix
            made[path.with_name(name)] = _as_svg(page, sheet, title)
    for each, data in made.items():
        try:
            write_whole(each, data)
        except OSError as error:
            raise Trouble("register.unwritable", UNWRITABLE, path=each, error=error) from None
    return len(pages)


def pdf_of(sheet: LabelSheet, cards: list[str], tags: Mapping[str, str], words: Any, title: str) -> bytes:
    """Return labels for these cards as PDF; arguments as for `write`."""
    return _as_pdf(list(_pages(sheet, cards, tags, words)), sheet, title)


# --- drawing

_Colour = tuple[int, int, int]


@dataclass(frozen=True)
class _Text:
    x: float
    y: float  # baseline of the letters
    size: float
    text: str
    bold: bool = False
    colour: _Colour = _BLACK


@dataclass(frozen=True)
class _Box:
    x: float
    y: float
    width: float
    height: float
    filled: bool = False


@dataclass(frozen=True)
class _Line:
    x: float
    y: float
    to_x: float
    to_y: float


_Page = list[_Text | _Box | _Line]


def _pages(sheet: LabelSheet, cards: list[str], tags: Mapping[str, str], words: Any) -> Iterator[_Page]:
    page: _Page = []
    for number, card in enumerate(cards, sheet.used):
        place = number % sheet.count
        if place == 0 and page:
            yield page
            page = []
        if not page and sheet.marks:
            page += _marks(sheet)
        page += _label(sheet, *sheet.place(place), card, tags.get(card, ""), words)
    yield page


def _label(sheet: LabelSheet, x: float, y: float, card: str, tag: str, words: Any) -> _Page:
    """Return one label whose upper left corner is at (x, y)."""
    width, height = sheet.width, sheet.height
    edge = min(width, height) * 0.12
    number = parse(card)
    name = "★" + card[1] if number >= JOKER else text(number, words)
    pack = card[2:]
    right, bottom = x + width, y + height
    if sheet.tag:
        # Full scale. The mark follows the card's corner, which is the label's corner too.
        wide, tall = sheet.tag
        left = right - INSET - wide
        pack = pack or ("1" if number < JOKER else "")
        shown: _Page = [
            _Box(left, bottom - INSET - tall, wide, tall),
            _Line(right - _CORNER, bottom - _EDGE, right - _EDGE, bottom - _EDGE),
            _Line(right - _EDGE, bottom - _CORNER, right - _EDGE, bottom - _EDGE),
        ]
    else:
        # A card's width is 0.7 of its height; its tag is in the lower right corner.
        tall = min(height - 2 * edge, width / 3)
        wide = tall * 0.7
        left = right - edge - wide
        top = y + (height - tall) / 2
        spot = wide * 0.4
        shown = [
            _Box(left, top, wide, tall),
            _Box(left + wide * 0.9 - spot, top + tall - wide * 0.1 - spot, spot, spot, True),
        ]
    room = left - edge / 2 - (x + edge)
    size = min(height * 0.52, room / (_ems(name) + 0.6 * _ems(pack)))
    end = " ".join(_groups(tag[-_DIGITS:]))
    small = min(height * 0.2, room / (_SMALL_EM * (_DIGITS + 1)))
    # The two lines are centred vertically on the label.
    base = y + (height - small * 1.5 - size * 0.75) / 2 + size * 0.75
    red = _RED if card[1] in "HD" and number < JOKER else _BLACK
    found: _Page = [_Text(x + edge, base, size, name, True, red)]
    if pack:
        found.append(_Text(x + edge + size * _ems(name), base, size * 0.6, pack, True, _GREY))
    if end:
        found.append(_Text(x + edge, base + small * 1.5, small, end, False, _GREY))
    found += shown
    return found


def _ems(name: str) -> float:
    narrow = {"J": _J_EM, **dict.fromkeys("0123456789", _DIGIT_EM)}
    return sum(narrow.get(each, _EM) for each in name)


def _groups(digits: str) -> list[str]:
    return [digits[i : i + 4] for i in range(0, len(digits), 4)]


def _marks(sheet: LabelSheet) -> _Page:
    """Return crop marks in the border, at each edge of a label."""
    left, top = sheet.corner
    right, bottom = sheet.size[0] - left, sheet.size[1] - top
    gap = min(1.0, left / 4, top / 4)
    length = min(_MARK, left / 2, top / 2)
    found: _Page = []
    for x in _edges(left, sheet.columns, sheet.width, sheet.gap_x):
        found.append(_Line(x, top - gap - length, x, top - gap))
        found.append(_Line(x, bottom + gap, x, bottom + gap + length))
    for y in _edges(top, sheet.rows, sheet.height, sheet.gap_y):
        found.append(_Line(left - gap - length, y, left - gap, y))
        found.append(_Line(right + gap, y, right + gap + length, y))
    return found


def _edges(begin: float, count: int, size: float, gap: float) -> list[float]:
    found = [begin + i * (size + gap) + side for i in range(count) for side in (0.0, size)]
    return sorted({round(each, 3) for each in found})


# --- files


def _as_pdf(pages: list[_Page], sheet: LabelSheet, title: str) -> bytes:
    paper = pdf(title, sheet=sheet.paper)
    paper.set_auto_page_break(False)
    paper.set_line_width(0.15)
    for page in pages:
        paper.add_page()
        for each in page:
            if isinstance(each, _Text):
                paper.set_font(FONT, "B" if each.bold else "", each.size / _POINT)
                paper.set_text_color(*each.colour)
                paper.text(each.x, each.y, each.text)
            elif isinstance(each, _Box):
                paper.rect(each.x, each.y, each.width, each.height, "F" if each.filled else "D")
            else:
                paper.line(each.x, each.y, each.to_x, each.to_y)
    return bytes(paper.output())


def _as_svg(page: _Page, sheet: LabelSheet, title: str) -> bytes:
    width, height = sheet.size
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}" font-family="DejaVu Sans, Verdana, sans-serif">',
        f"<title>{escape(title)}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for each in page:
        if isinstance(each, _Text):
            bold = ' font-weight="bold"' if each.bold else ""
            lines.append(
                f'<text x="{each.x:.2f}" y="{each.y:.2f}" font-size="{each.size:.2f}"{bold} '
                f'fill="rgb{each.colour}">{escape(each.text)}</text>'.replace(", ", ",")
            )
        elif isinstance(each, _Box):
            ink = 'fill="black"' if each.filled else 'fill="none" stroke="black"'
            lines.append(
                f'<rect x="{each.x:.2f}" y="{each.y:.2f}" width="{each.width:.2f}" '
                f'height="{each.height:.2f}" {ink} stroke-width="0.15"/>'
            )
        else:
            lines.append(
                f'<line x1="{each.x:.2f}" y1="{each.y:.2f}" x2="{each.to_x:.2f}" '
                f'y2="{each.to_y:.2f}" stroke="black" stroke-width="0.15"/>'
            )
    return ("\n".join([*lines, "</svg>"]) + "\n").encode()
