"""The electrical load of a table's chips and cables, and the bus clock that it allows.

Every figure has its source and a mark: see parts. Of several kinds of readers the slowest counts.

A reader on a cable is not guaranteed: its data sheet specifies MISO for a small load at its clock. Two limits
are computed instead, and the slower one counts. The first is our own rule: the load may grow in
proportion to the bit time, so that a bit has the same shape as with that. The second adds
up all delays of a bit on its way to the reader and back.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tierce_plans import parts
from tierce_plans.parts import Figure
from tierce_tools.base.texts import N_
from tierce_tools.description.descriptions import Description

PER_SEGMENT = 4  # readers behind one pair of gates for SCK and MOSI, on the carrier
_EDGE = 2.2  # an edge from 10 to 90 per cent, in time constants


FACTS: dict[str, Figure] = {
    # the readers' pins
    **{f"{kind}_{name}": each for kind, part in parts.readers().items() for name, each in part.bus.items()},
    "module_pf": Figure(5, "K", N_("a reader's board, pF"), N_("traces and header of a reader's board")),
    # the Pico's pins
    "pico_input_pf": Figure(
        10, "K", N_("Pico: an input, pF"), N_("a pin of the RP2040 with the Pico's trace and socket")
    ),
    "pico_output_ohm": Figure(
        125,
        "K",
        N_("Pico: an output's resistance, ohm"),
        N_("RP2040 data sheet: 0.5 V at 4 mA, as MicroPython sets it"),
    ),
    "pico_setup_ns": Figure(
        20, "K", N_("Pico: MISO before its clock, ns"), N_("RP2040: two clocks of its input synchroniser, and some")
    ),
    # gates, at 3.3 V
    "gate_input_pf": Figure(4, "V", N_("a gate: input, pF"), N_("74HC125, 74LVC125, 74LVC244, 74HC595: 3.5 to 4 pF")),
    "gate_off_pf": Figure(
        8, "K", N_("a gate: output that is off, pF"), N_("an output of a 74xx125 that is switched off")
    ),
    "hc125_ns": Figure(54, "C", N_("74HC125: delay, ns"), N_("74HC125: 125 ns at 2 V, 25 ns at 4.5 V, over 1/V")),
    "hc125_ohm": Figure(100, "K", N_("74HC125: resistance, ohm"), N_("74HC125 at 3.3 V")),
    "lvc125_ns": Figure(4.8, "K", N_("74LVC125: delay, ns"), N_("74LVC125 data sheet, 3.0 to 3.6 V")),
    "lvc244_ns": Figure(5.9, "K", N_("74LVC244: delay, ns"), N_("74LVC244 data sheet, 3.0 to 3.6 V")),
    "lvc_ohm": Figure(23, "K", N_("74LVC: resistance, ohm"), N_("0.55 V at 24 mA, 74LVC244 data sheet")),
    "series_ohm": Figure(33, "C", N_("series resistor, ohm"), N_("resistor in each line of a segment, on the carrier")),
    # wires
    "cable_pf_m": Figure(
        50, "K", N_("cable, pF per m"), N_("flat cable of 1.27 mm, neighbours at rest: 45 to 66 pF/m")
    ),
    "cable_ns_m": Figure(5, "K", N_("cable, ns per m"), N_("flat cable: 1.5 ns a foot")),
    "board_pf": Figure(
        30, "K", N_("carrier or breadboard, pF"), N_("traces of the carrier, or rows of a breadboard, of one line")
    ),
}


def fact(name: str) -> float:
    """Return the value of a fact."""
    return FACTS[name].value


@dataclass(frozen=True)
class Limit:
    """A limit on the bus clock, at `hz`."""

    key: str  # "chip", "miso", "round_trip" or "clock"
    hz: int


@dataclass(frozen=True)
class SpiLoad:
    """The readers' bus: loads in pF, times in ns, clocks in Hz."""

    readers: int
    hz: int  # clock of the table's description
    miso_pf: float  # load of the selected reader's output
    miso_most_pf: float  # the most it may drive at `hz`
    bus_pf: float  # load of its gate; 0 without gates
    sck_pf: float  # load of the segment with the most readers; of all readers without segments
    pico_pf: float  # load of the Pico's own SCK
    rise_ns: float  # an edge of SCK at a reader
    round_trip_ns: float  # from the falling edge of the Pico's SCK to valid data at its MISO
    half_ns: float  # half a bit at `hz`
    limits: tuple[Limit, ...]  # the slowest first

    @property
    def most_hz(self) -> int:
        """The fastest clock within all limits."""
        return self.limits[0].hz

    @property
    def binds(self) -> str:
        """The key of the slowest limit."""
        return self.limits[0].key

    @property
    def legal(self) -> bool:
        """Whether the bus is within its limits."""
        return self.hz <= self.most_hz

    @property
    def reserve(self) -> float:
        """Fastest clock over actual clock; below 1 the bus is outside its limits."""
        return self.most_hz / self.hz


