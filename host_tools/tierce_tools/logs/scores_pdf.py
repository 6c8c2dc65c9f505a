"""Score sheets as a PDF to print: A4, each match on its own pages."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tierce_tools.base.paper import FONT, MARGIN, pdf
from tierce_tools.logs.scores import Line, Scores, Terms

if TYPE_CHECKING:
    from fpdf import FPDF

_ROUND_W, _HOW_W = 15.0, 35.0  # mm; the players share the remaining width
_ROW, _SMALL_ROW = 6.0, 4.2
_SIGNED, _SIGN_ROW, _GAP = 3, 20.0, 8.0  # lines to sign on: side by side, and mm
_GREY, _BLACK = 95, 20
_STAR = "\N{BLACK STAR} "


def document(sheets: list[Scores], terms: Terms) -> bytes:
    """Return the PDF with the score sheets of some matches."""
    paper = pdf(terms.say("Score sheet"))
    has: list[set[int]] = [set(getattr(font, "cmap", ())) for font in paper.fonts.values()]
    known = has[0].intersection(*has)
    for sheet in sheets:
        _Sheet(paper, sheet, terms, known).draw()
    return bytes(paper.output())


class _Sheet:
    """One match, drawn from the top of a new page."""

    def __init__(self, paper: "FPDF", sheet: Scores, terms: Terms, known: set[int]) -> None:
        self.paper = paper
        self.sheet = sheet
        self.say = terms.say
        self.width = paper.w - 2 * MARGIN
        self.bottom = paper.h - MARGIN
        self.column = (self.width - _ROUND_W - _HOW_W) / max(len(sheet.players), 1)
        self.known = known  # letters that the fonts have

    def draw(self) -> None:
        paper, sheet = self.paper, self.sheet
        paper.set_auto_page_break(False)
        paper.add_page()
        self._style(18, bold=True)
        self._lines(sheet.title, 9)
        paper.ln(1)
        for label, value in sheet.facts:
            self._fact(label, value)
        for note in sheet.notes:
            self._style(9, grey=True)
            self._lines(note, _SMALL_ROW + 0.5)
        paper.ln(3)
        self._head()
        if sheet.carried is not None:
            self._sums(self.say("Brought forward"), sheet.carried)
        for line in sheet.lines:
            self._room(_ROW + _SMALL_ROW, head=True)
            self._line(line)
        if sheet.columns is not None:
            self._room(_ROW, head=True)
            self._sums(self.say("Columns"), sheet.columns)
        if sheet.bonuses is not None:
            self._room(_ROW, head=True)
            self._sums(self.say("Final bonuses"), sheet.bonuses)
        self._room(_ROW + 2, head=True)
        self._totals()
        self._end()
        self._signed()

    # --- pieces

    def _style(self, size: float, bold: bool = False, grey: bool = False) -> None:
        self.paper.set_font(FONT, "B" if bold else "", size)
        self.paper.set_text_color(_GREY if grey else _BLACK)

    def _text(self, text: str) -> str:
        """Return a text with each letter that the font lacks as a question mark."""
        return "".join(letter if ord(letter) in self.known else "?" for letter in text)

    def _lines(self, text: str, height: float, width: float = 0, align: str = "L") -> None:
        self.paper.multi_cell(width, height, self._text(text), align=align, new_x="LMARGIN", new_y="NEXT")

    def _room(self, height: float, head: bool = False) -> None:
        if self.paper.get_y() + height > self.bottom:
            self.paper.add_page()
            if head:
                self._head()

    def _fact(self, label: str, value: str) -> None:
        paper = self.paper
        self._style(10, grey=True)
        top = paper.get_y()
        paper.cell(40, 5.2, self._text(label))
        self._style(10)
        paper.set_xy(MARGIN + 40, top)
        self._lines(value, 5.2, self.width - 40)

    def _head(self) -> None:
        """Draw the head of the table, which repeats on each page."""
        paper = self.paper
        self._names_style()
        names = [self._wrapped(name, self.column - 2) for name in self.sheet.players]
        height = max([len(lines) for lines in names] or [1]) * _SMALL_ROW + 1
        self._room(height + _ROW + _SMALL_ROW)
        top = paper.get_y()
        low = top + height - _SMALL_ROW - 0.5
        paper.set_xy(MARGIN, low)
        paper.cell(_ROUND_W, _SMALL_ROW, self._text(self.say("Round")))
        paper.cell(_HOW_W, _SMALL_ROW, self._text(self.say("Ended by")))
        for seat, lines in enumerate(names):
            left = MARGIN + _ROUND_W + _HOW_W + seat * self.column
            for at, text in enumerate(lines):
                paper.set_xy(left, top + height - (len(lines) - at) * _SMALL_ROW - 0.5)
                paper.cell(self.column, _SMALL_ROW, text, align="R")
        self._rule(top + height, 0.5)
        paper.set_xy(MARGIN, top + height + 0.8)

    def _names_style(self) -> None:
        """Set the largest type in which no word of a name breaks, if there is one."""
        names = " ".join(self.sheet.players).replace("-", "- ")
        words = self._text(names).split()
        for size in (9, 8, 7):
            self._style(size, bold=True)
            if all(self.paper.get_string_width(word) <= self.column - 2 for word in words):
                return
        self._style(8, bold=True)

    def _wrapped(self, text: str, width: float, most: int = 3) -> list[str]:
        """Return a name wrapped to `width` mm in the current font; at most `most` lines."""
        measure = self.paper.get_string_width
        lines: list[str] = []
        rest = self._text(text)
        while rest and len(lines) < most:
            size = len(rest)
            while size > 1 and measure(rest[:size]) > width:
                size -= 1
            if size < len(rest):
                gap = max(rest.rfind(" ", 0, size + 1), rest.rfind("-", 0, size) + 1)
                size = gap if gap > 0 else size
            lines.append(rest[:size].strip())
            rest = rest[size:].strip()
        if rest:
            last = lines[-1]
            while last and measure(last + "…") > width:
                last = last[:-1]
            lines[-1] = last + "…"
        return lines

    def _line(self, line: Line) -> None:
        paper = self.paper
        top = paper.get_y()
        self._style(10)
        paper.set_xy(MARGIN, top)
        paper.cell(_ROUND_W, _ROW, line.number)
        self._style(9)
        paper.cell(_HOW_W, _ROW, "".join(self._wrapped(line.how, _HOW_W - 2, 1)))
        for seat, total in enumerate(line.totals):
            left = MARGIN + _ROUND_W + _HOW_W + seat * self.column
            won = seat in line.winners
            self._style(10, bold=won)
            paper.set_xy(left, top)
            score = (_STAR if won else "") + line.cells[seat]
            paper.cell(self.column, _ROW - 0.8, score, align="R")
            self._style(7, grey=True)
            paper.set_xy(left, top + _ROW - 1.2)
            paper.cell(self.column, 3, str(total), align="R")
        bottom = top + _ROW + 2.2
        self._rule(bottom, 0.1)
        paper.set_xy(MARGIN, bottom + 0.5)

    def _sums(self, label: str, points: Sequence[int | str]) -> None:
        """Draw a row of points that come from no round of this sheet."""
        paper = self.paper
        top = paper.get_y()
        self._style(10)
        paper.set_xy(MARGIN, top)
        paper.cell(_ROUND_W + _HOW_W, _ROW, self._text(label))
        for each in points:
            paper.cell(self.column, _ROW, str(each), align="R")
        self._rule(top + _ROW, 0.1)
        paper.set_xy(MARGIN, top + _ROW + 0.5)

    def _totals(self) -> None:
        paper = self.paper
        top = paper.get_y()
        self._rule(top, 0.5)
        self._style(11, bold=True)
        paper.set_xy(MARGIN, top + 0.8)
        paper.cell(_ROUND_W + _HOW_W, _ROW, self._text(self.say("Total")))
        for total in self.sheet.totals:
            paper.cell(self.column, _ROW, str(total), align="R")
        paper.set_xy(MARGIN, top + _ROW + 4)

    def _end(self) -> None:
        sheet = self.sheet
        self._style(13, bold=True)
        self._room(8 + 5.5 * len(sheet.places))
        self._lines(sheet.result, 7)
        self._style(11)
        for place, name, total in sheet.places:
            self._lines(self.say("{place}. {name}: {total}", place=place, name=name, total=total), 5.5)
        if sheet.lines:
            self._style(8, grey=True)
            self._room(6)
            self.paper.ln(2)
            self._lines(self.say("★ won the round. Small figures: the total so far."), 4)

    def _signed(self) -> None:
        """Draw a line for each player to sign on, three side by side."""
        paper, width = self.paper, (self.width + _GAP) / _SIGNED - _GAP
        self._style(9)
        for at, name in enumerate(self.sheet.players):
            if at % _SIGNED == 0:
                self._room(_SIGN_ROW)
                paper.set_y(paper.get_y() + _SIGN_ROW)
            left, top = MARGIN + at % _SIGNED * (width + _GAP), paper.get_y()
            paper.set_line_width(0.2)
            paper.set_draw_color(_BLACK)
            paper.line(left, top - 5, left + width, top - 5)
            paper.set_xy(left, top - 4.5)
            paper.cell(width, 4, "".join(self._wrapped(name, width - 1, 1)))
            paper.set_y(top)

    def _rule(self, y: float, width: float) -> None:
        self.paper.set_line_width(width)
        self.paper.set_draw_color(_BLACK if width > 0.2 else 190)
        self.paper.line(MARGIN, y, MARGIN + self.width, y)
