"""A circuit: parts, the nets that join their pins, and the pieces that every table is built from.

Breadboard (wiring.py) and carrier (carrier.py) use the same pieces.

A pin has the name that is printed on the part (its number is in kinds.py). Names of nets: 5V, GND,
3V3 (from the Pico), 3V3R (from a regulator), SCK, MOSI, MISO, and with a reader's number NSS1,
BUSY1, RST1, IRQ1, MISO1. On the carrier a reader has the number of its connector, cs + 1; on a
breadboard readers are numbered in the order of the zones.
"""

from dataclasses import dataclass, field
from typing import Any

from tierce_plans.kinds import KINDS, ON_EDGE, OUTPUTS_595, READER_PINS
from tierce_tools.description.tables import Table
from tierce_tools.trouble import Trouble

# Entry of a screen in the description -> its pin, and the net.
SCREEN_PINS = {
    "oled": {"sda": ("SDA", "SDA"), "scl": ("SCL", "SCL")},
    "epaper": {
        "sck": ("CLK", "EPD_CLK"),
        "mosi": ("DIN", "EPD_DIN"),
        "cs": ("CS", "EPD_CS"),
        "dc": ("DC", "EPD_DC"),
        "reset": ("RST", "EPD_RST"),
        "busy": ("BUSY", "EPD_BUSY"),
    },
}


@dataclass(frozen=True, order=True)
class Pin:
    """A pin of a part, by its printed name."""

    part: str
    pin: str


@dataclass(frozen=True)
class Net:
    """Pins that are connected with each other."""

    name: str
    pins: tuple[Pin, ...]


@dataclass(frozen=True)
class Part:
    """A part. `role` is its purpose if not obvious: the zone of a reader, the use of a button."""

    ref: str
    kind: str  # a key of kinds.KINDS
    value: str = ""  # "10k", the number of LEDs
    role: str = ""
    cable: bool = False  # it is on a cable, off the carrier


@dataclass(frozen=True)
class Jumper:
    """A pin header on the carrier that gives a GPIO one of several uses."""

    ref: str
    net: str  # the switched net: a GPIO of the Pico, or a pair of lines
    common: tuple[str, ...]  # pins of the header on that net
    uses: tuple[tuple[str, str], ...]  # the (pin, net) that it can be bridged to
    bridged: str  # the net that it is bridged to on this table; "" for none


@dataclass
class Wiring:
    """Builds a table's parts, nets and jumpers."""

    table: Table
    parts: dict[str, Part] = field(default_factory=dict[str, Part])
    joined: dict[str, list[Pin]] = field(default_factory=dict[str, list[Pin]])
    jumpers: list[Jumper] = field(default_factory=list[Jumper])
    _counts: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def carrier(self) -> bool:
        """Whether it is on the carrier board."""
        return self.table.build.on == "carrier"

    def ref(self, group: str) -> str:
        """Return the next name of a group: U, D, R..."""
        self._counts[group] = self._counts.get(group, 0) + 1
        return f"{group}{self._counts[group]}"

    def add(self, ref: str, kind: str, **more: Any) -> str:
        """Add a part and return its name."""
        assert ref not in self.parts, ref
        self.parts[ref] = Part(ref, kind, **more)
        return ref

    def join(self, net: str, *pins: str) -> None:
        """Join pins, given as "U1.GP5", to a net."""
        on = self.joined.setdefault(net, [])
        for each in pins:
            part, _, name = each.partition(".")
            pin = Pin(part, name)
            assert name in KINDS[self.parts[part].kind], each
            assert pin not in on, each
            on.append(pin)

    def two(self, ref: str, one: str, other: str) -> str:
        """Wire a part with two pins between two nets, its first pin to `one`."""
        first, second = KINDS[self.parts[ref].kind]
        self.join(one, f"{ref}.{first}")
        self.join(other, f"{ref}.{second}")
        return ref

    def resistor(self, ref: str, value: str, one: str, other: str) -> str:
        """Add a resistor between two nets."""
        return self.two(self.add(ref, "resistor", value=value), one, other)


def gpio(number: int) -> str:
    """Return the Pico's pin of a GPIO. Raises Trouble if there is none."""
    if number not in ON_EDGE:
        raise Trouble("hardware", "not_on_edge", number)
    return f"U1.GP{number}"


