"""Loops and tags as coupled circuits: against a peer (PyPEEC, which solves for the currents in voxels of copper),
a whole circuit, and what was found before.
"""

import json
import math
from typing import Any

import numpy as np
import pytest
from hw_sources import PLANS
from sources import ROOT

from tierce_plans import antennas, fields
from tierce_plans.antennas import C0, L0, MU0, OMEGA, Loop, loop_of
from tierce_plans.fields import Tags, henries, loop_coil, mutuals, readings, tag_coil
from tierce_tools.description import descriptions, felt
from tierce_tools.twin import field as twin

pytestmark = PLANS

PEER: dict[str, Any] = json.loads((ROOT / "tests/bench/results/loops.json").read_text("utf-8"))
MELD = loop_of((280, 100))
TAG = (18, 18)
AREA = 4e-6 * float(np.sum(np.prod(tag_coil(TAG)[:, :2], axis=1)))


def fan(pitch: float, khz: int, count: int = 13) -> Tags:
    """Return a fan along the middle of a meld's loop."""
    return Tags(MELD, TAG, khz, tuple(((i - (count - 1) / 2) * pitch, 20.0) for i in range(count)))


@pytest.mark.parametrize("told", PEER["loops"], ids=lambda told: f"{told['size']}")
def test_loops_are_as_the_peer_has_them(told: dict[str, Any]):
    loop = Loop(*told["size"], told["turns"])
    assert antennas.inductance(loop) == pytest.approx(told["henries"], rel=0.005)
    assert henries(loop_coil(loop)) == pytest.approx(antennas.inductance(loop), rel=0.001)
    for each in told.get("fields", ()):
        seen = abs(mutuals(loop_coil(loop), fields.coil([(1, 1)], 0.1), [each["at"]])[0]) / MU0 * 1e6
        assert seen == pytest.approx(each["a_m"], rel=0.005)


@pytest.mark.parametrize("told", PEER["tags"], ids=lambda told: f"{told['aside_mm']} mm")
def test_tags_couple_as_the_peer_has_them(told: dict[str, Any]):
    one = tag_coil(TAG)
    assert henries(one) == pytest.approx(told["henries"], rel=0.03)  # its traces are as thick as a film's
    k = mutuals(one, one, [(told["aside_mm"], 0, fields.CARD)])[0] / henries(one)
    assert k == pytest.approx(told["mutual"] / told["henries"], abs=0.01)


@pytest.mark.parametrize("khz", fields.TUNINGS)
def test_all_is_as_in_the_whole_circuit(khz: int):
    """Loop, matching and tags node by node and mesh by mesh, with an EMF at the chip."""
    count = 5
    tags = fan(18, khz, count)
    found = readings(tags)[-1]
    own = henries(tag_coil(TAG))
    capacitor = 1 / ((2e3 * math.pi * khz) ** 2 * own)
    matching = antennas.match(MELD)
    assert matching

    def amps(watts: float, tagged: bool, answering: int = -1) -> np.ndarray:
        """Return the currents of the loop and the tags."""
        # Meshes: filter, series and parallel, the loop; then the tags. Both lines as one.
        size = 3 + count * tagged
        z = np.zeros((size, size), dtype=complex)
        shunt, across = 2 / (1j * OMEGA * C0), 2 / (1j * OMEGA * matching.parallel)
        z[0, 0] = 2j * OMEGA * L0 + shunt
        z[0, 1] = z[1, 0] = -shunt
        z[1, 1] = shunt + 2 / (1j * OMEGA * matching.series) + across
        z[1, 2] = z[2, 1] = -across
        z[2, 2] = across + 2 * matching.damping + antennas.resistance(MELD) + 1j * OMEGA * antennas.inductance(MELD)
        if tagged:
            loads = 1 / 56250 + (np.arange(count) == answering) / fields.CHIP_MOD
            z[2, 3:] = z[3:, 2] = 1j * OMEGA * np.array(tags.to_loop())
            z[3:, 3:] = 1j * OMEGA * np.array(tags.among())
            z[3:, 3:] += np.diag(OMEGA * own / 30 + 1 / (loads + 1j * OMEGA * capacitor))
        volts = math.sqrt(watts * antennas.R_TARGET)  # the matching makes that of the empty loop
        return np.linalg.solve(z, np.array([volts] + [0] * (size - 1)))[2:]

    chip = abs(1 / (1 / 56250 + 1j * OMEGA * capacitor))
    for watts, given in zip(fields.WATTS, found.given, strict=True):
        assert abs(amps(watts, False)[0]) ** 2 * OMEGA * antennas.inductance(MELD) / 25 == pytest.approx(watts)
        loop, *each = np.abs(amps(watts, True))
        assert loop == pytest.approx(given)
        needed = max(fields.CHIP_V / (min(each) * chip) * loop, found.field / antennas.weakest(MELD, TAG))
        assert found.amps == pytest.approx(needed)
    # The loop's current changes with the tag's state, and the answer is told of the current before.
    loop, answers = amps(0.3, True)[0], np.array([amps(0.3, True, i)[0] for i in range(count)])
    told = np.abs(answers - loop) / np.abs(answers)
    assert 20 * math.log10(min(told)) == pytest.approx(found.echo_db, abs=0.01)


