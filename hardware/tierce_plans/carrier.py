"""The carrier board of the club's table: the uses of each GPIO, and the wiring.

All tables use the same board, with the same part names; each board is fitted with the parts that
its table needs. Connector Jk belongs to the reader at decoder output cs k-1. Where a GPIO has
several uses, a jumper selects one.
"""

from typing import Any

from tierce_plans.circuit import (
    SCREEN_PINS,
    Jumper,
    Wiring,
    buttons,
    chip,
    decoders,
    diodes,
    gpio,
    lights,
    load_cell,
    miso_buffers,
    networks,
    readers,
    resets,
    select_of,
    supply,
)
from tierce_plans.kinds import GATES_244, READER_PINS
from tierce_tools.description.tables import Table

READERS = 24
ADDRESS = (5, 6, 7, 13, 27)  # A0 to A4; A3 and A4 go to the stage

# Fixed by the copper: entry of a description -> its GPIO.
FIXED: dict[str, int] = {
    "spi.sck": 2,
    "spi.mosi": 3,
    "spi.miso": 4,
    "select.enable": 9,
    "select.busy": 12,
    "select.latch": 14,
    "select.irq": 27,
    "leds.pin": 22,
    "screen.sck": 10,
    "screen.mosi": 11,
    "screen.cs": 15,
    "screen.dc": 16,
    "screen.reset": 17,
    "screen.busy": 18,
    "buzzer.pin": 27,
    "scale.data": 26,
    "scale.clock": 28,
}
BUTTONS: dict[str, int] = {
    "minus": 19,
    "plus": 20,
    "ok": 21,
    "seat0": 0,
    "seat1": 1,
    "seat2": 8,
    "seat3": 26,
    "seat4": 28,
}
# The board's own chips need these.
NEEDED = ("select.latch", "select.busy")

# The reader connectors, 2x6: pin -> line.
CONNECTOR = (
    "5V", "5V", "GND", "GND", "3V3", "RST", "SCK", "NSS", "MOSI", "BUSY", "MISO", "IRQ",
)  # fmt: skip
# Jumpers: name -> (GPIO, the nets that it can be).
JUMPERS: dict[str, tuple[int, tuple[str, ...]]] = {
    "JP1": (0, ("SEAT0", "RS485_TX")),
    "JP2": (1, ("SEAT1", "RS485_RX")),
    "JP3": (8, ("SEAT2", "RS485_DE")),
    "JP4": (26, ("SEAT3", "SCALE_DT")),
    "JP5": (28, ("SEAT4", "SCALE_SCK")),
    "JP6": (27, ("A4", "BUZZER", "IRQ")),
}

SCREEN_ORDER = ("VCC", "GND", "DIN", "CLK", "CS", "DC", "RST", "BUSY")  # pins of its connector

# Names of chips and connectors; a number is the first of its group.
STAGE, DECODER, RESET, MISO, DRIVE = "U2", 3, 6, 9, 15
SHIFTER, REGULATOR, RS485 = "U17", "U18", "U19"
SUPPLY, SCREEN, LEDS, SCALE, KEYS, BUZZER, LINE = "J31", "J32", "J33", "J34", "J35", "J36", "J37"
BUSY_DIODE, IRQ_DIODE = 11, 41  # D11 for J1...

Problem = tuple[str, str, tuple[Any, ...]]  # where, key, details


