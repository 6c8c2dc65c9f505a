"""The drawn schematics: connected like the circuit, without overlaps, reproducible."""

import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from types import SimpleNamespace

import pytest
from hw_drawing import FOLDER, ROOT, circuits, kicad_sch, layout, make, pieces, quiet, svg, symbols

from tierce_tools.description import tables

NAMES = tables.names()


@pytest.fixture(scope="module", params=NAMES)
def made(request):
    """Return a shipped table's sheet, drawing and schematic file."""
    sheet = circuits.build(tables.load(request.param, "en"))
    drawn = layout.draw(sheet)
    return SimpleNamespace(
        name=request.param, sheet=sheet, drawn=drawn, text=kicad_sch.schematic(drawn)
    )


def circuit_nets(sheet):
    """Return the nets of a SKiDL circuit: name -> pins."""
    return {
        net.name: frozenset((pin.part.ref, pin.num) for pin in net.pins)
        for net in sheet.circuit.get_nets()
        if net.pins and net is not sheet.circuit.NC
    }


def assert_drawn(sheet, drawn, text):
    """Check that a drawing equals the circuit and is readable."""
    want = circuit_nets(sheet)
    got = kicad_sch.nets(text)
    # A net drawn only as a wire has no name on the sheet; its pins identify it.
    assert set(got.values()) == set(want.values())
    named = {name: pins for name, pins in got.items() if not name.startswith("Net-(")}
    assert named.items() <= want.items()
    assert layout.collisions(drawn) == []
    assert drawn.paper in layout.PAPERS
    for item in drawn.items:
        for left, top, right, bottom in pieces.boxes(item):
            assert 10 < left <= right < drawn.width - 10, item
            assert 10 < top <= bottom < drawn.height - 10, item


def test_a_table_is_drawn_as_its_circuit(made):
    assert_drawn(made.sheet, made.drawn, made.text)


def test_the_netlist_file_is_the_drawing(made):
    assert set(kicad_sch.netlist(circuits.netlist(made.sheet)).values()) == set(
        kicad_sch.nets(made.text).values()
    )


def test_every_part_is_there_with_all_its_units_and_what_it_is(made):
    drawn = {}
    for part in made.drawn.of(pieces.Part):
        if not part.ref.startswith("#"):
            drawn.setdefault(part.ref, []).append(part)
    assert set(drawn) == {part.ref for part in made.sheet.circuit.parts}
    for part in made.sheet.circuit.parts:
        units = drawn[part.ref]
        assert sorted(unit.unit for unit in units) == sorted(units[0].symbol.units)
        assert {unit.footprint for unit in units} == {part.footprint or ""}
        assert {unit.value for unit in units} == {str(part.value)}
        numbers = [pin.number for unit in units for pin, _ in unit.pins()]
        assert sorted(numbers) == sorted(pin.num for pin in part.pins)


def test_the_files_in_the_repository_are_fresh(made):
    files = make.files(tables.load(made.name, "en"))
    folder = ROOT / "hardware" / made.name
    stale = [
        name for name, text in files.items() if (folder / name).read_text(encoding="utf-8") != text
    ]
    assert stale == [], "run: .venv/bin/python hardware/schematics/make.py"


def test_the_power_symbols_are_fresh():
    path = FOLDER / f"{symbols.POWER_LIBRARY}.kicad_sym"
    assert path.read_text(encoding="utf-8") == make.supplies(), "run hardware/schematics/make.py"


