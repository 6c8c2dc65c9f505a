"""Antenna boards: the geometry of a loop, the electrical values computed from it, and templates.

A loop is wire wound in a groove, or a copper track on a board; both follow the same path. The
inductance, the coupling with other loops and the field are computed from that path, with Grover's
formula for parallel straight wires (F. W. Grover, Inductance Calculations, 1946, chapter 7; H. M.
Greenhouse applied it to flat coils, IEEE Trans. PHP-10, 1974). The tests compare the results with
other authors' formulas. NXP's formula for rectangular loops (AN1445) is not used: its exponent has
to be fitted to measurements.

Lengths are in mm unless a name says otherwise; electrical values are in SI units.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from tierce_plans import parts
from tierce_plans.pages import number, texts
from tierce_plans.shapes import Box, Circle, Drawing, Path, Point, Shape, Text, rect, ruler, wrapped
from tierce_tools.description.descriptions import Description
from tierce_tools.twin.inventory import FC

Size = tuple[int, int]

TRACE = 1.0  # width of a track, and of the groove
GAP = 1.0  # distance between tracks
THICK = 0.035  # thickness of the copper: 1 oz/ft2
WIRE = 0.6  # diameter of the wire: it has the inductance of the track (see `_radius`)
MARGIN = 5.0  # margin of the board around the loop
BAND = 8  # turns at most: more would leave no room inside
TARGET_H = 1.5e-6  # 0.3 to 3 uH is usual (NXP AN145715 section 4.1.1); 1 to 2.5 uH is easy to match

F0 = FC * 1e6
OMEGA = 2 * math.pi * F0
MU0 = 4e-7 * math.pi
RHO = 1.72e-8  # resistivity of copper, ohm metres
SKIN = math.sqrt(2 * RHO / (OMEGA * MU0))  # skin depth, metres: 18 um

# The first values of the matching are computed for these. Read your module's own values from its
# circuit diagram, or measure them [HW]: they differ from seller to seller.
Q_WANTED = 25.0
L0 = 470e-9  # EMC filter, in each of the two lines
C0 = 220e-12
R_TARGET = 40.0  # ohms between TX1 and TX2: less gives more field and more current
WATTS = (0.3, 0.6)  # in loop and damping: 40 ohms at 5 V are 0.5 W, before the filter's losses [HW]

MODULE = (70.0, 50.0)  # largest size of a reader's module [K]

_FEED = 5.0  # from the middle of the side to each feed point
_PAD = 2.5  # from the loop's edge to the middle of a pad
_PADS = 2.4  # side of a lead's pad
_VIA = 1.6  # side of the pad at the bridge's inner end, beside the next turn
_LINES = 178.0  # width of the text: one page of A4 shows it whole
_SCREW = 3.2  # hole for M3
_CORNER = 6.0  # from the innermost track to a screw hole's middle, both ways


@dataclass(frozen=True)
class Loop:
    """A rectangular loop; `width` and `height` are measured at its outer edge."""

    width: float
    height: float
    turns: int

    @property
    def band(self) -> float:
        """Width of all its tracks, with the gaps between them."""
        return self.turns * TRACE + (self.turns - 1) * GAP

    @property
    def inside(self) -> tuple[float, float]:
        """Width and height of the free area within the tracks."""
        return self.width - 2 * self.band, self.height - 2 * self.band

    @property
    def wire(self) -> float:
        """Length of the wire, in mm, without the leads."""
        return sum(2 * (x + y) for x, y in self.rings())

    def rings(self) -> Iterator[tuple[float, float]]:
        """Yield width and height of each turn's middle line, the outer turn first."""
        for turn in range(self.turns):
            inset = TRACE / 2 + turn * (TRACE + GAP)
            yield max(0.1, self.width - 2 * inset), max(0.1, self.height - 2 * inset)


def path(loop: Loop) -> tuple[Point, ...]:
    """Return the middle line of the tracks, around (0, 0), from pad to pad.

    It begins at the left pad in the middle of the lower side, goes around clockwise from the
    outer turn inwards, and ends where the bridge begins, or with one turn at the right pad.
    """
    points: list[Point] = [(-_FEED, loop.height / 2 + _PAD)]
    for turn, (width, height) in enumerate(loop.rings(), 1):
        x, y = width / 2, height / 2
        points += [(-_FEED, y), (-x, y), (-x, -y), (x, -y), (x, y)]
        points.append((_FEED if turn == loop.turns else 0.0, y))
    if loop.turns == 1:
        points.append((_FEED, loop.height / 2 + _PAD))
    return tuple(points)


