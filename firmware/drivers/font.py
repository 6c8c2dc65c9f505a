"""The screens' font: which letters exist, and their widths.

At size 1 a letter is 16 dots high and at most 8 wide with the gap after it (œ and … are 9 wide);
size 2 doubles that. The font is proportional, but all digits have the same width.
"""

_kept = []  # the module drivers.font_data while something is drawn

_fixed = [0]  # the width of every letter, on a screen of cells; 0: each has its own

GAP = 1  # between letters

# Pairs: a letter that the font lacks, and its substitute.
_LIKE = (
    "\u00a0 \u202f \u2009 \u2019'\u2018'\u201c\"\u201d\"\u2014\u2013\u2212-\u2011-"
    "ÁAÂAÃAÄAÅAËEÌIÍIÎIÏIÒOÓOÕOØOÙUÚUÛUÝYŸYÑN"
    "áaãaåaìiíiòoóoõoøoúuýyñn"
    "ČCĆCŠSŚSŽZŁLčcćcěeęeąağgınłlńnňnřrśsšsşsůužzźzżz"
)


def data() -> "Any":
    """Return the module drivers.font_data, which is loaded while something is drawn: see `forget`."""
    if not _kept:
        from drivers import font_data

        _kept.append(font_data)
    return _kept[0]


def forget() -> None:
    """Let go of the letters: their module can be unloaded."""
    _kept.clear()


def bounds(letter: str) -> "tuple[int, int]":
    """Return the first column of a letter in COLUMNS, and the one after its last.

    If the font lacks the letter, those of its substitute, or of "?" if it has none.
    """
    starts = data().STARTS
    at = ord(letter) - 32
    if not 0 <= at < 95:
        at = data().EXTRA.find(letter)
        if at < 0:
            at = _LIKE.find(letter)
            return bounds(_LIKE[at + 1] if at >= 0 else "?")
        at += 95
    at *= 2
    return starts[at] << 8 | starts[at + 1], starts[at + 2] << 8 | starts[at + 3]


def fix(dots: int) -> None:
    """Give every letter the same width, on a screen of cells; 0: each has its own again."""
    _fixed[0] = dots


def width(text: str, size: int = 1) -> int:
    """Return the width of a text in dots, including the gap after its last letter."""
    if _fixed[0]:
        return _fixed[0] * len(text) * size
    total = 0
    for letter in text:
        first, end = bounds(letter)
        total += end - first + GAP
    return total * size


def cells_of(text: "str | tuple[tuple[int, str], ...]") -> "tuple[tuple[int, str], ...]":
    """Return the cells (at, text) of a row's text; plain text becomes one cell.

    A cell begins at column `at` of 8 dots, or ends before column -at if `at` is negative.
    """
    return ((0, text),) if isinstance(text, str) else text
