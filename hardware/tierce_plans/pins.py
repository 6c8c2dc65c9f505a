"""The pin table: the Pico's 40 pins, with the colour of each wire and where it goes.

A wire's colour shows its use, in the same way on every table, so that a fault can be traced by
colour. Ten of the colours are those of a usual set of jumper wires; pink and turquoise are for the
few other wires.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tierce_plans import wiring
from tierce_plans.circuit import Net, Part, Pin
from tierce_plans.kinds import KINDS, PICO_EDGE
from tierce_tools.description.tables import Table

# Colour -> (English name, French name, colour in drawings).
COLOURS: dict[str, tuple[str, str, str]] = {
    "red": ("red", "rouge", "#d62728"),
    "black": ("black", "noir", "#222222"),
    "orange": ("orange", "orange", "#f08c00"),
    "yellow": ("yellow", "jaune", "#e6c700"),
    "blue": ("blue", "bleu", "#1f6fd6"),
    "green": ("green", "vert", "#2b9348"),
    "white": ("white", "blanc", "#ffffff"),
    "violet": ("violet", "violet", "#8e44ad"),
    "grey": ("grey", "gris", "#8a8f94"),
    "brown": ("brown", "marron", "#8b5a2b"),
    "pink": ("pink", "rose", "#ff7bac"),
    "turquoise": ("turquoise", "turquoise", "#14b8b8"),
}
# Use of a wire -> its colour. The pattern is for the net's name; the first match counts.
_USES: tuple[tuple[str, str, tuple[str, str]], ...] = (
    (r"5V.*|VSYS|LED_SUPPLY", "red", ("5 V", "5 V")),
    (r"GND", "black", ("ground", "masse")),
    (r"3V3R?", "orange", ("3.3 V", "3,3 V")),
    (r"SCK.*|SCL|EPD_CLK|SCALE_SCK", "yellow", ("clock", "horloge")),
    (r"MOSI.*|CHAIN\d|SDA|EPD_DIN|RS485_TX", "blue", ("data from the Pico", "données du Pico")),
    (r"MISO\d*|SCALE_DT|RS485_RX", "green", ("data to the Pico", "données vers le Pico")),
    (
        r"NSS\d+|EPD_CS|A\d(_L)?|EN(_L)?|LATCH(_L)?|STAGE\d|RS485_DE",
        "white",
        ("selection (NSS, address, EN, LATCH)", "choix (NSS, adresse, EN, LATCH)"),
    ),
    (r"RST\d+|EPD_RST", "violet", ("reset", "remise à zéro")),
    (r"BUSY.*|EPD_BUSY", "grey", ("busy", "occupé (BUSY)")),
    (r"MINUS|PLUS|OK|SEAT\d|SAFE", "brown", ("buttons", "boutons")),
    (r"LED_.*", "turquoise", ("data of the LEDs", "données des LED")),
    (r".*", "pink", ("all else (IRQ, DC, buzzer, scale)",
                     "le reste (IRQ, DC, avertisseur, balance)")),
)

# Parts that a signal passes through: a wire is followed beyond them.
_PASSES = ("resistor", "bat85", "1n4001", "1n5819", "fuse")
_SUPPLIES = re.compile(r"5V|5V_IN|GND|3V3R?|VSYS|LED_SUPPLY")
# Pins that no table uses.
_OPEN = ("RUN", "ADC_VREF", "3V3_EN", "VBUS", "VSYS")


@dataclass(frozen=True)
class Row:
    """A pin of the Pico: 1 to 40, its name, its net ("" if none), colour and destinations."""

    pin: int
    name: str
    signal: str
    colour: str  # a key of COLOURS, "" without a wire
    goes: tuple[Pin, ...]
    through: tuple[str, ...]  # parts that the signal passes on its way, as "R51"


def colour(net: str) -> str:
    """Return the colour of a net's wires."""
    return next(colour for pattern, colour, _ in _USES if re.fullmatch(pattern, net))


def uses(language: str) -> list[tuple[str, str, str]]:
    """Return each colour, its name in a language, and the use of its wires."""
    index = _index(language)
    return [(colour, COLOURS[colour][index], use[index]) for _, colour, use in _USES]


