"""A drawing as an SVG picture, in KiCad's colours and with KiCad's lengths (mm)."""

import math
from html import escape

from layout import (
    TITLE_BLOCK,
    Drawing,
)
from pieces import (
    SIZE,
    SMALL,
    Box,
    Frame,
    Junction,
    Label,
    NoConnect,
    Part,
    Text,
    Wire,
    tidy,
    turned,
    wide,
)
from symbols import Tree, first, lists, numbers, plain

STYLE = """
  text{font-family:"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#006464}
  path,circle{fill:none;stroke-linecap:round;stroke-linejoin:round}
  .wire{stroke:#009600;stroke-width:.18}.dot{fill:#009600}.none{stroke:#000084;stroke-width:.18}
  .body{stroke:#840000;stroke-width:.254}.body.filled{fill:#ffffc2}.body.solid{fill:#840000}
  .pin{stroke:#840000;stroke-width:.18}text.number{fill:#a90000}text.name{fill:#006464}
  .frame{stroke:#8a8a8a;stroke-width:.254;stroke-dasharray:1.5 .8}.page{stroke:#840000;
  stroke-width:.2}text.local{fill:#0f0f0f}text.flag,text.title,text.free{fill:#840000}
  text.free{fill:#00008c;font-weight:bold}.outline{stroke:#840000;stroke-width:.15}
"""
BASE = 0.36  # of a text's height: from its middle down to its base line


