"""The score sheet and notices; loaded only while they are shown."""

from app.people.names import name_of, signed
from app.people.text import BLACK, CENTRE, LARGE, ROOMY, SMALL, block, capital, cut, laid_out, parts, wide, wrap


def _line(label, values, edges):
    """Return a line of the score sheet as cells: a label, and a value that ends at each edge."""
    cells = [(0, label)]
    for seat in range(len(edges)):
        if values[seat] != "":
            cells.append((-edges[seat], str(values[seat])))
    return tuple(cells)


def _rows(show):
    """Return [(label, values by seat)]: each round's scores, and each correction of a score."""
    found = []
    given = list(show.given)
    rounds = len(show.sheet)
    for number in range(rounds + 1):
        while given and (given[0][0] <= number or number == rounds):
            seat, points = given.pop(0)[1:3]
            values = [""] * len(show.players)
            values[seat] = signed(points)
            found.append(("", values))
        if number < rounds:
            found.append((str(show.before + 1 + number), show.sheet[number]))
    return found


def sheet(show, words, columns, lines):
    """Return the pages of the score sheet: each round's scores, the corrections, then totals."""
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
        for label, scores in _rows(show):
            pieces = ["%s %s" % (names[seat], signed(scores[seat])) for seat in range(seats) if scores[seat] != ""]
            blocks.append(block([label + "." if label else "+/-"] + parts(pieces, columns)))
        pieces = ["%s %d" % (names[seat], show.totals[seat]) for seat in range(seats)]
        blocks.append(block([capital(words.SAY["total"])]) + block(parts(pieces, columns)))
        return laid_out(head, again, blocks, columns, lines)
    width = min(width, 9)
    edges = [4 + width * (seat + 1) for seat in range(seats)]
    names = [name_of(show, seat, words, width - 1) for seat in range(seats)]
    blocks = [block([_line("", names, edges)])]
    if show.carried:
        blocks.append(block([_line("  +", show.carried, edges)]))
    for label, scores in _rows(show):
        blocks.append(block([_line("%3s" % (label or "+/-"), scores, edges)]))
    blocks.append(block([_line("  =", show.totals, edges)]))
    return laid_out(head, again, blocks, columns, lines)


def notice(title, texts, columns, lines):
    """Return the pages of a notice, lists of rows."""
    head = again = (SMALL, cut(title, columns), BLACK)
    if lines >= ROOMY and wide(title) <= columns // 2:
        head = (LARGE, title, CENTRE)
    blocks = [block(wrap(text, columns)) for text in texts]
    return laid_out(head, again, blocks, columns, lines)
