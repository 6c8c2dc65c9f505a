"""Schematics of a table: its wiring as a circuit with KiCad's symbols, in blocks, and its netlist.

The wiring is tierce_plans.wiring's. Here is what KiCad wants besides: symbols and footprints
(kinds.csv), values, test points, and in which frame of the drawing a part stands.
"""

import csv
import re
import uuid
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from tierce_plans import parts, power, wiring
from tierce_plans.carrier import carrier_problems
from tierce_plans.circuit import Part
from tierce_plans.kinds import number
from tierce_plans.schematics import symbols
from tierce_plans.schematics.symbols import Symbol, quoted
from tierce_tools.description.descriptions import Description

SUPPLIES = ("5V", "5V_IN", "3V3", "3V3R", "VSYS", "GND")


class Kind(NamedTuple):
    """A row of kinds.csv: a kind of part, or of one value; what to buy, and why it is there."""

    kind: str
    symbol: str  # library:name
    value: str
    footprint: str
    tolerance: str
    why: str
    pourquoi: str


with (Path(__file__).parent / "kinds.csv").open(encoding="utf-8", newline="") as _file:
    KINDS = {row[0]: Kind(*row) for row in list(csv.reader(_file))[1:]}
KINDS.update(
    {
        kind: Kind(kind, part.symbol.symbol, part.symbol.value, "", "", part.symbol.why, part.symbol.pourquoi)
        for kind, part in parts.kinds().items()
    }
)

# What stands at a part instead of its value, by the name of its kind or of the part.
VALUES = {
    "terminal2": "5 V: 1 plus, 2 minus", "J32": "VCC GND DIN CLK CS DC RST BUSY",
    "J33": "LEDs: 5V DIN GND", "J34": f"{KINDS['scale'].value}: VCC GND DT SCK",
    "J35": "- + OK seat0-4 GND GND",
    "J36": "buzzer", "J37": "RS-485: A B GND", "JP1": "seat0 | TX", "JP2": "seat1 | RX",
    "JP3": "seat2 | DE", "JP4": "seat3 | DT", "JP5": "seat4 | SCK", "JP6": "A4 | buzzer | IRQ",
    "JP7": "120 ohm", "idc12": "{role}",
    "button": "{role}", "test": "{role}",
}  # fmt: skip
# Test points of the carrier, and the nets that they are on.
POINTS = {net: net for net in "5V 3V3R 3V3 GND SCK MOSI MISO BUSY".split()} | {
    "EN": "EN_L", "LATCH": "LATCH_L",
}  # fmt: skip
HOLES = 4
# Titles of the blocks, and what is in them: matched with a part's kind, name and nets.
BLOCKS = [
    (en, fr, re.compile(pattern)) for en, fr, pattern in (
        ("Raspberry Pi Pico", "Raspberry Pi Pico", "^pico"),
        ("5 V supply", "Alimentation 5 V", "^(terminal2|fuse|tvs|1n5819|cap1000u C1 )"),
        ("3.3 V for the readers", "3,3 V des lecteurs", "^(ams1117|cap22u)"),
        ("From the Pico to the logic", "Du Pico vers la logique", "^resistor.*_L "),
        ("Address decoder", "Décodeur d'adresses", "^(74hc138|resistor.* EN )"),
        ("Resets", "Remises à zéro", "^74hc595"),
        ("Clock and data of the readers", "Horloge et données des lecteurs",
         "^(74lvc244|resistor.* (SCK|MOSI)_D)"),
        ("MISO of the readers", "MISO des lecteurs",
         "^(74hc125|74lvc125|(network8|resistor).* MISO)"),
        ("BUSY, joined", "BUSY réunis", "^(bat85|resistor).* BUSY"),
        ("IRQ, joined", "IRQ réunis", "^(bat85|resistor).* IRQ"),
        ("Readers", "Lecteurs", f"^(idc12|cap100u|{'|'.join(parts.readers())}|network8)"),
        ("LEDs", "LED", "^(74ahct125|cap1000u|leds|1n4001|.* LED_)"),
        ("Screen", "Écran", f"^({'|'.join(parts.screens())}|header8)"),
        ("Jumpers", "Cavaliers", "^jumper[36]"),
        ("RS-485", "RS-485", "^(sp3485|.* (LINE|RS485)_)"),
        ("Buttons, scale, buzzer", "Boutons, balance, buzzer",
         "^(button|buzzer|header|scale|loadcell|resistor.* BUZZER)"),
        ("Test points and holes", "Points de test et trous", "^(test|hole)"),
    )
]  # fmt: skip


@dataclass
class Component:
    """A part of a circuit: its symbol, and the net at each of its pins; "" or nothing for none."""

    ref: str
    symbol: Symbol
    value: str = ""
    footprint: str = ""
    fields: dict[str, str] = field(default_factory=dict[str, str])
    nets: dict[str, str] = field(default_factory=dict[str, str])

    @property
    def datasheet(self) -> str:
        """Where its data sheet is; "~" where the symbol names none."""
        return next(
            (
                symbols.plain(each[2])
                for each in symbols.lists(self.symbol.tree, "property")
                if each[1] == '"Datasheet"'
            ),
            "~",
        )


