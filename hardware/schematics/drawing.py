"""Lay a circuit out as a drawing: blocks in frames, in each its parts with a short wire and a
label on each pin, parts with two pins in banks with wires between them.

A drawing knows nothing of files: kicad_sch.py and svg.py write the same one. Lengths are
millimetres, y points down. Whatever an electrical connection needs lies on a grid of 1.27 mm, and
two things are connected where ends meet, nowhere else.
"""

import dataclasses
import math
import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

import symbols
from symbols import Symbol

GRID = 1.27
SIZE = 1.27  # height of texts; of titles below
TITLE = 2.54
ADVANCE = 0.95  # mean width of a letter in heights: KiCad's stroke font, with some air
STUB = 2.54
SMALL = 1.016  # height of names within a block: they fit between two flags
# What a global label's outline adds to its text, by its shape; measured in KiCad's own plot.
FLAG = {"passive": 1.6, "input": 2.4, "output": 2.4, "bidirectional": 3.4, "tri_state": 3.4}
PAPERS = {"A4": (297, 210), "A3": (420, 297), "A2": (594, 420), "A1": (841, 594), "A0": (1189, 841)}
MARGIN = 15.24  # of a sheet, its printed frame included
TITLE_BLOCK = (112, 38)  # what the sheet's title block takes at the bottom right

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom


def tidy(value: float) -> float:
    """Round away what adding up lengths leaves, so that equal points are equal."""
    return round(value, 3) + 0.0


def up(value: float, step: float = GRID) -> float:
    """Round up to the grid."""
    return tidy(math.ceil(value / step - 1e-6) * step)


def wide(text: str, size: float = SIZE) -> float:
    """Return how wide a text is written; ~{X} is an X with a bar over it."""
    return sum(each not in "{}" for each in text.replace("~{", "")) * size * ADVANCE


def turned(x: float, y: float, angle: int) -> Point:
    """Return where a point of a symbol (y up) lies from the symbol's place on a sheet (y down)."""
    return {0: (x, -y), 90: (-y, -x), 180: (-x, y), 270: (y, x)}[angle]


# What can be drawn. `boxes` are the places that nothing else may cover.


@dataclass(frozen=True)
class Text:
    """A text around its middle (x, y), a field of a part or free; `vertical` reads upwards."""

    text: str
    x: float
    y: float
    vertical: bool = False
    size: float = SIZE
    bold: bool = False
    left: bool = False  # (x, y) is the middle of its left end

    def box(self) -> Box:
        w, h = wide(self.text, self.size), self.size * 1.1
        if self.vertical:
            w, h = h, w
        x = self.x + w / 2 if self.left else self.x
        return (x - w / 2, self.y - h / 2, x + w / 2, self.y + h / 2)


@dataclass(frozen=True)
class Part:
    """A symbol's unit on the sheet. ref begins with # for supplies and flags."""

    ref: str
    symbol: Symbol
    unit: int
    x: float
    y: float
    angle: int
    value: str
    footprint: str = ""
    datasheet: str = ""
    fields: tuple[tuple[str, str], ...] = ()
    ref_text: Text | None = None
    value_text: Text | None = None

    def pins(self) -> list[tuple[symbols.Pin, Point]]:
        """Return the pins of this unit and where they are."""
        out: list[tuple[symbols.Pin, Point]] = []
        for pin in self.symbol.units[self.unit].pins:
            dx, dy = turned(pin.x, pin.y, self.angle)
            out.append((pin, (tidy(self.x + dx), tidy(self.y + dy))))
        return out


@dataclass(frozen=True)
class Wire:
    x: float
    y: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Label:
    """The name of a net; `angle` (degrees) is where the text goes from its point: 0 is right.

    `shape` is None for a label within a block, else the flag of one that goes to others:
    input, output, bidirectional, tri_state, passive.
    """

    text: str
    x: float
    y: float
    angle: int
    shape: str | None

    def box(self) -> Box:
        if self.shape is None:
            near, far, low, high = 0.0, wide(self.text, SMALL), -1.3, -0.15
        else:
            near, far, low, high = 0.0, wide(self.text) + FLAG[self.shape], -1.22, 1.22
        return {
            0: (self.x + near, self.y + low, self.x + far, self.y + high),
            180: (self.x - far, self.y + low, self.x - near, self.y + high),
            90: (self.x + low, self.y - far, self.x + high, self.y - near),
            270: (self.x + low, self.y + near, self.x + high, self.y + far),
        }[self.angle]


@dataclass(frozen=True)
class NoConnect:
    x: float
    y: float


@dataclass(frozen=True)
class Junction:
    x: float
    y: float


@dataclass(frozen=True)
class Frame:
    x: float
    y: float
    x2: float
    y2: float


Item = Text | Part | Wire | Label | NoConnect | Junction | Frame


def moved(item: Any, dx: float, dy: float) -> Any:
    """Return an item in another place."""
    new = {"x": tidy(item.x + dx), "y": tidy(item.y + dy)}
    if isinstance(item, Wire | Frame):
        new |= {"x2": tidy(item.x2 + dx), "y2": tidy(item.y2 + dy)}
    if isinstance(item, Part):
        for name in ("ref_text", "value_text"):
            text = getattr(item, name)
            if text is not None:
                new[name] = moved(text, dx, dy)
    return dataclasses.replace(item, **new)


