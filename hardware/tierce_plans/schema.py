"""The JSON Schema of a table's description, for editors and for programs that write one.

It is generated from the rows of the board's own check (app/schema.py) and those of `build`, so that
they agree. The check also has conditions that are not in a row: those that a schema can express are
in `_beside`; the others (duplicates, LEDs that are not on the strip, a screen on the readers' bus,
and options that the rules of the game refuse) only the check finds.

`python -m tierce_plans.schema` rewrites hardware/table.schema.json, and hardware/measured/reach.schema.json, which
is made of the rows of a report in the same way.
"""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, cast

from tierce.presets import PRESETS
from tierce_plans import parts
from tierce_tools.base import paths
from tierce_tools.description import reach
from tierce_tools.description.descriptions import BUILD

Schema = dict[str, Any]
Row = tuple[str, str, Any, Any]

NAME = "table.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"

# The purpose of each entry, by section of app/schema.py and name.
DESCRIPTIONS: dict[str, dict[str, str]] = {
    "table": {
        "tierce": "Version of this format.",
        "name": "What the table is called, on its screen and over the link.",
        "language": "Language of the screen.",
        "hints": "Whether the table gives hints.",
        "game": "The game that the menu starts from.",
        "players": "Who plays, seat 0 first; the menu starts from them.",
        "rules": "House rules: options of the game, by name.",
        "spi": "The readers' bus. Needed where there are zones.",
        "select": "How a reader is chosen. Needed where there are zones.",
        "zones": "The places of the felt that have a reader each.",
        "leds": "The strip of lights, all zones on one.",
        "screen": "The screen.",
        "buttons": "Push-buttons, from the GPIO to GND.",
        "buzzer": "A passive piezo buzzer.",
        "scale": "A load cell under the stock, with its amplifier.",
        "safe_pin": "A GPIO: held low at the start, the program does not run. May be a button's.",
        "watchdog_ms": "The board restarts if it hangs for this long; 0: it does not.",
        "journal": "The games that the board keeps.",
        "build": "How the table is built: for its plans and budgets; the board skips it.",
    },
    "spi": {
        "id": "SPI of the RP2040.",
        "sck": "GPIO of SCK.",
        "mosi": "GPIO of MOSI.",
        "miso": "GPIO of MISO.",
        "hz": "Clock in hertz; a reader may take less, and long cables need less.",
    },
    "pins": {},
    "hc138": {
        "address": "GPIOs of the address lines, the lowest bit first: A0, A1, A2, and so on.",
        "enable": "GPIO of the decoders' enable, active low.",
        "busy": "GPIO of the readers' BUSY lines, joined by diodes.",
        "irq": "GPIO of the readers' IRQ lines, joined by diodes.",
        "latch": "GPIO of the latch of the 74HC595s, which drive the readers' RST.",
    },
    "zone": {
        "zone": "The name: discard, meld1 to meld99, seat0 to seat5; or tap alone, where cards are tapped.",
        "reader": "The reader's chip.",
        "leds": "First and count of its LEDs on the strip.",
        "at": "x, y, width, height on the felt in mm, from the upper left corner.",
        "antenna": "Width and height of the loop in mm.",
        "settle_us": "Microseconds from field on to the first command.",
        "most": "Cards that are read at most.",
    },
    "zone pins": {
        "cs": "GPIO of the reader's NSS.",
        "busy": "GPIO of BUSY; readers may share it, joined by diodes. Some readers need it.",
        "reset": "GPIO of RST.",
        "irq": "GPIO of IRQ; readers may share it, joined by diodes.",
    },
    "zone hc138": {"cs": "The decoders' output: 0 to 7 with three address lines, to 15 with four, to 23 with five."},
    "button": {
        "pin": "GPIO of the button.",
        "does": "One of the table's three buttons. Either this or `seat`.",
        "seat": "A seat's own button. Either this or `does`.",
    },
    "buzzer": {"pin": "GPIO of the buzzer."},
    "journal": {"bytes": "Bytes of flash at most."},
    "build": {
        "board": "The board that plays at the table.",
        "on": "Breadboards and modules, or the carrier board of the club.",
        "felt": "Width and height of the felt in mm; by default what the zones take.",
        "supply_ma": "What the 5 V supply can give, in mA; 500 is a computer's USB.",
        "cable_mm": "The longest cable from the board to a reader, in mm.",
        "buffers": "Whether a single reader's MISO goes through a 74xx125 gate, too; several always have one each.",
        "tag": "Width and height of a tag's antenna in mm.",
        "tuned_khz": "Resonance of a tag alone, in kHz.",
        "card": "Width and height of a card in mm.",
        "pitch": "mm from card to card of a fan.",
        "measured": "Reports of tierce doctor --reach, which the plans use in place of the model: files beside this "
        "one, or names of hardware/measured.",
    },
    "reach": {
        "tierce_reach": "Version of this format.",
        "modelled": "Whether it is of a modelled table: then nothing was measured.",
        "date": "The day, as 2026-11-28.",
        "table": "The table's name.",
        "zone": "The zone whose loop was measured.",
        "reader": "Its reader's chip.",
        "antenna": "Width and height of its loop in mm.",
        "settle_us": "Microseconds from field on to the first command.",
        "hz": "Clock of the readers' bus in hertz.",
        "tag": "Width and height of a tag's antenna in mm.",
        "tuned_khz": "Resonance of a tag alone, in kHz, as the description says.",
        "card_um": "Thickness of a plain card in micrometres.",
        "height_cards": "Plain cards under one tag, at most, at which it is read.",
        **{
            f"four_at_{pitch}": f"Four cards in a fan of {pitch} mm: per cent of scans that read each, the best first."
            for pitch in reach.PITCHES
        },
        "sideways_mm": "From the wire outwards to the middle of one tag, at most, at which it is read.",
        "fan_cards": "Cards of the long fan.",
        "fan_pitch": "Its mm from card to card.",
        "fan": "Per cent of scans that read each of its cards, the best first; 0 for those that were not laid.",
        "scan_us": "Median microseconds of a scan of 0, 1, 4 and `fan_cards` cards; 0: not measured.",
        "gain": "The receiver's gain, of the same.",
    },
}
DESCRIPTIONS.update({kind: dict(part.describes) for kind, part in parts.kinds().items()})
_CHOOSES = {"select": "How a reader is chosen: a GPIO each, or 74HC138 decoders.", "screen": "The kind of screen."}


