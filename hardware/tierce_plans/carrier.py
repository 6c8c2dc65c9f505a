"""The carrier board of the club's table: the uses of each GPIO, and the wiring.

All tables use the same board, with the same part names; each board is fitted with the parts that
its table needs. Connector Jk belongs to the reader at decoder output cs k-1. Where a GPIO has
several uses, a jumper selects one.
"""

from typing import Any

from tierce_plans import circuit, parts
from tierce_plans.circuit import Jumper, Wiring, gpio, groups
from tierce_plans.kinds import GATES_244
from tierce_tools.description.descriptions import Description

READERS = 24
ADDRESS = (5, 6, 7, 13, 27)  # A0 to A4; A3 and A4 go to the stage

# Fixed by the copper: entry of a description -> its GPIO.
FIXED: dict[str, int] = {
    "spi.sck": 2, "spi.mosi": 3, "spi.miso": 4,
    "select.enable": 9, "select.busy": 12, "select.latch": 14, "select.irq": 27,
    "leds.pin": 22, "buzzer.pin": 27, "scale.data": 26, "scale.clock": 28,
    "screen.sck": 10, "screen.mosi": 11, "screen.cs": 15, "screen.dc": 16, "screen.reset": 17,
    "screen.busy": 18,
}  # fmt: skip
BUTTONS: dict[str, int] = {
    "minus": 19, "plus": 20, "ok": 21,
    "seat0": 0, "seat1": 1, "seat2": 8, "seat3": 26, "seat4": 28,
}  # fmt: skip
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


def carrier_problems(table: Description) -> list[Problem]:
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
    if screen and not parts.screen(screen["kind"]).carrier:
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
    config = w.table.config
    circuit.supply(w, SUPPLY)
    w.join("3V3", "U1.3V3")
    zones = circuit.readers(w)
    if zones:
        # The 3.3 V of readers and logic: the Pico cannot supply them.
        w.put(REGULATOR, "ams1117", "GND 3V3R 5V", role="3V3R")
        w.put("C3", "cap22u", "5V GND", value="22u", role=REGULATOR)
        w.put("C4", "cap22u", "3V3R GND", value="22u", role=REGULATOR)
        _readers(w, zones)
    if config.get("leds"):
        circuit.lights(w, SHIFTER, "R6")
        w.put(LEDS, "terminal3", "5V LED_DIN GND", role="leds")
    if config.get("screen"):
        circuit.screen(w)
        w.put(SCREEN, "header8", "3V3 GND " + " ".join(f"EPD_{pin}" for pin in SCREEN_ORDER[2:]), role="screen")
    # Minus, plus and ok, the seats through jumpers, two grounds.
    w.put(KEYS, "header10", " ".join(map(str.upper, BUTTONS)) + " GND GND", role="buttons")
    for does in ("minus", "plus", "ok"):
        w.join(does.upper(), gpio(BUTTONS[does]))
    # A separate safe pin takes the place of the button of that GPIO.
    place = {pin: does.upper() for does, pin in BUTTONS.items()}
    for pin, does in circuit.buttons(w.table):
        w.put(w.ref("SW"), "button", f"{place[pin]} GND", role=does, cable=True)
    w.put(SCALE, "header4", "3V3 GND SCALE_DT SCALE_SCK", role="scale")
    circuit.scale(w)
    w.put(BUZZER, "header2", "BUZZER_OUT GND", role="buzzer")
    circuit.buzzer(w, "R7")
    _line(w)
    _jumpers(w)


def _readers(w: Wiring, zones: dict[int, dict[str, Any]]) -> None:
    """Wire decoders, resets, buffers and drivers, and each reader's connector and cable.

    The chips share the readers' supply, so on USB alone they are off too. The 1k resistors in the
    Pico's lines then keep it from feeding the chips through their inputs; 74LVC inputs need none.
    """
    numbers = list(zones)
    used = [k - 1 for k in numbers]
    pins = {line.upper(): FIXED[f"spi.{line}"] for line in ("sck", "mosi", "miso")}
    pins |= {f"A{i}": pin for i, pin in enumerate(ADDRESS[:4])}  # A4 goes through its jumper
    pins |= {name: FIXED[f"select.{key}"] for name, key in (("EN", "enable"), ("LATCH", "latch"), ("BUSY", "busy"))}
    for name, pin in pins.items():
        w.join(name, gpio(pin))
    for i, line in enumerate(("A0", "A1", "A2", "A3", "A4", "EN", "LATCH")):
        w.resistor(f"R{51 + i}", "1k", line, f"{line}_L")
    circuit.decoders(w, STAGE, {i: f"U{DECODER + i}" for i in range(3)}, used, ("3V3R", "_L"))
    w.resistor("R1", "10k", "EN_L", "3V3R")
    # Address lines that a table does not use are low.
    w.resistor("R2", "10k", "A3_L", "GND")
    w.resistor("R3", "10k", "A4_L", "GND")
    chain = [f"U{RESET + i}" for i in range(3)]
    circuit.resets(w, chain, used, "3V3R", ("SCK_C", "MOSI_C"), "LATCH_L")
    gates = [f"U{MISO + i}" for i in range(6)]
    circuit.miso_buffers(w, "74lvc125", gates, numbers, "3V3R")
    # The MISO of a reader that is not selected floats; a gate's input must not.
    circuit.networks(w, ["RN1", "RN2", "RN3"], "8x100k", "GND", "MISO", numbers)
    circuit.pull_down(w, "R13", "MISO")
    _drivers(w, [segment + 1 for segment in groups(used, 4)])
    for line, first, resistor in (("BUSY", BUSY_DIODE, "R4"), ("IRQ", IRQ_DIODE, "R5")):
        circuit.diodes(w, line, line, {k: f"D{first + k - 1}" for k in numbers}, resistor)
    for k, zone in zones.items():
        nets = {"5V": "5V", "GND": "GND", "3V3": "3V3R"}
        nets |= {line: f"{line}_S{(k + 3) // 4}" for line in ("SCK", "MOSI")}
        nets |= {line: f"{line}{k}" for line in ("RST", "NSS", "BUSY", "MISO", "IRQ")}
        w.put(f"J{k}", "idc12", " ".join(nets[line] for line in CONNECTOR), role=zone["zone"])
        circuit.reader(w, k, zone, nets)


