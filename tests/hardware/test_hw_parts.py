"""A part has one home: every kind goes through config, plans, budget, model and page by its own files alone."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tierce_plans import bom, budgets, checks, parts, pins, timing, wiring, wokwi
from tierce_tools.base.paths import board_module, tables
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import descriptions
from tierce_tools.page import sections
from tierce_tools.twin.assembly import Hardware as Modelled

ROOT = Path(__file__).parents[2]
SCREENS: dict[str, dict[str, Any]] = {
    "i2c": {"i2c": 1, "sda": 26, "scl": 27},
    "spi": {"spi": 1, "sck": 10, "mosi": 11, "cs": 12, "dc": 13, "reset": 14, "busy": 15},
}
# The files of a part, and the folders of its tests' fixtures: no other file may name it.
HOMES = ("firmware/drivers/", "host_tools/tierce_tools/twin/", "hardware/tierce_plans/parts/")
CHIPS = re.compile(r"rc522|pn5180|pn532|ssd1306|ssd1680|1602|hd44780|pcf8574|hx711|ws2812", re.IGNORECASE)


def described(reader: str, screen: str) -> descriptions.Description:
    """Return a table with one zone, with this reader and this screen."""
    config: dict[str, Any] = json.loads((tables() / "classroom-pn5180.json").read_text("utf-8"))
    zone = config["zones"][0]
    keep = ("zone", "leds", "at", "antenna", "cs", "reset", "busy")
    config["zones"] = [{key: zone[key] for key in keep if key in zone} | {"reader": reader}]
    rows = {row[0] for row in board_module("app.schema").rows(screen)}
    config["screen"] = {"kind": screen, **next(pins for bus, pins in SCREENS.items() if bus in rows)}
    config["buttons"] = [{"pin": pin, "does": does} for pin, does in ((19, "minus"), (20, "plus"), (21, "ok"))]
    return descriptions.from_config(config, "parts")


ALL = [(reader, "oled") for reader in parts.readers()] + [("mfrc522", screen) for screen in parts.screens()]


@pytest.mark.parametrize(("reader", "screen"), ALL)
def test_every_part_goes_through_by_its_own_files(reader: str, screen: str):
    table = described(reader, screen)
    assert {row.key for row in bom.rows(table)} >= {reader, screen}
    assert [part.kind for part in wiring.parts(table) if part.ref in ("RD1", "DS1")] == [reader, screen]
    assert not [each for each in checks.problems(table) if each.fatal]
    for language in ("en", "fr"):
        assert pins.markdown(table, language)
        assert budgets.markdown(table, language)
    assert wokwi.diagram(table)
    assert timing.states(table)[0].estimated.total > 0
    modelled = Modelled(copy.deepcopy(table.config))
    assert list(modelled.readers) == [table.zones[0]["zone"]]
    shown = sections.table({**table.config, "name": "parts"})["screen"]
    assert (shown["w"], shown["h"]) == (len(modelled.panel.picture()[0]), len(modelled.panel.picture()))


def test_the_board_and_the_plans_know_the_same_kinds():
    schema = board_module("app.schema")
    assert schema.kinds("READER") == list(parts.readers())
    assert schema.kinds("SCREEN") == list(parts.screens())


def test_an_unknown_kind_is_one_sentence():
    with pytest.raises(Trouble) as caught:
        parts.reader("pn533")
    assert caught.value.details["kinds"] == ", ".join(parts.readers())


def test_no_file_outside_its_home_names_a_chip():
    for path in sorted(each for top in ("firmware", "host_tools", "hardware") for each in (ROOT / top).rglob("*.*")):
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in (".py", ".js", ".css", ".html") and not name.startswith(HOMES):
            assert not CHIPS.findall(path.read_text("utf-8")), name
