"""The circuit of a table on a breadboard: modules with their own pins, and few chips.

Whatever pins a description names, those are wired. Readers are counted as they are listed.
"""

from typing import Any

import common
from parts import Draft, Sheet

from tierce_tools.description.tables import Table

# What a reader calls its lines, from pin 1 of its module on. "?": what the table wires, or nothing.
PN5180 = "5V 3V3 ?RST NSS{k} MOSI ?MISO SCK ?BUSY GND - ?IRQ - -"
MFRC522 = "NSS{k} SCK MOSI ?MISO ?IRQ GND ?RST 3V3"
HEARD = {"pn5180": ("BUSY", "IRQ"), "mfrc522": ("IRQ",)}
SCREENS = {
    "oled": ("GND 3V3 SCL SDA", {"scl": "SCL", "sda": "SDA"}),
    "epaper": (
        "3V3 GND SCREEN_MOSI SCREEN_SCK SCREEN_CS SCREEN_DC SCREEN_RST SCREEN_BUSY",
        {
            "mosi": "SCREEN_MOSI", "sck": "SCREEN_SCK", "cs": "SCREEN_CS", "dc": "SCREEN_DC",
            "reset": "SCREEN_RST", "busy": "SCREEN_BUSY",
        },
    ),
}  # fmt: skip


def sheet(table: Table) -> Sheet:
    """Return the circuit of a table. Raises Trouble for a GPIO that is not on the Pico's edge."""
    from tierce_plans import circuit, power

    draft = Draft(f"tierce: {table.name}")
    for group in ("U", "D", "D"):
        draft.ref(group)  # U1, D1 and D2 mean the same on every table
    readers = dict(enumerate(table.zones, 1))
    select = table.config.get("select") or {"by": "pins"}
    heard = _heard(readers, select)
    gpios = _gpios(table, readers, select, heard)
    for gpio in gpios:
        circuit.gpio(gpio)
    usb = table.build.supply_ma <= power.USB_MA
    draft.block("Raspberry Pi Pico", "Raspberry Pi Pico")
    common.pico(draft, gpios, supplied=not usb)
    if not usb:
        common.supply(draft, "J1", common.fuse(table))
    if readers:
        _select(draft, readers, select, gpios)
        for (line, gpio), numbers in heard.items():
            if len(numbers) > 1:
                refs = {k: draft.ref("D") for k in numbers}
                common.joined(draft, line, gpios[gpio], refs, draft.ref("R"))
    _modules(draft, table, readers, heard)
    _lights(draft, table.config.get("leds"), usb)
    _others(draft, table, circuit.buttons(table))
    return draft.sheet()


def _heard(readers: dict[int, Any], select: dict[str, Any]) -> dict[tuple[str, int], list[int]]:
    """Return the readers whose BUSY or IRQ a GPIO hears: (line, GPIO) -> their numbers."""
    heard: dict[tuple[str, int], list[int]] = {}
    for line in ("BUSY", "IRQ"):
        for k, zone in readers.items():
            gpio = (select if select["by"] == "hc138" else zone).get(line.lower())
            if gpio is not None and line in HEARD[zone["reader"]]:
                heard.setdefault((line, gpio), []).append(k)
    return heard


def _gpios(
    table: Table, readers: dict[int, Any], select: dict[str, Any], heard: dict[Any, list[int]]
) -> dict[int, str]:
    """Return the net at each GPIO that a description names."""
    from tierce_plans import circuit

    config = table.config
    gpios: dict[int, str] = {}
    if readers:
        gpios |= {config["spi"][line]: line.upper() for line in ("sck", "mosi", "miso")}
        if select["by"] == "hc138":
            gpios |= {gpio: f"A{i}" for i, gpio in enumerate(select["address"])}
            gpios[select["enable"]] = "EN"
            if select.get("latch") is not None:
                gpios[select["latch"]] = "LATCH"
        else:
            for k, zone in readers.items():
                gpios[zone["cs"]] = f"NSS{k}"
                if zone.get("reset") is not None:
                    gpios[zone["reset"]] = f"RST{k}"
    for (line, gpio), numbers in heard.items():
        several = sum(other == line for other, _ in heard) > 1
        joined = f"{line}_GP{gpio}" if several else line
        gpios[gpio] = joined if len(numbers) > 1 else f"{line}{numbers[0]}"
    if config.get("leds"):
        gpios[config["leds"]["pin"]] = "LED_DATA"
    screen = config.get("screen")
    if screen:
        gpios |= {screen[key]: net for key, net in SCREENS[screen["kind"]][1].items()}
    gpios |= {gpio: does.upper() for gpio, does in circuit.buttons(table)}
    if config.get("buzzer"):
        gpios[config["buzzer"]["pin"]] = "BUZZER"
    if config.get("scale"):
        gpios |= {config["scale"]["data"]: "SCALE_DT", config["scale"]["clock"]: "SCALE_SCK"}
    return gpios


