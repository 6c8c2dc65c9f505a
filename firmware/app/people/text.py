"""Text layout for a screen: breaks text into lines, columns and pages. Knows no game.

A row is (size, text, style). SMALL takes one line of 16 dots; LARGE takes two lines and is twice as
wide. A column is 8 dots, about one letter of the proportional font. Only names, and words longer
than a line, are cut. Text in columns is a tuple of cells: drivers.font.cells_of.
"""

from drivers.font import cells_of, width

SMALL = 1
LARGE = 2

PLAIN = 0
BLACK = 1  # white on black
CENTRE = 2  # centred in its line

# Screens with at least this many lines have room for large letters.
ROOMY = 6
# Screens with fewer lines than these show a verdict without a headline, and only whether more comes.
FEW = 3
_MOST_PAGES = 9


def wide(text):
    """Return the width of a small text in columns, rounded up."""
    return (width(text) + 7) // 8


def _end(text):
    """Return the column after the end of a row's text."""
    at, last = cells_of(text)[-1]
    return -at if at < 0 else at + wide(last)


def wrap(text, columns):
    """Return the lines of a text, broken between words; words longer than a line are split."""
    room = 8 * columns
    space = width(" ")
    lines = []
    line = ""
    used = 0
    for word in text.split(" "):
        if not word:
            continue
        needs = width(word)
        if line and used + space + needs <= room:
            line += " " + word
            used += space + needs
            continue
        if line:
            lines.append(line)
        while needs > room:
            count = 1
            while width(word[: count + 1]) <= room:
                count += 1
            lines.append(word[:count])
            word = word[count:].lstrip()
            needs = width(word)
        line = word
        used = needs
    if line:
        # A cut name ends in a point, so drop the point of the sentence after it.
        lines.append(line[:-1] if line[-2:] == ".." and line[-3:] != "..." else line)
    return lines


def cut(name, most):
    """Return a name cut to `most` columns; a cut name ends in a point."""
    if wide(name) <= most:
        return name
    short = name
    while len(short) > 1 and wide(short + ".") > most:
        short = short[:-1]
    return short.rstrip(" -'.") + "."


# MicroPython's upper() does not change letters with accents.
_CAPITALS = {"à": "À", "é": "É", "ê": "Ê", "ç": "Ç"}


def capital(text):
    """Return a text with its first letter as a capital."""
    first = text[:1]
    return _CAPITALS.get(first, first.upper()) + text[1:]


def listed(pieces, words):
    """Return pieces as a list in words: a, b and c."""
    if len(pieces) < 2:
        return "".join(pieces)
    return "%s %s %s" % (", ".join(pieces[:-1]), words.SAY["and"], pieces[-1])


def parts(pieces, columns, between=", "):
    """Return lines of joined pieces, broken between pieces; longer pieces are wrapped."""
    lines = []
    line = ""
    for piece in pieces:
        if line and wide(line + between + piece) <= columns:
            line += between + piece
            continue
        if line:
            lines.append(line)
        pieces_of_one = wrap(piece, columns)
        lines.extend(pieces_of_one[:-1])
        line = pieces_of_one[-1] if pieces_of_one else ""
    if line:
        lines.append(line)
    return lines


def beside(left, right, columns):
    """Return a row's text with a part at each end; the left one is cut if necessary."""
    if not right:
        return cut(left, columns)
    return ((0, cut(left, columns - wide(right) - 1)), (-columns, right))


def block(lines, style=PLAIN):
    """Return lines as a block: small rows, kept on one page if possible."""
    return [(SMALL, line, style) for line in lines]


def _fill(blocks, room, columns, corner):
    """Distribute blocks of small rows over pages of `room` lines; return the pages.

    The last `corner` columns of each page's last line stay free. A block is split only if it does
    not fit on one page.
    """
    filled = []
    page = []
    for block in blocks:
        if not block:
            continue
        left = room - len(page)
        # A block that ends in the corner cannot use the last line of a page.
        if corner and _end(block[-1][1]) > columns - corner:
            left -= 1
        if page and len(block) > left and len(block) < room:
            filled.append(page)
            page = []
        for row in block:
            last = len(page) == room - 1
            if len(page) == room or (corner and last and _end(row[1]) > columns - corner):
                filled.append(page)
                page = []
            page.append(row)
    if page or not filled:
        filled.append(page)
    return filled


def laid_out(head, again, blocks, columns, lines):
    """Return the pages of blocks under a headline; `again` is that of the pages after the first."""
    used = head[0] if head else 0
    first = _fill(blocks, lines - used, columns, 0)
    if len(first) == 1:
        return [([head] if head else []) + first[0]]
    # The first page may have fewer lines than the others, as its headline is larger.
    few = lines < FEW
    corner = 1 if few else 4
    pages = []
    rest = blocks
    top = head
    while rest and len(pages) < _MOST_PAGES:
        room = lines - (top[0] if top else 0)
        body = _fill(rest, room, columns, corner)[0]
        pages.append((top, room, body))
        rest = _without(rest, len(body))
        top = again
    made = []
    for number, (top, room, body) in enumerate(pages):
        sign = ">"[number == len(pages) - 1 :] if few else "%d/%d" % (number + 1, len(pages))
        body = list(body)
        while len(body) < room - 1:
            body.append((SMALL, "", PLAIN))
        if len(body) < room:
            body.append((SMALL, ((-columns, sign),), PLAIN))
        else:
            _, text, style = body[-1]
            body[-1] = (SMALL, cells_of(text) + ((-columns, sign),), style)
        made.append(([top] if top else []) + body)
    return made


def _without(blocks, rows):
    """Return the blocks without their first `rows` rows."""
    rest = []
    for block in blocks:
        if rows >= len(block):
            rows -= len(block)
        else:
            rest.append(block[rows:])
            rows = 0
    return rest
