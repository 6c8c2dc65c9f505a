"""Match points, standings and how ties are broken. Pure: results in, rows out.

All figures are exact fractions. Members are numbers here.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations

from tierce_tools.league.rules import Rule

NONE = Fraction(0)


@dataclass(frozen=True)
class Seat:
    """What a member has reached at a table: points of the game, place from 1, rounds won."""

    member: int
    points: int
    place: int
    rounds: int = 0


@dataclass(frozen=True)
class Penalty:
    """Match points taken off a member; given back if negative."""

    member: int
    points: Fraction


@dataclass
class Standing:
    """A line of the standings.

    `points` are the match points less `penalties`; `played` the tables, `byes` the rounds without
    one. `wins` and `rounds`: tables and rounds won. `difference`: the points by which the member
    was better than the mean of the others at its tables. `opponents`: the mean of the match points
    of all whom it met. `by_lot`: nothing but the lot tells the member from another.
    """

    member: int
    place: int = 0
    by_lot: bool = False
    points: Fraction = NONE
    penalties: Fraction = NONE
    played: int = 0
    byes: int = 0
    wins: Fraction = NONE
    rounds: int = 0
    difference: Fraction = NONE
    opponents: Fraction = NONE
    met: list[int] = field(default_factory=list[int])


def places(points: Sequence[int], lowest_wins: bool) -> list[int]:
    """Return the place of each player, from 1; equal points share the better place."""
    sign = -1 if lowest_wins else 1
    return [1 + sum(sign * other > sign * own for other in points) for own in points]


def match_points(table: Sequence[Seat], rule: Rule, lowest_wins: bool) -> dict[int, Fraction]:
    """Return what a table counts for each member. Equal places share what these count."""
    if rule.places is None:
        sign = -1 if lowest_wins else 1
        last = min(sign * seat.points for seat in table)
        ahead = {seat.member: sign * seat.points - last for seat in table}
        whole = sum(ahead.values())
        pool = rule.pool * len(table)
        return {member: pool * Fraction(each, whole) if whole else rule.pool for member, each in ahead.items()}
    row = rule.places.get(len(table), ())
    found: dict[int, Fraction] = {}
    for seat in table:
        equal = sum(other.place == seat.place for other in table)
        shared = row[seat.place - 1 : seat.place - 1 + equal]
        found[seat.member] = sum(shared, NONE) / equal
    return found


def awarded(members: Sequence[int], forfeits: Collection[int], rule: Rule) -> dict[int, Fraction]:
    """Return what a table that was not played counts: the others share the first places.

    Nothing if nobody was at fault.
    """
    there = [each for each in members if each not in forfeits]
    if not forfeits:
        return {}
    whole = sum(rule.places.get(len(members), ())[: len(there)], NONE) if rule.places else rule.pool * len(members)
    return dict.fromkeys(forfeits, rule.forfeit) | {each: whole / len(there) for each in there}


def standings(
    members: Iterable[int],
    tables: Iterable[Sequence[Seat]],
    byes: Iterable[int],
    penalties: Iterable[Penalty],
    rule: Rule,
    lowest_wins: bool,
    seed: str,
    awards: Iterable[Mapping[int, Fraction]] = (),
) -> list[Standing]:
    """Return the standings, the first first; members whom nothing tells apart share a place.

    `awards` are the match points of tables that were not played: they count, and nothing else.
    """
    rows = {member: Standing(member) for member in members}
    results = list(tables)
    for table in results:
        points = match_points(table, rule, lowest_wins)
        first = sum(seat.place == 1 for seat in table)
        for seat in table:
            row = rows[seat.member]
            row.played += 1
            row.points += points[seat.member]
            row.wins += Fraction(seat.place == 1, first)
            row.rounds += seat.rounds
            others = [other for other in table if other is not seat]
            row.met += [other.member for other in others]
            ahead = seat.points - Fraction(sum(other.points for other in others), len(others))
            row.difference += -ahead if lowest_wins else ahead
    for award in awards:
        for member, points in award.items():
            rows[member].points += points
    for member in byes:
        rows[member].byes += 1
        rows[member].points += rule.bye
    for penalty in penalties:
        rows[penalty.member].points -= penalty.points
        rows[penalty.member].penalties += penalty.points
    for row in rows.values():
        met = [rows[other].points for other in row.met]
        row.opponents = sum(met, NONE) / len(met) if met else NONE
    tied = _split(list(rows.values()), lambda row: row.points)
    # Before the first result there is nothing to draw lots for.
    for criterion in rule.ties if results else ():
        tied = [part for group in tied for part in _parts(group, criterion, results, seed)]
    done: list[Standing] = []
    for group in tied:
        first = len(done) + 1
        for row in group:
            row.place = first
        done += group
    return done


def _parts(group: list[Standing], criterion: str, results: Sequence[Sequence[Seat]], seed: str) -> list[list[Standing]]:
    """Split members who are equal so far by a criterion."""
    if len(group) == 1:
        return [group]
    if criterion == "direct":
        direct = _direct({row.member for row in group}, results)
        return _split(group, lambda row: direct[row.member]) if direct else [group]
    if criterion == "lot":
        for row in group:
            row.by_lot = True
        return _split(group, lambda row: Fraction(lot(seed, row.member)))
    figures: Mapping[str, Callable[[Standing], Fraction]] = {
        "opponents": lambda row: row.opponents,
        "difference": lambda row: row.difference,
        "wins": lambda row: row.wins,
        "rounds": lambda row: Fraction(row.rounds),
    }
    return _split(group, figures[criterion])


def _split(group: list[Standing], key: Callable[[Standing], Fraction]) -> list[list[Standing]]:
    found: dict[Fraction, list[Standing]] = {}
    for row in sorted(group, key=lambda row: row.member):
        found.setdefault(key(row), []).append(row)
    return [found[value] for value in sorted(found, reverse=True)]


def _direct(group: set[int], results: Sequence[Sequence[Seat]]) -> dict[int, Fraction]:
    """Return how often each of some members was ahead of another of them, less how often behind.

    Empty unless each of them has met each other: who has met fewer would be at a disadvantage.
    """
    met: set[tuple[int, int]] = set()
    ahead = dict.fromkeys(group, NONE)
    for table in results:
        seats = sorted((seat for seat in table if seat.member in group), key=lambda seat: seat.member)
        for one, other in combinations(seats, 2):
            met.add((one.member, other.member))
            won = (one.place < other.place) - (one.place > other.place)
            ahead[one.member] += won
            ahead[other.member] -= won
    return ahead if len(met) == len(group) * (len(group) - 1) // 2 else {}


def lot(seed: str, member: int) -> int:
    """Return the lot of a member: the highest one is first."""
    return int.from_bytes(hashlib.sha256(f"{seed}/{member}".encode()).digest()[:8], "big")
