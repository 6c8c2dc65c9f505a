"""What became of the matches at kept tables: a line of JSON for each, appended when it ends.

A line is {"id", "at", "game", "players", "computers", "levels", "totals", "winners", "rounds",
"low"}: `id` is the table's, `at` seconds since 1970, `low` whether the lowest total wins. Of several
lines of one table the last one holds: a match may be reopened.
"""

import json
import time
from pathlib import Path
from typing import Any, cast

from tierce_tools.base.jsontext import loads

Result = dict[str, Any]

FILE = "results.jsonl"
_LISTS = {"players": str, "computers": bool, "totals": int, "winners": int}


def note(home: Path, result: Result) -> None:
    """Append the result of a match, with the time. Raises OSError."""
    with (home / FILE).open("a", encoding="utf-8") as file:
        file.write(json.dumps({"at": int(time.time()), **result}) + "\n")


def read(home: Path) -> list[Result]:
    """Return the results, the oldest first; lines that are none are left out."""
    try:
        lines = (home / FILE).read_text("utf-8", "replace").splitlines()
    except OSError:
        return []
    found: dict[str, Result] = {}
    for line in lines:
        try:
            result: object = loads(line)
        except ValueError:
            continue
        if _is_sound(result):
            known = cast("Result", result)
            found.pop(known["id"], None)
            found[known["id"]] = known
    return list(found.values())


def person(players: list[str], computers: list[bool]) -> int | None:
    """Return the seat of the only person; None if there are several, or none."""
    seats = [seat for seat, _ in enumerate(players) if not (seat < len(computers) and computers[seat])]
    return seats[0] if len(seats) == 1 else None


def _is_sound(result: object) -> bool:
    if not isinstance(result, dict):
        return False
    told = cast("Result", result)
    if not all(isinstance(told.get(key), str) for key in ("id", "game")) or type(told.get("at")) is not int:
        return False
    for key, kind in _LISTS.items():
        values: Any = told.get(key)
        if not isinstance(values, list) or not all(type(value) is kind for value in cast("list[Any]", values)):
            return False
    seats = len(told["players"])
    return len(told["totals"]) == len(told["computers"]) == seats and all(0 <= each < seats for each in told["winners"])
