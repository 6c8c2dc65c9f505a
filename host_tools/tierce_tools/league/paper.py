"""The sheets of a league as a PDF to print."""

from tierce_tools.base.paper import FONT, MARGIN, pdf
from tierce_tools.league.sheets import Sheet

_ROW = 6.0  # mm
_NAME_W, _LEAST_W = 46.0, 14.0


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
        with paper.table(
            width=width, col_widths=_widths(sheet, width), line_height=4.4, padding=(0.6, 0.8),
            text_align=tuple("L" if at in sheet.text else "R" for at in range(len(sheet.head))),
            headings_style=FontFace(emphasis="BOLD"), borders_layout="HORIZONTAL_LINES",
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


def _widths(sheet: Sheet, width: float) -> tuple[float, ...]:
    """Return the columns' widths in mm: texts share what numbers leave."""
    count = len(sheet.head)
    numbers = count - len(sheet.text)
    number = min(24.0, (width - _NAME_W * len(sheet.text)) / max(numbers, 1))
    number = max(number, _LEAST_W)
    rest = (width - number * numbers) / max(len(sheet.text), 1)
    return tuple(rest if at in sheet.text else number for at in range(count))
