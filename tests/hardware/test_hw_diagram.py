"""The wiring diagram: every wire is there, runs straight, and touches nothing else."""

import itertools
import re
import xml.etree.ElementTree as ET
from collections import defaultdict

import pytest
import ring
from hw_random import breadboards, random
from hw_sources import PLANS
from hypothesis import given, settings

from tierce_plans import diagram, picture, routing, wiring
from tierce_plans.kinds import KINDS
from tierce_plans.pages import texts
from tierce_tools.description import descriptions

pytestmark = PLANS

SHIPPED = [name for name in descriptions.names() if name != "club"]  # on breadboards
SVG = "{http://www.w3.org/2000/svg}"
few = settings(random, max_examples=ring.rounds(5, 25))


def drawing_of(table):
    """Return the drawing of a breadboard table before it becomes SVG."""
    columns, named = diagram.breadboard(table, texts("en"))
    return routing.route(columns, picture.EDGE, 92), named


def overlap(a, b):
    """Tell whether two parallel lines share more than a point."""
    for i in (0, 1):
        j = 1 - i
        if a[i] == a[i + 2] == b[i] == b[i + 2]:
            return min(a[j + 2], b[j + 2]) >= max(a[j], b[j])
    return False


def meet(a, b):
    return min(a[2], b[2]) >= max(a[0], b[0]) and min(a[3], b[3]) >= max(a[1], b[1])


@few
@given(breadboards())
def test_wires_run_straight_from_pin_to_pin_and_over_no_part(table):
    drawing, _ = drawing_of(table)
    ports = defaultdict(set)
    for box in drawing.boxes:
        for port in filter(lambda port: port.net, box.ports):
            ports[port.net].add((box.x + (box.width if port.side == "right" else 0), box.at(port)))
    for one, other in itertools.combinations(drawing.boxes, 2):
        apart_x = one.x + one.width <= other.x or other.x + other.width <= one.x
        apart_y = one.y + one.height <= other.y or other.y + other.height <= one.y
        assert apart_x or apart_y, (one.key, other.key)
    assert {wire.net for wire in drawing.wires} == set(ports)
    for wire in drawing.wires:
        for (x1, y1, x2, y2), box in itertools.product(wire.lines, drawing.boxes):
            assert x1 == x2 or y1 == y2
            over = x1 < box.x + box.width and x2 > box.x and y1 < box.y + box.height and y2 > box.y
            assert not over, (wire, box)
        assert ports[wire.net] <= {end for line in wire.lines for end in (line[:2], line[2:])}, wire.net
        # All its lines are connected.
        left = list(wire.lines)
        reached = [left.pop()]
        while near := [line for line in left if any(meet(line, other) for other in reached)]:
            left = [line for line in left if line not in near]
            reached += near
        assert not left, (wire.net, left)
    # No two nets overlap; only crossings are allowed.
    for one, other in itertools.combinations(drawing.wires, 2):
        for a, b in itertools.product(one.lines, other.lines):
            assert not overlap(a, b), (one.net, other.net, a, b)


@pytest.mark.parametrize("name", SHIPPED)
def test_each_pin_of_each_part_is_drawn_on_its_net(name):
    table = descriptions.load(name, "en")
    drawing, named = drawing_of(table)
    boxes = {box.key: box for box in drawing.boxes}
    for net in wiring.nets(table):
        for pin in net.pins:
            part = wiring.wiring(table).parts[pin.part]
            if part.kind == "cap100n":
                assert any(part.ref in note for note in named[part.role].notes)
            elif pin.part == "U1":
                ports = [port for port in boxes["U1"].ports if port.note == KINDS["pico"][pin.pin]]
                assert net.name in [each for port in ports for each in (port.rail, port.net)]
            elif not any(port.net == net.name for port in boxes[pin.part].ports):
                badges = [names for rail, names in named[pin.part].badges if rail == net.name]
                assert badges, (pin, net.name)
                assert diagram.pin_label(part, pin.pin, texts("en")) in badges[0]


def ends_of(text, plain):
    """Return where a line of text begins and ends, if it has the widest letters."""
    wide = 0.72 if text.get("font-weight") == "bold" else plain
    long = len(text.text or "") * float(text.get("font-size")) * wide
    start = float(text.get("x")) - long * {"middle": 0.5, "end": 1}.get(text.get("text-anchor"), 0)
    return start, start + long


@pytest.mark.parametrize(
    ("name", "language"),
    [("small", "fr"), ("classroom", "en"), pytest.param("classroom-pn5180", "fr", marks=pytest.mark.longer)],
)
def test_the_picture_is_whole_and_has_words_for_who_does_not_see_it(name, language):
    root = ET.fromstring(diagram.svg(descriptions.load(name, "en"), language))
    _, _, width, height = map(float, root.get("viewBox").split())
    assert root.get("role") == "img"
    marked = [each for each in root.iter() if each.get("id")]
    ids = {each.get("id"): each for each in marked}
    assert len(ids) == len(marked)
    assert all(ids[each].text.strip() for each in root.get("aria-labelledby").split())
    # Nothing crosses the edge.
    for each in root.iter(f"{SVG}text"):
        start, end = ends_of(each, 0.62)
        assert 0 <= start <= end <= width, each.text
        assert float(each.get("font-size")) <= float(each.get("y")) <= height, each.text
    for each in root.iter(f"{SVG}path"):
        numbers = [float(number) for number in re.findall(r"[\d.]+", each.get("d"))]
        assert max(numbers[0::2]) <= width
        assert max(numbers[1::2]) <= height
    # Text stays in its box.
    for group in root.iter(f"{SVG}g"):
        shape = group.find(f"{SVG}rect")
        if not group.get("id") or shape is None:
            continue
        x, y, wide, high = (float(shape.get(key)) for key in ("x", "y", "width", "height"))
        for each in group.findall(f"{SVG}text"):
            start, end = ends_of(each, 0.58)
            assert x - 1 <= start <= end <= x + wide + 1, (group.get("id"), each.text)
            assert float(each.get("y")) <= y + high


def test_a_name_from_outside_does_no_harm_in_svg():
    table = descriptions.load("classroom", "en")
    evil = descriptions.Description('<script>&"', table.config, table.build)
    root = ET.fromstring(diagram.svg(evil, "en"))
    assert '<script>&"' in root.find(f"{SVG}title").text
