"""The diagram of the carrier: its blocks and connectors, and the jumpers as a table sets them.

The wires between its chips are copper tracks; the schematic shows them in detail. A thick wire
stands for one wire to each reader.
"""

from collections.abc import Sequence

from tierce_plans import carrier, circuit, wiring
from tierce_plans.picture import EDGE, WORDS, Text, pico_box, picture
from tierce_plans.pins import kind_name, ranges
from tierce_plans.routing import Box, Port, route
from tierce_tools.description.tables import Table

_EN = {
    "readers": "Reader connectors",
    "readers_under": "ribbon cable of 12 wires to each",
    "decoders": "Address to chip select",
    "resets": "Resets",
    "resets_note": "clock and data from {}",
    "drivers": "Clock and data",
    "drivers_note": "four readers a line, 33 \u03a9",
    "gates": "MISO, a gate each",
    "gates_note": "opened by its NSS",
    "or": "{}, a diode each",
    "jumpers": "Jumpers",
    "open": "open",
    "keys": "Buttons",
    "through": "through its jumper",
    "screen": "E-paper",
    "leds": "LEDs",
    "leds_note": "5 V gate {}, 330 \u03a9, {}",
    "supply": "5 V supply",
    "supply_note": "fuse {}, clamp {}, {}",
    "rails_note": "{} makes 3V3R for readers and logic",
    "rest": "Other connectors",
    "pin": "pin",
}
_FR = {
    "readers": "Connecteurs des lecteurs",
    "readers_under": "une nappe de 12 fils vers chacun",
    "decoders": "Adresse vers NSS",
    "resets": "Remises à zéro",
    "resets_note": "horloge et données de {}",
    "drivers": "Horloge et données",
    "drivers_note": "une ligne pour quatre lecteurs, 33 \u03a9",
    "gates": "MISO, une porte chacun",
    "gates_note": "ouverte par son NSS",
    "or": "{}, une diode chacun",
    "jumpers": "Cavaliers",
    "open": "ouvert",
    "keys": "Boutons",
    "through": "par son cavalier",
    "screen": "E-paper",
    "leds": "LED",
    "leds_note": "porte 5 V {}, 330 \u03a9, {}",
    "supply": "Alimentation 5 V",
    "supply_note": "fusible {}, écrêteur {}, {}",
    "rails_note": "{} fait le 3V3R : lecteurs et logique",
    "rest": "Autres connecteurs",
    "pin": "broche",
}
# Nets drawn thick: each stands for one net to each reader.
_THICK = ("NSS1", "RST1", "MISO1", "BUSY1", "IRQ1", "SCK_S1", "MOSI_S1")


class _Boxes:
    """Columns of boxes, with their texts."""

    def __init__(self, table: Table, language: str) -> None:
        self.table = table
        self.language = language
        self.words = _FR if language == "fr" else _EN
        self.columns: list[list[Box]] = [[], [], [], []]
        self.texts: dict[str, Text] = {}
        self.by_kind: dict[str, list[str]] = {}
        for part in wiring.parts(table):
            self.by_kind.setdefault(part.kind, []).append(part.ref)
        self.numbers = list(circuit.readers(wiring.wiring(table)))

    def refs(self, kind: str) -> str:
        """Return the names of all parts of a kind, as "U3-U5"."""
        return ranges(self.by_kind.get(kind, []), self.language)

    def each(self, line: str) -> str:
        """Return the names of a line at all readers, as "NSS1-NSS18"."""
        return ranges([f"{line}{k}" for k in self.numbers], self.language)

    def add(
        self, column: int, key: str, title: str, under: str, notes: list[str],
        left: list[tuple[str, str]], right: list[tuple[str, str]],
        badges: Sequence[tuple[str, str]] = (),
    ) -> None:  # fmt: skip
        """Add a box; ports are (label, net), badges (rail, pins)."""
        text = self.texts[key] = Text(title, under)
        text.notes = notes
        text.badges = list(badges)
        ports = [Port(label, net, "left", i) for i, (label, net) in enumerate(left)]
        ports += [Port(label, net, "right", i) for i, (label, net) in enumerate(right)]
        longest = [max((len(label) for label, _ in side), default=0) for side in (left, right)]
        width = max(text.width, round(sum(longest) * 7.2) + 34)
        self.columns[column].append(Box(key, width, text.head, ports))


