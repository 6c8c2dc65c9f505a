"""The radio of a zone: a loop and the tags of a fan as coupled circuits, solved at 13.56 MHz.

A coil is its turns as straight filaments in air; their mutual inductance is Neumann's integral, in
closed form (see `antennas.parallel`). A tag is its coil, the capacitor that tunes it, and the chip
as a resistor. No ferrite, no metal, no hand: what those do is for the bench [HW].

Lengths are in mm, electrical values in SI units and rms. The tests compare inductances, couplings
and fields with those of PyPEEC (tests/bench/results/loops.json).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tierce_plans import antennas, parts, templates
from tierce_plans.antennas import HEIGHT, L0, MU0, OMEGA, WATTS, Loop
from tierce_plans.shapes import Point
from tierce_plans.templates import Place
from tierce_tools.description.descriptions import Description
from tierce_tools.description.reach import Report

Floats = NDArray[np.float64]

PITCHES = (10, 12, 15, 18, 20)
TUNINGS = (13560, 14000, 15000, 16000, 17000)  # of a tag alone, in kHz

CARD = 0.3  # a card's thickness
TRACE = 0.15  # width of a tag's trace, and of the gap
CHIP = 23.5e-12  # farads of an ICODE SLIX2 [V]; a tag's coil has as many turns as suit them
CHIP_V, CHIP_W = 1.5, 40e-6  # the least at which it works [V]
CHIP_MOD = 500.0  # ohms by which it loads its coil when it answers [K]
COIL_Q = 30.0  # of a tag's coil [K]
STRAY = 14000  # kHz: as low as single tags come that are sold as tuned high [K]


# --- coils


def coil(rings: Sequence[tuple[float, float]], trace: float) -> Floats:
    """Return the turns of a coil around (0, 0): half width, half height, distance from itself."""
    return np.array([(w / 2, h / 2, 0.2235 * trace) for w, h in rings])


@cache
def loop_coil(loop: Loop) -> Floats:
    """Return a loop as a coil."""
    return coil(list(loop.rings()), antennas.TRACE + antennas.THICK)


@cache
def tag_coil(size: tuple[int, int]) -> Floats:
    """Return a tag's coil: of as many turns as come nearest to 16.2 MHz with its chip."""
    wanted = 1 / ((2 * math.pi * 16.2e6) ** 2 * CHIP)
    most = max(1, int(min(size) / (4 * TRACE)) - 1)
    rings = [(size[0] - 4 * TRACE * i, size[1] - 4 * TRACE * i) for i in range(most)]
    coils = [coil(rings[:n], TRACE) for n in range(1, most + 1)]
    return min(coils, key=lambda each: abs(math.log(henries(each) / wanted)))


def mutuals(one: Floats, other: Floats, places: Sequence[tuple[float, float, float]]) -> Floats:
    """Return the mutual inductance of two coils, for each place of the middle of `other`."""
    w, h, least = (one[:, i, None, None] for i in range(3))
    u, v = (other[None, :, i, None] for i in range(2))
    x, y, z = np.array(places, dtype=float).T
    found = np.zeros(len(places))
    for side in (-1, 1):
        for facing in (-1, 1):
            for a, b, dx, c, d, dy in ((w, u, x, h, v, y), (h, v, y, w, u, x)):
                apart = np.maximum(least, np.hypot(dy + facing * d - side * c, z))
                found += side * facing * _parallel(a, b, dx, apart).sum((0, 1))
    return found


def _parallel(a: Floats, b: Floats, x: Floats, apart: Floats) -> Floats:
    """Return `antennas.parallel` of filaments from -a to a, and from x - b to x + b."""

    def part(length: Floats) -> Floats:
        return length * np.arcsinh(length / apart) - np.hypot(length, apart)

    return 1e-10 * (part(x + b + a) - part(x + b - a) - part(x - b + a) + part(x - b - a))


def henries(one: Floats) -> float:
    """Return a coil's own inductance."""
    return float(mutuals(one, one, [(0, 0, 0)])[0])


# --- circuits


