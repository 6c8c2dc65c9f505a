"""Faults of the virtual table, switched on and off: the board names them, and all is well again."""

import json
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from driven import Driven

from tierce_tools.base.paths import firmware
from tierce_tools.machines.modelled import Maker
from tierce_tools.virtual.faults import KINDS

CLUB = json.loads((firmware() / "config.json").read_text("utf-8"))
HAND = "5H 6H 7H 5S 6S 7S 2C 3C 8C 9S TH JD QC"
BAD_LIGHTS = ("lost", "foreign", "stacked", "too_many")
NONE: dict[str, Any] = {**{what: [] for what in KINDS}, "tag": [], "power": False}


def in_turn(table: Driven) -> Driven:
    """Begin a match; Luc is on turn with HAND, and has drawn."""
    table.deal(rules={"first_lay_points": 0, "first_lay_pure_run": False}, seed=5)
    table.hold(1, HAND)
    table.do("draw", seat=1)
    return table


def switch(table: Driven, what: str, zone: str | None, on: bool = True) -> None:
    table.do("fault", what=what, zone=zone, on=on)


def faults(table: Driven) -> Any:
    return table.snapshots.sections()["faults"]


def warned(table: Driven, zone: str) -> list[str]:
    return [each["code"] for each in table.told if each.get("event") == "warning" and each.get("zone") == zone]


def light(table: Driven, zone: str) -> str:
    machine: Any = table.play.machine
    return machine.program.board.leds.state(zone)


def is_well(table: Driven) -> bool:
    machine: Any = table.play.machine
    return not machine.program.show.trouble


def lies(table: Driven, zone: str, cards: Sequence[str]) -> bool:
    """Tell whether the board's log has exactly these cards in a zone."""
    found: set[str] = set()
    for record in table.told:
        if record.get("zone") == zone:
            found = found - set(record.get("out", ())) | set(record.get("in", ()))
    return found == set(cards)


@pytest.mark.parametrize("reader", ["pn5180", "mfrc522"])
def test_each_fault_is_named_until_it_is_mended(reader: str, tmp_path: Path) -> None:
    """How the board copes with each: tests/table/test_table_faults.py."""
    zones = [dict(zone, reader=reader) for zone in CLUB["zones"]]
    table = in_turn(Driven(tmp_path, config={**CLUB, "zones": zones}))
    flaky = reader == "pn5180"  # and stacks: only its cards answer all at once
    table.lay("5H 6H 7H", "meld1")
    table.lay("5S", "meld2")
    cases = [*(("foreign", zone, "unknown_card", "foreign") for zone in ("meld3", "seat0"))]
    cases += [("dead", "meld4", "reader_lost", "lost")]
    if flaky:
        switch(table, "stacked", "meld2")
        table.wait(2000)
        assert not warned(table, "meld2"), "one card alone is not a stack"
        cases += [("stacked", "meld2", "stacked_cards", "stacked"), ("flaky", "meld1", "unsteady", "")]
    table.lay("6S 7S", "meld2")
    for what, zone, _, _ in cases:
        switch(table, what, zone)
    for _, zone, code, name in cases:
        table.until(lambda zone=zone, code=code: code in warned(table, zone), code)
        table.until(lambda zone=zone, name=name: not name or light(table, zone) == name, name)
    table.lay("2C", "discard")
    table.wait(1000)
    assert bool(table.verdicts()) is not flaky, "nothing is judged by a zone that is not steady"
    for what, zone, _, _ in cases:
        switch(table, what, zone, False)
    table.lay("5S 6S 7S", "meld2")
    table.until(lambda: all(light(table, zone) not in BAD_LIGHTS for _, zone, _, _ in cases))
    table.until(lambda: "reader_back" in warned(table, "meld4"))
    table.until(table.verdicts)
    table.until(lambda: lies(table, "meld1", ["5H", "6H", "7H"]) and lies(table, "meld2", ["5S", "6S", "7S"]))
    assert "two_zones" not in [each.get("code") for each in table.told], "two strangers are not one"
    table.play.close()


def test_all_at_once_and_all_mended(table: Driven) -> None:
    """Twice on is once, and off is off."""
    in_turn(table)
    table.lay("5H 6H 7H", "meld1")
    machine: Any = table.play.machine
    places = ["meld1", "meld2", "discard", "seat1"]
    for _, what, zone in product("ab", KINDS, places):
        switch(table, what, zone)
    table.play.faults.again(machine)  # as where the same table is set again
    assert len(machine.table.antennas["meld2"].tags) == 1
    assert faults(table) == {**NONE, **dict.fromkeys(KINDS, places)}
    json.dumps(faults(table))
    table.wait(10_000)
    table.lay("9S", "meld2")
    table.wait(2000)
    table.lay("9S", "hand1")
    for _, zone, what in product("ab", places[::-1], KINDS):
        switch(table, what, zone, False)
    assert faults(table) == NONE
    assert machine.table.antennas["meld2"].tags == []
    table.until(lambda: is_well(table) and lies(table, "meld1", ["5H", "6H", "7H"]))
    table.wait(2000)
    table.lay("2C", "discard")
    table.verdict("turn")


def test_faults_last_over_another_table_and_a_power_cut(table: Driven, tmp_path: Path) -> None:
    in_turn(table)
    for what, zone in (("dead", "meld1"), ("foreign", "meld2"), ("foreign", "meld6")):
        switch(table, what, zone)
    table.until(lambda: warned(table, "meld1") == ["reader_lost"])
    for on in (True, False):
        table.do("fault", what="power", on=on)
        table.wait(1000)
    table.until(lambda: (light(table, "meld1"), light(table, "meld2")) == ("lost", "foreign"))
    less = Maker(tmp_path / "less", {**CLUB, "zones": [zone for zone in CLUB["zones"] if zone["zone"] != "meld6"]})
    table.play.machine = less(None)
    table.play.faults.again(table.play.machine)
    assert faults(table) == {**NONE, "dead": ["meld1"], "foreign": ["meld2"]}
    table.until(lambda: (light(table, "meld1"), light(table, "meld2")) == ("lost", "foreign"))
    for what, zone in (("dead", "meld1"), ("foreign", "meld2")):
        switch(table, what, zone, False)
    table.until(lambda: is_well(table))
