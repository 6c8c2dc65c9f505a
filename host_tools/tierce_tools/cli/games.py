"""Chooses games by the options that `logs`, `export` and `stats` share."""

import datetime
from typing import TYPE_CHECKING, Annotated

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.options import games, option

if TYPE_CHECKING:  # --help does not need SQLAlchemy
    from tierce_tools.logs.store import MatchRow, Store

Games = Annotated[
    list[str] | None, option("NAME", N_("Only this game. May be repeated."), "--game", autocompletion=games)
]
Players = Annotated[
    list[str] | None,
    option("NAME", N_("Only games of this player. Repeated: games that all these players sat in."), "--player"),
]
Since = Annotated[str | None, option("DATE", N_("Only games since this day, such as 2026-11-21."), "--since")]


def wanted_of(games: list[str] | None) -> set[str]:
    """Return the names of the games asked for; an empty set means all. Raises Trouble."""
    from tierce.presets import PRESETS

    wanted = {game.lower() for game in games or ()}
    for game in wanted:
        if game not in PRESETS:
            raise Trouble(
                "logs.no_game", "there is no game {game}; the games are: {games}", game=game, games=tuple(PRESETS)
            )
    return wanted


def chosen(
    store: "Store", games: list[str] | None, players: list[str] | None, since: str | None, ids: list[int] | None = None
) -> "list[MatchRow]":
    """Return the chosen matches, oldest first. Raises Trouble."""
    from tierce_tools.logs.statistics import person

    wanted = wanted_of(games)
    people = {person(name).casefold() for name in players or ()}
    found = store.matches(since=None if since is None else _time(since), ids=ids)
    return [
        match
        for match in found
        if (not wanted or match.game in wanted) and people <= {person(name).casefold() for name in match.players}
    ]


def _time(text: str) -> float:
    """Return the unix time of a date, at midnight local time if it has no hour."""
    try:
        return datetime.datetime.fromisoformat(text.strip()).timestamp()
    except (ValueError, OverflowError, OSError):
        raise Trouble("logs.bad_date", "{date} is not a date; write it like 2026-11-21", date=text) from None