@dataclass(frozen=True)
class Tags:
    """Equal tags at their places over a loop, (x, y) from its middle; each on the one before it."""

    loop: Loop
    size: tuple[int, int]
    khz: int
    places: tuple[tuple[float, float], ...]
    amps: tuple[float, float] | None = None  # what the reader drives through the empty loop; None: at WATTS

    def to_loop(self) -> Floats:
        """Return the mutual inductance of each tag with the loop."""
        return mutuals(loop_coil(self.loop), tag_coil(self.size), [(x, y, HEIGHT) for x, y in self.places])

    def among(self) -> Floats:
        """Return the mutual inductances of the tags with each other, and each one's own."""
        one = tag_coil(self.size)
        offsets = [
            (b[0] - a[0], b[1] - a[1], CARD * (j - i))
            for i, a in enumerate(self.places)
            for j, b in enumerate(self.places)
        ]
        return mutuals(one, one, offsets).reshape(len(self.places), -1)


def chip(own: float, khz: int, load: float = 0.0) -> tuple[float, complex]:
    """Return a tag's ohms in series with its coil, and siemens across it; `load` is more of these."""
    tuned = 1 / ((2e3 * math.pi * khz) ** 2 * own)
    return OMEGA * own / COIL_Q, complex(CHIP_W / CHIP_V**2 + load, OMEGA * tuned)


@dataclass(frozen=True)
class Reading:
    """What it takes to power all of some tags, and what the reader gets of it."""

    cards: int
    field: float  # A/m, the same at all tags, at which the weakest has its voltage
    amps: float  # in the loop, for the tags at their places, and for that field at the weakest place
    given: tuple[float, float]  # amps that the reader drives, at both of WATTS
    echo_db: float  # how much the faintest answer changes the loop's current

    @property
    def margin(self) -> tuple[float, float]:
        """How many times the current that it takes is given."""
        return self.given[0] / self.amps, self.given[1] / self.amps


def readings(tags: Tags) -> list[Reading]:
    """Return a Reading of the first tag, the first two, and so on: a fan grows card by card."""
    to_loop, among = tags.to_loop(), tags.among()
    own = henries(tag_coil(tags.size))
    ohms, siemens = chip(own, tags.khz)
    area = 4e-6 * float(np.sum(np.prod(tag_coil(tags.size)[:, :2], axis=1)))
    answering = 1 / chip(own, tags.khz, 1 / CHIP_MOD)[1] - 1 / siemens
    empty, currents = _circuit(tags.loop), tags.amps or antennas.currents(tags.loop)
    weakest = antennas.weakest(tags.loop, tags.size)
    found: list[Reading] = []
    for n in range(1, len(tags.places) + 1):
        turned = np.linalg.inv(1j * OMEGA * among[:n, :n] + np.eye(n) * (ohms + 1 / siemens))
        driven = turned @ to_loop[:n] * OMEGA  # amps in each tag for 1 A in the loop
        alike = turned @ np.full(n, OMEGA * MU0 * area)
        whole = empty + complex(OMEGA * (to_loop[:n] @ driven))
        # One tag's impedance changes by `answering`: Sherman and Morrison's formula.
        answers = driven**2 * answering / (1 + answering * np.diag(turned))
        field, amps = (CHIP_V * abs(siemens) / float(np.min(np.abs(each))) for each in (alike, driven))
        found.append(
            Reading(
                n,
                field,
                max(amps, field / weakest),
                (currents[0] * abs(empty / whole), currents[1] * abs(empty / whole)),
                20 * math.log10(float(np.min(np.abs(answers))) / abs(whole)),
            )
        )
    return found


def _behind(loop: Loop, at_chip: complex | None) -> complex | None:
    """Return the impedance that a loop sees in its matching; `at_chip`: between the outputs, None open."""
    found = antennas.match(loop)
    if found is None:
        return None
    filtered = 1j * OMEGA * antennas.C0
    if at_chip is not None:
        filtered += 1 / (at_chip / 2 + 1j * OMEGA * L0)
    series = 1 / filtered + 1 / (1j * OMEGA * found.series)
    return 2 * (found.damping + 1 / (1 / series + 1j * OMEGA * found.parallel))