def graphic_boxes(symbol: Symbol, unit: int, angle: int) -> list[Box]:
    """Return what each line and shape of a unit covers around its place."""
    one = symbols.Unit
    return [
        shape_box(dataclasses.replace(symbol, units={1: one((each,), ())}), 1, angle, pins=False)
        for each in symbol.units[unit].graphics
    ]


def shape_box(symbol: Symbol, unit: int, angle: int, pins: bool = True) -> Box:
    """Return what a unit covers around its place, its pins included or not."""
    xs: list[float] = []
    ys: list[float] = []

    def add(x: float, y: float) -> None:
        x, y = turned(x, y, angle)
        xs.append(x)
        ys.append(y)

    for each in symbol.units[unit].graphics:
        if each[0] == "circle":
            x, y = symbols.numbers(symbols.first(each, "center"))
            r = symbols.numbers(symbols.first(each, "radius"))[0]
            add(x - r, y - r)
            add(x + r, y + r)
        elif each[0] == "text":
            x, y = symbols.numbers(symbols.first(each, "at"))[:2]
            add(x, y)
        else:
            points = list(symbols.lists(symbols.first(each, "pts"), "xy"))
            points += list(symbols.lists(each, "start", "mid", "end"))
            for point in points:
                add(*symbols.numbers(point))
    if pins or not xs:
        for pin in symbol.units[unit].pins:
            if not pin.hidden or not xs:
                add(pin.x, pin.y)
                inner = math.radians(pin.angle)
                add(pin.x + pin.length * math.cos(inner), pin.y + pin.length * math.sin(inner))
    if not xs:
        add(0, 0)
    return (min(xs), min(ys), max(xs), max(ys))


def boxes(item: Item) -> list[Box]:
    """Return what an item covers and nothing else may."""
    if isinstance(item, Text | Label):
        return [item.box()]
    if isinstance(item, Part):
        left, top, right, bottom = shape_box(item.symbol, item.unit, item.angle)
        out = [(item.x + left, item.y + top, item.x + right, item.y + bottom)]
        return out + [each.box() for each in (item.ref_text, item.value_text) if each]
    if isinstance(item, Wire):
        xs, ys = sorted((item.x, item.x2)), sorted((item.y, item.y2))
        return [(xs[0], ys[0], xs[1], ys[1])]
    if isinstance(item, NoConnect):
        return [(item.x - 0.635, item.y - 0.635, item.x + 0.635, item.y + 0.635)]
    return []


def around(items: Iterable[Item]) -> Box:
    """Return what items cover together."""
    each = [box for item in items for box in boxes(item)]
    return (
        min(b[0] for b in each),
        min(b[1] for b in each),
        max(b[2] for b in each),
        max(b[3] for b in each),
    )


# What is drawn: a circuit, as far as a drawing needs it.


@dataclass(frozen=True)
class Component:
    ref: str
    value: str
    symbol: Symbol
    footprint: str
    datasheet: str
    fields: tuple[tuple[str, str], ...]
    block: int

    def placed(self, unit: int, x: float, y: float, angle: int, ref: Text, value: Text) -> Part:
        """Return a unit of it in a place, with its reference and its value."""
        return Part(
            self.ref, self.symbol, unit, x, y, angle, self.value, self.footprint, self.datasheet,
            self.fields if unit == 1 else (), ref, value,
        )  # fmt: skip

    def label(self, unit: int) -> str:
        """Return the reference as it is shown: U3B for the second of several units."""
        return self.ref + (chr(64 + unit) if len(self.symbol.units) > 1 else "")


@dataclass(frozen=True)
class Net:
    name: str
    nodes: tuple[tuple[str, str], ...]  # reference, pin number
    supply: bool  # gets supply symbols, not labels
    flag: bool  # nothing in it says that it is where power comes from, though it is
    shared: bool  # between blocks


@dataclass(frozen=True)
class Circuit:
    title: str
    blocks: tuple[str, ...]
    components: tuple[Component, ...]
    nets: tuple[Net, ...]
    at: dict[tuple[str, str], Net] = field(default_factory=dict[tuple[str, str], Net])


