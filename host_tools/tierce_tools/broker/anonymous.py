"""Records without names: seats are A, B, C and so on, and players' cards have no number."""

from typing import Any

from tierce_tools.board.follow import is_header
from tierce_tools.logs.records import Record

# What a header has in LOG.md, "Header". Other keys may hold anything, names too.
_KEYS = ("seq", "tierce", "game", "players", "dealer", "rules", "deck", "totals", "rounds")


def without_names(record: Record) -> Record:
    """Return a record without what says who plays."""
    if record.get("code") == "unknown_card":
        return record | {"card": ""}
    if not is_header(record):
        return record
    told = {key: record[key] for key in _KEYS if key in record}
    players: Any = told.get("players")
    seats = len(players) if isinstance(players, list) else 0  # pyright: ignore
    return told | {"players": [chr(ord("A") + seat) for seat in range(seats)]}
