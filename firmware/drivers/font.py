"""The letters of the screens: which there are, how wide they are, how a text is made to fit.

A letter of size 1 is 16 dots high and, with the gap after it, at most 8 wide (œ and … are 9); of
size 2 twice that. Letters are as wide as they are drawn; digits are all as wide as each other.
"""

from drivers import font_data

STARTS = font_data.STARTS
COLUMNS = font_data.COLUMNS
GAP = 1  # between letters

_EXTRA = font_data.EXTRA
# Letters that are not drawn, each before the one that stands for it.
_LIKE = (
    "\u00a0 \u202f \u2009 \u2019'\u2018'\u201c\"\u201d\"\u2014\u2013\u2212-\u2011-"
    "ÁAÂAÃAÄAÅAËEÌIÍIÎIÏIÒOÓOÕOØOÙUÚUÛUÝYŸYÑN"
    "áaãaåaìiíiòoóoõoøoúuýyñn"
    "ČCĆCŠSŚSŽZŁLčcćcěeęeąağgınłlńnňnřrśsšsşsůužzźzżz"
)
_ELLIPSIS = "\u2026"


def number(letter):
    """Return where the letter is in a face; of a like one if it is not there, else of "?"."""
    code = ord(letter)
    if 32 <= code < 127:
        return code - 32
    at = _EXTRA.find(letter)
    if at >= 0:
        return 95 + at
    at = _LIKE.find(letter)
    return number(_LIKE[at + 1]) if at >= 0 else 31


def width(text, size=1):
    """Return how many dots wide a text is, with the gap after its last letter."""
    total = 0
    for letter in text:
        at = 2 * number(letter)
        total += (STARTS[at + 2] << 8 | STARTS[at + 3]) - (STARTS[at] << 8 | STARTS[at + 1]) + GAP
    return total * size


def fit(text, room, size=1):
    """Return the text, cut with an ellipsis if it is wider than `room` dots."""
    if width(text, size) <= room:
        return text
    room -= width(_ELLIPSIS, size)
    end = 0
    for letter in text:
        room -= width(letter, size)
        if room < 0:
            break
        end += 1
    return text[:end].rstrip() + _ELLIPSIS
