"""What the store keeps: records as a board's link sends them, each of one kind."""

import json
from typing import Any, TypeGuard, cast

Record = dict[str, Any]
Row = tuple[str, str]  # kind, and the line of JSON without the number

HEADER, EVENT, OUTCOME, NOTE = "header", "event", "outcome", "note"
# Outcomes and notes that matches are listed by: points and totals; a start of the board, what time
# it was, a match that was left.
ROUND, MATCH, RULING = "round", "match", "ruling"
BOOT, UNIX, OVER = "boot", "unix", "over"

_LARGEST = 1 << 62  # a database has 8 bytes for it; losses are added to numbers


def kind_of(record: Record) -> str:
    """Return what a record is: one of the kinds above."""
    if "note" in record:
        note = record["note"]
        if isinstance(note, dict):
            told = cast("Record", note)
            return next((kind for kind in (BOOT, UNIX, OVER) if is_number(told.get(kind))), NOTE)
        return NOTE
    if "tierce" in record:
        good = isinstance(record.get("game"), str) and isinstance(record.get("players"), list)
        return HEADER if good else NOTE
    if "event" in record:
        event = record["event"]
        scored = event in (ROUND, MATCH, RULING) and isinstance(record.get("totals"), list)
        return event if scored else OUTCOME
    return EVENT


def line_of(record: Record) -> str:
    """Return a record as a line of JSON without its number, in ASCII: any database takes that."""
    told = {key: value for key, value in record.items() if key != "seq"}
    return json.dumps(told, separators=(",", ":"))


def is_number(value: object) -> TypeGuard[int]:
    """Tell whether it is a whole number that a database can hold, true and false too."""
    return isinstance(value, int) and 0 <= value < _LARGEST


def storable(text: str) -> str:
    """Return a text without what a database does not take: NUL, and bytes that were no UTF-8."""
    return text.replace("\0", "?").encode("utf-8", "backslashreplace").decode()
