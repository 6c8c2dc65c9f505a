"""What happens while a deck is taught, as sentences; and the names of cards."""

from typing import Any

from tierce.cards import parse, text
from tierce_tools.base.texts import N_, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.words import table_words, trouble_text

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
_TOLD = {
    "taught": N_("{card} is {tag}"),
    "same": N_("{card} is {tag}, as before"),
    "bad_tag": N_(
        "this is not a tag for a card: its number changes each time, as a phone's or a bank card's "
        "does; take it away and lay {card}"
    ),
    "skipped": N_("{card} is left for later"),
    "undone": N_("back to {card}; take the card away that lies there"),
    "no_undo": N_("there is nothing to undo"),
    "back": N_("the board is back"),
}
# These errors are expected while a board is away, and are not shown.
_AWAY = ("ports.none", "ports.missing", "ports.unplugged", "link.no_answer")


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


def sentence(what: str, facts: dict[str, Any], known: int, cards: int, lang: str) -> str | None:
    """Return what registration.Walk tells, `known` of `cards` cards being registered; None if nothing is shown."""
    say = texts(lang)
    card = card_text(facts["card"], lang) if "card" in facts else ""
    if what == "ask":
        at = {"at": known, "cards": cards, "card": card}
        if facts["card"][0] == "X":
            return say("[{at}/{cards}] lay {card}", **at)
        return say("[{at}/{cards}] lay {card}: the {name}", **at, name=card_name(facts["card"], lang))
    if what == "twice":
        was = card_text(facts["was"], lang)
        return say(
            "tag {tag} is {card} already. 1: it is {new_card} from now on, and {card} is asked "
            "for again. 2: it stays {card}; take it away",
            tag=facts["tag"],
            card=was,
            new_card=card,
        )
    if what == "gone":
        why: Trouble = facts["why"]
        if why.key == "unplugged":
            return say("the board is gone: plug it in again; what is registered is kept, and this goes on")
        return None if why.name in _AWAY else trouble_text(why, lang)
    return say(_TOLD[what], card=card, tag=facts.get("tag"))
