"""How long it takes to read a zone: in the air, on the bus, in the program.

All times are in microseconds. The least time in the air is that of tierce_tools.twin.inventory. A
visit to a zone adds the time of its reader's driver, frame by frame as it sends them. MicroPython's
own time for a frame is an estimate that has to be measured (SOFTWARE_US).
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from statistics import mean
from typing import Any, NamedTuple

from tierce_plans import parts
from tierce_plans.visits import Bus, Visit
from tierce_tools.base import paths
from tierce_tools.description.descriptions import Description

SOFTWARE_US = 70  # [HW] MicroPython, for one frame to a reader
LIGHT_US = 30  # [K] MicroPython, for one light, with nothing else going on
_LIGHTS_HZ = 25  # most updates of the strip by the firmware


def visit(reader: str, tags: int, settle_us: float, hz: int, software_us: float = SOFTWARE_US) -> Visit:
    """Return the mean time of a scan of a zone that has not changed.

    `hz` is the bus clock, `software_us` the program's time for each transfer.
    """
    return parts.reader(reader).visit(tags, settle_us, Bus(hz, software_us))


# --- a whole table

HOT, WARM, COLD = "hot", "warm", "cold"  # as in app/sensing/readers.py

# By the table's state and the kind of zone: cards in it, and its urgency (app/match/table.py,
# `_classify`). The discard shows three cards, [C] of a stock meld.
_STATES = {
    "empty": {"discard": (0, WARM), "meld": (0, WARM), "seat": (0, WARM), "tap": (0, HOT)},
    "typical": {"discard": (3, HOT), "meld": (4, HOT), "seat": (0, COLD), "tap": (1, HOT)},
    "full": {"discard": (3, HOT), "meld": (13, HOT), "seat": (0, COLD), "tap": (1, HOT)},
    "count": {"discard": (3, WARM), "meld": (4, WARM), "seat": (13, HOT), "tap": (1, HOT)},
}
_USED = 2 / 3  # part of the meld zones in use on a typical table
# Cards on a reader for single cards: usually one, at most four.
_SINGLE = {"empty": 0, "typical": 1, "full": 4, "count": 1}


class Seen(NamedTuple):
    """Zones of one class: the wanted time between reads, and the actual one."""

    kind: str
    zones: int
    wished_ms: float  # from the end of a scan to the next
    # From the beginning of a scan to the beginning of the next:
    modelled_ms: float  # if the program takes no time, as in the modelled table
    estimated_ms: float  # with the estimated time of MicroPython


class State(NamedTuple):
    """A table with cards: the time to read all zones once, and how often each is read."""

    key: str
    cards: int
    modelled: Visit
    estimated: Visit
    seen: tuple[Seen, ...]


def states(table: Description) -> list[State]:
    """Return the reading times of a table that is empty, in play, full, or counting hands.

    The schedule takes the zone that is most overdue, relative to its own interval and counted from
    the end of its last scan. So if time is short, all zones wait the same multiple of their
    interval. Not included: the search for other kinds of tags, about 10 ms a zone every 10 s.
    """
    seats = any(_sort(zone) == "seat" for zone in table.zones)
    return [_state(table, key) for key in _STATES if table.zones and (seats or key != "count")]


def _state(table: Description, key: str) -> State:
    kinds, wished = _kinds(table, key), _wished(table, key)
    sums: list[Visit] = []
    columns: list[list[float]] = []
    for software in (False, True):
        visits, took = _visits(table, key, software)
        sums.append(Visit(*map(sum, zip(*visits, strict=True))))
        times = _patience(took, wished)
        columns.append([times * wish + ms for wish, ms in zip(wished, took, strict=True)])
    seen: list[Seen] = []
    for kind in (HOT, WARM, COLD):
        mine = [i for i, its in enumerate(kinds) if its == kind]
        if mine:
            means = (mean(column[i] for i in mine) for column in columns)
            seen.append(Seen(kind, len(mine), wished[mine[0]], *means))
    return State(key, sum(counts(table, key)), sums[0], sums[1], tuple(seen))


def lights(table: Description) -> float:
    """Return the part of the program's time that a moving strip takes."""
    leds = table.config.get("leds") or {"count": 0}
    return min(leds["count"] * LIGHT_US * _LIGHTS_HZ / 1e6, 0.9)