def _select(
    draft: Draft, readers: dict[int, Any], select: dict[str, Any], gpios: dict[int, str]
) -> None:
    """Add what selects the readers by an address, and lets them run."""
    if select["by"] != "hc138":
        return
    used = {zone["cs"]: k for k, zone in readers.items()}
    stage = draft.ref("U") if len(select["address"]) > 4 else ""
    blocks = sorted({cs >> 3 for cs in used})
    common.decoders(draft, stage, {block: draft.ref("U") for block in blocks}, used, "3V3")
    draft.add(draft.ref("R"), "pull", "EN 3V3")
    if "LATCH" in gpios.values():
        chain = [draft.ref("U") for _ in range(max(used) // 8 + 1)]
        common.resets(draft, chain, used, ("SCK", "MOSI"), "3V3")


def _modules(
    draft: Draft, table: Table, readers: dict[int, Any], heard: dict[tuple[str, int], list[int]]
) -> None:
    """Add the readers, with buffers and resistors at their lines."""
    numbers = list(readers)
    buffered = readers and table.build.buffers
    if buffered:
        refs = [draft.ref("U") for _ in range(0, len(numbers), 4)]
        common.miso_buffers(draft, "hc125", refs, numbers, draft.ref("R"), "3V3")
        common.networks(draft, "pulldowns", _networks(draft, numbers), "GND", "MISO", numbers)
    listening = {(line, k) for (line, _), several in heard.items() for k in several}
    draft.block("Readers", "Lecteurs")
    if len(numbers) > 1 and (table.config.get("select") or {})["by"] == "pins":
        common.networks(draft, "pullups", _networks(draft, numbers), "3V3", "NSS", numbers)
    for k, zone in readers.items():
        lines = {
            "?RST": f"RST{k}" if f"RST{k}" in draft.nets else "3V3",  # else it would float
            "?MISO": f"MISO{k}" if buffered else "MISO",
            "?BUSY": f"BUSY{k}" if ("BUSY", k) in listening else "-",
            "?IRQ": f"IRQ{k}" if ("IRQ", k) in listening else "-",
        }
        kind = zone["reader"]
        told = (PN5180 if kind == "pn5180" else MFRC522).format(k=k)
        nets = " ".join(lines.get(each, each) for each in told.split())
        name = "PN5180" if kind == "pn5180" else "RC522"
        draft.add(f"RD{k}", kind, nets, f"{name} {zone['zone']}")


def _networks(draft: Draft, numbers: list[int]) -> list[str]:
    """Return names for resistor networks, one for eight readers."""
    return [draft.ref("RN") for _ in range(0, len(numbers), 8)]


def _lights(draft: Draft, leds: dict[str, Any] | None, usb: bool) -> None:
    """Add the LEDs: on a supply of their own behind a 5 V gate, on USB behind a diode."""
    if not leds:
        return
    if usb:
        draft.block("LEDs", "LED")
        draft.add(draft.ref("D"), "led_diode", "LED_SUPPLY 5V")
        draft.add(draft.ref("R"), "led_r", "LED_DATA LED_DIN")
    else:
        common.lights(draft, draft.ref("U"), draft.ref("R"))
    rail = "LED_SUPPLY" if usb else "5V"
    draft.add("LED1", "leds", f"{rail} LED_DIN GND", f"{leds['count']} WS2812")


def _others(draft: Draft, table: Table, buttons: list[tuple[int, str]]) -> None:
    """Add screen, buttons, buzzer and scale."""
    config = table.config
    screen = config.get("screen")
    if screen:
        draft.block("Screen", "Écran")
        value = f"OLED 128x{screen['height']}" if screen["kind"] == "oled" else "e-paper"
        draft.add("DS1", screen["kind"], SCREENS[screen["kind"]][0], value)
    draft.block("Buttons", "Boutons")
    for _, does in buttons:
        draft.add(draft.ref("SW"), "button", f"{does.upper()} GND", does)
    draft.block("Buzzer and scale", "Buzzer et balance")
    if config.get("buzzer"):
        draft.add(draft.ref("R"), "buzzer_r", "BUZZER BUZZER_OUT")
        draft.add("BZ1", "buzzer", "BUZZER_OUT GND")
    if config.get("scale"):
        draft.add("HX1", "hx711", "3V3 SCALE_SCK SCALE_DT GND CELL_E+ CELL_E- CELL_A- CELL_A+")
        draft.add("LC1", "loadcell", "CELL_E+ CELL_E- CELL_A- CELL_A+", "load cell")
