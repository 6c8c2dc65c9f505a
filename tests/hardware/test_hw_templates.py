"""The felt's templates: the files have the table's millimetres, and nothing overlaps."""

import itertools
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest
import ring
from hw_sources import PLANS
from hw_tables import SHIPPED, check_readable, dxf_read, placed, table_of, wild
from hypothesis import given, settings

from tierce_plans import antennas, templates
from tierce_plans.antennas import path
from tierce_plans.pages import texts
from tierce_plans.shapes import Circle, Drawing, Path, Text, dxf, rect, svg
from tierce_plans.templates import misfits, overlap, places, tag_of, within
from tierce_plans.tiles import OVER, STEP, tiled, tiles
from tierce_tools.description import descriptions, felt

pytestmark = PLANS

SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.002  # mm; the files have three decimals

Points = list[tuple[float, float]]
QUICK = ("small", "classroom-pn5180")
FEW = [pytest.param(each, marks=() if each in QUICK else pytest.mark.longer) for each in SHIPPED]


def loaded(name: str) -> descriptions.Description:
    return descriptions.load(name, "en")


def svg_points(text: str) -> dict[str, list[Points]]:
    """Return the lines of each layer of an SVG."""
    found: dict[str, list[Points]] = {}
    for group in ET.fromstring(text).iter(SVG + "g"):
        lines = found.setdefault(group.get("id", ""), [])
        for each in group:
            pairs = [pair[1:].split(",") for pair in each.get("d", "").split() if pair != "Z"]
            if pairs:
                lines.append([(float(x), float(y)) for x, y in pairs])
    return found


def dxf_points(file: Any, base: float) -> dict[str, list[Points]]:
    """Return the lines of each layer of a DXF, y downwards from `base`."""
    found: dict[str, list[Points]] = {}
    for each in file.modelspace().query("LWPOLYLINE"):
        found.setdefault(each.dxf.layer, []).append([(x, base - y) for x, y in each.get_points("xy")])
    return found


def sides(points: Points) -> tuple[float, float, float, float]:
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


@pytest.mark.parametrize("name", FEW)
def test_svg_is_to_scale(name: str):
    table = loaded(name)
    for language in ("en", "fr"):
        text = svg(templates.felt_drawing(table, language))
        root = ET.fromstring(text)
        left, top, width, height = map(float, root.get("viewBox", "").split())
        assert (root.get("width"), root.get("height")) == (f"{width:g}mm", f"{height:g}mm")
        assert max(left, top) < 0
        found = {layer: [sides(each) for each in lines] for layer, lines in svg_points(text).items()}
        assert found["FELT"][0] == (0, 0, *table.build.felt)
        assert found["ZONES"][:-1] == [tuple(zone["at"]) for zone in table.zones]
        assert [each[2:] for each in found["ANTENNAS"][:-1:2]] == [tuple(zone["antenna"]) for zone in table.zones]
        assert {each[2:] for each in found["TAGS"][:-1]} <= {table.build.tag}
        assert len(found["LEDS"]) - 1 == sum(zone["leds"][1] for zone in table.zones if "leds" in zone)


@pytest.mark.parametrize("name", FEW)
def test_dxf_has_what_the_svg_has(name: str):
    table = loaded(name)
    drawing = svg(templates.felt_drawing(table, "en"))
    file = dxf_read(dxf(templates.felt_drawing(table)))
    assert file.header["$INSUNITS"] == 4  # mm
    layers = {"FELT", "ZONES", "ANTENNAS", "LEDS", "CARDS", "FAN", "TAGS", "TEXT", "CUT"}
    assert {layer.dxf.name for layer in file.layers} - {"0", "Defpoints"} == layers
    cut = dxf_points(file, table.build.felt[1])
    for layer, lines in svg_points(drawing).items():
        for one, other in zip(lines, cut.get(layer, []), strict=True):
            assert one == [pytest.approx(point, abs=NEAR) for point in other]
    texts = [each.dxf.text for each in file.modelspace().query("TEXT")]
    assert sorted(texts) == sorted(str(each.text) for each in ET.fromstring(drawing).iter(SVG + "text"))