def read(sheet: Any) -> Circuit:
    """Return the circuit of a sheet: its SKiDL circuit, in the blocks given.

    ValueError if a part is in no block or in several.
    """
    from quiet import skidl

    components: list[Component] = []
    for index, block in enumerate(sheet.blocks):
        for part in block.parts:
            library = str(getattr(part.lib, "filename", part.lib))
            library = library.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".kicad_sym")
            components.append(
                Component(
                    str(part.ref),
                    str(part.value or part.name),
                    symbols.load(library, str(part.name)),
                    str(getattr(part, "footprint", "") or ""),
                    str(getattr(part, "datasheet", "") or ""),
                    tuple((str(k), str(v)) for k, v in part.fields.items() if str(v)),
                    index,
                )
            )
    count = Counter(each.ref for each in components)
    wrong = [ref for ref, times in count.items() if times > 1]
    wrong += sorted({str(each.ref) for each in sheet.circuit.parts} - set(count))
    if wrong:
        raise ValueError(f"not in exactly one block: {', '.join(wrong)}")
    block_of = {each.ref: each.block for each in components}
    kinds = {
        (each.ref, pin.number): pin.kind
        for each in components
        for unit in each.symbol.units.values()
        for pin in unit.pins
    }
    nets: list[Net] = []
    for net in sheet.circuit.get_nets():
        nodes = sorted({(str(pin.part.ref), str(pin.num)) for pin in net.pins})
        if not nodes or type(net).__name__ == "NCNet":
            continue
        supply = net.drive >= skidl.POWER
        nets.append(
            Net(
                str(net.name),
                tuple(nodes),
                supply,
                supply and not any(kinds.get(node) == "power_out" for node in nodes),
                len({block_of[ref] for ref, _ in nodes}) > 1,
            )
        )
    nets.sort(key=lambda net: net.name)
    return Circuit(
        sheet.title,
        tuple(" · ".join(dict.fromkeys((b.title_en, b.title_fr))) for b in sheet.blocks),
        tuple(components),
        tuple(nets),
        {node: net for net in nets for node in net.nodes},
    )


# Parts with what is on their pins: cells, each around a place of its own.

Cell = list[Item]

# Which way an angle of a label or of what leaves a pin goes.
WAYS = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}


def supply(net: str, x: float, y: float, way: int, upright: bool = True) -> Part:
    """Return a supply's symbol at a point, going from it in a way (0 right, 90 up ...)."""
    symbol = symbols.supply(net)
    angle = (way + 90) % 360 if symbols.ground(net) else (way - 90) % 360
    dx, dy = WAYS[way]
    reach = 2.54 + 0.4 + (SIZE / 2 if dx == 0 and upright else wide(net) / 2)
    text = Text(net, tidy(x + dx * reach), tidy(y + dy * reach), vertical=dx == 0 and not upright)
    return Part("#PWR", symbol, 1, x, y, angle, net, value_text=text)


def _shape(kind: str, net: Net) -> str | None:
    if not net.shared:
        return None
    return kind if kind in ("input", "output", "bidirectional", "tri_state") else "passive"


def _leave(net: Net | None, kind: str, x: float, y: float, way: int, cramped: bool = False) -> Cell:
    """Return what is drawn where a net leaves a point: a flag, a supply, or a wire and its name."""
    if net is None:
        return [NoConnect(x, y)]
    dx, dy = WAYS[way]
    if net.supply:
        x2, y2 = tidy(x + dx * GRID), tidy(y + dy * GRID)
        return [Wire(x, y, x2, y2), supply(net.name, x2, y2, way, upright=not cramped)]
    if net.shared:
        x2, y2 = tidy(x + dx * STUB), tidy(y + dy * STUB)
        return [Wire(x, y, x2, y2), Label(net.name, x2, y2, way, _shape(kind, net))]
    reach = up(wide(net.name, SMALL) + GRID)
    x2, y2 = tidy(x + dx * reach), tidy(y + dy * reach)
    return [Wire(x, y, x2, y2), Label(net.name, x2, y2, (way + 180) % 360, None)]


def unit_cell(part: Component, unit: int, circuit: Circuit) -> Cell:
    """Return a unit of a part, upright, with what is on its pins."""
    blank = Text("", 0, 0)
    placed = part.placed(unit, 0, 0, 0, blank, blank)
    body = shape_box(part.symbol, unit, 0, pins=False)
    sides: dict[int, list[tuple[symbols.Pin, Point]]] = defaultdict(list)
    seen: dict[Point, Net | None] = {}
    for pin, point in placed.pins():
        net = circuit.at.get((part.ref, pin.number))
        if point in seen:
            if seen[point] is not net:
                raise ValueError(f"{part.ref}: pins in one place on different nets ({pin.number})")
            continue
        seen[point] = net
        sides[(pin.angle + 180) % 360].append((pin, point))
    out: Cell = []
    for way, pins in list(sides.items()):
        for pin, (x, y) in pins:
            net = circuit.at.get((part.ref, pin.number))
            across = way in (90, 270)
            near = across and any(0 < abs(other[0] - x) < 7.62 for _, other in pins)
            if across and len(pins) == 1 and net is not None and not net.supply:
                # A lone pin above or below: round the corner to where the others' names are.
                turn = 180 if pin.kind != "output" else 0
                level = [p[1] for _, p in sides[turn]]
                down = way == 270
                beyond = STUB if down else -STUB
                corner = (max if down else min)([*(v + beyond for v in level), y])
                if not down:  # above the reference, which stands on the body
                    corner = min(corner, -up(3.81 - body[1]))
                column = [p[0] for _, p in sides[turn]] or [x]
                edge = min(column) if turn == 180 else max(column)
                out += [Wire(x, y, x, corner)] if corner != y else []
                out += [Wire(x, corner, edge, corner)] if edge != x else []
                out += _leave(net, pin.kind, edge, corner, turn)
            else:
                out += _leave(net, pin.kind, x, y, way, near)
    ref, value = part.label(unit), part.value
    above = [x for _, (x, _) in sides[90]]
    line = body[1] - GRID
    if above:
        ref_at = min(above) - 1.9 - wide(ref) / 2  # the pin's number is there too
        value_at = max(above) + 1 + wide(value) / 2
        texts = Text(ref, ref_at, line), Text(value, value_at, line)
    elif wide(ref + value) + GRID <= max(body[2] - body[0], 15.24):
        middle = (body[0] + body[2]) / 2
        texts = _beside(ref, value, middle, line)
    else:
        left = body[0]
        texts = (
            Text(ref, left + wide(ref) / 2, line - 2),
            Text(value, left + wide(value) / 2, line),
        )
    placed = dataclasses.replace(placed, ref_text=texts[0], value_text=texts[1])
    return [placed, *out]


