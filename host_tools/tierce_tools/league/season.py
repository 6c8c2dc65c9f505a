"""A league as it stands in one of its seasons: plan, members, rounds, results, penalties."""

from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from typing import NamedTuple

from tierce.presets import PRESETS
from tierce_tools.base.trouble import Trouble
from tierce_tools.league.acts import Decided
from tierce_tools.league.members import fold
from tierce_tools.league.rules import Rule
from tierce_tools.league.standings import Penalty, Seat, Standing, awarded, match_points, standings

SHOWN = 12  # names in an error


class Plan(NamedTuple):
    """How a season is played: `seats` at a table, `rounds` in all."""

    game: str
    system: str
    seats: int
    rounds: int
    rule: Rule
    seed: int


@dataclass(frozen=True)
class Seating:
    """Who sits at a table of a round: its members by seat, and its result if there is one.

    `match` is the result's match in the store, None if it was entered by hand; `entries` counts
    the results entered so far, of which the last one stands; 0: it is awaited. A table that was
    not played has entries but no result; `forfeits` are those at fault.
    """

    number: int
    members: list[int]
    result: list[Seat] = field(default_factory=list[Seat])
    match: int | None = None
    entries: int = 0
    forfeits: list[int] = field(default_factory=list[int])


@dataclass(frozen=True)
class Round:
    """A round as it was paired last. `after`: the last match in the store by then."""

    id: int
    number: int
    attempt: int
    after: int
    made: int
    tables: list[Seating]
    byes: list[int]

    @property
    def lacking(self) -> list[int]:
        """The numbers of the tables whose result is awaited."""
        return [table.number for table in self.tables if not table.entries]

    @property
    def seats(self) -> dict[int, int]:
        """Where each member sits: the table's number, 0 for a bye."""
        found = {each: table.number for table in self.tables for each in table.members}
        return found | dict.fromkeys(self.byes, 0)


@dataclass(frozen=True)
class Charge:
    """A penalty, with its reason."""

    member: int
    points: Fraction
    why: str


@dataclass(frozen=True)
class League:
    """A league in one of its seasons. `earlier` are the results of all seasons before, in order.

    `members` are all who have ever been, `decided.inside` those who are.
    """

    id: int
    name: str
    members: dict[int, str]
    season: int
    number: int
    plan: Plan
    rounds: list[Round]
    charges: list[Charge]
    decided: Decided
    earlier: list[list[Seat]] = field(default_factory=list[list[Seat]])

    @property
    def lowest_wins(self) -> bool:
        """Whether few points are good."""
        return PRESETS[self.plan.game]["lowest_wins"]

    @property
    def last(self) -> Round | None:
        """The last round that was paired."""
        return self.rounds[-1] if self.rounds else None

    @property
    def results(self) -> list[list[Seat]]:
        """The results of the season, in order."""
        return [table.result for each in self.rounds for table in each.tables if table.result]

    @property
    def planned(self) -> int:
        """How many rounds the season has: the plan's, and those beyond."""
        return max(self.plan.rounds, len(self.rounds))

    def points(self, table: Seating) -> dict[int, Fraction]:
        """Return the match points of a table."""
        if table.result:
            return match_points(table.result, self.plan.rule, self.lowest_wins)
        return awarded(table.members, table.forfeits, self.plan.rule)

    def standings(self) -> list[Standing]:
        """Return the standings of all who have taken part in the season."""
        byes = [each for one in self.rounds for each in one.byes]
        there = {each for one in self.rounds for each in one.seats} | {each.member for each in self.charges}
        there = there or set(self.decided.inside)
        awards = [self.points(table) for one in self.rounds for table in one.tables if not table.result]
        charges = [Penalty(each.member, each.points) for each in self.charges]
        return standings(
            sorted(there),
            self.results,
            byes,
            charges,
            self.plan.rule,
            self.lowest_wins,
            f"{self.plan.seed}/{self.number}",
            awards,
        )

    def member(self, name: str) -> int:
        """Return the number of a member, or of one who was. Raises Trouble."""
        found = self.known(name)
        if found is not None:
            return found
        known = [self.members[each] for each in self.decided.inside]
        near = get_close_matches(name, known, SHOWN, 0.4)
        raise Trouble(
            "league.no_member",
            "nobody called {name} is in {league}; there are {members}",
            name=name,
            league=self.name,
            members=tuple(dict.fromkeys([*near, *known]))[:SHOWN],
        )

    def known(self, name: str) -> int | None:
        """Return the number of a member by this name, or by one from before; None if there is none."""
        inside = set(self.decided.inside)
        names = [*self.members.items(), *((each, old) for each, all_ in self.decided.former.items() for old in all_)]
        there = [number for number, known in names if fold(known) == fold(name)]
        return next((each for each in there if each in inside), there[0] if there else None)

    def table(self, number: int, of_round: int | None = None) -> tuple[Round, Seating]:
        """Return a table of a round, of the last one by default. Raises Trouble."""
        one = self.round(of_round)
        for table in one.tables:
            if table.number == number:
                return one, table
        raise Trouble(
            "league.no_table",
            "round {round} of {league} has no table {table}; it has {tables}",
            round=one.number,
            league=self.name,
            table=number,
            tables=", ".join(str(table.number) for table in one.tables),
        )

    def round(self, number: int | None = None) -> Round:
        """Return a round, the last one by default. Raises Trouble."""
        if not self.rounds:
            raise Trouble(
                "league.no_pairing", "{league} has no round yet; make one with tierce league pair", league=self.name
            )
        if number is None:
            return self.rounds[-1]
        if not 0 < number <= len(self.rounds):
            raise Trouble(
                "league.no_round",
                "{league} has no round {round}; the last one is {last}",
                league=self.name,
                round=number,
                last=len(self.rounds),
            )
        return self.rounds[number - 1]
