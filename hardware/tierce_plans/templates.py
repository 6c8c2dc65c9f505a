"""The felt to scale: zones, loops, fans of cards with their tags, lights, holes.

First the geometry, in mm on the felt (x to the right, y downwards, as in `at`); the SVG, the DXF
and the pages to tape together are made of the same shapes. The contents of a zone are laid out as
its user sees them, then turned: a seat's zone faces the middle of the felt; other zones face seat
0, or the left side if they are upright.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tierce_plans.antennas import Loop, loop_of
from tierce_plans.pages import texts
from tierce_plans.parts.leds import PART as LEDS
from tierce_plans.shapes import Box, Circle, Drawing, Path, Point, Shape, Text, moved, rect, ruler, text_width, turned
from tierce_tools.base.texts import N_, Texts
from tierce_tools.board.labels import INSET
from tierce_tools.description.descriptions import Description

LONGEST_FAN = 13  # cards: a whole suit
SHORT_FAN = 4  # cards: a set, the most common meld

STRIPS = (1000 / 60, 1000 / 144)  # mm from light to light in strips sold by the metre
_CLEAR = 3.0  # edge of a zone that an off-centre fan leaves free for the lights
_LED_EDGE = 10.0  # part of a zone's side without lights, at each end

HOLE = 6.0  # radius of the hole for a loop's leads, from its pads down through the table top
_HOLE_IN = 3.0  # from the loop's outer edge outwards to the centre of the hole

_STOCK_GAP = 60.0  # between the discard and the stock
_EDGE = 20.0  # margin of a drawing around the felt
_TICK = 4.0


# --- geometry


@dataclass(frozen=True)
class Lights:
    """A strip of lights at the upper edge of a zone, as its user sees it."""

    pitch: float
    middles: tuple[Point, ...]


@dataclass(frozen=True)
class Place:
    """The contents of a zone around its centre, as its user sees them, before they are turned.

    `cards` are the upper left corners of the cards in the longest fan that fits; () if not even
    one card's tag fits into the loop.
    """

    zone: str
    middle: Point
    turn: int  # degrees, clockwise
    size: tuple[float, float]
    loop: Loop
    cards: tuple[Point, ...]
    lights: Lights

    def on_felt(self, point: Point) -> Point:
        """Return the place on the felt of a point of the zone."""
        x, y = turned(point, self.turn)
        return self.middle[0] + x, self.middle[1] + y

    def box(self, left: float, top: float, width: float, height: float) -> Box:
        """Return the box on the felt of a rectangle of the zone."""
        one, other = self.on_felt((left, top)), self.on_felt((left + width, top + height))
        (x0, x1), (y0, y1) = sorted((one[0], other[0])), sorted((one[1], other[1]))
        return x0, y0, x1, y1

    @property
    def loop_box(self) -> Box:
        """The loop's outer edge on the felt."""
        w, h = self.loop.width, self.loop.height
        return self.box(-w / 2, -h / 2, w, h)

    @property
    def hole(self) -> Point:
        """Centre of the hole for the leads, in the zone."""
        return 0.0, self.loop.height / 2 + _HOLE_IN


def places(table: Description) -> list[Place]:
    """Return the contents of each zone, in the order of the description."""
    return [_place(table, zone) for zone in table.zones]


def _place(table: Description, zone: dict[str, Any]) -> Place:
    x, y, width, height = zone["at"]
    antenna: Sequence[int] = zone["antenna"]
    middle = (x + width / 2, y + height / 2)
    turn = _turn(zone["zone"], middle, width, height, table.build.felt)
    size = (width, height)
    if turn % 180:
        size, antenna = (height, width), antenna[::-1]
    loop = loop_of(antenna)
    count = zone["leds"][1] if zone.get("leds") else 0
    return Place(zone["zone"], middle, turn, size, loop, fan(table, size, loop), _lights(count, size))


