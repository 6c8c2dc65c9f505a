"""The table for Wokwi: only its own parts and pins, wired as in its config.json; and it plays.

Wokwi itself cannot be tested here. Instead the config runs on the modelled table, with readers and
with none that answers.
"""

import itertools
import json
import tomllib
from pathlib import Path

import pytest
from hw_random import breadboards, carriers, random
from hypothesis import given
from hypothesis import strategies as st

from tierce_plans import circuit, wokwi
from tierce_tools.base import paths
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import archive, build, flash_image, uf2
from tierce_tools.description import descriptions

SHIPPED = descriptions.names()
both = st.one_of(breadboards(), carriers())
TESTS = Path(__file__).parents[1]


ATTRS = {
    **{wokwi.PICO: {"env"}, wokwi.BUTTON: {"color", "key", "label"}, wokwi.STRIP: {"pixels"}},
    **{wokwi.SCREEN: {"i2cAddress"}, wokwi.BUZZER: {"volume"}, wokwi.SCALE: {"type"}, wokwi.READER: {"uid"}},
    wokwi.TEXT: {"text"},
}


def check(table):
    """Check a diagram for known parts and pins and unique names; return it, its parts and nets."""
    made = json.loads(wokwi.diagram(table))
    assert made["version"] == 1
    kinds = {part["id"]: part["type"] for part in made["parts"]}
    assert len(kinds) == len(made["parts"])
    for part in made["parts"]:
        assert set(part["attrs"]) <= ATTRS[part["type"]], part
        assert all(type(value) is str for value in part["attrs"].values())
    joined = {}
    for one, other, colour, places in made["connections"]:
        assert colour
        assert places == []
        for end in (one, other):
            name, _, pin = end.partition(":")
            assert pin in wokwi.PINS[kinds[name]], end
        both = joined.get(one, {one}) | joined.get(other, {other})
        for end in both:
            joined[end] = both
    return made, kinds, joined


@random
@given(both)
def test_any_table_gives_a_config_that_the_board_accepts_and_parts_that_wokwi_has(table):
    config = wokwi.config(table)
    assert paths.board_module("app.config").check(config) == []
    made, kinds, joined = check(table)
    readers = config["zones"]
    assert [*kinds.values()].count(wokwi.READER) == len(readers) <= wokwi.READERS
    assert {zone["reader"] for zone in readers} <= {"mfrc522"}
    if table.config["zones"] and table.config["select"]["by"] == "pins":
        assert len(readers) == min(wokwi.READERS, len(table.config["zones"]))

    def at(gpio, *ends):
        assert set(ends) <= joined.get(f"pico:GP{gpio}", set()), (gpio, ends)

    order = [part["id"] for part in made["parts"] if part["type"] == wokwi.READER]
    for name, zone in zip(order, readers, strict=True):
        at(zone["cs"], f"{name}:SDA")
        for line in ("sck", "mosi", "miso"):
            at(config["spi"][line], f"{name}:{line.upper()}")
        reset = f"pico:GP{zone['reset']}" if "reset" in zone else "pico:3V3"
        assert f"{name}:RST" in joined[reset]
    for line in ("sda", "scl") if config.get("screen") else ():
        at(config["screen"][line], f"ds1:{line.upper()}")
    if config.get("leds"):
        at(config["leds"]["pin"], "leds1:DIN")
        strips = [part for part in made["parts"] if part["type"] == wokwi.STRIP]
        assert sum(int(strip["attrs"]["pixels"]) for strip in strips) == config["leds"]["count"]
        for one, other in itertools.pairwise(strips):
            assert f"{other['id']}:DIN" in joined[f"{one['id']}:DOUT"]
            assert f"{other['id']}:VDD" in joined["pico:VBUS"]
    for i, (pin, _) in enumerate(circuit.buttons(descriptions.from_config(config, "x"))):
        at(pin, f"sw{i + 1}:1.l")
        assert f"sw{i + 1}:2.l" in joined["pico:GND.1"]
    # No two GPIOs, and no GPIO and a supply, share a net.
    for net in joined.values():
        assert len([end for end in net if end.startswith("pico:")]) <= 1


