"""The displays of `tierce register`: the registered cards, and the progress."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tierce.cards import JOKER, RANKS, SUITS, parse
from tierce_tools.base.texts import texts
from tierce_tools.board.registration_texts import card_text
from tierce_tools.cli.consoles import console as console_of
from tierce_tools.cli.streams import print_json
from tierce_tools.logs.words import table_words

if TYPE_CHECKING:
    from rich.table import Table

_DONE, _MISSING, _ASKED = "●", "·", "?"


def cards_table(plan: list[str], known: Mapping[str, str], lang: str, asked: str | None = None) -> "Table":
    """Return a table of a deck: a row per suit and pack, a dot per card."""
    from rich.table import Table
    from rich.text import Text

    say = texts(lang)
    engine = table_words(lang)
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim")
    table.add_column("")
    for rank in RANKS:
        table.add_column(engine.RANKS.get(rank, rank), justify="center")
    packs = sorted({card[2:] for card in plan if card[0] != "X"})

    def cell(card: str) -> Text:
        if card == asked:
            return Text(_ASKED, style="bold reverse")
        if card not in plan:
            return Text(" ")
        done = card in known
        return Text(_DONE if done else _MISSING, style="green" if done else "dim")

    for pack in packs:
        for suit in SUITS:
            row = [cell(rank + suit + pack) for rank in RANKS]
            title = Text(engine.SUITS[suit], style="red" if suit in "HD" else "")
            title.append(f" {pack or 1}" if len(packs) > 1 else "", style="dim")
            table.add_row(title, *row)
    jokers = [card for card in plan if parse(card) >= JOKER]
    if jokers:
        row = [cell(card) for card in jokers]
        table.add_row(Text(say("jokers"), style="magenta"), *row)
    return table


def print_status(plan: list[str], known: Mapping[str, str], as_json: bool, lang: str) -> None:
    """Print the registered cards of a deck, on stdout."""
    missing = [card for card in plan if card not in known]
    if as_json:
        others = [card for card in known if card not in plan]
        print_json({"known": len(plan) - len(missing), "of": len(plan), "missing": missing, "others": others})
        return
    console = console_of()
    say = texts(lang)
    console.print(cards_table(plan, known, lang))
    console.print(say("{done} of {cards} cards are registered.", done=len(plan) - len(missing), cards=len(plan)))
    if missing:
        shown = " ".join(card_text(card, lang) for card in missing)
        console.print(say("Missing: {cards}", cards=shown))
