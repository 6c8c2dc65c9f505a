"""The wiring and its pin table: jumpers, names, all forty pins with colours; each wire follows the nets.

That the wiring is whole and functions is in test_hw_schematics.py: it is the same as the schematic, whose
netlist runs with the firmware's own drivers.
"""

import re

import pytest
from hw_random import breadboards, carriers, random
from hw_sources import PLANS
from hypothesis import given
from hypothesis import strategies as st

from tierce_plans import carrier, circuit, parts, pins, wiring
from tierce_plans.circuit import Pin
from tierce_plans.kinds import PICO_EDGE
from tierce_plans.pages import texts
from tierce_tools.description import descriptions

pytestmark = PLANS

SHIPPED = descriptions.names()
both = st.one_of(breadboards(), carriers())


class Nets:
    """The nets of a table, by pin."""

    def __init__(self, table):
        self.parts = {part.ref: part for part in wiring.parts(table)}
        self.nets = {net.name: net.pins for net in wiring.nets(table)}
        self.at = {(pin.part, pin.pin): name for name, pins in self.nets.items() for pin in pins}


@random
@given(carriers())
def test_on_the_carrier_each_jumper_is_set_for_what_the_table_needs(table):
    nets = Nets(table)
    config = table.config
    scale = [(config.get("scale") or {}).get(key) for key in ("data", "clock")]
    jumpers = {each.ref: each for each in wiring.jumpers(table)}
    buttons = [pin for pin, _ in circuit.buttons(table) if pin in carrier.BUTTONS.values()]
    for ref, (pin, uses) in carrier.JUMPERS.items():
        expected = uses[0] if pin in buttons else ""
        if pin in scale:
            expected = uses[1]
        if pin == 27:
            expected = "A4" if 27 in config["select"]["address"] else ""
            expected = "IRQ" if config["select"].get("irq") else expected
            expected = "BUZZER" if config.get("buzzer") else expected
        assert jumpers[ref].bridged == expected, ref
        for at, net in jumpers[ref].uses:
            assert nets.at.get((ref, at)) in (net, None)
            assert nets.at.get((ref, at)) == net or not table.zones
    # A name means the same part on each table, as it is one board.
    known = {ref: part.kind for ref, part in Nets(descriptions.load("club", "en")).parts.items()}
    for ref, part in nets.parts.items():
        assert ref[:2] in ("RD", "SW") or part.kind == known.get(ref, part.kind), ref


def cells(text, heading):
    """Return the rows of the table under a heading of a Markdown page."""
    part = text.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [line for line in part.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in rows[2:]]


@random
@given(both)
def test_forty_pins_in_order_each_with_what_it_is_wired_to(table):
    rows = pins.rows(table)
    assert [row.pin for row in rows] == list(range(1, 41))
    assert [row.name for row in rows] == list(PICO_EDGE)
    nets = Nets(table)
    for row in rows:
        net = nets.at.get(("U1", row.name))
        assert row.signal == (net or "")
        assert bool(row.colour) == bool(net)
        if not net:
            continue
        # The wire goes to the parts in the same net, except pulls and capacitors.
        for pin in nets.nets[net]:
            kind = nets.parts[pin.part].kind
            if kind in ("button", "pn5180", "mfrc522", "oled", "epaper") or kind[:2] == "74":
                assert pin in row.goes, (row, pin)
        assert all(pin.part != "U1" for pin in row.goes)


@random
@given(both)
def test_what_a_wire_passes_is_in_between(table):
    """A bus line of the description reaches the reader through all parts on its way."""
    rows = {row.name: row for row in pins.rows(table)}
    nets = Nets(table)
    select = circuit.select_of(table)
    for k, zone in circuit.readers(wiring.wiring(table)).items():
        lines = zone if select["by"] == "pins" else select
        for line in ("BUSY", "IRQ"):
            pin = lines.get(line.lower())
            if pin is None or (zone["reader"] == "mfrc522" and line == "BUSY"):
                continue
            row = rows[f"GP{pin}"]
            assert Pin(f"RD{k}", line) in row.goes
            name = parts.reader(nets.parts[f"RD{k}"].kind).lines[line]
            direct = nets.at.get((f"RD{k}", name)) == row.signal
            assert direct or any(ref[0] == "D" for ref in row.through)


def test_colours_are_one_for_each_kind_of_signal():
    same = [
        ("5V", "VSYS", "5V_IN"), ("3V3", "3V3R"), ("SCK", "SCL", "EPD_CLK", "SCK_S1"),
        ("MOSI", "SDA", "EPD_DIN"), ("MISO", "MISO7"), ("NSS1", "NSS18", "A0", "EN", "LATCH_L"),
        ("RST1", "EPD_RST"), ("BUSY", "BUSY_GP12", "BUSY3"), ("MINUS", "OK", "SEAT4"),
        ("LED_DATA", "LED_DIN", "LED_5V"), ("IRQ", "IRQ1", "BUZZER", "EPD_DC"), ("GND",),
    ]  # fmt: skip
    colours = [{pins.colour(net) for net in nets} for nets in same]
    assert all(len(each) == 1 for each in colours)
    assert len({min(each) for each in colours}) == len(same)  # all distinct
    assert [pins.colour(net) for net in ("5V", "GND")] == ["red", "black"]
    shades = [rgb for _, rgb in pins.COLOURS.values()]
    assert len(set(shades)) == len(shades)


@pytest.mark.parametrize(
    ("name", "language"),
    [("small", "en"), ("club", "fr"), *(pytest.param(name, "fr", marks=pytest.mark.longer) for name in SHIPPED[:3])],
)
def test_the_page_says_each_pin_and_every_net(name, language):
    table = descriptions.load(name, "en")
    text = pins.markdown(table, language)
    say = texts(language)
    rows = cells(text, say("The Pico's pins"))
    assert [row[0] for row in rows] == [str(i) for i in range(1, 41)]
    nets = cells(text, say("All wires, net by net"))
    assert [row[0].strip("`") for row in nets] == [net.name for net in wiring.nets(table)]
    # Every part on the table itself is named somewhere.
    joins = " ".join(row[2] for row in nets)
    for part in wiring.parts(table):
        group, number = re.fullmatch(r"([A-Z]+)(\d+)", part.ref).groups()
        if part.cable or part.ref == "U1":
            continue
        spans = re.findall(rf"\b{group}(\d+)(?:-{group}(\d+))?", joins)
        assert any(int(a) <= int(number) <= int(b or a) for a, b in spans), part.ref
    colours = {row[3] for row in rows if row[3]}
    assert colours <= {say(name) for name, _ in pins.COLOURS.values()}


def test_a_name_from_outside_does_no_harm_in_markdown():
    table = descriptions.load("classroom", "en")
    evil = descriptions.Description("a|b](c) <x> `d`", table.config, table.build)
    head = pins.markdown(evil, "en").splitlines()[0]
    assert head == r"# Wiring of the table a\|b\](c) \<x\> \`d\`: pins"


def test_names_in_a_row_are_drawn_together():
    said = {"D1 D2 D3 D7": "D1-D3 and D7", "U2": "U2", "R1 R3 R5": "R1, R3 and R5", "": ""}
    assert {refs: pins.ranges(refs.split(), "en") for refs in said} == said
