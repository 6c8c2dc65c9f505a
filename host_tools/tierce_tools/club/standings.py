"""The standings of the leagues in the store, as pages."""

from importlib.util import find_spec

from tierce_tools.base.texts import texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.league import sheets
from tierce_tools.league.page import page
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store
from tierce_tools.logs.words import names


def names_of(store: Store) -> list[str]:
    """Return the names of the leagues. Raises Trouble."""
    return Leagues(store).names()


def page_of(store: Store, name: str, language: str) -> str | None:
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
    say = texts(language)
    facts = sheets.facts(league, names(language).GAMES, say)
    told = sheets.sheets(league, ratings, say)
    return page(sheets.title(league, say), facts, told, say, home="./")
