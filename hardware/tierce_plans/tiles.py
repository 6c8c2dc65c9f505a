"""Drawings as PDF, at 1:1: a plan, then A4 pages to tape together."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from tierce_plans.shapes import (
    LAYERS,
    POINT_MM,
    Box,
    Circle,
    Drawing,
    Path,
    Point,
    Shape,
    Text,
    ruler,
    text_width,
    wrapped,
)
from tierce_tools.base.paper import FONT, SHEETS, pdf
from tierce_tools.base.texts import Texts

STEP = (180.0, 267.0)  # from a page's mark to the next one's; A4 has 210 x 297
OVER = 5.0  # overlap: a page also shows this much beyond its marks
_CROSS = 4.0  # half of a registration mark


@dataclass(frozen=True)
class Tile:
    """One sheet: its name on the plan, and the place of its upper left mark in the drawing."""

    name: str
    x: float
    y: float
    shapes: tuple[Shape, ...]


def tiles(drawing: Drawing, area: Box) -> tuple[Tile, ...]:
    """Return the pages that show some part of an area, row by row: A1, A2, ..., B1."""
    boxes = [(each, each.box) for each in drawing.shapes]
    found: list[Tile] = []
    columns, rows = _grid(area)
    for row in range(rows):
        for column in range(columns):
            x, y = area[0] + column * STEP[0], area[1] + row * STEP[1]
            shown = (x - OVER, y - OVER, x + STEP[0] + OVER, y + STEP[1] + OVER)
            shapes = tuple(each for each, box in boxes if _meet(each, box, shown))
            if shapes:
                found.append(Tile(f"{_letters(row)}{column + 1}", x, y, shapes))
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
    paper = pdf(drawing.title, bold=False)
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


def _plan(paper: Any, drawing: Drawing, area: Box, pages: Sequence[Tile], say: Texts) -> None:
    """Draw the first page: instructions, a ruler, and a small drawing with the pages' names."""
    how = say(
        "{} pages A4, to print at 100 % (no “fit to page”). Check the "
        "ruler first, then lay the pages so that their crosses coincide: each page shows "
        "5 mm of its neighbours. Pages with nothing on them are left out."
    ).format(len(pages))
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
        _pdf_text(paper, replace(each, x=dx + each.x * scale, y=dy + each.y * scale, size=each.size * scale))
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
    paper.set_font(FONT, size=each.size / POINT_MM)
    paper.set_text_color(LAYERS[each.layer].colour)
    wide = text_width(each.text, each.size)
    x = each.x - {"start": 0.0, "middle": wide / 2, "end": wide}[each.anchor]
    with paper.rotation(-each.turn, each.x, each.y):
        paper.text(x, each.y, each.text)
