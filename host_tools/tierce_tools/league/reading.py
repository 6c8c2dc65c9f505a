"""Reads a league out of its tables, in a transaction: a snapshot, `season.League`."""

from collections.abc import Sequence
from fractions import Fraction

from sqlalchemy import Connection, select

from tierce.presets import PRESETS
from tierce_tools.base.trouble import Trouble
from tierce_tools.league import rules
from tierce_tools.league.acts import BYE, Act, Change, Decided, decided, lapsed, seated
from tierce_tools.league.members import fold
from tierce_tools.league.schema import (
    acts,
    changes,
    leagues,
    members,
    penalties,
    places,
    results,
    rounds,
    scores,
    seasons,
)
from tierce_tools.league.season import SHOWN, Charge, League, Plan, Round, Seating
from tierce_tools.league.standings import Seat


def league_of(connection: Connection, name: str, season: int | None = None) -> League:
    """Return a league in a season, in the last one by default. Raises Trouble."""
    league = connection.execute(select(leagues).where(leagues.c.key == fold(name))).first()
    if league is None:
        raise unknown(name, list(connection.scalars(select(leagues.c.name))))
    people = connection.execute(select(members).where(members.c.league == league.id).order_by(members.c.id))
    done = _acts(connection, league.id)
    now = decided(done, {each.id: each.name for each in people})
    found = connection.execute(select(seasons).where(seasons.c.league == league.id).order_by(seasons.c.number)).all()
    row = found[-1] if season is None else next((each for each in found if each.number == season), None)
    if row is None:
        raise Trouble(
            "league.no_season",
            "{league} has no season {season}; the last one is {last}",
            league=league.name,
            season=season,
            last=found[-1].number,
        )
    if row.game not in PRESETS:
        raise Trouble(
            "store.newer", "{store}: was written by a newer Tierce; bring this one up to date", store=league.name
        )
    earlier = [
        table.result
        for each in found
        if each.number < row.number
        for one in _rounds(connection, each.id, done, now)
        for table in one.tables
        if table.result
    ]
    charges = connection.execute(select(penalties).where(penalties.c.season == row.id).order_by(penalties.c.id))
    no_more = lapsed(done, "penalty")
    plan = Plan(row.game, row.system, row.seats, row.rounds, rules.parsed(row.rule, league.name), row.seed)
    return League(
        league.id,
        league.name,
        now.names,
        row.id,
        row.number,
        plan,
        _rounds(connection, row.id, done, now),
        [Charge(each.member, Fraction(each.thousandths, 1000), each.why) for each in charges if each.id not in no_more],
        now,
        earlier,
    )


def _acts(connection: Connection, league: int) -> list[Act]:
    found: dict[int, Act] = {}
    of = select(acts.c.id, acts.c.kind, changes).outerjoin(changes, changes.c.act == acts.c.id)
    for row in connection.execute(of.where(acts.c.league == league).order_by(acts.c.id, changes.c.at)):
        act = found.setdefault(row.id, Act(row.id, row.kind, []))
        if row.what is not None:
            act.changes.append(Change(row.what, row.member, row.number, row.text))
    return list(found.values())


def _rounds(connection: Connection, season: int, done: Sequence[Act], now: Decided) -> list[Round]:
    """Return the rounds of a season: of each the last pairing, of each table the last result."""
    query = select(rounds).where(rounds.c.season == season, rounds.c.id.not_in(lapsed(done, "pair")))
    standing = {row.number: row for row in connection.execute(query.order_by(rounds.c.attempt))}
    keys = [row.id for row in standing.values()]
    seats: dict[int, dict[int, list[int]]] = {key: {} for key in keys}
    for row in connection.execute(
        select(places)
        .where(places.c.round.in_(keys))
        .order_by(places.c.round, places.c.table, places.c.seat, places.c.member)
    ):
        seats[row.round].setdefault(row.table, []).append(row.member)
    for key in keys:
        for moved in now.seats.get(key, []):
            seats[key] = seated(seats[key], moved)
    ended: dict[tuple[int, int], list[int]] = {}
    of_match: dict[int, int | None] = {}
    of = select(results).where(results.c.round.in_(keys), results.c.id.not_in(lapsed(done, "enter")))
    for row in connection.execute(of.order_by(results.c.attempt)):
        ended.setdefault((row.round, row.table), []).append(row.id)
        of_match[row.id] = row.match
    reached: dict[int, dict[int, Seat]] = {}
    joined = select(scores).join(results, results.c.id == scores.c.result)
    for row in connection.execute(joined.where(results.c.round.in_(keys))):
        seat = Seat(row.member, row.points, row.place, row.rounds)
        reached.setdefault(row.result, {})[row.member] = seat
    forfeits = _forfeits(done)

    def table(key: int, number: int, people: list[int]) -> Seating:
        entries = ended.get((key, number), [])
        last = entries[-1] if entries else 0
        points = reached.get(last, {})
        result = [points[each] for each in people] if points else []
        return Seating(number, people, result, of_match.get(last), len(entries), forfeits.get(last, []))

    return [
        Round(
            row.id,
            row.number,
            row.attempt,
            row.after,
            row.made,
            [table(row.id, number, people) for number, people in seats[row.id].items() if number != BYE],
            seats[row.id].get(BYE, []),
        )
        for row in sorted(standing.values(), key=lambda row: row.number)
    ]


def _forfeits(done: Sequence[Act]) -> dict[int, list[int]]:
    """Return by the row of a result who was at fault that there is none of the game."""
    found: dict[int, list[int]] = {}
    for act in done:
        rows = [change.number for change in act.changes if change.what == "row" and change.number is not None]
        if act.kind == "enter" and rows:
            found[rows[0]] = [each.member for each in act.changes if each.what == "forfeit" and each.member is not None]
    return found


def unknown(name: str, known: list[str]) -> Trouble:
    """Return that there is no such league."""
    if not known:
        return Trouble("league.no_league", "there is no league {league}; tierce league new makes one", league=name)
    return Trouble(
        "league.no_league",
        "there is no league {league}; there are {leagues}",
        league=name,
        leagues=tuple(known[:SHOWN]),
    )
