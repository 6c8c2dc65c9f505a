"""Keeps leagues in the store of games: members, seasons, rounds, results, penalties, and what was decided.

Rows are added only. What is read is a snapshot, `season.League`.
"""

import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sqlalchemy import Connection, func, insert, select

from tierce_tools.base.trouble import Trouble
from tierce_tools.league.acts import KINDS, NOTHING, Act, Change
from tierce_tools.league.decisions import Decision
from tierce_tools.league.members import MOST, fold
from tierce_tools.league.pairing import History, numbered, pair
from tierce_tools.league.reading import league_of, unknown
from tierce_tools.league.schema import (
    ACTS,
    PART,
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
from tierce_tools.league.season import League, Plan
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
        self._look(name)
        with self._store.reading() as connection:
            return league_of(connection, name, season)

    def _look(self, name: str) -> None:
        """Make what a store from before lacks. Raises Trouble if there is no league at all."""
        if not self._store.has(PART):
            raise unknown(name, [])
        self._store.add(ACTS)

    def begin(self, name: str, players: Sequence[str], plan: Plan) -> League:
        """Make a league with its first season. Raises Trouble."""
        if not fold(name) or len(name) > 80:
            raise Trouble("league.bad_league", "{league}: not a name for a league", league=repr(name))
        _check_number(len(players))
        self._store.add(PART)
        self._store.add(ACTS)
        with self._store.writing() as connection:
            if connection.scalar(select(leagues.c.id).where(leagues.c.key == fold(name))):
                raise Trouble(
                    "league.there", "there is a league {league} already; --season begins its next season", league=name
                )
            key = _made(connection.execute(insert(leagues).values(name=" ".join(name.split()), key=fold(name))))
            for each in players:
                connection.execute(insert(members).values(league=key, name=each, key=fold(each)))
            _season(connection, key, 1, plan)
            return league_of(connection, name)

    def go_on(self, name: str, players: Sequence[str], plan: Plan) -> League:
        """Begin the next season of a league; `players` join it. Raises Trouble."""
        self._look(name)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            lacking = sum(len(each.lacking) for each in known.rounds)
            if lacking:
                raise Trouble(
                    "league.season_open",
                    "season {season} of {league} still lacks results: {n}; enter them first",
                    season=known.number,
                    league=known.name,
                    n=lacking,
                )
            _act(connection, known, "new", _join(connection, known, players))
            _check_number(len(league_of(connection, name).decided.inside))
            _season(connection, known.id, known.number + 1, plan)
            return league_of(connection, name)

    def pair(
        self, name: str, absent: Sequence[str] = (), new: Sequence[str] = (), again: bool = False, more: bool = False
    ) -> League:
        """Pair the next round, or the last one again, without `absent` and with `new` members.

        `more`: also beyond the season's last one. Raises Trouble, also if somebody else has changed
        the league meanwhile.
        """
        self._look(name)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            if new:
                told = Change("told", None, None, ", ".join(new))
                _act(connection, known, "add", [told, *_join(connection, known, new)])
                known = league_of(connection, name)
            number = _next(known, again, more)
            drawn = connection.scalar(
                select(func.max(rounds.c.attempt)).where(rounds.c.season == known.season, rounds.c.number == number)
            )
            away = known.decided.away | {known.member(each) for each in absent}
            there = [each for each in known.decided.inside if each not in away]
            if len(there) < 2:
                raise Trouble("league.nobody", "a round needs at least two players")
        # Hundreds of players take seconds, in which nobody else should have to wait.
        before = replace(known, rounds=known.rounds[: number - 1])
        attempt = 1 + (drawn or 0)
        tables, byes = _paired(before, attempt, there)
        with self._store.writing() as connection:
            if _locked(connection, name) != known:
                raise Trouble(
                    "league.changed", "somebody else has changed {league} meanwhile; try again", league=known.name
                )
            key = _keep_round(connection, before, attempt, tables, byes)
            _act(connection, known, "pair", [Change("row", None, key), Change("told", None, number)])
            return league_of(connection, name)

    def enter(
        self,
        name: str,
        of_round: int | None,
        number: int,
        seats: Sequence[Seat],
        match: int | None = None,
        correct: bool = False,
        season: int | None = None,
        forfeits: Sequence[int] = (),
    ) -> League:
        """Add the result of a table. An earlier one stays in the store. Raises Trouble.

        Without `seats` it was not played, and `forfeits` are those at fault.
        """
        self._look(name)
        with self._store.writing() as connection:
            known = _locked(connection, name, season)
            one, table = known.table(number, of_round)
            if table.entries and not correct:
                raise Trouble(
                    "league.has_result",
                    "table {table} of round {round} has a result already; --correct puts another in its place",
                    table=number,
                    round=one.number,
                )
            there = results.c.round == one.id, results.c.table == number
            attempt = 1 + (connection.scalar(select(func.max(results.c.attempt)).where(*there)) or 0)
            key = _made(
                connection.execute(
                    insert(results).values(round=one.id, table=number, attempt=attempt, match=match, made=_now())
                )
            )
            if seats:
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
            told = Change("told", None, one.number, str(number))
            faults = [Change("forfeit", each) for each in forfeits]
            _act(connection, known, "enter", [Change("row", None, key), told, *faults])
            return league_of(connection, name, season)

    def charge(self, name: str, member: str, points: Fraction, why: str) -> League:
        """Take match points off a member, or give them back. Raises Trouble."""
        self._look(name)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            who = known.member(member)
            key = _made(
                connection.execute(
                    insert(penalties).values(
                        season=known.season, member=who, thousandths=int(points * 1000), why=why, made=_now()
                    )
                )
            )
            told = Change("told", None, None, known.members[who])
            _act(connection, known, "penalty", [Change("row", None, key), told])
            return league_of(connection, name)

    def decide(self, name: str, kind: str, decision: Decision, coming: Sequence[str] = ()) -> League:
        """Do one of acts.KINDS; those of `coming` who are not members join before. Raises Trouble."""
        assert kind in KINDS
        self._look(name)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            there = {fold(known.members[each]) for each in known.decided.inside}
            joined = _join(connection, known, [each for each in coming if fold(each) not in there])
            act = _act(connection, known, kind, joined)
            _change(connection, act, decision(league_of(connection, name)), len(joined))
            done = league_of(connection, name)
            _check_number(len(done.decided.inside))
            return done

    def undo(self, name: str) -> tuple[League, Act]:
        """Take back the last act; return the league, and that act. Raises Trouble."""
        self._look(name)
        with self._store.writing() as connection:
            known = _locked(connection, name)
            last = known.decided.last
            if last is NOTHING:
                raise Trouble(
                    "league.nothing", "there is nothing to take back in this season of {league}", league=known.name
                )
            _act(connection, known, "undo", [Change("undo", None, last.id)])
            return league_of(connection, name), last


# --- in a transaction


def _made(result: Any) -> int:
    return result.inserted_primary_key[0]


def _now() -> int:
    return int(time.time())


def _check_number(count: int) -> None:
    if count < 2:
        raise Trouble("league.few", "a league needs at least two members")
    if count > MOST:
        raise Trouble("league.many", "a league has {n} members at most", n=MOST)


def _act(connection: Connection, known: League, kind: str, given: Sequence[Change]) -> int:
    """Keep an act with its changes; return its number."""
    key = _made(connection.execute(insert(acts).values(league=known.id, kind=kind, made=_now())))
    _change(connection, key, given)
    return key


def _change(connection: Connection, act: int, given: Sequence[Change], at: int = 0) -> None:
    if given:
        rows = [{"act": act, "at": number, **each._asdict()} for number, each in enumerate(given, at)]
        connection.execute(insert(changes), rows)


def _join(connection: Connection, known: League, names: Iterable[str]) -> list[Change]:
    """Make people members, also again; return the changes. Raises Trouble if one is there."""
    found: list[Change] = []
    current = {fold(name): number for number, name in known.members.items()}
    keys = set(connection.scalars(select(members.c.key).where(members.c.league == known.id)))
    for name in names:
        key = fold(name)
        there = current.get(key)
        if there in known.decided.inside:
            raise Trouble("league.member", "{name} is in {league} already", name=name, league=known.name)
        if there is not None:
            found.append(Change("in", there))
            continue
        if key in keys:  # somebody had this name once
            key = f"{key}\n{len(keys)}"
        keys.add(key)
        made = insert(members).values(league=known.id, name=name, key=key)
        found.append(Change("join", _made(connection.execute(made))))
    return found


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
    return league_of(connection, name, season)


def _next(known: League, again: bool, more: bool) -> int:
    """Return the number of the round to pair. Raises Trouble if none can be."""
    last = known.last
    if again:
        last = known.round()
        if any(table.entries for table in last.tables):
            raise Trouble(
                "league.begun",
                "round {round} has results already: it stays as it is, and people come and go by "
                "tierce league add, withdraw, replace and swap",
                round=last.number,
            )
        return last.number
    if last and last.lacking:
        raise Trouble(
            "league.round_open",
            "round {round} lacks results, tables: {tables}; enter them, or --void what was not played, "
            "or pair the round --again",
            round=last.number,
            tables=", ".join(map(str, last.lacking)),
        )
    if len(known.rounds) >= known.plan.rounds and not more:
        raise Trouble(
            "league.all_paired",
            "all {n} rounds of the season are paired; --more pairs one beyond, and tierce league new --season "
            "begins the next season",
            n=known.plan.rounds,
        )
    return len(known.rounds) + 1


def _paired(known: League, attempt: int, there: list[int]) -> tuple[dict[int, list[int]], list[int]]:
    """Return the tables and byes of the next round of those who are there."""
    history = History()
    for each in known.rounds:
        history.add([table.members for table in each.tables if table.result], each.byes)
    points = dict.fromkeys(there, Fraction(0))
    if known.rounds:
        points.update((row.member, row.points) for row in known.standings() if row.member in points)
    groups = [[each for each in there if points[each] == value] for value in sorted(set(points.values()), reverse=True)]
    plan, fixed = known.plan, known.decided.fixed
    seed = f"{plan.seed}/{known.number}/{len(known.rounds) + 1}/{attempt}"
    # Two who always sit at different tables can't meet.
    apart = known.decided.apart | {(a, b) for a in fixed for b in fixed if a < b and fixed[a] != fixed[b]}
    tables, byes = pair(groups, plan.seats, history, seed, plan.system == "swiss", apart)
    return numbered(tables, fixed), byes


def _keep_round(
    connection: Connection, known: League, attempt: int, tables: dict[int, list[int]], byes: list[int]
) -> int:
    """Keep the pairing of the next round; return its row."""
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
            for at, people in [*tables.items(), (0, byes)]
            for seat, member in enumerate(people)
        ],
    )
    return key
