"""The wiring of a table: its parts, and the nets that join their pins.

All of it follows from the table's description, for every description that the board accepts. A
reader's select, reset, BUSY and IRQ lines are the same on a breadboard and on the carrier
(carrier.py). They differ in three points: wires go straight to the module, or to a connector; the
3.3 V comes from the Pico, or from a regulator; the carrier's parts have fixed names. power.py
checks whether the Pico can supply enough.
"""

from functools import lru_cache
from typing import Any

from tierce_plans import carrier
from tierce_plans.circuit import (
    SCREEN_PINS,
    Jumper,
    Net,
    Part,
    Wiring,
    blocks,
    buttons,
    decoders,
    diodes,
    gpio,
    has,
    lights,
    load_cell,
    miso_buffers,
    networks,
    readers,
    resets,
    select_of,
    supply,
)
from tierce_plans.kinds import PICO_GROUNDS, READER_PINS
from tierce_plans.power import USB_MA
from tierce_tools.description.tables import Table


def wiring(table: Table) -> Wiring:
    """Return the wiring of a table. Raises Trouble for a GPIO that is not on the edge."""
    return _wiring(_Key(table))


class _Key:
    """A table as a cache key: its description is a dict, which cannot be one."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._text = repr((table.config, table.build))

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self._text == other._text


@lru_cache(maxsize=32)
def _wiring(key: _Key) -> Wiring:
    w = Wiring(key.table)
    w.add("U1", "pico")
    w.join("GND", *(f"U1.{pin}" for pin in PICO_GROUNDS))
    (carrier.wire if w.carrier else _breadboard)(w)
    # Nets with a single pin need no wire: an unused rail, the free side of a jumper.
    w.joined = {name: pins for name, pins in w.joined.items() if len(pins) > 1}
    return w


def parts(table: Table) -> list[Part]:
    """Return the parts of a table in the order of adding, the Pico first."""
    return list(wiring(table).parts.values())


def nets(table: Table) -> list[Net]:
    """Return the nets of a table; each pin is in one net at most, unused pins are in none."""
    return [Net(name, tuple(pins)) for name, pins in wiring(table).joined.items()]


def jumpers(table: Table) -> list[Jumper]:
    """Return the carrier's jumpers as a table sets them; none on a breadboard."""
    return list(wiring(table).jumpers)


# --- on a breadboard


