"""Results that people enter by hand: points of a table, or that it was not played. Pure; all raise Trouble."""

import re
from collections.abc import Sequence
from fractions import Fraction

from tierce_tools.base.plain import plain
from tierce_tools.base.trouble import Trouble
from tierce_tools.league.season import League, Seating
from tierce_tools.league.standings import Seat, places

_DECIMAL = re.compile(r"[0-9]{1,4}(\.[0-9]{1,3})?")


def points(league: League, of_round: int, number: int | None, given: Sequence[str]) -> tuple[int, list[Seat]]:
    """Return the table that some points are of, and its seats; `given` is NAME=POINTS or NAME=POINTS/ROUNDS."""
    told: dict[int, tuple[int, int]] = {}
    for each in given:
        name, equals, figures = each.rpartition("=")
        reached, slash, won = figures.partition("/")
        if not equals or not _whole(reached) or (slash and not (_whole(won) and int(won) >= 0)):
            raise Trouble(
                "league.bad_points",
                "{given}: write a player's points as in Ana=120, or Ana=120/3 with the rounds won",
                given=each,
            )
        member = league.member(name)
        if member in told:
            raise Trouble("league.points_twice", "{name} is there twice", name=league.members[member])
        told[member] = int(reached), int(won or 0)
    table = _table(league, of_round, number, set(told))
    found = places([told[each][0] for each in table.members], league.lowest_wins)
    return table.number, [
        Seat(member, told[member][0], place, told[member][1])
        for member, place in zip(table.members, found, strict=True)
    ]


def faults(league: League, of_round: int, number: int | None, names: Sequence[str]) -> tuple[int, list[int]]:
    """Return the table that was not played, and the members of it who were at fault."""
    who = [league.member(name) for name in names]
    one = league.round(of_round)
    at = {one.seats.get(each, 0) for each in who} if number is None else {number}
    if at == {0} or len(at) != 1:
        raise Trouble(
            "league.which_table", "{players}: not at the same table in round {round}", players=names, round=one.number
        )
    table = league.table(at.pop(), one.number)[1]
    for each in who:
        if each not in table.members:
            raise Trouble(
                "league.other_table",
                "{name} does not sit at table {table} of round {round}",
                name=league.members[each],
                table=table.number,
                round=one.number,
            )
    return table.number, who


def charge(points: str, why: str) -> tuple[Fraction, str]:
    """Return the match points to take off, and the reason; `points` is 2 or 0.5, or +2 to give back."""
    digits = points.removeprefix("+").replace(",", ".")
    value = Fraction(digits) if _DECIMAL.fullmatch(digits) else Fraction(0)
    if not 0 < value <= 1000:
        raise Trouble(
            "league.bad_penalty",
            "{points}: not match points; write 2 or 0.5 to take off, +2 to give back",
            points=points,
        )
    reason = plain(why)[:200]
    if not reason:
        raise Trouble("league.no_reason", "a penalty needs its reason: --why TEXT")
    return -value if points.startswith("+") else value, reason


def _whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= 9


def _table(league: League, of_round: int, number: int | None, people: set[int]) -> Seating:
    """Return the table with just these members."""
    tables = [league.table(number, of_round)[1]] if number is not None else league.round(of_round).tables
    for table in tables:
        if set(table.members) == people:
            return table
    raise Trouble(
        "league.not_that_table",
        "{players}: no table of round {round} has just these players; tierce league pair and standings show them",
        players=", ".join(league.members[each] for each in people),
        round=of_round,
    )
