"""The schema of config.json as a table. The checks use it, and so do hosts that show the config.

Stored as text, it takes a third of the memory of tuples.
"""

import json

import drivers  # noqa: F401  # the files of words lie beside its modules
from tierce.phrases import Words
from tierce.zones import zone_number

NEEDED = "!"  # instead of a default: the entry must be there
PINS = 30

# Rows of name, kind, limits, default. A default "-" means none: the entry is optional. The kinds
# and their limits:
#   int       lowest, highest                   off_int   0, or lowest to highest
#   word      the allowed values                bool      -
#   text      fewest and most letters
#   texts     fewest, most; fewest and most letters of each
#   ints      how many; lowest, highest
#   pin       its function if only some pins have it (see `can`)      pins      fewest, most
#   object    its section                       list      fewest, most; section of each
#   choice    the key that selects, and its values: each has a section
#   zone      the name of a zone                rules     house rules: see tierce.presets
#   zones     fewest, most; each has the section zone and that of its selection
# READER and SCREEN stand for the kinds of these parts, drivers/parts.words. Each has its own rows
# beside its driver, in KIND.words: a section of that name, and NEEDS, the lines that it can't do without.
# `at` is x, y, width and height on the felt in mm; 7 MHz is the fastest clock of any reader; a
# scale's numbers are in its own units; 8388 ms is the longest time of the RP2040's watchdog.
TEXT = """
[table]
tierce word [1] !
name text [1,20] "tierce"
language word ["en","fr"] "en"
hints bool - false
game text [1,20] "rami51"
players texts [1,6,1,12] !
rules rules - {}
spi object "spi" -
select choice ["by","pins","hc138"] -
zones zones [0,48] !
leds object "leds" -
screen choice ["kind","SCREEN"] -
buttons list [0,9,"button"] -
buzzer object "buzzer" -
scale object "scale" -
safe_pin pin "" -
watchdog_ms off_int [1000,8388] 0
journal object "journal" {"bytes":196608}
build rules - -

[spi]
id word [0,1] !
sck pin "sck" !
mosi pin "mosi" !
miso pin "miso" !
hz int [100000,7000000] 2000000

[pins]

[hc138]
address pins [3,6] !
enable pin "" !
busy pin "" -
irq pin "" -
latch pin "" -

[zone]
zone zone - !
reader word ["READER"] !
leds ints [2,0,511] -
at ints [4,0,9999] -
antenna ints [2,1,999] -
settle_us int [500,50000] 5000
most int [1,60] 20

[zone pins]
cs pin "" !
busy pin "" -
reset pin "" -
irq pin "" -

[zone hc138]
cs int [0,47] !

[leds]
pin pin "" !
count int [1,512] !
bright int [1,255] 64

[button]
pin pin "" !
does word ["minus","plus","ok"] -
seat int [0,5] -

[buzzer]
pin pin "" !

[scale]
data pin "" !
clock pin "" !
card int [-8388608,8388607] 0
zero int [-8388608,8388607] 0

[journal]
bytes int [8192,16777216] 196608

"""


def rows(section):
    """Return the rows of a section, or of a kind of part: a list of (name, kind, limits, default)."""
    at = TEXT.find("\n[%s]\n" % section)
    if at < 0:
        words = _entries(section)
        return [_row("%s %s" % (name, words[name])) for name in words]
    begin = at + len(section) + 4
    return [_row(line) for line in TEXT[begin : TEXT.index("\n\n", begin - 1)].split("\n") if line]


def _row(line):
    name, kind, limits, default = line.split(" ")
    limits = None if limits == "-" else json.loads(limits)
    if kind in ("word", "choice") and limits[-1] in PARTS:
        limits = limits[:-1] + kinds(limits[-1])
    if default != NEEDED:
        default = None if default == "-" else json.loads(default)
    return name, kind, limits, default


# --- parts

PARTS = ("READER", "SCREEN")


def kinds(part):
    """Return the kinds of a part that there are, "READER" or "SCREEN": those of drivers/parts.words."""
    return _words("parts").KINDS[part].split(" ")


def needs(kind):
    """Return the lines that a kind of reader cannot do without."""
    return list(getattr(_words(kind), "NEEDS", ()))


def _words(kind):
    return Words("drivers." + kind, "")


def _entries(kind):
    words = _words(kind)
    return words.READER if hasattr(words, "READER") else words.SCREEN


# For each line of a bus: the remainder, modulo 4, of the RP2040's GPIOs that can be this line.
_TURNS = {"miso": 0, "sck": 2, "mosi": 3, "sda": 0, "scl": 1}


def can(what, number):
    """Return the name of a bus and the pins that can be line `what` of it; `number` is 0 or 1."""
    turn = _TURNS[what]
    if what in ("sda", "scl"):
        turn += 2 * number
        return "I2C %d" % number, [pin for pin in range(PINS) if pin % 4 == turn]
    return "SPI %d" % number, [pin for pin in range(PINS) if pin % 4 == turn and pin >> 3 & 1 == number]


def allowed(kind, limits):
    """Return the values that an entry may have, as details of a sentence."""
    if kind == "word":
        return [json.dumps(each) for each in limits]
    if kind == "choice":
        return (kind, limits[0], [json.dumps(each) for each in limits[1:]])
    return (kind,) + tuple(limits) if isinstance(limits, list) else (kind,)


def makes_sense(kind, limits, value):
    """Return whether a value is of its kind and within its limits; for kinds without a section."""
    if kind == "word":
        return type(value) is type(limits[0]) and value in limits
    if kind in ("int", "off_int"):
        return type(value) is int and (limits[0] <= value <= limits[1] or (kind == "off_int" and value == 0))
    if kind == "bool":
        return value is True or value is False
    if kind == "rules":  # MicroPython's JSON accepts keys that are not strings
        return isinstance(value, dict) and not [name for name in value if type(name) is not str]
    if kind in ("text", "zone"):
        if type(value) is not str:
            return False
        return is_zone(value) if kind == "zone" else (limits[0] <= len(value) <= limits[1] and min(value or " ") >= " ")
    most = limits[0 if kind == "ints" else 1]
    if not isinstance(value, list) or not limits[0] <= len(value) <= most:
        return False
    if kind == "pins":
        return True
    part = limits[1:] if kind == "ints" else limits[2:]
    return not [each for each in value if not makes_sense(kind[:-1], part, each)]


def is_zone(name):
    """Return whether this names a zone: discard, meld1 to meld99, seat0 to seat5, or the tap."""
    return name == "tap" or -7 < zone_number(name) < 100
