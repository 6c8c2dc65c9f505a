"""What config.json may say, as a table of data: rows of (name, kind, limits, default).

The checks are made of it (app/config.py), and whoever wants a form or a JSON Schema has `describe`.
"""

from app.errors import shown


class _Needed:
    pass


# Instead of a default: the entry must be there. A default of None: it may be left out.
NEEDED = _Needed()

_SPI_HZ = (100000, 10000000)

# Rows of (name, kind, limits, default). Kinds, and their limits:
#   int       lowest, highest                   off_int   0, or lowest to highest
#   word      the values there are              bool      -
#   text      least and most letters
#   texts     least, most; least and most letters of each
#   ints      how many; lowest, highest
#   pin       what it is for, where not every pin can (see BLOCKS); pins: least, most
#   object    its rows                          list      least, most; rows of each
#   choice    the key that chooses, and for each value of it the rows beside the key
#   zone      the name of a zone                rules     house rules: tierce.presets knows them
#   zones     least, most; the rows of each, for each value of select.by
SPI = (
    ("id", "word", (0, 1), NEEDED),
    ("sck", "pin", "sck", NEEDED),
    ("mosi", "pin", "mosi", NEEDED),
    ("miso", "pin", "miso", NEEDED),
    ("hz", "int", (100000, 7000000), 2000000),  # 7 MHz is the PN5180's limit
)
HC138 = (
    ("address", "pins", (3, 4), NEEDED),
    ("enable", "pin", "", NEEDED),
    ("busy", "pin", "", None),
    ("irq", "pin", "", None),
    ("latch", "pin", "", None),
)
ZONE_COMMON = (
    ("zone", "zone", None, NEEDED),
    ("reader", "word", ("pn5180", "mfrc522"), NEEDED),
    ("leds", "ints", (2, 0, 511), None),
    ("at", "ints", (4, 0, 9999), None),  # on the felt, in mm: x, y, width, height
    ("antenna", "ints", (2, 1, 999), None),
    ("settle_us", "int", (500, 50000), 5000),
    ("most", "int", (1, 60), 20),
)
ZONE = (
    ("pins", ZONE_COMMON + (
        ("cs", "pin", "", NEEDED),
        ("busy", "pin", "", None),
        ("reset", "pin", "", None),
        ("irq", "pin", "", None),
    )),
    ("hc138", ZONE_COMMON + (("cs", "int", (0, 15), NEEDED),)),
)
LEDS = (
    ("pin", "pin", "", NEEDED),
    ("count", "int", (1, 512), NEEDED),
    ("bright", "int", (1, 255), 64),
)
EPAPER = (
    ("spi", "word", (0, 1), NEEDED),
    ("sck", "pin", "sck", NEEDED),
    ("mosi", "pin", "mosi", NEEDED),
    ("cs", "pin", "", NEEDED),
    ("dc", "pin", "", NEEDED),
    ("reset", "pin", "", NEEDED),
    ("busy", "pin", "", NEEDED),
    ("hz", "int", (100000, 20000000), 4000000),
)
OLED = (
    ("i2c", "word", (0, 1), NEEDED),
    ("sda", "pin", "sda", NEEDED),
    ("scl", "pin", "scl", NEEDED),
    ("address", "word", (60, 61), 60),
    ("height", "word", (32, 64), 64),
    ("hz", "int", (10000, 1000000), 400000),
)
BUTTON = (
    ("pin", "pin", "", NEEDED),
    ("does", "word", ("minus", "plus", "ok"), None),
    ("seat", "int", (0, 4), None),
)
BUZZER = (("pin", "pin", "", NEEDED),)
SCALE = (
    ("data", "pin", "", NEEDED),
    ("clock", "pin", "", NEEDED),
    ("card", "int", (-8388608, 8388607), 0),  # in the scale's own units, as it finds them out
    ("zero", "int", (-8388608, 8388607), 0),
)
JOURNAL = (("bytes", "int", (8192, 16777216), 262144),)
TABLE = (
    ("tierce", "int", (1, 1), NEEDED),
    ("name", "text", (1, 20), "tierce"),
    ("language", "word", ("en", "fr"), "en"),
    ("hints", "bool", None, False),
    ("game", "text", (1, 20), "rami51"),
    ("players", "texts", (1, 5, 1, 12), NEEDED),
    ("rules", "rules", None, {}),
    ("spi", "object", SPI, None),
    ("select", "choice", ("by", (("pins", ()), ("hc138", HC138))), None),
    ("zones", "zones", (0, 16, ZONE), NEEDED),
    ("leds", "object", LEDS, None),
    ("screen", "choice", ("kind", (("epaper", EPAPER), ("oled", OLED))), None),
    ("buttons", "list", (0, 8, BUTTON), None),
    ("buzzer", "object", BUZZER, None),
    ("scale", "object", SCALE, None),
    ("safe_pin", "pin", "", None),
    ("watchdog_ms", "off_int", (1000, 8388), 0),  # 8388 is as long as the RP2040's can wait
    ("journal", "object", JOURNAL, {"bytes": 262144}),
)

