"""The scale under the stock: the HX711's bits, and which weights count as cards."""

import random

import pytest
import ring
from wired import Wired

from drivers.scale import Scale
from drivers.steps import DeviceError
from tierce_tools.twin import machine
from tierce_tools.twin import scale as hx711

CARD_G = 1.8
UNIT = 2000  # one gram in the chip's units
CARD = 3600


class Rig(Wired):
    def __init__(self, cards=0, calibrated=True):
        super().__init__()
        self.model = hx711.HX711(self.clock, self.board.wire(26), self.board.wire(28))
        self.model.noise = 120
        self.model.per_gram = UNIT
        pins = machine.Pin(26, machine.Pin.IN), machine.Pin(28, machine.Pin.OUT)
        self.scale = Scale(*pins, card=CARD if calibrated else 0, zero=self.model.offset)
        self.lay(cards)

    def lay(self, cards):
        self.model.grams = cards * CARD_G

    def run(self, ms):
        """Poll for `ms`; return the counts reported."""
        told = []
        for _ in range(ms // 50):
            self.clock.sleep_ms(50)
            count = self.scale.poll(self.clock.ms())
            if count >= 0:
                told.append(count)
        return told


@pytest.mark.parametrize("value", [0, 1, -1, 4095, -4096, 0x123456, 0x7FFFFF, -0x800000])
def test_24_bits_with_sign(value):
    rig = Rig()
    rig.model.noise = 0
    rig.model.offset = value
    assert rig.do(rig.scale.start_read()) == value
    assert rig.model.readings == 1
    assert rig.scale._data.value()
    rig.model.offset = 77
    assert rig.do(rig.scale.start_read()) == 77  # 25 pulses keep the gain
    assert rig.model.falls == 0


@pytest.mark.parametrize("sign", [1, -1])
def test_tare_and_calibration(sign):
    """Also of a load cell the other way round."""
    rig = Rig(calibrated=False)
    rig.model.per_gram = sign * UNIT
    rig.do(rig.scale.start_open())
    assert rig.model.falls == 1
    assert rig.scale.poll(rig.clock.ms()) == -1
    rig.do(rig.scale.start_tare())
    assert abs(rig.scale.zero - rig.model.offset) < 60
    rig.lay(10)  # what a user does once, for config.json
    rig.scale.card = (rig.do(rig.scale.start_settled()) - rig.scale.zero) // 10
    rig.scale.count = 10
    assert abs(rig.scale.card - sign * CARD) < 20
    rig.lay(42)
    assert rig.run(6000) == [42]
    rig.lay(41)
    assert rig.run(1500) == [41]
    rig.model.drift = -9
    assert rig.run(300000) == []


def test_a_weight_that_never_rests():
    rig = Rig(calibrated=False)
    rig.model.noise = 20000
    with pytest.raises(DeviceError) as caught:
        rig.do(rig.scale.start_tare())
    assert caught.value.reason == "unsteady"
    assert rig.clock.ms() < 20000


def test_cards_that_come_back_are_believed_later():
    rig = Rig(30)
    rig.run(2000)
    rig.lay(34)
    assert rig.run(2500) == []
    told = rig.run(2500)
    assert told == [34]


def test_warmth_moves_the_zero():
    """A drift of one card in seven minutes, in both directions, with two draws on the way."""
    rig = Rig(30)
    rig.run(2000)
    for drift in (8.0, -8.0):
        now = rig.clock.ms() / 1000
        rig.model.offset += int((rig.model.drift - drift) * now)
        rig.model.drift = drift
        assert rig.run(220000) == []
        rig.lay(rig.scale.count - 1)
        assert len(rig.run(2000)) == 1
        assert rig.run(220000) == []
    assert rig.scale.count == 28


def test_cards_that_are_not_all_alike():
    """A deviation of 1 % adds up to more than a card over a deck; single draws are all counted."""
    rig = Rig(104)
    rig.scale.card = CARD * 100 // 101
    rig.scale.zero += 104 * (CARD - rig.scale.card)
    assert rig.run(2000) == [104]
    for count in range(103, 0, -1):
        rig.lay(count)
        assert rig.run(1500) == [count]


@pytest.mark.parametrize("level", [0, 1])
def test_a_data_wire_that_is_stuck(level):
    rig = Rig(12)
    rig.run(2000)
    rig.model.stuck = level
    assert rig.run(5000) == []
    assert rig.scale.trouble == ("silent" if level else "range")
    rig.model.stuck = None
    assert rig.run(9000) == []
    assert rig.scale.count == 12
    assert rig.scale.trouble == ""


@pytest.mark.parametrize("seed", ring.seeds("scale", 2, 6))
def test_a_whole_stock_with_hands_and_warmth(seed):
    """Cards are drawn while hands lean on it and knock it: each card is reported once, in order."""
    dice = random.Random(seed)
    rig = Rig(104)
    rig.model.drift = dice.uniform(-4, 4)
    assert rig.run(2000) == [104]
    count = 104
    told = []
    while count > 3:
        for _ in range(dice.randrange(3)):
            rig.model.grams = count * CARD_G + dice.uniform(-1.5, 80)
            told += rig.run(dice.randrange(100, 500, 50))
        if dice.random() < 0.7:
            count -= dice.choice((1, 1, 1, 2, 3))
        rig.lay(count)
        told += rig.run(dice.randrange(2000, 9000, 50))
        assert rig.scale.count == count
    assert told == sorted(told, reverse=True)
    assert sum(a - b for a, b in zip([104, *told], told, strict=False)) == 104 - count
