"""config.json: checks it, reads it, writes it. What it may say is a table, app/schema.py.

An error is a tuple: where (as `zones[3].cs`), a key of ERRORS in errors_en and errors_fr, and the
details of its sentence. All errors are listed, not the first. Nothing here touches hardware.
"""

import json

from app.errors import lines, shown
from app.schema import (
    BLOCKS,
    NEEDED,
    NO_HEADER,
    PINS,
    TABLE,
    ZONE_COMMON,
    allowed,
    can,
    makes_sense,
    rows_of,
)
from tierce.presets import LogError, rules_of

NAME = "config.json"
MOST_ERRORS = 40  # of a file that is no config at all, not a thousand are wanted

# With this a board starts that has no config it can use: it drives no pin, as nobody knows what is
# wired to it, and waits for a config on the link.
SAFE = {"tierce": 1, "name": "safe", "players": ["A", "B"], "zones": []}


class _Check:
    """One pass over a config: the errors, the pins, and the config with its defaults."""

    def __init__(self, config):
        self.errors = []
        self.pins = []  # (pin, where, what it may share)
        self.by = None
        select = config.get("select") if isinstance(config, dict) else None
        if isinstance(select, dict) and select.get("by") in ("pins", "hc138"):
            self.by = select["by"]
        self.config = self.object("", config, TABLE) or {}
        if self.config:
            self.zones()
            self.buttons()
            self.buses()
            self.doubles()
            self.game()

    def error(self, where, key, *details):
        if len(self.errors) < MOST_ERRORS:
            self.errors.append((where, key) + details)

    # --- what the table says

    def object(self, where, thing, rows, key=""):
        """Check an object; return it with its defaults and without what is wrong, or None."""
        if not isinstance(thing, dict):
            self.error(where, "value", shown(thing), ("object",))
            return None
        dot = where + "." if where else ""
        names = [row[0] for row in rows]
        # MicroPython's JSON lets keys pass that are no texts.
        others = [str(name) for name in thing if name not in names and name != key]
        # Of a zone nobody knows what it needs while nobody knows how it is selected.
        for name in sorted(others if rows is not ZONE_COMMON else ()):
            near = [each for each in names if near_by(name, each)]
            if near:
                self.error(dot + shown(name)[1:-1], "unknown_near", near)
            else:
                self.error(dot + shown(name)[1:-1], "unknown", ([key] if key else []) + names)
        good = {key: thing[key]} if key else {}
        for name, kind, limits, default in rows:
            value = thing.get(name)
            if value is None and (name not in thing or default is None):
                if default is NEEDED:
                    self.error(dot + name, "missing", allowed(kind, limits))
                elif default is not None:
                    good[name] = dict(default) if isinstance(default, dict) else default
            else:
                value = self.value(dot + name, kind, limits, value, thing)
                if value is not None:
                    good[name] = value
        return good

    def value(self, where, kind, limits, value, beside):
        """Check one value; return it, or None where it is wrong."""
        if kind == "object":
            return self.object(where, value, limits)
        if kind == "choice":
            return self.choice(where, limits, value)
        if kind in ("list", "zones"):
            return self.list(where, kind, limits, value)
        if kind == "pin":
            return value if self.pin(where, limits, value, beside) else None
        if not makes_sense(kind, limits, value):
            self.error(where, "value", shown(value), allowed(kind, limits))
            return None
        if kind == "pins":
            for i in range(len(value)):
                self.pin("%s[%d]" % (where, i), "", value[i], beside)
        return value

    def choice(self, where, limits, value):
        key, choices = limits
        if not isinstance(value, dict):
            self.error(where, "value", shown(value), ("object",))
            return None
        word = value.get(key)
        rows = rows_of(choices, word) if isinstance(word, str) else None
        if rows is None:
            words = ("list", [shown(each) for each, _ in choices])
            if key in value:
                self.error("%s.%s" % (where, key), "value", shown(word), words)
            else:
                self.error("%s.%s" % (where, key), "missing", words)
            return None
        return self.object(where, value, rows, key)

    def list(self, where, kind, limits, value):
        if not isinstance(value, list) or not limits[0] <= len(value) <= limits[1]:
            self.error(where, "value", shown(value), allowed(kind, limits))
            return None
        rows = limits[2]
        if kind == "zones":
            rows = rows_of(rows, self.by) or ZONE_COMMON
        good = []
        for i in range(len(value)):
            # What is no object stays in the list, empty, so that the numbers of the others stay.
            good.append(self.object("%s[%d]" % (where, i), value[i], rows) or {})
        return good

    def pin(self, where, what, value, beside):
        if type(value) is not int or not 0 <= value < PINS:
            self.error(where, "pin", shown(value), ("range", 0, PINS - 1))
            return False
        if what:
            name, keys, _ = BLOCKS[what]
            for key in keys:
                number = beside.get(key)
                if type(number) is int and 0 <= number <= 1 and value not in can(what, number):
                    self.error(where, "cannot", value, what, "%s %d" % (name, number),
                               ("list", can(what, number)))
                    return False
        share = ""
        if where[:6] == "zones[" and where[-4:] in ("busy", ".irq"):
            share = where[-4:]  # lines of several readers may be joined by diodes
        elif where == "safe_pin" or where[:8] == "buttons[":
            share = where[:4]
        self.pins.append((value, where, share))
        return True

    # --- what it cannot say

    def doubles(self):
        """No pin twice, but for joined lines, and a button that is the safe one as well."""
        for i in range(len(self.pins)):
            pin, where, share = self.pins[i]
            for other, there, shared in self.pins[:i]:
                if pin == other and not (share and shared and _share(share, shared)):
                    used = [each[0] for each in self.pins] + list(NO_HEADER)
                    free = [each for each in range(PINS) if each not in used]
                    free = ("list", free) if free else ("none",)
                    self.error(where, "pin_twice", pin, there, free)
                    break

    def zones(self):
        config = self.config
        zones = config.get("zones", ())
        names = {}
        outputs = {}
        for i in range(len(zones)):
            zone = zones[i]
            where = "zones[%d]" % i
            name = zone.get("zone")
            if name in names:
                self.error(where + ".zone", "twice", shown(name), names[name], ("once",))
            elif name:
                names[name] = where
            if self.by == "hc138":
                self.output(where + ".cs", zone.get("cs"), outputs)
            elif self.by and zone.get("reader") == "pn5180" and zone.get("busy") is None:
                self.error(where + ".busy", "missing", allowed("pin", ""))
            if not self.lights(where + ".leds", zone.get("leds"), zones[:i]):
                zone["leds"] = None
        if zones:
            for name, kind, limits, _ in TABLE:
                if name in ("spi", "select") and not self.given(name):
                    self.error(name, "missing", allowed(kind, limits))
        select = config.get("select")
        if select and self.by == "hc138" and select.get("busy") is None:
            for i in range(len(zones)):
                if zones[i].get("reader") == "pn5180":
                    self.error("select.busy", "missing", allowed("pin", ""))
                    break

    def given(self, name):
        """Tell whether an entry is there, or has an error of its own."""
        if name in self.config:
            return True
        for error in self.errors:
            if error[0][:len(name)] == name:
                return True
        return False

    def output(self, where, cs, outputs):
        select = self.config.get("select")
        if cs is None or not select or "address" not in select:
            return
        most = (1 << len(select["address"])) - 1
        if cs > most:
            self.error(where, "value", cs, ("range", 0, most))
        elif cs in outputs:
            self.error(where, "twice", cs, outputs[cs], ("once",))
        else:
            outputs[cs] = where

    def lights(self, where, leds, before):
        """Tell whether a zone's LEDs are on the strip; no other zone may have them."""
        if leds is None:
            return True
        first, count = leds
        strip = self.config.get("leds")
        if strip is None:
            if not self.given("leds"):
                self.error(where, "no_leds", ("left_out",))
            return False
        if "count" in strip and (count < 1 or first + count > strip["count"]):
            self.error(where, "leds_end", shown(leds), ("range", 0, strip["count"] - 1))
            return False
        for i in range(len(before)):
            other = before[i].get("leds")
            if other and first < other[0] + other[1] and other[0] < first + count:
                there = "zones[%d].leds" % i
                self.error(where, "leds_overlap", shown(leds), there, self.free_leds())
                break
        return True

    def free_leds(self):
        """Return the ranges of LEDs that no zone has, as details."""
        count = self.config["leds"].get("count", 0)
        used = bytearray(count)
        for zone in self.config["zones"]:
            first, many = zone.get("leds") or (0, 0)
            for i in range(first, min(first + many, count)):
                used[i] = 1
        free = []
        for i in range(count):
            if not used[i]:
                if i and not used[i - 1]:
                    free[-1][1] = i
                else:
                    free.append([i, i])
        if not free:
            return ("none",)
        return ("list", ["%d-%d" % (first, last) for first, last in free])

    def buttons(self):
        buttons = self.config.get("buttons") or ()
        does = {}
        for i in range(len(buttons)):
            where = "buttons[%d]" % i
            button = buttons[i]
            if not button or self.given(where):
                continue
            if ("does" in button) == ("seat" in button):
                self.error(where, "button", ("button",))
                continue
            name = "does" if "does" in button else "seat"
            if button[name] in does:
                self.error("%s.%s" % (where, name), "twice", shown(button[name]),
                           does[button[name]], ("once",))
            else:
                does[button[name]] = where

    def buses(self):
        """The screen does not stand on the readers' bus: while it is drawn, they must be heard."""
        spi = self.config.get("spi")
        screen = self.config.get("screen")
        if spi and screen and "id" in spi and screen.get("spi") == spi["id"]:
            self.error("screen.spi", "bus", spi["id"], ("one", 1 - spi["id"]))

    def game(self):
        """Game, players and house rules, as the referee will judge them."""
        config = self.config
        if "game" not in config or "players" not in config:
            return
        seats = len(config["players"])
        try:
            rules_of(config["game"], seats, {})
        except LogError as error:
            where = "players" if error.key == "seats" else "game"
            self.error(where, error.key, *error.details)
            return
        rules = config.get("rules", {})
        for name in sorted(rules):
            try:
                rules_of(config["game"], seats, {name: rules[name]})
            except LogError as error:
                self.error("rules." + shown(name)[1:-1], error.key, *error.details)


