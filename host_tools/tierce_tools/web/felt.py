"""Where the zones lie on the felt of a table whose config.json does not say so.

Millimetres, from the upper left corner: x, y, width, height, as `at` has it. Seen from seat 0,
who sits at the bottom; the others follow clockwise, as they play.
"""

from collections.abc import Sequence
from typing import Any

Place = list[int]

_MELD = (300, 120)
_DISCARD = 140
_SEAT = (300, 120)
_GAP = 60
_EDGE = 30  # between a seat zone and the edge at the bottom or the top; less at the sides
_SIDE = 20
_MARGINS = (190, 250)  # between melds and the edge: seat zones lie there
_LEAST_COLUMNS, _MOST_COLUMNS = 3, 4  # of melds
_OFF_CENTRE = 300  # of two seats on one side, each from the middle
_DISCARD_OFF = 130  # the stock lies on the other side of the middle

# For so many seats: the side of each, and where on it, in steps of _OFF_CENTRE.
_SEATS = {
    1: (("bottom", 0),),
    2: (("bottom", 0), ("top", 0)),
    3: (("bottom", 0), ("left", 0), ("right", 0)),
    4: (("bottom", 0), ("left", 0), ("top", 0), ("right", 0)),
    5: (("bottom", -1), ("left", 0), ("top", -1), ("top", 1), ("bottom", 1)),
}


def place(zones: Sequence[str]) -> dict[str, Place]:
    """Return `at` of each of these zones (discard, meldN, seatN); none overlaps another."""
    return _laid_out(zones)[0]


def size(config: dict[str, Any]) -> list[int]:
    """Return the felt's width and height in mm for a config whose zones all have `at`."""
    lies = {zone["zone"]: list(zone["at"]) for zone in config["zones"]}
    ours, felt = _laid_out(list(lies))
    if lies == ours:
        return felt
    # As wide a margin where the last zone ends as where the first one begins.
    return [
        max(at[i] + at[i + 2] for at in lies.values()) + min(at[i] for at in lies.values())
        for i in (0, 1)
    ]


def complete(config: dict[str, Any]) -> dict[str, Any]:
    """Return a config whose zones all have `at`: its own if all had it, else all are placed."""
    zones: list[dict[str, Any]] = config["zones"]
    if all("at" in zone for zone in zones):
        return config
    lies = place([zone["zone"] for zone in zones])
    return dict(config, zones=[dict(zone, at=lies[zone["zone"]]) for zone in zones])


def _laid_out(zones: Sequence[str]) -> tuple[dict[str, Place], list[int]]:
    """Return the places of zones, and the size of the felt."""
    melds = sorted((name for name in zones if name[:4] == "meld"), key=lambda name: int(name[4:]))
    above = (len(melds) + 1) // 2  # the others lie below the middle
    rows = max(1, -(-above // _MOST_COLUMNS))
    columns = max(_LEAST_COLUMNS, -(-above // rows))
    wide, high = _MELD[0] + _GAP, _MELD[1] + _GAP
    width = 2 * _MARGINS[0] + columns * wide - _GAP
    height = 2 * (_MARGINS[1] + rows * high) + _DISCARD
    lies: dict[str, Place] = {}
    below = _MARGINS[1] + rows * high + _DISCARD + _GAP
    for i, name in enumerate(melds):
        row, column = divmod(i if i < above else i - above, columns)
        top = _MARGINS[1] if i < above else below
        lies[name] = [_MARGINS[0] + column * wide, top + row * high, *_MELD]
    if "discard" in zones:
        x = width // 2 + _DISCARD_OFF - _DISCARD // 2
        lies["discard"] = [x, (height - _DISCARD) // 2, _DISCARD, _DISCARD]
    seats = [int(name[4:]) for name in zones if name[:4] == "seat"]
    for seat in seats:
        lies[f"seat{seat}"] = _seat(*_SEATS[max(seats) + 1][seat], width, height)
    return lies, [width, height]


def _seat(side: str, step: int, width: int, height: int) -> Place:
    """Return the place of a seat zone on a side."""
    long, short = _SEAT
    if side in ("bottom", "top"):
        x = width // 2 + step * _OFF_CENTRE - long // 2
        return [x, _EDGE if side == "top" else height - _EDGE - short, long, short]
    x = _SIDE if side == "left" else width - _SIDE - short
    return [x, (height - long) // 2, short, long]