def _drivers(w: Wiring, used: list[int]) -> None:
    """Drive clock and data: a pair of 74LVC244 gates for the resets, and one for every 4 readers.

    `used`: the segments of four readers in use, from 1. Each gets 33 ohm, and 100 uF nearby.
    """
    for block in range(max(used) // 4 + 1):
        nets = ["1OE=GND", "2OE=GND"]
        for gate, (into, out) in enumerate(GATES_244):
            segment, line = 4 * block + gate // 2, ("SCK", "MOSI")[gate % 2]
            if segment and segment not in used:
                nets.append(f"{into}=GND")
            else:
                nets += [f"{into}={line}", f"{out}={line}_{f'D{segment}' if segment else 'C'}"]
        w.chip(f"U{DRIVE + block}", "74lvc244", "3V3R", " ".join(nets))
    for segment in used:
        for line, first in (("SCK", 20), ("MOSI", 30)):
            w.resistor(f"R{first + segment}", "33", f"{line}_D{segment}", f"{line}_S{segment}")
        w.put(f"C{10 + segment}", "cap100u", "5V GND", value="100u", role=f"segment {segment}")


def _line(w: Wiring) -> None:
    """Wire RS-485: its driver is off until a jumper gives it a GPIO."""
    w.chip(RS485, "sp3485", "3V3", "RO=RS485_RX RE=RS485_DE DE=RS485_DE DI=RS485_TX A=LINE_A B=LINE_B")
    w.resistor("R11", "10k", "RS485_DE", "GND")
    w.resistor("R12", "10k", "RS485_TX", "3V3")
    # With both ends terminated, 390 ohm leave 236 mV between A and B; an SP3485 reads an idle line
    # as 1 from 200 mV on. One board of the line has these resistors.
    w.resistor("R9", "390", "LINE_A", "3V3")
    w.resistor("R10", "390", "LINE_B", "GND")
    w.resistor("R8", "120", "LINE_END", "LINE_B")
    w.put(LINE, "terminal3", "LINE_A LINE_B GND", role="rs485")
    w.put("JP7", "jumper2", "LINE_A LINE_END", role="rs485")
    w.jumpers.append(Jumper("JP7", "LINE_A", ("1",), (("2", "LINE_END"),), ""))


def _jumpers(w: Wiring) -> None:
    """Wire the jumpers, and set them as the table's description needs them."""
    config = w.table.config
    asked = {pin for pin, _ in circuit.buttons(w.table)}
    select = circuit.select_of(w.table)
    set_to = {pin: nets[0] for pin, nets in JUMPERS.values() if pin in asked and len(nets) == 2}
    if config.get("scale"):
        set_to |= {FIXED["scale.data"]: "SCALE_DT", FIXED["scale.clock"]: "SCALE_SCK"}
    for net, needed in (
        ("BUZZER", config.get("buzzer")),
        ("IRQ", select.get("irq") is not None),
        ("A4", 27 in select.get("address", ())),
    ):
        if needed:
            set_to[27] = net
    for ref, (pin, nets) in JUMPERS.items():
        # With three pins, the GPIO is in the middle; with two rows of three, it is one whole row.
        kind, common, places = (
            ("jumper3", ("2",), ("1", "3")) if len(nets) == 2 else ("jumper6", ("1", "3", "5"), ("2", "4", "6"))
        )
        uses = tuple(zip(places, nets, strict=True))
        name = f"GP{pin}"
        w.put(
            ref,
            kind,
            role=name,
            nets=" ".join([*(f"{at}={name}" for at in common), *(f"{at}={net}" for at, net in uses)]),
        )
        w.join(name, gpio(pin))
        w.jumpers.append(Jumper(ref, name, common, uses, set_to.get(pin, "")))
