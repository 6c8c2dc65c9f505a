"""Les mots de la table en français."""

LANGUAGE = "fr"
JOKER = "joker"
MELD = "combinaison %d"
RANKS = {"T": "10", "J": "V", "Q": "D", "K": "R"}
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
ONE = (0, 1)  # les nombres qui prennent le singulier
