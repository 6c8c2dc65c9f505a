"""The lights: each state is recognisable by colour and by pattern, and the current is limited."""

from itertools import pairwise

import pytest
from wired import Wired

from drivers.leds import COLOURS, STATES, Leds, level
from tierce_tools.twin import machine, neopixel
from tierce_tools.twin.leds import Ws2812

NAMES = sorted(STATES)
TIMES = range(0, 12000, 20)


def colour_of(state):
    at = 3 * STATES.index(state)
    green, red, blue = COLOURS[at : at + 3]
    return red, green, blue


def look(state, index, count, ms):
    """Return (red, green, blue), each 0 to 255, of a light at full brightness."""
    high = level(STATES.index(state), index, count, ms)
    return tuple(each * high // 255 for each in colour_of(state))


def current_ma(pixels):
    return len(pixels) + sum(map(sum, pixels)) * 20 / 255


class Rig(Wired):
    def __init__(self, count=24, **how):
        super().__init__()
        self.strip = Ws2812(count)
        self.board.wire(22).strip = self.strip
        self.leds = Leds(neopixel.NeoPixel(machine.Pin(22, machine.Pin.OUT), count), **how)

    def run(self, ms, step=10):
        for _ in range(ms // step):
            self.leds.draw(self.clock.ms())
            self.clock.sleep_ms(step)


def brightness(state, count):
    """Return a pattern without colour: the brightness of each light over time."""
    number = STATES.index(state)
    return [[level(number, i, count, ms) for i in range(count)] for ms in TIMES]


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 15])
def test_states_differ_without_colour_and_flash_three_times_a_second_at_most(count):
    looks = [brightness(state, count) for state in NAMES]
    for i, one in enumerate(looks):
        for other in looks[:i]:
            changed = sum(abs(a - b) > 60 for x, y in zip(one, other, strict=True) for a, b in zip(x, y, strict=True))
            assert changed > len(TIMES) * count // 20, (NAMES[i], count)
    for state, over_time in zip(NAMES, looks, strict=True):
        for light in range(count):
            rises = [
                ms
                for ms, (before, now) in zip(TIMES[1:], pairwise(over_time), strict=True)
                if before[light] < 128 <= now[light]
            ]
            for at in rises:
                assert sum(at <= ms < at + 1000 for ms in rises) <= 3, state


def seen_by(colour, lacking):
    """Return a linear colour as seen without red or without green cones."""
    red, green, blue = colour
    # Viénot, Brettel and Mollon 1999: linear RGB of the same brightness, as such people see it.
    if lacking == "red":
        return (0.112 * red + 0.888 * green, blue + 0.004 * (red - green))
    return (0.293 * red + 0.707 * green, blue + 0.022 * (green - red))


@pytest.mark.parametrize("lacking", ["red", "green"])
def test_good_and_bad_differ_for_the_colour_blind(lacking):
    one = seen_by(colour_of("good"), lacking)
    other = seen_by(colour_of("bad"), lacking)
    assert abs(one[0] - other[0]) + abs(one[1] - other[1]) > 60


def test_a_zone_lights_its_own_lights():
    rig = Rig(bright=255, most_ma=5000)
    rig.leds.add("discard", 0, 8)
    rig.leds.add("meld1", 8, 4)
    rig.leds.set("meld1", "good")
    rig.run(100)
    good = colour_of("good")
    assert rig.strip.pixels == [(0, 0, 0)] * 8 + [good] * 4 + [(0, 0, 0)] * 12
    assert rig.leds.state("meld1") == "good"
    rig.leds.set("meld1", "idle")
    rig.leds.set("no such zone", "bad")
    assert rig.leds.state("no such zone") is None
    rig.run(100)
    assert rig.strip.pixels == [(0, 0, 0)] * 24
    with pytest.raises(ValueError, match="not in tuple"):
        rig.leds.set("meld1", "no such state")
    with pytest.raises(ValueError, match="no such lights"):
        rig.leds.add("seat0", 20, 5)


@pytest.mark.parametrize("state", NAMES)
def test_what_is_sent_is_what_it_should_look_like(state):
    rig = Rig(bright=128, most_ma=5000)
    rig.leds.add("zone", 3, 9)
    rig.leds.set("zone", state)
    for ms in range(0, 5000, 41):
        rig.leds.draw(ms)
        for i in range(9):
            want = look(state, i, 9, ms)
            shown = rig.strip.pixels[3 + i]
            assert all(abs(a * 128 // 255 - b) <= 1 for a, b in zip(want, shown, strict=True))


def test_sent_only_when_something_changed():
    rig = Rig()
    rig.leds.add("a", 0, 8)
    rig.leds.set("a", "good")
    rig.run(2000)
    assert rig.strip.frames == 1  # the first frame, even if dark, as the strip may still shine
    rig.leds.set("a", "bad")
    rig.run(4000)
    assert 15 < rig.strip.frames < 25
    assert rig.strip.changes >= rig.strip.frames - 1
    rig.leds.set("a", "turn")
    frames = rig.strip.frames
    rig.run(4000)
    assert rig.strip.frames - frames <= 4000 // 40


def test_off_and_on_again():
    rig = Rig()
    rig.leds.add("a", 0, 8)
    rig.leds.set("a", "good")
    rig.run(100)
    shown = list(rig.strip.pixels)
    rig.leds.off()
    assert rig.strip.pixels == [(0, 0, 0)] * 24
    rig.run(100)
    assert rig.strip.pixels == shown


@pytest.mark.parametrize("most_ma", [0, 50, 96, 150, 300, 800])
def test_never_more_current_than_there_is(most_ma):
    rig = Rig(96, bright=255, most_ma=most_ma)
    rig.strip.history = []
    for i in range(12):
        rig.leds.add(f"zone{i}", 8 * i, 8)
    for at in range(len(NAMES)):
        for i in range(12):
            rig.leds.set(f"zone{i}", NAMES[(at + i) % 12] if at % 3 else "turn")
        for _ in range(100):
            rig.leds.draw(rig.clock.ms())
            rig.clock.sleep_ms(40)
    for frame in rig.strip.history:
        assert current_ma(frame) <= max(most_ma, 96)
    if most_ma > 200:  # the allowed current is used
        assert max(sum(map(sum, frame)) for frame in rig.strip.history) * 20 / 255 > most_ma * 0.6
