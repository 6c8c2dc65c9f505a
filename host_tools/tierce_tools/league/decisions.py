"""What the people of a club decide between pairings: each a function from a league to the changes of an act.

Pure. All raise Trouble. A table whose result has been entered stays as it is.
"""

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.league import members
from tierce_tools.league.acts import BYE, OUT, Change
from tierce_tools.league.season import League, Round

P = ParamSpec("P")
Decision = Callable[[League], list[Change]]
LONGEST_CLOCK = 600  # minutes of a round
MOST_TABLES = 999


def _decision(of: Callable[Concatenate[League, P], list[Change]]) -> Callable[P, Decision]:
    """Make a function of its details, which returns the decision."""
    return lambda *details, **named: lambda league: of(league, *details, **named)


@_decision
def withdraw(league: League, names: Sequence[str]) -> list[Change]:
    """Return how members leave the round, and are not paired again until they are added."""
    who = [_inside(league, name) for name in names]
    for each in who:
        if each in league.decided.away:
            raise Trouble("league.away", "{name} has been withdrawn already", name=league.members[each])
    return [_told(league, who), *(Change("away", each) for each in who), *_out(league, who)]


@_decision
def add(league: League, names: Sequence[str], table: int | None, waits: bool) -> list[Change]:
    """Return how people come: they are paired from now on, and sit down in the round if one is played."""
    who, one = [_inside(league, name) for name in names], league.last
    comes = league.decided.away | {change.member for change in league.decided.last.changes if change.member}
    told = [_told(league, who), *(Change("back", each) for each in who if each in league.decided.away)]
    is_played = one is not None and one.lacking and not waits
    for each in who:
        at = one.seats.get(each) if one and is_played else None
        if each not in comes and (at or not is_played):
            raise Trouble(
                "league.seated" if at else "league.member",
                N_("{name} sits at table {table} already") if at else N_("{name} is in {league} already"),
                name=league.members[each],
                league=league.name,
                table=at,
            )
    if table is not None:
        _open(league, table)
    if one is None or not is_played:
        return told
    tables = _tables(one)
    who = [each for each in who if not one.seats.get(each)]  # a result stays, and so do its players
    if table is not None:
        tables[table] = [*tables[table], *who]
        _check_room(league, len(tables[table]), table)
    else:
        _sit(tables, one, [*one.byes, *(each for each in who if each not in one.byes)], league.plan.seats)
        tables[BYE] = [each for each in tables.get(BYE, []) if each in one.byes]  # a latecomer waits
    return [*told, *_seats(one, tables)]


@_decision
def replace(league: League, old: str, new: str) -> list[Change]:
    """Return how somebody takes another's seat in the round, who leaves."""
    gone, come = _inside(league, old), _inside(league, new)
    one = league.round()
    number = _seat(league, one, gone)
    if one.seats.get(come):
        raise Trouble(
            "league.seated_swap",
            "{name} sits at table {table} already; tierce league swap lets two change places",
            name=league.members[come],
            table=one.seats[come],
        )
    tables = {at: [each for each in sat if each != come] for at, sat in _tables(one).items()}
    tables[number] = [come if each == gone else each for each in tables[number]]
    told = Change("told", None, None, f"{league.members[gone]} → {league.members[come]}")
    back = [Change("back", come)] if come in league.decided.away else []
    return [told, Change("away", gone), *back, *_seats(one, tables)]


@_decision
def swap(league: League, one_name: str, other_name: str) -> list[Change]:
    """Return how two change places in the round."""
    a, b = _inside(league, one_name), _inside(league, other_name)
    one = league.round()
    at, other = (_seat(league, one, each) for each in (a, b))
    if at == other:
        raise Trouble(
            "league.same_table",
            "{name} and {other} sit at one table already",
            name=league.members[a],
            other=league.members[b],
        )
    tables, change = _tables(one), {a: b, b: a}
    for number in (at, other):
        tables[number] = [change.get(each, each) for each in tables[number]]
    told = Change("told", None, None, f"{league.members[a]} ↔ {league.members[b]}")
    return [told, *_seats(one, tables)]


@_decision
def apart(league: League, one_name: str, other_name: str, off: bool) -> list[Change]:
    """Return that two are never to sit at one table, or may again with `off`; from the next pairing on."""
    a, b = sorted(_inside(league, name) for name in (one_name, other_name))
    if a == b:
        raise Trouble("league.twice", "{name} is there twice", name=league.members[a])
    if ((a, b) in league.decided.apart) is not off:
        raise Trouble(
            "league.apart_already",
            N_("{name} and {other} may meet already")
            if off
            else N_("{name} and {other} stay apart already; --off lets them meet"),
            name=league.members[a],
            other=league.members[b],
        )
    return [_told(league, [a, b]), Change("together" if off else "apart", a, b)]


@_decision
def fixed(league: League, name: str, table: int) -> list[Change]:
    """Return that a member always sits at a table, from the next pairing on; 0: at any."""
    who = _inside(league, name)
    now = league.decided.fixed.get(who, 0)
    if now == table:
        raise Trouble(
            "league.fixed_already",
            N_("{name} already has table {table} as a fixed table") if table else N_("{name} has no fixed table"),
            name=league.members[who],
            table=table,
        )
    return [Change("told", None, table, league.members[who]), Change("fixed", who, table)]