def rows(table: Table) -> list[Row]:
    """Return the 40 pins of a table's Pico, in order."""
    nets = {pin: net for net in wiring.nets(table) for pin in net.pins}
    found: list[Row] = []
    for i, name in enumerate(PICO_EDGE):
        net = nets.get(Pin("U1", name))
        if net is None:
            found.append(Row(i + 1, name, "", "", (), ()))
            continue
        ends, through = _follow(table, net)
        bridged = {each.net: each.bridged for each in wiring.jumpers(table)}.get(net.name)
        wire = colour(bridged or net.name)
        found.append(Row(i + 1, name, net.name, wire, tuple(ends), tuple(through)))
    return found


def _follow(table: Table, start: Net) -> tuple[list[Pin], list[str]]:
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

_WORDS = {
    "en": {
        "title": "Wiring of the table {}: pins",
        "pico": "The Pico's pins",
        "lead": "Seen from above with the USB socket up, pins 1 to 20 go down the left side and 21"
        " to 40 come up the right side. Signals are named as in `{}`.",
        "head": "Pico pin|Name|Signal|Wire|Goes to",
        "free": "free",
        "open": "leave it open",
        "ground": "any one of the eight grounds will do; use two at least",
        "through": "{} (through {})",
        "nets": "All wires, net by net",
        "nets_lead": "A row is one net: all its pins are joined with each other. Nothing is left"
        " out; tick each row off once it is wired.",
        "nets_head": "Signal|Wire|Joins",
        "colours": "Colours",
        "colours_head": "Wire|What it does",
        "jumpers": "Jumpers",
        "jumpers_lead": "A GPIO has one use. Put a cap on the two pins that this table needs, and"
        " none where it says open.",
        "jumpers_head": "Jumper|GPIO|Cap on pins|Gives|Other uses",
        "no_cap": "open",
        "connectors": "Reader connectors",
        "connectors_lead": "The cable's 12 wires go to the pins of the same name on the reader;"
        " pins 1 and 2 both to 5V, 3 and 4 both to GND. An RC522 takes no 5V and has no BUSY.",
        "connectors_head": "Connector|cs|Zone|Reader",
        "pin": "pin {}",
        "leds": "{} LEDs",
        "and": " and ",
    },
    "fr": {
        "title": "Câblage de la table {} : les broches",
        "pico": "Les broches du Pico",
        "lead": "Vu de dessus, prise USB en haut : les broches 1 à 20 descendent à gauche, 21 à 40"
        " remontent à droite. Les signaux portent les noms de `{}`.",
        "head": "Broche|Nom|Signal|Fil|Va à",
        "free": "libre",
        "open": "ne rien brancher",
        "ground": "n'importe laquelle des huit masses convient ; en câbler deux au moins",
        "through": "{} (par {})",
        "nets": "Tous les fils, liaison par liaison",
        "nets_lead": "Une ligne par liaison : toutes ses broches sont reliées entre elles. Rien n'y"
        " manque ; cocher chaque ligne une fois câblée.",
        "nets_head": "Signal|Fil|Relie",
        "colours": "Couleurs",
        "colours_head": "Fil|Ce qu'il fait",
        "jumpers": "Cavaliers",
        "jumpers_lead": "Un GPIO n'a qu'un usage. Poser un cavalier sur les deux broches voulues"
        " par cette table, et aucun là où il est écrit « ouvert ».",
        "jumpers_head": "Cavalier|GPIO|Sur les broches|Donne|Autres usages",
        "no_cap": "ouvert",
        "connectors": "Connecteurs des lecteurs",
        "connectors_lead": "Les 12 fils de la nappe vont aux broches de même nom du lecteur ; 1 et"
        " 2 toutes deux à 5V, 3 et 4 toutes deux à GND. Un RC522 n'a ni 5V ni BUSY.",
        "connectors_head": "Connecteur|cs|Zone|Lecteur",
        "pin": "broche {}",
        "leds": "{} LED",
        "and": " et ",
    },
}
# Parts whose pins only have numbers: the word "pin" goes before the number.
_NUMBERED = ("idc12", "header", "terminal", "jumper", "network")
# Parts whose pins are interchangeable.
_SYMMETRIC = ("button", "resistor", "cap100n", "fuse")


