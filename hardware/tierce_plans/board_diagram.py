"""The diagram of the carrier: its blocks and connectors, and the jumpers as a table sets them.

The wires between its chips are copper tracks; the schematic shows them in detail. A thick wire
stands for one wire to each reader.
"""

from collections.abc import Iterator, Sequence

from tierce_plans import carrier, circuit, wiring
from tierce_plans.pages import texts
from tierce_plans.picture import EDGE, Text, pico_box, picture
from tierce_plans.pins import cap, kind_name, ranges
from tierce_plans.routing import Box, Port, route
from tierce_tools.description.tables import Table
from tierce_tools.texts import Texts

# Nets drawn thick: each stands for one net to each reader.
_THICK = ("NSS1", "RST1", "MISO1", "BUSY1", "IRQ1", "SCK_S1", "MOSI_S1")

Pair = tuple[str, str]
# Column, key, title, the line under it, notes, then (label, net) of the ports at the left and at
# the right, and badges (rail, pins).
_Row = tuple[int, str, str, str, list[str], list[Pair], list[Pair], Sequence[Pair]]


def svg(table: Table, language: str) -> str:
    """Return the block diagram of a table on the carrier."""
    say = texts(language)
    columns: list[list[Box]] = [[], [], [], []]
    named: dict[str, Text] = {}
    numbers = list(circuit.readers(wiring.wiring(table)))
    blocks = _blocks(table, say, numbers) if numbers else ()
    for column, key, title, under, notes, left, right, badges in (*blocks, *_right(table, say)):
        said = named[key] = Text(title, under, notes, list(badges))
        ports = [
            Port(label, net, side, i)
            for side, lines in (("left", left), ("right", right))
            for i, (label, net) in enumerate(lines)
        ]
        longest = [max((len(label) for label, _ in side), default=0) for side in (left, right)]
        width = max(said.width, round(sum(longest) * 7.2) + 34)
        columns[column].append(Box(key, width, said.head, ports))
    columns[2].append(pico_box(table, named, _bridged(table)))
    for i in (0, 1, 3):
        width = max((box.width for box in columns[i]), default=0)
        for box in columns[i]:
            box.width = width
    about = say(
        "Block diagram of the carrier board: a {board}, the blocks that"
        " select, reset and hear {readers} readers, jumpers, and the connectors with what hangs on"
        " them. The pin table says the same as text.",
        board=table.board.title, readers=len(numbers))
    drawing = route([column for column in columns if column], EDGE, 92, 9)
    return picture(drawing, named, table, about, say, _THICK)


def _bridged(table: Table) -> dict[str, str]:
    """Return the name of each wire from a GPIO to its jumper: it has the colour of its use."""
    return {
        each.net: f"{each.bridged}~{each.ref}" if each.bridged else each.net
        for each in wiring.jumpers(table)
    }


