"""Buttons: gestures from levels and times, with bouncing contacts."""

import random
from itertools import pairwise

import pytest
from wired import Wired

from drivers.buttons import GESTURES, Buttons
from tierce_tools.twin import machine
from tierce_tools.twin.keys import Key


class Rig(Wired):
    def __init__(self, held=None):
        super().__init__()
        self.keys = [Key(self.board.wire(19 + i)) for i in range(3)]
        if held is not None:
            self.keys[held].press()
        pins = [machine.Pin(19 + i, machine.Pin.IN, machine.Pin.PULL_UP) for i in range(3)]
        self.buttons = Buttons(pins, self.clock.us)

    def run(self, ms, step=10):
        """Poll for `ms`; return (time, index, gesture's name) of what was reported."""
        told = []
        for _ in range(ms // step):
            self.clock.sleep_ms(step)
            now = self.clock.ms()
            told += [(now, i, GESTURES[gesture]) for i, gesture in self.buttons.poll(now)]
        return told

    def gestures(self, ms):
        return [(i, name) for _, i, name in self.run(ms)]


def tap(rig, at_ms, ms=80, key=0):
    rig.keys[key].tap(rig.clock, ms, 1000 * at_ms)


@pytest.mark.parametrize(
    ("taps", "wanted", "told_at"),
    [
        ([(100, 80)], "short", range(530, 561)),  # released at 180; then nothing for 350 ms
        ([(100, 690)], "short", None),  # just not long
        ([(100, 15)], "", None),  # shorter than the bounce
        ([(100, 3000)], "long", range(800, 821)),  # while it is held
        ([(100, 80), (350, 80)], "double", range(350, 401)),
        ([(100, 80), (545, 80)], "short short", None),  # just too late
        ([(100, 80), (300, 80), (500, 80)], "double short", None),
    ],
)
def test_gestures(taps, wanted, told_at):
    """Polled often; and rarely, as while a screen is drawn or flash is written."""
    for step in (10, 60) if told_at else (10,):
        rig = Rig()
        if not wanted:
            rig.keys[0].bounce_us = ()
        for at, ms in taps:
            tap(rig, at, ms)
        told = rig.run(4020, step)
        assert " ".join(name for _, _, name in told) == wanted
        assert step > 10 or not told_at or told[0][0] in told_at


@pytest.mark.parametrize("repeats", [False, True])
def test_a_button_that_is_held_repeats_if_asked(repeats):
    rig = Rig()
    rig.buttons.repeats = repeats
    tap(rig, 100, 2000)
    told = rig.run(3000)
    assert [each[2] for each in told] == ["long"] + 4 * ["held"] * repeats
    times = [each[0] for each in told]
    assert {after - at for at, after in pairwise(times)} <= {300, 301}
    # A second press of a double one that is held is no repetition at once.
    tap(rig, 3100)
    tap(rig, 3350, 500)
    assert rig.gestures(2000) == [(0, "double")]


def test_held_while_power_comes():
    """Held for a safe start: this is not a press of the game."""
    rig = Rig(held=1)
    assert rig.gestures(5000) == []
    rig.keys[1].release(rig.clock)
    assert rig.gestures(1000) == []
    rig.keys[1].tap(rig.clock)
    assert rig.gestures(1000) == [(1, "short")]


def test_stuck_is_told_once():
    rig = Rig()
    tap(rig, 0, 40000)
    told = rig.run(45000)
    assert [each[1:] for each in told] == [(0, "long"), (0, "stuck")]
    assert 15000 <= told[1][0] <= 15050
    tap(rig, 46000)
    assert rig.gestures(3000) == [(0, "short")]


def test_any_bounce_and_phase():
    dice = random.Random(4)
    for _ in range(300):
        rig = Rig()
        rig.keys[0].bounce_us = sorted(dice.sample(range(100, 12000, 100), 2 * dice.randrange(8)))
        start = dice.randrange(30000, 50000)
        rig.keys[0].tap(rig.clock, dice.randrange(130, 250), start)
        wanted = [(0, "short")]
        if dice.random() < 0.5:
            rig.keys[0].tap(rig.clock, dice.randrange(50, 500), start + 450000)
            wanted = [(0, "double")]
        assert rig.gestures(2000) == wanted


# --- pressed between two polls


@pytest.mark.parametrize("ms", [40, 60, 80, 300])
@pytest.mark.parametrize(
    ("busy_ms", "erases"), [*((ms, False) for ms in (50, 120, 400, 1000, 3000)), *((ms, True) for ms in (45, 100, 400))]
)
def test_a_press_while_the_program_is_busy_is_told_after_it(ms, busy_ms, erases):
    """It reads a journal, or draws; or it erases flash: interrupts are off, and the pins latch edges."""
    for start in range(0 if erases else 5, busy_ms, 7 if erases else 45):
        rig = Rig()
        rig.run(100)
        tap(rig, 101 + start, ms, key=start % 3)
        state = machine.disable_irq() if erases else None
        rig.clock.sleep_ms(busy_ms)
        if erases:
            machine.enable_irq(state)
        assert rig.gestures(1500) == [(start % 3, "short")], start


def test_what_was_pressed_meanwhile_is_told_in_its_order():
    rig = Rig()
    for at, key, ms in ((100, 2, 80), (300, 0, 80), (500, 0, 80), (900, 1, 900), (2100, 2, 60)):
        tap(rig, at, ms, key)
    rig.clock.sleep_ms(2600)
    # As each becomes certain.
    assert rig.gestures(1000) == [(0, "double"), (2, "short"), (1, "long"), (2, "short")]


def test_a_glitch_is_no_press():
    """Both edges arrive at once, as with interrupts off, but a poll came just before."""
    rig = Rig()
    rig.keys[0].bounce_us = ()
    for _ in range(20):
        rig.run(50)
        state = machine.disable_irq()
        rig.keys[0].tap(rig.clock, 0)
        rig.clock.sleep_us(5)
        machine.enable_irq(state)
    assert rig.gestures(1000) == []


def test_more_edges_than_are_noted_leave_the_buttons_well():
    rig = Rig()
    for number in range(40):
        tap(rig, 100 + 200 * number, 100, key=number % 3)
    rig.clock.sleep_ms(9000)
    assert 5 < len(rig.gestures(2000)) <= 20
    tap(rig, rig.clock.ms() + 100)
    assert rig.gestures(2000) == [(0, "short")]


def test_any_presses_busy_or_not():
    """The gestures are the same with polls every 10 ms and with rare polls."""
    for seed in range(60):
        told = []
        for often in (True, False):
            dice = random.Random(seed)
            rig = Rig()
            at = 100
            for _ in range(dice.randrange(1, 8)):
                # No duration is close to a limit.
                ms = dice.choice((dice.randrange(60, 600), dice.randrange(800, 1200)))
                tap(rig, at, ms, dice.randrange(3))
                at += ms + dice.choice((dice.randrange(60, 250), dice.randrange(450, 900)))
            found = []
            if not often:
                while rig.clock.ms() < at:
                    rig.clock.sleep_ms(dice.randrange(5, 900))
                    found += [(i, GESTURES[g]) for i, g in rig.buttons.poll(rig.clock.ms())]
            found += rig.gestures(at + 1000)
            told.append([[name for i, name in found if i == key] for key in range(3)])
        assert told[0] == told[1], seed
