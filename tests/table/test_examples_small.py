"""The examples of the small drivers run unchanged on the modelled board."""

import builtins
import sys
import types
from contextlib import suppress
from pathlib import Path

import pytest

from tierce_tools.twin import hx711, machine, mfrc522
from tierce_tools.twin.board import Board
from tierce_tools.twin.clock import Clock
from tierce_tools.twin.field import Air, Antenna
from tierce_tools.twin.keys import Key
from tierce_tools.twin.tags import Tag14443A

DRIVERS = Path(__file__).parents[2] / "firmware/drivers"


class Enough(BaseException):
    """The example has run for long enough."""


@pytest.fixture
def board(monkeypatch):
    monkeypatch.setitem(sys.modules, "machine", machine)
    return machine.plug(Board(Clock()))


def run(board, name, monkeypatch, ms, typed=lambda: None):
    clock = board.clock
    time = types.ModuleType("time")

    def sleep_us(us):
        clock.sleep_us(us)
        if clock.ms() > ms:
            raise Enough

    time.sleep_us = sleep_us
    time.sleep_ms = lambda ms: sleep_us(1000 * ms)
    time.ticks_ms = clock.ms
    time.ticks_us = clock.us
    monkeypatch.setitem(sys.modules, "time", time)
    monkeypatch.setattr(builtins, "input", lambda _: typed())
    source = (DRIVERS / f"example_{name}.py").read_text()
    with suppress(Enough):
        exec(compile(source, name, "exec"), {"__name__": "__main__"})


def test_mfrc522(board, monkeypatch, capsys):
    antenna = Antenna(Air(board.clock))
    board.spi(0).attach(mfrc522.MFRC522(antenna, reset=board.wire(6)), board.wire(5))
    antenna.tags = [Tag14443A(b"\x04\x01\x02\x03")]
    run(board, "mfrc522", monkeypatch, 1000)
    assert capsys.readouterr().out == "version 92\n['04010203']\n['04010203']\n"


def test_buttons(board, monkeypatch, capsys):
    key = Key(board.wire(20))
    key.tap(board.clock, 80, 500000)
    key.tap(board.clock, 900, 2000000)
    run(board, "buttons", monkeypatch, 4000)
    assert capsys.readouterr().out == "button 1 short\nbutton 1 long\n"


def test_buzzer(board, monkeypatch, capsys):
    run(board, "buzzer", monkeypatch, 9000)
    assert sorted(capsys.readouterr().out.split()) == ["bad", "good", "notice", "teach"]
    assert board.wire(27).tone == (0, 0)


def test_scale(board, monkeypatch, capsys):
    model = hx711.HX711(board.clock, board.wire(26), board.wire(28))

    def lay_ten():
        model.grams = 18
        board.clock.at(board.clock.now + 6000000, take_one)

    def take_one():
        model.grams = 16.2

    run(board, "scale", monkeypatch, 12000, lay_ten)
    assert capsys.readouterr().out == "empty: 81000\none card: 3600\n9 cards\n"
