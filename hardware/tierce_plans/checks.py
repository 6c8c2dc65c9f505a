"""Problems that keep a table from being built, or from working once it is built.

`descriptions.errors` has already checked the description itself, with pins and outputs that are
used twice; this module checks what can go wrong in hardware. The sentences are in
description/problem_texts.py, by key.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tierce_plans import carrier, circuit, electrical, parts, power, templates
from tierce_plans.kinds import ON_EDGE
from tierce_tools.base import paths
from tierce_tools.base.extras import has
from tierce_tools.description.descriptions import Description

_ROUND_HZ = 10000  # proposed clocks are multiples of this
_LEAST_HZ = 100000  # the slowest clock that the board accepts


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong (`error`), or worth a look."""

    where: str  # the entry of the description, e.g. zones[3].reset
    key: str
    details: tuple[Any, ...] = ()
    error: bool = True


def problems(table: Description) -> list[Problem]:
    """Return all problems of a table, errors first."""
    if not table.zones:
        return [Problem("zones", "no_zones")]
    # Only modelled tables have more readers; a real one needs several boards.
    decoded = table.config["select"]["by"] == "hc138"
    most = carrier.READERS
    if len(table.zones) > most or (decoded and max(z["cs"] for z in table.zones) >= most):
        return [Problem("zones", "beyond_board", (most,))]
    found = [problem for rule in _RULES for problem in rule(table)]
    return sorted(found, key=lambda problem: not problem.error)


def _pins(table: Description) -> Iterator[Problem]:
    """Find GPIOs that are not on a Pico's edge."""
    check: Any = paths.board_module("app.config")._Check(table.config)
    for pin, where, _ in check.pins:
        if pin not in ON_EDGE:
            yield Problem(where, "not_on_edge", (pin,))


def _carrier(table: Description) -> Iterator[Problem]:
    if table.build.on == "carrier":
        for where, key, details in carrier.carrier_problems(table):
            yield Problem(where, key, tuple(details))


def _spi(table: Description) -> Iterator[Problem]:
    """Find a readers' bus that is faster than its load allows."""
    load = electrical.spi(table)
    if load is None or load.legal:
        return
    most = load.most_hz // _ROUND_HZ * _ROUND_HZ
    pf = round(load.miso_pf)
    if most < _LEAST_HZ:
        details = (load.readers, table.build.cable_mm, pf)
        yield Problem("build.cable_mm", "spi_never", details)
        return
    details = (load.hz, most, load.readers, table.build.cable_mm, pf)
    yield Problem("spi.hz", f"spi_{load.binds}", details)


def _pulls(table: Description) -> Iterator[Problem]:
    """Find a chip that our pull-downs at its inputs cannot hold low."""
    most = table.board.chip.pull_down
    if 0 < most < circuit.PULL_DOWN:
        yield Problem("build.board", "pull_weak", (table.board.title, circuit.PULL_DOWN, most))


def _fields(table: Description) -> Iterator[Problem]:
    """Find readers that may have their fields on at the same time.

    A reader without a reset line keeps its field on while the Pico restarts; the next field then
    goes on before the program gets to that reader.
    """
    if len(table.zones) == 1:
        return
    select = table.config["select"]
    if select["by"] == "hc138":
        if select.get("latch") is None:
            yield Problem("select.latch", "field_latch")
        return
    for i, zone in enumerate(table.zones):
        if zone.get("reset") is None:
            yield Problem(f"zones[{i}].reset", "field_reset", (zone["zone"],))


def _loops(table: Description) -> Iterator[Problem]:
    """Find loops that couple, and zones that do not fit."""
    numbers = {zone["zone"]: i for i, zone in enumerate(table.zones)}
    for zone, key, other in templates.misfits(table):
        where = "antenna" if key in ("loop_large", "no_card") else "at"
        details = (zone, other) if other else (zone, *table.build.felt)
        yield Problem(f"zones[{numbers[zone]}].{where}", key, details, key != "loop_large")
    if not has("numpy"):  # in a browser: the fields are left to the tool
        return
    from tierce_plans import fields

    tag = table.build.tag
    for one, other, apart in templates.gaps(table):
        reach = fields.reach(table, one), fields.reach(table, other)
        needed = fields.needed(one.loop, other.loop, tag, reach)
        details = (one.zone, other.zone, round(apart), needed)
        if apart == 0:
            yield Problem(f"zones[{numbers[other.zone]}].at", "loops_overlap", details)
        elif apart < needed and (
            reach != (None, None) or fields.reaches(one, other, tag) or fields.reaches(other, one, tag)
        ):
            yield Problem(f"zones[{numbers[other.zone]}].at", "loops_near", details, False)


def _power(table: Description) -> Iterator[Problem]:
    """Find loads that are too much for the supply, or for the source of the 3.3 V."""
    budget = power.budget(table)
    most, supply = round(budget.max_ma), budget.supply_ma
    if not budget.fits:
        leds = table.config.get("leds")
        if leds and budget.leds_most:
            details = (leds["count"], leds["bright"], most, supply, budget.leds_most)
            if budget.bright_most:
                yield Problem("leds.count", "leds_supply", (*details, budget.bright_most))
            else:
                yield Problem("leds.count", "leds_many", details)
        else:
            key = "usb_small" if budget.usb else "supply_small"
            wanted = power.fuse(budget.max_ma, power.FUSES[-1])
            yield Problem("build.supply_ma", key, (most, supply, wanted))
    if not budget.three_v3_fits:
        key = "three_v3_carrier" if table.build.on == "carrier" else "three_v3_pico"
        details = (round(budget.three_v3_ma), budget.three_v3_most_ma)
        yield Problem("zones", key, details)


def _cards(table: Description) -> Iterator[Problem]:
    """Find tags that do not suit the fan or the readers."""
    tag, card = table.build.tag, table.build.card
    if tag[0] > card[0] or tag[1] > card[1]:
        yield Problem("build.tag", "tag_large", (*tag, *card))
    if len({parts.reader(zone["reader"]).tag for zone in table.zones}) > 1:
        yield Problem("zones", "two_kinds", (), False)


def _read(table: Description) -> Iterator[Problem]:
    """Find fans that no reader can power, as computed or as measured."""
    if not has("numpy"):
        return
    from tierce_plans import fields

    for place in fields.fans(table).values():
        found = fields.readings(fields.fan(table, place))
        weak, most = fields.worst(found), fields.carried(found)
        report = fields.of_fan(table, place)
        if report:
            if report.fan_read < min(len(found), report.fan_cards or 0):
                details = (place.zone, report.fan_cards, table.build.pitch, report.fan_read, report.name)
                yield Problem("build.measured", "field_measured", details)
            continue
        if most == len(found):
            continue
        pitch = fields.best_pitch(table, place)
        key = "field_single" if not most else "field_pitch" if pitch else "field_fan"
        needed, given = round(1000 * weak.amps), round(1000 * weak.given[1])
        details = (place.zone, weak.cards, table.build.pitch, table.build.tuned_khz, needed, given, most, pitch)
        yield Problem("build.pitch" if most else "build.tuned_khz", key, details)


def _buttons(table: Description) -> Iterator[Problem]:
    """Find tables whose menu, which begins a match, only a host can use."""
    there = [button.get("does") for button in table.config.get("buttons") or ()]
    lacking = [does for does in ("minus", "plus", "ok") if does not in there]
    if lacking:
        yield Problem("buttons", "no_buttons", (lacking,), False)


_RULES = (_pins, _carrier, _spi, _pulls, _fields, _loops, _power, _cards, _read, _buttons)
