"""The examples of the small drivers and of the screens run unchanged on the modelled board."""

import builtins
import sys
import types
from contextlib import suppress
from pathlib import Path

import pytest
from drawing import rows

from drivers.canvas import Canvas
from drivers.leds import STATES
from tierce_tools.twin import machine, mfrc522, neopixel
from tierce_tools.twin import scale as hx711
from tierce_tools.twin.board import Board
from tierce_tools.twin.clock import Clock
from tierce_tools.twin.epaper import Ssd1680
from tierce_tools.twin.field import Air, Antenna
from tierce_tools.twin.keys import Key
from tierce_tools.twin.leds import Ws2812
from tierce_tools.twin.oled import Ssd1306
from tierce_tools.twin.tags import Tag14443A

DRIVERS = Path(__file__).parents[2] / "firmware/drivers"


class Enough(BaseException):
    """The example has run for long enough."""


class Bench:
    """A modelled board on which an example runs; `said` is what it prints."""

    def __init__(self, monkeypatch, capsys):
        self.board = machine.plug(Board(Clock()))
        self.clock = self.board.clock
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def run(self, name, ms=10**9, typed=lambda: None, rounds=None):
        time = types.ModuleType("time")

        def sleep_us(us):
            self.clock.sleep_us(us)
            if self.clock.ms() > ms:
                raise Enough

        time.sleep_us = sleep_us
        time.sleep_ms = lambda ms: sleep_us(1000 * ms)
        time.ticks_ms, time.ticks_us = self.clock.ms, self.clock.us
        for module, stands_in in (("machine", machine), ("neopixel", neopixel), ("time", time)):
            self.monkeypatch.setitem(sys.modules, module, stands_in)
        self.monkeypatch.setattr(builtins, "input", lambda _: typed())
        source = (DRIVERS / f"example_{name}.py").read_text()
        if rounds:
            assert rounds in source
            source = source.replace(rounds, "range(3)")
        with suppress(Enough):
            exec(compile(source, name, "exec"), {"__name__": "__main__"})
        return self.capsys.readouterr().out


@pytest.fixture
def bench(monkeypatch, capsys):
    return Bench(monkeypatch, capsys)


def test_mfrc522(bench):
    board = bench.board
    antenna = Antenna(Air(board.clock))
    board.spi(0).attach(mfrc522.MFRC522(antenna, reset=board.wire(6)), board.wire(5))
    antenna.tags = [Tag14443A(b"\x04\x01\x02\x03")]
    assert bench.run("mfrc522", 1000) == "version 92\n['04010203']\n['04010203']\n"


def test_buttons(bench):
    key = Key(bench.board.wire(20))
    key.tap(bench.clock, 80, 500000)
    key.tap(bench.clock, 900, 2000000)
    assert bench.run("buttons", 4000) == "button 1 short\nbutton 1 long\n"


def test_buzzer(bench):
    assert sorted(bench.run("buzzer", 9000).split()) == ["bad", "good", "notice", "teach"]
    assert bench.board.wire(27).tone == (0, 0)


def test_scale(bench):
    model = hx711.HX711(bench.clock, bench.board.wire(26), bench.board.wire(28))

    def lay_ten():
        model.grams = 18
        bench.clock.at(bench.clock.now + 6000000, take_one)

    def take_one():
        model.grams = 16.2

    assert bench.run("scale", 12000, lay_ten) == "empty: 81000\none card: 3600\n9 cards\n"


def test_leds(bench):
    bench.board.wire(22).strip = strip = Ws2812(8)
    strip.history = []
    assert [line.split()[0] for line in bench.run("leds").splitlines()] == sorted(STATES)
    assert len(strip.history) > 100
    assert strip.pixels == [(0, 0, 0)] * 8


@pytest.mark.parametrize(
    ("name", "rounds", "size", "at"),
    [("epaper", "range(100)", (296, 128), (8, 8)), ("oled", "range(1000)", (128, 64), (0, 16))],
)
def test_screens(name, rounds, size, at, bench):
    board = bench.board
    if name == "epaper":
        chip = Ssd1680(bench.clock, *map(board.wire, (16, 17, 18)))
        board.spi(1).attach(chip, board.wire(15))
    else:
        board.i2c(0).attach(0x3C, chip := Ssd1306(64))
    assert [line.split()[0] for line in bench.run(name, rounds=rounds).splitlines()] == ["0", "1", "2"]
    canvas = Canvas(*size)
    canvas.text(*at, "2 ♠♥♦♣", 2)
    assert chip.errors == []
    assert chip.picture() == rows(canvas)