@dataclass(frozen=True)
class Block:
    """A frame of the drawing: titles, and the parts in it."""

    title_en: str
    title_fr: str
    parts: list[Component]


@dataclass(frozen=True)
class Circuit:
    """A circuit, and how it is told: every part is in one block."""

    parts: list[Component]
    blocks: list[Block]
    title: str

    def nets(self) -> dict[str, list[tuple[str, str]]]:
        """Return the nets by name: (part, pin), sorted."""
        found: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for part in self.parts:
            for pin, net in part.nets.items():
                if net:
                    found[net].append((part.ref, pin))
        return {net: sorted(found[net]) for net in sorted(found)}


def build(table: Description) -> Circuit:
    """Return the schematic of a table.

    Raises ValueError for what the carrier cannot (`tierce hardware` says it), Trouble for a GPIO
    that is not on the Pico's edge.
    """
    carrier = table.build.on == "carrier"
    for problem in carrier_problems(table) if carrier else ():
        raise ValueError(problem)
    placed = {part.ref: part for part in wiring.parts(table) if not (carrier and part.cable)}
    nets = {
        net.name: [(pin.part, number(placed[pin.part].kind, pin.pin)) for pin in net.pins
                   if pin.part in placed]
        for net in wiring.nets(table)
    }  # fmt: skip
    if carrier:
        for at, name in enumerate((name for name in POINTS if POINTS[name] in nets), 1):
            placed[f"TP{at}"] = Part(f"TP{at}", "test", role=name)
            nets[POINTS[name]].append((f"TP{at}", "1"))
        placed |= {f"H{at}": Part(f"H{at}", "hole") for at in range(1, HOLES + 1)}
    made = {part.ref: _component(part, table) for part in placed.values()}
    told: dict[str, str] = defaultdict(str)
    for name, pins in nets.items():
        if len(pins) > 1:
            for ref, pin in pins:
                made[ref].nets[pin] = name
                told[ref] += f" {name} "
    inside: dict[int, list[Component]] = defaultdict(list)
    for part in placed.values():
        # A capacitor stands with its chip.
        chip = placed[part.role] if part.kind == "cap100n" else part
        words = f"{chip.kind} {chip.ref} {told[chip.ref]}"
        inside[next(n for n, block in enumerate(BLOCKS) if block[2].search(words))].append(made[part.ref])
    blocks = [Block(*BLOCKS[n][:2], inside[n]) for n in sorted(inside)]
    return Circuit(list(made.values()), blocks, f"tierce: {table.name}")


def _component(part: Part, table: Description) -> Component:
    """Return a part of the wiring as one of a circuit, with all that kinds.csv says of it."""
    kind = KINDS.get(part.kind) or KINDS[f"{part.kind} {part.value}"]
    shown = VALUES.get(part.ref) or VALUES.get(part.kind) or kind.value
    value = shown.format(role=part.role, value=part.value)
    if part.kind == "fuse":
        milliamps = power.budget(table).fuse_ma or table.build.supply_ma
        value = f"{milliamps / 1000:g} A slow"
    fields = {"Tolerance": kind.tolerance, "Why": kind.why, "Pourquoi": kind.pourquoi}
    told = {name: text for name, text in fields.items() if text}
    return Component(part.ref, symbols.load(kind.symbol), value, kind.footprint, told)


# --- its netlist

_OURS = uuid.uuid5(uuid.NAMESPACE_URL, "tierce/hardware/netlist")


def netlist(sheet: Circuit) -> str:
    """Return the netlist for KiCad's board editor; the same text for the same circuit."""
    parts = [list(_told(part)) for part in sorted(sheet.parts, key=lambda part: part.ref)]
    nets = [
        ["net", ["code", quoted(str(code))], ["name", quoted(name)],
         *(["node", ["ref", quoted(ref)], ["pin", quoted(pin)]] for ref, pin in pins)]
        for code, (name, pins) in enumerate(sheet.nets().items(), 1)
    ]  # fmt: skip
    return symbols.write("export", [
        ["version", quoted("D")],
        ["design", ["source", quoted(sheet.title)], ["tool", quoted("Tierce")]],
        symbols.write("components", parts), symbols.write("nets", nets),
    ]) + "\n"  # fmt: skip


def _told(part: Component) -> Iterator[Any]:
    """Yield what a netlist says of a part."""
    library, _, name = part.symbol.name.partition(":")
    own = uuid.uuid5(_OURS, part.ref)
    yield "comp"
    yield from (["ref", quoted(part.ref)], ["value", quoted(part.value)], ["footprint", quoted(part.footprint)])
    yield ["datasheet", quoted(part.datasheet)]
    yield ["fields", *(["field", ["name", quoted(key)], quoted(text)] for key, text in part.fields.items())]
    yield ["libsource", ["lib", quoted(library)], ["part", quoted(name)], ["description", quoted("")]]
    yield ["sheetpath", ["names", quoted("/")], ["tstamps", quoted("/")]]
    yield ["tstamps", quoted(str(own))]
