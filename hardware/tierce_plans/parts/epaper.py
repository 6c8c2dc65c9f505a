"""Black and white e-paper of 296 x 128 dots with an SSD1680, on an SPI bus of its own."""

from tierce_plans.parts import Current, Entry, ScreenPart, Symbol
from tierce_tools.base.texts import N_

PART = ScreenPart(
    label=N_("e-paper"),
    pins="VCC GND DIN CLK CS DC RST BUSY",
    entry=Entry(
        1500,
        N_("E-paper 2.9 inch, 296x128, black and white"),
        N_(
            "SSD1680 with partial refresh, 3.3 V, eight pins. Not a three-colour one: it takes 15 s"
            " a picture and cannot refresh in part"
        ),
    ),
    currents={
        "": Current("3V3", 8, "V", 30, "K", N_("e-paper screen"), N_("Waveshare: 26.4 mW in a refresh; its peaks"))
    },
    symbol=Symbol(
        "tierce:EPAPER", "e-paper", "Wire it by the names printed on it.", "Câbler d'après les noms imprimés."
    ),
    describes={
        "spi": "SPI of the RP2040, another one than the readers'.",
        "sck": "GPIO of CLK.",
        "mosi": "GPIO of DIN.",
        "cs": "GPIO of CS.",
        "dc": "GPIO of DC.",
        "reset": "GPIO of RST.",
        "busy": "GPIO of BUSY.",
        "hz": "Clock in hertz.",
        "full_every": "How many refreshes until the whole panel is drawn again, against ghosts; 1: each time.",
    },
    wires={
        "sck": ("CLK", "EPD_CLK"),
        "mosi": ("DIN", "EPD_DIN"),
        "cs": ("CS", "EPD_CS"),
        "dc": ("DC", "EPD_DC"),
        "reset": ("RST", "EPD_RST"),
        "busy": ("BUSY", "EPD_BUSY"),
    },
    carrier=True,
    pictures_ms=((300, 4000), (50, 1500)),  # data sheets give 2 s and 0.3 s when warm
    advice={
        "busy": N_(
            "BUSY never falls: check the screen's BUSY and RST wires; a screen of three "
            "colours takes too long and does not fit."
        ),
        "inverted": N_(
            "BUSY is low while it works: the panel has a UC8151 or IL0373. It is no wire: take a screen with "
            "an SSD1680."
        ),
        "silent": N_(
            "BUSY never rises: check the screen's supply, CS, DC, SCK, MOSI and BUSY, "
            "and that it is one with an SSD1680 (296 x 128)."
        ),
        "slow": N_("The screen is slow: it is cold, or of another kind."),
        "quick": N_("The refresh ends sooner than it can: check the BUSY wire."),
    },
)