@_decision
def clock(league: League, minutes: int, now: int) -> list[Change]:
    """Return the step that starts the round's clock; 0 minutes takes it away. `now`: unix seconds."""
    one = league.round()
    ends = now + 60 * minutes if minutes else 0
    told = Change("told", None, one.number, str(minutes))
    return [told, Change("round", None, one.id), Change("clock", None, ends)]


@_decision
def remove(league: League, names: Sequence[str]) -> list[Change]:
    """Return that people are not members any more; their results stay."""
    who = [_inside(league, name) for name in names]
    if len(set(league.decided.inside) - set(who)) < 2:
        raise Trouble("league.few", "a league needs at least two members")
    return [_told(league, who), *(Change("gone", each) for each in who), *_out(league, who)]


@_decision
def rename(league: League, old: str, new: str) -> list[Change]:
    """Return that a member has another name; matches are found by the one from before too."""
    who, [name] = _inside(league, old), members.checked([new])
    other = league.known(name)
    if other not in (None, who) and other in league.decided.inside:
        raise Trouble("league.member", "{name} is in {league} already", name=name, league=league.name)
    if name == league.members[who]:
        raise Trouble("league.same_name", "{name} has this name already", name=name)
    return [Change("told", None, None, f"{league.members[who]} → {name}"), Change("name", who, None, name)]


# ---


def _told(league: League, who: Sequence[int]) -> Change:
    return Change("told", None, None, ", ".join(league.members[each] for each in who))


def _inside(league: League, name: str) -> int:
    """Return a member who has not been removed."""
    who = league.member(name)
    if who not in league.decided.inside:
        raise Trouble(
            "league.no_more",
            "{name} is no longer in {league}; tierce league add brings people back",
            name=league.members[who],
            league=league.name,
        )
    return who


def _tables(one: Round) -> dict[int, list[int]]:
    return {BYE: list(one.byes)} | {table.number: list(table.members) for table in one.tables}


def _open(league: League, number: int) -> None:
    """Raise Trouble unless a table of the last round awaits its result."""
    one, table = league.table(number)
    if table.entries:
        raise Trouble(
            "league.closed",
            "table {table} of round {round} has its result; it stays as it is",
            table=number,
            round=one.number,
        )


def _seat(league: League, one: Round, who: int) -> int:
    """Return the table of a member, which has no result yet, or BYE."""
    number = one.seats.get(who)
    if number is None:
        raise Trouble(
            "league.not_seated",
            "{name} does not sit in round {round}; tierce league add brings people in",
            name=league.members[who],
            round=one.number,
        )
    if number != BYE:
        _open(league, number)
    return number


def _check_room(league: League, seats: int, table: int) -> None:
    if seats > league.plan.seats:
        raise Trouble(
            "league.full",
            "table {table} has no room: {seats} sit at a table at most",
            table=table,
            seats=league.plan.seats,
        )


def _out(league: League, who: Sequence[int]) -> list[Change]:
    """Return how members leave the tables of the last round that have no result; who is then alone sits elsewhere."""
    one = league.last
    if one is None or not one.lacking:
        return []
    stays = {each for table in one.tables if table.entries for each in table.members}
    tables = {at: [each for each in sat if each in stays or each not in who] for at, sat in _tables(one).items()}
    lone = [at for at in one.lacking if len(tables[at]) == 1]
    if tables == _tables(one):
        return []
    waiting = tables.pop(BYE) + [each for at in lone for each in tables.pop(at)]
    tables[BYE] = []
    _sit(tables, one, waiting if lone else [], league.plan.seats)
    tables[BYE] += [] if lone else waiting
    return _seats(one, tables)


def _sit(tables: dict[int, list[int]], one: Round, waiting: Sequence[int], seats: int) -> None:
    """Seat those who wait: where there is room, the smallest table first; then at tables of their own, or BYE."""
    left = list(waiting)
    while left:
        room = [at for at in one.lacking if 1 < len(tables.get(at, [])) < seats]
        if not room:
            break
        tables[min(room, key=lambda at: (len(tables[at]), at))].append(left.pop(0))
    free = iter(at for at in range(1, MOST_TABLES) if not tables.get(at))
    while len(left) > 1:
        count = -(-len(left) // seats)
        size = -(-len(left) // count)
        tables[next(free)], left = left[:size], left[size:]
    tables[BYE] = left


def _seats(one: Round, tables: dict[int, list[int]]) -> list[Change]:
    """Return the changes to the tables of a round: all people of those that differ, then who is out."""
    before = _tables(one)
    changed = [at for at in sorted(tables.keys() | before.keys()) if tables.get(at, []) != before.get(at, [])]
    moved = [Change("seat", each, at) for at in changed for each in tables.get(at, [])]
    there = {change.member for change in moved}
    out = [Change("seat", each, OUT) for at in changed for each in before.get(at, []) if each not in there]
    changes = [Change("round", None, one.id), *moved, *out]
    return changes if len(changes) > 1 else []