def _turn(zone: str, middle: Point, width: float, height: float, felt: Sequence[float]) -> int:
    right, down = middle[0] > felt[0] / 2, middle[1] > felt[1] / 2
    if height > width:
        return 270 if right and zone.startswith("seat") else 90
    return 180 if zone.startswith("seat") and not down else 0


def tag_of(table: Description, card: Point) -> tuple[float, float, float, float]:
    """Return left, top, width, height of a card's tag: in its lower right corner.

    That is the index corner of the card's other end. On a card that is turned around, the tag is
    at the upper left.
    """
    (wide, high), tag = table.build.card, table.build.tag
    return card[0] + wide - INSET - tag[0], card[1] + high - INSET - tag[1], *tag


def fan(table: Description, size: tuple[float, float], loop: Loop) -> tuple[Point, ...]:
    """Return the upper left corners of as many cards as fit, up to LONGEST_FAN.

    The fan lies in the middle of its zone, or off the middle if that is needed to bring all tags
    completely within the innermost turn of the loop.
    """
    (wide, high), pitch = table.build.card, table.build.pitch
    for count in range(LONGEST_FAN, 0, -1):
        whole = wide + (count - 1) * pitch
        if whole > size[0] or high > size[1]:
            continue
        left, top = -whole / 2, -high / 2
        first, last = tag_of(table, (left, top)), tag_of(table, (left + whole - wide, top))
        across, along = ((side - own) / 2 for side, own in zip(size, (whole, high), strict=True))
        right = _shift(first[0], last[0] + last[2], loop.inside[0], across - _CLEAR)
        down = _shift(first[1], first[1] + first[3], loop.inside[1], along - _CLEAR)
        if right is not None and down is not None:
            return tuple((left + right + i * pitch, top + down) for i in range(count))
    return ()


def _shift(begin: float, end: float, inside: float, room: float) -> float | None:
    """Return the shift that brings begin..end within -inside/2..inside/2; None if there is none.

    It is 0 if begin..end is within already, otherwise as near to centring it as `room` allows.
    """
    low, high = -inside / 2 - begin, inside / 2 - end
    if low <= 0 <= high:
        return 0.0
    room = max(0.0, room)
    shift = max(-room, min(room, (low + high) / 2))
    return shift if low <= shift <= high else None


def _lights(count: int, size: tuple[float, float]) -> Lights:
    """Return the lights of a zone: a piece of strip, in the middle of the upper edge.

    If they fit with no strip's pitch, the pitch is as narrow as needed.
    """
    room = size[0] - 2 * _LED_EDGE
    fit = [pitch for pitch in STRIPS if (count - 1) * pitch + LEDS.side <= room]
    pitch = fit[0] if fit else max(0.0, room - LEDS.side) / max(1, count - 1)
    left = -(count - 1) * pitch / 2
    return Lights(pitch, tuple((left + i * pitch, -size[1] / 2) for i in range(count)))


def stock(table: Description) -> Box | None:
    """Return the place of the stock, beside the discard and in no zone; None if there is none."""
    found = [place for place in places(table) if place.zone == "discard"]
    if not found:
        return None
    (width, height), (x, y) = table.build.card, found[0].middle
    half = (found[0].size[0] / 2, found[0].size[1] / 2)
    across, down = half[0] + _STOCK_GAP + width / 2, half[1] + _STOCK_GAP + height / 2
    zones = [_at(zone) for zone in table.zones]
    for dx, dy in ((-across - 60, 0), (-across, 0), (across, 0), (0, -down), (0, down)):
        left, top = x + dx - width / 2, y + dy - height / 2
        box = (left, top, left + width, top + height)
        if not any(overlap(box, zone) for zone in zones) and within(box, (0, 0, *table.build.felt)):
            return box
    return None


def _at(zone: dict[str, Any]) -> Box:
    x, y, width, height = zone["at"]
    return x, y, x + width, y + height


