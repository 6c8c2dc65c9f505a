"""A table for Wokwi (https://wokwi.com), the simulator: lights, screen, buttons, and readers.

Wokwi has a Pico, buttons, strips of lights, some screens, a buzzer, a scale, and one kind of reader,
with six cards, one of which can lie on it at a time. So all readers become this kind, with a select
line each, as many as there are pins for; a screen that Wokwi lacks becomes one that it has (parts).
The result is a separate description, `config`; its wiring gives the connections.

Types, pins and attributes come from Wokwi's documentation (docs.wokwi.com/parts, July 2026) and
its board files (github.com/wokwi/wokwi-boards). None of this has been run on Wokwi.

The program's source is too large for a Pico, so `image` puts the compiled program into an image
with MicroPython; `tierce hardware TABLE --uf2 FILE` writes it beside the other files.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from tierce_plans import parts, pins, wiring
from tierce_plans.circuit import Part
from tierce_plans.kinds import KINDS, ON_EDGE
from tierce_tools.base import paths
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import flash_image
from tierce_tools.board import uf2 as uf2_file
from tierce_tools.board.archive import packed
from tierce_tools.board.build import build, has_taps
from tierce_tools.description import descriptions
from tierce_tools.description.boards import RP2040
from tierce_tools.description.descriptions import Description

IMAGE = "tierce.uf2"
PORT = 4000  # TCP port on which Wokwi for VS Code offers the board's serial port
READERS = 7  # more would fill the window, and each slows the simulator down
# The usual MicroPython of such projects; an image of one's own has priority.
_ENV = "micropython-20241129-v1.24.1"

# Wokwi's names of parts, and of their pins.
PICO, BUTTON, STRIP = "wokwi-pi-pico", "wokwi-pushbutton", "wokwi-led-strip"
BUZZER, TEXT = "wokwi-buzzer", "wokwi-text"
# Parts that Wokwi has; those that stand in for the others.
_HAS = {kind: part.wokwi for kind, part in parts.kinds().items() if part.wokwi}
_READER = next(kind for kind, part in parts.readers().items() if part.stands_in)
_SCREEN = next(kind for kind, part in parts.screens().items() if part.stands_in)
READER, SCREEN, SCALE = _HAS[_READER], _HAS[_SCREEN], _HAS["scale"]
PINS: dict[str, tuple[str, ...]] = {
    PICO: (
        *(f"GP{pin}" for pin in sorted(ON_EDGE)),
        *(f"GND.{i}" for i in range(1, 9)), "VSYS", "VBUS", "3V3",
    ),
    BUTTON: ("1.l", "1.r", "2.l", "2.r"),
    STRIP: ("VDD", "DIN", "VSS", "VDD.2", "DOUT", "VSS.2"),
    BUZZER: ("1", "2"),  # minus, plus
    # without those to a load cell, which is in it
    **{kind: tuple(pin for pin in KINDS[ours] if pin[-1] not in "+-") for ours, kind in _HAS.items()},
    TEXT: (),
}  # fmt: skip
# Our kinds of part -> Wokwi's type, and our pins -> its pins.
_TYPES: dict[str, tuple[str, dict[str, str]]] = {
    "button": (BUTTON, {"1": "1.l", "2": "2.l"}),
    "buzzer": (BUZZER, {"+": "2", "-": "1"}),
    **{ours: (kind, {pin: pin for pin in PINS[kind]}) for ours, kind in _HAS.items()},
}
# Parts that Wokwi does not need: pull-ups, and parts that count as a wire.
_PASSED = ("resistor", "1n4001")
_COLOURS = {
    "minus": ("blue", "1"), "plus": ("blue", "2"), "ok": ("green", "3"), "seat0": ("yellow", "5"),
    "seat1": ("yellow", "6"), "seat2": ("yellow", "7"), "seat3": ("yellow", "8"),
    "seat4": ("yellow", "9"), "seat5": ("yellow", "4"), "safe": ("red", "0"),
}  # fmt: skip


def config(table: Description) -> dict[str, Any]:
    """Return the config.json of a table for Wokwi. The board's own check accepts it."""
    made: dict[str, Any] = json.loads(json.dumps(table.config))
    made.pop("build", None)
    made["name"] = "wokwi"
    by_pins = (made.get("select") or {"by": "pins"})["by"] == "pins"
    foreign = made.get("screen") and not parts.screen(made["screen"]["kind"]).wokwi
    if foreign:
        made.pop("screen")
    if made.get("select"):
        made["select"] = {"by": "pins"}
    readers = [_plain(zone) for zone in made["zones"]] if by_pins else []
    # What stays free once readers and screen are those that Wokwi has.
    check: Any = paths.board_module("app.config")._Check
    free = set(ON_EDGE) - {pin for pin, _, _ in check({**made, "zones": readers}).pins}
    if foreign:
        bus = _i2c(free)
        if bus:
            made["screen"] = {"kind": _SCREEN, **bus}
            free -= {bus["sda"], bus["scl"]}
    zones: list[dict[str, Any]] = []
    for zone in _first(made["zones"]):
        if not by_pins and not free:
            break
        cs = zone["cs"] if by_pins else _take(free)
        reset = {"reset": zone["reset"]} if "reset" in zone else {}
        zones.append({**_plain(zone), "cs": cs, **reset})
    order = [zone["zone"] for zone in made["zones"]]
    made["zones"] = sorted(zones, key=lambda zone: order.index(zone["zone"]))
    return dict(paths.board_module("app.config").complete(made))


