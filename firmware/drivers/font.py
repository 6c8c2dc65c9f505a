"""The letters of the screens: which there are, and how wide they are.

A letter of size 1 is 16 dots high and, with the gap after it, at most 8 wide (œ and … are 9); of
size 2 twice that. Letters are as wide as they are drawn; digits are all as wide as each other.
"""

from drivers.font_data import EXTRA, STARTS

GAP = 1  # between letters

# Letters that are not drawn, each before the one that stands for it.
_LIKE = (
    "\u00a0 \u202f \u2009 \u2019'\u2018'\u201c\"\u201d\"\u2014\u2013\u2212-\u2011-"
    "ÁAÂAÃAÄAÅAËEÌIÍIÎIÏIÒOÓOÕOØOÙUÚUÛUÝYŸYÑN"
    "áaãaåaìiíiòoóoõoøoúuýyñn"
    "ČCĆCŠSŚSŽZŁLčcćcěeęeąağgınłlńnňnřrśsšsşsůužzźzżz"
)


def bounds(letter):
    """Return the first column of a letter in COLUMNS, and the one behind its last.

    Of a like letter if it is not drawn, else of "?".
    """
    at = ord(letter) - 32
    if not 0 <= at < 95:
        at = EXTRA.find(letter)
        if at < 0:
            at = _LIKE.find(letter)
            return bounds(_LIKE[at + 1] if at >= 0 else "?")
        at += 95
    at *= 2
    return STARTS[at] << 8 | STARTS[at + 1], STARTS[at + 2] << 8 | STARTS[at + 3]


def width(text, size=1):
    """Return how many dots wide a text is, with the gap after its last letter."""
    total = 0
    for letter in text:
        first, end = bounds(letter)
        total += end - first + GAP
    return total * size