def test_the_ruler_measures_100_mm_and_pitch_marks_are_a_pitch_apart():
    table = loaded("small")
    drawn = svg_points(svg(templates.felt_drawing(table)))
    assert sides(max(drawn["TEXT"], key=lambda line: sides(line)[2]))[2:] == (100, 0)
    (box,) = (place.box(-150, -60, 300, 120) for place in places(table) if place.zone == "meld1")
    marks = [sides(line)[0] for line in drawn["FAN"] if len(line) == 2 and within((*line[0], *line[1]), box)]
    assert len(marks) == 13
    assert {b - a for a, b in itertools.pairwise(marks)} == {table.build.pitch}


@pytest.mark.parametrize("name", FEW)
def test_shipped_tables_fit(name: str):
    table = loaded(name)
    assert misfits(table) == []
    fans = {zone["zone"][:4]: len(place.cards) for zone, place in zip(table.zones, places(table), strict=True)}
    few = {"classroom": {"meld": 1}, "classroom-pn5180": {"meld": 3}, "tap": {"tap": 1}}
    few["modules"] = {"disc": 4, "meld": 4, "seat": 4}
    assert fans == few.get(name, {"disc": 4, "meld": 13, "seat": 13})
    check_places(table)
    check_drawing(table)


@settings(max_examples=ring.rounds(2, 40), deadline=None, print_blob=True)
@given(placed())
def test_nothing_is_in_the_way_on_random_tables(table: descriptions.Description):
    assert [each for each in misfits(table) if each[1] != "no_card"] == []
    check_places(table)
    check_drawing(table)


def check_places(table: descriptions.Description):
    boxes = {
        zone["zone"]: place.box(-place.size[0] / 2, -place.size[1] / 2, *place.size)
        for zone, place in zip(table.zones, places(table), strict=True)
    }
    assert list(boxes.values()) == [templates._at(zone) for zone in table.zones]
    for place in places(table):
        x0, y0, x1, y1 = place.loop_box
        zone = boxes[place.zone]
        others = [box for name, box in boxes.items() if name != place.zone]
        assert within(place.loop_box, zone)
        assert (x0 + x1, y0 + y1) == pytest.approx((zone[0] + zone[2], zone[1] + zone[3]))
        w, h = place.loop.inside
        tags = [tag_of(table, card) for card in place.cards]
        for (x, y, wide, high), card in zip(tags, place.cards, strict=True):
            assert within((x, y, x + wide, y + high), grown((-w / 2, -h / 2, w / 2, h / 2), 1e-9))
            whole = (*card, card[0] + table.build.card[0], card[1] + table.build.card[1])
            assert within((x, y, x + wide, y + high), whole)
            assert within(place.box(*card, *table.build.card), grown(zone, 1e-9))
        for one, other in itertools.combinations(tags, 2):
            # No tag over another, where the pitch of the fan is not less than a tag.
            assert abs(one[0] - other[0]) >= min(one[2], table.build.pitch) - 1e-9
        lights = [place.box(x - 2.5, y - 2.5, 5, 5) for x, y in place.lights.middles]
        hole = place.box(place.hole[0] - 6, place.hole[1] - 6, 12, 12)
        assert math.dist(place.hole, path(place.loop)[0]) + 0.5 < templates.HOLE  # the lead goes down through it
        assert not any(overlap(light, each) for light in lights for each in (place.loop_box, hole, *others))
        assert not any(overlap(a, b) for a, b in itertools.combinations(lights, 2))
        assert not any(overlap(hole, box) for box in others)
    lies = templates.stock(table)
    if lies:
        assert not any(overlap(lies, box) for box in boxes.values())
        assert within(lies, (0, 0, *table.build.felt))


def grown(box: tuple[float, float, float, float], by: float) -> tuple[float, float, float, float]:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


@pytest.mark.parametrize("name", FEW)
def test_names_stand_in_their_zone_beside_the_loop(name: str):
    table = loaded(name)
    texts = [each for each in templates.felt_drawing(table).shapes if isinstance(each, Text)]
    for zone, place in zip(table.zones, places(table), strict=True):
        box = templates._at(zone)
        for word in (place.zone, "reader "):
            (found,) = [each.box for each in texts if re.match(rf"{word}\b", each.text) and overlap(each.box, box)]
            assert within(found, box)
            assert not overlap(found, place.loop_box)


