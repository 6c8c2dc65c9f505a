"""config.json: checks it, reads it, writes it. Its schema is a table in app/schema.py.

An error is a tuple: the place (such as `zones[3].cs`), a key of ERRORS in errors_en and errors_fr,
and the details for its sentence. All errors are reported, not only the first. Nothing here touches
hardware.
"""

import json
from collections import OrderedDict

from app.errors import lines, shown
from app.schema import NEEDED, PINS, allowed, can, kinds, makes_sense, needs, rows
from tierce.presets import LogError, rules_of

NAME = "config.json"
MOST_ERRORS = 40  # limits the list for a file that is not a config at all

# A board without a valid config starts with this one. It drives no pin, as the wiring is unknown,
# and waits for a config on the link.
SAFE = {"tierce": 1, "name": "safe", "players": ["A", "B"], "zones": []}

_NO_HEADER = (23, 24, 25, 29)  # GPIOs that a Pico does not bring out: never suggested as free


class _Check:
    """One check of a config: collects the errors, the pins, and the config with its defaults."""

    def __init__(self, config):
        self.errors = []
        self.pins = []  # (pin, where, key of the uses that may share it, "" for none)
        select = config.get("select") if isinstance(config, dict) else None
        by = select.get("by") if isinstance(select, dict) else None
        self.by = by if by in ("pins", "hc138") else None
        self.config = self.object("", config, rows("table"))
        if self.config:
            self.select = self.config.get("select") or {}
            self.zones()
            self.buttons()
            self.buses()
            self.doubles()
            self.game()

    def error(self, where, key, *details):
        if len(self.errors) < MOST_ERRORS:
            self.errors.append((where, key) + details)

    # --- checks by the schema

    def object(self, where, thing, known, key=""):
        """Check an object; return it with its defaults and without its invalid entries."""
        good = OrderedDict()  # written in the order of the table
        if not isinstance(thing, dict):
            self.error(where, "value", shown(thing), ("object",))
            return good
        dot = where + "." if where else ""
        names = [row[0] for row in known]
        if key:
            names.insert(0, key)
            good[key] = thing[key]
        # `str`, as MicroPython's JSON accepts keys that are not strings. The entries of a zone
        # depend on `select`: if that is wrong, unknown ones in zones are not reported.
        others = sorted([str(name) for name in thing if name not in names])
        for name in others if self.by or "reader" not in names else ():
            self.error(dot + shown(name)[1:-1], "unknown", names)
        for name, kind, limits, default in known:
            value = thing.get(name)
            if value is not None or (name in thing and default is not None):
                value = self.value(dot + name, kind, limits, value, thing)
            elif default == NEEDED:
                self.error(dot + name, "missing", allowed(kind, limits))
            else:
                value = default
            if value is not None:
                good[name] = value
        return good

    def value(self, where, kind, limits, value, beside):
        """Check one value; return it, or None if it is wrong."""
        if kind == "object":
            return self.object(where, value, rows(limits))
        if kind == "choice":
            return self.choice(where, limits, value)
        if kind in ("list", "zones"):
            return self.list(where, kind, limits, value)
        if kind == "pin":
            return self.pin(where, limits, value, beside)
        if not makes_sense(kind, limits, value):
            self.error(where, "value", shown(value), allowed(kind, limits))
            return None
        if kind == "pins":
            for i in range(len(value)):
                self.pin("%s[%d]" % (where, i), "", value[i], beside)
        return value

    def choice(self, where, limits, value):
        key = limits[0]
        words = limits[1:]
        if not isinstance(value, dict):
            return self.object(where, value, ())
        word = value.get(key)
        if word in words:
            return self.object(where, value, rows(word), key)
        if key in value:
            self.error("%s.%s" % (where, key), "value", shown(word), allowed("word", words))
        else:
            self.error("%s.%s" % (where, key), "missing", allowed("word", words))
        return None

    def list(self, where, kind, limits, value):
        if not isinstance(value, list) or not limits[0] <= len(value) <= limits[1]:
            self.error(where, "value", shown(value), allowed(kind, limits))
            return None
        # An invalid element becomes an empty object, so that the others keep their numbers.
        if kind == "list":
            known = rows(limits[2])
            return [self.object("%s[%d]" % (where, i), value[i], known) for i in range(len(value))]
        known = rows("zone") + (rows("zone " + self.by) if self.by else [])
        own = {reader: rows(reader) for reader in kinds("READER")}
        return [self.zone("%s[%d]" % (where, i), value[i], known, own) for i in range(len(value))]

    def zone(self, where, zone, known, own):
        """Check a zone; `own` has the rows of each kind of reader."""
        reader = zone.get("reader") if isinstance(zone, dict) else None
        every = [row for kind in sorted(own) for row in own[kind]]
        mine = own.get(reader) if isinstance(reader, str) else None
        if mine is None:  # an error of its own; so what any reader has is none
            mine = [row for row in every if row[0] not in [other[0] for other in known]]
        # A reader's row of a common entry says its own limits.
        names = [row[0] for row in mine]
        known = [row for row in known if row[0] not in names] + mine
        names = [row[0] for row in known]
        # What only other readers have may be there with its default: earlier versions wrote it.
        idle = {row[0]: row[3] for row in every if row[0] not in names}
        if idle:
            zone = {name: zone[name] for name in zone if name not in idle or zone[name] is not idle[name]}
        return self.object(where, zone, known)

    def pin(self, where, what, value, beside):
        if type(value) is not int or not 0 <= value < PINS:
            self.error(where, "value", shown(value), ("pin",))
            return None
        if what:
            number = beside.get("id", beside.get("spi", beside.get("i2c")))
            if type(number) is int and 0 <= number <= 1:
                bus, pins = can(what, number)
                if value not in pins:
                    self.error(where, "cannot", value, what, bus, pins)
                    return None
        share = ""
        if where[:6] == "zones[" and where[-4:] in ("busy", ".irq"):
            share = where[-4:]  # several readers may share one line through diodes
        elif where == "safe_pin" or where[:8] == "buttons[":
            share = where[:4]
        self.pins.append((value, where, share))
        return value

    # --- checks that the schema cannot express

    def doubles(self):
        """Report pins used twice; shared reader lines and a button on the safe pin are allowed."""
        used = [each[0] for each in self.pins]
        for i in range(len(self.pins)):
            pin, where, share = self.pins[i]
            for other, there, shared in self.pins[:i]:
                if pin == other and not _share(share, shared):
                    free = [each for each in range(PINS) if each not in used and each not in _NO_HEADER]
                    self.error(where, "pin_twice", pin, there, free or "-")
                    break

    def once(self, where, value, seen):
        """Note a value that must be unique; return whether it is, else report it."""
        if value in seen:
            self.error(where, "twice", shown(value), seen[value])
            return False
        seen[value] = where
        return True

    def zones(self):
        config = self.config
        zones = config.get("zones", ())
        names = {}
        outputs = {}
        busy = {reader: "busy" in needs(reader) for reader in kinds("READER")}
        for i in range(len(zones)):
            zone = zones[i]
            where = "zones[%d]" % i
            if "zone" in zone:
                self.once(where + ".zone", zone["zone"], names)
                if zone["zone"] == "tap" and len(zones) > 1:
                    self.error(where + ".zone", "value", shown("tap"), ("zone",))
            cs = zone.get("cs")
            if self.by == "hc138" and cs is not None and "address" in self.select:
                most = (1 << len(self.select["address"])) - 1
                if cs > most:
                    self.error(where + ".cs", "value", cs, ("int", 0, most))
                else:
                    self.once(where + ".cs", cs, outputs)
            elif self.by == "pins" and busy.get(zone.get("reader")) and "busy" not in zone:
                self.error(where + ".busy", "missing", ("pin",))
            if "leds" in zone and not self.lights(where + ".leds", zone["leds"], zones[:i]):
                del zone["leds"]
        for name, kind, limits, _ in rows("table"):
            if zones and name in ("spi", "select") and not self.given(name):
                self.error(name, "missing", allowed(kind, limits))
        wanted = [zone for zone in zones if busy.get(zone.get("reader"))]
        if self.by == "hc138" and wanted and self.select and "busy" not in self.select:
            self.error("select.busy", "missing", ("pin",))

    def given(self, name):
        """Return whether an entry is there or has been reported already."""
        return name in self.config or name in [error[0][: len(name)] for error in self.errors]

    def lights(self, where, leds, before):
        """Return whether a zone's LEDs are on the strip; report errors and overlaps."""
        first, count = leds
        strip = self.config.get("leds")
        if strip is None:
            if not self.given("leds"):
                self.error(where, "no_leds")
            return False
        if "count" in strip and (count < 1 or first + count > strip["count"]):
            self.error(where, "leds_end", shown(leds), strip["count"] - 1)
            return False
        for i in range(len(before)):
            other = before[i].get("leds")
            if other and first < other[0] + other[1] and other[0] < first + count:
                self.error(where, "leds_overlap", shown(leds), "zones[%d].leds" % i)
                break
        return True

    def buttons(self):
        buttons = self.config.get("buttons", ())
        seen = {}
        for i in range(len(buttons)):
            where = "buttons[%d]" % i
            button = buttons[i]
            if self.given(where):
                continue
            if ("does" in button) == ("seat" in button):
                self.error(where, "button")
            else:
                name = "does" if "does" in button else "seat"
                self.once("%s.%s" % (where, name), button[name], seen)

    def buses(self):
        """Report a screen on the readers' bus: readers must work while the screen is drawn."""
        spi = self.config.get("spi", {}).get("id")
        if spi is not None and self.config.get("screen", {}).get("spi") == spi:
            self.error("screen.spi", "bus", spi, 1 - spi)

    def game(self):
        """Check game, players and house rules as the referee does."""
        config = self.config
        if "game" not in config or "players" not in config:
            return
        rules = config.get("rules", {})
        # Check each option alone, to report every wrong one. Then check the size of the hand with
        # all valid options, as these determine the deck.
        sound = {}
        for name in [""] + [name for name in sorted(rules) if name != "hand"]:
            one = {name: rules[name]} if name else {}
            if not self._fits(one, "rules." + shown(name)[1:-1]):
                if not name:
                    return
            elif name:
                sound[name] = rules[name]
        if "hand" in rules:
            sound["hand"] = rules["hand"]
        self._fits(sound, "rules.hand")

    def _fits(self, rules, where):
        """Return whether the game can be played by these house rules; report an error."""
        config = self.config
        try:
            rules_of(config["game"], len(config["players"]), rules)
        except LogError as error:
            if not rules:
                where = "players" if error.key == "seats" else "game"
            self.error(where, error.key, *error.details)
            return False
        return True