def _beside(ref: str, value: str, x: float, y: float) -> tuple[Text, Text]:
    """Return a reference and a value on one line around a middle."""
    gap = GRID
    left = x - (wide(ref) + gap + wide(value)) / 2
    return (
        Text(ref, tidy(left + wide(ref) / 2), tidy(y)),
        Text(value, tidy(left + wide(ref) + gap + wide(value) / 2), tidy(y)),
    )


def two_ended(part: Component) -> bool:
    """Tell whether a part has two pins in a line, as a resistor."""
    return two_ended_symbol(part.symbol)


def two_ended_symbol(symbol: Symbol) -> bool:
    """Tell whether a symbol has two pins in a line."""
    pins = symbol.units[1].pins
    if len(symbol.units) > 1 or len(pins) != 2:
        return False
    a, b = pins
    return (a.x, a.y) == (-b.x, -b.y) and 0 in (a.x, a.y) and abs(a.angle - b.angle) == 180


def _turn(part: Component, pin: str, way: int) -> int:
    """Return the angle at which a pin of a part with two is on that side of it."""
    first = next(each for each in part.symbol.units[1].pins if each.number == pin)
    dx, dy = WAYS[way]
    for angle in (0, 90, 180, 270):
        x, y = turned(first.x, first.y, angle)
        if x * dx + y * dy > 0.1 and abs(x * dy) + abs(y * dx) < 0.1:
            return angle
    raise AssertionError(part.ref)


def _reach(part: Component) -> float:
    pin = part.symbol.units[1].pins[0]
    return abs(pin.x) + abs(pin.y)


def _ends(part: Component, circuit: Circuit) -> list[tuple[str, Net | None]]:
    return [
        (pin.number, circuit.at.get((part.ref, pin.number))) for pin in part.symbol.units[1].pins
    ]


def _is_ground(net: Net | None) -> bool:
    return net is not None and net.supply and symbols.ground(net.name)


def _is_rail(net: Net | None) -> bool:
    return net is not None and net.supply and not symbols.ground(net.name)


def rail_cell(parts: list[Component], circuit: Circuit) -> Cell:
    """Return parts between the same supply and ground, upright in a row between two wires."""
    out: Cell = []
    x = 0.0
    reach = 0.0
    for part in parts:  # what a symbol draws beside its pins may reach further than they
        box = shape_box(part.symbol, 1, 0, pins=False)
        reach = max(reach, _reach(part), up(max(map(abs, box)) + 0.2))
    last: float | None = None
    high = low = ""
    for part in parts:
        ends = _ends(part, circuit)
        top, net = next((pin, net) for pin, net in ends if _is_rail(net))
        high = net.name if net else ""
        low = next(net.name for _, net in ends if net and _is_ground(net))
        angle = _turn(part, top, 90)
        box = shape_box(part.symbol, 1, angle, pins=False)
        width = max(wide(part.ref), wide(part.value))
        middle = box[2] + 0.6
        out.append(
            part.placed(
                1, x, 0, angle,
                Text(part.ref, tidy(x + middle + wide(part.ref) / 2), -GRID),
                Text(part.value, tidy(x + middle + wide(part.value) / 2), GRID),
            )
        )  # fmt: skip
        own = _reach(part)
        for side in (-1, 1):
            if own != reach:
                out.append(Wire(x, side * own, x, side * reach))
            if last is not None:
                out.append(Wire(last, side * reach, x, side * reach))
        last = x
        x = tidy(x + up(middle + width + 1.5 + abs(box[0])))
    out += [supply(high, 0, -reach, 90), supply(low, 0, reach, 270)]
    return out


@dataclass
class Chain:
    """Parts with two pins, one after the other; for each, its left and its right pin."""

    parts: list[tuple[Component, str, str]]
    left: Net | None
    right: Net | None

    def kind(self, side: int) -> str:
        part, *pins = self.parts[0 if side == 0 else -1]
        return next(p.kind for p in part.symbol.units[1].pins if p.number == pins[side])

    def reverse(self) -> None:
        self.parts = [(part, right, left) for part, left, right in reversed(self.parts)]
        self.left, self.right = self.right, self.left