def bridge(loop: Loop) -> tuple[Point, ...]:
    """Return the bridge from the inner turn's end across the others to the right pad, or ()."""
    if loop.turns == 1:
        return ()
    return path(loop)[-1], (_FEED, loop.height / 2 + _PAD)


# --- electrical values

_Wire = tuple[Point, Point]  # from, to; along x or y


def _wires(loop: Loop, x: float = 0.0, y: float = 0.0) -> list[_Wire]:
    """Return the sides of all turns, each turn as a whole rectangle around (x, y)."""
    found: list[_Wire] = []
    for width, height in loop.rings():
        a, b = width / 2, height / 2
        corners = [(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)]
        found += zip(corners, [*corners[1:], corners[0]], strict=True)
    return found


def _mutual(one: _Wire, other: _Wire, up: float) -> float:
    """Return the mutual inductance of two straight wires, `up` mm apart in height, in henries."""
    along = 0 if one[0][1] == one[1][1] else 1
    if other[0][1 - along] != other[1][1 - along]:
        return 0.0  # they cross at a right angle
    apart = max(math.hypot(one[0][1 - along] - other[0][1 - along], up), 1e-6)
    return parallel(one[0][along], one[1][along], other[0][along], other[1][along], apart)


def parallel(a: float, b: float, c: float, d: float, apart: float) -> float:
    """Return the mutual inductance of wires from a to b and from c to d, side by side, in henries.

    `apart` is their distance, more than 0 mm.
    """

    def part(x: float) -> float:
        return x * math.asinh(x / apart) - math.hypot(x, apart)

    return 1e-10 * (part(d - a) - part(d - b) - part(c - a) + part(c - b))


def _radius() -> float:
    """Return the geometric mean distance of a track, in mm; a wire of the same has its inductance.

    0.2235 (width + thickness) for a track (Grover); a round wire's is 0.7788 of its radius.
    """
    return 0.2235 * (TRACE + THICK)


@cache
def inductance(loop: Loop) -> float:
    """Return the inductance of a loop in free air, in henries."""
    wires = _wires(loop)
    found = 0.0
    for i, one in enumerate(wires):
        length = math.dist(*one)
        found += 2e-10 * length * (math.log(2 * length / _radius()) - 1 + _radius() / length)
        found += 2 * sum(_mutual(one, other, 0.0) for other in wires[i + 1 :])
    return max(found, 1e-9)  # the formula fails for loops of a mm or two, which no reader has


def coupling(one: Loop, other: Loop, x: float, y: float) -> float:
    """Return k of two flat loops; (x, y) is the centre of `other`, seen from that of `one`."""
    mutual = sum(_mutual(a, b, 0.0) for a in _wires(one) for b in _wires(other, x, y))
    return mutual / math.sqrt(inductance(one) * inductance(other))


def field(loop: Loop, x: float, y: float, width: float, height: float, up: float) -> float:
    """Return the mean field through a flat rectangle over a loop, in A/m for a current of 1 A.

    (x, y) is the rectangle's centre, seen from the loop's; `up` is its height above the loop.
    """
    a, b = width / 2, height / 2
    corners = [(x - a, y - b), (x + a, y - b), (x + a, y + b), (x - a, y + b)]
    tag = list(zip(corners, [*corners[1:], corners[0]], strict=True))
    flux = sum(_mutual(one, side, up) for one in _wires(loop) for side in tag)
    return abs(flux) / (MU0 * width * height * 1e-6)


def resistance(loop: Loop) -> float:
    """Return the resistance of a loop's wire at 13.56 MHz, in ohms, from the skin depth alone."""
    return RHO * loop.wire / (math.pi * WIRE * SKIN)


def currents(loop: Loop) -> tuple[float, float]:
    """Return the current in an empty loop, in amperes rms, at both of WATTS."""
    ohms = max(resistance(loop), OMEGA * inductance(loop) / Q_WANTED)
    return math.sqrt(WATTS[0] / ohms), math.sqrt(WATTS[1] / ohms)


@cache
def turns(size: Size) -> int:
    """Return the number of turns that comes nearest to TARGET_H and leaves the middle open."""

    def off(count: int) -> float:
        return abs(math.log(inductance(Loop(*size, count)) / TARGET_H))

    fit = [n for n in range(1, BAND + 1) if min(Loop(*size, n).inside) > 0.5 * min(size)]
    return min(fit or [1], key=off)


