"""Antenna boards: their figures against other authors' formulas and other methods."""

import itertools
import math

import numpy as np
import pytest
import ring
from hw_sources import PLANS
from hw_tables import FEW, check_readable, dxf_read
from hypothesis import given, settings
from hypothesis import strategies as st

from tierce_plans import antennas
from tierce_plans.antennas import GAP, OMEGA, TRACE, Loop, inductance, loop_of, match, path, resistance, sizes
from tierce_plans.shapes import Circle, Path, dxf, svg
from tierce_plans.templates import within
from tierce_tools.description import descriptions

pytestmark = PLANS

KNOWN = [(280, 100), (120, 120), (70, 50), (60, 40)]
SIDES = st.integers(40, 400)


@pytest.mark.parametrize(("x", "y"), [(360, 0), (350, -60)])
def test_coupling_is_neumanns_integral(x: float, y: float):
    loop = loop_of((280, 100))
    w, h = next(loop.rings())
    corners = np.array([(-w / 2, -h / 2), (w / 2, -h / 2), (w / 2, h / 2), (-w / 2, h / 2)])
    ways = np.roll(corners, -1, axis=0) - corners
    steps = (np.arange(300)[:, None, None] + 0.5) / 300
    middles, ways = (corners + ways * steps).reshape(-1, 2), np.tile(ways / 300, (300, 1))
    apart = np.linalg.norm(middles[:, None] - (middles + np.array((x, y)))[None], axis=2)
    mutual = 1e-7 * 1e-3 * float(np.sum(ways @ ways.T / apart))
    assert antennas.coupling(loop, loop, x, y) == pytest.approx(mutual / inductance(loop), rel=0.01)


@pytest.mark.parametrize("size", KNOWN)
def test_field_in_the_middle(size: tuple[int, int]):
    """H = 2 sqrt(a2 + b2) / (pi a b) for 1 A in a rectangle, by Biot and Savart."""
    a, b = size
    loop = Loop(a + TRACE, b + TRACE, 1)
    exact = 2 * math.hypot(a, b) / (math.pi * a * b) * 1e3
    assert antennas.field(loop, 0, 0, 0.5, 0.5, 0) == pytest.approx(exact, rel=0.001)
    assert antennas.field(loop, 0, 0, 0.5, 0.5, 30) < exact
    # A flat tag half over the wire gets half of its field from the other side.
    half, whole = (antennas.field(loop, x, 0, 18, 18, 0.1) for x in (a / 2, a / 2 - 10))
    assert half < whole / 2


@settings(max_examples=ring.rounds(20, 100), deadline=None)
@given(SIDES, SIDES)
def test_turns_give_what_is_usual(a: int, b: int):
    size = (max(a, b), min(a, b))
    loop = loop_of(size)
    chosen = inductance(loop)
    assert 0.3e-6 < chosen < 3e-6  # NXP AN145715, section 4.1.1
    for turns in (loop.turns - 1, loop.turns + 1):
        if turns >= 1 and min(Loop(*size, turns).inside) > 0.5 * min(size):
            other = inductance(Loop(*size, turns))
            off = abs(math.log(chosen / antennas.TARGET_H))
            assert off <= abs(math.log(other / antennas.TARGET_H))
    assert loop_of((size[1], size[0])).turns == loop.turns


def test_turns_and_quality_are_what_was_asked_for():
    assert [loop_of(size).turns for size in KNOWN] == [1, 2, 3, 4]
    for size in KNOWN:
        loop = loop_of(size)
        found = match(loop)
        assert found
        whole = resistance(loop) + 2 * found.damping
        assert OMEGA * inductance(loop) / whole == pytest.approx(antennas.Q_WANTED)
    # what no capacitor can match
    assert match(loop_of((280, 100)), target=5000.0) is None


@settings(max_examples=ring.rounds(15, 50), deadline=None)
@given(SIDES, SIDES, st.integers(1, 6))
def test_tracks_keep_apart(a: int, b: int, turns: int):
    loop = Loop(a, b, turns)
    if min(loop.inside) < 12:
        return
    points = path(loop)
    lines = list(itertools.pairwise(points))
    for (i, one), (j, other) in itertools.combinations(enumerate(lines), 2):
        if j - i > 1:
            # At a diagonal step inwards, tracks are slightly closer.
            assert away(one, other) >= TRACE + 0.8 * GAP, (one, other)
    assert points[0] == (-5, b / 2 + 2.5)
    end = antennas.bridge(loop)[-1] if turns > 1 else points[-1]
    assert end == (5, b / 2 + 2.5)
    if turns > 1:
        # The bridge crosses the outer turns at right angles, away from their steps inwards.
        (x, begin), (_, end_y) = antennas.bridge(loop)
        corners = [p for p in points[:-1] if begin < p[1] < end_y]
        assert min(abs(p[0] - x) for p in corners) >= 4
    # As long as the rings, except for the feed, where it runs from pad to pad.
    length = sum(math.dist(*line) for line in lines)
    assert length == pytest.approx(loop.wire, abs=12 + 2 * turns)


