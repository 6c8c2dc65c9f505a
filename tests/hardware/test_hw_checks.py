"""Each error that prevents a table from being built is reported at its place, and no other."""

import copy
import json
from typing import Any

import pytest
from hw_sources import PLANS

from tierce_plans.checks import Problem, problems
from tierce_tools.base.paths import firmware
from tierce_tools.cli.hardware_texts import PROBLEMS
from tierce_tools.description import descriptions

pytestmark = PLANS

Config = dict[str, Any]
BASES: dict[str, Config] = {
    path.stem if path.stem != "config" else "firmware": json.loads(path.read_text("utf-8"))
    for path in [*map(descriptions.shipped, descriptions.names()), firmware() / "config.json"]
}


def changed(name: str, changes: dict[str, Any]) -> Config:
    """Return a table's description with entries changed, or removed if `...`."""
    config = copy.deepcopy(BASES[name])
    for path, value in changes.items():
        *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        inside: Any = config
        for step in way:
            inside = inside[step]
        if value is ...:
            del inside[last]
        else:
            inside[last] = value
    return config


def found(config: Config) -> list[Problem]:
    """Return the problems of a description that the board itself accepts."""
    wrong = descriptions.errors(config)
    assert not wrong, descriptions.say(wrong, "en")
    return problems(descriptions.from_config(config))


@pytest.mark.parametrize("name", BASES)
def test_the_tables_that_are_shipped_have_no_problem(name: str):
    assert found(BASES[name]) == []


NO_RESETS = {f"zones.{i}.reset": ... for i in range(7)}
CASES: dict[str, tuple[str, dict[str, Any], list[tuple[str, str]]]] = {
    "an error and a look": (
        "small",
        {"zones.2.at": [60, 342, 300, 120], "zones.3.reset": ...},
        [("zones[3].reset", "field_reset"), ("zones[2].at", "loops_near")],
    ),
    # pins
    "a pin that a Pico's edge has not": ("classroom", {"zones.0.cs": 25}, [("zones[0].cs", "not_on_edge")]),
    "all four of them": (
        "classroom",
        {"zones.0.cs": 25, "leds.pin": 24, "buttons.0.pin": 29, "zones.0.reset": 23},
        [
            ("buttons[0].pin", "not_on_edge"),
            ("leds.pin", "not_on_edge"),
            ("zones[0].cs", "not_on_edge"),
            ("zones[0].reset", "not_on_edge"),
        ],
    ),
    "a bus on such a pin": ("classroom-pn5180", {"spi.mosi": 23}, [("spi.mosi", "not_on_edge")]),
    # the carrier
    "a carrier whose latch is elsewhere": (
        "firmware",
        {"select.latch": 22, "leds.pin": 14},
        [("leds.pin", "carrier_pin"), ("select.latch", "carrier_pin")],
    ),
    "a carrier whose address lines are swapped": (
        "firmware",
        {"select.address": [6, 5, 7, 13]},
        [("select.address[0]", "carrier_pin"), ("select.address[1]", "carrier_pin")],
    ),
    "a carrier whose enable is elsewhere": (
        "club",
        {"select.enable": 23},
        [("select.enable", "carrier_pin"), ("select.enable", "not_on_edge")],
    ),
    "a carrier whose buzzer is elsewhere": (
        "firmware",
        {"buzzer.pin": 24},
        [("buzzer.pin", "carrier_pin"), ("buzzer.pin", "not_on_edge")],
    ),
    "a carrier with a safe pin that is no button": (
        "club",
        {"safe_pin": 23},
        [("safe_pin", "carrier_safe"), ("safe_pin", "not_on_edge")],
    ),
    "a carrier with an OLED": (
        "firmware",
        {"screen": {"kind": "oled", "i2c": 1, "sda": 10, "scl": 11}},
        [("screen.kind", "carrier_screen")],
    ),
    "a carrier by pins": (
        "small",
        {"build.on": "carrier"},
        [
            ("buttons[3].pin", "carrier_pin"),
            ("buttons[4].pin", "carrier_pin"),
            ("screen.kind", "carrier_screen"),
            ("select.by", "carrier_by"),
        ],
    ),
    "a carrier with a sixth seat's button": (
        "firmware",
        {"buttons.0": {"pin": 19, "seat": 5}},
        [("buttons[0].seat", "carrier_seat")],
    ),
    # the bus
    "a clock that the load does not allow": ("small", {"spi.hz": 7000000}, [("spi.hz", "spi_round_trip")]),
    "seven readers without buffers": ("small", {"build.buffers": False}, [("spi.hz", "spi_miso")]),
    "a clock that one reader's load does not allow": ("classroom", {"spi.hz": 7000000}, [("spi.hz", "spi_miso_full")]),
    "cables of five metres without buffers": (
        "small",
        {"build.cable_mm": 5000, "build.buffers": False},
        [("build.cable_mm", "spi_never")],
    ),
    "cables of five metres with buffers": (
        "club",
        {"build.cable_mm": 5000},
        [("spi.hz", "spi_miso_full"), ("zones", "three_v3_carrier")],
    ),
    # fields
    "no reset lines by pins": ("small", NO_RESETS, [(f"zones[{i}].reset", "field_reset") for i in range(7)]),
    "one of them missing": ("small", {"zones.3.reset": ...}, [("zones[3].reset", "field_reset")]),
    "no latch": ("club", {"select.latch": ...}, [("select.latch", "carrier_needs"), ("select.latch", "field_latch")]),
    "one reader needs no reset": ("classroom-pn5180", {"zones.0.reset": ...}, []),
    # the felt
    "two zones on each other": (
        "small",
        {"zones.2.at": [60, 230, 300, 120]},
        [("zones[1].at", "overlap"), ("zones[2].at", "loops_overlap")],
    ),
    "loops too near": ("small", {"zones.2.at": [60, 342, 300, 120]}, [("zones[2].at", "loops_near")]),
    "a zone beyond the felt": ("small", {"zones.4.at": [920, 400, 300, 120]}, [("zones[4].at", "off_felt")]),
    "a loop larger than its zone": (
        "classroom-pn5180",
        {"zones.0.antenna": [200, 50]},
        [("zones[0].antenna", "loop_large")],
    ),
    # power
    "a strip that the supply does not bear": (
        "small",
        {"leds.count": 512, "leds.bright": 255},
        [("leds.count", "leds_supply")],
    ),
    "so many LEDs that dimming does not help": ("classroom-pn5180", {"leds.count": 512}, [("leds.count", "leds_many")]),
    "a club's table on USB": (
        "club",
        {"build.supply_ma": 500, "leds": ..., **{f"zones.{i}.leds": ... for i in range(18)}},
        [("build.supply_ma", "usb_small")],
    ),
    "a supply too small for the readers": (
        "small",
        {"build.supply_ma": 600, "leds.count": 42},
        [("build.supply_ma", "supply_small")],
    ),
    "more readers than a Pico feeds": (
        "club",
        {"build.on": "breadboard", "build.buffers": True, "spi.hz": 500000},
        [("zones", "three_v3_pico")],
    ),
    # cards and tags
    "tags nearer than they are wide": ("classroom-pn5180", {"build.pitch": 12}, [("build.pitch", "pitch_small")]),
    "a tag larger than its card": (
        "classroom-pn5180",
        {"build.tag": [80, 18]},
        [("build.tag", "tag_large"), ("zones[0].antenna", "no_card")],
    ),
    "readers of two kinds": (
        "small",
        {"zones": [BASES["small"]["zones"][0], {**BASES["small"]["zones"][1], "reader": "mfrc522"}]},
        [("zones", "two_kinds")],
    ),
    "no zone": ("small", {"zones": []}, [("zones", "no_zones")]),
    "beyond what a board reads": ("club", {"zones.0.cs": 24}, [("zones", "beyond_board")]),
}
LOOKS = ("loops_near", "loop_large", "pitch_small", "two_kinds")


