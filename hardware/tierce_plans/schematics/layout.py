"""A circuit as a KiCad 6 schematic: each part with the names of its nets at its pins.

No wires: a name, a supply's symbol or a cross stands at the very end of a pin, and equal names are
one net. Units of parts stand in columns in a frame for each block, frames as far up and left on the
sheet as there is room. The same circuit is the same file: the UUIDs come from what things are.

Format: https://dev-docs.kicad.org/en/file-formats/sexpr-schematic/ (version 20211123)
"""

import functools
import itertools
import json
import math
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tierce_plans.schematics import symbols
from tierce_plans.schematics.circuits import SUPPLIES, Circuit, Component
from tierce_plans.schematics.symbols import Pin, Symbol, quoted, turned

Box = tuple[float, float, float, float]  # left, top, right, bottom
Tree = list[Any]

PAPERS = {"A4": (297, 210), "A3": (420, 297), "A2": (594, 420), "A1": (841, 594), "A0": (1189, 841)}
MARGIN = 15.24  # of a sheet, its printed frame included
TITLE_BLOCK = (112, 34)  # what the sheet's title block takes at the bottom right
COMMENTS = (
    "Made by tierce hardware from the table's description",
    "The same name is the same net",
    "Le même nom est le même fil",
)
GRID, SIZE, TITLE = 1.27, 1.27, 2.54  # of pins; heights of texts
ADVANCE = 0.95  # mean width of a letter in heights: KiCad's stroke font, with some air
AIR = 2.54  # between units
HEAD = 7.62  # of a frame, with its title
# What a name's flag adds to its text, by its shape; measured in KiCad's own plot.
FLAG = {"passive": 1.6, "input": 2.4, "output": 2.4, "bidirectional": 3.4, "tri_state": 3.4}
WAYS = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}  # y down
_OURS = uuid.uuid5(uuid.NAMESPACE_URL, "tierce/hardware/schematics")


def wide(text: str, size: float = SIZE) -> float:
    """Return how wide a text is written; ~{X} is an X with a bar over it."""
    return sum(each not in "{}" for each in text.replace("~{", "")) * size * ADVANCE


def up(value: float) -> float:
    """Round up to the grid."""
    return round(math.ceil(value / GRID - 1e-6) * GRID, 3)


@dataclass(frozen=True)
class Unit:
    """A part's unit as it is drawn: the net at each of its pins, "" for none."""

    ref: str
    value: str
    symbol: Symbol
    number: int
    nets: dict[str, str]
    properties: tuple[tuple[str, str], ...] = ()
    level: bool = False  # a part with two pins, one above the other, is laid down

    @property
    def angle(self) -> int:
        return 90 if self.level else 0

    def ends(self) -> Iterator[tuple[Pin, float, float, int]]:
        """Yield the pins, where they are from the unit's place, and which way leads away."""
        seen: set[tuple[float, float]] = set()
        for pin in self.symbol.pins[self.number]:
            place = turned(pin.x, pin.y, self.angle)
            if place not in seen:
                yield pin, *place, (pin.angle + 180 + self.angle) % 360
            seen.add(place)

    def body(self, pins: bool) -> Box:
        """Return what the symbol covers around its place."""
        graphics = self.symbol.graphics[self.number]
        spots = [spot for each in graphics for spot in symbols.points(each)]
        for pin in self.symbol.pins[self.number] if pins or not spots else ():
            spots.append((pin.x, pin.y))
        return around([turned(*spot, self.angle) for spot in spots or [(0, 0)]])

    def texts(self) -> list[tuple[str, float, float]]:
        """Return reference and value with their left ends: over the body, right of a pin there."""
        if self.ref[0] == "#":
            return []
        left, top, _, _ = self.body(pins=False)
        above = [x + 1 for _, x, _, way in self.ends() if way == 90]
        several = len(self.symbol.pins) > 1
        ref = self.ref + (chr(64 + self.number) if several else "")
        at = max([left, *above])
        return [(ref, at, top - 1.27), (self.value, at + wide(ref) + SIZE, top - 1.27)]

    @functools.cached_property
    def box(self) -> Box:
        """Return all that is drawn of it, names at its pins included, around its place."""
        found = [self.body(pins=True)]
        for text, x, y in self.texts():
            found.append((x, y - 0.7, x + wide(text), y + 0.7))
        for pin, x, y, way in self.ends():
            far, half = reach(self.nets[pin.number], pin.kind, way)
            dx, dy = WAYS[way]
            found.append(around([(x - dy * half, y - dx * half), (x + dx * far + dy * half, y + dy * far + dx * half)]))
        return around([(x, y) for box in found for x, y in (box[:2], box[2:])])


