"""Drawings to scale as plain data, and the same shapes as SVG, DXF and PDF.

Lengths are in mm, x to the right and y downwards, as in a zone's `at`. All files show the same,
because each is written from the same tuple of shapes.
"""

import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tierce_plans import svg as vector
from tierce_plans.svg import draw
from tierce_tools.base.paper import FONT, pdf

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

CAPITAL = 0.73  # height of a capital letter of DejaVu Sans, as part of the font's size
POINT_MM = 25.4 / 72


@dataclass(frozen=True)
class Layer:
    """The look of a layer. `index` is its colour in a DXF, in AutoCAD's palette."""

    colour: str
    index: int
    line: float  # width of its lines, mm


# In drawing order.
LAYERS = {
    "FELT": Layer("#1d1d1d", 7, 0.5),
    "ZONES": Layer("#2e7d32", 3, 0.5),
    "CARDS": Layer("#9e9e9e", 8, 0.2),
    "FAN": Layer("#1565c0", 5, 0.4),
    "TAGS": Layer("#7b1fa2", 6, 0.3),
    "FERRITE": Layer("#757575", 8, 0.3),
    "OUTLINE": Layer("#1d1d1d", 7, 0.4),
    "MODULE": Layer("#2e7d32", 3, 0.3),
    "ANTENNAS": Layer("#c05a00", 30, 0.6),
    "COPPER": Layer("#c05a00", 30, 0.2),
    "GROOVE": Layer("#ffffff", 7, 0.2),
    "BRIDGE": Layer("#1565c0", 5, 0.2),
    "LEDS": Layer("#c62828", 1, 0.3),
    "HOLES": Layer("#c62828", 1, 0.3),
    "CUT": Layer("#c62828", 1, 0.3),
    "TEXT": Layer("#1d1d1d", 7, 0.2),
}


@dataclass(frozen=True)
class Path:
    """Straight lines from point to point. `width` is the width of a copper track; 0 for a line."""

    layer: str
    points: tuple[Point, ...]
    closed: bool = False
    width: float = 0.0
    dashed: bool = False
    filled: bool = False

    @property
    def box(self) -> Box:
        """The box around it, including a track's width."""
        xs, ys = zip(*self.points, strict=True)
        half = self.width / 2
        return min(xs) - half, min(ys) - half, max(xs) + half, max(ys) + half


@dataclass(frozen=True)
class Circle:
    """A circle around (x, y)."""

    layer: str
    x: float
    y: float
    radius: float

    @property
    def box(self) -> Box:
        """The box around it."""
        r = self.radius
        return self.x - r, self.y - r, self.x + r, self.y + r


@dataclass(frozen=True)
class Text:
    """A line of text. (x, y) is on its base line.

    `size` is the font's, in mm; `turn` is in degrees, clockwise, around (x, y).
    """

    layer: str
    x: float
    y: float
    size: float
    text: str
    anchor: str = "start"  # which point of the text is at x: start, middle, end
    turn: int = 0

    @property
    def box(self) -> Box:
        """The box around it, from the font's own widths."""
        wide = text_width(self.text, self.size)
        left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[self.anchor]
        corners = [
            turned((left + dx, dy), self.turn) for dx in (0.0, wide) for dy in (-CAPITAL * self.size, 0.25 * self.size)
        ]
        xs, ys = zip(*corners, strict=True)
        return self.x + min(xs), self.y + min(ys), self.x + max(xs), self.y + max(ys)


Shape = Path | Circle | Text


@dataclass(frozen=True)
class Drawing:
    """Shapes, and the visible part of the plane.

    `base` is the y that becomes 0 in a DXF, where y goes upwards.
    """

    title: str
    view: Box
    base: float
    shapes: tuple[Shape, ...]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in mm."""
        left, top, right, bottom = self.view
        return right - left, bottom - top


def rect(layer: str, x: float, y: float, width: float, height: float, **more: Any) -> Path:
    """Return a rectangle; (x, y) is its upper left corner."""
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return Path(layer, corners, closed=True, **more)


def turned(point: Point, turn: int) -> Point:
    """Return a point, turned clockwise around (0, 0) by a multiple of 90 degrees."""
    x, y = point
    return ((x, y), (-y, x), (-x, -y), (y, -x))[turn // 90 % 4]


def moved(shapes: Iterable[Shape], x: float, y: float, turn: int = 0) -> Iterator[Shape]:
    """Yield shapes, turned clockwise around (0, 0), then moved by (x, y)."""
    for each in shapes:
        if isinstance(each, Path):
            points = (turned(point, turn) for point in each.points)
            yield replace(each, points=tuple((x + px, y + py) for px, py in points))
            continue
        px, py = turned((each.x, each.y), turn)
        there = replace(each, x=x + px, y=y + py)
        yield replace(there, turn=(there.turn + turn) % 360) if isinstance(there, Text) else there


def ruler(x: float, y: float, words: str) -> list[Shape]:
    """Return a ruler of 100 mm, to check the scale of a print. (x, y) is its left end."""
    ticks = [Path("TEXT", ((x + i * 10.0, y), (x + i * 10.0, y - (4 if i % 5 == 0 else 2.5)))) for i in range(11)]
    return [
        Path("TEXT", ((x, y), (x + 100.0, y))),
        *ticks,
        *(Text("TEXT", x + at, y - 5.2, 3, str(at), "middle") for at in (0, 50, 100)),
        Text("TEXT", x + 106, y, 3.6, words),
    ]


def text_width(text: str, size: float) -> float:
    """Return the width of a text in DejaVu Sans, in the unit of `size`."""
    return _width(text) * size


@cache
def _width(text: str) -> float:
    return _font().get_string_width(text) / POINT_MM / 1000


@cache
def _font() -> Any:
    paper = pdf("", bold=False)
    paper.set_font(FONT, size=1000)
    return paper


# Spaces where a line must not break: at French punctuation, and between a number and its unit.
_TOGETHER = re.compile(r"(?<=«) | (?=[;:!?»%×])|(?<=[\d×]) (?=\d|[munp]?[mAFHΩ]\b|µ)|(?<=×) ")


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return a text broken into lines no wider than `width`."""
    lines: list[str] = []
    for word in _TOGETHER.sub("\u00a0", text).split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# --- SVG


