"""A league as tables of text, for a terminal, a page or paper. Prints nothing."""

import csv
import io
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from tierce_tools.base.plain import cell
from tierce_tools.base.sheet import Sheet
from tierce_tools.base.texts import N_, Texts
from tierce_tools.league.ratings import Rating
from tierce_tools.league.rules import TIES
from tierce_tools.league.season import League, Round, Seating
from tierce_tools.league.standings import Seat, Standing
from tierce_tools.logs.scores import Line, Scores, moment

Ratings = Mapping[int, Rating]

_SYSTEMS = {"swiss": N_("Swiss"), "round-robin": N_("round robin")}
_BLANK = 14  # lines of a sheet to fill in


def amount(value: Fraction, say: Texts) -> str:
    """Return a number of match points: two decimals at most."""
    text = f"{float(value):,.2f}".rstrip("0").rstrip(".")
    return say.number("0" if text == "-0" else text)


def title(league: League, say: Texts) -> str:
    """Return the name of a league and its season."""
    return say("{league}, season {season}", league=league.name, season=league.number)


def facts(league: League, games: Mapping[str, str], say: Texts, now: float) -> list[tuple[str, str]]:
    """Return what to know of a season: pairs of label and text. `now`: unix seconds."""
    plan = league.plan
    played = sum(not each.lacking for each in league.rounds)
    rounds = say("{played} of {rounds} played", played=played, rounds=league.planned)
    return [
        (say("Date"), moment(now).strftime(say("%Y-%m-%d %H:%M"))),
        (say("Game"), games.get(plan.game, plan.game)),
        (
            say("System"),
            say("{system}, tables of {seats} at most", system=say(_SYSTEMS[plan.system]), seats=plan.seats),
        ),
        (say("Rounds"), rounds),
        (say("Equal match points"), ", ".join(say(TIES[each]) for each in plan.rule.ties) or "–"),
    ]


def standings(league: League, ratings: Ratings | None, say: Texts) -> Sheet:
    """Return the standings; `ratings` None leaves them out."""
    rows = league.standings()
    figures: list[tuple[str, Callable[[Standing], str]]] = [
        (say("place"), lambda row: str(row.place)),
        (say("player"), lambda row: league.members[row.member]),
        (say("match points"), lambda row: amount(row.points, say)),
        (say("tables"), lambda row: str(row.played)),
    ]
    if any(row.byes for row in rows):
        figures.append((say("byes"), lambda row: str(row.byes)))
    if any(row.penalties for row in rows):
        figures.append((say("penalties"), lambda row: amount(-row.penalties, say)))
    shown: dict[str, Callable[[Standing], str]] = {
        "opponents": lambda row: amount(row.opponents, say),
        "difference": lambda row: amount(row.difference, say),
        "wins": lambda row: amount(row.wins, say),
        "rounds": lambda row: str(row.rounds),
    }
    figures += [(say(TIES[each]), shown[each]) for each in league.plan.rule.ties if each in shown]
    if ratings is not None:
        figures.append((say("rating"), lambda row: _rating(ratings.get(row.member), say)))
    notes: list[str] = []
    away = [league.members[each] for each in league.decided.inside if each in league.decided.away]
    if away:
        notes.append(say("Withdrawn, until added again: {players}", players=", ".join(away)))
    drawn = [row for row in rows if row.by_lot]
    if drawn:
        equal = ", ".join(say(TIES[each]) for each in league.plan.rule.ties if each != "lot")
        notes.append(
            say(
                "By lot, as match points and all else are equal ({criteria}): {players}",
                criteria=equal or "–",
                players=", ".join(f"{row.place} {league.members[row.member]}" for row in drawn),
            )
        )
    if ratings is not None:
        notes.append(say("Rating: OpenSkill, over all seasons; a new member has 25 ±8.3."))
    return Sheet(
        say("Standings"),
        [name for name, _ in figures],
        [[text(row) for _, text in figures] for row in rows],
        {1},
        notes,
    )


def _rating(rating: Rating | None, say: Texts) -> str:
    if rating is None:
        return "–"
    return say.number(f"{rating.mean:.1f} ±{rating.unsure:.1f}")


def round_sheet(league: League, one: Round, say: Texts) -> Sheet:
    """Return the tables of a round, with the results that there are."""
    rows: list[list[str]] = []
    for table in one.tables:
        points = league.points(table)
        seats = sorted(table.result, key=lambda seat: seat.place) or [Seat(member, 0, 0) for member in table.members]
        for at, seat in enumerate(seats):
            own = [str(seat.points), str(seat.place)] if table.result else ["", ""]
            counts = amount(points[seat.member], say) if seat.member in points else ""
            rows.append(["" if at else str(table.number), league.members[seat.member], *own, counts])
    notes: list[str] = []
    if one.byes:
        notes.append(say("Bye: {players}", players=", ".join(league.members[each] for each in one.byes)))
    if one is league.last:
        notes += _unseated(league, one, say)
    for table in one.tables:
        if table.forfeits:
            at_fault = ", ".join(league.members[each] for each in table.forfeits)
            notes.append(say("Table {table}: not played; forfeited by {players}", table=table.number, players=at_fault))
        elif table.entries and not table.result:
            notes.append(say("Table {table}: not played; counts nothing", table=table.number))
    corrected = [str(table.number) for table in one.tables if table.entries > 1]
    if corrected:
        notes.append(say("Corrected: table {tables}", tables=", ".join(corrected)))
    head = [say("table"), say("player"), say("points"), say("place"), say("match points")]
    return Sheet(say("Round {round}", round=one.number), head, rows, {1}, notes)