def markdown(table: Table, language: str) -> str:
    """Return the pin table as Markdown, with the rest of the wiring."""
    words = _WORDS[language]
    lines = [f"# {words['title'].format(_cell(table.name))}", "", f"## {words['pico']}", ""]
    lines += [words["lead"].format("config.json"), ""]
    lines += _table(words["head"], [_row(table, row, language) for row in rows(table)])
    index = _index(language)
    nets = [
        (f"`{net.name}`", COLOURS[colour(net.name)][index], places(table, net.pins, language))
        for net in wiring.nets(table)
    ]
    lines += ["", f"## {words['nets']}", "", words["nets_lead"], ""]
    lines += _table(words["nets_head"], nets)
    lines += _carrier(table, language)
    lines += ["", f"## {words['colours']}", ""]
    lines += _table(words["colours_head"], [(name, use) for _, name, use in uses(language)])
    return "\n".join(lines) + "\n"


def _index(language: str) -> int:
    return 1 if language == "fr" else 0


def _row(table: Table, row: Row, language: str) -> tuple[str, ...]:
    words = _WORDS[language]
    if not row.signal:
        goes = words["open"] if row.name in _OPEN else words["free"]
        return str(row.pin), row.name, "", "", f"*{goes}*"
    name = re.sub(r"GND\d+", "GND", row.name)
    goes = places(table, row.goes, language)
    if row.through:
        # One or two parts; of a row of diodes, one for each reader, the first and the last.
        goes = words["through"].format(goes, ranges(row.through, language))
    if name in ("GND", "AGND"):
        goes = f"*{words['ground']}*" if row.pin != 3 else goes
    return str(row.pin), name, f"`{row.signal}`", COLOURS[row.colour][_index(language)], goes


def _carrier(table: Table, language: str) -> list[str]:
    """Return the tables of jumpers and connectors, if there are any."""
    words = _WORDS[language]
    lines: list[str] = []
    jumpers = sorted(wiring.jumpers(table), key=lambda each: each.ref)
    if jumpers:
        lines += ["", f"## {words['jumpers']}", "", words["jumpers_lead"], ""]
        cells: list[tuple[str, ...]] = []
        for each in jumpers:
            at = {net: pin for pin, net in each.uses}
            others = ", ".join(f"`{net}`" for _, net in each.uses if net != each.bridged)
            if each.bridged:
                pins = "-".join(sorted((_beside(each.common, at[each.bridged]), at[each.bridged])))
                cells.append((each.ref, each.net, pins, f"`{each.bridged}`", others))
            else:
                cells.append((each.ref, each.net, words["no_cap"], "", others))
        lines += _table(words["jumpers_head"], cells)
    connectors = [part for part in wiring.parts(table) if part.kind == "idc12"]
    if connectors:
        lines += ["", f"## {words['connectors']}", "", words["connectors_lead"], ""]
        parts = wiring.wiring(table).parts
        named: list[tuple[str, ...]] = []
        for each in connectors:
            k = int(each.ref[1:])
            named.append((each.ref, str(k - 1), each.role, kind_name(parts[f"RD{k}"])))
        lines += _table(words["connectors_head"], named)
    return lines


def _beside(common: Sequence[str], pin: str) -> str:
    """Return the GPIO pin of a jumper that the cap connects to `pin`."""
    return min(common, key=lambda each: abs(int(each) - int(pin)))


def kind_name(part: Part) -> str:
    """Return the name of a part in a drawing: its type, or its value."""
    names = {"mfrc522": "RC522", "pico": "Raspberry Pi Pico", "ams1117": "AMS1117-3.3"}
    if part.kind in names:
        return names[part.kind]
    if part.kind[:2] in ("74", "sp", "pn", "1n", "ba", "hx"):
        return part.kind.upper()
    return part.value


def places(table: Table, pins: Iterable[Pin], language: str) -> str:
    """Return pins as text, grouped: `RD1-RD7 SCK, U2 (74HC125) 1A`.

    Parts on the carrier's cables are left out: the connector stands for them.
    """
    words = _WORDS[language]
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
            about = words["leds"].format(part.value) if kind == "leds" else about
            text += f" ({_cell(about)})" if about else ""
        if pin:
            text += " " + (words["pin"].format(pin) if kind.startswith(_NUMBERED) else pin)
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
    return ", ".join(said[:-1]) + _WORDS[language]["and"] + said[-1]


def _table(head: str, cells: Iterable[Sequence[str]]) -> list[str]:
    """Return a Markdown table."""
    names = head.split("|")
    lines = [f"| {' | '.join(names)} |", "|" + "---|" * len(names)]
    return lines + [f"| {' | '.join(row)} |" for row in cells]


def _cell(text: str) -> str:
    """Return a text from outside, escaped for Markdown."""
    return re.sub(r"([\\|`*_<>\[\]#])", r"\\\1", text)