def _blocks(table: Table, say: Texts, numbers: list[int]) -> Iterator[_Row]:
    """Yield the readers' connectors, and the blocks between them and the Pico."""
    w = wiring.wiring(table)
    pin = say("pin")

    def refs(kind: str, name: str) -> str:
        found = [part.ref for part in w.parts.values() if part.kind == kind]
        return f"{ranges(found, say.language)} {name}"

    def each(line: str, of: Sequence[int] = numbers) -> str:
        return ranges([f"{line}{k}" for k in of], say.language)

    lines = [f"{i + 1} {line}" for i, line in enumerate(carrier.CONNECTOR)]
    notes = [
        f"J{k}   cs {k - 1}   {w.parts[f'J{k}'].role}   {kind_name(w.parts[f'RD{k}'])}"
        for k in numbers
    ]
    notes += ["", f"{pin} {', '.join(lines[:6])}", f"{pin} {', '.join(lines[6:])}"]
    segments = sorted({(k + 3) // 4 for k in numbers})
    nets = [(each(line), f"{line}1") for line in ("NSS", "RST")]
    nets += [(each(f"{line}_S", segments), f"{line}_S1") for line in ("SCK", "MOSI")]
    nets += [(each(line), f"{line}1") for line in ("MISO", "BUSY", "IRQ")]
    badges = [("5V", f"{pin} 1 2"), ("GND", f"{pin} 3 4"), ("3V3R", f"{pin} 5")]
    yield (0, "readers", say("Reader connectors"), say("ribbon cable of 12 wires to each"), notes,
           [], nets, badges)
    address = [(f"A{i}", f"A{i}") for i in range(5) if f"A{i}" in w.joined]
    yield (1, "decoders", say("Address to chip select"), refs("74hc138", "74HC138"), [],
           [(each("NSS"), "NSS1")], [*address, ("EN", "EN")], ())
    yield (1, "resets", say("Resets"), refs("74hc595", "74HC595"),
           [say("clock and data from {}").format("U15")], [("RST", "RST1")],
           [("LATCH", "LATCH")], ())
    yield (1, "drivers", say("Clock and data"), refs("74lvc244", "74LVC244"),
           [say("four readers a line, 33 \u03a9")], [("SCK", "SCK_S1"), ("MOSI", "MOSI_S1")],
           [("SCK", "SCK"), ("MOSI", "MOSI")], ())
    yield (1, "gates", say("MISO, a gate each"), refs("74lvc125", "74LVC125"),
           [say("opened by its NSS")], [("NSS", "NSS1"), ("MISO", "MISO1")], [("MISO", "MISO")],
           ())
    for line, first in (("BUSY", carrier.BUSY_DIODE), ("IRQ", carrier.IRQ_DIODE)):
        diodes = each("D", [first + k - 1 for k in numbers])
        yield (1, line, say("{}, a diode each").format(line), f"{diodes} BAT85", [],
               [(line, f"{line}1")], [(line, line)], ())


def _right(table: Table, say: Texts) -> Iterator[_Row]:
    """Yield the supply, the jumpers and the connectors to the right of the Pico."""
    w = wiring.wiring(table)
    pin, bridged = say("pin"), _bridged(table)
    notes = [say("fuse {}, clamp {}, {}").format("F1", "D1", "C1"),
             say("{} makes 3V3R for readers and logic").format(carrier.REGULATOR)]
    yield (3, "supply", say("5 V supply") + f" {carrier.SUPPLY}", "", notes,
           [("VSYS (D2)", "VSYS")], [], [("5V", f"{pin} 1"), ("GND", f"{pin} 2")])
    left: list[Pair] = []
    for each in w.jumpers:
        if each.ref in carrier.JUMPERS:
            text = f"{cap(each)} = {each.bridged}" if each.bridged else say("open")
            free = ", ".join(net for _, net in each.uses if net != each.bridged)
            left.append((f"{each.ref}  {each.net}:  {text}  ({free})", bridged[each.net]))
    left += [(f"JP6  {net}", net) for net in ("A4", "IRQ") if net in w.joined and table.zones]
    yield 3, "jumpers", say("Jumpers"), "", [], left, [], ()
    keys = [f"{carrier.KEYS}.{i + 1}  {does}" for i, does in enumerate(carrier.BUTTONS)]
    through = say("through its jumper")
    yield (3, "keys", say("Buttons") + f" {carrier.KEYS}", "",
           [f"{key}: {through}" for key in keys[3:]],
           [(key, key.split()[1].upper()) for key in keys[:3]], [], [("GND", f"{pin} 9 10")])
    if carrier.LEDS in w.parts:
        gate = f"{carrier.SHIFTER} 74AHCT125"
        notes = [f"{w.parts['LED1'].value} WS2812B",
                 say("5 V gate {}, 330 \u03a9, {}").format(gate, "C2")]
        yield (3, "leds", say("LEDs") + f" {carrier.LEDS}", "", notes,
               [(f"{pin} 2", "LED_DATA")], [], [("5V", f"{pin} 1"), ("GND", f"{pin} 3")])
    if carrier.SCREEN in w.parts:
        lines = [(f"{i}  {name}", f"EPD_{name}")
                 for i, name in enumerate(carrier.SCREEN_ORDER[2:], 3)]
        yield (3, "screen", say("E-paper") + f" {carrier.SCREEN}", "", [], lines, [],
               [("3V3", f"{pin} 1"), ("GND", f"{pin} 2")])
    notes = [f"{carrier.SCALE}  HX711: 1 3V3, 2 GND, 3 DT, 4 SCK (JP4, JP5)",
             f"{carrier.BUZZER}  buzzer: 1 +, 2 GND (JP6)",
             f"{carrier.LINE}  RS-485 {carrier.RS485}: 1 A, 2 B, 3 GND (JP1-JP3, JP7)"]
    yield 3, "rest", say("Other connectors"), "", notes, [], [], ()
