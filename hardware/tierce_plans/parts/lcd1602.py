"""LCD of two lines of 16 letters, an HD44780 with a PCF8574 (or PCF8574A) on its back, on I2C."""

from tierce_plans.parts import Current, Entry, ScreenPart, Symbol
from tierce_tools.base.texts import N_

PART = ScreenPart(
    label=N_("LCD 1602"),
    pins="GND VCC SDA SCL",
    entry=Entry(
        450,
        N_("Screen LCD 1602 with an I2C board, for 3.3 V"),
        N_(
            "Two lines of 16 letters, HD44780, with a PCF8574 or PCF8574A on its back, four pins. "
            "3.3 V must be named: one for 5 V stays pale at 3.3 V, and at 5 V its I2C lines are too high for a Pico"
        ),
    ),
    currents={
        "": Current("3V3", 22, "K", 35, "K", N_("LCD screen"), N_("an HD44780 takes 1 to 2 mA, the rest is its light"))
    },
    symbol=Symbol(
        "Connector_Generic:Conn_01x04",
        "LCD 1602",
        "Wire it by the names printed on it; turn its screw until the letters show.",
        "Câbler d'après les noms imprimés ; tourner sa vis jusqu'à voir les lettres.",
    ),
    describes={
        "i2c": "I2C of the RP2040.",
        "sda": "GPIO of SDA.",
        "scl": "GPIO of SCL.",
        "address": "Address on the bus: 32 to 39 (PCF8574), 56 to 63 (PCF8574A); 39 (0x27) or 63 (0x3F) as sold.",
        "hz": "Clock in hertz.",
    },
    advice={"silent": N_("It does not answer on I2C: check supply, SDA and SCL, and its address.")},
    wokwi="wokwi-lcd1602",
    attributes={"pins": "i2c"},
    wires={"sda": ("SDA", "SDA"), "scl": ("SCL", "SCL")},
    addresses=(*range(32, 40), *range(56, 64)),
)
