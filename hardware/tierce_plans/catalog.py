"""The parts of a table: their names, what to look for in a shop, and their prices.

Prices are typical ones of 2026 for small quantities, in EUR with tax, without postage. They are
remembered, not quoted from a shop; a price with a known source has it in `source`.
"""

from tierce_plans import parts
from tierce_plans.parts import Entry
from tierce_plans.parts.leds import PART as LEDS
from tierce_tools.base.texts import N_
from tierce_tools.description.boards import BY_KEY

YEAR = 2026
_ABOVE_LIST = 1.3  # of a board's list price: headers, tax, a shop's margin


_PLUGGED = N_("DIP, as it is plugged in")
_BOARD = {
    False: N_(
        "{chip}; headers soldered on (H in the name), unless you like to solder. A clone with other"
        " pins has not been tried"
    ),
    True: N_(
        "{chip}; headers soldered on (H in the name), unless you like to solder. A clone with other"
        " pins has not been tried; its radio is not used"
    ),
}

CATALOG: dict[str, Entry] = {
    **{
        key: Entry(
            round(board.dollars * _ABOVE_LIST * 10) * 10,
            N_("{title} with headers"),
            _BOARD[board.radio],
            source=N_("list price without headers {dollars} USD in {year}"),
        )
        for key, board in BY_KEY.items()
    },
    **{kind: part.entry for kind, part in parts.kinds().items()},
    "leds_stick": LEDS.stick,
    "loadcell": Entry(
        450,
        N_("Load cell of 1 kg"),
        N_("Four wires, one bar with two holes at each end; 1 kg at most, or a card is not seen"),
    ),
    "button": Entry(
        20,
        N_("Push button with a cap"),
        N_(
            "Closes when pressed; 12 mm with two pins a side for a breadboard, or one to screw into"
            " the edge of the table"
        ),
    ),
    "buzzer": Entry(
        80,
        N_("Piezo buzzer, passive"),
        N_(
            "A piezo disc without electronics of its own. Not a magnetic one (some 40 ohms): it "
            "takes more than a GPIO gives"
        ),
    ),
    "74hc125": Entry(60, N_("74HC125, four gates"), _PLUGGED),
    "74ahct125": Entry(
        80, N_("74AHCT125, four gates"), N_("AHCT or HCT, for 5 V: it takes 3.3 V for high. A 74HC125 does not")
    ),
    "74hc138": Entry(50, N_("74HC138, one of eight"), _PLUGGED),
    "74hc595": Entry(50, N_("74HC595, shift register"), _PLUGGED),
    "74lvc125": Entry(
        90,
        N_("74LVC125, four gates"),
        N_("3.3 V logic: few are left in DIP (SN74LVC125AN); else SO on an adapter board"),
    ),
    "74lvc244": Entry(
        110,
        N_("74LVC244, eight gates"),
        N_("3.3 V logic: few are left in DIP (SN74LVC244AN); else SO on an adapter board"),
    ),
    "sp3485": Entry(
        100,
        N_("SP3485 or MAX3485, RS-485"),
        N_(
            "For 3.3 V, SO or on an adapter board; not MAX485, which is for 5 V. Leave it out where"
            " there is only one board"
        ),
    ),
    "ams1117": Entry(
        40, N_("Regulator 3.3 V, 1 A"), N_("AMS1117-3.3 or LM1117-3.3 on copper for its heat, or a module of it")
    ),
    "fuse": Entry(150, N_("Fuse, slow, with holder"), N_("5x20 mm, slow (T), of the rating given; two spare ones")),
    "tvs": Entry(40, N_("Clamp SMBJ5.0A"), N_("One way (A, not CA). On a breadboard SA5.0A, the same with wires")),
    "1n5819": Entry(15, N_("Schottky diode 1N5819"), N_("1 A; the ring is K")),
    "1n4001": Entry(
        10, N_("Diode 1N4001"), N_("Any of 1N4001 to 1N4007; not a Schottky diode: the drop of 0.7 V is wanted")
    ),
    "bat85": Entry(12, N_("Schottky diode BAT85"), N_("BAT85, BAT43 or BAT54; the ring is K")),
    "resistor": Entry(5, N_("Resistor"), N_("0.25 W, 5 %")),
    "network8": Entry(
        30,
        N_("Resistor network"),
        N_("SIP with nine pins, eight resistors with one common pin, marked by a dot: 9A, not 8B"),
    ),
    "cap100n": Entry(6, N_("Capacitor 100 nF"), N_("Ceramic, X7R")),
    "cap22u": Entry(40, N_("Capacitor 22 µF tantalum"), N_("10 V or more; the mark is +")),
    "cap100u": Entry(12, N_("Capacitor 100 µF"), N_("Electrolytic, 10 V or more; the stripe is -")),
    "cap1000u": Entry(40, N_("Capacitor 1000 µF"), N_("Electrolytic, 10 V or more, low ESR; the stripe is -")),
    "terminal2": Entry(50, N_("Screw terminal, 2"), N_("Pitch 5.08 mm, 10 A")),
    "terminal3": Entry(60, N_("Screw terminal, 3"), N_("Pitch 5.08 mm, 10 A")),
    "header": Entry(
        50, N_("Pin headers, 40 pins"), N_("Pitch 2.54 mm, to be broken; for all connectors of one row and for jumpers")
    ),
    "idc12": Entry(45, N_("Box header 2x6"), N_("With a notch, so that the plug goes in one way only")),
    "socket20": Entry(60, N_("Socket strip, 20 pins"), N_("Pitch 2.54 mm: the Pico goes into two of them")),
    "idc_plug12": Entry(
        40, N_("Ribbon plug 2x6"), N_("For the cable's end at the carrier; at the reader it is soldered")
    ),
    "jumper_cap": Entry(5, N_("Jumper cap"), N_("Pitch 2.54 mm")),
    "breadboard": Entry(
        400, N_("Breadboard, 830 holes"), N_("With rails on both sides; note that some are cut in the middle")
    ),
    "wires": Entry(
        310, N_("Set of jumper wires"), N_("40 with two pins and 20 with a socket at one end, ten colours, 20 cm")
    ),
    "perfboard": Entry(
        600,
        N_("Prototype board 160x100 mm"),
        N_("Or a printed board that you lay out from the schematic: there is no layout here"),
    ),
    "ribbon": Entry(150, N_("Ribbon cable, 12 wires"), N_("Pitch 1.27 mm, AWG 28; coloured, if you can"), unit="m"),
    "power_wire": Entry(
        60, N_("Wire, red and black"), N_("Stranded, of the section in the power budget: supply, LEDs"), unit="m"
    ),
    "supply": Entry(
        0, N_("Power supply 5 V"), N_("Closed, with the CE mark, short-circuit proof; of the current given, or more")
    ),
    "antenna": Entry(
        280,
        N_("Antenna board"),
        N_("3 mm plywood or plastic, 0.6 mm enamelled wire, C0G capacitors as on its template; some are needed to try"),
        group="table",
    ),
    "felt": Entry(
        1200,
        N_("Felt or speed cloth"),
        N_("1 to 3 mm, without a metal or carbon layer; a hand wider than the table all round"),
        group="table",
        unit="m2",
    ),
    "board": Entry(
        1500,
        N_("Plywood, 10 mm"),
        N_("No metal frame or foil; antennas are screwed onto it, under the felt, or let into it"),
        group="table",
        unit="m2",
    ),
    "ferrite": Entry(
        12000,
        N_("Ferrite sheet for 13.56 MHz"),
        N_("Only over metal: under each loop, its size, 0.1 mm or more, permeability 100 or more"),
        group="option",
        unit="m2",
    ),
    "tag15693": Entry(
        60,
        N_("Tag ICODE SLIX2"),
        N_(
            "ISO 15693, sticker, antenna of 22 mm or less, tuned high (15 or 16 MHz, if the seller "
            "says); from one lot. Order five of each kind first and try them fanned"
        ),
        group="deck",
    ),
    "tag14443": Entry(
        25,
        N_("Tag NTAG213"),
        N_("ISO 14443A, sticker, 22 to 25 mm: MIFARE Classic and NTAG both do"),
        group="deck",
        source=N_("50 for 8.99 GBP in 2023, alexhedley.com"),
    ),
    "cards": Entry(
        400,
        N_("Pack of playing cards"),
        N_(
            "54 cards of paper or plastic; the same back for all packs. Or blank cards to print on, "
            "with such a tag inside"
        ),
        group="deck",
        source=N_("a deck with tags inside was 93 to 105 GBP in 2023, alexhedley.com"),
    ),
}

