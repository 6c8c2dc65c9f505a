"""Ratings beside the standings, by OpenSkill (Weng and Lin, 2011; the Plackett-Luce model).

Glicko-2 rates games of two: a table of four would be six games that depend on each other. OpenSkill
takes the ranking of a whole table. The ratings are computed anew from all results of a league.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tierce_tools.league.standings import Seat


class Rating(NamedTuple):
    """How strong a member is, and how unsure that is (standard deviation); new: 25 and 8.3."""

    mean: float
    unsure: float


def ratings(tables: Iterable[Sequence[Seat]]) -> dict[int, Rating]:
    """Return the rating of all who have played, from their results in order."""
    from openskill.models import PlackettLuce, PlackettLuceRating

    model = PlackettLuce()
    known: dict[int, PlackettLuceRating] = {}
    for table in tables:
        teams = [[known.get(seat.member) or model.rating()] for seat in table]
        rated = model.rate(teams, ranks=[float(seat.place) for seat in table])
        for seat, [new] in zip(table, rated, strict=True):
            known[seat.member] = new
    return {member: Rating(each.mu, each.sigma) for member, each in known.items()}
