"""The figures of the guides, computed: how tags detune each other, what the loops are.

Tags are straight filaments in air: their mutual inductance is that of antennas.parallel, their own
that at the geometric mean distance of a flat trace. No ferrite, no metal, no human hand: what those
do is for the bench. Lengths of tags are in m; the loops are those of
tierce_plans.antennas.

shown.py writes the computed tables into the pages.
"""

from collections.abc import Callable
from functools import cache
from math import hypot, sqrt
from pathlib import Path

import numpy as np

from tierce_plans import antennas, budgets
from tierce_plans.pages import Page, number
from tierce_plans.timing import FC

HERE = Path(__file__).parent
CARD = 0.3e-3  # a card's thickness

Turn = tuple[float, float, float]  # half width, half height, width of the trace

TAG_TURNS = 13  # 4.1 uH at 18 mm: 16.2 MHz with the 23.5 pF of an ICODE SLIX2


def tag(side: float) -> list[Turn]:
    """Return the turns of a square tag antenna: traces of 0.15 mm, 0.15 mm between them."""
    return [(side / 2 - i * 0.3e-3, side / 2 - i * 0.3e-3, 0.15e-3) for i in range(TAG_TURNS)]


def _parallel(a1: float, a2: float, b1: float, b2: float, distance: float) -> float:
    """Return the mutual inductance of parallel filaments [a1, a2] and [b1, b2]."""
    return antennas.parallel(*(1e3 * each for each in (a1, a2, b1, b2, distance)))


def _turns(one: Turn, other: Turn, dx: float, dz: float) -> float:
    """Return the mutual inductance of two rectangular turns, `dx` aside and `dz` above."""
    (w, h, trace), (u, v, _) = one, other
    least = 0.2235 * trace  # of a filament from itself
    total = 0.0
    for side in (-1, 1):
        for facing in (-1, 1):
            across = max(least, hypot(side * h - facing * v, dz))
            total += side * facing * _parallel(-w, w, dx - u, dx + u, across)
            across = max(least, hypot(dx + facing * u - side * w, dz))
            total += side * facing * _parallel(-h, h, -v, v, across)
    return total


def mutual(one: list[Turn], other: list[Turn], dx: float, dz: float) -> float:
    """Return the mutual inductance of two coils, or one's own at no distance."""
    return sum(_turns(a, b, dx, dz) for a in one for b in other)


@cache
def coupling(side: float, dx: float, cards: int = 1) -> float:
    """Return k of two tags with this side, `dx` aside and `cards` cards' thickness apart."""
    coil = tag(side)
    return mutual(coil, coil, dx, cards * CARD) / mutual(coil, coil, 0.0, 0.0)


def common(f0: float, count: float, k: float) -> float:
    """Return where `count` equal tags resonate together, each coupled to each other by k (MHz)."""
    return f0 / sqrt(1 + (count - 1) * k)


def fan(f0: float, count: int, side: float, pitch: float) -> float:
    """Return the lowest resonance of a fan of tags, in MHz."""
    matrix = np.eye(count)
    for i in range(count):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = coupling(side, round((i - j) * pitch, 6), i - j)
    return f0 / sqrt(float(np.linalg.eigvalsh(matrix)[-1]))


# --- as tables in the pages


def _table(lang: str, head: list[str], rows: list[list[str]]) -> str:
    page = Page(lang)
    page.table(head, rows)
    return str(page)


def couplings(lang: str) -> str:
    """Return how strongly two neighbours couple, by pitch and size of the tag."""
    head = {"en": "pitch", "fr": "pas"}[lang]
    name = {"en": "{} mm tag", "fr": "étiquette de {} mm"}[lang]
    rows = [
        [f"{pitch} mm"] + [number(coupling(side / 1e3, pitch / 1e3), 2, lang) for side in SIDES]
        for pitch in (0, 5, 10, 15, 18, 20)
    ]
    return _table(lang, [head, *(name.format(side) for side in SIDES)], rows)


SIDES = (15, 18, 22, 45)
LOOPS = ((280, 100), (120, 120), (70, 50))  # of our tables


def fans(lang: str) -> str:
    """Return the lowest resonance of fans of 18 mm tags."""
    told = {
        "en": ["pitch", "alone", "2 cards", "4 cards", "13 cards"],
        "fr": ["pas", "seule", "2 cartes", "4 cartes", "13 cartes"],
    }[lang]
    rows: list[list[str]] = []
    for f0 in (FC, 16.0):
        for pitch in (0, 10, 15, 18, 20):
            row = [number(fan(f0, count, 0.018, pitch / 1e3), 1, lang) for count in (2, 4, 13)]
            alone = number(f0, 1 if f0 == 16.0 else 2, lang)
            rows.append([f"{pitch} mm", f"{alone} MHz", *(f"{each} MHz" for each in row)])
    return _table(lang, told, rows)


def loops(lang: str) -> str:
    """Return what each loop of our tables is, and first values of its matching."""
    told = {
        "en": [
            "loop, mm",
            "turns",
            "wire",
            "L, in air",
            "Q of the copper alone",
            "damping, each lead",
            "series, twice",
            "parallel, twice",
            "a tag at the weakest place needs",
        ],
        "fr": [
            "boucle, mm",
            "spires",
            "fil",
            "L, dans l'air",
            "Q du cuivre seul",
            "amortissement, par fil",
            "série, deux fois",
            "parallèle, deux fois",
            "courant qu'il faut au point le plus faible",
        ],
    }[lang]
    rows: list[list[str]] = []
    for size in LOOPS:
        loop = antennas.loop_of(size)
        henry, found = antennas.inductance(loop), antennas.match(loop)
        quality = antennas.OMEGA * henry / antennas.resistance(loop)
        assert found
        least = 1e3 * antennas.H_LEAST / antennas.weakest(loop, (18, 18))
        rows.append([
            f"{size[0]} × {size[1]}", str(loop.turns),
            f"{number(loop.wire / 1e3 + 0.1, 2, lang)} m",
            f"{number(henry * 1e6, 2, lang)} µH", f"{quality:.0f}",
            f"{number(found.damping, 1, lang)} Ω", f"{found.series * 1e12:.0f} pF",
            f"{found.parallel * 1e12:.0f} pF", f"{least:.0f} mA",
        ])  # fmt: skip
    return _table(lang, told, rows)


def neighbours(lang: str) -> str:
    """Return how strongly two meld loops side by side couple, by the room between them."""
    told = {
        "en": ["room between two loops of 280 × 100 mm", "k, long sides facing", "k, short sides facing"],
        "fr": ["entre deux boucles de 280 × 100 mm", "k, grands côtés face à face", "k, petits côtés face à face"],
    }[lang]
    loop = antennas.loop_of((280, 100))
    rows = [
        [f"{gap} mm"]
        + [number(abs(antennas.coupling(loop, loop, x, y)), 3, lang) for x, y in ((0, 100 + gap), (280 + gap, 0))]
        for gap in (5, 20, 50, 80, 100)
    ]
    return _table(lang, told, rows)


TABLES: dict[str, Callable[[str], str]] = {
    "couplings": couplings,
    "facts": budgets.facts,
    "fans": fans,
    "loops": loops,
    "neighbours": neighbours,
}
