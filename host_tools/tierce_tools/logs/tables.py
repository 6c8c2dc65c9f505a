"""Matches as CSV tables for a spreadsheet: a row for each seat and round, or for each turn."""

import csv
import datetime
import io
from collections.abc import Iterable, Iterator
from typing import Any

from tierce_tools.logs.listing import MatchRow
from tierce_tools.logs.rounds import Rounds
from tierce_tools.logs.scores import moment
from tierce_tools.plain import cell

Match = tuple[MatchRow, list[dict[str, Any]]]  # a match and its outcomes
Cell = str | int | None

# The columns of each table, in order.
_OF_MATCH = ("match", "began", "game", "table")
COLUMNS = {
    "rounds": (*_OF_MATCH, "round", "how", "seat", "player", "won", "points", "total",
               "short"),
    "turns": (*_OF_MATCH, "round", "time", "t", "seat", "player", "verdict", "took", "laid", "hand",
              "codes"),
}


def table(
    name: str, matches: Iterable[Match], delimiter: str = ",", zone: datetime.tzinfo | None = None
) -> str:
    """Return a table of some matches: `name` is a key of COLUMNS. Line ends follow RFC 4180."""
    rows = {"rounds": _rounds, "turns": _turns}[name]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(COLUMNS[name])
    for match, outcomes in matches:
        head = (match.id, _time(match.began, zone), match.game,
                match.name if match.source is None else match.source)
        for row in rows(match, outcomes, zone):
            writer.writerow([cell(value) for value in (*head, *row)])
    return out.getvalue()


def _rounds(
    match: MatchRow, outcomes: list[dict[str, Any]], _zone: datetime.tzinfo | None
) -> Iterator[tuple[Cell, ...]]:
    rounds = Rounds({"players": match.players})
    for each in outcomes:
        rounds.take(each["event"], each)
    for each in rounds.played:
        for seat, name in enumerate(match.players):
            yield (each["round"], each["how"], seat, name, int(seat in each["winners"]),
                   each["scores"][seat], each["totals"][seat], int(seat in each.get("short", ())))


def _turns(
    match: MatchRow, outcomes: list[dict[str, Any]], zone: datetime.tzinfo | None
) -> Iterator[tuple[Cell, ...]]:
    rounds = Rounds({"players": match.players})
    for each in outcomes:
        event = each["event"]
        rounds.take(event, each)
        if event in ("turn", "refused"):
            t = each["t"]
            time = None if match.began is None else _time(match.began + t / 1000, zone)
            seat = each["seat"]
            verdict = "accepted" if event == "turn" else "refused"
            played = match.before + rounds.count + 1
            yield (played, time, t, seat, match.players[seat], verdict, each.get("took"),
                   each.get("laid"), each.get("hand"), " ".join(each.get("codes", ())))


def _time(unix: float | None, zone: datetime.tzinfo | None) -> str | None:
    # A space between day and time, as some spreadsheets do not read the T of ISO 8601.
    return None if unix is None else moment(unix, zone).strftime("%Y-%m-%d %H:%M:%S")
