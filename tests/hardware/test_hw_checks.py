"""Each error that prevents a table from being built is reported at its place, and no other."""

import json
import re
from typing import Any

import entries
import pytest
from hw_sources import PLANS

from tierce_plans import circuit
from tierce_plans.checks import Problem, problems
from tierce_tools.base.paths import firmware
from tierce_tools.description import descriptions
from tierce_tools.description.boards import BY_KEY
from tierce_tools.description.problem_texts import PROBLEMS

pytestmark = PLANS

Config = dict[str, Any]
BASES: dict[str, Config] = {
    path.stem if path.stem != "config" else "firmware": json.loads(path.read_text("utf-8"))
    for path in [*map(descriptions.shipped, descriptions.names()), firmware() / "config.json"]
}


def changed(name: str, changes: dict[str, Any]) -> Config:
    """Return a table's description with entries changed, or removed if `...`."""
    config = BASES[name]
    for path, value in changes.items():
        config = entries.changed(config, path, value)
    return config


def found(config: Config) -> list[Problem]:
    """Return the problems of a description that the board itself accepts."""
    wrong = descriptions.errors(config)
    assert not wrong, descriptions.say(wrong, "en")
    return problems(descriptions.from_config(config))


@pytest.mark.parametrize("name", BASES)
def test_the_tables_that_are_shipped_have_no_problem(name: str):
    assert found(BASES[name]) == []


# A table; its entries changed, or removed by ...; where which problem is found.
CASES = """
# pins
classroom: zones.0.cs=25 -> zones[0].cs not_on_edge
classroom-pn5180: spi.mosi=23 -> spi.mosi not_on_edge
# the carrier
firmware: select.latch=22 leds.pin=14 -> leds.pin carrier_pin, select.latch carrier_pin
firmware: select.address=[6,5,7,13] -> select.address[0] carrier_pin, select.address[1] carrier_pin
club: select.enable=23 -> select.enable carrier_pin, select.enable not_on_edge
firmware: buzzer.pin=24 -> buzzer.pin carrier_pin, buzzer.pin not_on_edge
club: safe_pin=23 -> safe_pin carrier_safe, safe_pin not_on_edge
firmware: screen={"kind":"oled","i2c":1,"sda":10,"scl":11} -> screen.kind carrier_screen
small: build.on="carrier" -> buttons[3].pin carrier_pin, buttons[4].pin carrier_pin,
   screen.kind carrier_screen, select.by carrier_by
firmware: buttons.0={"pin":19,"seat":5} -> buttons[0].seat carrier_seat, buttons no_buttons
# the bus: its clock, its load, its cables
small: spi.hz=7000000 -> spi.hz spi_round_trip
classroom: spi.hz=7000000 -> spi.hz spi_miso
classroom: spi.hz=5000000 build.cable_mm=5000 -> spi.hz spi_miso
club: build.cable_mm=5000 -> spi.hz spi_miso, zones three_v3_carrier
# fields, which resets keep apart
small: zones.3.reset=... -> zones[3].reset field_reset
club: select.latch=... -> select.latch carrier_needs, select.latch field_latch
classroom-pn5180: zones.0.reset=... -> nothing
# the felt
small: zones.2.at=[60,230,300,120] -> zones[1].at overlap, zones[2].at loops_overlap
small: zones.2.at=[60,342,300,120] -> zones[2].at loops_near
small: zones.4.at=[920,400,300,120] -> zones[4].at off_felt
classroom-pn5180: zones.0.antenna=[200,50] -> zones[0].antenna loop_large
# power
small: leds.count=512 leds.bright=255 -> leds.count leds_supply
classroom-pn5180: leds.count=512 -> leds.count leds_many
small: build.supply_ma=600 leds.count=42 -> build.supply_ma supply_small
club: build.on="breadboard" build.buffers=true spi.hz=500000 -> zones three_v3_pico
# buttons
classroom: buttons=[] safe_pin=... -> buttons no_buttons
small: buttons.1=... -> buttons no_buttons
# cards, tags, zones
classroom-pn5180: build.pitch=12 -> nothing
small: build.tuned_khz=14000 -> build.pitch field_pitch
small: build.tuned_khz=18000 build.tag=[15,15] -> build.pitch field_fan
small: build.tuned_khz=20000 build.tag=[15,15] -> build.tuned_khz field_single
classroom-pn5180: build.tag=[80,18] -> build.tag tag_large, zones[0].antenna no_card
small: zones=[] -> zones no_zones
club: zones.0.cs=24 -> zones beyond_board
# an error comes before a look
small: zones.2.at=[60,342,300,120] zones.3.reset=... -> zones[3].reset field_reset, zones[2].at loops_near
"""
ROWS = [line for line in CASES.replace("\n  ", "").split("\n") if line and line[0] != "#"]
NO_LEDS = {f"zones.{i}.leds": ... for i in range(18)}
LONG: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    # a club's table on USB; readers of two kinds; no reset lines
    ("club", {"build.supply_ma": 500, "leds": ..., **NO_LEDS}, [("build.supply_ma", "usb_small")]),
    (
        "small",
        {"zones": [BASES["small"]["zones"][0], {**BASES["small"]["zones"][1], "reader": "mfrc522"}]},
        [("zones", "two_kinds")],
    ),
    ("small", {f"zones.{i}.reset": ... for i in range(7)}, [(f"zones[{i}].reset", "field_reset") for i in range(7)]),
]