def carrier_problems(table: Table) -> list[Problem]:
    """Return what a description needs and the carrier cannot do: (where, key, details).

    Keys: carrier_pin (GPIO asked for, GPIO it has), carrier_by, carrier_needs (the GPIO to give),
    carrier_screen, carrier_seat (the seat), carrier_safe (the GPIOs that can be).
    """
    config = table.config
    found: list[Problem] = []
    select: dict[str, Any] = config.get("select") or {}
    if table.zones and select.get("by") != "hc138":
        found.append(("select.by", "carrier_by", ()))
        select = {}
    for i, pin in enumerate(select.get("address", ())):
        if pin != ADDRESS[i]:
            found.append((f"select.address[{i}]", "carrier_pin", (pin, ADDRESS[i])))
    screen = config.get("screen")
    if screen and screen["kind"] != "epaper":
        found.append(("screen.kind", "carrier_screen", ()))
        screen = None
    given = {**config, "select": select, "screen": screen}
    for where, pin in FIXED.items():
        section, _, key = where.partition(".")
        asked = (given.get(section) or {}).get(key)
        if asked is not None and asked != pin:
            found.append((where, "carrier_pin", (asked, pin)))
        if asked is None and where in NEEDED and select:
            found.append((where, "carrier_needs", (pin,)))
    for i, button in enumerate(config.get("buttons") or ()):
        pin = BUTTONS.get(button.get("does") or f"seat{button['seat']}")
        if pin is None:
            found.append((f"buttons[{i}].seat", "carrier_seat", (button["seat"],)))
        elif button["pin"] != pin:
            found.append((f"buttons[{i}].pin", "carrier_pin", (button["pin"], pin)))
    safe = config.get("safe_pin")
    if safe is not None and safe not in BUTTONS.values():
        found.append(("safe_pin", "carrier_safe", (safe, sorted(BUTTONS.values()))))
    return found


def wire(w: Wiring) -> None:
    """Wire the carrier and all that is connected to it; it must have no `carrier_problems`."""
    table = w.table
    zones = readers(w)
    numbers = list(zones)
    used = [k - 1 for k in numbers]
    supply(w, SUPPLY)
    _regulator(w)
    w.join("3V3", "U1.3V3")
    if zones:
        for line in ("sck", "mosi", "miso"):
            w.join(line.upper(), gpio(FIXED[f"spi.{line}"]))
        _readers(w, zones, numbers, used)
    if table.config.get("leds"):
        w.join("LED_DATA", gpio(FIXED["leds.pin"]))
        lights(w, SHIFTER, "R6")
        w.add(LEDS, "terminal3", role="leds")
        w.join("5V", f"{LEDS}.1")
        w.join("LED_DIN", f"{LEDS}.2")
        w.join("GND", f"{LEDS}.3")
        w.add("LED1", "leds", value=str(table.config["leds"]["count"]), cable=True)
        w.join("5V", "LED1.5V")
        w.join("LED_DIN", "LED1.DIN")
        w.join("GND", "LED1.GND")
    if table.config.get("screen"):
        _screen(w)
    _keys(w)
    _scale(w)
    w.add(BUZZER, "header2", role="buzzer")
    w.resistor("R7", "220", "BUZZER", "BUZZER_OUT")
    w.join("BUZZER_OUT", f"{BUZZER}.1")
    w.join("GND", f"{BUZZER}.2")
    if table.config.get("buzzer"):
        w.two(w.add("BZ1", "buzzer", cable=True), "BUZZER_OUT", "GND")
    _line(w)
    _jumpers(w)


def _regulator(w: Wiring) -> None:
    """Wire the 3.3 V regulator of readers and logic: the Pico cannot supply them."""
    w.add(REGULATOR, "ams1117", role="3V3R")
    w.join("5V", f"{REGULATOR}.VI")
    w.join("3V3R", f"{REGULATOR}.VO")
    w.join("GND", f"{REGULATOR}.GND")
    w.two(w.add("C3", "cap22u", value="22u", role=REGULATOR), "5V", "GND")
    w.two(w.add("C4", "cap22u", value="22u", role=REGULATOR), "3V3R", "GND")


