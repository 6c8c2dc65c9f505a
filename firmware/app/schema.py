"""The schema of config.json as a table. The checks use it, and so do hosts that show the config.

Stored as text, it takes a third of the memory of tuples.
"""

import json

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
# `at` is x, y, width and height on the felt in mm; 7 MHz is the PN5180's limit; a scale's numbers
# are in its own units; 8388 ms is the longest time of the RP2040's watchdog.
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
screen choice ["kind","epaper","oled"] -
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
reader word ["pn5180","mfrc522"] !
leds ints [2,0,511] -
at ints [4,0,9999] -
antenna ints [2,1,999] -
settle_us int [500,50000] 5000
most int [1,60] 20
fast bool - false
gain int [0,7] -

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

[epaper]
spi word [0,1] !
sck pin "sck" !
mosi pin "mosi" !
cs pin "" !
dc pin "" !
reset pin "" !
busy pin "" !
hz int [100000,20000000] 4000000
full_every int [1,1000] 50

[oled]
i2c word [0,1] !
sda pin "sda" !
scl pin "scl" !
address word [60,61] 60
height word [32,64] 64
hz int [10000,1000000] 400000

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
    """Return the rows of a section: a list of (name, kind, limits, default)."""
    begin = TEXT.index("\n[%s]\n" % section) + len(section) + 4
    found = []
    for line in TEXT[begin : TEXT.index("\n\n", begin - 1)].split("\n"):
        if line:
            name, kind, limits, default = line.split(" ")
            limits = None if limits == "-" else json.loads(limits)
            if default != NEEDED:
                default = None if default == "-" else json.loads(default)
            found.append((name, kind, limits, default))
    return found


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
    if kind == "rules":  # MicroPython's JSON accepts keys that are no strings
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
    """Return whether this names a zone: discard, meld1 to meld99, seat0 to seat5."""
    return -7 < zone_number(name) < 100
