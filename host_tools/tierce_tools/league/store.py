"""Keeps leagues in the store of games: members, seasons, rounds, results, penalties.

Rows are added only. What is read is a snapshot, `season.League`.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, func, insert, select

from tierce.presets import PRESETS
from tierce_tools.base.trouble import Trouble
from tierce_tools.league import rules
from tierce_tools.league.pairing import History, pair
from tierce_tools.league.people import MOST, fold
from tierce_tools.league.schema import PART, leagues, members, penalties, places, results, rounds, scores, seasons
from tierce_tools.league.season import SHOWN, Charge, League, Plan, Round, Table
from tierce_tools.league.standings import Seat
from tierce_tools.logs.schema import matches
from tierce_tools.logs.store import Store


class Leagues:
    """The leagues of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def names(self) -> list[str]:
        """Return the names of all leagues."""
        if not self._store.has(PART):
            return []
        with self._store.reading() as connection:
            return list(connection.scalars(select(leagues.c.name).order_by(leagues.c.id)))

    def league(self, name: str, season: int | None = None) -> League:
        """Return a league in a season, in the last one by default. Raises Trouble."""
        if not self._store.has(PART):
            raise _unknown(name, [])
        with self._store.reading() as connection:
            return _league(connection, name, season)

    def begin(self, name: str, players: Sequence[str], plan: Plan) -> League:
        """Make a league with its first season. Raises Trouble."""
        if not fold(name) or len(name) > 80:
            raise Trouble("league", "bad_league", "{league}: no name for a league", league=repr(name))
        _check_number(len(players))
        self._store.add(PART)
        with self._store.writing() as connection:
            if connection.scalar(select(leagues.c.id).where(leagues.c.key == fold(name))):
                raise Trouble(
                    "league",
                    "there",
                    "there is a league {league} already; --season begins its next season",
                    league=name,
                )
            key = _made(connection.execute(insert(leagues).values(name=" ".join(name.split()), key=fold(name))))
            _join(connection, key, players)
            _season(connection, key, 1, plan)
            return _league(connection, name, None)

    def go_on(self, name: str, players: Sequence[str], plan: Plan) -> League:
        """Begin the next season of a league; `players` join it. Raises Trouble."""
        self._store.add(PART)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            open_tables = [table for each in known.rounds for table in each.tables if not table.result]
            if open_tables:
                raise Trouble(
                    "league",
                    "season_open",
                    "season {season} of {league} still lacks results: {n}; enter them first",
                    season=known.number,
                    league=known.name,
                    n=len(open_tables),
                )
            _join(connection, known.id, _new(known, players))
            _check_number(len(_league(connection, name, None).members))
            _season(connection, known.id, known.number + 1, plan)
            return _league(connection, name, None)

    def pair(self, name: str, absent: Sequence[str] = (), new: Sequence[str] = (), again: bool = False) -> League:
        """Pair the next round, or the last one again, without `absent` and with `new` members.

        Raises Trouble, also if somebody else has changed the league meanwhile.
        """
        self._store.add(PART)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            if new:
                _join(connection, known.id, _new(known, new))
                known = _league(connection, name, None)
            attempt = _attempt(known, again)
            away = {known.member(each) for each in absent}
            there = [each for each in known.members if each not in away]
            if len(there) < 2:
                raise Trouble("league", "nobody", "a round needs two players at least")
        # Hundreds of players take seconds, in which nobody else should have to wait.
        before = replace(known, rounds=known.rounds[:-1]) if again else known
        tables, byes = _paired(before, attempt, there)
        with self._store.writing() as connection:
            if _locked(connection, name) != known:
                raise Trouble(
                    "league", "changed", "somebody else has changed {league} meanwhile; try again", league=known.name
                )
            _keep_round(connection, before, attempt, tables, byes)
            return _league(connection, name, None)

    def enter(
        self,
        name: str,
        of_round: int | None,
        number: int,
        seats: Sequence[Seat],
        match: int | None = None,
        correct: bool = False,
        season: int | None = None,
    ) -> League:
        """Add the result of a table. An earlier one stays in the store. Raises Trouble."""
        with self._store.writing() as connection:
            known = _locked(connection, name, season)
            one, table = known.table(number, of_round)
            if table.entries and not correct:
                raise Trouble(
                    "league",
                    "has_result",
                    "table {table} of round {round} has a result already; --correct puts another in its place",
                    table=number,
                    round=one.number,
                )
            key = _made(
                connection.execute(
                    insert(results).values(
                        round=one.id, table=number, attempt=table.entries + 1, match=match, made=_now()
                    )
                )
            )
            connection.execute(
                insert(scores),
                [
                    {
                        "result": key,
                        "member": seat.member,
                        "points": seat.points,
                        "place": seat.place,
                        "rounds": seat.rounds,
                    }
                    for seat in seats
                ],
            )
            return _league(connection, name, season)

    def charge(self, name: str, member: str, points: Fraction, why: str) -> League:
        """Take match points off a member, or give them back. Raises Trouble."""
        self._store.add(PART)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            connection.execute(
                insert(penalties).values(
                    season=known.season,
                    member=known.member(member),
                    thousandths=int(points * 1000),
                    why=why,
                    made=_now(),
                )
            )
            return _league(connection, name, None)


