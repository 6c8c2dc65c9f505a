"""The deck of `tierce register`: on a board, and its copy on this computer."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.streams import tell
from tierce_tools.logs.words import line_of

if TYPE_CHECKING:
    from tierce_tools.board.deckfile import Deck
    from tierce_tools.board.ports import Found
    from tierce_tools.board.session import Session

_MOST_BAD = 20  # bad lines of a file that are printed
# What is wrong with a line of a file; {0}, {1} are the details, in their order.
_BAD = {
    "not_utf8": N_("this is not UTF-8 text; save it as UTF-8"),
    "not_json": N_("this is not JSON (column {0})"),
    "not_csv": N_("this is not CSV: {0}"),
    "no_deck": N_('this is not a deck file; one looks like {{"tierce_deck":1,"cards":{{"7H":"e004..."}}}}'),
    "header": N_("the first line must name the columns: card,tag"),
    "columns": N_("{0} columns here, {1} in the first line"),
    "bad_card": N_("{0} is not a card; cards are written 7H, 7H2 (second pack) and X1 to X8"),
    "bad_tag_line": N_(
        "{0}: {1} is not the number of a tag; that is 16 hexadecimal digits beginning with e0, or 8, "
        "14 or 20 for ISO 14443"
    ),
    "card_twice": N_("{0} was in line {1} already; take one of the two out"),
    "tag_twice": N_("tag {0} is {1} already, in line {2}; a tag is one card only"),
}


def copy_of(deck: Path | None, found: "Found", session: "Session") -> Path | None:
    """Return the path of this computer's copy of a board's deck; None for a modelled board."""
    from tierce_tools.board import deckfile
    from tierce_tools.board.ports import MODELLED

    if deck is not None or found.device == MODELLED:
        return deck
    return deckfile.default_path(found.serial, str(session.hello.get("name", "")))


def keep_old(copy: Path, known: "Deck", lang: str) -> None:
    """If the copy has cards that the board has lost, set it aside and say so."""
    from tierce_tools.board.deckfile import BadDeck, set_aside

    try:
        kept = set_aside(copy, known)
    except BadDeck as bad:
        _bad_file(bad, lang)
    if kept is not None:
        count, aside = kept
        tell(
            texts(lang).gettext(
                "The board no longer has {cards} cards that {copy} has: that deck is in {aside} now, "
                "and tierce register --import gives it back.",
                cards=count,
                copy=copy,
                aside=aside,
            )
        )


def read(path: Path, lang: str) -> "Deck":
    """Read a deck's file; if it is bad, print every bad line and exit."""
    from tierce_tools.board import deckfile

    try:
        return deckfile.read(path)
    except deckfile.BadDeck as bad:
        _bad_file(bad, lang)


def _bad_file(bad: Any, lang: str) -> NoReturn:
    say = texts(lang)
    for each in bad.found[:_MOST_BAD]:
        text = say(_BAD[each.key]).format(*map(line_of, each.details))
        tell(say("{name}:{line}: {text}", name=bad.name, line=each.line, text=text))
    if len(bad.found) > _MOST_BAD:
        tell(say("and {count} more", count=len(bad.found) - _MOST_BAD))
    tell(say("nothing was changed: correct the file and repeat the command"))
    raise typer.Exit(2)
