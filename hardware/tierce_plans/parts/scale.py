"""The scale under the stock: an HX711, the amplifier of a load cell, on two wires."""

from tierce_plans.parts import Current, Entry, Part, Symbol
from tierce_tools.base.texts import N_

PART = Part(
    label=N_("Scale HX711"),
    pins="VCC SCK DT GND E+ E- A- A+",
    entry=Entry(180, N_("Amplifier HX711"), N_("For 3.3 V: its output must not be 5 V. 10 samples a second is enough")),
    currents={
        "": Current("3V3", 6, "K", 12, "K", N_("HX711 with its load cell"), N_("HX711, and a load cell of 1 kohm"))
    },
    symbol=Symbol("tierce:HX711", "HX711", "Wire it by the names printed on it.", "Câbler d'après les noms imprimés."),
    describes={
        "data": "GPIO of DT.",
        "clock": "GPIO of SCK.",
        "card": "What a card weighs, in the scale's own units; 0: it is weighed at the deal.",
        "zero": "What the empty scale says, in its own units.",
    },
    wokwi="wokwi-hx711",
    attributes={"type": "5kg"},
)
