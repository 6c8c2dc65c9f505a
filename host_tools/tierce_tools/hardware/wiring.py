"""What a table is wired of: its parts, and the nets that join their pins.

All of it follows from the table's description, for any that the board accepts. How a reader is
selected, reset and heard is the same on a breadboard and on the carrier; what differs is where the
wires go (straight to the module, or to a connector), who feeds the 3.3 V, and that the carrier's
parts have fixed names: carrier.py.

A pin is named as it is printed on the part (kinds.py has its number). Names of nets: 5V, GND, 3V3
(of the Pico), 3V3R (of a regulator), SCK, MOSI, MISO, and with a reader's number NSS1, BUSY1,
RST1, IRQ1, MISO1. On the carrier a reader's number is that of its connector, cs + 1; on a
breadboard zones are counted as they are listed.
"""

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from tierce_tools.hardware.kinds import (
    GATES_244,
    KINDS,
    ON_EDGE,
    OUTPUTS_595,
    PICO_GROUNDS,
    READER_PINS,
)
from tierce_tools.hardware.tables import Table
from tierce_tools.trouble import Trouble

# The Pico's 3V3 pin gives 300 mA (data sheet); so many PN5180 at 20 mA PVDD leave 140 mA for a
# screen, logic and a field's first moment. More readers get a regulator of their own.
READERS_ON_PICO = 8
USB_MA = 500  # a supply of so much or less is the USB socket itself
_SEGMENT = 4  # readers on one stretch of clock and data: HARDWARE-FACTS, "SPI segment"


@dataclass(frozen=True, order=True)
class Pin:
    """A pin of a part, by its printed name."""

    part: str
    pin: str


@dataclass(frozen=True)
class Net:
    """Pins that are one copper."""

    name: str
    pins: tuple[Pin, ...]


@dataclass(frozen=True)
class Part:
    """A part. `role` is what it does where that is not plain: the zone of a reader, a button's."""

    ref: str
    kind: str  # a key of kinds.KINDS
    value: str = ""  # "10k", the number of LEDs
    role: str = ""
    cable: bool = False  # it hangs on a cable, off the carrier


@dataclass(frozen=True)
class Jumper:
    """A pin header on the carrier that gives a GPIO one of several uses."""

    ref: str
    net: str  # what is switched: a Pico's GPIO, or a pair of lines
    common: tuple[str, ...]  # pins of the header that carry it
    uses: tuple[tuple[str, str], ...]  # (pin, net) that it may be bridged to
    bridged: str  # the net that it is bridged to in this table; "" if to none


@dataclass
class Wiring:
    """A table's parts, nets and jumpers while they are put together."""

    table: Table
    parts: dict[str, Part] = field(default_factory=dict[str, Part])
    joined: dict[str, list[Pin]] = field(default_factory=dict[str, list[Pin]])
    jumpers: list[Jumper] = field(default_factory=list[Jumper])
    _numbers: dict[str, int] = field(default_factory=dict[str, int])

    @property
    def carrier(self) -> bool:
        """Whether it is on the carrier board."""
        return self.table.build.on == "carrier"

    def ref(self, group: str) -> str:
        """Return the next name of a group: U, D, R..."""
        self._numbers[group] = self._numbers.get(group, 0) + 1
        return f"{group}{self._numbers[group]}"

    def add(self, ref: str, kind: str, **more: Any) -> str:
        """Add a part; return its name."""
        assert ref not in self.parts, ref
        self.parts[ref] = Part(ref, kind, **more)
        return ref

    def join(self, net: str, *pins: str) -> None:
        """Join pins, each as "U1.GP5", with a net."""
        on = self.joined.setdefault(net, [])
        for each in pins:
            part, _, name = each.partition(".")
            pin = Pin(part, name)
            assert name in KINDS[self.parts[part].kind], each
            assert pin not in on, each
            on.append(pin)

    def two(self, ref: str, kind: str, one: str, other: str, value: str = "", role: str = "") -> str:
        """Add a part with two pins between two nets: its first listed pin on `one`."""
        self.add(ref, kind, value=value, role=role)
        first, second = KINDS[kind]
        self.join(one, f"{ref}.{first}")
        self.join(other, f"{ref}.{second}")
        return ref


def wiring(table: Table) -> Wiring:
    """Return the whole wiring of a table. Raises Trouble for a GPIO that is not on the edge."""
    return _wiring(_Key(table))


