"""The deck of `tierce register`: on a board, and its copy on this computer."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from tierce_tools.cli.streams import tell
from tierce_tools.cli.words import Language, line_of, say

if TYPE_CHECKING:
    from tierce_tools.board.deckfile import Deck
    from tierce_tools.board.ports import Found
    from tierce_tools.board.session import Session

_MOST_BAD = 20  # bad lines of a file that are printed
_BACK_S = 4.0  # seconds for a board that comes back to answer, per attempt


def connected(port: str) -> "tuple[Session, Callable[[], Session], Found]":
    """Return a session with a board, a function that opens another one, and the board's port."""
    from tierce_tools.board.ports import choose, device_of
    from tierce_tools.board.session import Session

    found = choose(port)

    def again() -> Session:
        return Session.open(device_of(found), _BACK_S)

    return Session.open(found.device), again, found


def copy_of(deck: Path | None, found: "Found", session: "Session") -> Path | None:
    """Return the path of this computer's copy of a board's deck; None for a modelled board."""
    from tierce_tools.board import deckfile
    from tierce_tools.board.ports import MODELLED

    if deck is not None or found.device == MODELLED:
        return deck
    return deckfile.usual(found.serial, str(session.hello.get("name", "")))


def keep_old(copy: Path, known: "Deck", lang: Language) -> None:
    """If the copy has cards that the board has lost, set it aside and say so."""
    from tierce_tools.board.deckfile import BadDeck, set_aside

    try:
        kept = set_aside(copy, known)
    except BadDeck as bad:
        _bad_file(bad, lang)
    if kept is not None:
        count, aside = kept
        tell(say("register", lang)["set_aside"].format(count, copy, aside))


def read(path: Path, lang: Language) -> "Deck":
    """Read a deck's file; if it is bad, print every bad line and exit."""
    from tierce_tools.board import deckfile

    try:
        return deckfile.read(path)
    except deckfile.BadDeck as bad:
        _bad_file(bad, lang)


def _bad_file(bad: Any, lang: Language) -> NoReturn:
    words = say("register", lang)
    for each in bad.found[:_MOST_BAD]:
        text = words[each.key].format(*map(line_of, each.details))
        tell(words["bad_line"].format(bad.name, each.line, text))
    if len(bad.found) > _MOST_BAD:
        tell(words["more_bad"].format(len(bad.found) - _MOST_BAD))
    tell(words["nothing_done"])
    raise typer.Exit(2)
