"""The sheets of a league as a PDF to print."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING, cast

from tierce_tools.base.paper import FONT, MARGIN, pdf
from tierce_tools.base.sheet import Sheet

if TYPE_CHECKING:
    from fpdf import FPDF

_LINE, _ROOM, _SIDE = 4.4, 0.6, 1.3  # mm: a line, and what is left free above and beside it
_TITLE = 7.0
_PADDING = 4.0
_LONG = 30  # rows of a list
_LEAST = 30.0  # for a text


def document(title: str, facts: list[tuple[str, str]], sheets: list[Sheet]) -> bytes:
    """Return the PDF, A4."""
    paper = pdf(title)
    has: list[set[int]] = [set(getattr(font, "cmap", ())) for font in paper.fonts.values()]
    known = has[0].intersection(*has)

    def text(told: str) -> str:
        return "".join(letter if ord(letter) in known else "?" for letter in told)

    paper.add_page()
    paper.set_font(FONT, "B", 18)
    paper.multi_cell(0, 9, text(title), align="L", new_x="LMARGIN", new_y="NEXT")
    width = paper.w - 2 * MARGIN
    for label, value in facts:
        top = paper.get_y()
        paper.set_font(FONT, "", 10)
        paper.set_text_color(95)
        paper.cell(45, 5.4, text(label))
        paper.set_text_color(20)
        paper.set_xy(MARGIN + 45, top)
        paper.multi_cell(width - 45, 5.4, text(value), align="L", new_x="LMARGIN", new_y="NEXT")
    for number, sheet in enumerate(sheets):
        _draw(paper, _folded(sheet), text, is_first=not number)
    return bytes(paper.output())


def _folded(sheet: Sheet) -> Sheet:
    """Return a long list in two columns."""
    if not sheet.is_list or len(sheet.rows) < _LONG:
        return sheet
    half = -(-len(sheet.rows) // 2)
    rows = [a + b for a, b in zip_longest(sheet.rows[:half], sheet.rows[half:], fillvalue=["", ""])]
    return replace(sheet, head=sheet.head * 2, rows=rows, text={0, 2})


def _draw(paper: "FPDF", sheet: Sheet, text: Callable[[str], str], is_first: bool) -> None:
    """Draw a sheet: on one page if it fits there; else no card table is split, and the head repeats."""
    from fpdf.fonts import FontFace
    from fpdf.util import Padding

    beside = Padding(left=_SIDE, right=_SIDE)
    width = paper.w - 2 * MARGIN
    size = 8 if len(sheet.head) > 8 else 9
    paper.set_font(FONT, "", size)
    widths = _widths(paper, sheet, width)

    def tall(rows: Iterable[list[str]], style: str = "") -> float:
        paper.set_font(FONT, style, size)
        return sum(max(map(lines, row, widths)) * _LINE + 2 * _ROOM for row in rows)

    def lines(told: str, wide: float) -> int:
        found = paper.multi_cell(wide, _LINE, text(told), padding=beside, dry_run=True, output="LINES")
        return len(cast("list[str]", found)) or 1

    head = tall([sheet.head], "B")
    groups = [(rows, tall(rows)) for rows in sheet.groups()]
    whole = _TITLE + head + sum(each for _, each in groups) + _LINE * len(sheet.notes)
    bottom = paper.h - MARGIN
    paper.ln(5)
    least = _TITLE + head + max((each for _, each in groups), default=0)
    if paper.get_y() + (least if is_first or whole > bottom - MARGIN else whole) > bottom:
        paper.add_page()
    paper.set_font(FONT, "B", 13)
    paper.multi_cell(0, _TITLE, text(sheet.title), align="L", new_x="LMARGIN", new_y="NEXT")
    parts: list[list[list[str]]] = [[]]
    left = bottom - paper.get_y() - head
    for rows, high in groups:
        if high > left and parts[-1]:
            parts.append([])
            left = bottom - MARGIN - head
        parts[-1] += rows
        left -= high
    paper.set_font(FONT, "", size)
    paper.set_draw_color(170)
    paper.set_line_width(0.1)
    for number, part in enumerate(parts):
        if number:
            paper.add_page()
        with paper.table(
            width=width,
            col_widths=widths,
            line_height=_LINE,
            padding=(_ROOM, _SIDE),
            text_align=tuple("L" if at in sheet.text else "R" for at in range(len(sheet.head))),
            headings_style=FontFace(emphasis="BOLD"),
            borders_layout="HORIZONTAL_LINES",
        ) as table:
            for cells in [sheet.head, *part]:
                row = table.row()
                for each in cells:
                    row.cell(text(each))
    paper.set_font(FONT, "", 8)
    paper.set_text_color(95)
    for note in sheet.notes:
        paper.multi_cell(0, _LINE, text(note), align="L", new_x="LMARGIN", new_y="NEXT")
    paper.set_text_color(20)


def _widths(paper: "FPDF", sheet: Sheet, width: float) -> tuple[float, ...]:
    """Return the columns' widths in mm: numbers take what they need, texts share the rest."""
    size = paper.font_size_pt

    def widest(texts: Iterable[str], style: str) -> float:
        paper.set_font(FONT, style, size)
        return max(map(paper.get_string_width, texts), default=0)

    numbers = {
        at: _PADDING + max(widest(head.split(), "B"), widest((row[at] for row in sheet.rows), ""))
        for at, head in enumerate(sheet.head)
        if at not in sheet.text
    }
    paper.set_font(FONT, "", size)
    rest = max(width - sum(numbers.values()), _LEAST * len(sheet.text)) / len(sheet.text)
    return tuple(numbers.get(at, rest) for at in range(len(sheet.head)))