def schema() -> Schema:
    """Return the JSON Schema (2020-12) of a table's description."""
    made = _Maker()
    whole: Schema = {
        "$schema": DIALECT,
        "$id": "urn:tierce:table",
        "title": "A Tierce card table",
        "description": "What the board reads as config.json. Whole numbers have no decimal point; "
        "null is as if the entry were not there, where it may be left out without a default.",
        **made.section("table"),
    }
    whole["allOf"] = _beside()
    whole["$defs"] = {name: made.sections[name] for name in sorted(made.sections)}
    return whole


def reach_schema() -> Schema:
    """Return the JSON Schema (2020-12) of a report of `tierce doctor --reach`."""
    return {
        "$schema": DIALECT,
        "$id": "urn:tierce:reach",
        "title": "How far a loop of a Tierce table reaches",
        "description": "What `tierce doctor --reach` writes. Null, or no entry: not measured.",
        **_Maker().section("reach"),
    }


def text(made: Schema) -> str:
    """Return a schema as the text of its file."""
    return json.dumps(made, indent=1, ensure_ascii=False) + "\n"


class _Maker:
    """Makes schemas from rows; `sections` are those that others refer to, by name."""

    def __init__(self) -> None:
        self.board = paths.board_module("app.schema")
        self.sections: dict[str, Schema] = {}

    def section(self, *sections: str, key: str = "", word: str = "") -> Schema:
        """Return the schema of an object with the rows of these sections, and `key`: `word`."""
        found = [(section, row) for section in sections for row in self._rows(section)]
        # The first row of a name: what a reader says of a common entry is in `_beside`.
        rows: list[tuple[str, Row]] = list({row[0]: (section, row) for section, row in reversed(found)}.values())[::-1]
        properties: Schema = {key: {"const": word}} if key else {}
        for section, row in rows:
            properties[row[0]] = {"description": DESCRIPTIONS[section][row[0]], **self._value(row, rows)}
        made: Schema = {"type": "object", "properties": properties, "additionalProperties": False}
        needed = [key] if key else []
        needed += [row[0] for _, row in rows if row[3] == self.board.NEEDED]
        if needed:
            made["required"] = needed
        buses = [rule for _, row in rows for rule in self._bus(row, rows)]
        if buses:
            made["allOf"] = buses
        return made

    def _rows(self, section: str) -> Iterable[Row]:
        own = {"build": BUILD, "reach": reach.rows()}
        return own[section] if section in own else self.board.rows(section)

    def _refer(self, name: str, made: Schema) -> Schema:
        self.sections[name] = made
        return {"$ref": f"#/$defs/{name}"}

    def _value(self, row: Row, rows: list[tuple[str, Row]]) -> Schema:
        name, kind, limits, default = row
        if name == "build" and kind == "rules":
            made = self._refer("build", self.section("build"))
        elif kind == "object":
            made = self._refer(limits, self.section(limits))
        elif kind == "choice":
            made = self._choice(name, limits)
        elif kind in ("list", "zones"):
            made = {"type": "array", "minItems": limits[0], "maxItems": limits[1]}
            if kind == "list":
                made["items"] = self._refer(limits[2], self.section(limits[2]))
            else:  # a zone's entries depend on the kind of selection: see `_beside`
                for by in ("pins", "hc138"):
                    self._refer(f"zone_{by}", self.section("zone", f"zone {by}", *parts.readers()))
        else:
            made = _plain(kind, limits, self.board.PINS)
        if name == "game":
            made["examples"] = sorted(PRESETS)
        if default is None:
            return {"anyOf": [made, {"type": "null"}]}
        if default != self.board.NEEDED:
            made["default"] = default
        return made

    def _choice(self, name: str, limits: list[str]) -> Schema:
        key, *words = limits
        return {
            "type": "object",
            "required": [key],
            "properties": {key: {"description": _CHOOSES[name], "enum": words}},
            "allOf": [_if({key: word}, self._refer(word, self.section(word, key=key, word=word))) for word in words],
        }

    def _bus(self, row: Row, rows: list[tuple[str, Row]]) -> list[Schema]:
        """Return the GPIOs that a line of a bus may have, for each bus of the chip."""
        name, kind, what, _ = row
        if kind != "pin" or not what:
            return []
        number = next(row[0] for _, row in rows if row[0] in ("id", "spi", "i2c"))
        return [_if({number: bus}, _has(name, {"enum": self.board.can(what, bus)[1]})) for bus in (0, 1)]


