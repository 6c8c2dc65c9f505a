"""The drawn schematics: connected like the circuit, without overlaps, reproducible."""

import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest
import ring
from hw_schematics import FOLDER, ROOT, TABLES, built, circuits, layout, make, netlist, nets, picture, quiet, symbols

from tierce_tools.description import descriptions

NAMES = descriptions.names()
first, lists, plain = symbols.first, symbols.lists, symbols.plain


def circuit_nets(sheet):
    """Return the nets of a SKiDL circuit: name -> pins."""
    return {
        net.name: frozenset((pin.part.ref, pin.num) for pin in net.pins)
        for net in sheet.circuit.get_nets()
        if net.pins and net is not sheet.circuit.NC
    }


def collisions(sheet):
    """Return the units whose boxes, with all names at their pins, overlap or leave their frame."""
    paper, frames = layout.arranged(layout.units(sheet))
    width, height = layout.PAPERS[paper]
    found, boxes = [], []
    for frame, x, y in frames:
        inside = [
            (f"{unit.ref}/{unit.number}", [dx + unit.box[0], dy + unit.box[1], dx + unit.box[2], dy + unit.box[3]])
            for unit, dx, dy in frame.units
        ]
        found += [
            name
            for name, box in inside
            if not (box[0] >= 0 and box[1] >= layout.HEAD - 2 and box[2] <= frame.width and box[3] <= frame.height)
        ]
        found += overlaps(inside)
        boxes.append((frame.title, [x, y, x + frame.width, y + frame.height]))
        if min(x, y, width - x - frame.width, height - y - frame.height) < 10:
            found.append(frame.title)
    corner = [width - layout.TITLE_BLOCK[0], height - layout.TITLE_BLOCK[1], width, height]
    return found + overlaps([*boxes, ("title", corner)])


def overlaps(boxes):
    """Return the names of boxes, given with left, top, right and bottom, that overlap."""
    return [
        (one, other)
        for index, (one, a) in enumerate(boxes) for other, b in boxes[:index]
        if min(a[2], b[2]) - max(a[0], b[0]) > 0.01 and min(a[3], b[3]) - max(a[1], b[1]) > 0.01
    ]  # fmt: skip


def assert_drawn(sheet, tree):
    """Check that a drawing equals the circuit and is readable."""
    assert nets(tree) == circuit_nets(sheet)
    assert collisions(sheet) == []


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.longer if name == "club" else ()) for name in NAMES]
)
def test_a_shipped_table_is_drawn_as_its_circuit_and_its_files_are_fresh(name):
    files = make.files(TABLES[name])
    folder = ROOT / "hardware" / name
    stale = [file for file, text in files.items() if (folder / file).read_text("utf-8") != text]
    assert stale == [], "run: make plans"
    sheet, text = built(name), files["schematic.kicad_sch"]
    tree = symbols.parse(text)
    assert_drawn(sheet, tree)
    assert netlist(files["schematic.net"]) == nets(tree)
    uuids = re.findall(r"\(uuid ([0-9a-f-]{36})\)", text)
    assert len(uuids) > 100
    assert len(set(uuids)) == len(uuids)
    # Every part is there with its value and footprint; the picture shows it, and every name.
    shown = {part.ref: (str(part.value), part.footprint or "") for part in sheet.circuit.parts}
    told = {
        plain(first(path, "reference")[1]): tuple(plain(first(path, key)[1]) for key in ("value", "footprint"))
        for path in first(tree, "symbol_instances")[1:]
    }
    assert {ref: what for ref, what in told.items() if ref[0] != "#"} == shown
    root = ElementTree.fromstring(files["schematic.svg"])
    texts = Counter(each.text for each in root.iter("{http://www.w3.org/2000/svg}text"))
    want = Counter(plain(each[1]) for each in lists(tree, "global_label", "text"))
    want.update({ref for ref in shown if f"{ref}A" not in texts})
    assert want - texts == Counter()


@pytest.mark.longer
def test_it_is_the_same_whatever_the_order_of_sets_without_kicad_and_traces(tmp_path):
    """Python orders sets differently in each run; the symbols are those of the shipped files.

    Nothing else is printed, and no file is left in the working folder and at home.
    """
    code = (
        f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import circuits, make;"
        "from tierce_tools.description import descriptions;"
        "table = descriptions.load('small', 'en'); circuits.check(circuits.build(table).circuit);"
        "print(make.files(table))"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", code], capture_output=True, text=True, check=True,
        cwd=tmp_path, env={**os.environ, "PYTHONHASHSEED": "1",
                           "HOME": str(tmp_path), "XDG_DATA_HOME": "",
                           "KICAD6_SYMBOL_DIR": "/nowhere"},
    )  # fmt: skip
    assert done.stdout == f"{make.files(TABLES['small'])}\n"
    assert done.stderr == ""
    assert list(tmp_path.rglob("*")) == []


