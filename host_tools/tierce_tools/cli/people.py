"""`tierce people`: whose a card is, so that a tag laid on a seat says who plays."""

import sys
from typing import TYPE_CHECKING, Annotated

from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.cli.language import Lang
from tierce_tools.cli.options import AsJson, StoreAt, argument, flag
from tierce_tools.cli.streams import print_json, tell

if TYPE_CHECKING:
    from tierce_tools.logs.owners import Card

_COLUMNS = (N_("card"), N_("person"), N_("last laid at"))
_NONE = N_(
    "No card yet: lay one on your seat after a match has begun and before "
    "the deal; once tierce club or tierce pull has fetched it, it is listed here."
)
_REGISTERED = N_("{card} is {name}'s card")
_TAKEN = N_("{card} is {name}'s card; it was {before}'s")
_FREED = N_("{card} is no longer {before}'s card")


def people(
    card: Annotated[
        str | None, argument("CARD", N_("The number of a tag, as the list shows it."), show_default=False)
    ] = None,
    name: Annotated[str | None, argument("NAME", N_("Whose card it is."), show_default=False)] = None,
    forget: Annotated[bool, flag("--forget", N_("Make the card nobody's."))] = False,
    store: StoreAt = "auto",
    as_json: AsJson = False,
    *,
    lang: Lang,
) -> None:
    """Register people's cards: a tag laid on a seat says who plays."""
    from tierce_tools.logs.owners import every_card
    from tierce_tools.logs.store import Store

    if card is not None:
        _register(store, card, name, forget, lang)
        return
    if forget:
        raise _what()
    with Store.open(store, make=False) as opened, opened.reading() as connection:
        found = every_card(connection)
    if as_json:
        for each in found:
            print_json({"card": each.uid, "name": each.name, "table": each.table})
    elif found:
        _show(found, lang)
    if not found:
        tell(texts(lang)(_NONE))


def _register(store: str, card: str, name: str | None, forget: bool, lang: str) -> None:
    from tierce_tools.board.deckfile import tag_of
    from tierce_tools.league.members import checked
    from tierce_tools.logs.owners import PART, register
    from tierce_tools.logs.store import Store

    if (name is None) != forget:
        raise _what()
    uid = tag_of(card)
    if uid is None:
        raise Trouble(
            "people.bad_card",
            "{card}: not the number of a tag, such as e004015012345678; tierce people lists the cards that "
            "were laid on a seat",
            card=card,
        )
    whose = None if name is None else checked([name])[0]
    with Store.open(store) as opened:
        opened.add(PART)
        with opened.writing() as connection:
            before = register(connection, uid, whose)
    if whose is None and before is None:
        raise Trouble("people.nobodys", "{card}: it is nobody's card already", card=uid)
    said = _FREED if whose is None else _REGISTERED if before in (None, whose) else _TAKEN
    tell(texts(lang)(said, card=uid, name=whose, before=before))


def _what() -> Trouble:
    return Trouble(
        "people.what",
        "say which card and whose it is, as in tierce people e004015012345678 Ana; with --forget the card alone",
    )


def _show(found: "list[Card]", lang: str) -> None:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    from tierce_tools.base.plain import plain
    from tierce_tools.cli.consoles import console

    say = texts(lang)
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for heading in _COLUMNS:
        shown.add_column(say(heading), overflow="fold")
    for each in found:
        shown.add_row(each.uid, Text(plain(each.name or "")), Text(plain(each.table or "")))
    out = console() if sys.stdout.isatty() else console(width=1000)
    out.print(shown)