def overlap(one: Box, other: Box) -> bool:
    """Whether two boxes share more than an edge."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def within(one: Box, other: Box) -> bool:
    """Whether one box lies in another, edges included."""
    return other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]


# --- checks


def gaps(table: Description) -> list[tuple[Place, Place, float]]:
    """Return each pair of zones, and the mm between their loops."""
    return [(one, other, _apart(one.loop_box, other.loop_box)) for one, other in combinations(places(table), 2)]


def _apart(one: Box, other: Box) -> float:
    return math.hypot(*(max(0.0, one[i] - other[i + 2], other[i] - one[i + 2]) for i in (0, 1)))


def misfits(table: Description) -> list[tuple[str, str, str]]:
    """Return all misfits: the zone, a key, and another zone's name or "".

    Keys: off_felt (the zone reaches beyond the felt), overlap (with another zone), loop_large
    (the loop reaches beyond its zone), no_card (not even one card's tag fits into the loop).
    """
    felt: Box = (0, 0, *table.build.felt)
    boxes = {zone["zone"]: _at(zone) for zone in table.zones}
    found: list[tuple[str, str, str]] = []
    for place in places(table):
        if not within(boxes[place.zone], felt):
            found.append((place.zone, "off_felt", ""))
        if not within(place.loop_box, boxes[place.zone]):
            found.append((place.zone, "loop_large", ""))
        if not place.cards:
            found.append((place.zone, "no_card", ""))
    for (one, a), (other, b) in combinations(boxes.items(), 2):
        if overlap(a, b):
            found.append((one, "overlap", other))
    return found


# --- the drawing

_LEGEND = (
    ("FELT", N_("felt: its edge")),
    ("ZONES", N_("zone of a reader")),
    ("ANTENNAS", N_("antenna loop, below the felt")),
    ("CARDS", N_("cards of the longest fan that reads")),
    ("FAN", N_("the first {short} cards; a mark each {pitch} mm")),
    ("TAGS", N_("a card’s tag: lower right corner")),
    ("LEDS", N_("lights, in the felt: 1st is the left one")),
    ("CUT", N_("hole for the leads, in the table top")),
)


def felt_drawing(table: Description, language: str = "en") -> Drawing:
    """Return the felt as shapes: (0, 0) is its upper left corner."""
    say = texts(language)
    width, height = table.build.felt
    shapes: list[Shape] = [rect("FELT", 0, 0, width, height)]
    for place, zone in zip(places(table), table.zones, strict=True):
        shapes += moved(_zone(table, place, zone, say), *place.middle, place.turn)
    lies = stock(table)
    if lies:
        left, top, right, bottom = lies
        shapes.append(rect("CARDS", left, top, right - left, bottom - top, dashed=True))
        shapes.append(Text("TEXT", (left + right) / 2, (top + bottom) / 2, 8, say("stock"), "middle"))
    below = 0.0
    right = float(width)
    for shape in _below(table, say):
        shapes.append(shape)
        below, right = max(below, shape.box[3]), max(right, shape.box[2])
    title = _title(table, say)
    view = (-_EDGE, -_EDGE, right + _EDGE, below + 10)
    return Drawing(title, view, float(height), tuple(shapes))


def _title(table: Description, say: Texts) -> str:
    return say("Felt of the table “{}”: {} × {} mm").format(table.name, *table.build.felt)


def _zone(table: Description, place: Place, zone: dict[str, Any], say: Texts) -> list[Shape]:
    """Return the shapes of a zone, around (0, 0)."""
    (width, height), loop = place.size, place.loop
    band = loop.band
    found: list[Shape] = [
        rect("ZONES", -width / 2, -height / 2, width, height),
        rect("ANTENNAS", -loop.width / 2, -loop.height / 2, loop.width, loop.height),
        rect("ANTENNAS", -loop.width / 2 + band, -loop.height / 2 + band, *loop.inside),
        Circle("CUT", *place.hole, HOLE),
    ]
    found += [
        rect("LEDS", x - LEDS.side / 2, y - LEDS.side / 2, LEDS.side, LEDS.side, filled=True)
        for x, y in place.lights.middles
    ]
    return [*found, *_cards(table, place.cards), *_names(table, place, zone, say)]


def _cards(table: Description, cards: Sequence[Point]) -> list[Shape]:
    """Return a fan: the visible part of each card, its tag, its mark and its number."""
    if not cards:
        return []
    (wide, high), pitch = table.build.card, table.build.pitch
    found: list[Shape] = [rect("CARDS", *cards[-1], wide, high)]
    seen = min(pitch, wide)
    for number, (x, y) in enumerate(cards, 1):
        if number < len(cards):
            corners = ((x + seen, y), (x, y), (x, y + high), (x + seen, y + high))
            found.append(Path("CARDS", corners))
        found.append(rect("TAGS", *tag_of(table, (x, y))))
        found.append(Path("FAN", ((x, y + high), (x, y + high + _TICK))))
        found.append(Text("FAN", x + 1.2, y + 4.5, min(4.0, pitch / 3), str(number)))
    short = min(SHORT_FAN, len(cards))
    found.append(rect("FAN", *cards[0], wide + (short - 1) * pitch, high))
    return found


def _names(table: Description, place: Place, zone: dict[str, Any], say: Texts) -> list[Shape]:
    """Return the name and the wires of a zone, below its loop, left and right of the hole."""
    name = place.zone
    players: Sequence[str] = table.config["players"]
    if name.startswith("seat") and int(name[4:]) < len(players):
        name += f" · {players[int(name[4:])]}"
    by_decoder = table.config["select"]["by"] == "hc138"
    reader = f"J{zone['cs'] + 1}" if by_decoder else f"CS GP{zone['cs']}"
    wires = say("reader {}").format(reader)
    if zone.get("leds"):
        first, count = zone["leds"]
        lights = say("LED {}") if count == 1 else say("LEDs {}–{}")
        wires += " · " + lights.format(first, first + count - 1)
    room = place.size[0] / 2 - HOLE - 4
    free = max(6.0, (place.size[1] - place.loop.height) / 2)
    size = min(6.0, 0.7 * free, *(room / text_width(text, 1.0) for text in (name, wires)))
    size = max(0.5, size)  # for a zone that is too small for anything: see `misfits`
    base = place.size[1] / 2 - 0.3 * size
    return [
        Text("TEXT", 2 - place.size[0] / 2, base, size, name),
        Text("TEXT", place.size[0] / 2 - 2, base, size, wires, "end"),
    ]


def _below(table: Description, say: Texts) -> list[Shape]:
    """Return the shapes below the felt: title, ruler, and the meaning of the lines."""
    width, height = table.build.felt
    big = max(1.0, width / 700)  # a large felt is seen from further away
    y = height + 14 + 10 * big
    found: list[Shape] = [
        Text("TEXT", 0, y, 8 * big, _title(table, say)),
        *ruler(0, y + 18, say("print at 100 %: this is 100 mm")),
    ]
    short = min(SHORT_FAN, max((len(place.cards) for place in places(table)), default=0))
    rows = [
        (
            layer,
            say("a card’s place") if layer == "FAN" and short < 2 else say(text, short=short, pitch=table.build.pitch),
        )
        for layer, text in _LEGEND
    ]
    size = 4.5 * big
    column = 25 + max(text_width(text, size) for _, text in rows)
    columns = max(1, int(max(width, 240) // column))
    for i, (layer, text) in enumerate(rows):
        row, across = divmod(i, columns)
        x, line = across * column, y + 26 + 6 * big + row * 8 * big
        found.append(Path(layer, ((x, line - 0.35 * size), (x + 12, line - 0.35 * size))))
        found.append(Text("TEXT", x + 16, line, size, text))
    return found
