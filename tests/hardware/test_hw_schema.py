"""The published JSON Schema agrees with the checks: up to date, and with the same verdicts."""

import copy
import json
import random
from typing import Any

import jsonschema
import pytest
import ring
from entries import changed, inside, places
from hw_sources import PLANS

from tierce_plans import parts, schema
from tierce_tools.base.paths import board_module, firmware
from tierce_tools.description import descriptions, reach

pytestmark = PLANS

SCHEMA = schema.schema()
ACCEPTS = jsonschema.Draft202012Validator(SCHEMA)
BOARD = board_module("app.schema")
MOST_ERRORS: int = board_module("app.config").MOST_ERRORS
SHIPPED = [*map(descriptions.shipped, descriptions.names()), firmware() / "config.json"]
# One config with every possible entry; no single table has all of them.
ALL = {
    **json.loads(descriptions.shipped("small").read_text("utf-8")),
    "buzzer": {"pin": 23},
    "scale": {"data": 24, "clock": 25, "card": 5, "zero": -1},
    "watchdog_ms": 8000,
}
OLED_ON_1 = {**ALL, "screen": {"kind": "oled", "i2c": 1, "sda": 2, "scl": 3}}
SMALLEST = {"tierce": 1, "players": ["A", "B"], "zones": []}
STRANGE = (
    *(None, True, False, -1, 0, 1, 2, 7, 16, 23, 24, 29, 30, 1.5, 10**30),
    *("", "x", "a" * 21, "tab\t", "meld100", "discard\n", "meld1"),
    *([], [1, 2], [1] * 6, ["A"] * 6),
    *({}, {"x": 1}, {"by": "pins"}, {"by": "hc138"}, {"kind": "oled"}, {"by": 1}),
)

# Errors of the board's check that the schema does not find: duplicates, LEDs that are not on the
# strip, a screen on the readers' bus, and options that the rules of the game refuse.
CROSS = set("pin_twice twice no_leds leds_end leds_overlap bus no_game seats no_option option_value".split())


def test_it_is_a_schema_that_the_shipped_tables_hold():
    """test_hw_generate.py says whether the published file is fresh."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == jsonschema.Draft202012Validator.META_SCHEMA["$id"]
    for path in SHIPPED:
        given = json.loads(path.read_text("utf-8"))
        assert list(ACCEPTS.iter_errors(given)) == []
        assert descriptions.errors(given) == []


def test_each_entry_is_described_and_no_other():
    sections = {name: BOARD.rows(name) for name in schema.DESCRIPTIONS if name not in ("build", "reach")}
    sections.update(build=descriptions.BUILD, reach=reach.rows())
    own = BOARD.TEXT.split("\n[")[1:]  # the others have theirs beside the driver
    assert {each.partition("]")[0] for each in own} | {*parts.kinds(), "build", "reach"} == set(sections)
    for section, rows in sections.items():
        assert list(schema.DESCRIPTIONS[section]) == [row[0] for row in rows]


def mutated(dice: random.Random, config: Any) -> Any:
    """Return a copy of a config with one or two entries changed, removed or added."""
    config = copy.deepcopy(config)
    others = [value for base in BASES for value in [base.get("select"), base.get("screen"), *base["zones"][:2]]]
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        *way, last = dice.choice([*places(config)])
        entry = inside(config, way)
        value = copy.deepcopy(dice.choice(STRANGE + tuple(others)))
        if isinstance(entry[last], int) and dice.random() < 0.4:
            value = entry[last] + dice.choice((-1, 1, 4, 100))
        how = dice.random()
        if how < 0.2:
            del entry[last]
        elif how < 0.3 and isinstance(entry, dict):
            entry[dice.choice(("busy", "cs", "does", "seat", "hz", "pin", "extra"))] = value
        elif how < 0.4 and isinstance(entry[last], list):
            entry[last] = entry[last] + entry[last][:1] * dice.choice((1, 30))
        else:
            entry[last] = value
    return config


def shipped(name: str) -> dict[str, Any]:
    return json.loads(descriptions.shipped(name).read_text("utf-8"))


BASES: list[dict[str, Any]] = [json.loads(path.read_text("utf-8")) for path in SHIPPED]
BASES += [ALL, OLED_ON_1, SMALLEST]


def agree(config: Any) -> bool:
    """Tell whether the schema accepts a config; fail if the checks disagree."""
    errors = descriptions.errors(config)
    accepted = ACCEPTS.is_valid(config)
    if len(errors) < MOST_ERRORS:  # else there may be more, of any kind
        wrong = [error for error in errors if error[1] not in CROSS]
        assert accepted == (not wrong), (config, wrong, [*map(str, ACCEPTS.iter_errors(config))])
    return accepted


def test_mutated_configs_are_judged_alike():
    dice = random.Random("schema")
    verdicts = [agree(mutated(dice, dice.choice(BASES))) for _ in range(ring.rounds(100, 2000))]
    # Both verdicts are common.
    assert 0.05 < sum(verdicts) / len(verdicts) < 0.95


@pytest.mark.parametrize("base", ring.longer(*BASES[:3]), ids=lambda base: base["name"])
def test_any_entry_that_is_not_there_or_null(base: dict[str, Any]):
    verdicts: set[bool] = set()
    for path in places(base):
        verdicts |= {agree(changed(base, path, value)) for value in (None, ...)}
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("name", "path", "value"),
    [
        # Rules that a schema cannot express: only the checks find these.
        ("small", ("leds", "pin"), 2),  # a GPIO twice
        ("small", ("zones", 1, "zone"), "discard"),
        *(("small", ("zones", 1, "leds"), leds) for leds in ([0, 6], [500, 6])),
        *(("small", ("leds",), None), ("small", ("game",), "whist"), ("small", ("players",), ["A"])),
        *(("small", ("rules",), rules) for rules in ({"target": -1}, {"trumps": 1})),
        ("club", ("screen",), {**shipped("club")["screen"], "spi": 0, "sck": 18, "mosi": 19}),  # on the readers' bus
    ],
)
def test_what_the_schema_leaves_to_the_checks(name: str, path: tuple[Any, ...], value: Any):
    config = changed(shipped(name), path, value)
    assert ACCEPTS.is_valid(config)
    found = {error[1] for error in descriptions.errors(config)}
    assert found
    assert found <= CROSS
    assert name != "club" or "bus" in found