def counts(table: Description, key: str) -> list[int]:
    """Return the number of cards in each zone in a state: empty, typical, full or count."""
    melds = [zone["zone"] for zone in table.zones if _sort(zone) == "meld"]
    used = melds if key == "full" else melds[: round(len(melds) * _USED) or 1]
    return [
        0
        if _sort(zone) == "meld" and zone["zone"] not in used
        else min(zone["most"], _SINGLE[key] if parts.reader(zone["reader"]).single else _STATES[key][_sort(zone)][0])
        for zone in table.zones
    ]


def _sort(zone: dict[str, Any]) -> str:
    return zone["zone"].rstrip("0123456789")


def _kinds(table: Description, key: str) -> list[str]:
    return [_STATES[key][_sort(zone)][1] for zone in table.zones]


def _wished(table: Description, key: str) -> list[int]:
    """Return the wanted interval between scans of each zone, in milliseconds."""
    readers: Any = paths.board_module("app.sensing.readers")
    wished: dict[str, int] = dict(zip((HOT, WARM, COLD), readers._INTERVALS, strict=True))
    return [wished[kind] for kind in _kinds(table, key)]


def _visits(table: Description, key: str, software: bool) -> tuple[list[Visit], list[float]]:
    """Return each zone's visit, and its time in ms; `software`: as measured or estimated, while the strip moves."""
    visits: list[Visit] = []
    for zone, count in zip(table.zones, counts(table, key), strict=True):
        software_us = SOFTWARE_US if software else 0
        found = visit(zone["reader"], count, zone["settle_us"], table.config["spi"]["hz"], software_us)
        visits.append(_as_measured(table, zone, count, found) if software else found)
    free = 1 - lights(table) if software else 1
    return visits, [each.total / 1000 / free for each in visits]


def _as_measured(table: Description, zone: dict[str, Any], cards: int, estimated: Visit) -> Visit:
    """Return a visit with the time that a report of such a loop has, if the table names one."""
    for report in table.measured:
        us = report.scan(cards) if report.is_of(zone["reader"], zone["antenna"]) else None
        if us is not None:
            return estimated._replace(total=us + zone["settle_us"] - report.settle_us)
    return estimated


def _patience(took: Sequence[float], wished: Sequence[float]) -> float:
    """Return how many of its intervals a zone waits after a scan; 1 if there is time for all.

    With that factor, a zone is read every factor * wished + took ms, and all zones together fill
    the whole time.
    """

    def busy(times: float) -> float:
        return sum(ms / (times * wish + ms) for ms, wish in zip(took, wished, strict=True))

    low, high = 1.0, 1.0 + sum(took)  # intervals are longer than a millisecond
    if busy(low) <= 1:
        return low
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if busy(middle) > 1 else (low, middle)
    return high


def believed(table: Description, key: str, software: bool) -> list[float]:
    """Return the times in ms until a new card is confirmed, the shortest first.

    Cards are laid one after the other, each in one of the most urgent zones of this state of the
    table. `software`: with the estimated times, otherwise with the modelled ones.
    """
    wished = _wished(table, key)
    _, took = _visits(table, key, software)
    urgent = [i for i, wish in enumerate(wished) if wish == min(wished)]
    return latencies(tuple(took), tuple(wished), tuple(urgent))


@cache
def latencies(
    took: tuple[float, ...], wished: tuple[float, ...], where: tuple[int, ...], cards: int = 400
) -> list[float]:
    """Return the times in ms until a new card is confirmed, the shortest first.

    The schedule of app/sensing/readers.py is simulated with the mean time of each zone's scan.
    Cards are laid one by one, at random times, each in one of the zones `where`. Each is confirmed
    by a second scan, which follows at once.
    """
    dice = Random(1)
    last = [-dice.uniform(0, 1000) for _ in took]
    found: list[float] = []
    now = 0.0
    card = -1  # the zone of the new card; -1: none
    laid = dice.uniform(0, 1000)
    while len(found) < cards:
        due, zone = min((then + wish, i) for i, (then, wish) in enumerate(zip(last, wished, strict=True)))
        if due <= now:
            zone = max(range(len(last)), key=lambda i: (now - last[i]) / wished[i])
        else:
            now = due
        if card < 0 and now >= laid:
            card = dice.choice(where)
        begun, now = now, now + took[zone]
        if zone == card and begun >= laid:
            now += took[zone]
            found.append(now - laid)
            card = -1
            laid = now + dice.uniform(500, 1500)
        last[zone] = now
    return sorted(found)
