"""The circuit of the carrier board: one board, fitted as a table needs it.

Its pins are fixed: tierce_plans.carrier has them, and says what a table asks of them that
they cannot. Here is what the copper joins.
"""

from typing import Any

import common
from parts import Draft, Sheet

from tierce_tools.description.tables import Table

# 2x6 connector of a reader, pin 1 to 12; {k} is the reader's number, {s} its segment.
READER = "5V 5V GND GND 3V3R RST{k} SCK_S{s} NSS{k} MOSI_S{s} BUSY{k} MISO{k} IRQ{k}"
BUTTONS = "MINUS PLUS OK SEAT0 SEAT1 SEAT2 SEAT3 SEAT4 GND GND"
# GPIO -> net, those with a jumper or a resistor named by their GPIO.
GPIOS = {
    0: "GP0", 1: "GP1", 2: "SCK", 3: "MOSI", 4: "MISO", 5: "GP5", 6: "GP6", 7: "GP7", 8: "GP8",
    9: "GP9", 10: "SCREEN_SCK", 11: "SCREEN_MOSI", 12: "BUSY", 13: "GP13", 14: "GP14",
    15: "SCREEN_CS", 16: "SCREEN_DC", 17: "SCREEN_RST", 18: "SCREEN_BUSY", 19: "MINUS",
    20: "PLUS", 21: "OK", 22: "LED_DATA", 26: "GP26", 27: "GP27", 28: "GP28",
}  # fmt: skip
# Resistors between the Pico and chips that may be without a supply while it runs on USB.
GUARDS = {
    "R51": "GP5 A0", "R52": "GP6 A1", "R53": "GP7 A2", "R54": "GP13 A3", "R55": "A4_IN A4",
    "R56": "GP9 EN", "R57": "GP14 LATCH",
}  # fmt: skip
# Jumpers: kind, nets from pin 1 on, and what they choose between.
JUMPERS = {
    "JP1": ("jumper3", "SEAT0 GP0 RS485_TX", "seat0 | TX"),
    "JP2": ("jumper3", "SEAT1 GP1 RS485_RX", "seat1 | RX"),
    "JP3": ("jumper3", "SEAT2 GP8 RS485_DE", "seat2 | DE"),
    "JP4": ("jumper3", "SEAT3 GP26 SCALE_DT", "seat3 | DT"),
    "JP5": ("jumper3", "SEAT4 GP28 SCALE_SCK", "seat4 | SCK"),
    "JP6": ("jumper6", "GP27 A4_IN GP27 BUZZER GP27 IRQ", "A4 | buzzer | IRQ"),
}
POINTS = "5V 3V3R 3V3 GND SCK MOSI MISO BUSY EN LATCH".split()


def sheet(table: Table) -> Sheet:
    """Return the carrier as a table fits it: its readers' connectors and their chips."""
    draft = Draft(f"tierce: {table.name}")
    zones = {zone["cs"] + 1: zone for zone in sorted(table.zones, key=lambda zone: zone["cs"])}
    common.supply(draft, "J31", common.fuse(table))
    if zones:
        common.regulator(draft, "U18")
        _readers(draft, zones)
    if table.config.get("leds"):
        common.lights(draft, "U17", "R6")
        draft.add("J33", "terminal3", "5V LED_DIN GND", "LEDs: 5V DIN GND")
    if table.config.get("screen"):
        draft.block("e-paper", "Papier électronique")
        lines = "SCREEN_MOSI SCREEN_SCK SCREEN_CS SCREEN_DC SCREEN_RST SCREEN_BUSY"
        draft.add("J32", "header8", f"3V3 GND {lines}", "VCC GND DIN CLK CS DC RST BUSY")
    _others(draft, bool(zones))
    # The Pico comes first on the sheet, with what the others take of it.
    draft.block("Raspberry Pi Pico", "Raspberry Pi Pico")
    taken = {gpio: net for gpio, net in GPIOS.items() if net in draft.nets}
    common.pico(draft, taken, supplied=True)
    draft.blocks.insert(0, draft.blocks.pop())
    draft.block("Test points and holes", "Points de test et trous")
    for net in POINTS:
        if net in draft.nets:
            draft.add(draft.ref("TP"), "test", net, net)
    for _ in range(4):
        draft.add(draft.ref("H"), "hole", "")
    return draft.sheet()