def around(spots: list[tuple[float, float]]) -> Box:
    xs, ys = zip(*spots, strict=True)
    return (min(xs), min(ys), max(xs), max(ys))


def reach(net: str, kind: str, way: int) -> tuple[float, float]:
    """Return how far what stands at the end of a pin goes from there, and half its height."""
    if not net:
        return 0.635, 0.635
    if net not in SUPPLIES:
        return wide(net) + FLAG[flag(kind)], 1.22
    return (2.9 + wide(net), 1.22) if way % 180 == 0 else (2.9 + SIZE, wide(net) / 2)


def flag(kind: str) -> str:
    """Return the shape of the flag at a pin of this kind."""
    return kind if kind in FLAG else "passive"


def units(sheet: Circuit) -> list[tuple[str, list[Unit]]]:
    """Return the blocks of a sheet: titles, and the units in them.

    ValueError if a part is in no block or in several, or pins in one place are on different nets.
    """
    blocks: list[tuple[str, list[Unit]]] = []
    count = Counter(part.ref for part in sheet.parts)
    fed: set[str] = set()  # supplies that come out of a pin
    for block in sheet.blocks:
        found: list[Unit] = []
        for part in block.parts:
            count[part.ref] -= 1
            found += _units(part)
            fed |= {part.nets.get(pin.number, "") for pin in part.symbol.every if pin.kind == "power_out"}
        # Those that only take a supply come last, and small parts.
        found.sort(key=lambda unit: (unit.level, set(unit.nets.values()) <= {*SUPPLIES}))
        blocks.append((" · ".join(dict.fromkeys((block.title_en, block.title_fr))), found))
    if any(count.values()):
        raise ValueError(f"not in exactly one block: {', '.join(+count or -count)}")
    # KiCad's check wants a flag where power comes from outside.
    for net in SUPPLIES:
        where = (each for _, each in blocks for unit in each if net in unit.nets.values())
        block = next(where, None)
        if block is not None and net not in fed:
            power = symbols.load("power:PWR_FLAG")
            block.append(Unit(f"#FLG_{net}", "PWR_FLAG", power, 1, {"1": net}))
    return blocks


def _units(part: Component) -> Iterator[Unit]:
    symbol = part.symbol
    nets = {pin.number: part.nets.get(pin.number, "") for pin in symbol.every}
    properties = (("Footprint", part.footprint), ("Datasheet", part.datasheet), *part.fields.items())
    for number, pins in symbol.pins.items():
        places: dict[tuple[float, float], str] = {}
        for pin in pins:
            if places.setdefault((pin.x, pin.y), nets[pin.number]) != nets[pin.number]:
                raise ValueError(f"{part.ref}: pins in one place on different nets ({pin.number})")
        here = {pin.number: nets[pin.number] for pin in pins}
        upright = len(nets) == 2 and all(pin.x == 0 for pin in pins)
        level = upright and not set(here.values()) <= {*SUPPLIES}
        told = properties if number == 1 else properties[:2]
        yield Unit(part.ref, part.value or symbol.title, symbol, number, here, told, level)


# --- where things stand


@dataclass
class Frame:
    """A block's title, its size, and its units with their places from its upper left corner."""

    title: str
    width: float
    height: float
    units: list[tuple[Unit, float, float]]


def columns(title: str, inside: list[Unit], most: float) -> Frame:
    """Stand units one below the other, in columns that are at most so high."""
    stacks: list[list[Unit]] = [[]]
    y = bottom = HEAD
    for unit in inside:
        tall = unit.box[3] - unit.box[1] + AIR
        if stacks[-1] and y + tall > most:
            stacks.append([])
            y = HEAD
        stacks[-1].append(unit)
        y = up(y + tall)
        bottom = max(bottom, y)
    x = AIR
    placed: list[tuple[Unit, float, float]] = []
    for stack in stacks:
        middle = up(x - min(unit.box[0] for unit in stack))
        y = HEAD
        for unit in stack:
            placed.append((unit, middle, up(y - unit.box[1])))
            y = up(y + unit.box[3] - unit.box[1] + AIR)
        x = up(middle + max(unit.box[2] for unit in stack) + AIR)
    return Frame(title, max(x, up(wide(title, TITLE) + 2 * AIR)), bottom, placed)


Placed = list[tuple[Frame, float, float]]