@pytest.mark.parametrize("name", SHIPPED)
def test_no_part_lies_on_another(name):
    """Sizes of Wokwi's board files, in its pixels: 96 to the inch."""
    made, _, _ = check(descriptions.load(name, "en"))
    sizes = {wokwi.PICO: (80, 200), wokwi.READER: (225, 151), wokwi.BUTTON: (68, 60),
             wokwi.SCREEN: (105, 86), wokwi.BUZZER: (65, 75), wokwi.SCALE: (200, 150)}  # fmt: skip
    boxes = []
    for part in made["parts"]:
        size = (23 * int(part["attrs"]["pixels"]), 30) if part["type"] == wokwi.STRIP else sizes.get(part["type"])
        if size:
            boxes.append((part["id"], part["left"], part["top"], *size))
    for i, (one, x, y, w, h) in enumerate(boxes):
        for other, a, b, c, d in boxes[:i]:
            assert x + w <= a or a + c <= x or y + h <= b or b + d <= y, (one, other)


def test_an_epaper_becomes_an_oled_screen_on_pins_that_are_free():
    config = wokwi.config(descriptions.load("club", "en"))
    assert (config["screen"]["kind"], config["select"]) == ("oled", {"by": "pins"})
    assert (config["zones"][0]["zone"], len(config["zones"])) == ("discard", wokwi.READERS)


def test_what_is_written_is_what_wokwi_reads():
    made = wokwi.files(descriptions.load("classroom", "en"))
    assert sorted(made) == ["config.json", "diagram.json", "wokwi.toml"]
    toml = tomllib.loads(made["wokwi.toml"])["wokwi"]
    assert (toml["version"], toml["firmware"]) == (1, wokwi.IMAGE)
    assert toml["rfc2217ServerPort"] == wokwi.PORT
    assert json.loads(made["config.json"])["name"] == "wokwi"


@pytest.mark.parametrize("name", ["classroom", pytest.param("club", marks=pytest.mark.longer)])
def test_lights_and_menus_react_while_no_reader_answers(name, tmp_path, monkeypatch):
    for folder in ("table", "rules"):
        monkeypatch.syspath_prepend(str(TESTS / folder))
    from running import Running

    config = wokwi.config(descriptions.load(name, "en"))
    table = Running(config, there={**config, "zones": []}, deck=False, folder=tmp_path)
    table.run(3000)
    assert {table.light(zone["zone"]) for zone in config["zones"]} == {"lost"}
    table.read_notice()
    for key in (("ok", "long"), ("plus",)):
        before = table.rows()
        table.people.press(*key)
        table.run(500)
        assert table.rows() != before
    assert any(any(row) for row in table.twin.panel.picture())
    table.sound()


@pytest.fixture
def images(monkeypatch):
    """Return the module with UF2 files like MicroPython's, and what reads their files."""
    pytest.importorskip("littlefs")
    monkeypatch.syspath_prepend(str(TESTS / "host"))
    import test_flash_image

    return test_flash_image


def test_the_image_has_the_program_and_the_config_where_micropython_has_its_files(images):
    raw, table = images.micropython(), descriptions.load("classroom", "en")
    made = wokwi.image(raw, table)
    assert made == wokwi.image(raw, table)
    flash = flash_image.contents(uf2.parse(made, "tierce.uf2"))  # it is complete by the rules of tierce flash
    config = wokwi.files(table)["config.json"].encode()
    files = images.files_of(images.System(images.Flash(image=flash[0xA0000:])))
    assert files == {**archive.packed(build.build()), "config.json": config}
    with pytest.raises(Trouble) as told:  # another chip
        wokwi.image(images.micropython(second=True), table, "pico2.uf2")
    assert told.value.key in ("wokwi_chip", "uf2_start")


def test_six_seats_have_a_button_and_a_key_each():
    table = descriptions.load("small", "en")
    own = {name: each for name, each in table.config.items() if name not in ("leds", "buzzer", "scale")}
    config = {**own, "buttons": [{"pin": 16 + seat, "seat": seat} for seat in range(6)], "safe_pin": 16}
    made = json.loads(wokwi.diagram(descriptions.Description("six", config, table.build)))
    keys = [part["attrs"]["key"] for part in made["parts"] if part["type"] == wokwi.BUTTON]
    assert len(keys) == len(set(keys)) == 6