def test_it_is_the_same_whatever_the_order_of_sets():
    """Python orders sets differently in each run; the files must not show it."""
    code = (
        f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import make, hashlib;"
        "from tierce_tools.description import tables;"
        "print(hashlib.sha256(repr(make.files(tables.load('small', 'en'))).encode()).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": seed, "PATH": "", "KICAD6_SYMBOL_DIR": str(symbols.KICAD)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(seen) == 1


def test_uuids_are_unique(made):
    uuids = re.findall(r"\(uuid ([0-9a-f-]{36})\)", made.text)
    assert len(uuids) > 100
    assert len(set(uuids)) == len(uuids)


def test_the_picture_shows_what_the_file_does(made):
    root = ElementTree.fromstring(svg.svg(made.drawn))
    space = "{http://www.w3.org/2000/svg}"
    width, height = layout.PAPERS[made.drawn.paper]
    assert root.get("viewBox") == f"0 0 {width} {height}"
    texts = [text.text for text in root.iter(f"{space}text")]
    for part in made.drawn.of(pieces.Part):
        if part.ref_text is not None:
            assert part.ref_text.text in texts
    labels = [label.text for label in made.drawn.of(pieces.Label)]
    assert all(texts.count(each) >= labels.count(each) for each in set(labels))
    for title in made.drawn.of(pieces.Text):
        assert title.text in texts


# Random circuits.

POOL = (
    ("Device", "R"), ("Device", "R"), ("Device", "C"), ("Device", "C_Polarized"), ("Device", "LED"),
    ("Diode", "BAT85"), ("Device", "Fuse"), ("Switch", "SW_Push"), ("74xx", "74LVC125"),
    ("74xx", "74HC595"), ("74xx", "74LS138"), ("Connector_Generic", "Conn_01x04"),
    ("Connector_Generic", "Conn_02x06_Odd_Even"), ("Connector", "TestPoint"), ("tierce", "Pico"),
    ("Mechanical", "MountingHole"), ("Device", "R_Network08"), ("Interface_UART", "SP3485EN"),
)  # fmt: skip
LETTERS = {"R": "R", "C": "C", "LED": "D", "BAT85": "D", "Fuse": "F", "SW_Push": "SW"}


def by_chance(seed):
    """Return a sheet of randomly connected parts, each net with at least two pins."""
    chance = random.Random(seed)
    circuit = quiet.circuit()
    parts = []
    for index in range(chance.randint(1, 14)):
        library, name = chance.choice(POOL)
        part = quiet.part(circuit, library, name, f"{LETTERS.get(name, 'U')}{index + 1}")
        part.value = chance.choice(("10k", "100n", "a long value 12 V", name))
        parts.append(part)
    pins = [pin for part in parts for pin in part.pins]
    chance.shuffle(pins)
    for number, supply in enumerate(("GND", "5V", "3V3")):
        net = quiet.net(circuit, supply)
        net.drive = quiet.skidl.POWER
        some = pins[: len(pins) // (4 + number)]
        del pins[: len(some)]
        if len(some) == 1:
            pins += some
        elif some:
            net += some
    number = 0
    while pins:
        size = chance.choice((1, 1, 2, 2, 2, 3, 5))
        some = pins[:size]
        del pins[:size]
        if len(some) == 1:
            circuit.NC.connect(some[0])
            continue
        number += 1
        name = chance.choice(("N", "SCREEN_BUSY_", "~{E}")) + str(number)
        quiet.net(circuit, name).connect(*some)
    chance.shuffle(parts)
    cut = chance.randint(0, len(parts))
    blocks = [
        SimpleNamespace(title_en=f"Block {n}", title_fr=f"Bloc {n}", parts=some)
        for n, some in enumerate((parts[:cut], parts[cut:]))
    ]
    return SimpleNamespace(circuit=circuit, blocks=blocks, title=f"by chance {seed}")


@pytest.mark.parametrize("seed", [*range(40), None])
def test_any_circuit_is_drawn_as_it_is(seed):
    seed = random.randrange(10**9) if seed is None else seed
    print("seed", seed)
    sheet = by_chance(seed)
    drawn = layout.draw(sheet)
    assert_drawn(sheet, drawn, kicad_sch.schematic(drawn))


# The check of the file by positions must itself find errors.


def test_whatever_is_taken_out_of_a_file_is_noticed():
    sheet = circuits.build(tables.load("small", "en"))
    drawn = layout.draw(sheet)
    want = set(circuit_nets(sheet).values())
    seed = random.randrange(10**9)
    print("seed", seed)
    chance = random.Random(seed)
    kinds = (pieces.Wire, pieces.NoConnect, pieces.Label, pieces.Part)
    joining = [item for item in drawn.items if isinstance(item, kinds)]
    for item in chance.sample(joining, 30):
        if isinstance(item, pieces.Part) and item.ref.startswith("#FLG"):
            continue
        rest = tuple(each for each in drawn.items if each is not item)
        text = kicad_sch.schematic(
            layout.Drawing(drawn.title, drawn.paper, drawn.width, drawn.height, rest)
        )
        try:
            got = set(kicad_sch.nets(text).values())
        except ValueError:
            continue
        assert got != want, f"not noticed: without {item}"


def test_a_label_that_is_off_by_a_step_is_noticed():
    sheet = circuits.build(tables.load("classroom", "en"))
    drawn = layout.draw(sheet)
    want = set(circuit_nets(sheet).values())
    for label in drawn.of(pieces.Label):
        items = tuple(
            pieces.moved(each, 0, pieces.GRID) if each is label else each for each in drawn.items
        )
        text = kicad_sch.schematic(
            layout.Drawing(drawn.title, drawn.paper, drawn.width, drawn.height, items)
        )
        try:
            assert set(kicad_sch.nets(text).values()) != want, label
        except ValueError:
            continue


def test_a_part_in_no_block_or_in_two_is_refused():
    sheet = by_chance(3)
    part = sheet.circuit.parts[0]
    sheet.blocks = [sheet.blocks[0], sheet.blocks[1], SimpleNamespace(**vars(sheet.blocks[0]))]
    for block in sheet.blocks:
        block.parts = [each for each in block.parts if each is not part]
    with pytest.raises(ValueError, match=str(part.ref)):
        layout.draw(sheet)


def test_what_covers_another_thing_is_found():
    sheet = circuits.build(tables.load("classroom", "en"))
    drawn = layout.draw(sheet)
    first, second = drawn.of(pieces.Label)[:2]
    moved = pieces.moved(second, first.x - second.x, first.y - second.y)
    items = tuple(moved if each is second else each for each in drawn.items)
    wrong = layout.Drawing(drawn.title, drawn.paper, drawn.width, drawn.height, items)
    assert any(first.text in a + b and second.text in a + b for a, b in layout.collisions(wrong))


def test_symbols_come_out_of_a_library_as_they_are():
    """Every token of a symbol, in order; a derived symbol gets its own name."""
    text = (symbols.KICAD / "Diode.kicad_sym").read_text(encoding="utf-8")
    start = text.index('(symbol "1N4001"')
    tree = symbols.parse(text, start)
    again = symbols.write(tree)
    assert symbols.TOKEN.findall(again) == symbols.TOKEN.findall(text[start:])[: len(
        symbols.TOKEN.findall(again)
    )]  # fmt: skip
    derived = symbols.load("74xx", "74LVC125")
    base = symbols.load("74xx", "74LS125")
    assert derived.units == base.units
    assert "74LS125" not in symbols.write(derived.tree).replace("sn74ls125", "")
    assert 'extends' not in symbols.write(derived.tree)
    with pytest.raises(LookupError, match=r"no symbol Nothing in 74xx\.kicad_sym"):
        symbols.load("74xx", "Nothing")
