"""The wiring of a table: its parts, and the nets that join their pins.

All of it follows from the table's description, for every description that the board accepts. A
reader's select, reset, BUSY and IRQ lines are the same on a breadboard and on the carrier
(carrier.py). They differ in three points: wires go straight to the module, or to a connector; the
3.3 V comes from the Pico, or from a regulator; the carrier's parts have fixed names. power.py
checks whether the Pico can supply enough.
"""

from typing import Any

from tierce_plans import carrier, circuit
from tierce_plans.circuit import Jumper, Net, Part, Wiring, gpio
from tierce_plans.kinds import PICO_GROUNDS
from tierce_plans.parts import reader as part_of
from tierce_plans.power import USB_MA
from tierce_tools.description.descriptions import Description

_made: dict[str, Wiring] = {}  # by what it follows from


def wiring(table: Description) -> Wiring:
    """Return the wiring of a table. Raises Trouble for a GPIO that is not on the edge."""
    key = repr((table.config, table.build))
    if key not in _made:
        w = Wiring(table)
        w.put("U1", "pico", " ".join(f"{pin}=GND" for pin in PICO_GROUNDS))
        (carrier.wire if w.carrier else _breadboard)(w)
        # Nets with a single pin need no wire: an unused rail, the free side of a jumper.
        w.joined = {name: pins for name, pins in w.joined.items() if len(pins) > 1}
        if len(_made) > 32:
            _made.clear()
        _made[key] = w
    return _made[key]


def parts(table: Description) -> list[Part]:
    """Return the parts of a table in the order of adding, the Pico first."""
    return list(wiring(table).parts.values())


def nets(table: Description) -> list[Net]:
    """Return the nets of a table; each pin is in one net at most, unused pins are in none."""
    return [Net(name, tuple(pins)) for name, pins in wiring(table).joined.items()]


def jumpers(table: Description) -> list[Jumper]:
    """Return the carrier's jumpers as a table sets them; none on a breadboard."""
    return list(wiring(table).jumpers)


# --- on a breadboard


def _breadboard(w: Wiring) -> None:
    table = w.table
    # These names are the same on every table: U1 the Pico; J1, F1, D1, D2 and C1 the supply.
    for group in ("U", "D", "D"):
        w.ref(group)
    zones = circuit.readers(w)
    usb = table.build.supply_ma <= USB_MA
    if usb:
        w.join("5V", "U1.VBUS")
    else:
        circuit.supply(w, "J1")
    w.join("3V3", "U1.3V3")
    if zones:
        for line in ("sck", "mosi", "miso"):
            w.join(line.upper(), gpio(table.config["spi"][line]))
        _selection(w, zones)
    for k, zone in zones.items():
        own = f"MISO{k}" if table.build.buffers else "MISO"
        nets = {line: line for line in ("GND", "3V3", "5V", "SCK", "MOSI")}
        nets |= {"MISO": own, "NSS": f"NSS{k}"}
        # A reset line that nothing drives must not float.
        nets["RST"] = f"RST{k}" if f"RST{k}" in w.joined else "3V3"
        nets |= {line: f"{line}{k}" for line in ("BUSY", "IRQ") if f"{line}{k}" in w.joined}
        circuit.reader(w, k, zone, nets)
    if zones and table.build.buffers:
        chips = [w.ref("U") for _ in range(-(-len(zones) // 4))]
        circuit.miso_buffers(w, "74hc125", chips, list(zones), "3V3")
        circuit.pull_down(w, w.ref("R"), "MISO")
        # The MISO of a reader that is not selected floats; a gate's input must not.
        circuit.networks(w, _networks(w, zones), "8x100k", "GND", "MISO", list(zones))
    if len(zones) > 1 and circuit.select_of(table)["by"] == "pins":
        # Until the program runs, the Pico pulls its pins low, which would select all readers.
        circuit.networks(w, _networks(w, zones), "8x10k", "3V3", "NSS", list(zones))
    leds = table.config.get("leds")
    if leds and usb:
        # The Pico's 3.3 V are too low for a light at 5 V (its part). Behind a silicon diode it has
        # about 4.3 V, and 3.0 V is enough; a few LEDs work well with that.
        w.put("LED1", "leds", "LED_SUPPLY LED_DIN GND", value=str(leds["count"]))
        w.join("LED_DATA", gpio(leds["pin"]))
        w.put(w.ref("D"), "1n4001", "LED_SUPPLY 5V", value="1N4001", role="leds")
        w.resistor(w.ref("R"), "330", "LED_DATA", "LED_DIN")
    elif leds:
        circuit.lights(w, w.ref("U"), w.ref("R"))
    circuit.screen(w)
    for pin, does in circuit.buttons(table):
        w.join(does.upper(), gpio(pin))
        w.put(w.ref("SW"), "button", f"{does.upper()} GND", role=does)
    if table.config.get("buzzer"):
        w.join("BUZZER", gpio(table.config["buzzer"]["pin"]))
        circuit.buzzer(w, w.ref("R"))
    circuit.scale(w)
    if table.config.get("scale"):
        w.join("SCALE_DT", gpio(table.config["scale"]["data"]))
        w.join("SCALE_SCK", gpio(table.config["scale"]["clock"]))


def _selection(w: Wiring, zones: dict[int, dict[str, Any]]) -> None:
    """Wire each reader's select, reset, BUSY and IRQ."""
    select = circuit.select_of(w.table)
    decoded = select["by"] == "hc138"
    if decoded:
        used = [zone["cs"] for zone in zones.values()]
        for i, pin in enumerate(select["address"]):
            w.join(f"A{i}", gpio(pin))
        stage = w.ref("U") if len(select["address"]) > 4 else ""
        w.join("EN", gpio(select["enable"]))
        chips = {block: w.ref("U") for block in circuit.groups(used, 8)}
        circuit.decoders(w, stage, chips, used, ("3V3", ""))
        w.resistor(w.ref("R"), "10k", "EN", "3V3")
        if select.get("latch") is not None:
            w.join("LATCH", gpio(select["latch"]))
            chain = [w.ref("U") for _ in range(max(used) // 8 + 1)]
            circuit.resets(w, chain, used, "3V3", ("SCK", "MOSI"), "LATCH")
    else:
        for k, zone in zones.items():
            w.join(f"NSS{k}", gpio(zone["cs"]))
            if zone.get("reset") is not None:
                w.join(f"RST{k}", gpio(zone["reset"]))
    for line in ("BUSY", "IRQ"):
        at: dict[int, list[int]] = {}  # GPIO -> readers
        for k, zone in zones.items():
            pin = (select if decoded else zone).get(line.lower())
            if pin is not None and line in part_of(zone["reader"]).lines:
                at.setdefault(pin, []).append(k)
        for pin, numbers in at.items():
            if len(numbers) == 1:  # nothing to join
                w.join(f"{line}{numbers[0]}", gpio(pin))
                continue
            name = line if len(at) == 1 else f"{line}_GP{pin}"
            w.join(name, gpio(pin))
            circuit.diodes(w, line, name, {k: w.ref("D") for k in numbers}, w.ref("R"))


def _networks(w: Wiring, zones: dict[int, dict[str, Any]]) -> list[str]:
    """Return names for resistor networks, one for eight readers."""
    return [w.ref("RN") for _ in range(-(-len(zones) // 8))]