class _Key:
    """A table as a key: descriptions are dicts, which are none."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._text = repr((table.config, table.build))

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._text == other._text


@lru_cache(maxsize=32)
def _wiring(key: _Key) -> Wiring:
    from tierce_tools.hardware import carrier  # builds on what is here

    w = Wiring(key.table)
    w.add("U1", "pico")
    w.join("GND", *(f"U1.{pin}" for pin in PICO_GROUNDS))
    (carrier.wire if w.carrier else _breadboard)(w)
    return w


def parts(table: Table) -> list[Part]:
    """Return the parts of a table, as they were added: the Pico first."""
    return list(wiring(table).parts.values())


def nets(table: Table) -> list[Net]:
    """Return the nets of a table; each pin is in one net at most, what is not used in none."""
    return [Net(name, tuple(pins)) for name, pins in wiring(table).joined.items()]


def jumpers(table: Table) -> list[Jumper]:
    """Return the carrier's jumpers and how they are set for a table; none on a breadboard."""
    return list(wiring(table).jumpers)


def gpio(number: int) -> str:
    """Return the pin of the Pico that is a GPIO. Raises Trouble where none is."""
    if number not in ON_EDGE:
        raise Trouble("hardware", "not_on_edge", number)
    return f"U1.GP{number}"


def select_of(table: Table) -> dict[str, Any]:
    """Return how readers are selected; by pins where a table without readers does not say."""
    return table.config.get("select") or {"by": "pins"}


# --- what breadboard and carrier share


def chip(w: Wiring, ref: str, kind: str, supply: str, role: str = "") -> str:
    """Add a logic chip with its supply and a capacitor across it."""
    w.add(ref, kind, role=role)
    w.join(supply, f"{ref}.VCC")
    w.join("GND", f"{ref}.GND")
    w.two(f"C{100 + int(ref[1:])}", "cap100n", supply, "GND", "100n", ref)
    return ref


def buffer(w: Wiring, ref: str, kind: str, gates: dict[int, tuple[str, str, str]], vcc: str) -> None:
    """Wire the gates of a 74xx125: gate 0..3 -> (enable, input, output), each a net.

    Inputs of gates that nobody uses are tied, so that they do not swing and draw current.
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

    The clamp also conducts when plus and minus are swapped, and the fuse blows. Through the diode
    the Pico may hang on USB at the same time (Pico data sheet, "Powering Pico").
    """
    w.add(terminal, "terminal2", role="supply")
    w.join("5V_IN", f"{terminal}.1")
    w.join("GND", f"{terminal}.2")
    w.two("F1", "fuse", "5V_IN", "5V")
    w.two("D1", "tvs", "5V", "GND", "SMBJ5.0A")
    w.two("C1", "cap1000u", "5V", "GND", "1000u")
    w.two("D2", "1n5819", "VSYS", "5V", "1N5819")
    w.join("VSYS", "U1.VSYS")


def regulator(w: Wiring, ref: str, before: str, after: str) -> None:
    """Wire a 3.3 V regulator from 5V to 3V3R, with its capacitors."""
    w.add(ref, "ams1117", role="3V3R")
    w.join("5V", f"{ref}.VI")
    w.join("3V3R", f"{ref}.VO")
    w.join("GND", f"{ref}.GND")
    w.two(before, "cap22u", "5V", "GND", "22u", ref)
    w.two(after, "cap22u", "3V3R", "GND", "22u", ref)


def decoders(w: Wiring, stage: str, others: list[str], used: list[int]) -> None:
    """Wire the 74HC138 that turn an address into NSS lines; `used` are the cs of the readers.

    With a stage, it decodes A3 and A4 and enables the others, which decode A0 to A2. Without one
    ("" as its name), two of them tell each other apart by A3.
    """
    address = len(select_of(w.table)["address"])
    w.join("EN", gpio(select_of(w.table)["enable"]))
    for i, pin in enumerate(select_of(w.table)["address"]):
        w.join(f"A{i}", gpio(pin))
    if stage:
        chip(w, stage, "74hc138", "3V3", "stage")
        w.join("A3", f"{stage}.A")
        w.join("A4", f"{stage}.B")
        w.join("GND", f"{stage}.C")
        w.join("EN", f"{stage}.G2A", f"{stage}.G2B")
        w.join("3V3", f"{stage}.G1")
    for block in sorted({cs >> 3 for cs in used}):
        ref = others[block]
        chip(w, ref, "74hc138", "3V3", f"cs {8 * block}-{8 * block + 7}")
        for i, pin in enumerate("ABC"):
            w.join(f"A{i}", f"{ref}.{pin}")
        if stage:
            w.join(f"STAGE{block}", f"{stage}.Y{block}", f"{ref}.G2A")
            w.join("GND", f"{ref}.G2B")
            w.join("3V3", f"{ref}.G1")
        else:
            w.join("EN", f"{ref}.G2A")
            w.join("A3" if block == 0 and address > 3 else "GND", f"{ref}.G2B")
            w.join("A3" if block else "3V3", f"{ref}.G1")
        for cs in used:
            if cs >> 3 == block:
                w.join(f"NSS{number_of(w, cs)}", f"{ref}.Y{cs & 7}")


