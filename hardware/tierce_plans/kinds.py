"""The pins of every kind of part in the wiring: printed name -> number.

The names of a module's pins are those printed on the usual board. Numbers are those of the
package's data sheet; the pins of modules and headers without numbers are counted as listed, from
1. The Pico's are in the Raspberry Pi Pico data sheet, figure "pinout". On modules (readers,
screens, the scale's amplifier) the order of the pins differs from maker to maker: go by the name.
"""

from tierce_plans import parts

Pins = dict[str, str]


def _row(names: str) -> Pins:
    """Return pins with numbers in the order of the list."""
    return {name: str(i + 1) for i, name in enumerate(names.split())}


# The Pico's edge, pins 1 to 40. The grounds have their numbers in their names.
PICO_EDGE: tuple[str, ...] = tuple(
    (
        "GP0 GP1 GND3 GP2 GP3 GP4 GP5 GND8 GP6 GP7 GP8 GP9 GND13 GP10 GP11 GP12 GP13 GND18 GP14"
        " GP15 GP16 GP17 GND23 GP18 GP19 GP20 GP21 GND28 GP22 RUN GP26 GP27 AGND33 GP28 ADC_VREF"
        " 3V3 3V3_EN GND38 VSYS VBUS"
    ).split()
)
PICO_GROUNDS = tuple(name for name in PICO_EDGE if "GND" in name)
ON_EDGE = frozenset(int(name[2:]) for name in PICO_EDGE if name[:2] == "GP")  # GPIOs

_QUAD_BUFFER = _row("1OE 1A 1Y 2OE 2A 2Y GND 3Y 3A 3OE 4Y 4A 4OE VCC")
_DIODE = {"K": "1", "A": "2"}
_TWO = _row("1 2")
_POLAR = _row("+ -")

KINDS: dict[str, Pins] = {
    "pico": _row(" ".join(PICO_EDGE)),
    # modules
    **{kind: _row(part.pins) for kind, part in parts.kinds().items()},
    "loadcell": _row("E+ E- A- A+"),  # red, black, white, green
    "button": _TWO,
    "buzzer": {"+": "2", "-": "1"},
    # logic
    "74hc125": _QUAD_BUFFER,
    "74lvc125": _QUAD_BUFFER,
    "74ahct125": _QUAD_BUFFER,
    "74hc138": _row("A B C G2A G2B G1 Y7 GND Y6 Y5 Y4 Y3 Y2 Y1 Y0 VCC"),
    "74hc595": _row("QB QC QD QE QF QG QH GND QH' SRCLR SRCLK RCLK OE SER QA VCC"),
    "74lvc244": _row("1OE 1A1 2Y4 1A2 2Y3 1A3 2Y2 1A4 2Y1 GND 2A1 1Y4 2A2 1Y3 2A3 1Y2 2A4 1Y1 2OE VCC"),
    "sp3485": _row("RO RE DE DI GND A B VCC"),
    # power
    "ams1117": _row("GND VO VI"),
    "fuse": _TWO,
    "tvs": _DIODE,
    "1n5819": _DIODE,
    "1n4001": _DIODE,
    "bat85": _DIODE,
    # passive
    "resistor": _TWO,
    "network8": _row("1 2 3 4 5 6 7 8 9"),
    "cap100n": _TWO,
    "cap22u": _POLAR,
    "cap100u": _POLAR,
    "cap1000u": _POLAR,
    # terminals, headers and sockets
    "terminal2": _TWO,
    "terminal3": _row("1 2 3"),
    "header2": _TWO,
    "header4": _row("1 2 3 4"),
    "header8": _row("1 2 3 4 5 6 7 8"),
    "header10": _row("1 2 3 4 5 6 7 8 9 10"),
    "idc12": _row("1 2 3 4 5 6 7 8 9 10 11 12"),
    "jumper2": _TWO,
    "jumper3": _row("1 2 3"),
    "jumper6": _row("1 2 3 4 5 6"),
}

# 74LVC244: the eight gates in the order of use, as (input, output).
GATES_244 = tuple((f"{bank}A{i}", f"{bank}Y{i}") for bank in (1, 2) for i in (1, 2, 3, 4))
# 74HC595: outputs by bit; bit 0 was shifted in last.
OUTPUTS_595 = ("QA", "QB", "QC", "QD", "QE", "QF", "QG", "QH")


def number(kind: str, pin: str) -> str:
    """Return the number of a pin in KiCad's symbols."""
    return KINDS[kind][pin]