def test_a_tag_alone_has_what_a_tuned_circuit_takes():
    """1.5 V over its coil's Q, loaded by the chip."""
    own = henries(tag_coil(TAG))
    q = 1 / (1 / fields.COIL_Q + OMEGA * own / 56250)
    (found,) = readings(fan(18, 13560, 1))
    assert found.field == pytest.approx(fields.CHIP_V / q / (OMEGA * MU0 * AREA), rel=0.01)


@pytest.mark.parametrize(("khz", "field", "milliamps"), [(13560, 1.22, 178), (16000, 2.07, 303)])
def test_thirteen_tags_at_18_mm(khz: int, field: float, milliamps: int):
    """As somebody else solved it."""
    found = readings(fan(18, khz))[-1]
    assert round(found.field, 2) == field
    assert 1000 * found.field / antennas.weakest(MELD, TAG) == pytest.approx(milliamps, abs=1)


@pytest.mark.parametrize(("pitch", "mhz"), [(10, 14.4), (12, 15.9), (18, 17.4)])
def test_a_large_loop_drives_the_mode_of_equal_currents(pitch: int, mhz: float):
    """The fan takes most there: it is where the field that it needs is least."""
    assert fields.driven_mhz(fan(pitch, 16000)) == pytest.approx(mhz, abs=0.05)
    # Tuned so that this mode is at 13.56 MHz, all tags together need less than a fifth of it.
    low = round(16000 * 13.56 / mhz)
    assert readings(fan(pitch, low))[-1].field < readings(fan(pitch, 16000))[-1].field / 2


@pytest.mark.parametrize("size", [(280, 100), (120, 120), (70, 50)])
@pytest.mark.parametrize("khz", [13560, 14000, 16000])
def test_a_single_tag_is_read_as_far_as_its_field_goes(size: tuple[int, int], khz: int):
    loop = loop_of(size)
    (alone,) = readings(Tags(loop, TAG, khz, ((0, 0),)))
    current = math.sqrt(0.6 * 25 / (OMEGA * antennas.inductance(loop)))

    def enough(y: float) -> bool:
        flux = mutuals(loop_coil(loop), tag_coil(TAG), [(0, size[1] / 2 + y, antennas.HEIGHT)])[0]
        return bool(abs(flux) / (MU0 * AREA) * current >= alone.field)

    reach = fields.outside(loop, TAG, khz, 0.6)
    assert enough(reach)
    assert not any(enough(y) for y in range(reach + 1, 400))
    strip = [y for y in range(-18, 18) if not enough(y)]
    assert len(strip) == fields.hole(loop, TAG, khz, 0.6)
    assert all(abs(y) < 5 for y in strip)


def test_zones_apart_are_not_read_by_each_other():
    # The figures of ANTENNAS. The tables have 80 mm between loops; half a loop's width, 50, is too near.
    assert [fields.outside(MELD, TAG, khz, 0.6) for khz in (13560, 14000, 16000)] == [112, 81, 33]
    assert (fields.needed(MELD, MELD, TAG), fields.hole(MELD, TAG, 16000, 0.3)) == (71, 4)
    # The modelled readers read no neighbour's tags unless they are told to: theirs are of 16 MHz.
    zones = ["discard", *(f"meld{i}" for i in range(1, 13)), *(f"seat{i}" for i in range(6))]
    boxes = [(x, y, x + w, y + h) for x, y, w, h in felt.place(zones).values()]
    between = [math.hypot(*(max(0, a[i] - b[i + 2]) for i in (0, 1))) for a in boxes for b in boxes if a is not b]
    least = min(each for each in between if each) + 2 * descriptions.EDGE
    assert fields.outside(MELD, TAG, 16000, 0.6) - 18 / 2 - MELD.band < least
    # The nearer the idle loop, the more it takes; at its outputs' mercy.
    flows = [fields.idle(MELD, gap, None) for gap in (50, 80, 120)]
    assert flows == sorted(flows, reverse=True)
    assert fields.idle(MELD, 80, 0j) < flows[1] / 2
    assert len(fields.fans(descriptions.load("club", "en"))) == 2


def test_the_modelled_readers_take_a_stack_as_computed():
    """Two squared-up cards have their energy, three have not; where the model says so."""
    for size in ((280, 100), (120, 120)):
        stack = readings(Tags(loop_of(size), TAG, 16000, ((0, 0),) * 4))
        powered = [each.cards for each in stack if each.given[0] >= each.field / antennas.weakest(loop_of(size), TAG)]
        assert powered == list(range(1, twin._STACK))