def _share(one, other):
    return one == other if one in ("busy", ".irq") else one != other and "safe" in (one, other)


def near_by(one, other):
    """Tell whether two names are one or two slips apart: letters missing, more, or others."""
    if abs(len(one) - len(other)) > 2 or len(one) < 3:
        return False
    before = list(range(len(other) + 1))
    for i in range(len(one)):
        row = [i + 1]
        for j in range(len(other)):
            slip = before[j] + (one[i] != other[j])
            row.append(min(slip, before[j + 1] + 1, row[j] + 1))
        before = row
    return before[-1] <= (1 if len(other) < 5 else 2)


def check(config):
    """Return all errors of a config, as parsed from JSON."""
    return _Check(config).errors


def complete(config):
    """Return a valid config with its defaults filled in; what is optional stays away."""
    return _Check(config).config


def load(files):
    """Return (config, errors): the table's config, or with any error the safe one. Never raises."""
    try:
        data = files.read(NAME)
    except OSError:
        return complete(SAFE), [(NAME, "no_file", ("left_out",))]
    try:
        if data[:3] == b"\xef\xbb\xbf":  # as some editors begin a file
            data = data[3:]
        config = json.loads(data.decode())
    except (ValueError, RuntimeError, MemoryError):  # RuntimeError: nested too deep
        return complete(SAFE), [(NAME, "no_json", ("object",))]
    checked = _Check(config)
    if checked.errors:
        return complete(SAFE), checked.errors
    return checked.config, []