def _circuit(loop: Loop, at_chip: complex | None = 0j) -> complex:
    """Return the impedance around a loop's circuit; a reader that sends holds its voltage: 0 ohms."""
    behind = _behind(loop, at_chip)
    if behind is None:  # no capacitors match it: as if in resonance
        return complex(OMEGA * antennas.inductance(loop) / antennas.Q_WANTED)
    return behind + complex(antennas.resistance(loop), OMEGA * antennas.inductance(loop))


# --- of a table


def fan(table: Description, place: Place, pitch: int | None = None, khz: int | None = None) -> Tags:
    """Return the longest fan of a zone, where the felt shows it; with another pitch or tuning if given."""
    build = replace(table.build, pitch=pitch or table.build.pitch)
    changed = replace(table, build=build)
    corners = templates.fan(changed, place.size, place.loop)
    tag = build.tag
    boxes = [templates.tag_of(changed, corner) for corner in corners]
    middles = tuple((x + tag[0] / 2, y + tag[1] / 2) for x, y, _, _ in boxes)
    return Tags(place.loop, tag, khz or build.tuned_khz, middles, measured_amps(place.loop, measured(table, place)))


# --- of a table that names reports of `tierce doctor --reach`


def measured(table: Description, place: Place) -> Report | None:
    """Return the report of a zone's kind of reader and loop. Raises Trouble if it can't be read."""
    zone = next(zone for zone in table.zones if zone["zone"] == place.zone)
    return next((each for each in table.measured if each.is_of(zone["reader"], zone["antenna"])), None)


def measured_amps(loop: Loop, report: Report | None) -> tuple[float, float] | None:
    """Return the current that gives a tag, at the greatest height at which it was read, just its voltage.

    It is too low rather than too high: at that height the reader may no longer hear a tag that still has its energy.
    """
    if report is None or report.height_cards is None:
        return None
    height = HEIGHT + report.height_cards * report.card_um / 1000
    amps = CHIP_V / float(_volts(loop, (report.tag[0], report.tag[1]), report.tuned_khz, [(0.0, 0.0)], height)[0])
    return amps, amps


def of_fan(table: Description, place: Place) -> Report | None:
    """Return the report in which the fan of a zone's loop was measured, at the table's pitch and with its tags."""
    report, build = measured(table, place), table.build
    same = report and report.fan and (report.fan_pitch, *report.tag) == (build.pitch, *build.tag)
    return report if same else None


def reach(table: Description, place: Place) -> int | None:
    """Return how far beside a zone's loop the middle of a single tag is read, in mm, if it was measured."""
    report = measured(table, place)
    return report and report.sideways_mm


def fans(table: Description) -> dict[Loop, Place]:
    """Return for each kind of loop that can be wound the zone with the longest fan."""
    found: dict[Loop, Place] = {}
    for place, zone in zip(templates.places(table), table.zones, strict=True):
        flat = replace(place.loop, width=max(zone["antenna"]), height=min(zone["antenna"]))
        if parts.reader(zone["reader"]).wound and len(place.cards) > len(found[flat].cards if flat in found else ()):
            found[flat] = place
    return found


def worst(found: Sequence[Reading]) -> Reading:
    """Return the reading with the least margin."""
    return min(found, key=lambda each: each.margin)


def carried(found: Sequence[Reading]) -> int:
    """Return how many cards are read, and any fewer."""
    return next((each.cards - 1 for each in found if each.margin[1] < 1), len(found))


def figures(table: Description) -> list[dict[str, Any]]:
    """Return what the fan of each kind of loop needs, and is given."""
    found = [(place, worst(readings(fan(table, place)))) for place in fans(table).values()]
    return [
        {
            "zone": place.zone,
            "cards": each.cards,
            "field_a_m": round(each.field, 2),
            "needs_ma": round(1000 * each.amps),
            "given_ma": [round(1000 * amps) for amps in each.given],
            "margin": [round(part, 2) for part in each.margin],
        }
        for place, each in found
    ]


