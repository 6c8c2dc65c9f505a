"""The OLED: its pixels match the drawing, and only changes are sent."""

import random

import pytest
from drawing import box
from wired import Shown

from drivers.canvas import Canvas
from drivers.oled import Oled
from drivers.steps import DeviceError, poll
from tierce_tools.twin import machine
from tierce_tools.twin.oled import Ssd1306


class Rig(Shown):
    def __init__(self, height=64, **how):
        super().__init__()
        self.chip = Ssd1306(height)
        self.board.i2c(0).attach(0x3C, self.chip)
        self.screen = Oled(machine.I2C(0, freq=400000), height=height, **how)
        self.canvas = Canvas(128, height)


@pytest.mark.parametrize("height", [64, 32])
def test_many_pictures(height):
    dice = random.Random(5)
    rig = Rig(height)
    for number in range(60):
        text = dice.choice(["Léa", "♠10", "œ"])
        rig.canvas.text(dice.randrange(120), dice.randrange(4) * 8, text)
        if number % 7 == 0:
            box(rig.canvas, dice.randrange(128), dice.randrange(height), 30, 20, 2)
        rig.show()
        rig.right()


def test_nothing_is_seen_before_there_is_something_to_show():
    rig = Rig()
    rig.do(rig.screen.start_open())
    assert not rig.chip.on
    rig.show()  # an empty canvas also clears the noise in its RAM
    assert rig.chip.on
    rig.right()


def test_only_what_changed_is_sent():
    rig = Rig()
    rig.canvas.text(0, 0, "Léa")
    assert rig.show()
    assert rig.chip.bytes == 128 * 8
    assert not rig.show()
    box(rig.canvas, 40, 20, 3, 2)
    box(rig.canvas, 55, 63, 1, 1)
    assert rig.show()
    assert rig.chip.bytes == (128 + 16) * 8
    rig.right()
    assert rig.show(full=True)
    assert rig.chip.bytes >= 2 * 128 * 8


def test_no_step_is_long():
    rig = Rig()
    steps = rig.screen.start_show(rig.canvas)
    wait = 0
    while wait >= 0:
        before = rig.clock.now
        wait, _ = poll(steps)
        assert rig.clock.now - before < 2500


def test_given_up_at_any_step():
    assert next(cut for cut in range(99) if Rig().gives_up(cut)) > 10


def test_gone_and_back_again():
    rig = Rig()
    rig.canvas.text(0, 0, "Léa")
    rig.show()
    bus = rig.board.i2c(0)
    for number in range(3):  # unplugged in the middle of a picture
        rig.canvas.invert(0, 0, 128, 64)
        steps = rig.screen.start_show(rig.canvas)
        for _ in range(number):
            poll(steps)
        bus.stuck = True
        with pytest.raises(DeviceError) as raised:
            rig.do(steps)
        assert (raised.value.device, raised.value.reason) == ("oled", "silent")
        bus.stuck = False
        rig.chip.brown_out()
        rig.show()
        rig.right()
