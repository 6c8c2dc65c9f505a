"""The buzzer: its tunes, and that each ends in silence."""

from pathlib import Path

import pytest

from drivers.buzzer import PATTERNS, Buzzer
from drivers.steps import blocking
from tierce_tools.twin import machine
from tierce_tools.twin.board import Board
from tierce_tools.twin.clock import Clock

ROOT = Path(__file__).parents[2]
SILENCE = (0, 0)


@pytest.fixture
def board():
    return machine.plug(Board(Clock()))


@pytest.fixture
def buzzer(board):
    return Buzzer(machine.PWM(machine.Pin(27)))


def heard(board, steps):
    """Play to the end; return (tone, milliseconds) of what sounded."""
    notes = []

    def sleep_us(us):
        notes.append((board.wire(27).tone[0], us // 1000))
        board.clock.sleep_us(us)

    blocking(steps, sleep_us)
    return tuple(notes)


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_each_pattern(board, buzzer, name):
    assert heard(board, buzzer.start_play(name)) == PATTERNS[name]
    assert board.wire(27).tone == SILENCE
    assert sum(ms for _, ms in PATTERNS[name]) <= 500


def test_closed_half_way(board, buzzer):
    steps = buzzer.start_play("good")
    next(steps)
    assert board.wire(27).tone != SILENCE
    steps.close()
    assert board.wire(27).tone == SILENCE


def test_off_ends_it(board, buzzer):
    steps = buzzer.start_play("bad")
    next(steps)
    buzzer.off()
    assert board.wire(27).tone == SILENCE
    assert list(steps) == []
    assert board.wire(27).tone == SILENCE


def test_the_latest_goes_on(board, buzzer):
    first = buzzer.start_play("bad")
    next(first)
    second = buzzer.start_play("good")
    next(second)
    assert list(first) == []
    assert board.wire(27).tone[0] == PATTERNS["good"][0][0]
    list(second)
    assert board.wire(27).tone == SILENCE


def test_a_pwm_that_fails(board, buzzer):
    steps = buzzer.start_play("good")
    next(steps)
    with pytest.raises(OSError, match="slice"):
        steps.throw(OSError("slice"))
    assert board.wire(27).tone == SILENCE