# Which pins of the RP2040 can be what: of its pins counted round by four, and of which block.
PINS = 30
NO_HEADER = (23, 24, 25, 29)  # not on a Pico's edge: never proposed
BLOCKS = {
    # what: name of the block, keys that may name its number, pin % 4 for number 0 and 1
    "miso": ("SPI", ("id", "spi"), (0, 0)),
    "sck": ("SPI", ("id", "spi"), (2, 2)),
    "mosi": ("SPI", ("id", "spi"), (3, 3)),
    "sda": ("I2C", ("i2c",), (0, 2)),
    "scl": ("I2C", ("i2c",), (1, 3)),
}


def can(what, number):
    """Return the pins that can be `what` (a key of BLOCKS) of a block's number, 0 or 1."""
    name, _, turns = BLOCKS[what]
    return [pin for pin in range(PINS)
            if pin % 4 == turns[number] and (name == "I2C" or (pin >> 3) % 2 == number)]


def allowed(kind, limits):
    """Return what a value may be: a key of MAY in the words, and its details."""
    if kind == "int":
        return ("one", limits[0]) if limits[0] == limits[1] else ("range",) + limits
    if kind == "off_int":
        return ("off_range",) + limits
    if kind == "word":
        return ("list", [shown(word) for word in limits])
    if kind == "pin":
        return ("range", 0, PINS - 1)
    if kind in ("text", "texts", "ints", "pins"):
        return (kind,) + limits
    if kind in ("list", "zones"):
        return ("objects", limits[0], limits[1])
    if kind == "choice":
        return ("choice", limits[0], [shown(word) for word, _ in limits[1]])
    return (kind if kind in ("bool", "zone") else "object",)


def rows_of(choices, word):
    """Return the rows that a value chooses, or None."""
    for each, rows in choices:
        if each == word:
            return rows
    return None


def describe(rows=TABLE):
    """Return rows as dicts and lists, for whoever makes a JSON Schema or a form of them."""
    told = []
    for name, kind, limits, default in rows:
        if kind == "object":
            limits = describe(limits)
        elif kind == "list":
            limits = [limits[0], limits[1], describe(limits[2])]
        elif kind == "zones":
            limits = [limits[0], limits[1], _describe_choices(limits[2])]
        elif kind == "choice":
            limits = [limits[0], _describe_choices(limits[1])]
        elif isinstance(limits, tuple):
            limits = list(limits)
        row = {"name": name, "kind": kind, "limits": limits, "needed": default is NEEDED}
        row["default"] = None if default is NEEDED else default
        told.append(row)
    return told


def _describe_choices(choices):
    return [[word, describe(rows)] for word, rows in choices]


def makes_sense(kind, limits, value):
    """Tell whether a value is of its kind and within its limits; for kinds without rows."""
    if kind == "bool":
        return value is True or value is False
    if kind == "rules":
        names = list(value) if isinstance(value, dict) else [0]
        return not [name for name in names if not isinstance(name, str)]
    if kind == "zone":
        return isinstance(value, str) and is_zone(value)
    if kind == "text":
        return (isinstance(value, str) and limits[0] <= len(value) <= limits[1]
                and min(value or " ") >= " ")
    if kind == "word":
        return type(value) is type(limits[0]) and value in limits
    if kind in ("int", "off_int"):
        if type(value) is not int:
            return False
        return limits[0] <= value <= limits[1] or (kind == "off_int" and value == 0)
    if not isinstance(value, list):
        return False
    if kind == "pins":
        return limits[0] <= len(value) <= limits[1]
    if kind == "texts":
        good = limits[0] <= len(value) <= limits[1]
        kind = "text"
        limits = limits[2:]
    else:  # ints
        good = len(value) == limits[0]
        kind = "int"
        limits = limits[1:]
    for each in value:
        good = good and makes_sense(kind, limits, each)
    return good


def is_zone(name):
    """Tell whether this is the name of a zone: discard, meld1 to meld99, seat0 to seat4."""
    if name[:4] == "seat":
        return name[4:] in ("0", "1", "2", "3", "4")
    if name[:4] == "meld":
        digits = name[4:]
        for letter in digits:
            if letter not in "0123456789":
                return False
        return 0 < len(digits) <= 2 and digits[0] != "0"
    return name == "discard"
