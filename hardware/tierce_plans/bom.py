"""The bill of materials: how many of each part a table needs, and the cost.

Electrical parts are counted from the wiring; a part without a catalogue entry is an error. What is
on no net (breadboards, cables, felt, deck) is counted from the description.
"""

import csv as csv_module
import io
import math
from collections.abc import Iterable
from dataclasses import dataclass

from tierce.presets import rules_of
from tierce_plans import antennas, power, wiring
from tierce_plans.catalog import CATALOG, SAME, SUPPLIES, YEAR, Entry
from tierce_plans.diagram import measure
from tierce_plans.kinds import KINDS
from tierce_plans.pins import ranges
from tierce_tools.description.tables import Table

GROUPS = ("electronics", "table", "deck", "option")
_HOLES = 630 - 200  # holes of a breadboard for chips and modules; the Pico blocks twenty rows
_STICK = 8  # LEDs on a stick
_MOST_STICKS = 2  # above that, a strip
_DEMO_TAGS = 5  # for a table with one zone: a meld, and one card too many
_SPARE = 1.1  # a tenth more tags and ribbon cable


@dataclass(frozen=True)
class Row:
    """A line of the bill. `quantity` is in the entry's unit; money in EUR cents."""

    key: str  # in the catalogue
    value: str  # "10k", "3 A"; "" where the name says all
    refs: tuple[str, ...]
    quantity: float
    cents: float  # of one unit
    group: str

    @property
    def entry(self) -> Entry:
        """Its entry in the catalogue."""
        return CATALOG[self.key]

    @property
    def sum_cents(self) -> int:
        """The cost of the whole quantity."""
        return math.floor(self.quantity * self.cents + 0.5)


def rows(table: Table) -> list[Row]:
    """Return the bill of a table, by group."""
    found = [*_wired(table), *_beside(table), *_felt(table), *_deck(table)]
    return sorted(found, key=lambda row: GROUPS.index(row.group))


def totals(table: Table) -> dict[str, int]:
    """Return EUR cents of each group, and of `built` (without deck) and `all`, without options."""
    sums: dict[str, int] = dict.fromkeys(GROUPS, 0)
    for row in rows(table):
        sums[row.group] += row.sum_cents
    sums["built"] = sums["electronics"] + sums["table"]
    sums["all"] = sums["built"] + sums["deck"]
    return sums


def _row(key: str, quantity: float, refs: Iterable[str] = (), value: str = "") -> Row:
    entry = CATALOG[key]
    return Row(key, value, tuple(refs), quantity, entry.cents, entry.group)


def _wired(table: Table) -> list[Row]:
    """Count the parts of the wiring."""
    counted: dict[tuple[str, str], list[str]] = {}
    pins = 0
    for part in wiring.parts(table):
        key, value = table.build.board if part.kind == "pico" else part.kind, ""
        if key in ("resistor", "network8"):
            value = part.value
        if SAME.get(key) == "header":
            pins += len(KINDS[key])
            continue
        if key == "leds":
            key, value = _leds(int(part.value)), part.value
        if key == "fuse":
            value = _amperes(power.budget(table).fuse_ma)
        counted.setdefault((key, value), []).append(part.ref)
    found: list[Row] = []
    for (key, value), refs in counted.items():
        count: float = len(refs)
        if key[:4] == "leds":
            count = math.ceil(int(value) / _STICK) if key == "leds_stick" else int(value)
            value = ""
        found.append(_row(key, count, sorted(refs, key=_place), value))
    if pins:
        found.append(_row("header", math.ceil(pins / 40)))
    return found


def _place(ref: str) -> tuple[str, int]:
    """Return the sort key of a part's name: R2 comes before R10."""
    name = ref.rstrip("0123456789")
    return name, int(ref[len(name) :])


def _leds(count: int) -> str:
    return "leds_stick" if count <= _MOST_STICKS * _STICK else "leds_strip"


def _amperes(ma: int) -> str:
    return f"{ma / 1000:g} A" if ma else ""