@pytest.mark.parametrize("name", CASES)
def test_a_problem_is_found_and_nothing_else(name: str):
    base, changes, expected = CASES[name]
    told = found(changed(base, changes))
    assert sorted({(each.where, each.key) for each in told}) == sorted(expected)
    assert {each.key for each in told if not each.error} <= set(LOOKS)
    assert not [each for each in told if each.error and each.key in LOOKS]
    assert told == sorted(told, key=lambda each: not each.error)
    for each in told:  # each has its sentence
        assert "{" not in PROBLEMS[each.key].format(*each.details)


@pytest.mark.parametrize("base", ["small", "club"])
def test_what_a_sentence_proposes_is_right(base: str):
    """The clock, number of LEDs, brightness or supply that a message proposes removes the error."""
    dark = {f"zones.{i}.leds": ... for i in range(len(BASES[base]["zones"]))}

    told = [each for each in found(changed(base, {"spi.hz": 7000000})) if each.where == "spi.hz"]
    assert len(told) == 1
    assert found(changed(base, {"spi.hz": told[0].details[1]})) == []
    assert found(changed(base, {"spi.hz": told[0].details[1] + 10000}))

    supply = {"small": 1600, "club": 2500}[base]
    bright: dict[str, Any] = {"leds.bright": 255, "leds.count": 90, "build.supply_ma": supply}
    told = found(changed(base, {**dark, **bright}))
    assert [each.key for each in told] == ["leds_supply"]
    count, level = told[0].details[4:]
    for key, value in (("leds.count", count), ("leds.bright", level)):
        assert found(changed(base, {**dark, **bright, key: value})) == []
        assert found(changed(base, {**dark, **bright, key: value + 1}))

    weak = {**dark, "leds": ..., "build.supply_ma": 600}
    told = found(changed(base, weak))
    assert [each.key for each in told] == ["supply_small"]
    assert found(changed(base, {**weak, "build.supply_ma": told[0].details[2]})) == []