def select_of(table: Table) -> dict[str, Any]:
    """Return how readers are selected: by pins for a table without readers that does not say."""
    return table.config.get("select") or {"by": "pins"}


def chip(w: Wiring, ref: str, kind: str, supply: str, role: str = "") -> str:
    """Add a logic chip with its supply and a capacitor across it."""
    w.add(ref, kind, role=role)
    w.join(supply, f"{ref}.VCC")
    w.join("GND", f"{ref}.GND")
    w.two(w.add(f"C{100 + int(ref[1:])}", "cap100n", value="100n", role=ref), supply, "GND")
    return ref


def buffer(
    w: Wiring, ref: str, kind: str, gates: dict[int, tuple[str, str, str]], vcc: str
) -> None:
    """Wire the gates of a 74xx125: gate 0..3 -> (enable, input, output), each a net.

    The inputs of unused gates are tied, so that they do not float and draw current.
    """
    chip(w, ref, kind, vcc)
    for gate in range(4):
        enable, into, out = gates.get(gate, (vcc, "GND", ""))
        w.join(enable, f"{ref}.{gate + 1}OE")
        w.join(into, f"{ref}.{gate + 1}A")
        if out:
            w.join(out, f"{ref}.{gate + 1}Y")


def supply(w: Wiring, terminal: str) -> None:
    """Wire the 5 V input: fuse, clamp, bulk capacitor, and the diode to the Pico's VSYS.

    The clamp also conducts when plus and minus are swapped: about 1 V remains until the supply
    switches off or, if it can give enough current (Budget.blows), the fuse blows. The diode allows
    USB at the Pico at the same time (Pico data sheet, "Powering Pico").
    """
    w.add(terminal, "terminal2", role="supply")
    w.join("5V_IN", f"{terminal}.1")
    w.join("GND", f"{terminal}.2")
    w.two(w.add("F1", "fuse"), "5V_IN", "5V")
    w.two(w.add("D1", "tvs", value="SMBJ5.0A"), "5V", "GND")
    w.two(w.add("C1", "cap1000u", value="1000u"), "5V", "GND")
    w.two(w.add("D2", "1n5819", value="1N5819"), "VSYS", "5V")
    w.join("VSYS", "U1.VSYS")


def blocks(used: list[int]) -> list[int]:
    """Return the decoders, of eight outputs each, that the used outputs need."""
    return sorted({cs >> 3 for cs in used})


def decoders(
    w: Wiring, stage: str, others: dict[int, str], used: list[int], ends: tuple[str, str]
) -> None:
    """Wire the 74HC138 that decode an address into NSS lines; `used` are the cs of the readers.

    With a stage, the stage decodes A3 and A4 and enables the others, which decode A0 to A2. Without
    a stage (its name is ""), A3 selects one of two decoders. `ends`: the supply of the chips, and
    the suffix of the lines' names at the chips.
    """
    vcc, end = ends
    enable = f"EN{end}"
    if stage:
        chip(w, stage, "74hc138", vcc, "stage")
        w.join(f"A3{end}", f"{stage}.A")
        w.join(f"A4{end}", f"{stage}.B")
        w.join("GND", f"{stage}.C")
        w.join(enable, f"{stage}.G2A", f"{stage}.G2B")
        w.join(vcc, f"{stage}.G1")
    for block in blocks(used):
        ref = others[block]
        chip(w, ref, "74hc138", vcc, f"cs {8 * block}-{8 * block + 7}")
        for i, pin in enumerate("ABC"):
            w.join(f"A{i}{end}", f"{ref}.{pin}")
        if stage:
            w.join(f"STAGE{block}", f"{stage}.Y{block}", f"{ref}.G2A")
            w.join("GND", f"{ref}.G2B")
            w.join(vcc, f"{ref}.G1")
        else:
            a3 = f"A3{end}" if len(select_of(w.table)["address"]) > 3 else ""
            w.join(enable, f"{ref}.G2A")
            w.join((a3 or "GND") if block == 0 else "GND", f"{ref}.G2B")
            w.join(a3 if block else vcc, f"{ref}.G1")
        for cs in used:
            if cs >> 3 == block:
                w.join(f"NSS{number_of(w, cs)}", f"{ref}.Y{cs & 7}")


