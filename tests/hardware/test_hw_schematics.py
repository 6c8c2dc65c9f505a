"""The schematics: complete, drawn as their circuits; and as boards they run.

Wires that are swapped or missing are noticed.
"""

import contextlib
import copy
import dataclasses
import os
import random
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest
import ring
from hw_board import EDGE, PICO_GROUNDS, Board, Fault
from hw_compare import EPAPER, OLED, PN5180, RC522, Check, Problem
from hw_random import breadboards, carriers
from hw_schematics import CONFIG, TABLES, built, netlist, nets
from hw_sources import PLANS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tierce_plans import wiring
from tierce_plans.catalog import CATALOG
from tierce_plans.schematics import circuits, layout, picture, symbols
from tierce_plans.schematics.circuits import Block, Circuit, Component
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import descriptions

pytestmark = PLANS

NAMES = descriptions.names()
FEW = [pytest.param(name, marks=pytest.mark.longer if name == "club" else ()) for name in NAMES]
FOOTPRINTS = Path(os.environ.get("KICAD6_FOOTPRINT_DIR", "/usr/share/kicad/footprints"))
SEED = int(os.environ.get("TIERCE_SEED", "0")) or 20260711
SWAPS = int(os.environ.get("TIERCE_SWAPS", "0")) or ring.rounds(3, 30)  # per table
first, lists, plain = symbols.first, symbols.lists, symbols.plain
many = settings(max_examples=ring.rounds(4, 25), deadline=None, suppress_health_check=list(HealthCheck))
any_table = st.one_of(breadboards(), carriers())

# --- what is in it


@pytest.mark.parametrize("name", TABLES)
def test_every_part_is_in_one_block_and_says_why(name):
    sheet = built(name)
    drawn = sorted(part.ref for block in sheet.blocks for part in block.parts)
    assert drawn == sorted({part.ref for part in sheet.parts})
    assert all(block.title_en and block.title_fr and block.parts for block in sheet.blocks)
    assert min(map(len, sheet.nets().values())) > 1
    kinds = {part.ref: part.kind for part in wiring.parts(TABLES[name])}
    # A parts list with DIP chips for a board with SOIC pads would be wasted money.
    packages = {"DIP,": "_DIP:DIP-", "5x20 mm": "5x20mm", "else SO ": ":SOIC-"}
    seen = set()
    for part in sheet.parts:
        assert part.value and part.fields["Why"] and part.fields["Pourquoi"], part.ref  # noqa: PT018
        if part.ref[0] in "RC" and part.ref[:2] != "RD":
            assert part.fields["Tolerance"], part.ref
        if TABLES[name].build.on == "carrier":
            assert re.fullmatch(r"[\w.-]+:[\w.,-]+", part.footprint), part.ref
        entry = CATALOG.get(kinds.get(part.ref, ""))
        for said, package in packages.items():
            if entry and part.footprint and said in entry.look:
                assert package in part.footprint, part.ref
                seen.add(said)
    assert TABLES[name].build.on != "carrier" or seen == {*packages}


