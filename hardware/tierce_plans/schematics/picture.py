"""A schematic as an SVG picture, from the items of its file: KiCad's colours and lengths (mm)."""

import math
from typing import Any

from tierce_plans.schematics.layout import ADVANCE, FLAG, PAPERS, TITLE_BLOCK, WAYS, wide
from tierce_plans.schematics.symbols import described, first, lists, plain, points, turned
from tierce_plans.svg import draw, drawing
from tierce_plans.svg import text as content

STYLE = """
text{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#006464;text-anchor:middle}
path,circle{fill:none;stroke:#840000;stroke-linecap:round;stroke-linejoin:round}
.background{fill:#ffffc2}.outline{fill:#840000}
.cross{stroke:#000084}.frame{stroke:#8a8a8a;stroke-dasharray:1.5 .8}
text.number{fill:#a90000}text.red{fill:#840000}
text.title{fill:#00008c;font-weight:bold;text-anchor:start}
"""


def text(words: str, x: float, y: float, size: float, kind: str, upright: bool = False) -> Any:
    """Return a text around a middle; ~{X} is an X with a bar over it."""
    more = {"transform": f"rotate(-90 {x:.3f} {y:.3f})"} if upright else {}
    if "~{" in words:
        more["text_decoration"] = "overline"
        words = words.replace("~{", "").replace("}", "")
    # A monospaced letter is 0.6 of its font's size wide.
    return draw.Text(words, size * ADVANCE / 0.6, x, y + 0.36 * size, class_=kind, **more)


def line(spots: list[Any], kind: str, close: bool = False, thick: float = 0.18) -> Any:
    """Return a line through points."""
    path = draw.Path(class_=kind, style=f"stroke-width:{thick}").M(*spots[0])
    for spot in spots[1:]:
        path.L(*spot)
    return path.Z() if close else path


def arc(begin: Any, middle: Any, end: Any, kind: str, thick: float) -> Any:
    """Return an arc through three points."""
    (ax, ay), (bx, by), (cx, cy) = begin, middle, end
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    a2, b2, c2 = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    ux = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d
    uy = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d
    r = math.hypot(ax - ux, ay - uy)
    # It is the longer way round where its middle is on the centre's side of the chord.
    far = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    centre = (ux - ax) * (cy - ay) - (uy - ay) * (cx - ax)
    path = draw.Path(class_=kind, style=f"stroke-width:{thick}")
    return path.M(ax, ay).A(r, r, 0, int(far * centre > 0), int(far > 0), cx, cy)


def symbol(item: Any, library: dict[str, Any]) -> Any:
    """Return a placed symbol with its pins and the texts that are shown."""
    found = library[plain(first(item, "lib_id")[1])]
    x, y, angle = first(item, "at")[1:]
    unit = first(item, "unit")[1]
    group = draw.Group()

    def at(spot: tuple[float, float]) -> tuple[float, float]:
        dx, dy = turned(*spot, angle)
        return x + dx, y + dy

    # What is filled lies under the rest.
    for graphic in sorted(found.graphics[unit], key=lambda each: first(each, "fill", "type")[1:] != ["background"]):
        kind = "".join(first(graphic, "fill", "type")[1:])
        thick = (first(graphic, "stroke", "width") or [0, 0])[1] or 0.18
        spots = [at(spot) for spot in points(graphic)]
        if graphic[0] == "text":
            size = first(graphic, "effects", "font", "size")[1]
            group.append(text(plain(graphic[1]), *spots[0], size, "red"))
        elif graphic[0] == "circle":
            middle = at(tuple(first(graphic, "center")[1:]))
            radius = first(graphic, "radius")[1]
            group.append(draw.Circle(*middle, radius, class_=kind, style=f"stroke-width:{thick}"))
        elif graphic[0] == "arc":
            begin, middle, end = spots
            group.append(arc(begin, middle, end, kind, thick))
        elif graphic[0] == "rectangle":
            (ax, ay), (bx, by) = spots
            group.append(line([(ax, ay), (bx, ay), (bx, by), (ax, by)], kind, True, thick))
        else:
            group.append(line(spots, kind, thick=thick))
    names = first(found.tree, "pin_names")
    offset = (first(names, "offset") or [0, 0.508])[1]
    for pin in found.pins[unit]:
        if not pin.hidden:
            way = WAYS[(pin.angle + angle) % 360]
            shown = (
                pin.name if "hide" not in names else "~",
                pin.number if "hide" not in first(found.tree, "pin_numbers") else "~",
            )
            group.extend(_pin(pin, *at((pin.x, pin.y)), way, shown, offset))
    for each in lists(item, "property"):
        if "hide" not in first(each, "effects"):
            tx, ty, turn = first(each, "at")[1:]
            size = first(each, "effects", "font", "size")[1]
            words = plain(each[2])
            if each[1] == '"Reference"' and len(found.pins) > 1:
                words += chr(64 + unit)
            group.append(text(words, tx, ty, size, "field", (turn + angle) % 180 == 90))
    return group


