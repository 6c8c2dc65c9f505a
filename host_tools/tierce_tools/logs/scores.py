"""The score sheet of a match as texts, for HTML or paper.

Made from the board's own outcomes; knows no rules. The caller passes the words as `Terms`.
"""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tierce.presets import LogError
from tierce.referee import Referee
from tierce_tools.base.plain import plain
from tierce_tools.base.texts import N_, Texts
from tierce_tools.logs.matches import MatchRow
from tierce_tools.logs.rounds import Rounds, figures, is_round, points_of, side_by_side
from tierce_tools.logs.words import value_text
from tierce_tools.rules.clauses import ruled_text

# The latest date shown; Python's calendar ends a year later.
_LATEST = 253_370_764_800  # unix seconds, 1 January 9999


@dataclass(frozen=True)
class Terms:
    """The words of a sheet: those of `export`, ends of rounds, games, house rules."""

    say: Texts
    how: Mapping[str, str]
    games: Mapping[str, str]
    options: Mapping[str, str]


@dataclass(frozen=True)
class Line:
    """A row of the sheet, as texts: a round, or a correction of one seat's total.

    `number` is that of a round, marked if the players ruled in it; "" for a correction. `how` says
    how the round ended, or when the score was corrected. `cells` and `totals` are by seat;
    `winners` are the seats that won.
    """

    number: str
    how: str
    winners: list[int]
    cells: list[str]
    totals: Sequence[int | str]


@dataclass(frozen=True)
class Scores:
    """A score sheet.

    `carried` are the points won before this match, None if it did not continue another; `columns`
    are Hollywood's columns in the end, None without them; `bonuses` what the end of the match
    added, None if nothing. `facts` are (label, value) pairs above the table, `places` are (place,
    name, total).
    """

    title: str
    facts: list[tuple[str, str]]
    players: list[str]
    carried: list[int] | None
    lines: list[Line]
    columns: list[str] | None
    bonuses: list[int] | None
    totals: Sequence[int | str]
    winners: list[int]
    result: str
    places: Sequence[tuple[int, str, int | str]]
    notes: list[str]


def scores(
    match: MatchRow, outcomes: Iterable[dict[str, Any]], terms: Terms, zone: datetime.tzinfo | None = None
) -> Scores:
    """Return the score sheet of a match, from its row and outcomes.

    `zone` None means the computer's time zone.
    """
    say = terms.say
    players = [plain(name) or say("(no name)") for name in match.players]
    rounds = Rounds({"players": match.players, "totals": match.carried})
    for each in outcomes:
        rounds.take(each["event"], each)
    lines = list(_lines(match, rounds, terms, zone))
    notes: list[str] = []
    if not match.whole:
        notes.append(say("A part of this match is lost; the sheet goes as far as the records do."))
    if any(row.get("short") for row in rounds.rows):
        notes.append(say("* The hand was counted with a different number of cards from what the seat holds."))
    ruled = [
        say("{name}: {value}", name=str(row["round"]), value=ruled_text(row["ruled"], say))
        for row in rounds.rows
        if row.get("ruled")
    ]
    if ruled:
        notes.append(say("§ The players ruled. {rulings}", rulings="; ".join(ruled)))
    if rounds.closed:
        notes.append(say("The players ended the match."))
    return Scores(
        title=terms.games.get(match.game, plain(match.game)),
        facts=list(_facts(match, terms, zone)),
        players=players,
        carried=match.carried if match.goes_on else None,
        lines=lines,
        columns=side_by_side(rounds.columns, len(players)) if rounds.columns else None,
        bonuses=rounds.bonuses,
        totals=match.totals,
        winners=match.winners,
        result=result(match, players, say),
        places=list(_places(match, players)),
        notes=notes,
    )