def chains(parts: list[Component], circuit: Circuit) -> list[Chain]:
    """Return parts with two pins in chains: joined where nothing else is on the net between."""
    inside = {part.ref for part in parts}

    def only_between(net: Net | None) -> bool:
        return (
            net is not None
            and not net.supply
            and len(net.nodes) == 2
            and len({ref for ref, _ in net.nodes} & inside) == 2
        )

    by_ref = {part.ref: part for part in parts}
    left_over = dict(by_ref)

    def follow(ref: str, pin: str) -> list[tuple[Component, str, str]]:
        """Walk on from a part's pin."""
        out: list[tuple[Component, str, str]] = []
        while True:
            net = circuit.at.get((ref, pin))
            if not only_between(net) or net is None:
                return out
            ref, pin = next(node for node in net.nodes if node[0] != ref)
            if ref not in left_over:
                return out
            part = left_over.pop(ref)
            other = next(p for p, _ in _ends(part, circuit) if p != pin)
            out.append((part, pin, other))
            pin = other

    out: list[Chain] = []
    for part in parts:
        if left_over.pop(part.ref, None) is None:
            continue
        (a, _), (b, _) = _ends(part, circuit)
        # Diodes have their cathode first: current goes from left to right.
        if part.ref.startswith("D"):
            a, b = b, a
        before = [(p, right, left) for p, left, right in reversed(follow(part.ref, a))]
        row = [*before, (part, a, b), *follow(part.ref, b)]
        begin, end = (row[0][0].ref, row[0][1]), (row[-1][0].ref, row[-1][2])
        chain = Chain(row, circuit.at.get(begin), circuit.at.get(end))
        diode = any(p.ref.startswith("D") for p, _, _ in row)
        if not diode and (
            _is_ground(chain.left)
            or (_is_rail(chain.left) and not (chain.right is not None and chain.right.supply))
            or (_fed(chain.right, circuit) and not _fed(chain.left, circuit))
        ):
            chain.reverse()
        out.append(chain)
    return out


def _fed(net: Net | None, circuit: Circuit) -> bool:
    """Tell whether an output is what drives a net."""
    if net is None or net.supply:
        return False
    kinds = {
        pin.kind
        for part in circuit.components
        for unit in part.symbol.units.values()
        for pin in unit.pins
        if (part.ref, pin.number) in net.nodes
    }
    return bool(kinds & {"output", "tri_state"})


def bank_cell(rows: list[Chain], joined: bool, pulls: list[Component], circuit: Circuit) -> Cell:
    """Return chains one below the other, their right ends joined by a wire, or not.

    `pulls`: parts from the net of the joined ends to a supply, which hang on that wire.
    """
    out: Cell = []
    columns = max(len(row.parts) for row in rows)
    slots = [
        max(
            max(
                up(2 * _reach(row.parts[n][0]) + STUB, 2.54),
                up(wide(row.parts[n][0].ref + row.parts[n][0].value) + 2 * GRID + 1, 2.54),
            )
            for row in rows
            if n < len(row.parts)
        )
        for n in range(columns)
    ]
    # A supply's symbol stands up beside the texts.
    end = tidy(sum(slots) + (STEP if joined and _is_rail(rows[0].right) else 0))
    shapes_of = [
        shape_box(part.symbol, 1, _turn(part, left, 180), pins=False)
        for row in rows
        for part, left, _ in row.parts
    ]
    # A row: the parts, a line of text above, some air.
    pitch = max(
        5.08, up(max(b[3] for b in shapes_of) - min(b[1] for b in shapes_of) + 2.1, STEP)
    )
    for index, row in enumerate(rows):
        y = tidy(index * pitch)
        x = begin = 0.0
        for (part, left, _), slot in zip(row.parts, slots, strict=False):
            middle = up(x + slot / 2)
            angle = _turn(part, left, 180)
            top = shape_box(part.symbol, 1, angle, pins=False)[1]
            texts = _beside(part.ref, part.value, middle, y + top - 0.95)
            out.append(part.placed(1, middle, y, angle, *texts))
            reach = _reach(part)
            start = tidy(middle - reach)
            if part is row.parts[0][0]:
                first = start if row.left is None else 0.0
                out += _leave(row.left, row.kind(0), first, y, 180)
                begin = first
            if start != begin:
                out.append(Wire(begin, y, start, y))
            begin = tidy(middle + reach)
            x += slot
        if begin != end and row.right is not None:
            out.append(Wire(begin, y, end, y))
            begin = end
        if not joined:
            out += _right_end(row.right, row.kind(1), begin, y)
        elif index:
            out.append(Wire(end, tidy(y - pitch), end, y))
    if not joined:
        return out
    net = rows[0].right
    last = tidy((len(rows) - 1) * pitch)
    down = [part for part in pulls if any(_is_ground(n) for _, n in _ends(part, circuit))]
    out += _right_end(net, rows[0].kind(1), end, last if _is_ground(net) else 0.0)
    for index, part in enumerate(down):
        pin = next(p for p, n in _ends(part, circuit) if n is net)
        ground_net = next(n for _, n in _ends(part, circuit) if _is_ground(n))
        x, reach = tidy(end + index * 12.7), _reach(part)
        if index:
            out.append(Wire(tidy(x - 12.7), last, x, last))
        y = up(last + GRID + reach)
        out.append(Wire(x, last, x, tidy(y - reach)))
        angle = _turn(part, pin, 90)
        right = shape_box(part.symbol, 1, angle, pins=False)[2] + 0.6
        out.append(
            part.placed(
                1, x, y, angle,
                Text(part.ref, tidy(x + right + wide(part.ref) / 2), tidy(y - GRID)),
                Text(part.value, tidy(x + right + wide(part.value) / 2), tidy(y + GRID)),
            )
        )  # fmt: skip
        out.append(supply(ground_net.name if ground_net else "", x, tidy(y + reach), 270))
    return out


