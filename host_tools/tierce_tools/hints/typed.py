"""Cards as people type them: `5H`, `10h`, `V♠`, `Th`; several with spaces or commas between."""

from tierce.cards import parse
from tierce_tools.base.trouble import Trouble

# Other ways to write a rank or suit, besides the log's letters.
_RANKS = {"10": "T", "1": "A", "V": "J", "D": "Q", "R": "K"}
_SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def split(cards: list[str]) -> list[str]:
    """Return the cards in some texts, each as it was typed."""
    return " ".join(cards).replace(",", " ").split()


def code(card: str) -> str:
    """Return the code of a card as it was typed."""
    text = card.upper()
    for written, letter in _SUITS.items():
        text = text.replace(written, letter)
    for written, letter in _RANKS.items():
        if text.startswith(written) and len(text) > len(written):
            text = letter + text[len(written) :]
            break
    # An unknown card is returned as typed, for the error message.
    return text if parse(text) >= 0 else card


def codes(text: str) -> list[str]:
    """Return the codes of the cards in a text."""
    return [code(card) for card in split([text])]


def faces(text: str) -> list[str]:
    """Return the codes of cards in a text; of a face that comes twice, the second deck's card.

    Raises Trouble for what is no card, or is there too often.
    """
    found: list[str] = []
    for face in codes(text):
        card = f"{face}2" if face in found and parse(f"{face}2") >= 0 else face
        if parse(card) < 0:
            raise Trouble("hints", "no_card", "{card} is no card: write them as 5H, TS, KD2", card=face[:40])
        if card in found:
            raise Trouble("hints", "twice", "{card} is there too often.", card=face[:40])
        found.append(card)
    return found
