"""What the secretary's page asks for: each request is a step of `tierce league`, with the same words.

A request is a JSON object, an answer too: {"leagues", "league", ...}, see `facts`; {"error": {LANGUAGE:
TEXT}} if it failed. Requests come from a browser and are hostile until they are read.
"""

import time
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, field

from tierce_tools.base.texts import languages, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.league import acts, by_hand, decisions, members, played
from tierce_tools.league.planning import SYSTEMS, planned
from tierce_tools.league.rules import NAMED, SEATS, rule_of
from tierce_tools.league.season import League, Plan, Seating
from tierce_tools.league.sheets import figure
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store
from tierce_tools.logs.words import trouble_text

MOST_BYTES = 1 << 16  # of a request

Step = Callable[[Store, Leagues, str, "Asked"], object]
Text = Annotated[str, Meta(max_length=300)]
Names = Annotated[list[Text], Meta(max_length=1000)]
Number = Annotated[int, Meta(ge=0, le=999)]


class Asked(Struct):
    """A request: who asks, what for, and what that needs."""

    do: Text
    session: Text = ""
    token: Text = ""
    league: Text = ""  # for "new" the one to make
    players: Names = field(default_factory=list[str])  # for "enter" with their points, as Ana=120
    player: Text = ""
    other: Text = ""
    points: Text = ""
    why: Text = ""
    table: Number = 0
    minutes: Annotated[int, Meta(ge=0, le=decisions.LONGEST_CLOCK)] = 0
    game: Text = ""
    system: Text = ""
    seats: Annotated[int, Meta(ge=0, le=SEATS[-1])] = 0
    rounds: Annotated[int, Meta(ge=0, le=200)] = 0
    off: bool = False
    again: bool = False
    more: bool = False
    waits: bool = False
    correct: bool = False


def read(body: bytes) -> Asked | None:
    """Return the request; None if it is none."""
    try:
        return _READER.decode(body) if len(body) <= MOST_BYTES else None
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None


def answer(store: Store, asked: Asked) -> dict[str, Any]:
    """Do what is asked, and return the answer."""
    try:
        leagues = Leagues(store)
        names = leagues.names()
        name = asked.league if asked.league or not names else names[0]
        if asked.do != "look":
            act = STEPS.get(asked.do)
            if act is None:
                raise Trouble("club.no_step", "there is no step {step}", step=asked.do[:40])
            act(store, leagues, name, asked)
            names = leagues.names()
        return {"leagues": names, "league": facts(leagues.league(name)) if name else None, "now": int(time.time())}
    except Trouble as trouble:
        return {"error": {language: trouble_text(trouble, language) for language in languages()}}


# --- the steps


def _new(_: Store, leagues: Leagues, name: str, asked: Asked) -> None:
    who = members.checked(asked.players)
    leagues.begin(name, who, _planned(None, len(who), asked))


def _season(_: Store, leagues: Leagues, name: str, asked: Asked) -> None:
    who = members.checked(asked.players)
    leagues.go_on(name, who, _planned(leagues.league(name), len(who), asked))


def _planned(before: League | None, joining: int, asked: Asked) -> Plan:
    if asked.system and asked.system not in SYSTEMS:
        raise Trouble("club.no_system", "{system}: a league is {systems}", system=asked.system, systems=SYSTEMS)
    if asked.points and asked.points not in NAMED:  # a file is for the command line
        raise Trouble("club.no_named_rule", "{rule}: the rules are {rules}", rule=asked.points, rules=tuple(NAMED))
    rule = rule_of(asked.points) if asked.points else None
    return planned(before, joining, asked.game, asked.system, asked.seats, asked.rounds, rule)


def _enter(_: Store, leagues: Leagues, name: str, asked: Asked) -> None:
    known = leagues.league(name)
    number, seats = by_hand.points(known, known.round().number, asked.table, asked.players)
    leagues.enter(name, None, number, seats, None, asked.correct)


def _unplayed(_: Store, leagues: Leagues, name: str, asked: Asked) -> None:
    known = leagues.league(name)
    number, faults = by_hand.faults(known, known.round().number, asked.table, asked.players)
    leagues.enter(name, None, number, [], None, asked.correct, None, faults)