def _plain(zone: dict[str, Any]) -> dict[str, Any]:
    """Return a zone with the reader that Wokwi has."""
    keep = ("zone", "leds", "at", "antenna", "most", "cs", "reset")
    return {**{key: zone[key] for key in keep if key in zone}, "reader": _READER}


def _first(zones: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the zones that get a reader: the discard, two seats, then melds in order."""
    rank = {"discard": 0, "seat0": 1, "seat1": 2}
    seats = [zone for zone in zones if zone["zone"] in rank]
    seats.sort(key=lambda zone: rank[zone["zone"]])
    melds = [zone for zone in zones if zone["zone"][:4] == "meld"]
    return (seats + melds)[:READERS]


def _i2c(free: set[int]) -> dict[str, int]:
    """Return a bus of two free GPIOs: the RP2040 has I2C n on GPIOs 4k + 2n and 4k + 2n + 1."""
    for pin in sorted(free, reverse=True):  # the highest first: select lines use the lowest
        if pin % 2 == 0 and pin + 1 in free:
            return {"i2c": pin // 2 % 2, "sda": pin, "scl": pin + 1}
    return {}


def _take(free: set[int]) -> int:
    pin = min(free)
    free.remove(pin)
    return pin


# --- the diagram


def diagram(table: Description) -> str:
    """Return Wokwi's diagram.json of a table."""
    made = config(table)
    theirs = descriptions.from_config({**made, "build": {"on": "breadboard", "supply_ma": 500}}, table.name)
    theirs = replace(theirs, build=replace(theirs.build, buffers=False))  # Wokwi's readers release MISO
    found, ends = _parts(theirs)
    lines = _connections(theirs, ends)
    whole: dict[str, Any] = {
        "version": 1,
        "author": "The Tierce authors",
        "editor": "wokwi",
        "parts": found,
        "connections": lines,
        "dependencies": {},
    }
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _part(kind: str, name: str, left: int, top: int, attrs: Mapping[str, str] | None = None) -> dict[str, Any]:
    return {"type": kind, "id": name, "top": top, "left": left, "attrs": dict(attrs or {})}


def _parts(table: Description) -> tuple[list[dict[str, Any]], dict[str, str]]:
    """Return the parts of the diagram, and our pins ("RD1.SDA") -> those of the diagram."""
    found = [_part(PICO, "pico", 0, 0, {"env": _ENV})]
    ends = {f"U1.{name}": f"pico:{_of_pico(name)}" for name in KINDS["pico"]}
    keys = 0
    for part in wiring.parts(table):
        if part.kind == "leds":
            found += _strips(table, ends)
            continue
        if part.kind not in _TYPES:
            continue
        kind, names = _TYPES[part.kind]
        name = part.ref.lower()
        attrs: dict[str, str] = {}
        left, top = 160, -160
        if part.kind == "button":
            colour, key = _COLOURS[part.role]
            attrs = {"color": colour, "key": key, "label": f"{part.role} ({key})"}
            left, top = 160 + keys % 4 * 90, 20 + keys // 4 * 90
            keys += 1
        elif part.kind in parts.screens():
            address = f"0x{table.config['screen']['address']:02x}"
            attrs = {**parts.screen(part.kind).attributes, "i2cAddress": address}
        elif part.kind == "buzzer":
            attrs, left = {"volume": "0.1"}, 300
        elif part.kind == "scale":
            attrs, left = {**parts.kinds()["scale"].attributes}, 400
        elif part.kind in parts.readers():
            left, top = _cell(table, part.role)
        found.append(_part(kind, name, left, top, attrs))
        ends |= {f"{part.ref}.{ours}": f"{name}:{pin}" for ours, pin in names.items()}
    for zone in table.zones:
        left, top = _cell(table, zone["zone"])
        found.append(_part(TEXT, f"text_{zone['zone']}", left, top - 30, {"text": zone["zone"]}))
    return found, ends


def _of_pico(name: str) -> str:
    """Return Wokwi's name of a pin of the Pico, where grounds are numbered."""
    grounds = [pin for pin in KINDS["pico"] if "GND" in pin]
    return f"GND.{grounds.index(name) + 1}" if name in grounds else name


def _cell(table: Description, zone: str) -> tuple[int, int]:
    """Return the place of a zone's reader: four in a row, below the Pico."""
    at = [each["zone"] for each in table.zones].index(zone)
    return -200 + at % 4 * 260, 290 + at // 4 * 270


def _strips(table: Description, ends: dict[str, str]) -> list[dict[str, Any]]:
    """Return the LEDs as one strip for each zone, and for LEDs without a zone, chained in order."""
    count = int(next(part.value for part in wiring.parts(table) if part.kind == "leds"))
    zones = {each["leds"][0]: each for each in table.zones if each.get("leds")}
    cuts = {0, count}
    for first, zone in zones.items():
        cuts |= {first, first + zone["leds"][1]}
    begins = sorted(cuts)
    found: list[dict[str, Any]] = []
    spare = 0
    for i, (first, last) in enumerate(pairwise(begins)):
        left, top = 620, -160 + spare * 40
        if first in zones:
            left, top = _cell(table, zones[first]["zone"])
            top += 170
        else:
            spare += 1
        found.append(_part(STRIP, f"leds{i + 1}", left, top, {"pixels": str(last - first)}))
    ends |= {"LED1.5V": "leds1:VDD", "LED1.DIN": "leds1:DIN", "LED1.GND": "leds1:VSS"}
    return found


def _connections(table: Description, ends: dict[str, str]) -> list[list[Any]]:
    """Return the wires: each net as a star around its first pin, the strips as a chain."""
    lines: list[list[Any]] = []
    for name, members in _joined(table).items():
        points = [ends[each] for each in members if each in ends]
        # One of the Pico's grounds is enough.
        points = [each for each in points if not each.startswith("pico:GND") or each[-2:] == ".1"]
        points.sort(key=lambda each: not each.startswith("pico:"))
        colour = pins.colour(name)
        for each in points[1:]:
            lines.append([points[0], each, colour, []])
    strips = [part for part in _parts(table)[0] if part["type"] == STRIP]
    for one, other in pairwise(strips):
        for out, into, colour in (("VDD.2", "VDD", "red"), ("VSS.2", "VSS", "black"),
                                  ("DOUT", "DIN", "turquoise")):  # fmt: skip
            lines.append([f"{one['id']}:{out}", f"{other['id']}:{into}", colour, []])
    return lines


def _joined(table: Description) -> dict[str, list[str]]:
    """Return nets with their pins, as "U1.GP2"; series resistors count as a wire."""
    every = wiring.wiring(table).parts
    nets = {net.name: [f"{pin.part}.{pin.pin}" for pin in net.pins] for net in wiring.nets(table)}
    at = {pin: name for name, members in nets.items() for pin in members}
    for part in every.values():
        if part.kind in _PASSED:
            one, other = (at.get(f"{part.ref}.{pin}") for pin in KINDS[part.kind])
            if one and other and one != other and not _pulls(part, one, other):
                nets[one] += nets.pop(other)
                for pin in nets[one]:
                    at[pin] = one
    return nets


def _pulls(part: Part, one: str, other: str) -> bool:
    """Whether a resistor only pulls a line to a supply."""
    return part.kind == "resistor" and not {one, other}.isdisjoint(("GND", "3V3", "5V"))


def toml() -> str:
    """Return wokwi.toml, for Wokwi in VS Code: the image, and the serial port."""
    return (
        f"[wokwi]\nversion = 1\nfirmware = '{IMAGE}'\n"
        f"rfc2217ServerPort = {PORT}  # tierce watch --port rfc2217://localhost:{PORT}\n"
    )


def files(table: Description) -> dict[str, str]:
    """Return the files of a table for Wokwi: name -> text."""
    text: str = paths.board_module("app.config").text(config(table))
    return {"diagram.json": diagram(table), "config.json": text, "wokwi.toml": toml()}


# --- the image


def image(micropython: bytes, table: Description, name: str = IMAGE) -> bytes:
    """Return a UF2 image with MicroPython, the whole program and the Wokwi config.json of a table.

    `micropython` is the UF2 file of MicroPython for the Pico. Raises Trouble if it is for another
    board.
    """
    parsed = uf2_file.parse(micropython, name)
    if parsed.chip is not RP2040:
        raise Trouble(
            "hardware.wokwi_chip",
            "{name}: an image for the {chip}; Wokwi needs MicroPython for the Pico (RP2040)",
            name=name,
            chip=parsed.chip.pico,
        )
    given = files(table)["config.json"].encode()
    return flash_image.made(parsed, {**packed(build(taps=has_taps(given))), "config.json": given})
