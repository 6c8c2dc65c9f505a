"""The e-paper: the glass shows the picture that was drawn, even after faults."""

import random

import pytest
import ring
from drawing import box
from wired import Shown

from drivers.canvas import Canvas
from drivers.epaper import Epaper
from drivers.steps import DeviceError, poll
from tierce_tools.twin import machine
from tierce_tools.twin.epaper import Ssd1680

CS, DC, RESET, BUSY = 15, 16, 17, 18


class Rig(Shown):
    def __init__(self, **how):
        super().__init__()
        wire = self.board.wire
        self.chip = Ssd1680(self.clock, wire(DC), wire(RESET), wire(BUSY))
        self.bus = self.board.spi(1)
        self.bus.attach(self.chip, wire(CS))
        pins = *self.outputs(CS, DC, RESET), machine.Pin(BUSY, machine.Pin.IN)
        self.screen = Epaper(machine.SPI(1, 4000000), *pins, **how)
        self.canvas = Canvas(296, 128)


def scribble(canvas, dice):
    for _ in range(dice.randrange(1, 5)):
        what = dice.randrange(3)
        x, y = dice.randrange(290), dice.randrange(16)
        if what == 0:
            canvas.text(x, y * 8, dice.choice(["♠ A", "Léa", "51", "œ"]), dice.choice([1, 2]))
        elif what == 1:
            canvas.invert(x, y * 8, dice.randrange(90), (16 - y) * 8)
        else:
            box(canvas, x, y * 8, dice.randrange(200), dice.randrange(100), dice.randrange(3))


def test_the_first_picture_is_a_full_one_the_next_are_not():
    rig = Rig()
    rig.canvas.text(3, 8, "Léa ♠♥♦♣", 2)
    assert rig.show()
    rig.right()
    assert (rig.chip.fulls, rig.chip.partials) == (1, 0)
    rig.canvas.text(3, 8, "Luc", 2)
    rig.canvas.text(250, 112, "51")
    before = rig.clock.now
    assert rig.show()
    rig.right()
    assert (rig.chip.fulls, rig.chip.partials) == (1, 1)
    assert rig.clock.now - before < 340000


def test_many_pictures():
    dice = random.Random(4)
    rig = Rig(full_every=10)
    for _ in range(20):
        scribble(rig.canvas, dice)
        rig.show()
        rig.right()
        assert rig.chip.ghosts < 10
    assert rig.chip.fulls == 2


def test_only_columns_that_changed_are_sent():
    rig = Rig()
    rig.show()
    sent = rig.bus.bytes
    box(rig.canvas, 98, 0, 5, 128)
    rig.show()
    assert rig.bus.bytes - sent < 2 * 8 * 16 + 60
    rig.right()
    sent = rig.bus.bytes
    assert not rig.show()
    assert rig.bus.bytes == sent
    assert rig.show(full=True)
    assert rig.chip.fulls == 2
    rig.right()


def test_no_step_is_long():
    """Neither in bus time nor in bytes."""
    rig = Rig()
    for full in (True, False):
        rig.canvas.invert(0, 0, 296, 128)
        steps = rig.screen.start_show(rig.canvas, full)
        while True:
            before, sent = rig.clock.now, rig.bus.bytes
            wait, _ = poll(steps)
            assert rig.clock.now - before < 1500
            assert rig.bus.bytes - sent <= 300
            if wait < 0:
                break
            rig.clock.sleep_us(wait)
    rig.right()


def test_given_up_at_any_step():
    total = 0
    for full in (False, True):
        for cut in range(0, 999, ring.rounds(9, 1)):
            rig = Rig()
            rig.chip.full_us = 20000
            rig.chip.partial_us = 30000
            if rig.gives_up(cut, full):
                break
        total += cut
    assert 30 < total < 999


@pytest.mark.parametrize("when", ["open", "refresh", "partial"])
def test_a_chip_that_stays_busy(when):
    rig = Rig()
    if when != "open":
        rig.show()
        rig.canvas.text(0, 0, "more")
        steps = rig.screen.start_show(rig.canvas, when == "refresh")
        while rig.chip.fulls + rig.chip.partials == 1:
            rig.clock.sleep_us(poll(steps)[0])
    else:
        steps = rig.screen.start_open()
    rig.chip.stuck = True
    before = rig.clock.now
    with pytest.raises(DeviceError) as raised:
        rig.do(steps)
    assert (raised.value.device, raised.value.reason) == ("epaper", "busy")
    assert 9000000 < rig.clock.now - before < 11000000
    with pytest.raises(DeviceError):
        rig.show()
    rig.chip.stuck = False
    assert rig.show()
    rig.right()


def test_no_chip_at_all():
    rig = Rig()
    rig.chip.silent = True
    with pytest.raises(DeviceError) as raised:
        rig.show()
    assert raised.value.reason == "silent"
    rig.chip.silent = False
    rig.clock.sleep_us(5000000)
    rig.chip.errors.clear()
    rig.show()
    rig.right()


def test_a_slow_glass():
    """As in the cold: four times slower still works."""
    rig = Rig()
    rig.chip.slow = 4
    for text in ("one", "two"):
        rig.canvas.text(0, 0, text)
        rig.show()
        rig.right()