def loop_of(size: Sequence[int]) -> Loop:
    """Return the loop of a zone's `antenna`: width and height as it lies on the felt."""
    width, height = size
    return Loop(width, height, turns((max(size), min(size))))


@dataclass(frozen=True)
class Matching:
    """First values of the matching circuit of a reader, in SI units, for each of its two lines."""

    damping: float  # in each lead of the loop
    series: float
    parallel: float


def match(loop: Loop, l0: float = L0, c0: float = C0, target: float = R_TARGET) -> Matching | None:
    """Return the damping and the capacitors that match a loop to `target`; None if none do.

    The circuit from TX1: the filter's l0 in series, its c0 to ground, the series capacitor, then
    the parallel capacitor to ground and the loop with a damping resistor in each lead; the same
    from TX2. The circuit is symmetrical, so one half of it is solved, exactly.
    """
    henries, ohms = inductance(loop), resistance(loop)
    damping = max(0.0, (OMEGA * henries / Q_WANTED - ohms) / 2)
    load = 1 / complex(damping + ohms / 2, OMEGA * henries / 2)
    # The impedance at the filter's output that makes `target` at its input.
    seen = 1 / (1 / complex(target / 2, -OMEGA * l0) - 1j * OMEGA * c0)
    if not 0 < seen.real < 1 / load.real:
        return None
    across = -math.sqrt(load.real / seen.real - load.real**2)
    series = (1 / complex(load.real, across)).imag - seen.imag
    parallel = across - load.imag
    if series <= 0 or parallel < 0:
        return None
    return Matching(damping, 1 / (OMEGA * series), parallel / OMEGA)


# --- drawings

HEIGHT = 4.0  # height of a tag above its loop: the felt, and a card or two


def sizes(table: Description) -> list[Size]:
    """Return the different sizes of a table's loops, long side first, the largest first."""
    return sorted({_long_first(zone["antenna"]) for zone in table.zones}, reverse=True)


def _long_first(size: Iterable[int]) -> Size:
    short, long = sorted(size)
    return long, short


def board(loop: Loop) -> list[Shape]:
    """Return the shapes of an antenna board around (0, 0), without the texts."""
    x, y = loop.width / 2 + MARGIN, loop.height / 2 + MARGIN
    found: list[Shape] = [
        rect("OUTLINE", -x, -y, 2 * x, 2 * y),
        rect("FERRITE", 1.5 - x, 1.5 - y, 2 * x - 3, 2 * y - 3, dashed=True),
        Path("COPPER", path(loop), width=TRACE),
        Path("GROOVE", path(loop)),
    ]
    if loop.turns > 1:
        found.append(Path("BRIDGE", bridge(loop), width=TRACE))
        found += _soldered(*path(loop)[-1], _VIA)
    for side in (-1, 1):
        found += _soldered(side * _FEED, loop.height / 2 + _PAD, _PADS)
    return found + list(_screws(loop))


def _soldered(x: float, y: float, side: float) -> list[Shape]:
    """Return a square pad and its hole."""
    pad = Path("COPPER", ((x, y - side / 2), (x, y + side / 2)), width=side)
    return [pad, Circle("HOLES", x, y, 0.5)]


def _screws(loop: Loop) -> Iterator[Shape]:
    a, b = (side / 2 - _CORNER for side in loop.inside)
    if min(a, b) > _CORNER:
        for x, y in ((-a, -b), (a, -b), (a, b), (-a, b)):
            yield Circle("HOLES", x, y, _SCREW / 2)


def template(table: Description, size: Size, language: str = "en") -> Drawing:
    """Return the template of a size of loops (long side first): a board, text, a ruler.

    The board's centre is (0, 0).
    """
    loop = loop_of(size)
    shapes = board(loop)
    bottom = loop.height / 2 + MARGIN
    if wound(table, size):
        shapes.append(rect("MODULE", -MODULE[0] / 2, bottom - 4, *MODULE, dashed=True))
        bottom += MODULE[1] - 4
    half = max(loop.width / 2 + MARGIN + 10, 100.0)
    left = -half + 10
    y = bottom + 14
    title, *said = lines(table, size, language)
    shapes.append(Text("TEXT", left, y, 6, title))
    y += 3
    for text in said:
        y += 2
        for line in wrapped(text, 3.6, _LINES):
            y += 4.6
            shapes.append(Text("TEXT", left, y, 3.6, line))
    y += 16
    say = texts(language)
    shapes += ruler(left, y, say("print at 100 %: this is 100 mm"))
    top = -loop.height / 2 - MARGIN - 10
    return Drawing(title, (-half, top, half, y + 8), 0.0, tuple(shapes))


