"""Whole matches on the modelled table: cards are moved and buttons pressed.

The firmware must find by radio what the log's replay knows, despite lost replies and flickering
cards. With rulings, and power cuts: test_table_power.
"""

import json

import playing
import pytest
import ring

from tierce_tools.base import paths

FAULTS = {"lost_reply": 0.02, "flicker": 0.02}
# game, seed and seats of a log with a complete match, and its house rules
LOGS = {
    "rami51": (5, 3, {"hand": 9, "first_lay_pure_run": False, "first_lay_points": 30, "target": 60}),
    "rami500": (2, 3, {"target": 60}),
    "gin": (31, 2, {"target": 60}),
    "manipulation": (54, 4, {"target": 20}),
}
# MicroPython is slower: a shorter match.
SHORT = {"rami7": (29, 3, {"first_lay_points": 20, "target": 40}), **LOGS}
# Matches for this Python, one of each family: game, seed of the faults, and how the table differs from the reference.
MATCHES = {
    "rami500": ("rami500", 1, {}),
    "oled": ("rami51", 1, {"oled": True, "language": "fr"}),
    "mfrc522": ("manipulation", 1, {"reader": "mfrc522"}),
    "pins": ("gin", 1, {"pins": True}),
}


def log_of(game, logs=LOGS):
    seed, seats, rules = logs[game]
    return playing.log_of(game, seed, rules, seats)


def check(log, lines):
    expected = playing.plain(playing.replayed(log))
    assert expected[-1]["event"] == "match"
    found = playing.plain(lines)
    for i, outcome in enumerate(expected):
        assert found[i : i + 1] == [outcome], f"outcome {i}"
    assert found == expected


@pytest.mark.parametrize("name", ring.longer("mfrc522", "rami500", "oled", "pins"))
def test_a_match_is_what_the_log_is(name, tmp_path):
    game, seed, how = MATCHES[name]
    log = log_of(game)
    lines, people = playing.on_this_python(log, playing.config_for(log, **how), tmp_path, seed, **FAULTS)
    check(log, lines)
    program = people.program
    assert not program.errors
    assert "error.txt" not in program.files.names()
    assert program.journal.recording
    assert people.table.air.overlaps == 0
    assert people.table.iso14443 == (name == "mfrc522")
    assert program.config["language"] == how.get("language", "en")


@pytest.mark.longer
def test_the_last_contracts_at_the_table(tmp_path):
    """A match of contrat that goes on from its fourth round: its recorded match."""
    text = (paths.games() / "demo-contrat.jsonl").read_text("utf-8")
    log = [json.loads(each) for each in text.splitlines()]
    lines, people = playing.on_this_python(log, playing.config_for(log), tmp_path, 1, **FAULTS)
    check(log, lines)
    assert not people.program.errors


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return playing.compiled(tmp_path_factory.mktemp("mpy"))


@pytest.mark.longer
@pytest.mark.parametrize("game", ["rami7", "gin", "manipulation"])
def test_in_micropython(game, made):
    log = log_of(game, SHORT)
    lines, state = playing.in_the_machine(made, log, playing.config_for(log), 1, **FAULTS)
    check(log, lines)
    assert state["errors"] == []
    assert not state["error.txt"]
    assert state["overlaps"] == 0
