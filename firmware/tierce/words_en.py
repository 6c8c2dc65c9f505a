"""The table's words in English."""

LANGUAGE = "en"
JOKER = "joker"
MELD = "meld %d"
RANKS = {"T": "10"}
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
ONE = (1,)  # the numbers that take the singular
