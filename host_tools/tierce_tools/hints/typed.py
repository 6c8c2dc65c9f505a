"""Cards as people type them: `5H`, `10h`, `V♠`, `dame de cœur`, `Herz 7`; spaces or commas between them.

The log's letters and ♠♥♦♣ do in every language, and so do the names of suits and ranks. The letters
that a language's players use count where it is spoken; a letter that could be two suits is asked about.
"""

import re

from tierce.cards import parse
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble

NO_CARD = N_("{card} is not a card: write cards like 5♥, 10♠ or 5H, TS, KD2")
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_LETTERS = {"fr": {"P": "♠", "C": "♥♣", "K": "♦", "T": "♣"}, "de": {"P": "♠", "K": "♦♣"}}
_NAMES = {
    "♠": "pique spade pik",
    "♥": "cœur coeur heart herz",
    "♦": "carreau diamond karo",
    "♣": "trèfle trefle club kreuz treff",
}
# Other ways to write a rank, besides the log's letters.
_RANKS = {
    "T": "10 dix ten zehn",
    "A": "1 as ace ass",
    "J": "V B valet jack bube",
    "Q": "D dame queen",
    "K": "R roi king könig",
}
_SUIT_OF = {name: suit for suit, names in _NAMES.items() for name in names.split()}
_RANK_OF = {name.upper(): rank for rank, names in _RANKS.items() for name in names.split()}
_RANK = "|".join((*sorted(_RANK_OF, key=len, reverse=True), "[2-9ATJQK]"))
_SUIT = f"(?:{'|'.join(_SUIT_OF)})"
_NAMED = re.compile(rf"\b({_RANK})(?:\s+(?:de|of))?\s*({_SUIT})s?\b|\b({_SUIT})[\s-]*({_RANK})\b", re.IGNORECASE)
_CARD = re.compile(rf"({_RANK})(\D)(2?)", re.IGNORECASE)


def split(cards: list[str]) -> list[str]:
    """Return the cards in some texts, each as it was typed; a suit's name becomes its sign."""
    return _NAMED.sub(_signed, " ".join(cards).replace(",", " ")).split()


def _signed(named: re.Match[str]) -> str:
    rank, suit = (named[1], named[2]) if named[1] else (named[4], named[3])
    return _RANK_OF.get(rank.upper(), rank) + _SUIT_OF[suit.lower()]


def code(card: str, language: str) -> str:
    """Return the code of a card as it was typed; what is not a card as it is, for the error message.

    Raises Trouble for a letter that may be two suits in a language.
    """
    found = _CARD.fullmatch(card)
    if not found:
        return card.upper() if parse(card.upper()) >= 0 else card
    rank, suit, deck = found.groups()
    meant = _LETTERS.get(language, {}).get(suit.upper(), suit)
    if len(meant) > 1:
        raise Trouble(
            "hints.which_suit", "{card} is {one} or {other}: write the sign, or the suit's name",
            card=card, one=rank + meant[0], other=rank + meant[1],
        )  # fmt: skip
    text = (_RANK_OF.get(rank.upper(), rank) + _SUITS.get(meant, meant) + deck).upper()
    return text if parse(text) >= 0 else card


def codes(text: str, language: str) -> list[str]:
    """Return the codes of the cards in a text. Raises Trouble as `code`."""
    return [code(card, language) for card in split([text])]


def faces(text: str, language: str) -> list[str]:
    """Return the codes of cards in a text; of a face that comes twice, the second deck's card.

    Raises Trouble for a card that there is not, or that is named too often, and as `code`.
    """
    found: list[str] = []
    for face in codes(text, language):
        card = f"{face}2" if face in found and parse(f"{face}2") >= 0 else face
        if parse(card) < 0:
            raise Trouble("hints.no_card", NO_CARD, card=face[:40])
        if card in found:
            raise Trouble("hints.twice", "{card} is named too often.", card=face[:40])
        found.append(card)
    return found
