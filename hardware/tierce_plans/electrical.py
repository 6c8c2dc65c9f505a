"""The electrical load of a table's chips and cables, and the bus clock that it allows.

Every figure is a Fact with its source. Marks: V was read in the named source, C is computed here
from such figures, K is known but was not looked up, HW has to be measured on the bench.

A PN5180 on a cable is not guaranteed: its data sheet specifies MISO for 20 pF at 7 MHz. Two limits
are computed instead, and the slower one counts. The first is our own rule: the load may grow in
proportion to the bit time, so that a bit has the same shape as at 7 MHz with 20 pF. The second adds
up all delays of a bit on its way to the reader and back.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tierce_tools.base.texts import N_
from tierce_tools.description.descriptions import Table

PER_SEGMENT = 4  # readers behind one pair of gates for SCK and MOSI, on the carrier
_EDGE = 2.2  # an edge from 10 to 90 per cent, in time constants


@dataclass(frozen=True)
class Fact:
    """A figure and its source. The unit is in its name."""

    value: float
    mark: str  # V, C, K or HW
    name: str
    source: str


FACTS: dict[str, Fact] = {
    # the readers' pins
    "pn5180_hz": Fact(7e6, "V", N_("PN5180: clock, Hz"), N_("PN5180 data sheet rev. 4.0, section 11.4.1")),
    "pn5180_miso_pf": Fact(
        20, "V", N_("PN5180: load of MISO, pF"), N_("PN5180 data sheet rev. 4.0, table 136: the load that it drives")
    ),
    "pn5180_input_pf": Fact(5, "V", N_("PN5180: an input, pF"), N_("PN5180 data sheet rev. 4.0, table 135")),
    "pn5180_output_ohm": Fact(
        133, "C", N_("PN5180: MISO's resistance, ohm"), N_("0.4 V at 3 mA: PN5180 data sheet rev. 4.0, table 136")
    ),
    "pn5180_valid_ns": Fact(
        25, "V", N_("PN5180: MISO after SCK, ns"), N_("PN5180 data sheet rev. 4.0, table 137: SCK low to data out")
    ),
    "pn5180_setup_ns": Fact(25, "V", N_("PN5180: MOSI before SCK, ns"), N_("PN5180 data sheet rev. 4.0, table 137")),
    "pn5180_half_ns": Fact(
        72, "V", N_("PN5180: SCK high or low, ns"), N_("PN5180 data sheet rev. 4.0, table 137: SCK high, and SCK low")
    ),
    "mfrc522_hz": Fact(10e6, "K", N_("MFRC522: clock, Hz"), N_("MFRC522 data sheet")),
    "mfrc522_half_ns": Fact(50, "K", N_("MFRC522: SCK high or low, ns"), N_("MFRC522 data sheet")),
    "module_pf": Fact(5, "K", N_("a reader's board, pF"), N_("traces and header of a reader's board")),
    # the Pico's pins
    "pico_input_pf": Fact(
        10, "K", N_("Pico: an input, pF"), N_("a pin of the RP2040 with the Pico's trace and socket")
    ),
    "pico_output_ohm": Fact(
        125,
        "K",
        N_("Pico: an output's resistance, ohm"),
        N_("RP2040 data sheet: 0.5 V at 4 mA, as MicroPython sets it"),
    ),
    "pico_setup_ns": Fact(
        20, "K", N_("Pico: MISO before its clock, ns"), N_("RP2040: two clocks of its input synchroniser, and some")
    ),
    # gates, at 3.3 V
    "gate_input_pf": Fact(4, "V", N_("a gate: input, pF"), N_("74HC125, 74LVC125, 74LVC244, 74HC595: 3.5 to 4 pF")),
    "gate_off_pf": Fact(
        8, "K", N_("a gate: output that is off, pF"), N_("an output of a 74xx125 that is switched off")
    ),
    "hc125_ns": Fact(54, "C", N_("74HC125: delay, ns"), N_("74HC125: 125 ns at 2 V, 25 ns at 4.5 V, over 1/V")),
    "hc125_ohm": Fact(100, "K", N_("74HC125: resistance, ohm"), N_("74HC125 at 3.3 V")),
    "lvc125_ns": Fact(4.8, "K", N_("74LVC125: delay, ns"), N_("74LVC125 data sheet, 3.0 to 3.6 V")),
    "lvc244_ns": Fact(5.9, "K", N_("74LVC244: delay, ns"), N_("74LVC244 data sheet, 3.0 to 3.6 V")),
    "lvc_ohm": Fact(23, "K", N_("74LVC: resistance, ohm"), N_("0.55 V at 24 mA, 74LVC244 data sheet")),
    "series_ohm": Fact(33, "C", N_("series resistor, ohm"), N_("resistor in each line of a segment, on the carrier")),
    # wires
    "cable_pf_m": Fact(50, "K", N_("cable, pF per m"), N_("flat cable of 1.27 mm, neighbours at rest: 45 to 66 pF/m")),
    "cable_ns_m": Fact(5, "K", N_("cable, ns per m"), N_("flat cable: 1.5 ns a foot")),
    "board_pf": Fact(
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


def spi(table: Table) -> SpiLoad | None:
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


def _fullest(table: Table) -> int:
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
    segment_pf = segment * (own + fact("pn5180_input_pf"))
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
        + fact("pn5180_valid_ns")
        + _edge(fact("pn5180_output_ohm"), miso)
        + cable_ns
        + gate_ns
        + fact("pico_setup_ns")
    )
    slow = "pn5180" in kinds  # an MFRC522 is faster in all of this
    chip = "pn5180" if slow else "mfrc522"
    product = fact("pn5180_miso_pf") * fact("pn5180_hz")
    # SCK must be high and low for long enough; MOSI must come in time through the slower gate.
    half = max(fact(f"{chip}_half_ns"), fact("pn5180_setup_ns") + fact("lvc244_ns")) + rise
    limits = [
        Limit("chip", int(fact(f"{chip}_hz"))),
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