# --- in a transaction


def _made(result: Any) -> int:
    return result.inserted_primary_key[0]


def _now() -> int:
    return int(time.time())


def _unknown(name: str, known: list[str]) -> Trouble:
    if not known:
        return Trouble("league", "no_league", "there is no league {league}; tierce league new makes one", league=name)
    return Trouble(
        "league",
        "no_league",
        "there is no league {league}; there are {leagues}",
        league=name,
        leagues=tuple(known[:SHOWN]),
    )


def _check_number(count: int) -> None:
    if count < 2:
        raise Trouble("league", "few", "a league needs two members at least")
    if count > MOST:
        raise Trouble("league", "many", "a league has {n} members at most", n=MOST)


def _new(known: League, names: Sequence[str]) -> list[str]:
    there = set(map(fold, known.members.values()))
    for name in names:
        if fold(name) in there:
            raise Trouble("league", "member", "{name} is in {league} already", name=name, league=known.name)
    return list(names)


def _join(connection: Connection, league: int, names: Iterable[str]) -> None:
    for name in names:
        connection.execute(insert(members).values(league=league, name=name, key=fold(name)))


def _season(connection: Connection, league: int, number: int, plan: Plan) -> None:
    connection.execute(
        insert(seasons).values(
            league=league,
            number=number,
            game=plan.game,
            system=plan.system,
            seats=plan.seats,
            rounds=plan.rounds,
            rule=plan.rule.text,
            seed=plan.seed,
            made=_now(),
        )
    )


def _locked(connection: Connection, name: str, season: int | None = None) -> League:
    """Return a league that nobody else changes meanwhile."""
    connection.execute(select(leagues.c.id).where(leagues.c.key == fold(name)).with_for_update())
    return _league(connection, name, season)


def _league(connection: Connection, name: str, season: int | None) -> League:
    league = connection.execute(select(leagues).where(leagues.c.key == fold(name))).first()
    if league is None:
        raise _unknown(name, list(connection.scalars(select(leagues.c.name))))
    people = connection.execute(select(members).where(members.c.league == league.id).order_by(members.c.id))
    found = connection.execute(select(seasons).where(seasons.c.league == league.id).order_by(seasons.c.number)).all()
    row = found[-1] if season is None else next((each for each in found if each.number == season), None)
    if row is None:
        raise Trouble(
            "league",
            "no_season",
            "{league} has no season {season}; the last one is {last}",
            league=league.name,
            season=season,
            last=found[-1].number,
        )
    if row.game not in PRESETS:
        raise Trouble(
            "store", "newer", "{store}: was written by a newer Tierce; bring this one up to date", store=league.name
        )
    earlier = [
        table.result
        for each in found
        if each.number < row.number
        for one in _rounds(connection, each.id)
        for table in one.tables
        if table.result
    ]
    charges = connection.execute(select(penalties).where(penalties.c.season == row.id).order_by(penalties.c.id))
    plan = Plan(row.game, row.system, row.seats, row.rounds, rules.parsed(row.rule, league.name), row.seed)
    return League(
        league.id,
        league.name,
        {each.id: each.name for each in people},
        row.id,
        row.number,
        plan,
        _rounds(connection, row.id),
        [Charge(each.member, Fraction(each.thousandths, 1000), each.why) for each in charges],
        earlier,
    )


