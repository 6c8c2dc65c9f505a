"""The pin table: the Pico's 40 pins, with the colour of each wire and where it goes.

A wire's colour shows its use, in the same way on every table, so that a fault can be traced by
colour. Ten of the colours are those of a usual set of jumper wires; pink and turquoise are for the
few other wires.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tierce_plans import parts, wiring
from tierce_plans.circuit import Jumper, Net, Part, Pin
from tierce_plans.kinds import KINDS, PICO_EDGE
from tierce_plans.pages import Page, escaped, texts
from tierce_tools.base.texts import N_
from tierce_tools.description.descriptions import Description

# Colour of a wire -> its name, and the colour in drawings.
COLOURS: dict[str, tuple[str, str]] = {
    "red": (N_("red"), "#d62728"),
    "black": (N_("black"), "#222222"),
    "orange": (N_("orange"), "#f08c00"),
    "yellow": (N_("yellow"), "#e6c700"),
    "blue": (N_("blue"), "#1f6fd6"),
    "green": (N_("green"), "#2b9348"),
    "white": (N_("white"), "#ffffff"),
    "violet": (N_("violet"), "#8e44ad"),
    "grey": (N_("grey"), "#8a8f94"),
    "brown": (N_("brown"), "#8b5a2b"),
    "pink": (N_("pink"), "#ff7bac"),
    "turquoise": (N_("turquoise"), "#14b8b8"),
}
# Nets by a pattern for their names -> the colour of their wires, and its use. The first counts.
USES: tuple[tuple[str, str, str], ...] = (
    (r"5V.*|VSYS|LED_SUPPLY", "red", N_("5 V")),
    (r"GND", "black", N_("ground")),
    (r"3V3R?", "orange", N_("3.3 V")),
    (r"SCK.*|SCL|EPD_CLK|SCALE_SCK", "yellow", N_("clock")),
    (r"MOSI.*|CHAIN\d|SDA|EPD_DIN|RS485_TX", "blue", N_("data from the Pico")),
    (r"MISO\d*|SCALE_DT|RS485_RX", "green", N_("data to the Pico")),
    (r"NSS\d+|EPD_CS|A\d(_L)?|EN(_L)?|LATCH(_L)?|STAGE\d|RS485_DE", "white", N_("selection (NSS, address, EN, LATCH)")),
    (r"RST\d+|EPD_RST", "violet", N_("reset")),
    (r"BUSY.*|EPD_BUSY", "grey", N_("busy")),
    (r"MINUS|PLUS|OK|SEAT\d|SAFE", "brown", N_("buttons")),
    (r"LED_.*", "turquoise", N_("data of the LEDs")),
    (r".*", "pink", N_("all else (IRQ, DC, buzzer, scale)")),
)

# Parts that a signal passes through: a wire is followed beyond them.
_PASSES = ("resistor", "bat85", "1n4001", "1n5819", "fuse")
_SUPPLIES = re.compile(r"5V|5V_IN|GND|3V3R?|VSYS|LED_SUPPLY")
# Pins that no table uses.
_OPEN = ("RUN", "ADC_VREF", "3V3_EN", "VBUS", "VSYS")


@dataclass(frozen=True)
class PinRow:
    """A pin of the Pico: 1 to 40, its name, its net ("" if none), colour and destinations."""

    pin: int
    name: str
    signal: str
    colour: str  # a key of COLOURS, "" without a wire
    goes: tuple[Pin, ...]
    through: tuple[str, ...]  # parts that the signal passes on its way, as "R51"


def colour(net: str) -> str:
    """Return the colour of a net's wires."""
    return next(colour for pattern, colour, _ in USES if re.fullmatch(pattern, net))


def rows(table: Description) -> list[PinRow]:
    """Return the 40 pins of a table's Pico, in order."""
    nets = {pin: net for net in wiring.nets(table) for pin in net.pins}
    found: list[PinRow] = []
    for i, name in enumerate(PICO_EDGE):
        net = nets.get(Pin("U1", name))
        if net is None:
            found.append(PinRow(i + 1, name, "", "", (), ()))
            continue
        ends, through = _follow(table, net)
        bridged = {each.net: each.bridged for each in wiring.jumpers(table)}.get(net.name)
        wire = colour(bridged or net.name)
        found.append(PinRow(i + 1, name, net.name, wire, tuple(ends), tuple(through)))
    return found


