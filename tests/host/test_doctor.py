"""`tierce doctor`: a sound table has no findings, and each fault has its own."""

import copy
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tierce_tools.board import findings as rules
from tierce_tools.board import findings_readers
from tierce_tools.board.benches import Hands, Modelled, modelled_table
from tierce_tools.board.examine import Examination
from tierce_tools.board.findings import Finding, findings
from tierce_tools.cli.words import Language, say
from tierce_tools.cli.words.doctor import EN, FR
from tierce_tools.paths import firmware

Config = dict[str, Any]
Fact = dict[str, Any]
CLUB: Config = json.loads((firmware() / "config.json").read_text("utf-8"))
ZONES = ("discard", "meld1", "meld2", "seat0", "seat1")


def small(**changes: Any) -> Config:
    """Return the club's config with but some of its zones; what is changed to None goes."""
    config = copy.deepcopy(CLUB)
    config["zones"] = [zone for zone in config["zones"] if zone["zone"] in ZONES]
    config.update(changes)
    return {key: value for key, value in config.items() if value is not None}


def cs(zone: str) -> int:
    return next(each["cs"] for each in CLUB["zones"] if each["zone"] == zone)


class Tables:
    """Makes modelled tables, and examines them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make(self, config: Config | None = None, **more: Any) -> Modelled:
        return modelled_table(str(self._folder), config or small(), **more)

    def examine(self, bench: Modelled, alone: bool = False, **how: Any) -> list[Finding]:
        helper = None if alone else Hands(bench.table)
        examination = Examination(bench, lambda what, zone: None, "en")
        found = findings(examination.run(helper, **how))
        for each in found:
            check_words(each)
        return found

    def wrong(self, bench: Modelled, **how: Any) -> list[tuple[str, str, str, str]]:
        """Return what is not in order: what, where, verdict, advice."""
        return short(self.examine(bench, **how))


def short(found: list[Finding]) -> list[tuple[str, str, str, str]]:
    return [(each.what, each.zone or each.button, each.verdict, each.advice)
            for each in found if each.verdict != "ok"]


def check_words(found: Finding) -> None:
    """Check that both languages have all that is said of a finding."""
    for words in (EN, FR):
        assert words[f"what_{found.what}"]
        assert words[found.verdict]
        assert "{" not in words[f"found_{found.shown}"].format(**found.value)
        if found.advice:
            assert "{" not in words[f"do_{found.advice}"].format(**found.value)
    assert (found.verdict == "ok") == (not found.advice), found


@pytest.fixture
def tables(tmp_path: Path) -> Tables:
    return Tables(tmp_path)


# --- sound tables


def test_the_clubs_table_is_sound(tables: Tables):
    found = tables.examine(tables.make(CLUB))
    assert short(found) == []
    assert {each.what for each in found} == {
        "program", "micropython", "clock", "config", "flash", "journal", "deck", "errors", "reader",
        "antenna", "reading", "leak", "time", "lights", "zone_lights", "screen", "picture",
        "button", "press", "buzzer",
    }


def test_a_table_of_small_readers_is_sound(tables: Tables):
    config = small(scale={"data": 6, "clock": 7}, safe_pin=27, buzzer=None)
    config["screen"] = {"kind": "oled", "i2c": 0, "sda": 0, "scl": 1}
    config["buttons"] = [{"pin": 19, "does": "ok"}]
    config["select"] = {"by": "pins"}
    config["zones"] = [
        {"zone": "discard", "reader": "mfrc522", "cs": 8, "reset": 9, "leds": [0, 8]},
        {"zone": "meld1", "reader": "mfrc522", "cs": 10, "leds": [8, 8]},
    ]
    found = tables.examine(tables.make(config))
    assert short(found) == []
    assert {"scale", "safe_pin", "screen"} < {each.what for each in found}


def test_without_a_person_it_says_what_needs_one(tables: Tables):
    found = tables.wrong(tables.make(), alone=True)
    assert {(what, advice) for what, _, _, advice in found} == {
        ("reading", "cards"), ("zone_lights", "ask"), ("picture", "ask"), ("press", "ask"),
        ("buzzer", "ask"),
    }
    assert {verdict for _, _, verdict, _ in found} == {"not examined"}


def test_cards_that_lie_there_are_read(tables: Tables):
    bench = tables.make()
    for card in ("5H", "6H", "7H"):
        bench.table.put("meld1", card)
    found = tables.examine(bench, alone=True)
    rates = [each for each in found if each.what == "reading" and each.zone == "meld1"]
    assert [(each.verdict, each.value["cards"]) for each in rates] == [("ok", 3)]
    assert ("antenna", "meld1", "not examined", "clear") in short(found)
    assert not [each for each in found if each.what == "tags"]


# --- faults

Break = Callable[[Any], object]


def stick(name: str) -> Break:
    def stuck(table: Any) -> None:
        table.keys[name].press()
        table.keys[name].stuck = True

    return stuck


def version(zone: str, number: bytes) -> Break:
    def other(table: Any) -> None:
        table.readers[zone].eeprom[0x12:0x14] = number

    return other


def gain(zone: str, number: int) -> Break:
    def weak(table: Any) -> None:
        table.antennas[zone].agc = lambda: number

    return weak


def couple(zone: str, neighbour: str, probability: float) -> Break:
    return lambda table: table.air.couple(
        table.antennas[zone], table.antennas[neighbour], probability
    )


def same_die(table: Any) -> None:
    table.readers["meld2"].eeprom[:16] = table.readers["meld1"].eeprom[:16]


FAULTS: dict[str, tuple[Break, list[tuple[str, str, str, str]]]] = {
    "miso low": (
        lambda table: table.faults.miso_low(table.readers["meld1"]),
        [("reader", "meld1", "bad", "reader_version")],
    ),
    "miso high": (
        lambda table: table.faults.miso_high(table.readers["meld1"]),
        [("reader", "meld1", "bad", "reader_version")],
    ),
    "busy until the reset": (
        lambda table: table.faults.busy_stuck(table.readers["meld1"]),
        [],
    ),
    "busy for good": (
        lambda table: table.faults.busy_stuck(table.readers["meld1"], for_good=True),
        [("readers", "", "bad", "all_busy")],
    ),
    "old firmware": (version("meld1", b"\x05\x03"), [("reader", "meld1", "look", "reader_unknown")]),
    "newer firmware": (version("meld1", b"\x01\x04"), []),
    "gain low": (gain("seat0", 250), [("antenna", "seat0", "bad", "antenna")]),
    "gain lower": (gain("seat0", 470), [("antenna", "seat0", "look", "antenna")]),
    "gain high": (gain("seat0", 800), [("antenna", "seat0", "look", "antenna")]),
    "gain at its end": (gain("seat0", 1023), [("antenna", "seat0", "bad", "antenna")]),
    "leak": (couple("meld2", "meld1", 1.0), [("leak", "meld1", "bad", "leak")]),
    "small leak": (couple("meld2", "meld1", 0.2), [("leak", "meld1", "look", "leak")]),
    "button stuck": (stick("plus"), [("button", "plus", "bad", "button_down")]),
    "screen silent": (
        lambda table: setattr(table.panel, "silent", True),
        [("screen", "", "bad", "epaper_silent")],
    ),
    "screen busy": (
        lambda table: setattr(table.panel, "stuck", True),
        [("screen", "", "bad", "epaper_busy")],
    ),
    "screen slow": (
        lambda table: setattr(table.panel, "slow", 4), [("screen", "", "look", "epaper_slow")]
    ),
    "stranger": (
        lambda table: table.stranger("seat1"),
        [("antenna", "seat1", "not examined", "clear"), ("tags", "seat1", "look", "strange")],
    ),
    "another kind of tag": (
        lambda table: table.stranger("seat1", b"\x04\x11\x22\x33\x44\x55\x66"),
        [("tags", "seat1", "look", "other_kind")],
    ),
    "one chip": (same_die, [("select", "", "bad", "same_chip")]),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_found_and_nothing_else(tables: Tables, name: str):
    bench = tables.make()
    broken, expected = FAULTS[name]
    broken(bench.table)
    assert tables.wrong(bench) == expected


@pytest.mark.parametrize(
    ("rates", "verdict"),
    [({"flicker": 0.04}, "look"), ({"flicker": 0.25}, "bad"), ({"lost_reply": 0.25}, "bad")],
)
def test_cards_that_are_read_too_seldom(tables: Tables, rates: dict[str, float], verdict: str):
    found = tables.wrong(tables.make(**rates))
    assert {(what, advice) for what, _, _, advice in found} == {("reading", "rate")}
    assert verdict in [each[2] for each in found]