def _n(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"


def _text(kind: str, text: str, x: float, y: float, size: float, vertical: bool = False) -> str:
    """Return a text around a middle, ~{X} with a bar over the X, as wide as KiCad draws it."""
    shown = ""
    bars: list[tuple[int, int]] = []
    rest = text
    while "~{" in rest:
        before, _, rest = rest.partition("~{")
        under, _, rest = rest.partition("}")
        shown += before
        bars.append((len(shown), len(shown) + len(under)))
        shown += under
    shown += rest
    if not shown.strip():
        return ""
    width = wide(shown, size)
    # A monospaced letter is 0.6 of its font's size wide, and its capitals 0.73 of it high.
    font = size / 0.73
    turn = f' transform="rotate(-90 {_n(x)} {_n(y)})"' if vertical else ""
    out = (
        f'<text class="{kind}" x="{_n(x - width / 2)}" y="{_n(y + BASE * size)}"'
        f' font-size="{_n(font)}" textLength="{_n(width)}" lengthAdjust="spacingAndGlyphs"'
        f' xml:space="preserve"{turn}>{escape(shown)}</text>'
    )
    for begin, end in bars:
        a, b = (x - width / 2 + width * each / len(shown) for each in (begin, end))
        top = y - size * 0.62
        out += f'<path class="pin" d="M{_n(a + 0.1)} {_n(top)}H{_n(b - 0.1)}"{turn}/>'
    return out


def _arc(points: list[tuple[float, float]]) -> str:
    """Return a path through three points of a circle."""
    (ax, ay), (bx, by), (cx, cy) = points
    d = 2 * (ax * (by - cy) + bx * (cy - ay) + cx * (ay - by))
    if abs(d) < 1e-9:
        return f"M{_n(ax)} {_n(ay)}L{_n(cx)} {_n(cy)}"
    a2, b2, c2 = ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy
    ux = (a2 * (by - cy) + b2 * (cy - ay) + c2 * (ay - by)) / d
    uy = (a2 * (cx - bx) + b2 * (ax - cx) + c2 * (bx - ax)) / d
    r = math.hypot(ax - ux, ay - uy)
    begin, middle, end = (math.atan2(y - uy, x - ux) for x, y in points)
    sweep = (middle - begin) % math.tau < (end - begin) % math.tau
    angle = (end - begin) % math.tau if sweep else (begin - end) % math.tau
    return (
        f"M{_n(ax)} {_n(ay)}A{_n(r)} {_n(r)} 0 {int(angle > math.pi)} {int(sweep)}"
        f" {_n(cx)} {_n(cy)}"
    )


def _graphic(part: Part, tree: Tree) -> str:
    def at(point: Tree) -> tuple[float, float]:
        x, y = numbers(point)[:2]
        dx, dy = turned(x, y, part.angle)
        return part.x + dx, part.y + dy

    fill = first(first(tree, "fill"), "type")
    kinds = {"background": "body filled", "outline": "body solid"}
    kind = kinds.get(fill[1] if fill else "", "body")
    width = numbers(first(first(tree, "stroke"), "width"))
    thick = f' style="stroke-width:{_n(width[0])}"' if width and 0 < width[0] != 0.254 else ""
    if width == [0]:
        thick = ' style="stroke-width:.18"'
    if tree[0] == "rectangle":
        (x, y), (x2, y2) = at(first(tree, "start")), at(first(tree, "end"))
        d = f"M{_n(x)} {_n(y)}H{_n(x2)}V{_n(y2)}H{_n(x)}Z"
    elif tree[0] == "circle":
        x, y = at(first(tree, "center"))
        r = numbers(first(tree, "radius"))[0]
        return f'<circle class="{kind}" cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}"{thick}/>'
    elif tree[0] == "arc":
        d = _arc([at(first(tree, each)) for each in ("start", "mid", "end")])
    elif tree[0] == "text":
        x, y = at(first(tree, "at"))
        effects = numbers(first(first(first(tree, "effects"), "font"), "size"))
        return _text("title", plain(tree[1]), x, y, effects[0])
    else:
        points = [at(each) for each in lists(first(tree, "pts"), "xy")]
        joint = "C" if tree[0] == "bezier" else "L"
        d = f"M{_n(points[0][0])} {_n(points[0][1])}{joint}"
        d += " ".join(f"{_n(x)} {_n(y)}" for x, y in points[1:])
    return f'<path class="{kind}" d="{d}"{thick}/>'


def _part(part: Part) -> list[str]:
    symbol = part.symbol
    unit = symbol.units[part.unit]
    # What is filled lies under the rest.
    filled = [first(first(each, "fill"), "type")[1:] == ["background"] for each in unit.graphics]
    out = [
        _graphic(part, each)
        for under in (True, False)
        for each, fills in zip(unit.graphics, filled, strict=True)
        if fills is under
    ]
    for pin, (x, y) in part.pins():
        if pin.hidden:
            continue
        inward = math.radians(pin.angle)
        ux, uy = turned(math.cos(inward), math.sin(inward), part.angle)
        ux, uy = round(ux), round(uy)
        length = pin.length
        if "inverted" in pin.shape:  # a ring where the pin meets the body
            length -= 1.016
            cx, cy = x + ux * (length + 0.508), y + uy * (length + 0.508)
            out.append(f'<circle class="pin" cx="{_n(cx)}" cy="{_n(cy)}" r=".508"/>')
        x2, y2 = x + ux * length, y + uy * length
        if length:
            out.append(f'<path class="pin" d="M{_n(x)} {_n(y)}L{_n(x2)} {_n(y2)}"/>')
        if "clock" in pin.shape:
            ex, ey = x + ux * pin.length, y + uy * pin.length
            points = [(ex - uy * 0.6, ey - ux * 0.6), (ex + ux * 0.9, ey + uy * 0.9)]
            points.append((ex + uy * 0.6, ey + ux * 0.6))
            line = "L".join(f"{_n(px)} {_n(py)}" for px, py in points)
            out.append(f'<path class="pin" d="M{line}"/>')
        upright = ux == 0
        if not symbol.numbers_hidden and pin.length:
            mx, my = x + ux * pin.length / 2, y + uy * pin.length / 2
            lift = -0.85
            where = (mx + lift, my) if upright else (mx, my + lift)
            out.append(_text("number", pin.number, *where, SIZE, upright))
        if not symbol.names_hidden and pin.name != "~":
            if symbol.name_offset:
                reach = pin.length + symbol.name_offset + wide(pin.name) / 2
                where = x + ux * reach, y + uy * reach
            else:
                mx, my = x + ux * pin.length / 2, y + uy * pin.length / 2
                where = (mx - 0.85, my) if upright else (mx, my - 0.85)
            out.append(_text("name", pin.name, *where, SIZE, upright))
    for text in (part.ref_text, part.value_text):
        if text is not None:
            out.append(_text("field", text.text, text.x, text.y, text.size, text.vertical))
    return out


def outline(label: Label) -> list[tuple[float, float]]:
    """Return the corners of a global label's flag: how far along its way, and across."""
    end = label.box()
    length = max(end[2] - end[0], end[3] - end[1])
    h, tip = 1.1, 1.1
    if label.shape == "input":
        return [(0, 0), (tip, -h), (length, -h), (length, h), (tip, h)]
    if label.shape == "output":
        return [(0, -h), (length - tip, -h), (length, 0), (length - tip, h), (0, h)]
    if label.shape == "passive":
        return [(0, -h), (length, -h), (length, h), (0, h)]
    return [(0, 0), (tip, -h), (length - tip, -h), (length, 0), (length - tip, h), (tip, h)]


def _label(label: Label) -> list[str]:
    box: Box = label.box()
    vertical = label.angle in (90, 270)
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    if label.shape is None:
        return [_text("local", label.text, x, y, SMALL, vertical)]
    way = {0: (1, 0), 90: (0, -1), 180: (-1, 0), 270: (0, 1)}[label.angle]
    points = [
        (label.x + a * way[0] - b * way[1], label.y + a * way[1] + b * way[0])
        for a, b in outline(label)
    ]
    line = "L".join(f"{_n(px)} {_n(py)}" for px, py in points)
    return [
        f'<path class="outline" d="M{line}Z"/>',
        _text("flag", label.text, x, y, SIZE, vertical),
    ]


def svg(drawing: Drawing) -> str:
    """Return the picture of a drawing, in millimetres of its paper."""
    w, h = drawing.width, drawing.height
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{w:g}mm" height="{h:g}mm"'
        f' viewBox="0 0 {w:g} {h:g}">',
        f"<title>{escape(drawing.title)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{w:g}" height="{h:g}" fill="#fff"/>',
        f'<path class="page" d="M10 10H{w - 10:g}V{h - 10:g}H10Z"/>',
    ]
    left, top = w - 10 - TITLE_BLOCK[0] + 4, h - 10 - TITLE_BLOCK[1] + 14
    out.append(f'<path class="page" d="M{left:g} {h - 10:g}V{top:g}H{w - 10:g}"/>')
    lines = [(drawing.title, 2.6), ("A name in a flag goes on in another block.", 1.6)]
    lines += [("Un nom en drapeau continue dans un autre bloc.", 1.6)]
    lines += [(f"Tierce · {drawing.paper}", 1.6)]
    y = top + 4
    for text, size in lines:
        out.append(_text("title", text, left + 3 + wide(text, size) / 2, y, size))
        y += 5.4 if size > 2 else 4
    for frame in drawing.of(Frame):
        out.append(
            f'<path class="frame" d="M{_n(frame.x)} {_n(frame.y)}H{_n(frame.x2)}V{_n(frame.y2)}'
            f'H{_n(frame.x)}Z"/>'
        )
    for part in drawing.of(Part):
        out += ["<g>", *_part(part), "</g>"]
    path = "".join(f"M{_n(w.x)} {_n(w.y)}L{_n(w.x2)} {_n(w.y2)}" for w in drawing.of(Wire))
    out.append(f'<path class="wire" d="{path}"/>')
    for dot in drawing.of(Junction):
        out.append(f'<circle class="dot" cx="{_n(dot.x)}" cy="{_n(dot.y)}" r=".5"/>')
    for cross in drawing.of(NoConnect):
        x, y, r = cross.x, cross.y, 0.635
        d = f"M{_n(x - r)} {_n(y - r)}L{_n(x + r)} {_n(y + r)}M{_n(x - r)} {_n(y + r)}"
        out.append(f'<path class="none" d="{d}L{_n(x + r)} {_n(y - r)}"/>')
    for label in drawing.of(Label):
        out += _label(label)
    for text in drawing.of(Text):
        x = text.x + wide(text.text, text.size) / 2 if text.left else text.x
        out.append(_text("free", text.text, tidy(x), text.y, text.size, text.vertical))
    return "\n".join([*(each for each in out if each), "</svg>"]) + "\n"