def _share(one, other):
    if one in ("busy", ".irq"):
        return one == other
    return one != other and "safe" in (one, other) and "butt" in (one, other)


def check(config):
    """Return all errors of a config, as parsed from JSON: a list of tuples, see the module."""
    return _Check(config).errors


def complete(config):
    """Return a valid config with its defaults; optional entries without one stay absent."""
    return _Check(config).config


def load(files):
    """Return (config, errors): the table's config, or a safe one if there are errors.

    Never raises.
    """
    try:
        data = files.read(NAME)
    except OSError:
        return complete(SAFE), [(NAME, "no_file")]
    try:
        if data[:3] == b"\xef\xbb\xbf":  # the byte order mark that some editors write
            data = data[3:]
        given = json.loads(data.decode())
        checked = _Check(given)
    except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
        return complete(SAFE), [(NAME, "no_json")]
    if checked.errors:
        return _shows(given), checked.errors
    return checked.config, []


def _shows(given):
    """Return the safe config with the valid language, screen and buttons of a wrong one.

    With these the table can show the errors.
    """
    config = SAFE
    if isinstance(given, dict):
        for name in ("language", "screen", "buttons"):
            if name in given:
                tried = dict(config)
                tried[name] = given[name]
                if not _Check(tried).errors:
                    config = tried
    return complete(config)