def _right_end(net: Net | None, kind: str, x: float, y: float) -> Cell:
    if net is not None and net.supply:
        return [supply(net.name, x, y, 270 if _is_ground(net) else 90)]
    return _leave(net, kind, x, y, 0)


def flags_cell(nets: list[Net]) -> Cell:
    """Return a flag on each net that power comes from outside into: KiCad's check asks for it."""
    out: Cell = []
    for index, net in enumerate(nets):
        x = tidy(index * 15.24)
        down = symbols.ground(net.name)
        text = Text("PWR_FLAG", x, -3.6 if down else 3.6)
        symbol = symbols.load("power", "PWR_FLAG")
        out += [
            supply(net.name, x, 0, 270 if down else 90),
            Part("#FLG", symbol, 1, x, 0, 0 if down else 180, "PWR_FLAG", value_text=text),
        ]
    return out


MOST_ROWS = 20  # of a bank, before another column is begun
MOST_ON_RAIL = 8


def cells(index: int, circuit: Circuit, flags: list[Net]) -> list[Cell]:
    """Return the cells of a block: chips and connectors, then parts with two pins, then flags."""
    parts = [part for part in circuit.components if part.block == index]
    units = [(part, unit) for part in parts if not two_ended(part) for unit in part.symbol.units]

    def feeds(each: tuple[Component, int]) -> bool:
        part, unit = each
        kinds = {pin.kind for pin in part.symbol.units[unit].pins}
        return len(part.symbol.units) > 1 and kinds == {"power_in"}

    # Units that only take the supply come after the gates.
    out = [unit_cell(part, unit, circuit) for part, unit in sorted(units, key=feeds)]
    rails: dict[tuple[str, str], list[Component]] = defaultdict(list)
    rest: list[Component] = []
    for part in filter(two_ended, parts):
        nets = [net for _, net in _ends(part, circuit)]
        high = next((net for net in nets if _is_rail(net)), None)
        low = next((net for net in nets if _is_ground(net)), None)
        if high is not None and low is not None:
            rails[high.name, low.name].append(part)
        else:
            rest.append(part)
    by_end: dict[str, list[Chain]] = defaultdict(list)
    for number, chain in enumerate(chains(rest, circuit)):
        by_end[chain.right.name if chain.right is not None else f" {number}"].append(chain)
    # What pulls a joined line to ground hangs on it.
    pulls: dict[str, list[Component]] = defaultdict(list)
    for rows in list(by_end.values()):
        for chain in list(rows):
            there = by_end.get(chain.left.name, []) if chain.left is not None else []
            if len(chain.parts) == 1 and _is_ground(chain.right) and len(there) > 1:
                if there is not rows:
                    rows.remove(chain)
                    pulls[there[0].right.name if there[0].right else ""].append(chain.parts[0][0])
    loose: dict[int, list[Chain]] = defaultdict(list)
    for name, rows in by_end.items():
        if len(rows) == 1 and (rows[0].right is None or not rows[0].right.supply):
            loose[len(rows[0].parts)].append(rows[0])
            continue
        for some in range(0, len(rows), MOST_ROWS):
            out.append(bank_cell(rows[some : some + MOST_ROWS], True, pulls[name], circuit))
    for rows in loose.values():
        for some in range(0, len(rows), MOST_ROWS):
            out.append(bank_cell(rows[some : some + MOST_ROWS], False, [], circuit))
    for row in rails.values():
        for some in range(0, len(row), MOST_ON_RAIL):
            out.append(rail_cell(row[some : some + MOST_ON_RAIL], circuit))
    if flags:
        out.append(flags_cell(flags))
    return out


# Placing.

GAP = 5.08  # between cells, side by side, and between blocks
STEP = 2.54


@dataclass
class Laid:
    """Cells in a frame: its size, and where each cell's own place is from its top left."""

    width: float
    height: float
    items: list[Item]