def _find(store: Store, leagues: Leagues, name: str, _: Asked) -> None:
    known = leagues.league(name)
    _known, entered, doubtful = played.enter_found(store, known, known.round())
    if doubtful:
        raise Trouble(
            "league.doubtful",
            "table {table}: the matches {matches} fit; name one with --table and --match",
            table=doubtful[0].table.number,
            matches=", ".join(str(each.id) for each in doubtful[0].matches),
        )
    if not entered:
        raise Trouble("league.none_found", "no further result of this round is in the store")


def _decision(of: Callable[[Asked], tuple[str, decisions.Decision, list[str]]]) -> Step:
    """Return the step of a kind of act, its decision, and who may join by it."""

    def act(_: Store, leagues: Leagues, name: str, asked: Asked) -> None:
        leagues.decide(name, *of(asked))

    return act


STEPS: dict[str, Step] = {
    "new": _new,
    "season": _season,
    "pair": lambda _, leagues, name, asked: leagues.pair(name, asked.players, (), asked.again, asked.more),
    "enter": _enter,
    "unplayed": _unplayed,
    "find": _find,
    "penalty": lambda _, leagues, name, asked: leagues.charge(
        name, asked.player, *by_hand.charge(asked.points, asked.why)
    ),
    "undo": lambda _, leagues, name, __: leagues.undo(name),
    "withdraw": _decision(lambda asked: ("withdraw", decisions.withdraw(asked.players), [])),
    "add": _decision(
        lambda asked: (
            "add",
            decisions.add(members.checked(asked.players), asked.table or None, asked.waits),
            members.checked(asked.players),
        )
    ),
    "replace": _decision(
        lambda asked: ("replace", decisions.replace(asked.player, asked.other), members.checked([asked.other]))
    ),
    "swap": _decision(lambda asked: ("swap", decisions.swap(asked.player, asked.other), [])),
    "apart": _decision(
        lambda asked: ("together" if asked.off else "apart", decisions.apart(asked.player, asked.other, asked.off), [])
    ),
    "fixed": _decision(
        lambda asked: ("fixed" if asked.table else "free", decisions.fixed(asked.player, asked.table), [])
    ),
    "clock": _decision(
        lambda asked: ("clock" if asked.minutes else "no_clock", decisions.clock(asked.minutes, int(time.time())), [])
    ),
    "remove": _decision(lambda asked: ("remove", decisions.remove([asked.player]), [])),
    "rename": _decision(lambda asked: ("rename", decisions.rename(asked.player, asked.other), [])),
}


# --- what the page shows


def facts(league: League) -> dict[str, Any]:
    """Return a league as the page shows it."""
    names, decided, one = league.members, league.decided, league.last
    return {
        "name": league.name,
        "season": league.number,
        "game": league.plan.game,
        "system": league.plan.system,
        "seats": league.plan.seats,
        "rounds": league.planned,
        "round": None
        if one is None
        else {
            "number": one.number,
            "ends": decided.ends.get(one.id, 0),
            "byes": [names[each] for each in one.byes],
            "tables": [_table(league, table) for table in one.tables],
        },
        "members": [
            {
                "name": names[each],
                "away": each in decided.away,
                "table": one.seats.get(each) if one else None,
                "fixed": decided.fixed.get(each),
            }
            for each in decided.inside
        ],
        "apart": [[names[a], names[b]] for a, b in sorted(decided.apart)],
        "penalties": [
            {"name": names[each.member], "points": figure(each.points), "why": each.why} for each in league.charges
        ],
        "undo": {language: acts.told(decided.last, texts(language)) for language in languages()}
        if decided.last.kind
        else None,
    }


def _table(league: League, table: Seating) -> dict[str, Any]:
    points = league.points(table)
    reached = {seat.member: seat for seat in table.result}
    return {
        "number": table.number,
        "closed": table.entries > 0,
        "match": table.match,
        "players": [
            {
                "name": league.members[each],
                "points": reached[each].points if each in reached else None,
                "place": reached[each].place if each in reached else None,
                "counts": figure(points[each]) if each in points else None,
                "forfeit": each in table.forfeits,
            }
            for each in table.members
        ],
    }


_READER = msgspec.json.Decoder(Asked)
