"""The generated schematics: complete, reproducible."""

import os
import re
from collections import Counter
from pathlib import Path

import pytest
from hw_board import EDGE, PICO_GROUNDS
from hw_compare import EPAPER, OLED, PN5180, RC522
from hw_schematics import FOLDER, ROOT, TABLES, built, circuits, symbols

from tierce_plans import wiring
from tierce_plans.catalog import CATALOG
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import descriptions

FOOTPRINTS = Path(os.environ.get("KICAD6_FOOTPRINT_DIR", "/usr/share/kicad/footprints"))


@pytest.mark.parametrize("name", TABLES)
def test_every_part_is_in_one_block_and_says_why(name):
    sheet = built(name)
    drawn = Counter(part.ref for block in sheet.blocks for part in block.parts)
    assert drawn == Counter(part.ref for part in sheet.circuit.parts)
    assert set(drawn.values()) == {1}
    for block in sheet.blocks:
        assert block.title_en
        assert block.title_fr
        assert block.parts
    for part in sheet.circuit.parts:
        assert part.value, part.ref
        assert part.fields["Why"], part.ref
        assert part.fields["Pourquoi"], part.ref
        if part.ref[0] in "RC" and part.ref[:2] != "RD":
            assert part.fields["Tolerance"], part.ref
        if TABLES[name].build.on == "carrier":
            assert re.fullmatch(r"[\w.-]+:[\w.,-]+", part.footprint), part.ref


def test_the_same_bytes_each_time():
    one, other = (circuits.netlist(circuits.build(TABLES["small"])) for _ in range(2))
    assert one == other
    # no date, no machine, no script name
    assert "/20" not in one
    assert str(ROOT) not in one
    assert "(date)" in one
    assert "(source)" in one


def test_our_symbols_have_the_pins_of_the_data_sheets():
    names = ("Pico", "PN5180", "RC522", "OLED", "EPAPER")
    pins = {name: {int(pin.number): pin.name for pin in symbols.load(f"tierce:{name}").pins[1]} for name in names}
    pico = pins["Pico"]
    assert sorted(pico) == list(range(1, 41))
    assert {pico[pin]: pin for pin in pico if pico[pin][:2] == "GP"} == {f"GP{gpio}": pin for gpio, pin in EDGE.items()}
    for pin in PICO_GROUNDS:
        assert pico[pin] == ("AGND" if pin == 33 else "GND")
    others = {30: "RUN", 35: "ADC_VREF", 36: "3V3", 37: "3V3_EN", 39: "VSYS", 40: "VBUS"}
    assert others.items() <= pico.items()
    assert list(pins["PN5180"].values()) == PN5180
    assert [name.replace("SDA", "NSS") for name in pins["RC522"].values()] == RC522
    assert list(pins["OLED"].values()) == OLED
    assert list(pins["EPAPER"].values()) == EPAPER


def pads(text):
    return [number for number in re.findall(r'\(pad "?([^" ]*)"? ', text) if number]


def test_our_footprint_fits_a_pico():
    """The positions of its pins: data sheet, "dimensions". Measured on the text, in mm."""
    text = (FOLDER / "tierce.pretty" / "Pico_Socket.kicad_mod").read_text("utf-8")
    at = {
        int(number): (float(x), float(y)) for number, x, y in re.findall(r'\(pad "(\d+)" .*? \(at (\S+) (\S+)\)', text)
    }
    assert sorted(at) == list(range(1, 41))
    for pin in range(1, 21):
        (x, y), (over, level) = at[pin], at[41 - pin]
        assert over - x == pytest.approx(17.78)
        assert y == level
        assert y - at[1][1] == pytest.approx(2.54 * (pin - 1))
    # the outermost holes are 1.37 mm from the ends of a board of 51 mm
    assert (51 - (at[20][1] - at[1][1])) / 2 == pytest.approx(1.37, abs=0.005)


@pytest.mark.longer
@pytest.mark.skipif(
    not FOOTPRINTS.is_dir(), reason=f"no footprints in {FOOTPRINTS}: install KiCad, or: apt install kicad-footprints"
)
@pytest.mark.parametrize("name", TABLES)
def test_every_pin_has_a_pad(name):
    """The names of KiCad's footprints or ours exist, so that a board can be begun."""
    for part in built(name).circuit.parts:
        if not part.footprint:
            continue  # a module at the end of a wire
        library, _, footprint = part.footprint.partition(":")
        folder = FOLDER if library == "tierce" else FOOTPRINTS
        text = (folder / f"{library}.pretty" / f"{footprint}.kicad_mod").read_text("utf-8")
        assert set(pads(text)) == {pin.num for pin in part.pins}, part.ref


# The package in the parts list, and the text in its footprint's name.
PACKAGES = {"DIP,": "_DIP:DIP-", "5x20 mm": "5x20mm", "else SO ": ":SOIC-"}


@pytest.mark.parametrize("name", TABLES)
def test_what_is_bought_fits_the_footprint(name):
    """A parts list with DIP chips for a board with SOIC pads would be wasted money."""
    kinds = {part.ref: part.kind for part in wiring.parts(TABLES[name])}
    seen = set()
    for part in built(name).circuit.parts:
        entry = CATALOG.get(kinds.get(part.ref, ""))
        for said, package in PACKAGES.items():
            if entry and part.footprint and said in entry.look:
                assert package in part.footprint, part.ref
                seen.add(said)
    if TABLES[name].build.on == "carrier":
        assert {"DIP,", "5x20 mm", "else SO "} <= seen


def test_every_kind_has_its_symbol_without_kicad(monkeypatch):
    monkeypatch.setattr(symbols, "KICAD", FOLDER / "nowhere")
    for kind in circuits.KINDS.values():
        assert symbols.load.__wrapped__(kind.symbol).pins


def _with(name, **changes):
    config = {**TABLES[name].config, **changes}
    config["build"] = {**config["build"], "felt": list(config["build"]["felt"])}
    return descriptions.from_config(config, "changed")


def test_what_the_carrier_cannot_is_refused():
    select = {**TABLES["club"].config["select"], "busy": 23}
    with pytest.raises(ValueError, match="carrier_pin") as caught:
        circuits.build(_with("club", select=select))
    assert caught.value.args == (("select.busy", "carrier_pin", (23, 12)),)


def test_a_gpio_that_the_pico_has_not_is_trouble():
    with pytest.raises(Trouble) as caught:
        circuits.build(_with("small", buttons=[{"pin": 24, "does": "ok"}], safe_pin=None))
    assert (caught.value.key, caught.value.details) == ("not_on_edge", {"pin": 24})


def test_other_pins_are_another_circuit():
    select = TABLES["classroom"]
    zone = {**select.zones[0], "cs": 9}
    one = circuits.netlist(built("classroom"))
    other = circuits.netlist(circuits.build(_with("classroom", zones=[zone])))
    assert one != other
