"""The bill of materials: how many of each part a table needs, and the cost.

Electrical parts are counted from the wiring; a part without a catalogue entry is an error. What is
on no net (breadboards, cables, felt, deck) is counted from the description.
"""

import csv as csv_module
import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tierce.presets import rules_of
from tierce_plans import parts, power, wiring
from tierce_plans.catalog import CATALOG, INSTEAD, SAME, SUPPLIES, YEAR, Entry
from tierce_plans.kinds import KINDS
from tierce_plans.pages import Page, escaped, local, number, texts
from tierce_plans.parts.leds import PART as LEDS
from tierce_plans.pins import ranges
from tierce_tools.base.texts import N_, Texts
from tierce_tools.description.boards import BY_KEY
from tierce_tools.description.descriptions import Description

GROUPS = ("electronics", "table", "deck", "option")
_HOLES = 630 - 200  # holes of a breadboard for chips and modules; the Pico blocks twenty rows
_MOST_STICKS = 2  # above that, a strip
_DEMO_TAGS = 5  # for a table with one zone: a meld, and one card too many
_SPARE = 1.1  # a tenth more tags and ribbon cable


@dataclass(frozen=True)
class BillRow:
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


def rows(table: Description) -> list[BillRow]:
    """Return the bill of a table, by group."""
    found = [*_wired(table), *_beside(table), *_felt(table), *_deck(table)]
    return sorted(found, key=lambda row: GROUPS.index(row.group))


def totals(table: Description) -> dict[str, int]:
    """Return EUR cents of each group, and of `built` (without deck) and `all`, without options."""
    sums: dict[str, int] = dict.fromkeys(GROUPS, 0)
    for row in rows(table):
        sums[row.group] += row.sum_cents
    sums["built"] = sums["electronics"] + sums["table"]
    sums["all"] = sums["built"] + sums["deck"]
    return sums


def _row(key: str, quantity: float, refs: Iterable[str] = (), value: str = "") -> BillRow:
    entry = CATALOG[key]
    return BillRow(key, value, tuple(refs), quantity, entry.cents, entry.group)


def _wired(table: Description) -> list[BillRow]:
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
    found: list[BillRow] = []
    for (key, value), refs in counted.items():
        count: float = len(refs)
        if key[:4] == "leds":
            count = math.ceil(int(value) / LEDS.on_stick) if key == "leds_stick" else int(value)
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
    return "leds_stick" if count <= _MOST_STICKS * LEDS.on_stick else "leds"


def _amperes(ma: int) -> str:
    return f"{ma / 1000:g} A" if ma else ""


def _beside(table: Description) -> list[BillRow]:
    """Count electrical parts that are on no net."""
    found: list[BillRow] = []
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
        ma, cents = next(((ma, cents) for ma, cents in SUPPLIES if ma >= table.build.supply_ma), SUPPLIES[-1])
        found.append(BillRow("supply", _amperes(ma), (), 1, cents, "electronics"))
        around = 2 * sum(table.build.felt) / 1000  # from LED to LED, along the felt's rim
        found.append(_row("power_wire", 2 * math.ceil(1 + around)))
    return found


def _breadboards(table: Description) -> tuple[int, int]:
    """Return the numbers of breadboards and of wire sets that a table needs."""
    plugged = [
        len(KINDS[part.kind])
        for part in wiring.parts(table)
        if part.kind not in ("pico", *parts.readers(), "leds", "terminal2", "loadcell")
    ]
    ends = sum(len(net.pins) for net in wiring.nets(table))
    # A pin of a part blocks the five holes of its row.
    return math.ceil((sum(plugged) * 5) / _HOLES) or 1, math.ceil(ends / 100)


def _felt(table: Description) -> list[BillRow]:
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
    reader = parts.reader(str(zone["reader"]))
    return reader.wound and _size(zone) != reader.loop  # type: ignore[arg-type]


def _deck(table: Description) -> list[BillRow]:
    """Count cards and tags; the few of a demonstration count as electronics."""
    if not table.zones:
        return []
    tag = min(parts.reader(zone["reader"]).tag for zone in table.zones)
    if len(table.zones) < 2 and table.zones[0]["zone"] != "tap":
        few = _row(tag, _DEMO_TAGS)
        return [BillRow(few.key, few.value, few.refs, few.quantity, few.cents, "electronics")]
    config = table.config
    count = rules_of(config["game"], len(config["players"]), config.get("rules") or {})["deck"]
    return [_row(tag, math.ceil(count * _SPARE)), _row("cards", math.ceil(count / 54))]


# --- as text

_GROUPS = {
    "electronics": N_("Electronics"),
    "table": N_("Table top and antennas"),
    "deck": N_("Deck"),
    "option": N_("Only where needed, not in the totals"),
}
_SUMS = {
    "electronics": N_("Electronics"),
    "built": N_("Electronics, table top and antennas"),
    "all": N_("All of it with the deck"),
}