def resets(w: Wiring, refs: list[str], used: list[int]) -> None:
    """Wire the chain of 74HC595 whose outputs let the readers run, on the readers' own bus.

    The board shifts as many bytes as its highest cs needs, that of cs 0 to 7 last: so the first
    chip of the chain has those, and bit 0 of a byte is QA.
    """
    w.join("LATCH", gpio(select_of(w.table)["latch"]))
    data = "MOSI"
    for block in range(max(used) // 8 + 1):
        ref = chip(w, refs[block], "74hc595", "3V3", f"cs {8 * block}-{8 * block + 7}")
        w.join(data, f"{ref}.SER")
        w.join("SCK", f"{ref}.SRCLK")
        w.join("LATCH", f"{ref}.RCLK")
        w.join("GND", f"{ref}.OE")
        w.join("3V3", f"{ref}.SRCLR")
        for cs in used:
            if cs >> 3 == block:
                w.join(f"RST{number_of(w, cs)}", f"{ref}.{OUTPUTS_595[cs & 7]}")
        if block < max(used) // 8:
            data = f"CHAIN{block + 1}"
            w.join(data, f"{ref}.QH'")


def miso_buffers(w: Wiring, kind: str, refs: list[str], readers: list[int]) -> None:
    """Wire each reader's MISO through a gate that its own NSS opens. `readers`: their numbers."""
    for block in sorted({(k - 1) // 4 for k in readers}):
        gates = {
            (k - 1) % 4: (f"NSS{k}", f"MISO{k}", "MISO") for k in readers if (k - 1) // 4 == block
        }
        buffer(w, refs[block], kind, gates, "3V3")


def segments(w: Wiring, refs: list[str], numbers: list[int]) -> None:
    """Drive clock and data of four readers at a time from a pair of 74LVC244 gates, 33 ohm each."""
    used = sorted({(k - 1) // _SEGMENT for k in numbers})
    for block in sorted({segment // 4 for segment in used}):
        ref = chip(w, refs[block], "74lvc244", "3V3")
        w.join("GND", f"{ref}.1OE", f"{ref}.2OE")
        for gate, (into, out) in enumerate(GATES_244):
            segment, line = 4 * block + gate // 2, ("SCK", "MOSI")[gate % 2]
            if segment not in used:
                w.join("GND", f"{ref}.{into}")
                continue
            w.join(line, f"{ref}.{into}")
            w.join(f"{line}_D{segment + 1}", f"{ref}.{out}")
            resistor = f"R{(21 if line == 'SCK' else 31) + segment}"
            end = f"{line}_S{segment + 1}"
            w.two(resistor, "resistor", f"{line}_D{segment + 1}", end, "33")


def joined(w: Wiring, line: str, pin: int | None, numbers: list[int], name: str) -> None:
    """Join BUSY or IRQ of readers through a diode each, and pull the joined line down."""
    first = {"BUSY": 11, "IRQ": 41}[line]
    if pin is not None:
        w.join(name, gpio(pin))
    for k in numbers:
        ref = f"D{first + k - 1}" if w.carrier else f"D{10 + len(w.parts)}"
        w.add(ref, "bat85", role=f"{line}{k}")
        w.join(f"{line}{k}", f"{ref}.A")
        w.join(name, f"{ref}.K")


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
    """Tell whether a zone's reader has a line: an MFRC522 has no BUSY and takes no 5 V."""
    return line in READER_PINS[zone["reader"]]


def lights(w: Wiring, shifter: str, data: str, end: str, out: str) -> None:
    """Wire a 5 V gate for the LEDs' data, a resistor and a bulk capacitor. `out`: the last net."""
    buffer(w, shifter, "74ahct125", {0: ("GND", data, "LED_5V")}, "5V")
    w.two(end, "resistor", "LED_5V", out, "330")
    w.two("C2", "cap1000u", "5V", "GND", "1000u", "leds")


def load_cell(w: Wiring, ref: str) -> None:
    """Wire the load cell of the scale to the HX711's channel A."""
    w.add(ref, "loadcell", cable=w.carrier)
    for pin in KINDS["loadcell"]:
        w.join(f"CELL_{pin}", f"{ref}.{pin}", f"HX1.{pin}")


# --- on a breadboard


def _breadboard(w: Wiring) -> None:
    table = w.table
    for group in ("U", "J"):
        w.ref(group)  # U1 is the Pico, J1 the supply
    usb = table.build.supply_ma <= USB_MA
    if usb:
        w.join("5V", "U1.VBUS")
    else:
        supply(w, "J1")
    w.join("3V3", "U1.3V3")
    zones = readers(w)
    logic = "3V3"
    if len(zones) > READERS_ON_PICO:
        logic = "3V3R"
    if zones:
        bus = table.config["spi"]
        for line in ("sck", "mosi", "miso"):
            w.join(line.upper(), gpio(bus[line]))
    _selection(w, zones)
    for k, zone in zones.items():
        _reader(w, k, zone, logic)
    if zones and table.build.buffers:
        chips = [w.ref("U") for _ in range(-(-len(zones) // 4))]
        miso_buffers(w, "74hc125", chips, list(zones))
        w.two(w.ref("R"), "resistor", "MISO", "GND", "10k")
    if logic == "3V3R":
        regulator(w, w.ref("U"), "C3", "C4")
    _others(w, usb)


def _reader(w: Wiring, k: int, zone: dict[str, Any], logic: str) -> None:
    """Add a reader with the wires that go straight to it."""
    ref = w.add(f"RD{k}", zone["reader"], role=zone["zone"])
    names = READER_PINS[zone["reader"]]
    own = f"MISO{k}" if w.table.build.buffers else "MISO"
    goes = {"GND": "GND", "3V3": logic, "5V": "5V", "SCK": "SCK", "MOSI": "MOSI", "MISO": own}
    goes["NSS"] = f"NSS{k}"
    # Nobody holds it in reset: it must not float.
    goes["RST"] = f"RST{k}" if f"RST{k}" in w.joined else "3V3"
    for line in ("BUSY", "IRQ"):
        if f"{line}{k}" in w.joined:
            goes[line] = f"{line}{k}"
    for line, net in goes.items():
        if line in names:
            w.join(net, f"{ref}.{names[line]}")


def _selection(w: Wiring, zones: dict[int, dict[str, Any]]) -> None:
    """Wire what selects, resets and hears each reader."""
    select = select_of(w.table)
    if not zones:
        return
    lines: dict[str, dict[int, list[int]]] = {"BUSY": {}, "IRQ": {}}
    if select["by"] == "hc138":
        used = [zone["cs"] for zone in zones.values()]
        stage = w.ref("U") if len(select["address"]) > 4 else ""
        decoders(w, stage, [w.ref("U") for _ in range(max(used) // 8 + 1)], used)
        w.two(w.ref("R"), "resistor", "EN", "3V3", "10k")
        if select.get("latch") is not None:
            resets(w, [w.ref("U") for _ in range(max(used) // 8 + 1)], used)
        for line, at in lines.items():
            if select.get(line.lower()) is not None:
                at[select[line.lower()]] = [k for k, zone in zones.items() if has(zone, line)]
    else:
        for k, zone in zones.items():
            w.join(f"NSS{k}", gpio(zone["cs"]))
            if zone.get("reset") is not None:
                w.join(f"RST{k}", gpio(zone["reset"]))
            for line, at in lines.items():
                if zone.get(line.lower()) is not None and has(zone, line):
                    at.setdefault(zone[line.lower()], []).append(k)
    for line, at in lines.items():
        for pin, numbers in at.items():
            if len(numbers) == 1:  # nothing to join
                w.join(f"{line}{numbers[0]}", gpio(pin))
                continue
            if not numbers:
                continue
            name = line if len(at) == 1 else f"{line}_GP{pin}"
            w.join(name, gpio(pin))
            for k in numbers:
                ref = w.add(w.ref("D1" if line == "BUSY" else "D2"), "bat85", role=f"{line}{k}")
                w.join(f"{line}{k}", f"{ref}.A")
                w.join(name, f"{ref}.K")
            w.two(w.ref("R"), "resistor", name, "GND", "10k", line)


def _others(w: Wiring, usb: bool) -> None:
    """Wire lights, screen, buttons, buzzer and scale."""
    config = w.table.config
