"""The sheets of a league as a PDF to print."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tierce_tools.base.paper import FONT, MARGIN, pdf
from tierce_tools.league.sheets import Sheet

if TYPE_CHECKING:
    from fpdf import FPDF

_ROW = 6.0  # mm
_PADDING = 4.0
_LEAST = 30.0  # for a text


def document(title: str, facts: list[tuple[str, str]], sheets: list[Sheet]) -> bytes:
    """Return the PDF: A4, the head of a table repeats on each page."""
    from fpdf.fonts import FontFace

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
    for sheet in sheets:
        paper.ln(5)
        if paper.get_y() > paper.h - MARGIN - 5 * _ROW:
            paper.add_page()
        paper.set_font(FONT, "B", 13)
        paper.multi_cell(0, 7, text(sheet.title), align="L", new_x="LMARGIN", new_y="NEXT")
        paper.set_font(FONT, "", 8 if len(sheet.head) > 8 else 9)
        paper.set_draw_color(170)
        paper.set_line_width(0.1)
        with paper.table(
            width=width,
            col_widths=_widths(paper, sheet, width),
            line_height=4.4,
            padding=(0.6, 1.3),
            text_align=tuple("L" if at in sheet.text else "R" for at in range(len(sheet.head))),
            headings_style=FontFace(emphasis="BOLD"),
            borders_layout="HORIZONTAL_LINES",
        ) as table:
            for cells in [sheet.head, *sheet.rows]:
                row = table.row()
                for each in cells:
                    row.cell(text(each))
        paper.set_font(FONT, "", 8)
        paper.set_text_color(95)
        for note in sheet.notes:
            paper.multi_cell(0, 4.4, text(note), align="L", new_x="LMARGIN", new_y="NEXT")
        paper.set_text_color(20)
    return bytes(paper.output())


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