def _plain(kind: str, limits: Any, pins: int) -> Schema:
    """Return the schema of a value whose kind has no rows."""
    if kind == "word":
        return {"enum": list(limits)}
    if kind == "int":
        return {"type": "integer", "minimum": limits[0], "maximum": limits[1]}
    if kind == "off_int":
        return {"anyOf": [{"const": 0}, _plain("int", limits, pins)]}
    if kind == "bool":
        return {"type": "boolean"}
    if kind == "text":
        return {
            "type": "string",
            "minLength": limits[0],
            "maxLength": limits[1],
            "not": {"pattern": "[\\u0000-\\u001f]"},
        }
    if kind == "zone":  # excludes a final line end, before which some dialects match $
        return {"type": "string", "pattern": "^(discard|tap|meld[1-9][0-9]?|seat[0-5])(?!\\n)$"}
    if kind == "pin":
        return {"type": "integer", "minimum": 0, "maximum": pins - 1}
    if kind == "rules":
        return {"type": "object"}
    # Lists: with a least and a greatest length, or with one exact length.
    least, most, part = limits[0], limits[0 if kind == "ints" else 1], limits[2:]
    if kind == "ints":
        part = limits[1:]
    return {"type": "array", "minItems": least, "maxItems": most, "items": _plain(kind[:-1], part, pins)}


def _beside() -> list[Schema]:
    """Return the conditions between entries."""
    by_pins, by_decoder = ({"select": {"by": by}} for by in ("pins", "hc138"))
    wanting = [kind for kind in parts.readers() if "busy" in paths.board_module("app.schema").needs(kind)]
    busy = {"type": "object", "properties": {"reader": {"enum": wanting}}, "required": ["reader"]}
    some_busy = _has("zones", {"type": "array", "contains": busy})
    a_pin = {"type": "integer"}
    rules = [
        {
            "if": {"properties": {"zones": {"minItems": 1}}},
            "then": _all(_has("spi", {"type": "object"}), _has("select", {"type": "object"})),
        },
        _if(by_pins, _items({"$ref": "#/$defs/zone_pins"})),
        _if(by_decoder, _items({"$ref": "#/$defs/zone_hc138"})),
        _if(by_pins, _items({"if": busy, "then": _has("busy", a_pin)})),
        {"if": _all(_is(by_decoder), some_busy), "then": _has("select", _has("busy", a_pin))},
        # A button has an action or a seat, not both.
        {
            "properties": {
                "buttons": {"items": {"oneOf": [_has("does", {"type": "string"}), _has("seat", {"type": "integer"})]}}
            }
        },
    ]
    board = paths.board_module("app.schema")
    common = {row[0] for row in board.rows("zone")}
    for kind in parts.readers():  # a reader's own limits of an entry that all zones have
        for name, what, limits, _ in board.rows(kind):
            if name in common:
                own = {"properties": {name: _plain(what, limits, board.PINS)}}
                rules.append(_items(_if({"reader": kind}, own)))
    for lines in (3, 4, 5):  # six lines have more outputs than zones are allowed
        few = _has("select", _has("address", {"type": "array", "maxItems": lines}))
        most = {"properties": {"cs": {"maximum": (1 << lines) - 1}}}
        rules.append({"if": _all(_is(by_decoder), few), "then": _items(most)})
    return rules


def _all(*parts: Schema) -> Schema:
    return {"allOf": list(parts)}


def _items(item: Schema) -> Schema:
    return {"properties": {"zones": {"items": item}}}


def _has(name: str, value: Schema) -> Schema:
    """Return the schema of an object that has this entry with this value."""
    return {"properties": {name: value}, "required": [name]}


def _is(wanted: Any) -> Schema:
    """Return the schema of an object with these values at these keys."""
    if not isinstance(wanted, dict):
        return {"const": wanted}
    entries: dict[str, Any] = {}
    for key, value in cast("dict[str, Any]", wanted).items():
        entries[key] = _is(value)
    return {"type": "object", "properties": entries, "required": list(entries)}


def _if(wanted: Any, then: Schema) -> Schema:
    return {"if": _is(wanted), "then": then}


def files() -> dict[Path, str]:
    """Return the published schemas: their files in a checkout, and their texts."""
    return {paths.tables().parent / NAME: text(schema()), paths.measured() / reach.SCHEMA: text(reach_schema())}


def write() -> None:
    """Write the published schemas anew."""
    for path, made in files().items():
        path.write_text(made, "utf-8")


if __name__ == "__main__":
    write()