def _heads(say: Texts) -> list[str]:
    return [
        say("Group"),
        say("Part"),
        say("Quantity"),
        say("Unit"),
        say("Where"),
        say("What to look for"),
        say("Price each"),
        say("Sum"),
    ]


def csv(table: Description, language: str) -> str:
    """Return the bill as CSV (RFC 4180): a header, then a row for each part.

    In French the separator is a semicolon, as French spreadsheets expect: the comma is the decimal
    sign. The file begins with a byte order mark, without which Windows does not read it as UTF-8.
    """
    text = io.StringIO("\ufeff", newline="")
    text.seek(1)
    # The writer's defaults are those of RFC 4180: comma, CRLF, quotes doubled.
    point = local(".", language)
    writer = csv_module.writer(text, delimiter="," if point == "." else ";")
    writer.writerow(_heads(texts(language)))
    writer.writerows(_cells(row, language) for row in rows(table))
    return text.getvalue()


def markdown(table: Description, language: str) -> str:
    """Return the bill as Markdown: a table for each group, and the totals."""
    page = Page(language)
    say = page.say
    every = rows(table)
    page.head(say("Parts of the table {}").format(escaped(table.name)), 1)
    page.text(
        say(
            "Prices are typical for one piece, in EUR with tax, from memory of {}; they are not those of a "
            "shop, and postage is not included. A set of ten costs less for each piece, and more in all."
        ).format(YEAR)
    )
    for group in GROUPS:
        mine = [row for row in every if row.group == group]
        if mine:
            page.head(say(_GROUPS[group]))
            page.table(
                _heads(say)[1:], [[escaped(cell) for cell in _cells(row, language)[1:]] for row in mine], (1, 5, 6)
            )
    sums = totals(table)
    page.head(say("Totals"))
    page.table(
        [say("What"), "EUR"],
        [
            (say(name), money(sums[key], language))
            for key, name in _SUMS.items()
            if key == "electronics" or (sums["deck"] and (key == "all" or sums["table"]))
        ],
        (1,),
    )
    page.text(
        say("The number of tags and the length of cable include a tenth to spare.")
        if sums["deck"]
        else say("The few tags are included; cards of any pack will do. A computer and a USB cable are not.")
    )
    if table.zones and table.zones[0]["zone"] == "tap":
        page.head(say("Cheaper, or something else"))
        page.table(
            [say("Part"), say("Instead"), say("Price each"), say("What to look for")],
            [
                (_name(row, say), say(name), money(cents, language), say(told))
                for row in every
                for name, cents, told in _instead(row.key)
            ],
            (2,),
        )
    sourced = [row for row in every if row.entry.source]
    if sourced:
        page.head(say("Prices with a source"))
        page.points(
            say("{name}: {source}", name=_name(row, say), source=_told(row, row.entry.source, say)) for row in sourced
        )
    return str(page)


def _instead(key: str) -> Iterator[tuple[str, float, str]]:
    """Yield what may stand in for a part: name, EUR cents, what to look for or what changes."""
    for alike in (parts.readers(), parts.screens()):
        for other in alike if key in alike else ():
            if other != key:
                yield CATALOG[other].name, CATALOG[other].cents, CATALOG[other].look
    yield from INSTEAD.get(key, ())


def _told(row: BillRow, text: str, say: Texts) -> str:
    """Return a text of the catalogue; a board's holes are filled from its row."""
    board = BY_KEY.get(row.key)
    if board is None:
        return say(text)
    return say(text, title=board.title, chip=board.chip.name, dollars=board.dollars, year=board.year)


def _name(row: BillRow, say: Texts) -> str:
    name = _told(row, row.entry.name, say)
    if row.key in ("resistor", "network8"):
        return f"{name} {measure(row.value, say.language)}"
    return f"{name}, {local(row.value, say.language)}" if row.value else name


def _cells(row: BillRow, language: str) -> list[str]:
    """Return the cells of a row as text."""
    say = texts(language)
    where = ", ".join(row.refs) if row.key == "antenna" else ranges(row.refs, language)
    return [
        say(_GROUPS[row.group]),
        _name(row, say),
        local(f"{row.quantity:g}", language),
        row.entry.unit.replace("m2", "m\u00b2"),
        where,
        _told(row, row.entry.look, say),
        money(row.cents, language),
        money(row.sum_cents, language),
    ]


def money(cents: float, language: str) -> str:
    """Return an amount in EUR, as "12.50"; in French "12,50"."""
    return number(cents / 100, 2, language)


def measure(value: str, language: str) -> str:
    """Return a value with its unit: 4.7k, 33, 22u, 100n, 8x10k."""
    times, _, value = value.rpartition("x")
    units = {"k": "k\u03a9", "u": "\u00b5F", "n": "nF"}
    bare = value.rstrip("kun")
    unit = units.get(value[len(bare) :], "\u03a9")
    bare = local(bare, language)
    return f"{times} \u00d7 {bare} {unit}" if times else f"{bare} {unit}"
