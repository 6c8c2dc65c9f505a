"""Drawings to scale as plain data, and the same shapes as SVG, DXF and PDF.

Lengths are in mm, x to the right and y downwards, as in a zone's `at`. All files show the same,
because each is written from the same tuple of shapes.
"""

import io
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from tierce_plans import svg as vector
from tierce_plans.svg import draw
from tierce_tools.paper import FONT, SHEETS, pdf
from tierce_tools.texts import Texts

Point = tuple[float, float]
Box = tuple[float, float, float, float]  # left, top, right, bottom

CAPITAL = 0.73  # height of a capital letter of DejaVu Sans, as part of the font's size
_POINT = 25.4 / 72


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
            turned((left + dx, dy), self.turn)
            for dx in (0.0, wide)
            for dy in (-CAPITAL * self.size, 0.25 * self.size)
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


def rect(
    layer: str, x: float, y: float, width: float, height: float, **more: Any
) -> Path:
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
    ticks = [
        Path("TEXT", ((x + i * 10.0, y), (x + i * 10.0, y - (4 if i % 5 == 0 else 2.5))))
        for i in range(11)
    ]
    return [
        Path("TEXT", ((x, y), (x + 100.0, y))), *ticks,
        *(Text("TEXT", x + at, y - 5.2, 3, str(at), "middle") for at in (0, 50, 100)),
        Text("TEXT", x + 106, y, 3.6, words),
    ]


def text_width(text: str, size: float) -> float:
    """Return the width of a text in DejaVu Sans, in the unit of `size`."""
    return _width(text) * size


@cache
def _width(text: str) -> float:
    return _font().get_string_width(text) / _POINT / 1000


@cache
def _font() -> Any:
    paper = pdf("")
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
    sheet = vector.drawing(*drawing.size, drawing.title, unit="mm", origin=drawing.view[:2],
                           font_family="DejaVu Sans, Verdana, sans-serif")
    for name, layer in LAYERS.items():
        shapes = [_drawn(each, layer) for each in drawing.shapes if each.layer == name]
        if shapes:
            sheet.append(draw.Group(
                shapes, id=name, fill="none", stroke=layer.colour, stroke_width=layer.line,
                stroke_linejoin="round"))
    return vector.text(sheet)


def _drawn(each: Shape, layer: Layer) -> Any:
    if isinstance(each, Circle):
        return draw.Circle(each.x, each.y, each.radius)
    if isinstance(each, Text):
        turn = f"rotate({each.turn} {each.x:.3f} {each.y:.3f})" if each.turn else None
        return draw.Text(each.text, each.size, each.x, each.y, fill=layer.colour, stroke="none",
                         text_anchor=each.anchor, transform=turn)
    return draw.Lines(
        *(side for point in each.points for side in point), close=each.closed,
        stroke_width=each.width or None, stroke_linecap="round" if each.width else None,
        stroke_dasharray="3 2" if each.dashed else None,
        fill=layer.colour if each.filled else None)


# --- DXF


def dxf(drawing: Drawing) -> bytes:
    """Return a drawing as DXF of AutoCAD 2010, in mm; there y goes upwards from `base`."""
    import ezdxf
    from ezdxf.enums import TextEntityAlignment

    library: Any = ezdxf  # some of its types are unknown

    align = {"start": TextEntityAlignment.LEFT, "middle": TextEntityAlignment.CENTER,
             "end": TextEntityAlignment.RIGHT}

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
                file.layers.add(
                    name, color=layer.index, lineweight=_line_weight(layer.line)
                )
        for each in drawing.shapes:
            look = {"layer": each.layer}
            if isinstance(each, Circle):
                space.add_circle(at((each.x, each.y)), each.radius, dxfattribs=look)
            elif isinstance(each, Text):
                text = space.add_text(
                    each.text, height=each.size * CAPITAL, rotation=-each.turn % 360,
                    dxfattribs=look,
                )
                text.set_placement(at((each.x, each.y)), align=align[each.anchor])
            else:
                if each.dashed:
                    look["linetype"] = "DASHED"
                line = space.add_lwpolyline(
                    [at(point) for point in each.points], close=each.closed, dxfattribs=look
                )
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


