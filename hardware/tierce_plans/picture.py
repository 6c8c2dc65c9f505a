"""A diagram as SVG: boxes with their text and ports, the wires between them, title and legend."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tierce_plans import wiring
from tierce_plans.kinds import PICO_EDGE
from tierce_plans.pins import COLOURS, USES, colour
from tierce_plans.routing import Box, Drawing, Port, Wire
from tierce_plans.svg import draw, drawing, text
from tierce_tools.base.texts import N_, Texts
from tierce_tools.description.descriptions import Description

_FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"
SIZE = 11  # text size of ports, pixels
_TITLE, _SMALL = 13, 10
_BADGES = 176  # width of a line of badges, pixels
ONE_LINE = 4  # head of a box whose title stands between its ports
_SHORT = 22  # height of a box's head that has only a title
_BOLD = 0.72
LETTER = 0.62  # mean width of a letter in a word at most, as part of the text size
EDGE = 30
_INK, _GREY, _PALE, _RIM = "#1f2421", "#6b7074", "#8a8f94", "#55595c"
RAILS = ("5V", "5V_IN", "3V3", "GND", "LED_SUPPLY", "VSYS")
# Rails that are a single wire are drawn as one.
AS_WIRES = ("5V_IN", "LED_SUPPLY", "VSYS")
_MM = 0.2646  # a pixel, at 96 to the inch
_RAILS = {"5V": N_("5 V"), "3V3": N_("3.3 V of the Pico"), "GND": N_("ground")}


@dataclass
class Text:
    """The text of a box, without its ports; badges are (rail, the pins on it)."""

    title: str
    under: str = ""
    notes: list[str] = field(default_factory=list[str])
    badges: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])

    @property
    def lines(self) -> list[list[tuple[str, str]]]:
        """The badges, in lines as wide as the box allows."""
        found: list[list[tuple[str, str]]] = []
        room = 0
        for each in self.badges:
            needs = _badge_width(*each)
            if not found or needs > room:
                found.append([])
                room = _BADGES
            found[-1].append(each)
            room -= needs
        return found

    @property
    def head(self) -> int:
        """Height above the ports."""
        if not (self.under or self.notes or self.badges):
            return _SHORT
        return 15 + (1 + bool(self.under) + len(self.notes)) * 15 + len(self.lines) * 17

    @property
    def width(self) -> int:
        """Width that the text needs."""
        rows = [round(len(self.title) * _TITLE * _BOLD), len(self.under) * SIZE * LETTER]
        rows += [len(note) * _SMALL * LETTER for note in self.notes]
        rows += [sum(_badge_width(*each) for each in line) for line in self.lines]
        return round(max(rows)) + 16


def _badge_width(rail: str, names: str = "") -> int:
    """Return the width of a badge, with the pins beside it."""
    width = round(len(rail) * _SMALL * 0.68) + 8
    return width + (5 + round(len(names) * _SMALL * LETTER) + 10 if names else 0)


def pico_box(table: Description, named: dict[str, Text]) -> Box:
    """Return the box of the Pico: pins 1 to 20 down the left side, 21 to 40 up the right."""
    named["U1"] = Text(table.board.title, "U1")
    nets = {pin.pin: net.name for net in wiring.nets(table) for pin in net.pins if pin.part == "U1"}
    ports: list[Port] = []
    for i, name in enumerate(PICO_EDGE):
        net = nets.get(name, "")
        rail = net if net in RAILS and net not in AS_WIRES else ""
        side, row = ("left", i) if i < 20 else ("right", 39 - i)
        ports.append(Port("" if rail == "GND" else name, "" if rail else net, side, row, str(i + 1), rail))
    return Box("U1", 210, 62, ports, 2)


def picture(routed: Drawing, named: dict[str, Text], table: Description, about: str, say: Texts) -> str:
    """Return a drawing as SVG, with title and legend."""
    title = say("Wiring of the table {}").format(table.name)
    width = max(routed.width + EDGE, 620, round(len(title) * 20 * LETTER) + 2 * EDGE)
    items, height = _legend(routed, named, say, width, routed.height + 30)
    sheet = drawing(width, height, title, about, font_family=_FONT)
    sheet.set_render_size(f"{width * _MM:.1f}mm", f"{height * _MM:.1f}mm")
    sheet.append(_label(EDGE, 46, title, 20, bold=True))
    sheet.extend(_wire(wire, colour(wire.net)) for wire in routed.wires)
    sheet.extend(_drawn(box, named[box.key]) for box in routed.boxes)
    sheet.extend(items)
    return text(sheet)


def _wire(wire: Wire, shade: str) -> Any:
    """Return a wire with a white edge, so that crossings are clear; a white wire gets a rim."""
    fill = COLOURS[shade][1]
    rim = "#555555" if shade in ("white", "yellow") else fill
    lines = [("#ffffff", 5.2), *([(rim, 3.6)] if rim != fill else []), (fill, 2.6 - 0.4 * (rim != fill))]
    path = "".join(f"M{a} {b}L{c} {d}" for a, b, c, d in wire.lines)
    return draw.Group(
        [
            *(draw.Path(path, stroke=ink, stroke_width=wide) for ink, wide in lines),
            *(draw.Circle(x, y, 3.6, fill=fill, stroke=rim) for x, y in wire.dots),
        ],
        data_net=wire.net,
        fill="none",
        stroke_linecap="round",
    )


def _label(
    x: float, y: float, words: str, size: float, fill: str = _INK, anchor: str = "start",
    bold: bool = False,
) -> Any:  # fmt: skip
    """Return a line of text."""
    return draw.Text(
        words,
        size,
        x,
        y,
        fill=fill,
        text_anchor=anchor if anchor != "start" else None,
        font_weight="bold" if bold else None,
    )


def _badge(x: float, y: float, rail: str) -> list[Any]:
    """Return the coloured badge of a rail; x, y is its upper left corner."""
    width = _badge_width(rail)
    ink = "#ffffff" if rail in ("GND", "5V") else _INK
    return [
        draw.Rectangle(x, y, width, 13, rx=3, fill=COLOURS[colour(rail)][1]),
        _label(x + width / 2, y + 10, rail, _SMALL, ink, "middle", True),
    ]


def _drawn(box: Box, said: Text) -> Any:
    """Return a box with its text and its ports."""
    pico = box.key == "U1"
    fill, rim = ("#e3f1e7", "#2b7a4b") if pico else ("#f7f7f4", _RIM)
    group = draw.Group(id=box.key)
    group.append(draw.Rectangle(box.x, box.y, box.width, box.height, rx=6, fill=fill, stroke=rim, stroke_width=1.4))
    if pico:
        middle = box.x + box.width / 2
        group.append(draw.Rectangle(middle - 22, box.y - 8, 44, 20, rx=3, fill="#c9ced2", stroke=_RIM))
        group.append(_label(middle, box.y + 6, "USB", _SMALL, anchor="middle"))
        group.append(_label(middle, box.y + 30, said.title, _TITLE, anchor="middle", bold=True))
        group.append(_label(middle, box.y + 45, said.under, SIZE, _RIM, "middle"))
    else:
        group.extend(_lines(box, said))
    for port in box.ports:
        group.extend(_port(box, port))
    return group


def _lines(box: Box, said: Text) -> Iterable[Any]:
    """Yield the text of a box: title, line under it, badges, notes."""
    single = box.head == ONE_LINE
    x, y = box.x + 8, box.y + (26 if single else 18)
    yield _label(x + 16 * single, y, said.title, _TITLE, bold=True)
    if said.under:
        y += 15
        yield _label(x, y, said.under, SIZE, _RIM)
    y += 5
    for line in said.lines:
        at = x
        for rail, names in line:
            yield from _badge(at, y, rail)
            yield _label(at + 5 + _badge_width(rail), y + 10, names, _SMALL)
            at += _badge_width(rail, names)
        y += 17
    for note in said.notes:
        yield _label(x, y + 11, note, _SMALL, _GREY)
        y += 15


def _port(box: Box, port: Port) -> Iterable[Any]:
    """Yield a port: its name inside the box, a dot on the rim, a badge if it is on a rail."""
    y = box.at(port)
    left = port.side == "left"
    edge = box.x if left else box.x + box.width
    sign, anchor = (1, "start") if left else (-1, "end")
    x = edge + 8 * sign
    wired = port.net or port.rail
    if wired:
        yield draw.Circle(edge, y, 3.6, fill=COLOURS[colour(wired)][1], stroke="#333333")
    if box.key != "U1":
        yield _label(x, y + 4, port.label, SIZE, anchor=anchor)
        if port.note:
            x += (round(len(port.label) * SIZE * LETTER) + 6) * sign
            yield _label(x, y + 4, port.note, _SMALL, _PALE, anchor)
        return
    yield _label(x, y + 4, port.note, _SMALL, _GREY, anchor)
    x += 18 * sign
    yield _label(x, y + 4, port.label, SIZE, _INK if wired else _PALE, anchor, True)
    x += (round(len(port.label) * SIZE * _BOLD) + 6 * bool(port.label)) * sign
    if port.rail:
        yield from _badge(x if left else x - _badge_width(port.rail), y - 6.5, port.rail)
    elif port.net and port.net != port.label:
        yield _label(x, y + 4, port.net, _SMALL, "#3d4246", anchor)


def _legend(routed: Drawing, named: dict[str, Text], say: Texts, width: int, top: int) -> tuple[list[Any], int]:
    """Return the legend's items in rows: wires, rails, remarks; and where they end."""
    used = {colour(wire.net) for wire in routed.wires}
    items = [
        (shade, "", say("{colour}: {use}", colour=say(COLOURS[shade][0]), use=say(use)))
        for _, shade, use in USES
        if shade in used
    ]
    rails = {rail for each in named.values() for rail, _ in each.badges}
    items += [("", rail, say(name)) for rail, name in _RAILS.items() if rail in rails]
    items += [
        ("", "", say("A badge in a part: its pins named there are wired to that rail")),
        ("", "", say("Wires that cross are not joined; a dot joins them")),
    ]
    found: list[Any] = []
    x, y = EDGE, top + 14
    for shade, rail, words in items:
        needs = 46 + round(len(words) * SIZE * LETTER)
        if x > EDGE and x + needs > width - EDGE:
            x, y = EDGE, y + 22
        begin = x
        if shade:
            found.append(_wire(Wire(f"legend {shade}", ((x, y - 4, x + 26, y - 4),), ()), shade))
            begin = x + 34
        elif rail:
            found += _badge(x, y - 11, rail)
            begin = x + _badge_width(rail) + 6
        found.append(_label(begin, y, words, SIZE))
        x += needs
    return found, y + 24