def grids(of: list[Cell], most: float) -> list[tuple[Cell, Box]]:
    """Return cells and what they cover, neighbours of one symbol in a grid as one cell."""
    runs: list[list[Cell]] = []
    last: Any = None
    for cell in of:
        part = cell[0]
        key: Any = None
        if isinstance(part, Part) and not two_ended_symbol(part.symbol):
            key = (part.symbol.name, shape_box(part.symbol, part.unit, 0))
        if key is None or key != last:
            runs.append([])
        runs[-1].append(cell)
        last = key
    out: list[tuple[Cell, Box]] = []
    for run in runs:
        each = [around(cell) for cell in run]
        left, top = min(b[0] for b in each), min(b[1] for b in each)
        w, h = max(b[2] for b in each) - left, max(b[3] for b in each) - top
        across, down = up(w + GAP, STEP), up(h + GAP / 2, STEP)
        columns = max(1, int((most - w + 0.01) // across) + 1)
        cell = [
            moved(item, tidy(n % columns * across), tidy(n // columns * down))
            for n, one in enumerate(run)
            for item in one
        ]
        right = left + w + (min(len(run), columns) - 1) * across
        out.append((cell, (left, top, right, top + h + (len(run) - 1) // columns * down)))
    return out


def lay(title: str, of: list[Cell], most: float) -> Laid:
    """Place cells in order, each as far up, then left, as it goes in `most` mm; frame them."""
    edge, head = STEP, 7.62
    items: list[Item] = []
    taken: list[Box] = []
    for cell, box in grids(of, most):
        w = box[2] - box[0]
        xs = sorted({0.0, *(each[2] + GAP for each in taken)})
        ys = sorted({0.0, *(each[3] + GAP / 2 for each in taken)})
        for y, x in ((y, x) for y in ys for x in xs):
            # On the grid: so much further right and down that it lies on it.
            dx, dy = up(x - box[0], STEP), up(y - box[1], STEP)
            here = (dx + box[0], dy + box[1], dx + box[2], dy + box[3])
            air, above = GAP - STEP, GAP / 2
            near = (here[0] - air, here[1] - above, here[2] + air, here[3] + above)
            if (x + w > most and x > 0) or any(overlap(near, other) for other in taken):
                continue
            taken.append(here)
            items += [moved(each, tidy(dx + edge), tidy(dy + head)) for each in cell]
            break
    right = max([each[2] for each in taken] + [wide(title, TITLE)])
    bottom = max(each[3] for each in taken)
    w, h = up(right + 2 * edge, STEP), up(bottom + head + edge, STEP)
    items.append(Frame(0, 0, w, h))
    items.append(Text(title, 2.54, 3.81, size=TITLE, bold=True, left=True))
    return Laid(w, h, items)


def shapes(title: str, of: list[Cell]) -> list[Laid]:
    """Return a block laid out in several widths, none larger both ways than another."""
    widest = max(around(cell)[2] - around(cell)[0] for cell in of)
    total = sum(around(cell)[2] - around(cell)[0] + GAP for cell in of)
    out: dict[tuple[float, float], Laid] = {}
    for n in (1, 1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 5, 6, 8, 12):
        laid = lay(title, of, max(widest, total / n))
        out.setdefault((laid.width, laid.height), laid)
    return [
        each
        for each in out.values()
        if not any(
            other.width <= each.width and other.height <= each.height and other is not each
            for other in out.values()
        )
    ]


Wish = Callable[[float, float, Laid], tuple[float, ...]]  # x, y, shape -> the least is taken

WISHES: tuple[Wish, ...] = (
    lambda x, y, laid: (y + laid.height, laid.width * laid.height, x),
    lambda x, y, laid: (y, x, laid.width * laid.height),
    lambda x, y, laid: (y, laid.height, x),
)


def pack(
    blocks: list[list[Laid]], width: float, height: float, wish: Wish
) -> list[tuple[Laid, Point]] | None:
    """Place blocks on a page (mm) one after the other, each where and in the shape wished for.

    None if they don't fit so.
    """
    done: list[tuple[Laid, Point]] = []
    taken: list[Box] = [
        (width - TITLE_BLOCK[0], height - TITLE_BLOCK[1], width + 1000, height + 1000)
    ]
    for choices in blocks:
        xs = sorted({0.0, *(up(box[2] + GAP, STEP) for box in taken)})
        ys = sorted({0.0, *(up(box[3] + GAP, STEP) for box in taken)})
        best: tuple[tuple[float, ...], int, Point] | None = None
        for number, laid in enumerate(choices):
            for y in ys:
                if y + laid.height > height:
                    break
                for x in xs:
                    if x + laid.width > width:
                        break
                    box = (x - GAP, y - GAP, x + laid.width + GAP, y + laid.height + GAP)
                    if any(overlap(box, other) for other in taken):
                        continue
                    key = wish(x, y, laid)
                    if best is None or (key, number) < best[:2]:
                        best = (key, number, (x, y))
                    break
        if best is None:
            return None
        _, number, (x, y) = best
        laid = choices[number]
        done.append((laid, (x, y)))
        taken.append((x, y, x + laid.width, y + laid.height))
    return done


TRIES = 40  # orders of blocks on a page before a larger one is taken


def orders(blocks: list[list[Laid]]) -> Iterable[list[list[Laid]]]:
    """Yield orders in which to place blocks: as they come, a little shuffled, large ones first.

    Always the same: the numbers are of a generator with a fixed seed.
    """

    def area(block: list[Laid]) -> float:
        return -min(each.width * each.height for each in block)

    yield blocks
    shuffle = random.Random(1)
    for number in range(TRIES):
        by = {id(b): n + shuffle.uniform(0, 1 + number / 8) for n, b in enumerate(blocks)}
        yield sorted(blocks, key=lambda block, by=by: by[id(block)])
    yield sorted(blocks, key=area)
    yield sorted(blocks, key=lambda block: -min(each.height for each in block))


def place(blocks: list[list[Laid]], width: float, height: float) -> Any:
    """Place blocks on a page in the first order in which they fit; where each is, or None."""
    needed = sum(min((b.width + GAP) * (b.height + GAP) for b in block) for block in blocks)
    if needed > (width + GAP) * (height + GAP) - TITLE_BLOCK[0] * TITLE_BLOCK[1]:
        return None
    for order in orders(blocks):
        for wish in WISHES:
            placed = pack(order, width, height, wish)
            if placed is not None:
                return placed
    return None


def overlap(a: Box, b: Box, air: float = 0.01) -> bool:
    """Tell whether two boxes share more than an edge."""
    return (
        min(a[2], b[2]) - max(a[0], b[0]) > air and min(a[3], b[3]) - max(a[1], b[1]) > air
    )


@dataclass(frozen=True)
class Drawing:
    """A sheet with all that is on it."""

    title: str
    paper: str
    width: float
    height: float
    items: tuple[Item, ...]

    def of(self, kind: type) -> list[Any]:
        """Return the items of a kind, in order."""
        return [each for each in self.items if isinstance(each, kind)]


def junctions(items: list[Item]) -> list[Junction]:
    """Return the points where three ends or more meet."""
    ends: Counter[Point] = Counter()
    for item in items:
        if isinstance(item, Wire):
            ends.update([(item.x, item.y), (item.x2, item.y2)])
        elif isinstance(item, Part):
            ends.update({point for _, point in item.pins()})
    return [Junction(*point) for point, count in sorted(ends.items()) if count > 2]


def numbered(items: list[Item]) -> list[Item]:
    """Give supplies and flags their references: #PWR01, #FLG01."""
    counts: Counter[str] = Counter()
    out: list[Item] = []
    for item in items:
        if isinstance(item, Part) and item.ref.startswith("#"):
            counts[item.ref] += 1
            item = dataclasses.replace(item, ref=f"{item.ref}{counts[item.ref]:02d}")
        out.append(item)
    return out


def draw(sheet: Any) -> Drawing:
    """Return the drawing of a sheet on the smallest paper (A4 to A0, landscape) that it fits on."""
    circuit = read(sheet)
    block_of = {part.ref: part.block for part in circuit.components}
    flags: dict[int, list[Net]] = defaultdict(list)
    for net in circuit.nets:
        if net.flag:
            flags[min(block_of[ref] for ref, _ in net.nodes)].append(net)
    blocks = [
        shapes(title, cells(index, circuit, flags[index]))
        for index, title in enumerate(circuit.blocks)
        if any(part.block == index for part in circuit.components)
    ]
    for paper, (width, height) in PAPERS.items():
        placed = place(blocks, width - 2 * MARGIN, height - 2 * MARGIN)
        if placed is not None:
            items = [
                moved(item, tidy(x + MARGIN), tidy(y + MARGIN))
                for laid, (x, y) in placed
                for item in laid.items
            ]
            items = numbered(items)
            return Drawing(sheet.title, paper, width, height, (*items, *junctions(items)))
    raise ValueError(f"{sheet.title}: too much for one A0 sheet")


def collisions(drawing: Drawing) -> list[tuple[str, str]]:
    """Return what covers what: texts, names, symbols, flags and lines where they should not meet.

    Lines may cross and touch lines; a part's own things do not disturb each other, save its texts.
    """
    things: list[tuple[Box, str, bool, str]] = []  # box, what, a line, whose

    def add(box: Box, what: str, line: bool = False, whose: str = "") -> None:
        by = 0.1 if line else 0.0
        things.append(
            ((box[0] - by, box[1] - by, box[2] + by, box[3] + by), what, line, whose)
        )

    for item in drawing.items:
        if isinstance(item, Part):
            name = f"{item.ref}/{item.unit}"
            for left, top, right, bottom in graphic_boxes(item.symbol, item.unit, item.angle):
                flat = min(right - left, bottom - top) < 0.2
                box = (item.x + left, item.y + top, item.x + right, item.y + bottom)
                add(box, name, flat, whose=name)
            for pin, (x, y) in item.pins():
                inward = math.radians(pin.angle)
                dx, dy = turned(math.cos(inward), math.sin(inward), item.angle)
                x2, y2 = x + dx * pin.length, y + dy * pin.length
                box = (min(x, x2), min(y, y2), max(x, x2), max(y, y2))
                add(box, f"{name} pin {pin.number}", True, name)
            for text in (item.ref_text, item.value_text):
                if text is not None:
                    add(text.box(), f"{name} text {text.text}")
        elif isinstance(item, Wire):
            add(boxes(item)[0], str(item), True)
        elif isinstance(item, Text | Label | NoConnect):
            # A flag of no connection is on the end of a pin: what is about that is a line.
            add(boxes(item)[0], str(item), isinstance(item, NoConnect))
        elif isinstance(item, Frame):
            for box in (
                (item.x, item.y, item.x2, item.y), (item.x, item.y2, item.x2, item.y2),
                (item.x, item.y, item.x, item.y2), (item.x2, item.y, item.x2, item.y2),
            ):  # fmt: skip
                add(box, str(item), True)
    found: list[tuple[str, str]] = []
    things.sort()
    for index, (box, name, line, whose) in enumerate(things):
        for other, other_name, other_line, other_whose in things[index + 1 :]:
            if other[0] >= box[2]:
                break
            if (line and other_line) or (whose and whose == other_whose):
                continue
            if overlap(box, other, 0.12):  # lines touch what they lead to
                found.append((name, other_name))
    return found