# Kinds in the wiring that have another name in the catalogue.
SAME: dict[str, str] = {
    f"header{pins}": "header" for pins in (2, 4, 8, 10)
} | {"jumper2": "header", "jumper3": "header", "jumper6": "header"}  # fmt: skip

# Supplies: current in mA, price in EUR cents.
SUPPLIES: tuple[tuple[int, int], ...] = (
    (1000, 600), (2000, 800), (3000, 1000), (4000, 1300), (5000, 1500), (6000, 1700),
    (8000, 2100), (10000, 2500), (20000, 4500),
)  # fmt: skip

# What a table of one reader may have in place of a part, besides other readers and screens: key of the part ->
# (name, EUR cents, what changes).
INSTEAD: dict[str, tuple[tuple[str, float, str], ...]] = {
    "oled": ((N_("No screen"), 0, N_("Leave screen out: tierce table --port auto shows it on the computer's page")),),
    "button": ((N_("No buttons"), 0, N_("Leave buttons and safe_pin out: the page has them")),),
    "buzzer": (
        (CATALOG["leds_stick"].name, CATALOG["leds_stick"].cents, CATALOG["leds_stick"].look),
        (N_("Nothing"), 0, N_("Leave buzzer out: the screen says everything")),
    ),
    "breadboard": ((N_("Breadboard, 400 holes"), 200, N_("The reader hangs beside it on wires with sockets")),),
    "tag14443": (
        (N_("MIFARE Classic sticker"), 15, N_("Works as well; check that its number does not begin with 08")),
        (N_("Cards that have tags"), 45, N_("Blank plastic NTAG cards, written on with a pen; no stickers")),
    ),
}