def svg(table: Table, language: str) -> str:
    """Return the block diagram of a table on the carrier."""
    b = _Boxes(table, language)
    if b.numbers:
        _readers(b)
        _blocks(b)
    b.columns[2].append(pico_box(table, b.texts, _bridged(b)))
    _right(b)
    for i in (0, 1, 3):
        width = max((box.width for box in b.columns[i]), default=0)
        for box in b.columns[i]:
            box.width = width
    drawing = route([column for column in b.columns if column], EDGE, 92, 9)
    words = WORDS[language]
    about = words["carrier_about"].format(
        board=table.board.title, readers=len(b.numbers)
    )
    title = words["title"].format(table.name)
    return picture(drawing, b.texts, title, about, language, _THICK)


def _bridged(b: _Boxes) -> dict[str, str]:
    """Return the name of each wire from a GPIO to its jumper: it has the colour of its use."""
    return {
        each.net: f"{each.bridged}~{each.ref}" if each.bridged else each.net
        for each in wiring.jumpers(b.table)
    }


def _readers(b: _Boxes) -> None:
    parts = wiring.wiring(b.table).parts
    notes = [
        f"J{k}   cs {k - 1}   {parts[f'J{k}'].role}   {kind_name(parts[f'RD{k}'])}"
        for k in b.numbers
    ]
    lines = [f"{i + 1} {line}" for i, line in enumerate(carrier.CONNECTOR)]
    pins = b.words["pin"]
    notes += ["", f"{pins} {', '.join(lines[:6])}", f"{pins} {', '.join(lines[6:])}"]
    right = [(b.each("NSS"), "NSS1"), (b.each("RST"), "RST1")]
    segments = sorted({(k + 3) // 4 for k in b.numbers})
    for line in ("SCK", "MOSI"):
        right.append((ranges([f"{line}_S{i}" for i in segments], b.language), f"{line}_S1"))
    right += [(b.each("MISO"), "MISO1"), (b.each("BUSY"), "BUSY1"), (b.each("IRQ"), "IRQ1")]
    badges = [("5V", f"{pins} 1 2"), ("GND", f"{pins} 3 4"), ("3V3R", f"{pins} 5")]
    b.add(0, "readers", b.words["readers"], b.words["readers_under"], notes, [], right, badges)


def _blocks(b: _Boxes) -> None:
    """Add the blocks between the readers and the Pico."""
    words = b.words
    nets = wiring.wiring(b.table).joined
    address = [(f"A{i}", f"A{i}") for i in range(5) if f"A{i}" in nets]
    decoders = f"{b.refs('74hc138')} 74HC138"
    left = [(b.each("NSS"), "NSS1")]
    b.add(1, "decoders", words["decoders"], decoders, [], left, [*address, ("EN", "EN")])
    under = f"{b.refs('74hc595')} 74HC595"
    note = [words["resets_note"].format("U15")]
    b.add(1, "resets", words["resets"], under, note, [("RST", "RST1")], [("LATCH", "LATCH")])
    under = f"{b.refs('74lvc244')} 74LVC244"
    b.add(
        1, "drivers", words["drivers"], under, [words["drivers_note"]],
        [("SCK", "SCK_S1"), ("MOSI", "MOSI_S1")], [("SCK", "SCK"), ("MOSI", "MOSI")],
    )  # fmt: skip
    under = f"{b.refs('74lvc125')} 74LVC125"
    b.add(
        1, "gates", words["gates"], under, [words["gates_note"]],
        [("NSS", "NSS1"), ("MISO", "MISO1")], [("MISO", "MISO")],
    )  # fmt: skip
    for line, first in (("BUSY", carrier.BUSY_DIODE), ("IRQ", carrier.IRQ_DIODE)):
        diodes = ranges([f"D{first + k - 1}" for k in b.numbers], b.language)
        b.add(
            1, line, words["or"].format(line), f"{diodes} BAT85", [],
            [(line, f"{line}1")], [(line, line)],
        )  # fmt: skip


def _right(b: _Boxes) -> None:
    """Add the supply, the jumpers and the connectors to the right of the Pico."""
    words = b.words
    parts = wiring.wiring(b.table).parts
    nets = wiring.wiring(b.table).joined
    notes = [words["supply_note"].format("F1", "D1", "C1")]
    notes.append(words["rails_note"].format(carrier.REGULATOR))
    badges = [("5V", f"{words['pin']} 1"), ("GND", f"{words['pin']} 2")]
    title = f"{words['supply']} {carrier.SUPPLY}"
    b.add(3, "supply", title, "", notes, [("VSYS (D2)", "VSYS")], [], badges)
    jumpers = {each.ref: each for each in wiring.jumpers(b.table)}
    left: list[tuple[str, str]] = []
    for ref, (pin, uses) in carrier.JUMPERS.items():
        jumper = jumpers[ref]
        at = {net: place for place, net in jumper.uses}
        text = words["open"]
        if jumper.bridged:
            common = min(jumper.common, key=lambda each: abs(int(each) - int(at[jumper.bridged])))
            caps = "-".join(sorted((common, at[jumper.bridged])))
            text = f"{caps} = {jumper.bridged}"
        free = ", ".join(net for net in uses if net != jumper.bridged)
        left.append((f"{ref}  GP{pin}:  {text}  ({free})", _bridged(b)[f"GP{pin}"]))
    for net in ("A4", "IRQ"):
        if net in nets and b.numbers:
            left.append((f"JP6  {net}", net))
    b.add(3, "jumpers", words["jumpers"], "", [], left, [])
    keys = [f"{carrier.KEYS}.{i + 1}  {does}" for i, does in enumerate(carrier.BUTTONS)]
    notes = [f"{each}: {words['through']}" for each in keys[3:]]
    left = [(text, text.split()[1].upper()) for text in keys[:3]]
    badges = [("GND", f"{words['pin']} 9 10")]
    b.add(3, "keys", f"{words['keys']} {carrier.KEYS}", "", notes, left, [], badges)
    if carrier.LEDS in parts:
        gate = f"{carrier.SHIFTER} 74AHCT125"
        notes = [f"{parts['LED1'].value} WS2812B", words["leds_note"].format(gate, "C2")]
        left = [(f"{words['pin']} 2", "LED_DATA")]
        badges = [("5V", f"{words['pin']} 1"), ("GND", f"{words['pin']} 3")]
        b.add(3, "leds", f"{words['leds']} {carrier.LEDS}", "", notes, left, [], badges)
    if carrier.SCREEN in parts:
        order = "VCC GND DIN CLK CS DC RST BUSY".split()
        left = [(f"{order.index(pin) + 1}  {pin}", f"EPD_{pin}") for pin in order[2:]]
        badges = [("3V3", f"{words['pin']} 1"), ("GND", f"{words['pin']} 2")]
        b.add(3, "screen", f"{words['screen']} {carrier.SCREEN}", "", [], left, [], badges)
    scale = f"{carrier.SCALE}  HX711: 1 3V3, 2 GND, 3 DT, 4 SCK (JP4, JP5)"
    notes = [scale, f"{carrier.BUZZER}  buzzer: 1 +, 2 GND (JP6)"]
    notes.append(f"{carrier.LINE}  RS-485 {carrier.RS485}: 1 A, 2 B, 3 GND (JP1-JP3, JP7)")
    b.add(3, "rest", words["rest"], "", notes, [], [])
