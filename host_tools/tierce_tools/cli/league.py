"""`tierce league`: a verb with parts: seasons, pairing, results, standings."""

from enum import StrEnum
from typing import Annotated

import typer

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.league_export import export as export
from tierce_tools.cli.league_people import add as add
from tierce_tools.cli.league_people import apart as apart
from tierce_tools.cli.league_people import clock as clock
from tierce_tools.cli.league_people import fixed as fixed
from tierce_tools.cli.league_people import remove as remove
from tierce_tools.cli.league_people import rename as rename
from tierce_tools.cli.league_people import replace as replace
from tierce_tools.cli.league_people import swap as swap
from tierce_tools.cli.league_people import undo as undo
from tierce_tools.cli.league_people import withdraw as withdraw
from tierce_tools.cli.league_views import Name, Season, pairing_facts, ratings_of, show, standings_facts
from tierce_tools.cli.options import AsJson, StoreAt, argument, flag, games, leagues, option
from tierce_tools.cli.streams import print_json, tell

# Each part is a function here, of its name.
PARTS = {
    "new": N_("Make a league, or begin its next season."),
    "pair": N_("Pair the next round: who sits at which table."),
    "enter": N_("Enter results: from the matches in the store, or by hand."),
    "withdraw": N_("Withdraw members, from this round until they return."),
    "add": N_("Add people: new ones, late ones, and those who had left."),
    "replace": N_("Let somebody take another's seat in the round."),
    "swap": N_("Let two members change places in the round."),
    "apart": N_("Keep two members apart: never at the same table."),
    "fixed": N_("Let a member always sit at the same table."),
    "clock": N_("Start the round's clock, for the wall."),
    "penalty": N_("Take match points off a member, with the reason."),
    "remove": N_("Take people out of the league; their results stay."),
    "rename": N_("Give a member another name."),
    "undo": N_("Take the last step back."),
    "standings": N_("Show the standings of a league, or list the leagues."),
    "export": N_("Write standings and score sheets to files."),
}


class System(StrEnum):
    """Who meets whom."""

    swiss = "swiss"
    round_robin = "round-robin"


Round = Annotated[int | None, option("N", N_("The round; by default the last one."), "--round", min=1)]


def league(ctx: typer.Context, *, lang: Lang) -> None:
    """Run a league: seasons, pairing, match points, standings."""
    if ctx.invoked_subcommand is None:
        typer.echo(ctx.get_help())