def best_pitch(table: Description, place: Place) -> int:
    """Return the pitch of PITCHES at which a zone's whole fan is read with the largest margin; 0 if at none."""
    found = {pitch: readings(fan(table, place, pitch)) for pitch in PITCHES}
    read = [pitch for pitch, each in found.items() if carried(each) == len(each)]
    return max(read, key=lambda pitch: worst(found[pitch]).margin, default=0)


def _powered(loop: Loop, size: tuple[int, int], khz: int, watts: float, middles: Sequence[Point]) -> list[bool]:
    """Return for each place of a single tag's middle, from the loop's, whether it has its voltage."""
    amps = antennas.currents(loop)[WATTS.index(watts)]
    return [bool(each) for each in _volts(loop, size, khz, middles, HEIGHT) * amps >= CHIP_V]


def _volts(loop: Loop, size: tuple[int, int], khz: int, middles: Sequence[Point], height: float) -> Floats:
    """Return the volts of a single tag for 1 A in the loop, for each place of its middle."""
    one = tag_coil(size)
    own = henries(one)
    ohms, siemens = chip(own, khz)
    volts = abs(OMEGA / (complex(ohms, OMEGA * own) + 1 / siemens) / siemens)  # for 1 H and 1 A
    return volts * np.abs(mutuals(loop_coil(loop), one, [(x, y, height) for x, y in middles]))


@cache
def outside(loop: Loop, size: tuple[int, int], khz: int, watts: float) -> int:
    """Return how far beside the loop's upper side the middle of a single tag still has its voltage, in mm."""
    seen = _powered(loop, size, khz, watts, [(0.0, loop.height / 2 + y) for y in range(400)])
    return max((y for y, there in enumerate(seen) if there), default=0)


@cache
def hole(loop: Loop, size: tuple[int, int], khz: int, watts: float) -> int:
    """Return the width of the strip over the upper side's wire where a single tag lacks its voltage, in mm."""
    around = range(-min(size), min(size))
    return _powered(loop, size, khz, watts, [(0.0, loop.height / 2 + y) for y in around]).count(False)


def needed(one: Loop, other: Loop, size: tuple[int, int], reach: Sequence[int | None] = (None, None)) -> int:
    """Return the mm between the long sides of two loops from which neither powers a single tag in the other.

    `reach`: how far each powers one outside itself, where that was measured.
    """
    flat = [replace(here, width=max(here.width, here.height), height=min(here.width, here.height))
            for here in (one, other)]  # fmt: skip
    far = [outside(here, size, STRAY, WATTS[1]) if mm is None else mm for here, mm in zip(flat, reach, strict=True)]
    return max(0, *(round(mm - there.band - min(size) / 2) for mm, there in zip(far, (other, one), strict=True)))


def reaches(one: Place, other: Place, size: tuple[int, int]) -> bool:
    """Whether one loop powers a single tag somewhere in the other."""
    loops = [replace(each.loop, width=each.loop_box[2] - each.loop_box[0], height=each.loop_box[3] - each.loop_box[1])
             for each in (one, other)]  # fmt: skip
    dx, dy = other.middle[0] - one.middle[0], other.middle[1] - one.middle[1]
    room = [max(0.0, inside - side) for inside, side in zip(loops[1].inside, size, strict=True)]
    steps = [i / 8 - 0.5 for i in range(9)]
    middles = [(dx + i * room[0], dy + j * room[1]) for i in steps for j in steps]
    return any(_powered(loops[0], size, STRAY, WATTS[1], middles))


def idle(loop: Loop, gap: float, at_chip: complex | None) -> float:
    """Return the current in a loop that is off, beside an equal one with 1 A, long sides facing.

    `at_chip` is the impedance between the outputs of its reader, None if they are open.
    """
    k = antennas.coupling(loop, loop, 0, loop.height + gap)
    return abs(OMEGA * k * antennas.inductance(loop) / _circuit(loop, at_chip))


def driven_mhz(tags: Tags) -> float:
    """Return where a fan in a field that is the same at all tags takes most, in MHz."""
    among = tags.among()
    values, ways = np.linalg.eigh(among / among[0, 0])
    return tags.khz / 1e3 / math.sqrt(float(values[np.argmax(np.abs(ways.sum(0)))]))