def resets(
    w: Wiring, refs: list[str], used: list[int], vcc: str, bus: tuple[str, str], latch: str
) -> None:
    """Wire the chain of 74HC595 for the readers' resets, on the readers' own bus.

    The board shifts as many bytes as the highest cs needs, with the byte of cs 0 to 7 last. So the
    first chip of the chain has cs 0 to 7, and bit 0 of a byte is QA. `bus`: its clock and data.
    """
    clock, data = bus
    for block in range(max(used) // 8 + 1):
        ref = chip(w, refs[block], "74hc595", vcc, f"cs {8 * block}-{8 * block + 7}")
        w.join(data, f"{ref}.SER")
        w.join(clock, f"{ref}.SRCLK")
        w.join(latch, f"{ref}.RCLK")
        w.join("GND", f"{ref}.OE")
        w.join(vcc, f"{ref}.SRCLR")
        for cs in used:
            if cs >> 3 == block:
                w.join(f"RST{number_of(w, cs)}", f"{ref}.{OUTPUTS_595[cs & 7]}")
        if block < max(used) // 8:
            data = f"CHAIN{block + 1}"
            w.join(data, f"{ref}.QH'")


def miso_buffers(w: Wiring, kind: str, refs: list[str], numbers: list[int], vcc: str) -> None:
    """Wire the MISO of each reader in `numbers` through a gate that its own NSS enables."""
    for block in sorted({(k - 1) // 4 for k in numbers}):
        gates = {
            (k - 1) % 4: (f"NSS{k}", f"MISO{k}", "MISO") for k in numbers if (k - 1) // 4 == block
        }
        buffer(w, refs[block], kind, gates, vcc)


def networks(
    w: Wiring, refs: list[str], value: str, common: str, line: str, numbers: list[int]
) -> None:
    """Pull a line of each reader to a net, by networks of eight resistors with a common pin."""
    for block in sorted({(k - 1) // 8 for k in numbers}):
        ref = w.add(refs[block], "network8", value=value, role=line)
        w.join(common, f"{ref}.1")
        for k in numbers:
            if (k - 1) // 8 == block:
                w.join(f"{line}{k}", f"{ref}.{2 + (k - 1) % 8}")


def diodes(w: Wiring, line: str, name: str, refs: dict[int, str], resistor: str) -> None:
    """Join BUSY or IRQ of readers, each by a diode with its cathode on the pulled-down line."""
    for k, ref in refs.items():
        w.two(w.add(ref, "bat85", role=f"{line}{k}"), name, f"{line}{k}")
    w.two(w.add(resistor, "resistor", value="10k", role=name), name, "GND")


def number_of(w: Wiring, cs: int) -> int:
    """Return the number of the reader at an output of the decoder."""
    if w.carrier:
        return cs + 1
    return [zone["cs"] for zone in w.table.zones].index(cs) + 1


def readers(w: Wiring) -> dict[int, dict[str, Any]]:
    """Return each reader's number and its zone."""
    if not w.carrier:
        return {i + 1: zone for i, zone in enumerate(w.table.zones)}
    return {zone["cs"] + 1: zone for zone in sorted(w.table.zones, key=lambda zone: zone["cs"])}


def has(zone: dict[str, Any], line: str) -> bool:
    """Whether a zone's reader has a line: an MFRC522 has no BUSY and takes no 5 V."""
    return line in READER_PINS[zone["reader"]]


def lights(w: Wiring, shifter: str, resistor: str) -> None:
    """Wire the LEDs' 5 V data gate, its resistor and a bulk capacitor."""
    buffer(w, shifter, "74ahct125", {0: ("GND", "LED_DATA", "LED_5V")}, "5V")
    w.resistor(resistor, "330", "LED_5V", "LED_DIN")
    w.two(w.add("C2", "cap1000u", value="1000u", role="leds"), "5V", "GND")


def load_cell(w: Wiring) -> None:
    """Wire the load cell of the scale to the HX711's channel A."""
    w.add("LC1", "loadcell", cable=w.carrier)
    for pin in KINDS["loadcell"]:
        w.join(f"CELL_{pin}", f"LC1.{pin}", f"HX1.{pin}")


def buttons(table: Table) -> list[tuple[int, str]]:
    """Return GPIO and use of each button, and of the safe pin if no button has it."""
    found = [
        (each["pin"], each.get("does") or f"seat{each['seat']}")
        for each in table.config.get("buttons") or ()
    ]
    safe = table.config.get("safe_pin")
    if safe is not None and safe not in [pin for pin, _ in found]:
        found.append((safe, "safe"))
    return found