Line = tuple[tuple[float, float], tuple[float, float]]


def away(one: Line, other: Line) -> float:
    """Return the distance of two lines that don't cross."""

    def to(p: tuple[float, float], line: Line) -> float:
        (ax, ay), (bx, by) = line
        way = (bx - ax, by - ay)
        t = ((p[0] - ax) * way[0] + (p[1] - ay) * way[1]) / (way[0] ** 2 + way[1] ** 2)
        t = min(1.0, max(0.0, t))
        return math.dist(p, (ax + t * way[0], ay + t * way[1]))

    return min(*(to(p, other) for p in one), *(to(p, one) for p in other))


@pytest.mark.parametrize("size", [*KNOWN, (200, 80), (50, 45)])
def test_a_board_has_room_for_all_that_is_on_it(size: tuple[int, int]):
    shapes = antennas.board(loop_of(size))
    outline = next(shape.box for shape in shapes if shape.layer == "OUTLINE")
    assert outline == (-size[0] / 2 - 5, -size[1] / 2 - 5, size[0] / 2 + 5, size[1] / 2 + 5)
    assert all(within(shape.box, outline) for shape in shapes)
    track, *pads = [shape for shape in shapes if isinstance(shape, Path) and shape.layer == "COPPER"]
    edges = [min(x for x, _ in track.points), max(x for x, _ in track.points)]
    assert (edges[0] - TRACE / 2, edges[1] + TRACE / 2) == (-size[0] / 2, size[0] / 2)
    lines = list(itertools.pairwise(track.points))

    def to_point(x: float, y: float, line: Line) -> float:
        return away(((x, y), (x + 0.001, y)), line)

    holes = [shape for shape in shapes if isinstance(shape, Circle)]
    screws = [hole for hole in holes if hole.radius > 1]
    assert len(screws) == 4
    assert all(to_point(hole.x, hole.y, line) >= 4 for hole in screws for line in lines)
    # Each pad has its hole, and clears all tracks that do not end there.
    assert sorted((p.box[0] + p.box[2]) / 2 for p in pads) == sorted(hole.x for hole in holes if hole.radius < 1)
    for pad in pads:
        x, y = pad.box[0] + pad.width / 2, (pad.points[0][1] + pad.points[1][1]) / 2
        for line in lines:
            if (x, y) not in line:
                clear = to_point(x, y, line) - TRACE / 2 - pad.width / 2
                assert clear >= 0.5 or math.dist((x, y), line[1]) < 3 or x == -5


@pytest.mark.parametrize("name", FEW)
def test_files_say_the_sizes(name: str):
    table = descriptions.load(name, "en")
    wanted = {tuple(sorted(zone["antenna"], reverse=True)) for zone in table.zones}
    assert sizes(table) == sorted(wanted, reverse=True)
    for size in sizes(table):
        file = dxf_read(dxf(antennas.template(table, size)))
        assert file.header["$INSUNITS"] == 4
        space = file.modelspace()
        assert {"COPPER", "GROOVE", "OUTLINE", "HOLES", "FERRITE", "TEXT"} <= {each.dxf.layer for each in space}
        (outline,) = space.query('LWPOLYLINE[layer=="OUTLINE"]')
        xs, ys = zip(*outline.get_points("xy"), strict=True)
        assert (max(xs) - min(xs), max(ys) - min(ys)) == (size[0] + 10, size[1] + 10)
        track = space.query('LWPOLYLINE[layer=="COPPER"]')[0]
        assert track.dxf.const_width == TRACE
        points = [(x, -y) for x, y in track.get_points("xy")]
        assert points == [pytest.approx(p, abs=0.002) for p in path(loop_of(size))]


def test_own_loops_need_no_winding():
    for name, size, own in (("classroom", (60, 40), True), ("club", (280, 100), False)):
        table = descriptions.load(name, "en")
        said = "\n".join(antennas.lines(table, size, "en"))
        assert ("there is nothing to wind" in said) == own
        assert ("First values" in said) != own  # printed for a PN5180 only
        assert ('id="MODULE"' in svg(antennas.template(table, size))) != own


@pytest.mark.parametrize("name", FEW)
def test_nothing_overlaps_on_the_drawing(name: str):
    table = descriptions.load(name, "en")
    for size, language in itertools.product(sizes(table), ("en", "fr")):
        check_readable(antennas.template(table, size, language), Circle, Path)
