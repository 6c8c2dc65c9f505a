"""Results from the matches in the store: which match was which table's."""

from dataclasses import dataclass

from tierce_tools.base.trouble import Trouble
from tierce_tools.league.season import League, Round, Seating
from tierce_tools.league.standings import Seat
from tierce_tools.league.store import Leagues
from tierce_tools.logs.matches import MatchRow
from tierce_tools.logs.rounds import Rounds, is_round
from tierce_tools.logs.store import Store


@dataclass(frozen=True)
class Found:
    """The matches that may be a table's: a new result, or another one of the same match."""

    table: Seating
    matches: list[MatchRow]


def candidates(store: Store, league: League, of_round: Round) -> list[Found]:
    """Return for each table the ended matches of its players that no other table has.

    Only matches that came into the store after the pairing count. For a table with a result from a
    match, that match alone, if its points have changed since, as by a ruling.
    """
    ended = [each for each in store.matches(game=league.plan.game) if each.ended]
    used = {table.match for each in league.rounds for table in each.tables}
    found: list[Found] = []
    for table in of_round.tables:
        if table.match is not None:
            fit = [
                each
                for each in ended
                if each.id == table.match
                and same_people(each, table, league)
                and sorted(_reached(each, league)) != _known(table)
            ]
        elif table.entries:
            continue
        else:
            fit = [
                each
                for each in ended
                if each.id > of_round.after and each.id not in used and same_people(each, table, league)
            ]
        if fit:
            found.append(Found(table, fit))
    return found


def enter_found(
    store: Store, league: League, of_round: Round, number: int | None = None, season: int | None = None
) -> tuple[League, list[int], list[Found]]:
    """Enter what the store has of a round, or of one table; return the league, the tables, and those in doubt.

    A match whose points have changed since, by a ruling, is entered again. Raises Trouble.
    """
    entered: list[int] = []
    doubtful: list[Found] = []
    for found in candidates(store, league, of_round):
        table = found.table
        if number not in (None, table.number):
            continue
        if len(found.matches) > 1:
            doubtful.append(found)
            continue
        [fit] = found.matches
        seats = seats_of(store, fit, league)
        again = table.entries > 0
        league = Leagues(store).enter(league.name, of_round.number, table.number, seats, fit.id, again, season)
        entered.append(table.number)
    return league, entered, doubtful


def match_of(store: Store, league: League, table: Seating, number: int) -> MatchRow:
    """Return a match that a person has named for a table. Raises Trouble."""
    [match] = store.matches(ids=[number])
    if not match.ended:
        raise Trouble("league.not_ended", "match {match} has not ended", match=number)
    if match.game != league.plan.game:
        raise Trouble(
            "league.other_game",
            "match {match} is {game}, the league plays {wanted}",
            match=number,
            game=match.game,
            wanted=league.plan.game,
        )
    if not same_people(match, table, league):
        raise Trouble(
            "league.other_people",
            "match {match} was played by {players}, table {table} is {wanted}",
            match=number,
            players=", ".join(match.players),
            table=table.number,
            wanted=", ".join(league.members[each] for each in table.members),
        )
    for each in league.rounds:
        for other in each.tables:
            if other.match == number and other is not table:
                raise Trouble(
                    "league.match_used",
                    "match {match} is the result of table {table} in round {round} already",
                    match=number,
                    table=other.number,
                    round=each.number,
                )
    return match


def same_people(match: MatchRow, table: Seating, league: League) -> bool:
    """Tell whether a match was played by the members of a table."""
    return sorted(league.known(each) or 0 for each in match.players) == sorted(table.members)


def seats_of(store: Store, match: MatchRow, league: League) -> list[Seat]:
    """Return what each member has reached in a match, rulings and corrections included."""
    rounds = Rounds({"players": match.players, "totals": match.carried})
    for told in store.outcomes(match.id):
        rounds.take(told["event"], told)
    won = [sum(seat in row["winners"] for row in rounds.rows if is_round(row)) for seat in range(len(match.players))]
    return [
        Seat(member, points, place, won[seat]) for seat, (member, points, place) in enumerate(_reached(match, league))
    ]


def _reached(match: MatchRow, league: League) -> list[tuple[int, int, int]]:
    """Return member, points and place of each seat. Equal totals share a place."""
    place = dict.fromkeys(range(len(match.players)), 1)
    for at, seat in enumerate(match.ranking):
        before = match.ranking[at - 1]
        equal = at and match.totals[seat] == match.totals[before]
        place[seat] = place[before] if equal else at + 1
    return [(league.member(name), match.totals[seat], place[seat]) for seat, name in enumerate(match.players)]


def _known(table: Seating) -> list[tuple[int, int, int]]:
    return sorted((seat.member, seat.points, seat.place) for seat in table.result)