def svg(drawing: Drawing) -> str:
    """Return a drawing as SVG, with size and units in mm, and a group for each layer."""
    sheet = vector.drawing(
        *drawing.size, drawing.title, unit="mm", origin=drawing.view[:2], font_family="DejaVu Sans, Verdana, sans-serif"
    )
    for name, layer in LAYERS.items():
        shapes = [_drawn(each, layer) for each in drawing.shapes if each.layer == name]
        if shapes:
            sheet.append(
                draw.Group(
                    shapes, id=name, fill="none", stroke=layer.colour, stroke_width=layer.line, stroke_linejoin="round"
                )
            )
    return vector.text(sheet)


def _drawn(each: Shape, layer: Layer) -> Any:
    if isinstance(each, Circle):
        return draw.Circle(each.x, each.y, each.radius)
    if isinstance(each, Text):
        turn = f"rotate({each.turn} {each.x:.3f} {each.y:.3f})" if each.turn else None
        return draw.Text(
            each.text,
            each.size,
            each.x,
            each.y,
            fill=layer.colour,
            stroke="none",
            text_anchor=each.anchor,
            transform=turn,
        )
    return draw.Lines(
        *(side for point in each.points for side in point),
        close=each.closed,
        stroke_width=each.width or None,
        stroke_linecap="round" if each.width else None,
        stroke_dasharray="3 2" if each.dashed else None,
        fill=layer.colour if each.filled else None,
    )


# --- DXF


def dxf(drawing: Drawing) -> bytes:
    """Return a drawing as DXF of AutoCAD 2010, in mm; there y goes upwards from `base`."""
    import ezdxf
    from ezdxf.enums import TextEntityAlignment

    library: Any = ezdxf  # some of its types are unknown

    align = {"start": TextEntityAlignment.LEFT, "middle": TextEntityAlignment.CENTER, "end": TextEntityAlignment.RIGHT}

    def at(point: Point) -> Point:
        return round(point[0], 3) + 0.0, round(drawing.base - point[1], 3) + 0.0

    # Otherwise each file gets its own date and identity.
    before = library.options.write_fixed_meta_data_for_testing
    library.options.write_fixed_meta_data_for_testing = True
    try:
        file = library.new("R2010", units=4)  # mm
        file.header["$MEASUREMENT"] = 1  # metric
        file.styles.get("Standard").dxf.font = "DejaVuSans.ttf"
        file.linetypes.add("DASHED", [5.0, 3.0, -2.0], description="__ __ __")
        space = file.modelspace()
        used = {each.layer for each in drawing.shapes}
        for name, layer in LAYERS.items():
            if name in used:
                file.layers.add(name, color=layer.index, lineweight=_line_weight(layer.line))
        for each in drawing.shapes:
            look = {"layer": each.layer}
            if isinstance(each, Circle):
                space.add_circle(at((each.x, each.y)), each.radius, dxfattribs=look)
            elif isinstance(each, Text):
                text = space.add_text(each.text, height=each.size * CAPITAL, rotation=-each.turn % 360, dxfattribs=look)
                text.set_placement(at((each.x, each.y)), align=align[each.anchor])
            else:
                if each.dashed:
                    look["linetype"] = "DASHED"
                line = space.add_lwpolyline([at(point) for point in each.points], close=each.closed, dxfattribs=look)
                if each.width:
                    line.dxf.const_width = each.width
        # Otherwise their order changes from process to process.
        file.update_all()
        file.classes.classes = dict(sorted(file.classes.classes.items()))
        # The library adds its classes from a set, which has no order.
        file.classes.add_required_classes(file.dxfversion)
        file.classes.classes = dict(sorted(file.classes.classes.items()))
        stream = io.StringIO()
        file.write(stream)
    finally:
        library.options.write_fixed_meta_data_for_testing = before
    return stream.getvalue().encode()


def _line_weight(width: float) -> int:
    """Return the nearest line width that DXF allows, in hundredths of a mm."""
    return min((13, 15, 18, 20, 25, 30, 35, 40, 50, 53, 60, 70), key=lambda w: abs(w - 100 * width))
