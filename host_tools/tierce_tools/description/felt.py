"""Places the zones on the felt of a table whose config.json does not.

Millimetres from the upper left corner: x, y, width, height, as in `at`. Seat 0 is at the bottom;
the others follow clockwise, in playing order.
"""

from collections.abc import Sequence
from typing import Any

Place = list[int]

_MELD = (300, 120)
_DISCARD = 140
_SEAT = (300, 120)
_GAP = 60
_EDGE = 30  # from a seat zone to the edge at the bottom or the top; less at the sides
_SIDE = 20
_MARGINS = (190, 250)  # between melds and the edge, for the seat zones
_LEAST_COLUMNS, _MOST_COLUMNS = 3, 4  # columns of melds
_OFF_CENTRE = 300  # distance of two seats on one side from the middle
_DISCARD_OFF = 130  # from the middle; the stock is on the other side

# By number of seats: the side of each, and its place there in steps of _OFF_CENTRE.
_SEATS = {
    1: (("bottom", 0),),
    2: (("bottom", 0), ("top", 0)),
    3: (("bottom", 0), ("left", 0), ("right", 0)),
    4: (("bottom", 0), ("left", 0), ("top", 0), ("right", 0)),
    5: (("bottom", -1), ("left", 0), ("top", -1), ("top", 1), ("bottom", 1)),
    6: (("bottom", -1), ("left", 0), ("top", -1), ("top", 1), ("right", 0), ("bottom", 1)),
}
_TAP = (50, 40, 160, 140)
_MELDS = 12  # of a table where cards are tapped
_FEW = 6  # up to this many melds; more are laid out wide, for a screen
_MIDDLE = 2  # columns taken by stock and discard in the middle row
_WIDE_MARGINS = (160, 210)
_WIDE_GAP = 30  # between columns; above each meld there is room for its label
_SCREEN = 1.8  # width over height of the felt in a usual window


def place(zones: Sequence[str]) -> dict[str, Place]:
    """Return `at` of each of these zones (discard, meldN, seatN), without overlaps."""
    if list(zones) == ["tap"]:
        return {"tap": list(_TAP)}
    few = len([name for name in zones if name[:4] == "meld"]) <= _FEW
    return (_laid_out if few else _laid_wide)(zones)[0]


def size(config: dict[str, Any]) -> list[int]:
    """Return the felt's width and height in mm for a config whose zones all have `at`."""
    lies = {zone["zone"]: list(zone["at"]) for zone in config["zones"]}
    for ours, felt in (_laid_out(list(lies)), _laid_wide(list(lies))):
        if lies == ours:
            return felt
    # The margin after the last zone is the margin before the first one.
    return [max(at[i] + at[i + 2] for at in lies.values()) + min(at[i] for at in lies.values()) for i in (0, 1)]


def complete(config: dict[str, Any]) -> dict[str, Any]:
    """Return a config whose zones all have `at`: its own if complete, else all are placed."""
    zones: list[dict[str, Any]] = config["zones"]
    if all("at" in zone for zone in zones):
        return config
    lies = place([zone["zone"] for zone in zones])
    return dict(config, zones=[dict(zone, at=lies[zone["zone"]]) for zone in zones])


def shown(config: dict[str, Any]) -> dict[str, Any]:
    """Return a config with the places for cards: where they are tapped, those of a whole table, without readers."""
    if [zone["zone"] for zone in config["zones"]] != ["tap"]:
        return config
    lies = place(["discard", *(f"meld{i + 1}" for i in range(_MELDS)), *(f"seat{i}" for i in range(len(_SEATS) - 1))])
    return dict(config, zones=[{"zone": name, "at": at} for name, at in lies.items()])


def _laid_out(zones: Sequence[str]) -> tuple[dict[str, Place], list[int]]:
    """Return the places of zones, and the size of the felt."""
    melds = sorted((name for name in zones if name[:4] == "meld"), key=lambda name: int(name[4:]))
    above = (len(melds) + 1) // 2  # the others are below the middle
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
    _lay_seats(lies, zones, width, height)
    return lies, [width, height]


def _laid_wide(zones: Sequence[str]) -> tuple[dict[str, Place], list[int]]:
    """Return the places of zones on a felt for a screen, and its size.

    Melds are above, below and beside stock and discard, in the number of columns that makes the
    cards largest.
    """
    melds = sorted((name for name in zones if name[:4] == "meld"), key=lambda name: int(name[4:]))
    wide, high = _MELD[0] + _WIDE_GAP, _MELD[1] + _GAP

    def felt(columns: int) -> tuple[int, int, int]:
        rest = max(0, len(melds) - (columns - _MIDDLE) // 2 * 2)
        rows = -(-rest // (2 * columns))  # above the middle, and as many below
        return (
            2 * _WIDE_MARGINS[0] + columns * wide - _WIDE_GAP,
            2 * (_WIDE_MARGINS[1] + rows * high) + _DISCARD,
            rows,
        )

    columns = min(range(_MIDDLE + 2, 10), key=lambda each: max(felt(each)[0] / _SCREEN, felt(each)[1]))
    width, height, rows = felt(columns)
    middle = _WIDE_MARGINS[1] + rows * high
    slots = [(row, column) for row in range(rows) for column in range(columns)]
    beside = (columns - _MIDDLE) // 2
    slots += [(rows, column) for column in (*range(beside), *range(columns - beside, columns))]
    slots += [(row, column) for row in range(rows + 1, 2 * rows + 1) for column in range(columns)]
    lies: dict[str, Place] = {}
    for name, (row, column) in zip(melds, slots, strict=False):
        top = _WIDE_MARGINS[1] + row * high
        if row == rows:
            top = middle + (_DISCARD - _MELD[1]) // 2
        elif row > rows:
            top = middle + _DISCARD + _GAP + (row - rows - 1) * high
        lies[name] = [_WIDE_MARGINS[0] + column * wide, top, *_MELD]
    if "discard" in zones:
        lies["discard"] = [width // 2 + _DISCARD_OFF - _DISCARD // 2, middle, _DISCARD, _DISCARD]
    _lay_seats(lies, zones, width, height)
    return lies, [width, height]


def _lay_seats(lies: dict[str, Place], zones: Sequence[str], width: int, height: int) -> None:
    seats = [int(name[4:]) for name in zones if name[:4] == "seat"]
    for seat in seats:
        lies[f"seat{seat}"] = _seat(*_SEATS[max(seats) + 1][seat], width, height)


def _seat(side: str, step: int, width: int, height: int) -> Place:
    """Return the place of a seat zone on a side."""
    long, short = _SEAT
    if side in ("bottom", "top"):
        x = width // 2 + step * _OFF_CENTRE - long // 2
        return [x, _EDGE if side == "top" else height - _EDGE - short, long, short]
    x = _SIDE if side == "left" else width - _SIDE - short
    return [x, (height - long) // 2, short, long]