def _follow(table: Description, start: Net) -> tuple[list[Pin], list[str]]:
    """Return the ends of a net of the Pico, and the parts it passes through, without pull-ups."""
    parts = wiring.wiring(table).parts
    nets = {net.name: net for net in wiring.nets(table)}
    at = {pin: net for net in nets.values() for pin in net.pins}
    bridges = {each.net: each.bridged for each in wiring.jumpers(table) if each.bridged}
    ends: list[Pin] = []
    through: list[str] = []
    todo, seen = [start.name], {start.name}
    while todo:
        name = todo.pop(0)
        for pin in nets[name].pins:
            part = parts[pin.part]
            if part.ref == "U1" or part.kind in ("jumper2", "jumper3", "jumper6"):
                continue
            beyond = _beyond(part, pin, at) if not _SUPPLIES.fullmatch(start.name) else None
            if beyond is None:
                if part.kind not in ("resistor", "network8") and part.kind[:3] != "cap":
                    ends.append(pin)
            elif beyond.name not in seen:
                through.append(part.ref)
                seen.add(beyond.name)
                todo.append(beyond.name)
        if bridges.get(name) in nets and bridges[name] not in seen:
            ref = next(each.ref for each in wiring.jumpers(table) if each.net == name)
            through.append(ref)
            seen.add(bridges[name])
            todo.append(bridges[name])
    return ends, through


def _beyond(part: Part, pin: Pin, at: dict[Pin, Net]) -> Net | None:
    """Return the net on the other side of a part, or None if no signal passes through it."""
    if part.kind not in _PASSES:
        return None
    other = next(name for name in KINDS[part.kind] if name != pin.pin)
    net = at.get(Pin(part.ref, other))
    return None if net is None or _SUPPLIES.fullmatch(net.name) else net


# --- as text

# Parts whose pins only have numbers: the word "pin" goes before the number.
_NUMBERED = ("idc12", "header", "terminal", "jumper", "network")
# Parts whose pins are interchangeable.
_SYMMETRIC = ("button", "resistor", "cap100n", "fuse")


def markdown(table: Description, language: str) -> str:
    """Return the pin table as Markdown, with the rest of the wiring."""
    page = Page(language)
    say = page.say
    page.head(say("Wiring of the table {}: pins").format(escaped(table.name)), 1)
    page.head(say("The Pico's pins"))
    page.text(
        say(
            "Seen from above with the USB socket up, pins 1 to 20 go down the "
            "left side and 21 to 40 come up the right side. Signals are named as "
            "in `config.json`. Any of the eight grounds will do; use at least two."
        )
    )
    heads = [say("Pico pin"), say("Name"), say("Signal"), say("Wire"), say("Goes to")]
    page.table(heads, [_row(table, row, language) for row in rows(table)])
    page.head(say("All wires, net by net"))
    page.text(
        say(
            "A row is one net: all its pins are joined with each other. Nothing is left"
            " out; tick each row off once it is wired."
        )
    )
    page.table(
        [say("Signal"), say("Wire"), say("Joins")],
        [
            (f"`{net.name}`", say(COLOURS[colour(net.name)][0]), places(table, net.pins, language))
            for net in wiring.nets(table)
        ],
    )
    _carrier(page, table)
    return str(page)


def _row(table: Description, row: PinRow, language: str) -> tuple[str, ...]:
    say = texts(language)
    if not row.signal:
        goes = say("leave it open") if row.name in _OPEN else say("free")
        return str(row.pin), row.name, "", "", f"*{goes}*"
    name = re.sub(r"GND\d+", "GND", row.name)
    goes = places(table, row.goes, language)
    if row.through:
        # One or two parts; of a row of diodes, one for each reader, the first and the last.
        goes = say("{} (through {})").format(goes, ranges(row.through, language))
    if name in ("GND", "AGND") and row.pin != 3:
        goes = "*" + say("as pin 3") + "*"
    return str(row.pin), name, f"`{row.signal}`", say(COLOURS[row.colour][0]), goes