# --- pages to tape together

STEP = (180.0, 267.0)  # from a page's mark to the next one's; A4 has 210 x 297
OVER = 5.0  # overlap: a page also shows this much beyond its marks
_CROSS = 4.0  # half of a registration mark

@dataclass(frozen=True)
class Page:
    """One sheet: its name on the plan, and the place of its upper left mark in the drawing."""

    name: str
    x: float
    y: float
    shapes: tuple[Shape, ...]


def tiles(drawing: Drawing, area: Box) -> tuple[Page, ...]:
    """Return the pages that show some part of an area, row by row: A1, A2, ..., B1."""
    boxes = [(each, each.box) for each in drawing.shapes]
    found: list[Page] = []
    columns, rows = _grid(area)
    for row in range(rows):
        for column in range(columns):
            x, y = area[0] + column * STEP[0], area[1] + row * STEP[1]
            shown = (x - OVER, y - OVER, x + STEP[0] + OVER, y + STEP[1] + OVER)
            shapes = tuple(each for each, box in boxes if _meet(each, box, shown))
            if shapes:
                found.append(Page(f"{_letters(row)}{column + 1}", x, y, shapes))
    return tuple(found)


def _grid(area: Box) -> tuple[int, int]:
    across, down = area[2] - area[0], area[3] - area[1]
    return math.ceil(round(across / STEP[0], 6)), math.ceil(round(down / STEP[1], 6))


