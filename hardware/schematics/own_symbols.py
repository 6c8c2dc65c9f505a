"""The symbols that KiCad's libraries have not, as tables of pins; from them tierce.kicad_sym.

    python hardware/schematics/own_symbols.py    # after a change here

A Pico's pins are those of its data sheet's figure "The pinout". Modules have the pins that are
printed on them, in that order; a module that is printed otherwise is wired by its print.
"""

from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("tierce.kicad_sym")
GRID = 2.54  # mm between pins


@dataclass(frozen=True)
class Symbol:
    """A box; each pin is number, name and electrical type."""

    name: str
    ref: str
    describes: str
    left: tuple[tuple[str, str, str], ...]  # from above
    right: tuple[tuple[str, str, str], ...]
    half: float  # half its width, mm


_GROUNDS = {3, 8, 13, 18, 23, 28, 38}  # and 33, which is the converter's
_OTHERS = {
    30: ("RUN", "passive"),  # pulled up on the board, as 3V3_EN
    33: ("AGND", "power_in"),
    35: ("ADC_VREF", "passive"),
    36: ("3V3", "power_out"),
    37: ("3V3_EN", "passive"),
    39: ("VSYS", "power_in"),
    40: ("VBUS", "power_out"),
}
_GPIOS = iter((*range(23), 26, 27, 28))  # in the order of the pins


def _pico() -> tuple[tuple[str, str, str], ...]:
    pins: list[tuple[str, str, str]] = []
    for number in range(1, 41):
        if number in _GROUNDS:
            name, kind = "GND", "power_in"
        elif number in _OTHERS:
            name, kind = _OTHERS[number]
        else:
            name, kind = f"GP{next(_GPIOS)}", "bidirectional"
        pins.append((str(number), name, kind))
    return tuple(pins)


def _module(*names: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((str(number), name, "passive") for number, name in enumerate(names, 1))


_PICO = _pico()

SYMBOLS = (
    Symbol("Pico", "U", "Raspberry Pi Pico", _PICO[:20], _PICO[:19:-1], 12.7),
    Symbol(
        "PN5180",
        "RD",
        "PN5180 reader module",
        _module(
            "5V", "3V3", "RST", "NSS", "MOSI", "MISO", "SCK", "BUSY", "GND", "GPIO", "IRQ", "AUX",
            "REQ",
        ),
        (),
        7.62,
    ),
    Symbol(
        "RC522",
        "RD",
        "MFRC522 reader module",
        _module("SDA", "SCK", "MOSI", "MISO", "IRQ", "GND", "RST", "3V3"),
        (),
        7.62,
    ),
    Symbol(
        "OLED",
        "DS",
        "OLED screen of 128 x 64, SSD1306, I2C",
        _module("GND", "VCC", "SCL", "SDA"),
        (),
        7.62,
    ),
    Symbol(
        "EPAPER",
        "DS",
        "e-paper screen, SPI",
        _module("VCC", "GND", "DIN", "CLK", "CS", "DC", "RST", "BUSY"),
        (),
        7.62,
    ),
    Symbol(
        "HX711",
        "HX",
        "HX711 module: amplifier of a load cell",
        _module("VCC", "SCK", "DT", "GND", "E+", "E-", "A-", "A+"),
        (),
        7.62,
    ),
    Symbol("LOADCELL", "LC", "load cell", _module("E+", "E-", "A-", "A+"), (), 7.62),
    Symbol("LEDS", "LED", "WS2812 LEDs", _module("5V", "DIN", "GND"), (), 7.62),
)


def _text(indent: str, size: float = 1.27, more: str = "") -> str:
    return f"{indent}(effects (font (size {size} {size})){more})"


def _property(number: int, name: str, value: str, y: float, hide: bool) -> str:
    more = " hide" if hide else ""
    return (
        f'    (property "{name}" "{value}" (id {number}) (at 0 {y:g} 0)\n'
        + _text("      ", more=more)
        + "\n    )\n"
    )


def _pin(number: str, name: str, kind: str, x: float, y: float, turn: int) -> str:
    return (
        f"      (pin {kind} line (at {x:g} {y:g} {turn}) (length {GRID})\n"
        f'        (name "{name}" (effects (font (size 1.27 1.27))))\n'
        f'        (number "{number}" (effects (font (size 1.27 1.27))))\n'
        "      )\n"
    )


def _symbol(symbol: Symbol) -> str:
    rows = max(len(symbol.left), len(symbol.right))
    # Pins stand on KiCad's grid, so the box is even about its middle by whole steps.
    top = round((rows // 2) * GRID, 3)
    above, below = round(top + GRID, 3), round(top - rows * GRID, 3)
    text = f'  (symbol "{symbol.name}" (pin_names (offset 1.016)) (in_bom yes) (on_board yes)\n'
    text += _property(0, "Reference", symbol.ref, above + 1.27, False)
    text += _property(1, "Value", symbol.name, below - 1.27, False)
    text += _property(2, "Footprint", "", below - 3.81, True)
    text += _property(3, "Datasheet", "~", below - 3.81, True)
    text += _property(4, "ki_description", symbol.describes, below - 3.81, True)
    text += (
        f'    (symbol "{symbol.name}_0_1"\n'
        f"      (rectangle (start {-symbol.half:g} {above:g}) (end {symbol.half:g} {below:g})\n"
        "        (stroke (width 0.254) (type default) (color 0 0 0 0))\n"
        "        (fill (type background))\n      )\n    )\n"
    )
    text += f'    (symbol "{symbol.name}_1_1"\n'
    x = symbol.half + GRID
    for row, pin in enumerate(symbol.left):
        text += _pin(*pin, -x, round(top - row * GRID, 3), 0)
    for row, pin in enumerate(symbol.right):
        text += _pin(*pin, x, round(top - row * GRID, 3), 180)
    return text + "    )\n  )\n"


def library() -> str:
    """Return the library, as KiCad 6 reads it."""
    return (
        "(kicad_symbol_lib (version 20211014) (generator tierce)\n"
        + "".join(map(_symbol, SYMBOLS))
        + ")\n"
    )


if __name__ == "__main__":
    FILE.write_text(library(), "utf-8")
