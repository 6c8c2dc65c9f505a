"""The figures of the guides, computed: how tags detune each other, what the loops are.

The loops are those of tierce_plans.antennas, the tags those of tierce_plans.fields. Lengths are in mm.

shown.py writes the computed tables into the pages.
"""

from collections.abc import Callable
from functools import cache
from math import sqrt
from pathlib import Path

from tierce_plans import antennas, budgets, fields
from tierce_plans.pages import Page, number
from tierce_tools.description import descriptions
from tierce_tools.twin.inventory import FC

HERE = Path(__file__).parent


def coupling(side: int, pitch: float) -> float:
    """Return k of two neighbours in a fan of tags with this side, both in mm."""
    one = fields.tag_coil((side, side))
    return float(fields.mutuals(one, one, [(pitch, 0, fields.CARD)])[0]) / fields.henries(one)


def common(f0: float, count: float, k: float) -> float:
    """Return where `count` equal tags resonate together, each coupled to each other by k (MHz)."""
    return f0 / sqrt(1 + (count - 1) * k)


@cache
def fan(f0: float, count: int, side: int, pitch: float) -> float:
    """Return the resonance of a fan of tags that a large loop drives, in MHz."""
    places = tuple((i * pitch, 0.0) for i in range(count))
    return fields.driven_mhz(fields.Tags(antennas.loop_of((280, 100)), (side, side), round(f0 * 1e3), places))


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
        [f"{pitch} mm"] + [number(coupling(side, pitch), 2, lang) for side in SIDES]
        for pitch in (0, 5, *fields.PITCHES)
    ]
    return _table(lang, [head, *(name.format(side) for side in SIDES)], rows)


SIDES = (15, 18, 22, 45)
LOOPS = ((280, 100), (120, 120), (70, 50))  # of our tables


def fans(lang: str) -> str:
    """Return where fans of 18 mm tags resonate in the field of a large loop."""
    told = {
        "en": ["pitch", "alone", "2 cards", "4 cards", "13 cards"],
        "fr": ["pas", "seule", "2 cartes", "4 cartes", "13 cartes"],
    }[lang]
    rows: list[list[str]] = []
    for f0 in (FC, 16.0):
        for pitch in (0, *fields.PITCHES):
            row = [number(fan(f0, count, 18, pitch), 1, lang) for count in (2, 4, 13)]
            alone = number(f0, 1 if f0 == 16.0 else 2, lang)
            rows.append([f"{pitch} mm", f"{alone} MHz", *(f"{each} MHz" for each in row)])
    return _table(lang, told, rows)


def margins(lang: str) -> str:
    """Return by pitch and tuning what a meld's longest fan is given, as a multiple of what it needs."""
    table = descriptions.load("club", lang)
    place = max(fields.fans(table).values(), key=lambda each: len(each.cards))
    rows: list[list[str]] = []
    for pitch in fields.PITCHES:
        row = [f"{pitch} mm"]
        for khz in fields.TUNINGS:
            found = fields.worst(fields.readings(fields.fan(table, place, pitch, khz)))
            row.append(" – ".join(number(each, 1, lang) for each in found.margin))
        rows.append(row)
    tuned = [f"{number(khz / 1e3, 2 if khz == 13560 else 0, lang)} MHz" for khz in fields.TUNINGS]
    return _table(lang, [{"en": "pitch", "fr": "pas"}[lang], *tuned], rows)


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
            "0.3 to 0.6 W drive",
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
            "0,3 à 0,6 W donnent",
        ],
    }[lang]
    rows: list[list[str]] = []
    for size in LOOPS:
        loop = antennas.loop_of(size)
        henry, found = antennas.inductance(loop), antennas.match(loop)
        quality = antennas.OMEGA * henry / antennas.resistance(loop)
        assert found
        low, high = (1e3 * amps for amps in antennas.currents(loop))
        rows.append([
            f"{size[0]} × {size[1]}", str(loop.turns),
            f"{number(loop.wire / 1e3 + 0.1, 2, lang)} m",
            f"{number(henry * 1e6, 2, lang)} µH", f"{quality:.0f}",
            f"{number(found.damping, 1, lang)} Ω", f"{found.series * 1e12:.0f} pF",
            f"{found.parallel * 1e12:.0f} pF", f"{low:.0f} – {high:.0f} mA",
        ])  # fmt: skip
    return _table(lang, told, rows)


def neighbours(lang: str) -> str:
    """Return how strongly two meld loops side by side couple, by the room between them."""
    told = {
        "en": [
            "room between two loops of 280 × 100 mm",
            "k, long sides facing",
            "k, short sides facing",
            "current in the idle one, outputs at ground",
            "outputs open",
        ],
        "fr": [
            "entre deux boucles de 280 × 100 mm",
            "k, grands côtés face à face",
            "k, petits côtés face à face",
            "courant dans celle au repos, sorties à la masse",
            "sorties ouvertes",
        ],
    }[lang]
    loop = antennas.loop_of((280, 100))
    space = "\u00a0" if lang == "fr" else " "
    rows = [
        [f"{gap} mm"]
        + [number(abs(antennas.coupling(loop, loop, x, y)), 3, lang) for x, y in ((0, 100 + gap), (280 + gap, 0))]
        + [f"{100 * fields.idle(loop, gap, at_chip):.0f}{space}%" for at_chip in (0j, None)]
        for gap in (5, 20, 50, 80, 100)
    ]
    return _table(lang, told, rows)


TABLES: dict[str, Callable[[str], str]] = {
    "couplings": couplings,
    "facts": budgets.facts,
    "fans": fans,
    "loops": loops,
    "margins": margins,
    "neighbours": neighbours,
}