def spi(table: Description) -> SpiLoad | None:
    """Return the load of the readers' bus; None where there are no readers."""
    if not table.zones:
        return None
    return load(
        [zone["reader"] for zone in table.zones],
        _fullest(table),
        table.config["spi"]["hz"],
        table.build.cable_mm / 1000,
        table.build.on == "carrier",
        table.build.buffers,
        _shifts(table.config),
    )


def _fullest(table: Description) -> int:
    """Return the number of readers in the fullest segment."""
    if table.build.on != "carrier":
        return len(table.zones)
    return max(Counter(zone["cs"] // PER_SEGMENT for zone in table.zones).values())


def _shifts(config: dict[str, Any]) -> int:
    """Return the number of 74HC595 on the bus."""
    if config["select"].get("latch") is None:
        return 0
    return max(zone["cs"] for zone in config["zones"]) // 8 + 1


def load(
    kinds: list[str], segment: int, hz: int, cable_m: float, carrier: bool, buffers: bool, shifts: int = 0
) -> SpiLoad:
    """Return the load of a bus of readers of these kinds, each at the end of its own cable.

    With `carrier`, each segment of `segment` readers has gates for SCK and MOSI. With `buffers`,
    each MISO has a gate at the near end of its cable, which its reader's NSS enables; without them
    there is one reader.
    """
    readers = len(kinds)
    cable_pf = cable_m * fact("cable_pf_m")
    cable_ns = cable_m * fact("cable_ns_m")
    pico_pf = fact("pico_input_pf")

    # MISO: its own cable first, then the gate or the Pico.
    own = cable_pf + fact("module_pf")
    if buffers:
        miso = own + fact("gate_input_pf")
        bus = fact("board_pf") + pico_pf + (readers - 1) * fact("gate_off_pf")
        gate_ns = fact("lvc125_ns" if carrier else "hc125_ns")
        gate_ns += _edge(fact("lvc_ohm" if carrier else "hc125_ohm"), bus)
    else:
        miso = own + pico_pf
        bus = gate_ns = 0.0

    # SCK, and MOSI likewise.
    chips = [{name: each.value for name, each in parts.reader(kind).bus.items()} for kind in set(kinds)]

    def most(name: str) -> float:
        return max(chip[name] for chip in chips)

    segment_pf = segment * (own + most("input_pf"))
    on_board = fact("board_pf") + shifts * fact("gate_input_pf")
    if carrier:
        segments = -(-readers // segment)
        pico = on_board + segments * fact("gate_input_pf")
        rise = _edge(fact("lvc_ohm") + fact("series_ohm"), segment_pf)
        out_ns = _edge(fact("pico_output_ohm"), pico) + fact("lvc244_ns")
    else:
        pico = on_board + segment_pf
        segment_pf = pico
        rise = _edge(fact("pico_output_ohm"), pico)
        out_ns = 0.0

    trip = (
        out_ns
        + rise
        + cable_ns
        + most("valid_ns")
        + _edge(most("output_ohm"), miso)
        + cable_ns
        + gate_ns
        + fact("pico_setup_ns")
    )
    product = min(chip["miso_pf"] * chip["hz"] for chip in chips)
    # SCK must be high and low for long enough; MOSI must come in time through the slower gate.
    half = max(most("half_ns"), most("setup_ns") + fact("lvc244_ns")) + rise
    limits = [
        Limit("chip", int(min(chip["hz"] for chip in chips))),
        Limit("miso", int(product / miso)),
        Limit("round_trip", int(1e9 / (2 * trip))),
        Limit("clock", int(1e9 / (2 * half))),
    ]
    return SpiLoad(
        readers,
        hz,
        miso,
        product / hz,
        bus,
        segment_pf,
        pico,
        rise,
        trip,
        5e8 / hz,
        tuple(sorted(limits, key=lambda limit: limit.hz)),
    )


def _edge(ohm: float, pf: float) -> float:
    """Return the time in ns that a line needs to change its level."""
    return _EDGE * ohm * pf / 1000
