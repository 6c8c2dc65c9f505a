"""The leagues in the store, as pages: for people to read, and for the wall."""

import time
from importlib.util import find_spec
from urllib.parse import urlencode

from tierce_tools.base.texts import texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.league import sheets
from tierce_tools.league.page import Wall, page
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store
from tierce_tools.logs.words import names


def names_of(store: Store) -> list[str]:
    """Return the names of the leagues. Raises Trouble."""
    return Leagues(store).names()


def page_of(store: Store, name: str, language: str, on_wall: bool = False) -> str | None:
    """Return the page of a league's last season; None if there is no such league.

    Raises Trouble if the store can't be read.
    """
    try:
        league = Leagues(store).league(name)
    except Trouble as trouble:
        if trouble.key == "no_league":
            return None
        raise
    ratings = None
    if find_spec("openskill"):
        from tierce_tools.league.ratings import ratings as computed

        ratings = computed([*league.earlier, *league.results])
    say, now, last = texts(language), time.time(), league.last
    facts = sheets.facts(league, names(language).GAMES, say, now)
    told = (sheets.wall if on_wall else sheets.sheets)(league, ratings, say)
    ends = league.decided.ends.get(last.id, 0) if last else 0
    wall = Wall("static/wall.js", now, ends) if on_wall else None
    other = ("league", say("To read")) if on_wall else ("wall", say("For the wall"))
    links = [(say("All tables"), "./"), (other[1], f"{other[0]}?{urlencode({'name': name, 'lang': language})}")]
    return page(sheets.title(league, say), facts, told, say, links, wall)