def _readers(draft: Draft, zones: dict[int, Any]) -> None:
    """Add what selects, resets and hears the readers, and their connectors."""
    numbers = list(zones)
    used = {k - 1: k for k in numbers}
    draft.block("From the Pico to the logic", "Du Pico vers la logique")
    for ref, nets in GUARDS.items():
        draft.add(ref, "guard", nets)
    draft.add("R1", "pull", "EN 3V3R")
    draft.add("R2", "pull", "A3 GND")
    draft.add("R3", "pull", "A4 GND")
    common.decoders(draft, "U2", {0: "U3", 1: "U4", 2: "U5"}, used, "3V3R")
    chain = [f"U{6 + block}" for block in range(max(used) // 8 + 1)]
    common.resets(draft, chain, used, ("SCK_C", "MOSI_C"), "3V3R")
    common.segments(draft, ["U15", "U16"], numbers, "3V3R")
    buffers = [f"U{9 + block}" for block in range(6)]
    common.miso_buffers(draft, "lvc125", buffers, numbers, "R13", "3V3R")
    common.networks(draft, "pulldowns", ["RN1", "RN2", "RN3"], "GND", "MISO", numbers)
    common.joined(draft, "BUSY", "BUSY", {k: f"D{10 + k}" for k in numbers}, "R4")
    common.joined(draft, "IRQ", "IRQ", {k: f"D{40 + k}" for k in numbers}, "R5")
    for segment in sorted({(k - 1) // common.SEGMENT + 1 for k in numbers}):
        here = [k for k in numbers if (k - 1) // common.SEGMENT + 1 == segment]
        names = [f"J{k}" for k in here]
        draft.block(f"Readers {', '.join(names)}", f"Lecteurs {', '.join(names)}")
        draft.add(f"C{10 + segment}", "segment_c", "5V GND")
        for k in here:
            draft.add(f"J{k}", "reader", READER.format(k=k, s=segment), zones[k]["zone"])


def _others(draft: Draft, readers: bool) -> None:
    """Add buttons, jumpers, scale, buzzer and RS-485."""
    draft.block("Buttons, scale, buzzer", "Boutons, balance, buzzer")
    draft.add("J35", "header10", BUTTONS, "- + OK seat0-4 GND GND")
    draft.add("J34", "header4", "3V3 GND SCALE_DT SCALE_SCK", "HX711: VCC GND DT SCK")
    draft.add("R7", "buzzer_r", "BUZZER BUZZER_OUT")
    draft.add("J36", "header2", "BUZZER_OUT GND", "buzzer")
    draft.block("Jumpers", "Cavaliers")
    for ref, (kind, nets, told) in JUMPERS.items():
        if ref == "JP6" and not readers:
            nets = "GP27 - GP27 BUZZER GP27 -"
        draft.add(ref, kind, nets, told)
    draft.block("RS-485", "RS-485")
    draft.chip("U19", "sp3485", "3V3", "RS485_RX RS485_DE RS485_DE RS485_TX GND LINE_A LINE_B 3V3")
    draft.add("R11", "pull", "RS485_DE GND")
    draft.add("R12", "pull", "RS485_TX 3V3")
    draft.add("R9", "bias_r", "LINE_A 3V3")
    draft.add("R10", "bias_r", "LINE_B GND")
    draft.add("R8", "end_r", "LINE_END LINE_B")
    draft.add("JP7", "jumper2", "LINE_A LINE_END", "120 ohm")
    draft.add("J37", "terminal3", "LINE_A LINE_B GND", "RS-485: A B GND")