def _letters(row: int) -> str:
    return ("" if row < 26 else chr(64 + row // 26)) + chr(65 + row % 26)


def _meet(shape: Shape, box: Box, shown: Box) -> bool:
    """Whether a shape's lines cross the area of a page; its box alone may enclose the page."""
    if any(box[i] > shown[i + 2] or shown[i] > box[i + 2] for i in (0, 1)):
        return False
    if not isinstance(shape, Path):
        return True
    ends = [*shape.points, shape.points[0]] if shape.closed else shape.points
    return any(_crosses(a, b, shown, shape.width / 2) for a, b in pairwise(ends))


def _crosses(a: Point, b: Point, shown: Box, half: float) -> bool:
    """Whether a line from a to b passes through a box (Liang and Barsky's clipping)."""
    first, last = 0.0, 1.0
    for axis in (0, 1):
        low, high = shown[axis] - half, shown[axis + 2] + half
        way = b[axis] - a[axis]
        if way == 0:
            if not low <= a[axis] <= high:
                return False
            continue
        enter, leave = sorted(((low - a[axis]) / way, (high - a[axis]) / way))
        first, last = max(first, enter), min(last, leave)
    return first <= last


def tiled(drawing: Drawing, area: Box, say: Texts) -> bytes:
    """Return an area of a drawing as a PDF: a plan, then A4 pages to tape together."""
    pages = tiles(drawing, area)
    paper = pdf(drawing.title)
    paper.set_auto_page_break(False)
    _plan(paper, drawing, area, pages, say)
    border = ((SHEETS["a4"][0] - STEP[0]) / 2, (SHEETS["a4"][1] - STEP[1]) / 2)
    for page in pages:
        paper.add_page()
        shown = (border[0] - OVER, border[1] - OVER, STEP[0] + 2 * OVER, STEP[1] + 2 * OVER)
        with paper.local_context(), paper.rect_clip(*shown):
            for each in page.shapes:
                _pdf_shape(paper, each, border[0] - page.x, border[1] - page.y, 1.0)
        paper.set_dash_pattern()
        paper.set_draw_color("#1d1d1d")
        paper.set_line_width(0.15)
        for x in (border[0], border[0] + STEP[0]):
            for y in (border[1], border[1] + STEP[1]):
                paper.line(x - _CROSS, y, x + _CROSS, y)
                paper.line(x, y - _CROSS, x, y + _CROSS)
                paper.circle(x, y, 2)
        name = say("page {}").format(page.name)
        _pdf_text(paper, Text("TEXT", border[0] + 8, 7.5, 3.2, name))
        marks = say("crosses: 180 mm apart across, 267 mm down")
        _pdf_text(paper, Text("TEXT", border[0] + STEP[0] - 8, 7.5, 3.2, marks, "end"))
    return bytes(paper.output())


def _plan(paper: Any, drawing: Drawing, area: Box, pages: Sequence[Page], say: Texts) -> None:
    """Draw the first page: instructions, a ruler, and a small drawing with the pages' names."""
    how = say(
        "{} pages A4, to print at 100 % (no “fit to page”). Check the ruler first, then lay the "
        "pages so that their crosses lie on each other: each page shows 5 mm of its neighbours. "
        "Pages with nothing on them are left out.").format(len(pages))
    count = say("Letters count the rows from above, numbers the columns from the left.")
    paper.add_page()
    shapes: list[Shape] = [Text("TEXT", 15, 22, 6, drawing.title)]
    y = 24.6
    for line in [*wrapped(how, 3.6, 180), *wrapped(count, 3.6, 180)]:
        y += 5.4
        shapes.append(Text("TEXT", 15, y, 3.6, line))
    y += 14
    shapes += ruler(15, y, say("this is 100 mm"))
    y += 8
    columns, rows = _grid(area)
    scale = min(180 / (columns * STEP[0]), (280 - y) / (rows * STEP[1]), 0.5)
    left, top = 15 - area[0] * scale, y - area[1] * scale
    for each in shapes:
        _pdf_shape(paper, each, 0, 0, 1.0)
    for each in drawing.shapes:
        if each.layer in ("FELT", "ZONES", "OUTLINE", "COPPER") and _meet(each, each.box, area):
            _pdf_shape(paper, each, left, top, scale)
    paper.set_draw_color("#1565c0")
    paper.set_line_width(0.3)
    for page in pages:
        x, y = left + page.x * scale, top + page.y * scale
        across, down = STEP[0] * scale, STEP[1] * scale
        paper.rect(x, y, across, down)
        size = min(6.0, across / 3)
        _pdf_text(paper, Text("FAN", x + across / 2, y + down / 2, size, page.name, "middle"))


def _pdf_shape(paper: Any, each: Shape, dx: float, dy: float, scale: float) -> None:
    layer = LAYERS[each.layer]
    if isinstance(each, Text):
        _pdf_text(paper, replace(each, x=dx + each.x * scale, y=dy + each.y * scale,
                                 size=each.size * scale))
        return
    paper.set_draw_color(layer.colour)
    paper.set_line_width(max(0.1, layer.line * scale))
    if isinstance(each, Circle):
        paper.set_dash_pattern()
        paper.circle(dx + each.x * scale, dy + each.y * scale, each.radius * scale)
        return
    if each.width:
        paper.set_line_width(each.width * scale)
    paper.set_dash_pattern(*((3 * scale, 2 * scale) if each.dashed else (0, 0)))
    paper.set_fill_color(layer.colour)
    points = [(dx + x * scale, dy + y * scale) for x, y in each.points]
    paper.polyline(points, polygon=each.closed, style="DF" if each.filled else "D")


def _pdf_text(paper: Any, each: Text) -> None:
    paper.set_font(FONT, size=each.size / _POINT)
    paper.set_text_color(LAYERS[each.layer].colour)
    wide = text_width(each.text, each.size)
    x = each.x - {"start": 0.0, "middle": wide / 2, "end": wide}[each.anchor]
    with paper.rotation(-each.turn, each.x, each.y):
        paper.text(x, each.y, each.text)