def save(files, config):
    """Write a config if it is valid; return its errors. Raises OSError as `files` does."""
    errors = check(config)
    if not errors:
        files.write(NAME, text(config).encode())
    return errors


def merge(config, changes):
    """Return a config with changes laid over it, neither of them touched.

    An object is merged by its keys and null takes a key away; lists, rules, and a select or screen
    of another kind are taken as a whole.
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
    """Return a valid config as JSON, in the order of the table, one line an entry and zone."""
    by = config.get("select", {}).get("by", "pins")
    lines_of = []
    for name, kind, limits, _ in TABLE:
        if config.get(name) is not None:
            lines_of.append('  "%s": %s' % (name, _entry(kind, limits, config[name], by)))
    return "{\n%s\n}\n" % ",\n".join(lines_of)


def _entry(kind, limits, value, by):
    if kind in ("list", "zones"):
        rows = rows_of(limits[2], by) if kind == "zones" else limits[2]
        told = ",".join(["\n    " + _text(each, rows) for each in value])
        return "[%s\n  ]" % told if value else "[]"
    if kind == "object":
        return _text(value, limits)
    if kind == "choice":
        return _text(value, rows_of(limits[1], value[limits[0]]), limits[0])
    return json.dumps(value)


def _text(thing, rows, key=""):
    pairs = ['"%s": %s' % (key, json.dumps(thing[key]))] if key else []
    for row in rows:
        if thing.get(row[0]) is not None:
            pairs.append('"%s": %s' % (row[0], json.dumps(thing[row[0]])))
    return "{%s}" % ", ".join(pairs)



def say(errors, language="en"):
    """Return a line for each error, in English or French."""
    return lines(errors, language, NAME)