def test_our_symbols_have_the_pins_of_the_data_sheets():
    names = ("Pico", "PN5180", "RC522", "OLED", "EPAPER")
    pins = {name: {int(pin.number): pin.name for pin in symbols.load(f"tierce:{name}").pins[1]} for name in names}
    pico = {f"GP{gpio}": pin for gpio, pin in EDGE.items()}
    assert {name: pin for pin, name in pins["Pico"].items() if name[:2] == "GP"} == pico
    others = {30: "RUN", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
    others |= {pin: "AGND" if pin == 33 else "GND" for pin in PICO_GROUNDS}
    assert {pin: name for pin, name in pins["Pico"].items() if name not in pico} == others
    for name, labels in (("PN5180", PN5180), ("OLED", OLED), ("EPAPER", EPAPER)):
        assert list(pins[name].values()) == labels
    assert [name.replace("SDA", "NSS") for name in pins["RC522"].values()] == RC522


def test_our_footprint_fits_a_pico():
    """The positions of its pins: data sheet, "dimensions". Measured on the text, in mm."""
    text = (symbols.HERE / "tierce.pretty" / "Pico_Socket.kicad_mod").read_text("utf-8")
    pads = re.findall(r'\(pad "(\d+)" .*? \(at (\S+) (\S+)\)', text)
    at = {int(number): (float(x), float(y)) for number, x, y in pads}
    assert sorted(at) == list(range(1, 41))
    for pin in range(1, 21):
        (x, y), (over, level) = at[pin], at[41 - pin]
        assert (over - x, y - at[1][1]) == pytest.approx((17.78, 2.54 * (pin - 1)))
        assert y == level
    # the outermost holes are 1.37 mm from the ends of a board of 51 mm
    assert (51 - (at[20][1] - at[1][1])) / 2 == pytest.approx(1.37, abs=0.005)


@pytest.mark.longer
@pytest.mark.skipif(
    not FOOTPRINTS.is_dir(), reason=f"no footprints in {FOOTPRINTS}: install KiCad, or: apt install kicad-footprints"
)
@pytest.mark.parametrize("name", TABLES)
def test_every_pin_has_a_pad(name):
    """The names of KiCad's footprints or ours exist, so that a board can be begun."""
    for part in built(name).parts:
        if part.footprint:  # else a module at the end of a wire
            library, _, footprint = part.footprint.partition(":")
            folder = symbols.HERE if library == "tierce" else FOOTPRINTS
            text = (folder / f"{library}.pretty" / f"{footprint}.kicad_mod").read_text("utf-8")
            pads = {number for number in re.findall(r'\(pad "?([^" ]*)"? ', text) if number}
            assert pads == {pin.number for pin in part.symbol.every}, part.ref


def test_every_symbol_comes_with_us(monkeypatch):
    monkeypatch.setattr(symbols, "KICAD", Path("nowhere"))
    for kind in circuits.KINDS.values():
        assert symbols.load.__wrapped__(kind.symbol).pins
    with pytest.raises(LookupError, match=r"no symbol Nothing in .*74xx\.kicad_sym: apt install"):
        symbols.load("74xx:Nothing")


@pytest.mark.skipif(
    not (symbols.KICAD / "74xx.kicad_sym").is_file(), reason=f"no symbols in {symbols.KICAD}: apt install kicad-symbols"
)
def test_a_derived_symbol_of_kicad_s_has_its_own_name():
    derived = symbols.described(symbols._of_kicad("74xx", "74LVC125"))
    assert derived.pins == symbols.load("74xx:74LVC125").pins
    assert "extends" not in str(derived.tree)


def test_what_cannot_be_wired_is_refused():
    def changed(name, **changes):
        return descriptions.from_config({**TABLES[name].config, **changes}, "changed")

    select = {**TABLES["club"].config["select"], "busy": 23}
    with pytest.raises(ValueError, match="carrier_pin") as caught:
        circuits.build(changed("club", select=select))
    assert caught.value.args == (("select.busy", "carrier_pin", (23, 12)),)
    with pytest.raises(Trouble) as trouble:
        circuits.build(changed("small", buttons=[{"pin": 24, "does": "ok"}], safe_pin=None))
    assert (trouble.value.key, trouble.value.details) == ("not_on_edge", {"pin": 24})


# --- how it is drawn


def overlaps(boxes):
    """Return the names of boxes, given with left, top, right and bottom, that overlap."""
    return [
        (one, other)
        for index, (one, a) in enumerate(boxes) for other, b in boxes[:index]
        if min(a[2], b[2]) - max(a[0], b[0]) > 0.01 and min(a[3], b[3]) - max(a[1], b[1]) > 0.01
    ]  # fmt: skip


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
        for name, (left, top, right, bottom) in inside:
            if min(left, top - layout.HEAD + 2, frame.width - right, frame.height - bottom) < 0:
                found.append(name)
        found += overlaps(inside)
        boxes.append((frame.title, [x, y, x + frame.width, y + frame.height]))
        if min(x, y, width - x - frame.width, height - y - frame.height) < 10:
            found.append(frame.title)
    corner = [width - layout.TITLE_BLOCK[0], height - layout.TITLE_BLOCK[1], width, height]
    return found + overlaps([*boxes, ("title", corner)])


@pytest.mark.parametrize("name", FEW)
def test_a_shipped_table_is_drawn_as_its_circuit(name):
    sheet = built(name)
    drawn = layout.schematic(sheet)
    text = layout.text(drawn)
    tree = symbols.parse(text)
    circuit = {name: frozenset(pins) for name, pins in sheet.nets().items()}
    assert nets(tree) == netlist(circuits.netlist(sheet)) == circuit
    assert collisions(sheet) == []
    uuids = re.findall(r"\(uuid ([0-9a-f-]{36})\)", text)
    assert len(set(uuids)) == len(uuids) > 100
    # Every part is there with its value and footprint; the picture shows it, and every name.
    parts = {part.ref: (part.value, part.footprint) for part in sheet.parts}
    told = {
        plain(first(path, "reference")[1]): tuple(plain(first(path, key)[1]) for key in ("value", "footprint"))
        for path in first(tree, "symbol_instances")[1:]
    }
    assert {ref: what for ref, what in told.items() if ref[0] != "#"} == parts
    root = ElementTree.fromstring(picture.svg(drawn))
    texts = Counter(each.text for each in root.iter("{http://www.w3.org/2000/svg}text"))
    want = Counter(plain(each[1]) for each in lists(tree, "global_label", "text"))
    want.update({ref for ref in parts if f"{ref}A" not in texts})
    assert want - texts == Counter()


def by_chance(seed):
    """Return a sheet of randomly connected parts, each net with at least two pins."""
    chance = random.Random(seed)
    pool = sorted(kind.symbol for kind in circuits.KINDS.values())
    found = []
    for index in range(chance.randint(1, 14)):
        symbol = symbols.load(chance.choice(pool))
        found.append(Component(f"U{index + 1}", symbol, chance.choice(("10k", "100n", "a long value 12 V", ""))))
    pins = [(part, pin.number) for part in found for pin in part.symbol.every]
    chance.shuffle(pins)
    for number in range(len(pins)):
        some = [pins.pop() for _ in range(min(len(pins), chance.choice((1, 1, 2, 2, 3, 5))))]
        for part, pin in some if len(some) > 1 else ():
            supplies = circuits.SUPPLIES
            part.nets[pin] = supplies[number] if number < len(supplies) else f"SCREEN_BUSY_{number}"
    chance.shuffle(found)
    cut = chance.randint(0, len(found))
    blocks = [Block(f"Block {n}", f"Bloc {n}", some) for n, some in enumerate((found[:cut], found[cut:]))]
    return Circuit(found, [block for block in blocks if block.parts], f"by chance {seed}")


@pytest.mark.parametrize("seed", ring.seeds("hw_schematics", 5, 60))
def test_any_circuit_is_drawn_as_it_is(seed):
    sheet = by_chance(seed)
    nets_at = [
        {(pin.x, pin.y, part.nets.get(pin.number, "")) for pin in pins}
        for part in sheet.parts
        for pins in part.symbol.pins.values()
    ]
    if any(len(found) > len({place[:2] for place in found}) for found in nets_at):
        with pytest.raises(ValueError, match="pins in one place"):
            layout.schematic(sheet)
        return
    drawn = nets(symbols.parse(layout.text(layout.schematic(sheet))))
    assert drawn == {name: frozenset(pins) for name, pins in sheet.nets().items()}
    assert collisions(sheet) == []


def test_a_part_in_no_block_or_in_two_is_refused():
    sheet = by_chance(3)
    part = sheet.blocks[0].parts[0]
    others = [Block("all", "tout", [each for each in sheet.parts if each is not part])]
    for blocks in ([*sheet.blocks, Block("more", "plus", [part])], others):
        sheet.blocks[:] = blocks
        with pytest.raises(ValueError, match=part.ref):
            layout.schematic(sheet)


@pytest.mark.parametrize(
    ("middle", "end", "flags"), [((1, 1), (2, 0), "0,0"), ((1, -1), (2, 0), "0,1"), ((2, 0), (1, 1), "1,1")]
)
def test_an_arc_goes_through_its_middle(middle, end, flags):
    """Around (1, 0), y down: SVG's flags are the longer way, and with growing angles."""
    bow = picture.arc((0, 0), middle, end, "x", 1).args["d"]
    assert bow == f"M0,0 A1.0,1.0,0,{flags},{end[0]},{end[1]}"


# --- as boards that run


@pytest.fixture(scope="module")
def texts():
    return {name: circuits.netlist(built(name)) for name in TABLES}


@pytest.mark.parametrize("name", TABLES)
def test_the_board_is_what_the_table_says(texts, name):
    Check(Board(texts[name]), TABLES[name]).all()


@many
@given(any_table)
def test_so_it_is_for_any_table(table):
    Check(Board(circuits.netlist(circuits.build(table))), table).all()


def test_the_clubs_carrier_does_for_twelve_zones_too(texts):
    """The same board with other jumpers; the description tells what is connected."""
    board, config = Board(texts["club"]), TABLES[CONFIG]
    for zone in config.zones:
        ref = f"J{zone['cs'] + 1}"
        board.parts[ref] = dataclasses.replace(board.parts[ref], value=zone["zone"])
    judge = Check(board, config)
    judge.power()
    judge.radio(judge.run())
    assert (len(TABLES["club"].zones), len(config.zones)) == (18, 12)


def seen(board, table):
    """Tell whether the comparison finds an error."""
    with contextlib.suppress(Problem, Fault):
        Check(board, table).all()
        return False
    return True


def wired(board, pin, net=None):
    """Return a board with a pin on another net, or on none."""
    made = copy.deepcopy(board)
    made.nets[made.net_of.pop(pin)].remove(pin)
    if net is not None:
        made.nets[net].append(pin)
        made.net_of[pin] = net
    return made


def test_two_wires_swapped_are_seen(texts):
    """Almost all: a few swaps change nothing, as the BUSY lines of two readers, or a resistor's."""
    print(f"TIERCE_SEED={SEED} TIERCE_SWAPS={SWAPS}")
    dice, unseen = random.Random(SEED), []
    for name, text in texts.items():
        board = Board(text)
        for _ in range(SWAPS):
            one, other = dice.sample(sorted(board.net_of), 2)
            nets = board.net_of[one], board.net_of[other]
            if nets[0] != nets[1]:
                harmed = wired(wired(board, one, nets[1]), other, nets[0])
                unseen += [] if seen(harmed, TABLES[name]) else [(name, one, other)]
    assert len(unseen) <= 3 + SWAPS // 10, unseen


@pytest.mark.parametrize("name", NAMES)
def test_a_wire_that_is_missing_is_seen(texts, name):
    board = Board(texts[name])
    pins = sorted(board.net_of)
    for pin in random.Random(SEED).sample(pins, min(SWAPS, len(pins))):
        assert seen(wired(board, pin), TABLES[name]), pin


@pytest.mark.parametrize(
    ("was", "is_now"),
    [("33", "330"), ("1k", "10k"), ("8x100k", "8x1k"), ("SMBJ5.0A", "SMBJ5.0CA"), ("390", "39"), ("meld3", "meld4")],
)
def test_another_value_is_seen(texts, was, is_now):
    assert f'(value "{was}")' in texts["club"]
    other = texts["club"].replace(f'(value "{was}")', f'(value "{is_now}")', 1)
    assert seen(Board(other), TABLES["club"])


@pytest.mark.parametrize(
    ("moves", "told"),
    [
        # Pins of the club's carrier, and the net to which each is moved: rules of all circuits.
        ({("U3", "15"): "NSS9"}, "floats"),  # two outputs on a net, and none on the other
        ({("U3", "7"): "3V3R"}, "floats"),  # an output on a supply
        ({("U3", "1"): ""}, "U3.1 floats"),  # an input on nothing
        ({("U3", "1"): "LOST", ("U4", "1"): "LOST"}, "floats"),  # inputs that nothing drives
        ({("U17", "14"): "LOST"}, "U17.14 isn't on 5V"),
    ],
)
def test_what_breaks_the_rules_is_seen(moves, told):
    sheet = circuits.build(TABLES["club"])
    for part in sheet.parts:
        part.nets.update({pin: net for (ref, pin), net in moves.items() if ref == part.ref})
    with pytest.raises((Problem, Fault), match=told):
        Check(Board(circuits.netlist(sheet)), TABLES["club"]).all()