def read(row: str) -> tuple[str, dict[str, Any], list[tuple[str, str]]]:
    """Return what a row says: base, changes, problems."""
    base, changes, wanted = re.fullmatch(r"(\S+): (.*) -> (.*)", row).groups()  # pyright: ignore
    pairs = [each.partition("=")[::2] for each in changes.split()]
    given = {path: ... if value == "..." else json.loads(value) for path, value in pairs}
    return base, given, [tuple(each.split()) for each in wanted.split(", ") if each != "nothing"]  # pyright: ignore


LOOKS = ("no_buttons", "loops_near", "loop_large", "two_kinds")


@pytest.mark.parametrize(
    ("base", "changes", "expected"), [*map(read, ROWS), *LONG], ids=[*ROWS, "USB", "kinds", "resets"]
)
def test_a_problem_is_found_and_nothing_else(base: str, changes: dict[str, Any], expected: list[tuple[str, str]]):
    told = found(changed(base, changes))
    assert sorted({(each.where, each.key) for each in told}) == sorted(expected)
    assert {each.key for each in told if not each.error} <= set(LOOKS)
    assert not [each for each in told if each.error and each.key in LOOKS]
    assert told == sorted(told, key=lambda each: not each.error)
    for each in told:  # each has its sentence
        assert "{" not in PROBLEMS[each.key].format(*each.details)


@pytest.mark.parametrize("board", BY_KEY)
def test_our_pull_downs_hold_the_inputs_of_each_board(board: str, monkeypatch: pytest.MonkeyPatch):
    """RP2350-E9: an input stays near 2 V unless 8.2 kilohm or less pull it down."""
    config = changed("small", {"build.board": board})
    assert found(config) == []
    monkeypatch.setattr(circuit, "PULL_DOWN", 10000)
    assert [each.key for each in found(config)] == ["pull_weak"] * board.startswith("pico2")


@pytest.mark.parametrize(("base", "supply"), [("small", 1600), ("club", 2500)])
def test_what_a_sentence_proposes_is_right(base: str, supply: int):
    """The clock, number of LEDs, brightness or supply that a message proposes removes the error."""
    dark = {f"zones.{i}.leds": ... for i in range(len(BASES[base]["zones"]))}
    bright: dict[str, Any] = {**dark, "leds.bright": 255, "leds.count": 90, "build.supply_ma": supply}
    # What is wrong, at which entry it is said and by which detail; the entry's step beyond which it is wrong again.
    for wrong, entry, detail, step in (
        ({"spi.hz": 7000000}, "spi.hz", 1, 10000),
        (bright, "leds.count", -2, 1),
        (bright, "leds.bright", -1, 1),
        ({"build.tuned_khz": 14000}, "build.pitch", 7, 0),
        ({**dark, "leds": ..., "build.supply_ma": 600}, "build.supply_ma", 2, 0),
    ):
        where = {"leds.bright": "leds.count"}.get(entry, entry)
        (told,) = [each for each in found(changed(base, wrong)) if each.where == where]
        assert found(changed(base, {**wrong, entry: told.details[detail]})) == []
        assert not step or found(changed(base, {**wrong, entry: told.details[detail] + step}))
