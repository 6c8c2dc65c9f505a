"""`tierce doctor --port modelled --config --fault`: tables other than the club's, and mistakes."""

import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from processes import Completed
from test_doctor import short
from verbs import complaint, tierce_here

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.benches import on_modelled
from tierce_tools.board.examine import Examination
from tierce_tools.board.findings import findings
from tierce_tools.board.mistakes import MISTAKES, parse, wired
from tierce_tools.description.descriptions import load, names, where


def config_of(table: str) -> dict[str, Any]:
    return load(table, "en").config


def wrong(config: dict[str, Any], *faults: str) -> list[str]:
    kind = partial(Examination, scans=10)
    return short(list(findings(list(on_modelled(lambda what, zone: None, "en", config, faults, kind)))))


def run(*arguments: str) -> Completed[str]:
    return tierce_here("doctor", "--port", "modelled", *arguments, env={**os.environ, "COLUMNS": "80"})


@pytest.mark.parametrize(
    "name", [name if name != "club" else pytest.param(name, marks=pytest.mark.longer) for name in names()]
)
def test_our_tables_are_sound_as_they_are_described(name: str):
    assert wrong(config_of(name)) == []


# The expected findings, by table and fault.
SMALL: dict[str, list[str]] = {
    "antennas=meld1,meld2": ["select meld1 bad: exchanged", "select meld2 bad: exchanged"],
    "lights=meld1,seat0": ["zone_lights meld1 bad: zone_lights", "zone_lights seat0 bad: zone_lights"],
    "no-busy=meld3": ["reader meld3 bad: reader_eeprom"],
    "no-cs=seat1": ["reader seat1 bad: reader_version"],
    "silent=meld1": ["reader meld1 bad: reader_version"],
    "no-readers": ["readers bad: all_readers"],
    "busy=meld1": ["readers bad: all_busy"],
    "other-chip=meld1": ["reader meld1 look: reader_unknown"],
    "one-chip=meld1,meld2": ["select bad: same_chip"],
    "antenna=meld1": ["antenna meld1 bad: antenna"],
    "far=discard": ["reading discard bad: rate"],
    "deaf=meld1": ["reading meld1 bad: not_read"],
    "leak=meld1,meld2": ["leak meld1 bad: leak"],
    "stranger=meld1": ["antenna meld1 not examined: clear", "tags meld1 look: strange"],
    "telephone=meld1": ["tags meld1 look: other_kind"],
    "no-screen": ["screen bad: oled_silent"],
    "screen-address": ["screen bad: screen_address"],
    "no-button=plus": ["press plus bad: press_unseen"],
    "buttons=minus,seat1": ["press minus bad: press_other", "press seat1 bad: press_other"],
    "button-down=seat0": ["button seat0 bad: button_down"],
    "no-deck": ["deck look: deck_missing"],
    "bad-deck": ["deck bad: deck_damaged"],
    "error": ["errors look: errors"],
    "full": ["flash bad: flash_full"],
}
CLUB: dict[str, list[str]] = {
    "address": ["readers bad: half_readers"],
    "enable": ["readers bad: all_readers"],
    "latch": ["readers bad: all_held"],
}


@pytest.mark.parametrize(("table", "fault"), [*(("small", each) for each in SMALL), *(("club", each) for each in CLUB)])
def test_a_fault_is_found_and_nothing_else(table: str, fault: str):
    assert wrong(config_of(table), fault) == {**SMALL, **CLUB}[fault]


@pytest.mark.longer
def test_faults_that_show_in_several_ways():
    stacked = wrong(config_of("small"), "stack=seat0")
    assert "tags seat0 look: stacked" in stacked
    assert all(" seat0 " in each for each in stacked)
    weak = wrong(config_of("small"), "supply")
    assert weak
    assert all(each.endswith(": reader_reset") for each in weak)


def test_every_mistake_is_tried_here():
    tried = {each.partition("=")[0] for each in (*SMALL, *CLUB, "stack", "supply")}
    assert tried == set(MISTAKES)


def test_several_at_once():
    assert wrong(config_of("classroom"), "no-deck", "no-button=ok", "silent=meld1") == [
        "deck look: deck_missing",
        "reader meld1 bad: reader_version",
        "press ok bad: press_unseen",
    ]


def test_what_was_meant_stays():
    config = config_of("small")
    before = json.dumps(config)
    there = wired(config, parse(["antennas=meld1,meld2", "no-screen"], config))
    assert json.dumps(config) == before
    assert "screen" not in there


def test_a_fault_that_cannot_be():
    for key, tables in {
        "no_fault": {"small": ["rain", ""]},
        "fault_lacks": {"small": ["latch"], "club": ["no-busy=meld1"]},
        "fault_places": {"small": ["busy", "antennas=meld1", "antennas=meld1,meld1", "no-deck=meld1"]},
        "fault_where": {"small": ["busy=meld9", "no-button=seat4"], "classroom": ["busy=meld1"]},
    }.items():
        for table, fault in ((table, fault) for table, faults in tables.items() for fault in faults):
            with pytest.raises(Trouble) as raised:
                parse([fault], config_of(table))
            assert raised.value.key == key, fault


# --- the command


def test_a_table_by_its_name_and_from_a_file_is_the_same(tmp_path: Path):
    by_name = run("--config", "classroom", "--json")
    assert (by_name.returncode, by_name.stderr) == (0, "")
    (copy := tmp_path / "mine.json").write_bytes(where("classroom").read_bytes())
    assert run("--config", str(copy), "--json").stdout == by_name.stdout
    zones = {each.get("zone") for each in map(json.loads, by_name.stdout.splitlines())}
    assert zones == {None, "meld1"}


def test_no_zones_yet(tmp_path: Path):
    bare = {**json.loads(where("small").read_bytes()), "zones": []}
    for key in ("", "spi", "select"):
        bare.pop(key, None)
        (file := tmp_path / "bare.json").write_text(json.dumps(bare))
        done = run("--config", str(file))
        assert (done.returncode, done.stderr) == (0, "")
        assert "table small, no zones yet" in done.stdout


def test_a_fault_makes_the_end_a_bad_one():
    done = run("--config", "small", "--fault", "antenna=meld1", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    bad = [each for each in map(json.loads, done.stdout.splitlines()) if each["verdict"] == "bad"]
    assert [(each["what"], each["zone"], each["advice"]) for each in bad] == [("antenna", "meld1", "antenna")]


def test_one_line_says_what_is_wrong(tmp_path: Path):
    bad = tmp_path / "bad.json"
    bad.write_text(json.dumps({**json.loads(where("small").read_bytes()), "language": "de"}))
    for port, said, *arguments in (
        ("modelled", "medium", "--config", "medium"),
        ("modelled", "no/such.json", "--config", "no/such.json"),
        ("modelled", "language", "--config", bad),
        ("modelled", "rain", "--config", "small", "--fault", "rain"),
        ("auto", "--port modelled", "--config", "small"),
        ("/dev/null", "--port modelled", "--fault", "no-deck"),
    ):
        assert said in complaint("doctor", "--port", port, *arguments)
