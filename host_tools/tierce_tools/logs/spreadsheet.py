"""Matches as CSV tables for a spreadsheet: a row for each seat and round, or for each turn."""

import csv
import datetime
import io
from collections.abc import Iterable, Iterator
from typing import Any

from tierce_tools.base.plain import cell
from tierce_tools.base.texts import N_
from tierce_tools.logs.matches import MatchRow
from tierce_tools.logs.rounds import Rounds, is_round, points_of
from tierce_tools.logs.scores import moment

Played = tuple[MatchRow, list[dict[str, Any]]]  # a match and its outcomes
Cell = str | int | None

Columns = dict[str, tuple[str, str, str]]  # a column -> its type, what it is, an example

_OF_MATCH: Columns = {
    "match": ("integer", N_("the game's number, as tierce logs has it"), "3"),
    "began": (
        "date and time",
        N_("when the match began, in this computer's zone; empty if unknown"),
        "2026-11-21 20:15:00",
    ),
    "game": ("text", N_("the game's name in a log"), "rami51"),
    "table": ("text", N_("the table, or the file that it came from"), "club"),
}
_ROUND = ("integer", N_("number of the round, 1 for the first"), "2")
_TIME = ("date and time", N_("when it was; empty if unknown"), "2026-11-21 20:21:07")
_T = ("integer", N_("milliseconds since the match began"), "367000")
_SEAT = ("integer", N_("the seat, 0 for the first"), "1")
_PLAYER = ("text", N_("the player's name"), "Luc")

# The columns of each table, in order.
COLUMNS: dict[str, Columns] = {
    "rounds": {
        **_OF_MATCH,
        "round": _ROUND,
        "how": (
            "text",
            N_("how it ended, as in firmware/LOG.md; in a row that is not a round: carried, correction, recave, bonus"),
            "out",
        ),
        "seat": _SEAT,
        "player": _PLAYER,
        "won": ("0 or 1", N_("1 for a winner of the round"), "0"),
        "points": ("integer", N_("points of this row"), "34"),
        "total": ("integer", N_("the total after it"), "34"),
        "short": (
            "0 or 1",
            N_("1 if the count was accepted with a different number of cards from what the seat holds"),
            "0",
        ),
        "rulings": ("text", N_("what the players ruled in the round, separated by spaces"), "accept points"),
        "time": _TIME,
        "t": _T,
        "seconds": (
            "integer",
            N_("seconds that the round took, from the end of the one before; empty for a row that is not a round"),
            "367",
        ),
    },
    "turns": {
        **_OF_MATCH,
        "round": _ROUND,
        "time": _TIME,
        "t": _T,
        "seat": _SEAT,
        "player": _PLAYER,
        "verdict": ("text", N_("accepted or refused"), "refused"),
        "took": ("text", N_("where the card came from: stock, discard, none; empty for a refusal"), "stock"),
        "laid": ("integer", N_("points laid; empty for a refusal"), "51"),
        "hand": ("integer", N_("cards left in hand; empty for a refusal"), "9"),
        "codes": ("text", N_("the clauses that are broken, separated by spaces: firmware/LOG.md"), "first_lay_points"),
    },
}


def table(name: str, matches: Iterable[Played], delimiter: str = ",", zone: datetime.tzinfo | None = None) -> str:
    """Return a table of some matches: `name` is a key of COLUMNS. Line ends follow RFC 4180."""
    rows = {"rounds": _rounds, "turns": _turns}[name]
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(COLUMNS[name])
    for match, outcomes in matches:
        head = (match.id, _time(match.began, zone), match.game, match.name if match.source is None else match.source)
        for row in rows(match, outcomes, zone):
            writer.writerow([cell(value) for value in (*head, *row)])
    return out.getvalue()


def _rounds(
    match: MatchRow, outcomes: list[dict[str, Any]], zone: datetime.tzinfo | None
) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each seat and round, and one for each correction.

    A match that continues another one begins with its totals as a row for each seat; what the end
    of a match adds is a row for each seat, too.
    """
    rounds = Rounds({"players": match.players, "totals": match.carried})
    for each in outcomes:
        rounds.take(each["event"], each)
    totals = match.carried
    if match.goes_on:
        for seat, name in enumerate(match.players):
            total = totals[seat]
            yield (match.before, "carried", seat, name, 0, total, total, 0, None, None, None, None)
    before = 0
    for row in rounds.rows:
        gains = points_of(row, len(totals))
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        when = _at(match, row["t"], zone), row["t"]
        if is_round(row):
            seconds, before = round((row["t"] - before) / 1000), row["t"]
            for seat, name in enumerate(match.players):
                yield (
                    row["round"],
                    row["how"],
                    seat,
                    name,
                    int(seat in row["winners"]),
                    gains[seat],
                    totals[seat],
                    int(seat in row.get("short", ())),
                    " ".join(row["ruled"]),
                    *when,
                    seconds,
                )
        else:
            seat = row["seat"]
            how, ruled = ("recave", "") if row.get("recave") else ("correction", "points")
            yield (None, how, seat, match.players[seat], 0, gains[seat], totals[seat], 0, ruled, *when, None)
    for seat, gain in enumerate(rounds.bonuses or ()):
        yield (None, "bonus", seat, match.players[seat], 0, gain, rounds.totals[seat], 0, None, None, None, None)


def _turns(match: MatchRow, outcomes: list[dict[str, Any]], zone: datetime.tzinfo | None) -> Iterator[tuple[Cell, ...]]:
    rounds = Rounds({"players": match.players})
    for each in outcomes:
        event = each["event"]
        rounds.take(event, each)
        if event in ("turn", "refused"):
            t = each["t"]
            time = _at(match, t, zone)
            seat = each["seat"]
            verdict = "accepted" if event == "turn" else "refused"
            played = match.before + rounds.count + 1
            yield (
                played,
                time,
                t,
                seat,
                match.players[seat],
                verdict,
                each.get("took"),
                each.get("laid"),
                each.get("hand"),
                " ".join(each.get("codes", ())),
            )


def _at(match: MatchRow, t: int, zone: datetime.tzinfo | None) -> str | None:
    return None if match.began is None else _time(match.began + t / 1000, zone)


def _time(unix: float | None, zone: datetime.tzinfo | None) -> str | None:
    # A space between day and time, as some spreadsheets do not read the T of ISO 8601.
    return None if unix is None else moment(unix, zone).strftime("%Y-%m-%d %H:%M:%S")