# Random circuits.

POOL = [kind.symbol for kind in circuits.KINDS.values()]


def by_chance(seed):
    """Return a sheet of randomly connected parts, each net with at least two pins."""
    chance = random.Random(seed)
    circuit = quiet.circuit()
    found = []
    for index in range(chance.randint(1, 14)):
        library, name = chance.choice(POOL).split(":")
        found.append(quiet.part(circuit, library, name, f"U{index + 1}"))
        found[-1].value = chance.choice(("10k", "100n", "a long value 12 V", name))
    pins = [pin for part in found for pin in part.pins]
    chance.shuffle(pins)
    for number in range(len(pins)):
        some = [pins.pop() for _ in range(min(len(pins), chance.choice((1, 1, 2, 2, 3, 5))))]
        if len(some) == 1:
            circuit.NC.connect(some[0])
        elif some:
            supplies = list(circuits.SUPPLIES)
            name = supplies[number] if number < len(supplies) else f"SCREEN_BUSY_{number}"
            net = quiet.net(circuit, name)
            net.drive = quiet.skidl.POWER if name in supplies else net.drive
            net.connect(*some)
    chance.shuffle(found)
    cut = chance.randint(0, len(found))
    blocks = [circuits.Block(f"Block {n}", f"Bloc {n}", some) for n, some in enumerate((found[:cut], found[cut:]))]
    return circuits.Sheet(circuit, [block for block in blocks if block.parts], f"by chance {seed}")


def in_one_place(sheet):
    """Tell whether pins in one place of a symbol are on different nets: it can't be drawn."""
    try:
        layout.units(sheet)
    except ValueError as error:
        return "pins in one place" in str(error)
    return False


@pytest.mark.parametrize("seed", [*range(ring.rounds(5, 60)), None])
def test_any_circuit_is_drawn_as_it_is(seed):
    seed = random.randrange(10**9) if seed is None else seed
    print("seed", seed)
    sheet = by_chance(seed)
    if not in_one_place(sheet):
        assert_drawn(sheet, symbols.parse(layout.text(layout.schematic(sheet))))


# The check of the file by positions must itself find errors.


@pytest.mark.longer
def test_whatever_is_taken_out_of_a_file_or_moved_is_noticed():
    sheet = built("small")
    tree = layout.schematic(sheet)
    want = circuit_nets(sheet)
    seed = random.randrange(10**9)
    print("seed", seed)
    chance = random.Random(seed)
    joining = list(lists(tree, "global_label", "no_connect", "symbol"))
    for item in chance.sample(joining, 40):
        if any('"PWR_FLAG"' in each for each in lists(item, "property")):
            continue
        moved = symbols.parse(symbols.write("x", [item]))[1]
        first(moved, "at")[2] += layout.GRID
        for instead in ([], [moved]):
            rest = [other for each in tree for other in (instead if each is item else [each])]
            try:
                got = nets(symbols.Sexp(rest))
            except ValueError:
                continue
            assert got != want, f"not noticed: {item}"


def test_what_covers_another_thing_is_found():
    assert overlaps([("a", [0, 0, 2, 2]), ("b", [1, 1, 3, 3]), ("c", [2, 0, 4, 1])]) == [("b", "a")]


def test_a_part_in_no_block_or_in_two_is_refused():
    sheet = by_chance(3)
    part = sheet.blocks[0].parts[0]
    sheet.blocks.append(circuits.Block("more", "plus", [part]))
    with pytest.raises(ValueError, match=str(part.ref)):
        layout.schematic(sheet)
    for block in sheet.blocks:
        block.parts[:] = [each for each in block.parts if each is not part]
    with pytest.raises(ValueError, match=str(part.ref)):
        layout.schematic(sheet)


def test_a_symbol_that_is_not_there_is_told():
    with pytest.raises(LookupError, match=r"no symbol Nothing in .*74xx\.kicad_sym: apt install"):
        symbols.load("74xx:Nothing")
    if (symbols.KICAD / "74xx.kicad_sym").is_file():  # a derived one has its own name
        derived = symbols.described(symbols._of_kicad("74xx", "74LVC125"))
        assert derived.pins == symbols.load("74xx:74LVC125").pins
        assert "extends" not in str(derived.tree)


@pytest.mark.parametrize(
    ("middle", "end", "flags"), [((1, 1), (2, 0), "0,0"), ((1, -1), (2, 0), "0,1"), ((2, 0), (1, 1), "1,1")]
)
def test_an_arc_goes_through_its_middle(middle, end, flags):
    """Around (1, 0), y down: SVG's flags are the longer way, and with growing angles."""
    bow = picture.arc((0, 0), middle, end, "x", 1).args["d"]
    assert bow == f"M0,0 A1.0,1.0,0,{flags},{end[0]},{end[1]}"