def _pin(pin: Any, x: float, y: float, way: Any, shown: Any, offset: float) -> list[Any]:
    """Return a pin that goes a way from a point, with its name and number."""
    dx, dy = way
    name, number = shown
    length = pin.length
    found: list[Any] = []
    if "inverted" in pin.shape:  # a ring where the pin meets the body
        length -= 1.016
        cx, cy = x + dx * (length + 0.508), y + dy * (length + 0.508)
        found.append(draw.Circle(cx, cy, 0.508, style="stroke-width:0.18"))
    ex, ey = x + dx * pin.length, y + dy * pin.length
    if length:
        found.append(line([(x, y), (x + dx * length, y + dy * length)], "pin"))
    if "clock" in pin.shape:
        spots = [(ex - dy * 0.6, ey - dx * 0.6), (ex + dx * 0.9, ey + dy * 0.9)]
        found.append(line([*spots, (ex + dy * 0.6, ey + dx * 0.6)], "pin"))
    mx, my = (x + ex) / 2 - abs(dy) * 0.85, (y + ey) / 2 - abs(dx) * 0.85
    if number != "~" and pin.length:
        found.append(text(number, mx, my, 1.27, "number", dx == 0))
    if name != "~":
        far = offset + wide(name) / 2
        spot = (ex + dx * far, ey + dy * far) if offset else (mx, my)
        found.append(text(name, *spot, 1.27, "name", dx == 0))
    return found


def label(item: Any) -> list[Any]:
    """Return the name of a net, in its flag."""
    words, shape = plain(item[1]), first(item, "shape")[1]
    x, y, angle = first(item, "at")[1:]
    dx, dy = WAYS[angle]
    long, h, tip = wide(words) + FLAG[shape], 1.1, 1.1
    near = tip if shape not in ("output", "passive") else 0.0
    far = long - tip if shape not in ("input", "passive") else long
    around = [(0.0, 0.0), (near, -h), (far, -h), (long, 0.0), (far, h), (near, h)]
    spots = [(x + a * dx - b * dy, y + a * dy + b * dx) for a, b in around]
    middle = (near + far) / 2
    return [line(spots, "flag", close=True), text(words, x + dx * middle, y + dy * middle, 1.27, "red", dx == 0)]


def svg(drawn: Any) -> str:
    """Return the picture of a schematic."""
    paper = plain(first(drawn, "paper")[1])
    width, height = PAPERS[paper]
    title = plain(first(drawn, "title_block", "title")[1])
    sheet = drawing(width, height, title, unit="mm")
    sheet.append_css(STYLE)
    edge = [(10, 10), (width - 10, 10), (width - 10, height - 10), (10, height - 10)]
    left, top = width - 10 - TITLE_BLOCK[0] + 4, height - 10 - TITLE_BLOCK[1] + 14
    sheet.append(line(edge, "pin", close=True))
    sheet.append(line([(left, height - 10), (left, top), (width - 10, top)], "pin"))
    for row, (words, size) in enumerate([(title, 2.6), ("The same name is the same net.", 1.6),
                                         ("Le même nom est le même fil.", 1.6),
                                         (f"Tierce · {paper}", 1.6)]):  # fmt: skip
        sheet.append(text(words, left + 3 + wide(words, size) / 2, top + 4 + 4 * row, size, "red"))
    library = {plain(each[1]): described(each) for each in first(drawn, "lib_symbols")[1:]}
    for item in drawn:
        if item[0] == "symbol":
            sheet.append(symbol(item, library))
        elif item[0] == "global_label":
            sheet.extend(label(item))
        elif item[0] == "polyline":
            sheet.append(line(points(item), "frame"))
        elif item[0] == "no_connect":
            x, y = first(item, "at")[1:3]
            r = 0.635
            sheet.append(line([(x - r, y - r), (x + r, y + r)], "cross"))
            sheet.append(line([(x - r, y + r), (x + r, y - r)], "cross"))
        elif item[0] == "text":
            x, y = first(item, "at")[1:3]
            size = first(item, "effects", "font", "size")[1]
            # KiCad's letters are of different widths, and narrower in all.
            sheet.append(text(plain(item[1]), x, y - size / 2, 0.83 * size, "title"))
    return content(sheet)