def lines(table: Description, size: Size, language: str) -> list[str]:
    """Return the title of a template, and its lines of text."""
    say = texts(language)

    def n(value: float, digits: int = 0) -> str:
        return number(value, digits, language)

    loop = loop_of(size)
    zones = [zone for zone in table.zones if _long_first(zone["antenna"]) == size]
    count = say("1 turn") if loop.turns == 1 else say("{} turns").format(loop.turns)
    said = [
        say("Antenna {} × {} mm: {}").format(*size, count),
        say("For {}.").format(", ".join(str(zone["zone"]) for zone in zones)),
    ]
    if all(parts.reader(zone["reader"]).loop == size for zone in zones):
        said.append(
            say(
                "The module of this reader has a loop of about this size on its board: there is nothing to "
                "wind. The template shows where the loop goes; measure yours. What follows is "
                "for a loop that replaces it."
            )
        )
    said.append(
        say(
            "Wind {} m of enamelled copper wire of {} mm in a groove of {} mm along the "
            "white line; or have a board made: tracks of {} mm, {} mm apart, 35 µm."
        ).format(n(loop.wire / 1000 + 0.1, 2), n(WIRE, 1), n(TRACE), n(TRACE), n(GAP))
    )
    if loop.turns > 1:
        said.append(
            say("Bridge (blue): the inner end crosses the other turns, insulated; on a board, on its other side.")
        )
    henries, ohms = inductance(loop), resistance(loop)
    said.append(
        say(
            "Computed, in free air: L = {} µH, R = {} Ω, Q = {}. [HW] Wood and ferrite "
            "change L: measure it once all is in its place."
        ).format(n(henries * 1e6, 2), n(ohms, 2), n(OMEGA * henries / ohms))
    )
    found = match(loop)
    if found and any(parts.reader(zone["reader"]).wound for zone in zones):
        said.append(
            say(
                "[HW] First values for Q = {} and {} Ω at the chip, if the module’s filter has {} "
                "nH and {} pF: {} Ω in each lead, {} pF in series, {} pF parallel, each twice; C0G. "
                "Then tune."
            ).format(
                n(Q_WANTED),
                n(R_TARGET),
                n(L0 * 1e9),
                n(C0 * 1e12),
                n(found.damping, 1),
                n(found.series * 1e12),
                n(found.parallel * 1e12),
            )
        )
    tag = table.build.tag
    if min(loop.inside) >= max(tag):
        ends = currents(loop)
        said.append(
            say(
                "{} to {} W at that Q drive {} to {} mA through it, [HW]: {} to {} A/m through a tag of {} × {} mm, "
                "{} mm above, at the weakest place. budget.md says what a fan needs."
            ).format(
                *(n(watts, 1) for watts in WATTS),
                *(n(1000 * amps) for amps in ends),
                *(n(amps * weakest(loop, tag), 1) for amps in ends),
                *tag,
                n(HEIGHT),
            )
        )
    marks = [say("Dashed grey: ferrite sheet, only over metal.")]
    if wound(table, size):
        marks.append(say("Green: a reader module below the table top, its leads shorter than 50 mm."))
    marks += [
        say("Red: nylon screws M3, and holes of 1 mm."),
        say("No other metal nearer than {} mm, the loop’s width [K].").format(min(size)),
    ]
    return [*said, " ".join(marks)]


def weakest(loop: Loop, tag: tuple[float, float]) -> float:
    """Return the field through a tag at the weakest place in a loop, in A/m for 1 A."""
    room = [(inner - side) / 2 for inner, side in zip(loop.inside, tag, strict=True)]
    return min(
        field(loop, x, y, *tag, HEIGHT) for x in (0.0, room[0] / 2, room[0]) for y in (0.0, room[1] / 2, room[1])
    )


def area(table: Description, size: Size) -> Box:
    """Return the part of a template that has the board, and a module beside it."""
    x, y = (side / 2 + MARGIN for side in size)
    return -x, -y, x, y + (MODULE[1] - 4 if wound(table, size) else 0)


def wound(table: Description, size: Size) -> bool:
    """Whether some loop of this size is separate from its module's board."""
    return any(
        _long_first(zone["antenna"]) == size and parts.reader(zone["reader"]).loop != size for zone in table.zones
    )