def packed(frames: list[Frame], width: float, height: float) -> Placed | None:
    """Put each frame on a sheet as far up, then left, as it goes; None if they don't fit."""
    taken = [(width - TITLE_BLOCK[0], height - TITLE_BLOCK[1], width, height)]
    placed: Placed = []
    for each in frames:
        w, h = each.width + AIR, each.height + AIR
        spots = (
            (y, x)
            for y in sorted({MARGIN, *(up(box[3]) for box in taken)})
            for x in sorted({MARGIN, *(up(box[2]) for box in taken)})
            if x + w <= width - MARGIN + AIR
            and y + h <= height - MARGIN + AIR
            and not any(a < x + w and x < c and b < y + h and y < d for a, b, c, d in taken)
        )
        y, x = next(spots, (0, 0))
        if not y:
            return None
        taken.append((x, y, x + w, y + h))
        placed.append((each, x, y))
    return placed


def arranged(blocks: list[tuple[str, list[Unit]]]) -> tuple[str, Placed]:
    """Return the smallest paper that blocks fit on, and their places.

    Columns are at most so high as they have to be, and as low as their frame is wide anyway.
    """
    for paper, (width, height) in PAPERS.items():
        # Each block in columns that grow by 5 mm.
        tries = [[columns(*block, high) for high in range(20, height, 5)] for block in blocks]
        for most in range(height // 5 - 4, 4, -2):
            frames = [next(each for each in some if each.width <= some[most - 1].width) for some in tries]
            placed = packed(frames, width, height)
            if placed is not None:
                return paper, placed
    raise ValueError("too much for one A0 sheet")


# --- as a file


def _at(x: float, y: float, angle: int) -> Tree:
    return ["at", round(x, 3) + 0.0, round(y, 3) + 0.0, angle]


def _effects(size: float, *more: Any) -> Tree:
    return ["effects", ["font", ["size", size, size]], *more]


def _symbol(unit: Unit, x: float, y: float, angle: int, name: str, texts: dict[str, Tree]) -> Tree:
    """Return a placed symbol; `texts`: place and effects of the properties that are shown."""
    hidden = [_at(x, y, 0), _effects(SIZE, "hide")]
    told = (("Reference", unit.ref), ("Value", unit.value), *unit.properties)
    return [
        "symbol", ["lib_id", quoted(unit.symbol.name)], _at(x, y, angle), ["unit", unit.number],
        ["in_bom", "yes"], ["on_board", "yes"], ["uuid", name],
        *(["property", quoted(key), quoted(text), ["id", number], *texts.get(key, hidden)]
          for number, (key, text) in enumerate(told)),
        *(["pin", quoted(pin.number), ["uuid", str(uuid.uuid5(_OURS, name + pin.number))]]
          for pin in unit.symbol.pins[unit.number]),
    ]  # fmt: skip


def _power(net: str, x: float, y: float, way: int, name: str, ref: str) -> tuple[Unit, Tree]:
    """Return a supply's symbol at a point, going from it in a way, its name beyond it."""
    unit = Unit(ref, net, symbols.load(f"tierce:{net}"), 1, {"1": net})
    dx, dy = WAYS[way]
    far = 2.9 + (SIZE / 2 if dx == 0 else wide(net) / 2)
    angle = (way + 90 if "GND" in net else way - 90) % 360
    # KiCad turns a text with its symbol: what is level on a turned one is written as upright.
    value = [_at(x + dx * far, y + dy * far, angle % 180), _effects(SIZE)]
    return unit, _symbol(unit, x, y, angle, name, {"Value": value})


def schematic(sheet: Circuit) -> Tree:
    """Return the schematic of a sheet: the items of its file, from the paper on.

    ValueError if it can't be drawn.
    """
    root = uuid.uuid5(_OURS, sheet.title)
    names = Counter[str]()
    placed: list[tuple[Unit, Tree]] = []
    others: list[Tree] = []

    def name(what: str) -> str:
        names[what] += 1
        return str(uuid.uuid5(root, f"{what} {names[what]}"))

    def text(words: str, x: float, y: float, size: float, *more: Any) -> Tree:
        font = ["font", ["size", size, size], *more]
        effects = ["effects", font, ["justify", "left", "bottom"]]
        return ["text", quoted(words), _at(x, y, 0), effects, ["uuid", name(words)]]

    paper, frames = arranged(units(sheet))
    for each, left, top in frames:
        others += _outline(each, left, top, name)
        others.append(text(each.title, left + AIR, top + 5.08, TITLE, ["thickness", 0.4], "bold"))
        for unit, dx, dy in each.units:
            x, y = round(left + dx, 3), round(top + dy, 3)
            texts: dict[str, Tree] = {}
            keys = ("Reference", "Value")
            for key, (words, left_end, line) in zip(keys, unit.texts(), strict=False):
                middle = x + left_end + wide(words) / 2
                texts[key] = [_at(middle, y + line, unit.angle), _effects(SIZE)]
            # A power flag stands on its supply's symbol, head to head.
            turn = 180 if unit.ref[0] == "#" and "GND" not in unit.nets["1"] else unit.angle
            own = name(f"{unit.ref} {unit.number}")
            placed.append((unit, _symbol(unit, x, y, turn, own, texts)))
            for pin, px, py, way in unit.ends():
                net, px, py = unit.nets[pin.number], round(x + px, 3), round(y + py, 3)
                if net in SUPPLIES:
                    way = way if turn == unit.angle else 90
                    ref = f"#PWR{names['#PWR'] + 1:03}"
                    placed.append(_power(net, px, py, way, name("#PWR"), ref))
                elif net:
                    others.append(_label(net, flag(pin.kind), px, py, way, name(net)))
                else:
                    others.append(["no_connect", _at(px, py, 0)[:3], ["uuid", name("none")]])
    used = {unit.symbol.name: unit.symbol.tree for unit, _ in placed}
    heading = [
        ["title", quoted(sheet.title)], ["company", quoted("Tierce")],
        *(["comment", n, quoted(words)] for n, words in enumerate(COMMENTS, 1)),
    ]  # fmt: skip
    instances = [
        ["path", quoted(f"/{symbols.first(item, 'uuid')[1]}"), ["reference", quoted(unit.ref)],
         ["unit", unit.number], ["value", quoted(unit.value)],
         ["footprint", quoted(dict(unit.properties).get("Footprint", ""))]]
        for unit, item in placed
    ]  # fmt: skip
    return [
        ["version", 20211123], ["generator", "eeschema"], ["uuid", str(root)],
        ["paper", quoted(paper)], ["title_block", *heading],
        ["lib_symbols", *(used[each] for each in sorted(used))],
        *others, *(item for _, item in placed),
        ["sheet_instances", ["path", quoted("/"), ["page", quoted("1")]]],
        ["symbol_instances", *instances],
    ]  # fmt: skip


def _label(net: str, shape: str, x: float, y: float, way: int, name: str) -> Tree:
    side = ["justify", "left" if way in (0, 90) else "right"]
    refs = ["property", quoted("Intersheet References"), quoted("${INTERSHEET_REFS}"), ["id", 0]]
    return [
        "global_label", quoted(net), ["shape", shape], _at(x, y, way), ["fields_autoplaced"],
        _effects(SIZE, side), ["uuid", name], [*refs, _at(x, y, 0), _effects(SIZE, side, "hide")],
    ]  # fmt: skip


def _outline(each: Frame, x: float, y: float, name: Callable[[str], str]) -> Iterator[Tree]:
    """Yield a frame's sides: in KiCad 6 a graphic line has two points."""
    x2, y2 = round(x + each.width, 3), round(y + each.height, 3)
    corners = [(x, y), (x2, y), (x2, y2), (x, y2), (x, y)]
    for a, b in itertools.pairwise(corners):
        yield [
            "polyline", ["pts", ["xy", *a], ["xy", *b]],
            ["stroke", ["width", 0.254], ["type", "dash"], ["color", 0, 0, 0, 0]],
            ["uuid", name("frame")],
        ]  # fmt: skip


def text(drawn: Tree) -> str:
    """Return the schematic file."""
    return symbols.write("kicad_sch", [
        symbols.write(each[0], each[1:]) if each[0] in ("lib_symbols", "symbol_instances") else each
        for each in drawn
    ]) + "\n"  # fmt: skip


def project(name: str) -> dict[str, str]:
    """Return what goes with a schematic: KiCad's defaults, and where our own libraries are."""
    ours = "${KIPRJMOD}/tierce."
    tables = {
        "sym": ("kicad_sym", "Parts that KiCad has not, and supplies"),
        "fp": ("pretty", "Footprints that KiCad has not"),
    }
    return {
        f"{name}.kicad_pro": json.dumps(
            {"meta": {"filename": f"{name}.kicad_pro", "version": 1}}, indent=2) + "\n",
        **{f"{kind}-lib-table": symbols.write(f"{kind}_lib_table", [
            ["lib", ["name", quoted("tierce")], ["type", quoted("KiCad")],
             ["uri", quoted(ours + end)], ["options", '""'], ["descr", quoted(told)]]]) + "\n"
           for kind, (end, told) in tables.items()},
    }  # fmt: skip