def _rounds(connection: Connection, season: int) -> list[Round]:
    """Return the rounds of a season: of each the last pairing, of each table the last result."""
    standing = {
        row.number: row
        for row in connection.execute(select(rounds).where(rounds.c.season == season).order_by(rounds.c.attempt))
    }
    keys = [row.id for row in standing.values()]
    seats: dict[tuple[int, int], list[Any]] = {}
    for row in connection.execute(
        select(places)
        .where(places.c.round.in_(keys))
        .order_by(places.c.round, places.c.table, places.c.seat, places.c.member)
    ):
        seats.setdefault((row.round, row.table), []).append(row.member)
    ended = {
        (row.round, row.table): row
        for row in connection.execute(select(results).where(results.c.round.in_(keys)).order_by(results.c.attempt))
    }
    reached: dict[int, dict[int, Seat]] = {}
    of = select(scores).join(results, results.c.id == scores.c.result)
    for row in connection.execute(of.where(results.c.round.in_(keys))):
        seat = Seat(row.member, row.points, row.place, row.rounds)
        reached.setdefault(row.result, {})[row.member] = seat

    def table(key: int, number: int, people: list[int]) -> Table:
        result = ended.get((key, number))
        if result is None:
            return Table(number, people, [], None, 0)
        return Table(number, people, [reached[result.id][each] for each in people], result.match, result.attempt)

    return [
        Round(
            row.id,
            row.number,
            row.attempt,
            row.after,
            row.made,
            [table(key, number, people) for (key, number), people in seats.items() if key == row.id and number],
            seats.get((row.id, 0), []),
        )
        for row in sorted(standing.values(), key=lambda row: row.number)
    ]


def _attempt(known: League, again: bool) -> int:
    """Return the number of the next pairing of a round, from 1. Raises Trouble if none can be."""
    last = known.last
    if again:
        last = known.round()
        if any(table.entries for table in last.tables):
            raise Trouble("league", "begun", "round {round} has results already: it stays as it is", round=last.number)
        return last.attempt + 1
    if last and (lacking := [table.number for table in last.tables if not table.result]):
        raise Trouble(
            "league",
            "round_open",
            "round {round} lacks the result of table {tables}; enter it, or pair the round --again",
            round=last.number,
            tables=", ".join(map(str, lacking)),
        )
    if len(known.rounds) >= known.plan.rounds:
        raise Trouble(
            "league",
            "all_paired",
            "all {n} rounds of the season are paired; begin the next one with tierce league new --season",
            n=known.plan.rounds,
        )
    return 1


def _paired(known: League, attempt: int, there: list[int]) -> tuple[list[list[int]], list[int]]:
    """Return the tables and byes of the next round of those who are there."""
    history = History()
    for each in known.rounds:
        history.add([table.members for table in each.tables], each.byes)
    points = dict.fromkeys(there, Fraction(0))
    if known.rounds:
        points.update((row.member, row.points) for row in known.standings() if row.member in points)
    groups = [[each for each in there if points[each] == value] for value in sorted(set(points.values()), reverse=True)]
    plan = known.plan
    seed = f"{plan.seed}/{known.number}/{len(known.rounds) + 1}/{attempt}"
    return pair(groups, plan.seats, history, seed, plan.system == "swiss")


def _keep_round(connection: Connection, known: League, attempt: int, tables: list[list[int]], byes: list[int]) -> None:
    after = connection.scalar(select(func.max(matches.c.id))) or 0
    key = _made(
        connection.execute(
            insert(rounds).values(
                season=known.season, number=len(known.rounds) + 1, attempt=attempt, after=after, made=_now()
            )
        )
    )
    connection.execute(
        insert(places),
        [
            {"round": key, "member": member, "table": at, "seat": seat}
            for at, people in [*enumerate(tables, 1), (0, byes)]
            for seat, member in enumerate(people)
        ],
    )