def _readers(
    w: Wiring, zones: dict[int, dict[str, Any]], numbers: list[int], used: list[int]
) -> None:
    """Wire decoders, resets, buffers and drivers, and each reader's connector and cable.

    The chips share the readers' supply, so on USB alone they are off too. The 1k resistors in the
    Pico's lines then keep it from feeding the chips through their inputs; 74LVC inputs need none.
    """
    for i, pin in enumerate(ADDRESS[:4]):  # A4 goes through its jumper
        w.join(f"A{i}", gpio(pin))
    w.join("EN", gpio(FIXED["select.enable"]))
    w.join("LATCH", gpio(FIXED["select.latch"]))
    for i, line in enumerate(("A0", "A1", "A2", "A3", "A4", "EN", "LATCH")):
        w.resistor(f"R{51 + i}", "1k", line, f"{line}_L")
    chips = {i: f"U{DECODER + i}" for i in range(READERS // 8)}
    decoders(w, STAGE, chips, used, ("3V3R", "_L"))
    w.resistor("R1", "10k", "EN_L", "3V3R")
    # Address lines that a table does not use are low.
    for i, line in enumerate(("A3_L", "A4_L")):
        w.resistor(f"R{2 + i}", "10k", line, "GND")
    chain = [f"U{RESET + i}" for i in range(READERS // 8)]
    resets(w, chain, used, "3V3R", ("SCK_C", "MOSI_C"), "LATCH_L")
    gates = [f"U{MISO + i}" for i in range(READERS // 4)]
    miso_buffers(w, "74lvc125", gates, numbers, "3V3R")
    # The MISO of a reader that is not selected floats; a gate's input must not.
    pulls = [f"RN{1 + i}" for i in range(READERS // 8)]
    networks(w, pulls, "8x100k", "GND", "MISO", numbers)
    w.resistor("R13", "10k", "MISO", "GND")
    _drivers(w, sorted({(k + 3) // 4 for k in numbers}))
    for line, first, resistor in (("BUSY", BUSY_DIODE, "R4"), ("IRQ", IRQ_DIODE, "R5")):
        diodes(w, line, line, {k: f"D{first + k - 1}" for k in numbers}, resistor)
    w.join("BUSY", gpio(FIXED["select.busy"]))
    for k, zone in zones.items():
        _connector(w, k, zone)


def _drivers(w: Wiring, used: list[int]) -> None:
    """Drive clock and data: a pair of 74LVC244 gates for the resets, and one for every 4 readers.

    `used`: the segments of four readers in use, from 1. Each gets 33 ohm, and 100 uF nearby.
    """
    for block in range(max(used) // 4 + 1):
        ref = chip(w, f"U{DRIVE + block}", "74lvc244", "3V3R")
        w.join("GND", f"{ref}.1OE", f"{ref}.2OE")
        for gate, (into, out) in enumerate(GATES_244):
            segment, line = 4 * block + gate // 2, ("SCK", "MOSI")[gate % 2]
            if segment and segment not in used:
                w.join("GND", f"{ref}.{into}")
                continue
            w.join(line, f"{ref}.{into}")
            w.join(f"{line}_D{segment}" if segment else f"{line}_C", f"{ref}.{out}")
    for segment in used:
        for line, first in (("SCK", 20), ("MOSI", 30)):
            w.resistor(f"R{first + segment}", "33", f"{line}_D{segment}", f"{line}_S{segment}")
        bulk = w.add(f"C{10 + segment}", "cap100u", value="100u", role=f"segment {segment}")
        w.two(bulk, "5V", "GND")


def _connector(w: Wiring, k: int, zone: dict[str, Any]) -> None:
    """Add a reader's connector, and the reader at the end of its cable."""
    segment = (k + 3) // 4
    nets = {"5V": "5V", "GND": "GND", "3V3": "3V3R"}
    for line in ("SCK", "MOSI"):
        nets[line] = f"{line}_S{segment}"
    for line in ("RST", "NSS", "BUSY", "MISO", "IRQ"):
        nets[line] = f"{line}{k}"
    w.add(f"J{k}", "idc12", role=zone["zone"])
    for i, line in enumerate(CONNECTOR):
        w.join(nets[line], f"J{k}.{i + 1}")
    ref = w.add(f"RD{k}", zone["reader"], role=zone["zone"], cable=True)
    for line, pin in READER_PINS[zone["reader"]].items():
        w.join(nets[line], f"{ref}.{pin}")


def _screen(w: Wiring) -> None:
    """Wire the e-paper and its connector, in the order of its own pins."""
    nets = {"VCC": "3V3", "GND": "GND"}
    for key, (pin, net) in SCREEN_PINS["epaper"].items():
        nets[pin] = net
        w.join(net, gpio(FIXED[f"screen.{key}"]))
    w.add(SCREEN, "header8", role="screen")
    w.add("DS1", "epaper", cable=True)
    for i, pin in enumerate(SCREEN_ORDER):
        w.join(nets[pin], f"{SCREEN}.{i + 1}", f"DS1.{pin}")


def _keys(w: Wiring) -> None:
    """Wire the button header: minus, plus, ok, the seats, two grounds; and the buttons on it."""
    w.add(KEYS, "header10", role="buttons")
    for i, (does, pin) in enumerate(BUTTONS.items()):
        w.join(does.upper(), f"{KEYS}.{i + 1}")
        if i < 3:  # the seats' buttons go through jumpers
            w.join(does.upper(), gpio(pin))
    w.join("GND", f"{KEYS}.9", f"{KEYS}.10")
    # A separate safe pin takes the place of the button of that GPIO.
    place = {pin: does for does, pin in BUTTONS.items()}
    for pin, does in buttons(w.table):
        w.two(w.add(w.ref("SW"), "button", role=does, cable=True), place[pin].upper(), "GND")


def _scale(w: Wiring) -> None:
    """Wire the connector of the HX711, and the HX711 where there is a scale."""
    w.add(SCALE, "header4", role="scale")
    nets = ("3V3", "GND", "SCALE_DT", "SCALE_SCK")
    scale = bool(w.table.config.get("scale"))
    if scale:
        w.add("HX1", "hx711", cable=True)
    for i, (net, pin) in enumerate(zip(nets, ("VCC", "GND", "DT", "SCK"), strict=True)):
        w.join(net, f"{SCALE}.{i + 1}")
        if scale:
            w.join(net, f"HX1.{pin}")
    if scale:
        load_cell(w)


def _line(w: Wiring) -> None:
    """Wire RS-485: its driver is off until a jumper gives it a GPIO."""
    chip(w, RS485, "sp3485", "3V3")
    w.join("RS485_TX", f"{RS485}.DI")
    w.join("RS485_RX", f"{RS485}.RO")
    w.join("RS485_DE", f"{RS485}.DE", f"{RS485}.RE")
    w.resistor("R11", "10k", "RS485_DE", "GND")
    w.resistor("R12", "10k", "RS485_TX", "3V3")
    # With both ends terminated, 390 ohm leave 236 mV between A and B; an SP3485 reads an idle line
    # as 1 from 200 mV on. One board of the line has these resistors.
    w.resistor("R9", "390", "LINE_A", "3V3")
    w.resistor("R10", "390", "LINE_B", "GND")
    w.resistor("R8", "120", "LINE_END", "LINE_B")
    w.add(LINE, "terminal3", role="rs485")
    for i, (net, pin) in enumerate((("LINE_A", "A"), ("LINE_B", "B"), ("GND", ""))):
        w.join(net, f"{LINE}.{i + 1}")
        if pin:
            w.join(net, f"{RS485}.{pin}")
    w.add("JP7", "jumper2", role="rs485")
    w.join("LINE_A", "JP7.1")
    w.join("LINE_END", "JP7.2")
    w.jumpers.append(Jumper("JP7", "LINE_A", ("1",), (("2", "LINE_END"),), ""))


def _jumpers(w: Wiring) -> None:
    """Wire the jumpers, and set them as the table's description needs them."""
    config = w.table.config
    asked = {pin for pin, _ in buttons(w.table)}
    scale = config.get("scale")
    set_to: dict[int, str] = {27: "BUZZER"} if config.get("buzzer") else {}
    select = select_of(w.table)
    if 27 in select.get("address", ()):
        set_to[27] = "A4"
    elif select.get("irq") is not None:
        set_to[27] = "IRQ"
    for ref, (pin, nets) in JUMPERS.items():
        kind = "jumper3" if len(nets) == 2 else "jumper6"
        w.add(ref, kind, role=f"GP{pin}")
        name = f"GP{pin}"
        # With three pins, the GPIO is in the middle; with two rows of three, it is one whole row.
        common = ("2",) if kind == "jumper3" else ("1", "3", "5")
        places = ("1", "3") if kind == "jumper3" else ("2", "4", "6")
        w.join(name, gpio(pin), *(f"{ref}.{at}" for at in common))
        for at, net in zip(places, nets, strict=True):
            w.join(net, f"{ref}.{at}")
        if pin in set_to:
            bridged = set_to[pin]
        elif pin in asked:
            bridged = nets[0]
        elif scale and pin in (FIXED["scale.data"], FIXED["scale.clock"]):
            bridged = nets[1]
        else:
            bridged = ""
        uses = tuple(zip(places, nets, strict=True))
        w.jumpers.append(Jumper(ref, name, common, uses, bridged))