def save(files, config):
    """Write a config if it is valid; return its errors. Raises OSError if the write fails."""
    checked = _Check(config)
    if not checked.errors:
        files.write(NAME, text(checked.config).encode())
    return checked.errors


def change(files, changes):
    """Change entries of the config on flash if it is valid. Raises OSError if the write fails."""
    config, errors = load(files)
    if not errors:
        config.update(changes)
        files.write(NAME, text(config).encode())


def merge(config, changes):
    """Return a new config: `config` with `changes` applied.

    Objects are merged key by key; null removes a key. Lists, rules, and a select or screen of
    another kind replace the old value.
    """
    merged = dict(config)
    for name in changes:
        new = changes[name]
        old = merged.get(name)
        if isinstance(new, dict) and isinstance(old, dict) and name != "rules":
            kind = "by" if name == "select" else "kind"
            if new.get(kind, old.get(kind)) == old.get(kind):
                both = dict(old)
                both.update(new)
                new = {key: both[key] for key in both if both[key] is not None}
        if new is None:
            merged.pop(name, None)
        else:
            merged[name] = new
    return merged


def text(config):
    """Return a config as JSON for people to read: one line per entry and per zone."""
    entries = []
    for name in config:
        value = config[name]
        told = json.dumps(value)
        if isinstance(value, list) and value and isinstance(value[0], dict):
            told = "[\n    %s\n  ]" % ",\n    ".join([json.dumps(each) for each in value])
        entries.append('  "%s": %s' % (name, told))
    return "{\n%s\n}\n" % ",\n".join(entries)


def say(errors, language="en"):
    """Return a list with a line for each error, in English or French."""
    return lines(errors, language, NAME)