def check_drawing(table: descriptions.Description):
    for language in ("en", "fr"):
        check_readable(templates.felt_drawing(table, language), Circle)


@settings(max_examples=ring.rounds(4, 60), deadline=None, print_blob=True)
@given(wild())
def test_whatever_the_board_takes_is_drawn(table: descriptions.Description):
    svg(templates.felt_drawing(table, "fr"))
    for size in antennas.sizes(table):
        svg(antennas.template(table, size, "fr"))
    misfits(table)
    templates.gaps(table)


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5])
def test_seats_are_read_from_their_side(count: int):
    lies = felt.place([f"seat{i}" for i in range(count)] + ["meld1", "meld2"])
    table = table_of([{"zone": zone, "at": at} for zone, at in lies.items()], {})
    middle = [side / 2 for side in table.build.felt]
    for place in places(table):
        up = [a - b for a, b in zip(place.on_felt((0, -1)), place.on_felt((0, 1)), strict=True)]
        towards = [a - b for a, b in zip(middle, place.middle, strict=True)]
        if place.zone.startswith("seat"):
            assert sum(a * b for a, b in zip(up, towards, strict=True)) > 0
        else:
            assert up == [0, -2]
        # In any orientation, the fan runs to the right as seen by the player.
        along = [a - b for a, b in zip(place.on_felt((1, 0)), place.on_felt((-1, 0)), strict=True)]
        assert along == [-up[1], up[0]]


def test_gaps_and_what_does_not_fit_are_said():
    gaps = {(one.zone, other.zone): apart for one, other, apart in templates.gaps(loaded("small"))}
    assert gaps["meld1", "meld2"] == 80
    zone = {"zone": "meld1", "at": [10, 10, 300, 120], "antenna": [280, 100]}
    near = {**zone, "zone": "meld2", "at": [10, 100, 300, 120]}
    for zones, wrong in (
        ([zone], []),
        ([{**zone, "at": [250, 10, 300, 120]}], [("meld1", "off_felt", "")]),
        ([{**zone, "antenna": [310, 100]}], [("meld1", "loop_large", "")]),
        ([{**zone, "antenna": [40, 15]}], [("meld1", "no_card", "")]),
        ([zone, near], [("meld1", "overlap", "meld2")]),
    ):
        assert misfits(table_of(zones, {"felt": [500, 400]})) == wrong


@pytest.mark.parametrize("name", FEW)
def test_pages_show_all_of_the_felt(name: str):
    table = loaded(name)
    drawing = templates.felt_drawing(table)
    area = (0, 0, *table.build.felt)
    pages = tiles(drawing, area)
    assert all((page.x % STEP[0], page.y % STEP[1]) == (0, 0) for page in pages)
    shown = {
        page.name: (page.x - OVER, page.y - OVER, page.x + STEP[0] + OVER, page.y + STEP[1] + OVER) for page in pages
    }
    for shape in drawing.shapes:
        if isinstance(shape, Path) and within(shape.box, area):
            ends = [*shape.points, shape.points[0]] if shape.closed else shape.points
            for ((ax, ay), (bx, by)), i in itertools.product(itertools.pairwise(ends), range(11)):
                x, y = ax + (bx - ax) * i / 10, ay + (by - ay) * i / 10
                on = [page for page in pages if within((x, y, x, y), shown[page.name])]
                assert on
                assert all(shape in page.shapes for page in on)
    data = tiled(templates.felt_drawing(table, "fr"), area, texts("fr"))
    assert len(re.findall(rb"/Type /Page\b", data)) == len(pages) + 1


def test_a_page_with_nothing_on_it_is_left_out():
    edge, aslant = rect("FELT", 10, 10, 980, 980), Path("FELT", ((0.0, 0.0), (1000.0, 1000.0)))
    for shape, there, missing in (
        (edge, "A1 A6 D1 D6 B6", "B3"),  # it is surrounded by the felt's edge
        (aslant, "A1 B2 D5 D6", "A6 D1 A4 C1"),
    ):
        drawing = Drawing("x", (0, 0, 1000, 1000), 0, (shape,))
        names = {page.name for page in tiles(drawing, drawing.view)}
        assert names >= {*there.split()}
        assert names.isdisjoint(missing.split())
