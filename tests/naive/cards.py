"""Cards for the naive judges: the log's codes, and each card's value in hand."""

from tierce.cards import CARDS, code, in_deck

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def is_joker(card):
    return card[0] == "X"


def face(card):
    """Return the code of a card without its deck."""
    return card[:2]


def hand_value(card, ace, joker):
    if is_joker(card):
        return joker
    if card[0] == "A":
        return ace
    return int(card[0]) if card[0] in "23456789" else 10


def hand_values(cards, ace, joker):
    return sum(hand_value(card, ace, joker) for card in cards)


def deck_of(rules):
    return [code(card) for card in range(CARDS) if in_deck(card, rules["decks"], rules["jokers"])]