def _lines(match: MatchRow, rounds: Rounds, terms: Terms, zone: datetime.tzinfo | None) -> Iterator[Line]:
    totals = match.carried
    for row in rounds.rows:
        gains = points_of(row, len(totals))
        totals = [total + gain for total, gain in zip(totals, gains, strict=True)]
        if is_round(row):
            short = row.get("short", ())
            cells = [f"{text}{'*' if seat in short else ''}" for seat, text in enumerate(figures(row, len(totals)))]
            number = f"§ {row['round']}" if row["ruled"] else str(row["round"])
            yield Line(number, terms.how.get(row["how"], row["how"]), row["winners"], cells, totals)
        else:
            cells = figures(row, len(totals))
            when = time_of(match, row["t"], zone)
            named = terms.say(N_("buys in again, {time}") if row.get("recave") else N_("correction, {time}"), time=when)
            yield Line("", named, [], cells, totals)


def time_of(match: MatchRow, t: int, zone: datetime.tzinfo | None) -> str:
    """Return the time of day at `t` of a match; if that is unknown, the match's minutes."""
    if match.began is None:
        return f"{t // 60_000}:{t // 1000 % 60:02}"
    return moment(match.began + t / 1000, zone).strftime("%H:%M")


def _facts(match: MatchRow, terms: Terms, zone: datetime.tzinfo | None):
    say = terms.say
    yield say("Date"), date(match, say, zone)
    where = match.name if match.source is None else match.source
    yield say(N_("Table") if match.source is None else N_("File")), plain(where or "") or "?"
    yield say("Game no."), str(match.id)
    if 0 <= match.dealer < len(match.players):
        yield say("First dealer"), plain(match.players[match.dealer])
    if match.rules:
        told = [
            say("{name}: {value}", name=terms.options.get(name, plain(name)), value=value_text(value, say))
            for name, value in match.rules.items()
        ]
        yield say("House rules"), "; ".join(told)


def date(match: MatchRow, say: Texts, zone: datetime.tzinfo | None = None) -> str:
    """Return when a match began, in words; if unknown, the day before which it began."""
    if match.began is not None:
        return moment(match.began, zone).strftime(say("%Y-%m-%d %H:%M"))
    day = say("%Y-%m-%d")
    return say("by {date}", date=moment(match.kept, zone).strftime(day))


def moment(unix: float, zone: datetime.tzinfo | None = None) -> datetime.datetime:
    """Return a time of the store in a zone, or in the computer's own; whole seconds."""
    utc = datetime.datetime.fromtimestamp(min(max(round(unix), 86_400), _LATEST), datetime.UTC)
    return utc.astimezone(zone)


def result(match: MatchRow, players: list[str], say: Texts, brief: bool = False) -> str:
    """Return who won, or who is ahead; `players` are the names as shown."""
    if match.ended:
        level = len(match.winners) == len(players)
        return wins([] if level else [players[seat] for seat in match.winners], say)
    first = ahead(match)
    if first is None:
        return say("not finished") if brief else say("Not finished")
    if brief:
        return say("{player} is ahead", player=players[first])
    return say("Not finished; {player} is ahead", player=players[first])


def ahead(match: MatchRow) -> int | None:
    """Return the seat ahead in an unfinished match; None if several lead or it is unknown."""
    header = {"tierce": 1, "game": match.game, "players": match.players, "dealer": match.dealer, "rules": match.rules}
    try:
        lowest_wins = Referee(header).rules["lowest_wins"]
    except LogError:  # this engine does not know the game
        return None
    best = (min if lowest_wins else max)(match.totals)
    return match.totals.index(best) if match.totals.count(best) == 1 else None


def wins(names: list[str], say: Texts) -> str:
    """Return a sentence that names the winners."""
    if not names:
        return say("Nobody wins")
    *rest, last = names
    if not rest:
        return say("{player} wins", player=last)
    return say("{players} win", players=", ".join(rest) + say(" and ") + last)


def _places(match: MatchRow, players: list[str]):
    """Yield the ranking; equal totals share a place."""
    place = 0
    before: int | None = None
    for at, seat in enumerate(match.ranking, 1):
        total = match.totals[seat]
        if total != before:
            place, before = at, total
        yield place, players[seat], total
