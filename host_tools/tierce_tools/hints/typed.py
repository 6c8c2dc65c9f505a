"""Cards as people type them: `5H`, `10h`, `V♠`, `Th`; several with spaces or commas between."""

from tierce.cards import parse

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
