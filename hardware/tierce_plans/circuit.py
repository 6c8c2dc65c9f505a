"""A circuit: parts, the nets that join their pins, and the pieces that every table is built from.

Breadboard (wiring.py) and carrier (carrier.py) use the same pieces.

A pin has the name that is printed on the part (its number is in kinds.py). Names of nets: 5V, GND,
3V3 (from the Pico), 3V3R (from a regulator), SCK, MOSI, MISO, and with a reader's number NSS1,
BUSY1, RST1, IRQ1, MISO1. On the carrier a reader has the number of its connector, cs + 1; on a
breadboard readers are numbered in the order of the zones.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tierce_plans import parts
from tierce_plans.kinds import KINDS, ON_EDGE, OUTPUTS_595
from tierce_tools.base.trouble import Trouble
from tierce_tools.description.descriptions import Description

# Ohm, at lines that the Pico reads while nobody drives them; checks.py compares it with what the chip allows.
PULL_DOWN = 4700


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

    table: Description
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

    def put(self, ref: str, kind: str, nets: str = "", **more: Any) -> str:
        """Add a part on its nets: each as "pin=net", or those of the first pins in order."""
        assert ref not in self.parts, ref
        self.parts[ref] = Part(ref, kind, **more)
        names = iter(KINDS[kind])
        for each in nets.split():
            pin, _, net = each.rpartition("=")
            self.join(net, f"{ref}.{pin or next(names)}")
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

    def resistor(self, ref: str, value: str, one: str, other: str) -> None:
        """Add a resistor between two nets."""
        self.put(ref, "resistor", f"{one} {other}", value=value)

    def chip(self, ref: str, kind: str, vcc: str, nets: str, role: str = "") -> None:
        """Add a logic chip with its supply, and a capacitor across it."""
        self.put(ref, kind, f"VCC={vcc} GND=GND {nets}", role=role)
        self.put(f"C{100 + int(ref[1:])}", "cap100n", f"{vcc} GND", value="100n", role=ref)


def gpio(number: int) -> str:
    """Return the Pico's pin of a GPIO. Raises Trouble if there is none."""
    if number not in ON_EDGE:
        raise Trouble(
            "hardware.not_on_edge", "GPIO {pin} is not on a Pico's edge; there are 0 to 22 and 26 to 28", pin=number
        )
    return f"U1.GP{number}"


def select_of(table: Description) -> dict[str, Any]:
    """Return how readers are selected: by pins for a table without readers that does not say."""
    return table.config.get("select") or {"by": "pins"}


