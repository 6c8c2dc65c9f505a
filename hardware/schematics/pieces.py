"""What a sheet is drawn of: symbols, wires, names of nets; where each is, and what it covers.

Lengths are millimetres, y points down. Whatever an electrical connection needs lies on a grid of
1.27 mm, and two things are connected where ends meet, nowhere else.
"""

import dataclasses
import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import symbols
from symbols import Symbol

GRID = 1.27
STEP = 2.54  # from pin to pin of most symbols: places are multiples of it
SIZE = 1.27  # height of texts; of titles below
TITLE = 2.54
ADVANCE = 0.95  # mean width of a letter in heights: KiCad's stroke font, with some air
STUB = 2.54
SMALL = 1.016  # height of names within a block: they fit between two flags
# What a global label's outline adds to its text, by its shape; measured in KiCad's own plot.
FLAG = {"passive": 1.6, "input": 2.4, "output": 2.4, "bidirectional": 3.4, "tri_state": 3.4}

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


def overlap(a: Box, b: Box, air: float = 0.01) -> bool:
    """Tell whether two boxes share more than an edge."""
    return (
        min(a[2], b[2]) - max(a[0], b[0]) > air and min(a[3], b[3]) - max(a[1], b[1]) > air
    )
