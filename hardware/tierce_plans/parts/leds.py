"""The strip of lights: WS2812B, each with its own controller, or SK6812; on one wire.

It needs 0.7 of its supply as high level (data sheet: VIH): 3.5 V at 5 V, more than a Pico's 3.3 V.
"""

from dataclasses import dataclass

from tierce_plans.parts import Entry, Part, Symbol
from tierce_tools.base.texts import N_


@dataclass(frozen=True, kw_only=True)
class Lights(Part):
    """Lights: `entry` is one of a strip, `stick` a stick of `on_stick`; `side` of one, mm."""

    stick: Entry
    on_stick: int
    side: float


PART = Lights(
    label=N_("{} LEDs WS2812B"),
    pins="5V DIN GND",
    entry=Entry(
        13,
        N_("LED of a WS2812B strip, 60 a metre"),
        N_("WS2812B, RGB, 5 V, 60 LEDs a metre, without a coat (IP30): it is cut into pieces. A metre has 60"),
    ),
    stick=Entry(
        220,
        N_("Stick or ring of 8 LEDs WS2812B"),
        N_("WS2812B or SK6812, RGB, 5 V; not RGBW. Wire to the side marked DIN"),
    ),
    on_stick=8,
    side=5.0,
    currents={},  # by how many are lit, and how brightly: power
    symbol=Symbol(
        "tierce:LEDS",
        "{value} WS2812",
        "DIN is the end where the arrow comes in.",
        "DIN est le côté d'où part la flèche.",
    ),
    describes={
        "pin": "GPIO of the strip's data.",
        "count": "LEDs on the strip.",
        "bright": "Brightness of a colour at most, of 255.",
    },
)
