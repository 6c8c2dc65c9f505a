"""The score sheet and notices; loaded only while they are shown."""

from app.people.naming import name_of, signed
from app.people.text import (
    BLACK,
    CENTRE,
    LARGE,
    ROOMY,
    SMALL,
    block,
    capital,
    cut,
    laid_out,
    parts,
    wide,
    wrap,
)


def _line(label, values, edges):
    """Return a line of the score sheet as cells: a label, and a value that ends at each edge."""
    cells = [(0, label)]
    for seat in range(len(edges)):
        cells.append((-edges[seat], str(values[seat])))
    return tuple(cells)


def sheet(show, words, columns, lines):
    """Return the pages of the score sheet, lists of rows: each round's scores, then totals."""
    seats = len(show.players)
    head = (SMALL, cut(words.SAY["rounds"], columns), BLACK)
    again = head if lines >= ROOMY else None
    width = (columns - 4) // max(1, seats)
    if width < 5:
        # Too narrow for a table: write a round's scores one after another.
        names = [name_of(show, seat, words, 8) for seat in range(seats)]
        blocks = []
        if show.carried:
            pieces = ["%s %d" % (names[seat], show.carried[seat]) for seat in range(seats)]
            blocks.append(block(["+"] + parts(pieces, columns)))
        for number, scores in enumerate(show.sheet, show.before + 1):
            pieces = ["%s %s" % (names[seat], signed(scores[seat])) for seat in range(seats)]
            blocks.append(block(wrap("%d." % number, columns) + parts(pieces, columns)))
        pieces = ["%s %d" % (names[seat], show.totals[seat]) for seat in range(seats)]
        blocks.append(block([capital(words.SAY["total"])]) + block(parts(pieces, columns)))
        return laid_out(head, again, blocks, columns, lines)
    width = min(width, 9)
    edges = [4 + width * (seat + 1) for seat in range(seats)]
    names = [name_of(show, seat, words, width - 1) for seat in range(seats)]
    blocks = [block([_line("", names, edges)])]
    if show.carried:
        blocks.append(block([_line("  +", show.carried, edges)]))
    for number, scores in enumerate(show.sheet, show.before + 1):
        blocks.append(block([_line("%3d" % number, scores, edges)]))
    blocks.append(block([_line("  =", show.totals, edges)]))
    return laid_out(head, again, blocks, columns, lines)


def notice(title, texts, columns, lines):
    """Return the pages of a notice, lists of rows."""
    head = again = (SMALL, cut(title, columns), BLACK)
    if lines >= ROOMY and wide(title) <= columns // 2:
        head = (LARGE, title, CENTRE)
    blocks = [block(wrap(text, columns)) for text in texts]
    return laid_out(head, again, blocks, columns, lines)