def groups(numbers: Iterable[int], size: int) -> dict[int, list[int]]:
    """Return numbers by their group of that many: those of a chip, a network, a segment."""
    found: dict[int, list[int]] = {}
    for each in sorted(numbers):
        found.setdefault(each // size, []).append(each)
    return found


def buffer(w: Wiring, ref: str, kind: str, gates: Mapping[int, Sequence[str]], vcc: str) -> None:
    """Wire the gates of a 74xx125: gate 0..3 -> (enable, input, output), each a net.

    The inputs of unused gates are tied, so that they do not float and draw current.
    """
    nets = ""
    for gate in range(4):
        lines = zip(("OE", "A", "Y"), gates.get(gate, (vcc, "GND")), strict=False)
        nets += " ".join(f"{gate + 1}{pin}={net}" for pin, net in lines) + " "
    w.chip(ref, kind, vcc, nets)


def supply(w: Wiring, terminal: str) -> None:
    """Wire the 5 V input: fuse, clamp, bulk capacitor, and the diode to the Pico's VSYS.

    The clamp also conducts when plus and minus are swapped: about 1 V remains until the supply
    switches off or, if it can give enough current (Budget.blows), the fuse blows. The diode allows
    USB at the Pico at the same time (Pico data sheet, "Powering Pico").
    """
    w.put(terminal, "terminal2", "5V_IN GND", role="supply")
    w.put("F1", "fuse", "5V_IN 5V")
    w.put("D1", "tvs", "5V GND", value="SMBJ5.0A")
    w.put("C1", "cap1000u", "5V GND", value="1000u")
    w.put("D2", "1n5819", "VSYS 5V", value="1N5819")
    w.join("VSYS", "U1.VSYS")


def decoders(w: Wiring, stage: str, others: dict[int, str], used: list[int], ends: tuple[str, str]) -> None:
    """Wire the 74HC138 that decode an address into NSS lines; `used` are the cs of the readers.

    With a stage, the stage decodes A3 and A4 and enables the others, which decode A0 to A2. Without
    a stage (its name is ""), A3 selects one of two decoders. `ends`: the supply of the chips, and
    the suffix of the lines' names at the chips.
    """
    vcc, end = ends
    if stage:
        outs = " ".join(f"Y{block}=STAGE{block}" for block in groups(used, 8))
        w.chip(stage, "74hc138", vcc, f"A=A3{end} B=A4{end} C=GND G2A=EN{end} G2B=EN{end} G1={vcc} {outs}", "stage")
    a3 = f"A3{end}" if len(select_of(w.table)["address"]) > 3 else "GND"
    for block, outputs in groups(used, 8).items():
        if stage:
            enables = f"G2A=STAGE{block} G2B=GND G1={vcc}"
        else:
            enables = f"G2A=EN{end} " + (f"G2B=GND G1={a3}" if block else f"G2B={a3} G1={vcc}")
        outs = " ".join(f"Y{cs & 7}=NSS{number_of(w, cs)}" for cs in outputs)
        w.chip(
            others[block],
            "74hc138",
            vcc,
            f"A=A0{end} B=A1{end} C=A2{end} {enables} {outs}",
            f"cs {8 * block}-{8 * block + 7}",
        )


def resets(w: Wiring, refs: list[str], used: list[int], vcc: str, bus: tuple[str, str], latch: str) -> None:
    """Wire the chain of 74HC595 for the readers' resets, on the readers' own bus.

    The board shifts as many bytes as the highest cs needs, with the byte of cs 0 to 7 last. So the
    first chip of the chain has cs 0 to 7, and bit 0 of a byte is QA. `bus`: its clock and data.
    """
    clock, data = bus
    last = max(used) // 8
    for block in range(last + 1):
        outs = [f"{OUTPUTS_595[cs & 7]}=RST{number_of(w, cs)}" for cs in groups(used, 8).get(block, ())]
        outs += [f"QH'=CHAIN{block + 1}"] if block < last else []
        w.chip(
            refs[block],
            "74hc595",
            vcc,
            f"SER={data} SRCLK={clock} RCLK={latch} OE=GND SRCLR={vcc} {' '.join(outs)}",
            f"cs {8 * block}-{8 * block + 7}",
        )
        data = f"CHAIN{block + 1}"


def miso_buffers(w: Wiring, kind: str, refs: list[str], numbers: list[int], vcc: str) -> None:
    """Wire the MISO of each reader in `numbers` through a gate that its own NSS enables."""
    for block, mine in groups((k - 1 for k in numbers), 4).items():
        gates = {i % 4: (f"NSS{i + 1}", f"MISO{i + 1}", "MISO") for i in mine}
        buffer(w, refs[block], kind, gates, vcc)


def networks(w: Wiring, refs: list[str], value: str, common: str, line: str, numbers: list[int]) -> None:
    """Pull a line of each reader to a net, by networks of eight resistors with a common pin."""
    for block, mine in groups((k - 1 for k in numbers), 8).items():
        ends = " ".join(f"{2 + i % 8}={line}{i + 1}" for i in mine)
        w.put(refs[block], "network8", f"1={common} {ends}", value=value, role=line)


def diodes(w: Wiring, line: str, name: str, refs: dict[int, str], resistor: str) -> None:
    """Join BUSY or IRQ of readers, each by a diode with its cathode on the pulled-down line."""
    for k, ref in refs.items():
        w.put(ref, "bat85", f"{name} {line}{k}", role=f"{line}{k}")
    pull_down(w, resistor, name)


def pull_down(w: Wiring, ref: str, line: str) -> None:
    """Pull a line to GND that the Pico reads."""
    w.put(ref, "resistor", f"{line} GND", value=f"{PULL_DOWN / 1000:g}k", role=line)


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


def reader(w: Wiring, k: int, zone: dict[str, Any], nets: dict[str, str]) -> None:
    """Add a reader; `nets` has those of the lines that some reader has."""
    pins = parts.reader(zone["reader"]).lines
    w.put(
        f"RD{k}",
        zone["reader"],
        role=zone["zone"],
        cable=w.carrier,
        nets=" ".join(f"{pins[line]}={net}" for line, net in nets.items() if line in pins),
    )


def lights(w: Wiring, shifter: str, resistor: str) -> None:
    """Wire the LEDs behind a 5 V data gate with its resistor, and a bulk capacitor."""
    leds = w.table.config["leds"]
    w.put("LED1", "leds", "5V LED_DIN GND", value=str(leds["count"]), cable=w.carrier)
    w.join("LED_DATA", gpio(leds["pin"]))
    buffer(w, shifter, "74ahct125", {0: ("GND", "LED_DATA", "LED_5V")}, "5V")
    w.resistor(resistor, "330", "LED_5V", "LED_DIN")
    w.put("C2", "cap1000u", "5V GND", value="1000u", role="leds")


def screen(w: Wiring) -> None:
    """Wire the screen's module, where there is one."""
    config = w.table.config.get("screen")
    if config:
        w.put(
            "DS1",
            config["kind"],
            "VCC=3V3 GND=GND",
            cable=w.carrier,
            value=f"128x{config['height']}" if "height" in config else "",
        )
        for key, (pin, net) in parts.screen(config["kind"]).wires.items():
            w.join(net, f"DS1.{pin}", gpio(config[key]))


def scale(w: Wiring) -> None:
    """Wire the scale, where there is one: the amplifier, and the load cell to its channel A."""
    if w.table.config.get("scale"):
        cells = [f"{pin}=CELL_{pin}" for pin in KINDS["loadcell"]]
        w.put("HX1", "scale", f"VCC=3V3 SCK=SCALE_SCK DT=SCALE_DT GND=GND {' '.join(cells)}", cable=w.carrier)
        w.put("LC1", "loadcell", " ".join(cells), cable=w.carrier)


def buzzer(w: Wiring, resistor: str) -> None:
    """Wire the buzzer, where there is one, behind its resistor."""
    w.resistor(resistor, "220", "BUZZER", "BUZZER_OUT")
    if w.table.config.get("buzzer"):
        w.put("BZ1", "buzzer", "BUZZER_OUT GND", cable=w.carrier)


def buttons(table: Description) -> list[tuple[int, str]]:
    """Return GPIO and use of each button, and of the safe pin if no button has it."""
    found = [(each["pin"], each.get("does") or f"seat{each['seat']}") for each in table.config.get("buttons") or ()]
    safe = table.config.get("safe_pin")
    if safe is not None and safe not in [pin for pin, _ in found]:
        found.append((safe, "safe"))
    return found