def new(
    name: Name,
    game: Annotated[str | None, option("NAME", N_("The game, as in a log."), "--game", autocompletion=games)] = None,
    players: Annotated[
        str | None,
        option(
            "FILE|NAME,NAME",
            N_("The members: a file with a name on each line, or the names. With --season: those who join."),
        ),
    ] = None,
    system: Annotated[
        System | None,
        typer.Option(
            help=N_("swiss: equal match points meet, good for many players; round-robin: everybody meets everybody.")
        ),
    ] = None,
    tables: Annotated[int | None, option("SEATS", N_("Seats at a table, at most. [4]"), min=2, max=6)] = None,
    rounds: Annotated[
        int | None,
        option(
            "N",
            N_(
                "Rounds of the season. By default as many as it takes until all could have met, or 5 in a Swiss system."
            ),
            min=1,
            max=200,
        ),
    ] = None,
    points: Annotated[
        str | None, option("RULE|FILE", N_("Match points: places, winner, share, or a file of JSON. [places]"))
    ] = None,
    seed: Annotated[
        int | None,
        option("N", N_("The number of the draw; the same number gives the same draw. [1]"), min=0, max=2**31 - 1),
    ] = None,
    season: Annotated[
        bool,
        flag(
            "--season", N_("Begin the next season: members and ratings go on, and what is not named stays as it was.")
        ),
    ] = False,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Make a league, or begin its next season."""
    from tierce_tools.league import members
    from tierce_tools.league.planning import planned
    from tierce_tools.league.rules import rule_of
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    names = members.given(players, season) if players is not None else []
    with Store.open(store) as opened:
        kept = Leagues(opened)
        before = kept.league(name) if season else None
        rule = rule_of(points) if points else None
        chosen = system.value if system else None
        plan = planned(before, len(names), game, chosen, tables, rounds, rule, seed)
        made = (kept.go_on if season else kept.begin)(name, names, plan)
    if as_json:
        print_json(
            {
                "league": made.name,
                "season": made.number,
                "game": plan.game,
                "members": [made.members[each] for each in made.decided.inside],
                "rounds": plan.rounds,
            }
        )
        return
    say = texts(lang)
    print(
        say.ngettext(
            "{league}, season {season}: {n} member",
            "{league}, season {season}: {n} members",
            len(made.decided.inside),
            league=made.name,
            season=made.number,
        )
    )


def pair(
    name: Name,
    absent: Annotated[str | None, option("NAME,NAME", N_("Members who do not play in this round."))] = None,
    also: Annotated[str | None, option("NAME,NAME", N_("People who join the league now."))] = None,
    again: Annotated[bool, flag("--again", N_("Pair the last round again, as long as it has no result."))] = False,
    more: Annotated[bool, flag("--more", N_("Pair a round beyond the last one of the season."))] = False,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Pair the next round: who sits at which table."""
    from tierce_tools.league import members
    from tierce_tools.league.sheets import round_sheet
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    with Store.open(store, make=False) as opened:
        made = Leagues(opened).pair(
            name,
            members.checked(absent.split(",")) if absent else [],
            members.checked(also.split(",")) if also else [],
            again,
            more,
        )
    if as_json:
        print_json(pairing_facts(made, made.round()))
    else:
        show([round_sheet(made, made.round(), texts(lang))], columns=2)


def enter(
    name: Name,
    result: Annotated[
        list[str] | None,
        argument(
            "NAME=POINTS",
            N_(
                "Each player of a table with its points, by hand; NAME=POINTS/ROUNDS has the rounds "
                "won. Without any: the matches in the store."
            ),
        ),
    ] = None,
    table: Annotated[int | None, option("N", N_("The table; without it, it is found by its players."), min=1)] = None,
    of_round: Round = None,
    forfeit: Annotated[
        str | None,
        option(
            "NAME,NAME",
            N_(
                "The table was not played, and these are at fault: they get what the rule says, the others share "
                "the first places."
            ),
            "--forfeit",
        ),
    ] = None,
    void: Annotated[
        bool, flag("--void", N_("--table was not played, and nobody is at fault: it counts nothing."))
    ] = False,
    match: Annotated[
        int | None, option("NUMBER", N_("The match of --table, as tierce logs numbers it."), min=1, max=2**31 - 1)
    ] = None,
    correct: Annotated[
        bool, flag("--correct", N_("Put this result in the place of an earlier one, which stays in the store."))
    ] = False,
    season: Season = None,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Enter results: from the matches in the store, or by hand."""
    from tierce_tools.league import by_hand, members, played
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    if match is not None and (result or table is None):
        raise Trouble("league.match_how", "--match goes with --table, and with no points")
    if bool(result) + (match is not None) + void + (forfeit is not None) > 1:
        raise Trouble("league.one_result", "points, --match, --void and --forfeit: give one of them")
    if void and table is None:
        raise Trouble("league.void_how", "--void goes with --table")
    say = texts(lang)
    with Store.open(store, make=False) as opened:
        kept = Leagues(opened)
        known = kept.league(name, season)
        one = known.round(of_round)
        entered: list[int] = []
        doubtful: list[played.Found] = []
        if result:
            number, seats = by_hand.points(known, one.number, table, result)
            known = kept.enter(name, one.number, number, seats, None, correct, season)
            entered.append(number)
        elif void or forfeit is not None:
            absent = members.checked(forfeit.split(",")) if forfeit is not None else []
            number, faults = by_hand.faults(known, one.number, table, absent)
            known = kept.enter(name, one.number, number, [], None, correct, season, faults)
            entered.append(number)
        elif match is not None and table is not None:
            one, at = known.table(table, one.number)
            fit = played.match_of(opened, known, at, match)
            seats = played.seats_of(opened, fit, known)
            known = kept.enter(name, one.number, table, seats, match, correct, season)
            entered.append(table)
        else:
            known, entered, doubtful = played.enter_found(opened, known, one, table, season)
    one = known.round(one.number)
    lacking = one.lacking
    if as_json:
        print_json(
            {"league": known.name, "season": known.number, "round": one.number, "entered": entered, "lacking": lacking}
        )
    else:
        if entered:
            print(
                say(
                    "Round {round}: results entered of table {tables}",
                    round=one.number,
                    tables=", ".join(map(str, entered)),
                )
            )
        else:
            print(say("Round {round}: no result entered", round=one.number))
        if lacking:
            print(say("No result yet: table {tables}", tables=", ".join(map(str, lacking))))
    for found in doubtful:
        tell(
            say(
                "table {table}: the matches {matches} fit; name one with --table and --match",
                table=found.table.number,
                matches=", ".join(str(each.id) for each in found.matches),
            )
        )
    if doubtful:
        raise typer.Exit(2)


def penalty(
    name: Name,
    player: Annotated[str, argument("PLAYER", N_("A member."))],
    points: Annotated[str, argument("POINTS", N_("Match points to take off; +POINTS gives them back."))],
    why: Annotated[str, option("TEXT", N_("The reason."), "--why")],
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Take match points off a member, with the reason."""
    from tierce_tools.league import by_hand
    from tierce_tools.league.sheets import amount, figure
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    taken, reason = by_hand.charge(points, why)
    with Store.open(store, make=False) as opened:
        known = Leagues(opened).charge(name, player, taken, reason)
    row = next(each for each in known.standings() if each.member == known.member(player))
    if as_json:
        print_json(
            {
                "league": known.name,
                "player": known.members[row.member],
                "penalties": figure(row.penalties),
                "match_points": figure(row.points),
            }
        )
        return
    say = texts(lang)
    print(
        say(
            "{player}: {points} match points, penalties: {penalties}",
            player=known.members[row.member],
            points=amount(row.points, say),
            penalties=amount(-row.penalties, say),
        )
    )


def standings(
    name: Annotated[
        str | None, argument("LEAGUE", N_("The league; without it, a list."), autocompletion=leagues)
    ] = None,
    of_round: Annotated[bool, flag("--rounds", N_("The rounds too, with their tables and results."))] = False,
    season: Season = None,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Show the standings of a league, or list the leagues."""
    from tierce_tools.league import sheets
    from tierce_tools.league.store import Leagues
    from tierce_tools.logs.store import Store

    with Store.open(store, make=False) as opened:
        kept = Leagues(opened)
        if name is None:
            found = kept.names()
            for each in found:
                print_json({"league": each}) if as_json else print(each)
            if not found:
                tell(texts(lang).gettext("there is no league yet; tierce league new makes one"))
            return
        known = kept.league(name, season)
    say = texts(lang)
    ratings = ratings_of(known, lang)
    if as_json:
        print_json(standings_facts(known, ratings))
        return
    every = (
        sheets.sheets(known, ratings, say)
        if of_round
        else [each for each in (sheets.standings(known, ratings, say), sheets.charges(known, say)) if each]
    )
    print(sheets.title(known, say))
    show(every)