def _beside(table: Table) -> list[Row]:
    """Count electrical parts that are on no net."""
    found: list[Row] = []
    readers = len(table.zones)
    if table.build.on == "carrier":
        found += [_row("perfboard", 1 + readers // 12), _row("socket20", 2)]
        caps = len([each for each in wiring.jumpers(table) if each.bridged])
        found += [_row("jumper_cap", caps)] if caps else []
        found += [_row("idc_plug12", readers)] if readers else []
    else:
        boards, sets = _breadboards(table)
        found += [_row("breadboard", boards), _row("wires", sets)]
    if readers and (table.build.on == "carrier" or readers > 1):
        metres = readers * table.build.cable_mm / 1000 * _SPARE
        found.append(_row("ribbon", math.ceil(metres)))
    if table.build.supply_ma > power.USB_MA:
        ma, cents = next(
            ((ma, cents) for ma, cents in SUPPLIES if ma >= table.build.supply_ma), SUPPLIES[-1]
        )
        found.append(Row("supply", _amperes(ma), (), 1, cents, "electronics"))
        around = 2 * sum(table.build.felt) / 1000  # from LED to LED, along the felt's rim
        found.append(_row("power_wire", 2 * math.ceil(1 + around)))
    return found


def _breadboards(table: Table) -> tuple[int, int]:
    """Return the numbers of breadboards and of wire sets that a table needs."""
    plugged = [
        len(KINDS[part.kind])
        for part in wiring.parts(table)
        if part.kind not in ("pico", "pn5180", "mfrc522", "leds", "terminal2", "loadcell")
    ]
    ends = sum(len(net.pins) for net in wiring.nets(table))
    # A pin of a part blocks the five holes of its row.
    return math.ceil((sum(plugged) * 5) / _HOLES) or 1, math.ceil(ends / 100)


def _felt(table: Table) -> list[Row]:
    """Count felt, table top, loops and ferrite; a table with one zone is a demonstration."""
    if len(table.zones) < 2:
        return []
    width, height = table.build.felt
    area = math.ceil((width + 200) * (height + 200) / 1e4) / 100
    found = [_row("board", math.ceil(width * height / 1e4) / 100), _row("felt", area)]
    wound = [zone for zone in table.zones if _is_wound(zone)]
    for size in sorted({_size(zone) for zone in wound}, reverse=True):
        zones = [zone["zone"] for zone in wound if _size(zone) == size]
        found.append(_row("antenna", len(zones), zones, f"{size[0]}x{size[1]} mm"))
    loops = sum(math.prod(zone["antenna"]) for zone in table.zones) / 1e6
    found.append(_row("ferrite", math.ceil(loops * 100) / 100))
    return found


def _size(zone: dict[str, list[int]]) -> tuple[int, int]:
    return max(zone["antenna"]), min(zone["antenna"])


def _is_wound(zone: dict[str, object]) -> bool:
    """Whether a zone has a separate loop instead of the one on its reader's module."""
    own = antennas.OWN_LOOP.get(str(zone["reader"]))
    return zone["reader"] == "pn5180" and _size(zone) != own  # type: ignore[arg-type]


def _deck(table: Table) -> list[Row]:
    """Count cards and tags; the few of a demonstration count as electronics."""
    tag = "tag14443" if any(z["reader"] == "mfrc522" for z in table.zones) else "tag15693"
    if not table.zones:
        return []
    if len(table.zones) < 2:
        few = _row(tag, _DEMO_TAGS)
        return [Row(few.key, few.value, few.refs, few.quantity, few.cents, "electronics")]
    config = table.config
    count = rules_of(config["game"], len(config["players"]), config.get("rules") or {})["deck"]
    return [_row(tag, math.ceil(count * _SPARE)), _row("cards", math.ceil(count / 54))]


# --- as text

_WORDS = {
    "en": {
        "head": "Group|Part|Quantity|Unit|Where|What to look for|Price each|Sum",
        "title": "Parts of the table {}",
        "lead": "Prices are typical ones of one piece, in EUR with tax, as remembered of {}; they"
        " are quoted from no shop, and postage is not in them. Whoever orders sets of ten pays"
        " less for each and more at the till.",
        "electronics": "Electronics",
        "table": "Table top and antennas",
        "deck": "Deck",
        "option": "Only where needed, in no sum",
        "sum_electronics": "Electronics",
        "sum_built": "Electronics, table top and antennas",
        "sum_all": "All of it with the deck",
        "total": "Totals",
        "sum_head": "What|EUR",
        "few": "the few tags are in it; cards of any pack will do, and a computer and a USB cable"
        " are there",
        "sources": "Prices with a source",
        "colon": ":",
        "spare": "a tenth to spare is in the number of tags and the length of cable",
    },
    "fr": {
        "head": "Groupe|Pièce|Quantité|Unité|Où|À regarder|Prix unitaire|Somme",
        "title": "Pièces de la table {}",
        "lead": "Les prix sont courants, à l'unité, en euros TTC, de mémoire pour {} ; ils ne"
        " viennent d'aucune boutique et le port n'y est pas. Par lots de dix, chaque pièce coûte"
        " moins et le panier plus.",
        "electronics": "Électronique",
        "table": "Plateau et antennes",
        "deck": "Jeu de cartes",
        "option": "Seulement au besoin, hors des sommes",
        "sum_electronics": "Électronique",
        "sum_built": "Électronique, plateau et antennes",
        "sum_all": "Le tout avec les cartes",
        "total": "Totaux",
        "sum_head": "Quoi|EUR",
        "few": "les quelques étiquettes y sont ; les cartes de n'importe quel jeu conviennent,"
        " l'ordinateur et son câble USB sont là",
        "sources": "Prix dont la source est connue",
        "colon": " :",
        "spare": "un dixième de réserve est compté pour les étiquettes et le câble",
    },
}


def csv(table: Table, language: str) -> str:
    """Return the bill as CSV (RFC 4180): a header, then a row for each part.

    In French the separator is a semicolon, as French spreadsheets expect: the comma is the decimal
    sign. The file begins with a byte order mark, without which Windows does not read it as UTF-8.
    """
    words = _WORDS[language]
    text = io.StringIO("\ufeff", newline="")
    text.seek(1)
    # The writer's defaults are those of RFC 4180: comma, CRLF, quotes doubled.
    writer = csv_module.writer(text, delimiter=";" if language == "fr" else ",")
    writer.writerow(words["head"].split("|"))
    for row in rows(table):
        writer.writerow(_cells(row, language))
    return text.getvalue()


def markdown(table: Table, language: str) -> str:
    """Return the bill as Markdown: a table for each group, and the totals."""
    words = _WORDS[language]
    every = rows(table)
    lines = [f"# {words['title'].format(_escaped(table.name))}", "", words["lead"].format(YEAR)]
    head = words["head"].split("|")[1:]
    for group in GROUPS:
        mine = [row for row in every if row.group == group]
        if not mine:
            continue
        lines += ["", f"## {words[group]}", "", f"| {' | '.join(head)} |"]
        lines.append("|---|---:|---|---|---|---:|---:|")
        for row in mine:
            cells = [_escaped(cell) for cell in _cells(row, language)[1:]]
            lines.append(f"| {' | '.join(cells)} |")
    sums = totals(table)
    shown = ["electronics"] if not sums["deck"] else ["electronics", "built", "all"]
    lines += ["", f"## {words['total']}", "", f"| {' | '.join(words['sum_head'].split('|'))} |"]
    lines.append("|---|---:|")
    for key in shown:
        lines.append(f"| {words[f'sum_{key}']} | {money(sums[key], language)} |")
    lines += ["", _sentence(words["spare"] if sums["deck"] else words["few"])]
    sourced = [row for row in every if row.entry.source]
    if sourced:
        lines += ["", f"## {words['sources']}", ""]
        for row in sourced:
            source = row.entry.source[1 if language == "fr" else 0]
            lines.append(f"- {_name(row, language)}{words['colon']} {source}")
    return "\n".join(lines) + "\n"


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + "."


def _name(row: Row, language: str) -> str:
    name = row.entry.nom if language == "fr" else row.entry.name
    if row.key in ("resistor", "network8"):
        return f"{name} {measure(row.value)}"
    return f"{name}, {_number(row.value, language)}" if row.value else name


def _number(text: str, language: str) -> str:
    return text.replace(".", ",") if language == "fr" else text


def _cells(row: Row, language: str) -> list[str]:
    """Return the cells of a row as text."""
    words = _WORDS[language]
    units = {"m2": "m\u00b2"}
    where = ", ".join(row.refs) if row.key == "antenna" else ranges(row.refs, language)
    return [
        words[row.group],
        _name(row, language),
        _number(f"{row.quantity:g}", language),
        units.get(row.entry.unit, row.entry.unit),
        where,
        row.entry.regarder if language == "fr" else row.entry.look,
        money(row.cents, language),
        money(row.sum_cents, language),
    ]


def money(cents: float, language: str) -> str:
    """Return an amount in EUR, as "12.50"; in French "12,50"."""
    return _number(f"{cents / 100:.2f}", language)


def _escaped(text: str) -> str:
    """Return a text, escaped for a Markdown cell."""
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