def _carrier(page: Page, table: Description) -> None:
    """Add the tables of jumpers and connectors, if there are any."""
    say = page.say
    jumpers = sorted(wiring.jumpers(table), key=lambda each: each.ref)
    if jumpers:
        page.head(say("Jumpers"))
        page.text(
            say("A GPIO has one use. Put a cap on the two pins that this table needs, and none where it says open.")
        )
        heads = [say("Jumper"), say("GPIO"), say("Cap on pins"), say("Gives"), say("Other uses")]
        page.table(
            heads,
            [
                (
                    each.ref,
                    each.net,
                    cap(each) or say("open"),
                    f"`{each.bridged}`" if each.bridged else "",
                    ", ".join(f"`{net}`" for _, net in each.uses if net != each.bridged),
                )
                for each in jumpers
            ],
        )
    parts = wiring.wiring(table).parts
    connectors = [part for part in parts.values() if part.kind == "idc12"]
    if connectors:
        page.head(say("Reader connectors"))
        page.text(
            say(
                "The cable's 12 wires go to the pins of the same name on the reader;"
                " pins 1 and 2 both to 5V, 3 and 4 both to GND. Not every reader takes 5V or has BUSY."
            )
        )
        page.table(
            [say("Connector"), "cs", say("Zone"), say("Reader")],
            [
                (each.ref, str(int(each.ref[1:]) - 1), each.role, kind_name(parts[f"RD{each.ref[1:]}"]))
                for each in connectors
            ],
        )


def cap(jumper: Jumper) -> str:
    """Return the two pins that a jumper's cap joins, as "1-2"; "" without a cap."""
    at = {net: pin for pin, net in jumper.uses}
    if not jumper.bridged:
        return ""
    near = min(jumper.common, key=lambda each: abs(int(each) - int(at[jumper.bridged])))
    return "-".join(sorted((near, at[jumper.bridged])))


def kind_name(part: Part) -> str:
    """Return the name of a part in a drawing: its type, or its value."""
    names = {"pico": "Raspberry Pi Pico", "ams1117": "AMS1117-3.3"}
    names |= {kind: reader.label for kind, reader in parts.readers().items()}
    if part.kind in names:
        return names[part.kind]
    if part.kind[:2] in ("74", "sp", "1n", "ba", "hx"):
        return part.kind.upper()
    return part.value


def places(table: Description, pins: Iterable[Pin], language: str) -> str:
    """Return pins as text, grouped: `RD1-RD7 SCK, U2 (74HC125) 1A`.

    Parts on the carrier's cables are left out: the connector stands for them.
    """
    say = texts(language)
    parts = wiring.wiring(table).parts
    alike: dict[tuple[str, str], list[Part]] = {}
    for pin in pins:
        part = parts[pin.part]
        if not part.cable:
            name = "" if part.kind in _SYMMETRIC else pin.pin
            name = "GND" if part.ref == "U1" and "GND" in name else name
            those = alike.setdefault((part.kind, name), [])
            if part not in those:
                those.append(part)
    found: list[str] = []
    for (kind, pin), those in alike.items():
        if kind == "pico":
            found.append(f"Pico {pin}")
            continue
        text = ranges([part.ref for part in those], language)
        if len(those) == 1:
            part = those[0]
            about = kind_name(part) if kind[:2] == "74" else part.role or part.value
            about = say("{} LEDs").format(part.value) if kind == "leds" else about
            text += f" ({escaped(about)})" if about else ""
        if pin:
            text += " " + (say("pin {}").format(pin) if kind.startswith(_NUMBERED) else pin)
        found.append(text)
    return ", ".join(found)


def ranges(refs: Sequence[str], language: str) -> str:
    """Return names of parts, consecutive ones as "RD1-RD7"."""
    groups: list[list[str]] = []
    split = [re.fullmatch(r"(.*?)(\d+)", ref) for ref in dict.fromkeys(refs)]
    last = ("", -1)
    for match in split:
        assert match is not None
        now = (match[1], int(match[2]))
        if groups and now == (last[0], last[1] + 1):
            groups[-1].append(match[0])
        else:
            groups.append([match[0]])
        last = now
    said = [each[0] if len(each) == 1 else f"{each[0]}-{each[-1]}" for each in groups]
    if len(said) < 2:
        return "".join(said)
    say = texts(language)
    return ", ".join(said[:-1]) + say(" and ") + said[-1]
