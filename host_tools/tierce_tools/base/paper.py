"""PDF pages in DejaVu Sans, which has accents and the suits of cards."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tierce_tools.base.paths import fonts

if TYPE_CHECKING:
    from fpdf import FPDF

FONT = "DejaVu"  # regular and bold; PDF's standard fonts lack the suits
MARGIN = 15.0  # mm

# Width and height in mm, portrait.
SHEETS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}

# A PDF holds its creation date; a fixed one gives the same bytes for the same content.
_MADE = datetime(2000, 1, 1, tzinfo=UTC)


def pdf(title: str, landscape: bool = False, sheet: str = "a4", bold: bool = True) -> "FPDF":
    """Return an empty document without pages, in mm, with DejaVu 10 pt set.

    `sheet` is a key of SHEETS; `bold`: with the bold font, which takes a tenth of a second to read.
    The same content always gives the same bytes.
    """
    from fpdf import FPDF

    paper = FPDF(orientation="landscape" if landscape else "portrait", format=SHEETS[sheet])
    paper.set_creation_date(_MADE)
    paper.set_title(title)
    paper.set_creator("tierce")
    paper.set_margin(MARGIN)
    paper.set_auto_page_break(auto=True, margin=MARGIN)
    paper.add_font(FONT, "", fonts() / "DejaVuSans.ttf")
    if bold:
        paper.add_font(FONT, "B", fonts() / "DejaVuSans-Bold.ttf")
    paper.set_font(FONT, size=10)
    return paper