def _breadboard(w: Wiring) -> None:
    table = w.table
    # These names are the same on every table: U1 the Pico; J1, F1, D1, D2 and C1 the supply.
    for group in ("U", "D", "D"):
        w.ref(group)
    zones = readers(w)
    usb = table.build.supply_ma <= USB_MA
    if usb:
        w.join("5V", "U1.VBUS")
    else:
        supply(w, "J1")
    w.join("3V3", "U1.3V3")
    if zones:
        bus = table.config["spi"]
        for line in ("sck", "mosi", "miso"):
            w.join(line.upper(), gpio(bus[line]))
        _selection(w, zones)
    for k, zone in zones.items():
        _reader(w, k, zone)
    if zones and table.build.buffers:
        chips = [w.ref("U") for _ in range(-(-len(zones) // 4))]
        miso_buffers(w, "74hc125", chips, list(zones), "3V3")
        w.resistor(w.ref("R"), "10k", "MISO", "GND")
        # The MISO of a reader that is not selected floats; a gate's input must not.
        networks(w, _networks(w, zones), "8x100k", "GND", "MISO", list(zones))
    if len(zones) > 1 and select_of(table)["by"] == "pins":
        # Until the program runs, the Pico pulls its pins low, which would select all readers.
        networks(w, _networks(w, zones), "8x10k", "3V3", "NSS", list(zones))
    _lights(w, usb)
    _others(w)


def _selection(w: Wiring, zones: dict[int, dict[str, Any]]) -> None:
    """Wire each reader's select, reset, BUSY and IRQ."""
    select = select_of(w.table)
    lines: dict[str, dict[int, list[int]]] = {"BUSY": {}, "IRQ": {}}  # line -> GPIO -> readers
    if select["by"] == "hc138":
        used = [zone["cs"] for zone in zones.values()]
        for i, pin in enumerate(select["address"]):
            w.join(f"A{i}", gpio(pin))
        stage = w.ref("U") if len(select["address"]) > 4 else ""
        w.join("EN", gpio(select["enable"]))
        decoders(w, stage, {block: w.ref("U") for block in blocks(used)}, used, ("3V3", ""))
        w.resistor(w.ref("R"), "10k", "EN", "3V3")
        if select.get("latch") is not None:
            w.join("LATCH", gpio(select["latch"]))
            chain = [w.ref("U") for _ in range(max(used) // 8 + 1)]
            resets(w, chain, used, "3V3", ("SCK", "MOSI"), "LATCH")
        for line, at in lines.items():
            heard = [k for k, zone in zones.items() if has(zone, line)]
            if heard and select.get(line.lower()) is not None:
                at[select[line.lower()]] = heard
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
            name = line if len(at) == 1 else f"{line}_GP{pin}"
            w.join(name, gpio(pin))
            diodes(w, line, name, {k: w.ref("D") for k in numbers}, w.ref("R"))


def _networks(w: Wiring, zones: dict[int, dict[str, Any]]) -> list[str]:
    """Return names for resistor networks, one for eight readers."""
    return [w.ref("RN") for _ in range(-(-len(zones) // 8))]


def _reader(w: Wiring, k: int, zone: dict[str, Any]) -> None:
    """Add a reader and the wires that go straight to it."""
    ref = w.add(f"RD{k}", zone["reader"], role=zone["zone"])
    names = READER_PINS[zone["reader"]]
    own = f"MISO{k}" if w.table.build.buffers else "MISO"
    goes = {"GND": "GND", "3V3": "3V3", "5V": "5V", "SCK": "SCK", "MOSI": "MOSI", "MISO": own}
    goes["NSS"] = f"NSS{k}"
    # A reset line that nothing drives must not float.
    goes["RST"] = f"RST{k}" if f"RST{k}" in w.joined else "3V3"
    for line in ("BUSY", "IRQ"):
        if f"{line}{k}" in w.joined:
            goes[line] = f"{line}{k}"
    for line, net in goes.items():
        if line in names:
            w.join(net, f"{ref}.{names[line]}")


def _lights(w: Wiring, usb: bool) -> None:
    """Wire the LEDs: behind a diode on USB, with a 5 V gate on a separate supply.

    A WS2812B needs 0.7 of its supply as high level (data sheet: VIH): 3.5 V at 5 V, more than the
    Pico's 3.3 V. Behind a silicon diode it has about 4.3 V, and 3.0 V is enough; a few LEDs work
    well with that.
    """
    leds = w.table.config.get("leds")
    if not leds:
        return
    w.add("LED1", "leds", value=str(leds["count"]))
    w.join("GND", "LED1.GND")
    w.join("LED_DIN", "LED1.DIN")
    w.join("LED_DATA", gpio(leds["pin"]))
    if usb:
        w.two(w.add(w.ref("D"), "1n4001", value="1N4001", role="leds"), "LED_SUPPLY", "5V")
        w.join("LED_SUPPLY", "LED1.5V")
        w.resistor(w.ref("R"), "330", "LED_DATA", "LED_DIN")
    else:
        w.join("5V", "LED1.5V")
        lights(w, w.ref("U"), w.ref("R"))


def _others(w: Wiring) -> None:
    """Wire the screen, the buttons, the buzzer and the scale."""
    config = w.table.config
    screen = config.get("screen")
    if screen:
        pins = SCREEN_PINS[screen["kind"]]
        w.add("DS1", screen["kind"], value=f"128x{screen['height']}" if "height" in screen else "")
        w.join("3V3", "DS1.VCC")
        w.join("GND", "DS1.GND")
        for key, (pin, net) in pins.items():
            w.join(net, f"DS1.{pin}", gpio(screen[key]))
    for pin, does in buttons(w.table):
        w.join(does.upper(), gpio(pin))
        w.two(w.add(w.ref("SW"), "button", role=does), does.upper(), "GND")
    if config.get("buzzer"):
        w.join("BUZZER", gpio(config["buzzer"]["pin"]))
        w.resistor(w.ref("R"), "220", "BUZZER", "BUZZER_OUT")
        w.two(w.add("BZ1", "buzzer"), "BUZZER_OUT", "GND")
    if config.get("scale"):
        w.add("HX1", "hx711")
        w.join("3V3", "HX1.VCC")
        w.join("GND", "HX1.GND")
        w.join("SCALE_DT", gpio(config["scale"]["data"]), "HX1.DT")
        w.join("SCALE_SCK", gpio(config["scale"]["clock"]), "HX1.SCK")
        load_cell(w)