def seating(league: League, one: Round, say: Texts) -> Sheet:
    """Return where each sits in a round, by name."""
    where = [(league.members[each], str(table or say("bye"))) for each, table in one.seats.items()]
    return Sheet(
        say("Round {round}: where do I sit?", round=one.number),
        [say("player"), say("table")],
        [[name, table] for name, table in sorted(where, key=lambda row: _order(row[0]))],
        {0},
        is_list=True,
    )


def _order(name: str) -> tuple[str, str]:
    """Return the key by which people look a name up: letters without accents."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(each for each in letters if not unicodedata.combining(each)), name


def wall(league: League, ratings: Ratings | None, say: Texts) -> list[Sheet]:
    """Return what people look for while they play: their seats, the round, then the standings."""
    one = league.last
    if one is None:
        return sheets(league, ratings, say)
    seats = [seating(league, one, say)] if one.lacking else []
    return [*seats, round_sheet(league, one, say), standings(league, ratings, say)]


def _unseated(league: League, one: Round, say: Texts) -> list[str]:
    """Return who does not play in the last round, and who could not be seated as decided."""
    decided, seats = league.decided, one.seats
    meet = [each for a, b in decided.apart if seats.get(a, 0) == seats.get(b, -1) != 0 for each in (a, b)]
    other = [each for each, table in decided.fixed.items() if seats.get(each, 0) not in (0, table)]
    told = [
        (N_("Not playing: {players}"), [each for each in decided.inside if each not in seats]),
        (N_("At one table though they stay apart: {players}"), meet),
        (N_("Not at their fixed table: {players}"), other),
    ]
    return [say(text, players=", ".join(league.members[each] for each in who)) for text, who in told if who]


def charges(league: League, say: Texts) -> Sheet | None:
    """Return the penalties with their reasons; None if there are none."""
    if not league.charges:
        return None
    return Sheet(
        say("Penalties"),
        [say("player"), say("match points"), say("reason")],
        [[league.members[each.member], amount(-each.points, say), each.why] for each in league.charges],
        {0, 2},
    )


def sheets(league: League, ratings: Ratings | None, say: Texts) -> list[Sheet]:
    """Return the standings, the penalties, and the rounds, the last one first."""
    fines = charges(league, say)
    return [
        standings(league, ratings, say),
        *([fines] if fines else []),
        *(round_sheet(league, each, say) for each in reversed(league.rounds)),
    ]


def form(league: League, one: Round, table: Seating, say: Texts) -> Scores:
    """Return the score sheet of a table that keeps no journal: to fill in, or with its result."""
    players = [league.members[each] for each in table.members]
    empty = [""] * len(players)
    points = {seat.member: seat.points for seat in table.result}
    match = league.points(table) if table.result else {}
    lines = [] if points else [Line("", "", [], empty, empty) for _ in range(_BLANK)]
    places = sorted(
        (
            seat.place,
            league.members[seat.member],
            say("{points}; match points: {match}", points=seat.points, match=amount(match[seat.member], say)),
        )
        for seat in table.result
    )
    return Scores(
        title=say(
            "{league}: round {round}, table {table}", league=title(league, say), round=one.number, table=table.number
        ),
        facts=[(say("Date"), moment(one.made).strftime(say("%Y-%m-%d")))],
        players=players,
        carried=None,
        lines=lines,
        columns=None,
        bonuses=None,
        totals=[points[each] for each in table.members] if points else empty,
        winners=[],
        result="",
        places=places,
        notes=[] if points else [say("Signed by all players, it is the result of the table.")],
    )


# --- tables for a spreadsheet

STANDINGS = (
    "league season place player match_points tables byes penalties "
    "opponents difference wins rounds rating rating_unsure"
).split()
ROUNDS = "league season round table player points place rounds match_points match entries".split()


def standings_csv(league: League, ratings: Ratings | None, delimiter: str) -> str:
    """Return the standings, a row for each member. Line ends follow RFC 4180."""
    rows = [
        [
            row.place,
            league.members[row.member],
            figure(row.points),
            row.played,
            row.byes,
            figure(row.penalties),
            figure(row.opponents),
            figure(row.difference),
            figure(row.wins),
            row.rounds,
            *(
                [round(each, 4) for each in (ratings or {})[row.member]]
                if row.member in (ratings or {})
                else [None, None]
            ),
        ]
        for row in league.standings()
    ]
    return _csv(STANDINGS, league, rows, delimiter)


def rounds_csv(league: League, delimiter: str) -> str:
    """Return the rounds, a row for each member; table 0 is a bye."""
    rows: list[Sequence[object]] = []
    for one in league.rounds:
        for table in one.tables:
            points = league.points(table)
            known = {seat.member: seat for seat in table.result}
            for member in table.members:
                seat = known.get(member)
                own = [seat.points, seat.place, seat.rounds] if seat else [None] * 3
                counts = figure(points[member]) if member in points else None
                head = [one.number, table.number, league.members[member]]
                rows.append([*head, *own, counts, table.match, table.entries])
        rows += [
            [one.number, 0, league.members[each], None, None, None, figure(league.plan.rule.bye), None, 0]
            for each in one.byes
        ]
    return _csv(ROUNDS, league, rows, delimiter)


def seating_csv(league: League, seats: Sheet, delimiter: str) -> str:
    """Return where each sits in a round, a row for each player."""
    return _csv(("league", "season", "player", "table"), league, seats.rows, delimiter)


def figure(value: Fraction) -> int | float:
    """Return a figure for programs: whole, or with four decimals."""
    return int(value) if value.denominator == 1 else round(float(value), 4)


def _csv(head: Sequence[str], league: League, rows: Sequence[Sequence[object]], delimiter: str) -> str:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter)
    writer.writerow(head)
    for row in rows:
        writer.writerow([cell(each) for each in (league.name, league.number, *row)])
    return out.getvalue()
