"""The figures of the guides, computed: how tags detune each other, what a loop is.

Coils are straight filaments in air: mutual inductance after Neumann in closed form, self-inductance
with the geometric mean distance of a flat trace, fields after Biot and Savart. No ferrite, no metal,
no human hand: what those do is for the bench. Lengths in m, inductance in H.

`python hardware/guides/figures.py` writes the computed tables into the pages anew.
"""

import re
from collections.abc import Callable
from functools import cache
from math import asinh, hypot, pi, sqrt
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
MU0 = 4e-7 * pi
FC = 13.56  # MHz
COPPER = 1.72e-8  # ohm metre
SKIN = 17.9e-6  # m, of copper at 13.56 MHz
CARD = 0.3e-3  # a card's thickness

Turn = tuple[float, float, float]  # half width, half height, width of the trace

TAG_TURNS = 13  # 4.1 uH at 18 mm: 16.2 MHz with the 23.5 pF of an ICODE SLIX2
LOOP_TRACE = 2e-3
LOOP_GAP = 2e-3  # between two turns


def tag(side: float) -> list[Turn]:
    """Return the turns of a square tag antenna: traces of 0.15 mm, 0.15 mm between them."""
    return [(side / 2 - i * 0.3e-3, side / 2 - i * 0.3e-3, 0.15e-3) for i in range(TAG_TURNS)]


def loop(width: float, height: float, turns: int) -> list[Turn]:
    """Return the turns of a loop, the outer one of that size."""
    step = LOOP_TRACE + LOOP_GAP
    return [(width / 2 - i * step, height / 2 - i * step, LOOP_TRACE) for i in range(turns)]


def _parallel(a1: float, a2: float, b1: float, b2: float, distance: float) -> float:
    """Return the mutual inductance of parallel filaments [a1, a2] and [b1, b2]."""

    def part(z: float) -> float:
        return z * asinh(z / distance) - hypot(z, distance)

    return 1e-7 * (part(b2 - a1) - part(b2 - a2) - part(b1 - a1) + part(b1 - a2))


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
    """Return k of two tags of that side, `dx` aside, with so many cards' thickness between them."""
    coil = tag(side)
    return mutual(coil, coil, dx, cards * CARD) / mutual(coil, coil, 0.0, 0.0)


def common(f0: float, count: int, k: float) -> float:
    """Return where `count` equal tags resonate together, each coupled to each other by k (MHz)."""
    return f0 / sqrt(1 + (count - 1) * k)


def fan(f0: float, count: int, side: float, pitch: float) -> float:
    """Return the lowest resonance of a fan of tags, in MHz."""
    matrix = np.eye(count)
    for i in range(count):
        for j in range(i):
            matrix[i, j] = matrix[j, i] = coupling(side, round((i - j) * pitch, 6), i - j)
    return f0 / sqrt(float(np.linalg.eigvalsh(matrix)[-1]))


def inductance(width: float, height: float, turns: int) -> float:
    """Return the inductance of a loop."""
    coil = loop(width, height, turns)
    return mutual(coil, coil, 0.0, 0.0)


def resistance(width: float, height: float, turns: int) -> float:
    """Return what a loop's copper is at 13.56 MHz: the current runs in the skin of both faces."""
    length = sum(4 * (w + h) for w, h, _ in loop(width, height, turns))
    return COPPER * length / (2 * LOOP_TRACE * SKIN)


def field(width: float, height: float, turns: int, at: tuple[float, float, float]) -> float:
    """Return H upright at a point over a loop's middle, in A/m for each ampere."""
    x, y, z = at
    total = 0.0
    for w, h, _ in loop(width, height, turns):
        for side in (-1, 1):
            total += side * _upright(y + side * h, z, -w - x, w - x)
            total += side * _upright(x + side * w, z, -h - y, h - y)
    return abs(total)


def _upright(across: float, z: float, begin: float, end: float) -> float:
    """Return the upright part of a straight wire's field, per ampere."""
    square = across * across + z * z
    along = end / sqrt(end * end + square) - begin / sqrt(begin * begin + square)
    return across * along / (4 * pi * square)


