"""The displays of `tierce register`: the registered cards, and the progress."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tierce.cards import JOKER, RANKS, SUITS, parse, text
from tierce_tools.base.texts import N_, texts
from tierce_tools.cli.consoles import console as console_of
from tierce_tools.cli.streams import print_json
from tierce_tools.logs.words import table_words

if TYPE_CHECKING:
    from rich.table import Table

_RANKS = {
    "A": N_("ace"),
    "2": N_("two"),
    "3": N_("three"),
    "4": N_("four"),
    "5": N_("five"),
    "6": N_("six"),
    "7": N_("seven"),
    "8": N_("eight"),
    "9": N_("nine"),
    "T": N_("ten"),
    "J": N_("jack"),
    "Q": N_("queen"),
    "K": N_("king"),
}
_SUITS = {"S": N_("spades"), "H": N_("hearts"), "D": N_("diamonds"), "C": N_("clubs")}
_DONE, _MISSING, _ASKED = "●", "·", "?"


def card_name(card: str, lang: str) -> str:
    """Return a card in words: "seven of hearts, second pack"."""
    say = texts(lang)
    if card[0] == "X":
        return say("joker {number}", number=card[1])
    name = say("{rank} of {suit}", rank=say(_RANKS[card[0]]), suit=say(_SUITS[card[1]]))
    return say("{card}, second pack", card=name) if card[2:] else name


def card_text(card: str, lang: str) -> str:
    """Return a card in short form: "7♥", "7♥2" from the second pack, "joker 1"."""
    if card[0] == "X":
        return texts(lang).gettext("joker {number}", number=card[1])
    return text(parse(card), table_words(lang)) + card[2:]


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
