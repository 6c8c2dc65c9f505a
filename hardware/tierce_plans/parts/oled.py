"""OLED of 128 x 64 or 128 x 32 dots with an SSD1306, on I2C."""

from tierce_plans.parts import Current, Entry, ScreenPart, Symbol
from tierce_tools.base.texts import N_

PART = ScreenPart(
    label=N_("OLED"),
    pins="GND VCC SCL SDA",
    entry=Entry(
        320,
        N_("Screen OLED 0.96 inch, 128x64, I2C"),
        N_(
            "SSD1306, four pins (I2C), for 3.3 V. Not SH1106 (1.3 inch). The order of GND and VCC "
            "differs: wire by the names"
        ),
    ),
    currents={
        "": Current(
            "3V3", 4, "C", 11, "C", N_("OLED screen"), N_("SSD1306 measured by hsel.co.uk: to text, to all lit")
        )
    },
    symbol=Symbol(
        "tierce:OLED",
        "OLED {value}",
        "Order of pins differs: wire by the names printed on it.",
        "L'ordre des broches varie : câbler d'après les noms imprimés.",
    ),
    describes={
        "i2c": "I2C of the RP2040.",
        "sda": "GPIO of SDA.",
        "scl": "GPIO of SCL.",
        "address": "Address on the bus: 60 (0x3C) or 61 (0x3D).",
        "height": "Rows of dots.",
        "hz": "Clock in hertz.",
    },
    wokwi="board-ssd1306",
    stands_in=True,
    wires={"sda": ("SDA", "SDA"), "scl": ("SCL", "SCL")},
    advice={"silent": N_("It does not answer on I2C: check supply, SDA and SCL.")},
    addresses=(60, 61),
)