# --- as tables in the pages

Words = dict[str, str]


def _number(value: float, digits: int, lang: str) -> str:
    text = f"{round(value, digits) + 0:.{digits}f}"  # + 0: there is no -0.00
    return text.replace(".", ",") if lang == "fr" else text


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def couplings(lang: str) -> str:
    """Return how strongly two neighbours couple, by pitch and size of the tag."""
    head = {"en": "pitch", "fr": "pas"}[lang]
    name = {"en": "{} mm tag", "fr": "étiquette de {} mm"}[lang]
    rows = [
        [f"{pitch} mm"] + [_number(coupling(side / 1e3, pitch / 1e3), 2, lang) for side in SIDES]
        for pitch in (0, 5, 10, 15, 18, 20)
    ]
    return _table([head, *(name.format(side) for side in SIDES)], rows)


SIDES = (15, 18, 22, 45)


def fans(lang: str) -> str:
    """Return the lowest resonance of fans of 18 mm tags."""
    told = {
        "en": ["pitch", "alone", "2 cards", "4 cards", "13 cards"],
        "fr": ["pas", "seule", "2 cartes", "4 cartes", "13 cartes"],
    }[lang]
    rows: list[list[str]] = []
    for f0 in (13.56, 16.0):
        for pitch in (0, 10, 15, 18, 20):
            row = [_number(fan(f0, count, 0.018, pitch / 1e3), 1, lang) for count in (2, 4, 13)]
            alone = _number(f0, 1 if f0 == 16.0 else 2, lang)
            rows.append([f"{pitch} mm", f"{alone} MHz", *(f"{each} MHz" for each in row)])
    return _table(told, rows)


LOOPS = ((120, 120), (280, 100), (70, 50))  # as they are in the tables of ours


def loops(lang: str) -> str:
    """Return what a loop is: L, capacitor to resonate, copper, field of 0.1 A."""
    told = {
        "en": ["loop, mm", "turns", "L", "capacitor for 13.56 MHz", "copper alone: R, Q",
               "field of 0.1 A at 10 mm: middle, 15 mm from the edge"],
        "fr": ["boucle, mm", "spires", "L", "condensateur pour 13,56 MHz",
               "cuivre seul : R, Q",
               "champ de 0,1 A à 10 mm : milieu, à 15 mm du bord"],
    }[lang]
    rows: list[list[str]] = []
    for width, height in LOOPS:
        for turns in (1, 2, 3):
            size = (width / 1e3, height / 1e3, turns)
            henry = inductance(*size)
            omega = 2 * pi * FC * 1e6
            farad = 1 / (omega * omega * henry)
            ohm = resistance(*size)
            middle = 0.1 * field(*size, (0.0, 0.0, 0.01))
            edge = 0.1 * field(*size, (width / 2e3 - 0.015, 0.0, 0.01))
            rows.append([
                f"{width} × {height}", str(turns), f"{_number(henry * 1e6, 2, lang)} µH",
                f"{farad * 1e12:.0f} pF",
                f"{_number(ohm, 2, lang)} Ω, {omega * henry / ohm:.0f}",
                f"{_number(middle, 2, lang)}, {_number(edge, 2, lang)} A/m",
            ])  # fmt: skip
    return _table(told, rows)


TABLES: dict[str, Callable[[str], str]] = {"couplings": couplings, "fans": fans, "loops": loops}
_BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)


def refreshed(page: Path) -> str:
    """Return a page with its computed tables as they are now."""
    lang = "fr" if page.name.endswith(".fr.md") else "en"
    return _BLOCK.sub(
        lambda found: f"{found[1]}\n{TABLES[found[2]](lang)}\n{found[4]}", page.read_text("utf-8")
    )


if __name__ == "__main__":
    for each in sorted(HERE.glob("*.md")):
        each.write_text(refreshed(each), encoding="utf-8")
