"""The buzzer: its tunes, and that each ends in silence."""

import pytest
from wired import Wired

from drivers.buzzer import PATTERNS, Buzzer
from tierce_tools.twin import machine

SILENCE = (0, 0)


@pytest.fixture
def wire():
    return Wired().board.wire(27)


@pytest.fixture
def buzzer(wire):
    return Buzzer(machine.PWM(machine.Pin(27)))


@pytest.mark.parametrize("name", sorted(PATTERNS))
def test_each_pattern(wire, buzzer, name):
    notes = [(wire.tone[0], us // 1000) for us in buzzer.start_play(name)]
    assert tuple(notes) == PATTERNS[name]
    assert wire.tone == SILENCE
    assert sum(ms for _, ms in notes) <= 500


@pytest.mark.parametrize("end", [lambda buzzer, steps: steps.close(), lambda buzzer, steps: buzzer.off()])
def test_ended_half_way_it_is_silent(wire, buzzer, end):
    steps = buzzer.start_play("bad")
    next(steps)
    assert wire.tone != SILENCE
    end(buzzer, steps)
    assert wire.tone == SILENCE
    assert list(steps) == []
    assert wire.tone == SILENCE


def test_the_latest_goes_on(wire, buzzer):
    first = buzzer.start_play("bad")
    next(first)
    second = buzzer.start_play("good")
    next(second)
    assert list(first) == []
    assert wire.tone[0] == PATTERNS["good"][0][0]
    list(second)
    assert wire.tone == SILENCE


def test_a_pwm_that_fails(wire, buzzer):
    steps = buzzer.start_play("good")
    next(steps)
    with pytest.raises(OSError, match="slice"):
        steps.throw(OSError("slice"))
    assert wire.tone == SILENCE
