"""Playing cards as small integers. The ground floor: knows no game and no table.

A card is 0..111: `deck * 52 + suit * 13 + rank`, jokers X1..X8 are 104..111. A face is the card
without its deck, 0..51: what a joker stands for. Codes ("TH", "7H2", "X1") appear at the edges.
"""

RANKS = "A23456789TJQK"
SUITS = "SHDC"  # pique, coeur, carreau, trefle
JOKER = 104  # the first joker; every card from here on is one
CARDS = 112  # as many different cards as any game uses


def parse(code):
    """Return the card that a code names, or -1 where it names none."""
    size = len(code)
    if size == 2 or (size == 3 and code[2] == "2"):
        rank = RANKS.find(code[0])
        suit = SUITS.find(code[1])
        if rank >= 0 and suit >= 0:
            return suit * 13 + rank + (52 if size == 3 else 0)
        if size == 2 and code[0] == "X" and code[1] in "12345678":
            return JOKER + ord(code[1]) - ord("1")
    return -1


def code(card):
    """Return the code of a card: the inverse of `parse`."""
    if card >= JOKER:
        return "X%d" % (card - JOKER + 1)
    face = card % 52
    return RANKS[face % 13] + SUITS[face // 13] + ("2" if card >= 52 else "")


def codes(cards):
    """Return the codes of some cards, as a list."""
    return [code(card) for card in cards]


def text(card, words):
    """Return a card as a player writes it: rank of his language and suit; a joker by name."""
    if card >= JOKER:
        return words.JOKER
    rank = RANKS[card % 13]
    return words.RANKS.get(rank, rank) + words.SUITS[SUITS[card % 52 // 13]]


def in_deck(card, decks, jokers):
    """Tell whether a game of so many decks, and jokers in all, is played with this card."""
    return card < JOKER + jokers if card >= JOKER else card < 52 * decks


def value(card, ace, joker):
    """Return what a card counts in hand: 2-10 face value, J Q K 10, ace and joker by the game."""
    if card >= JOKER:
        return joker
    rank = card % 13
    if rank == 0:
        return ace
    return rank + 1 if rank < 9 else 10


def worth(cards, ace, joker):
    """Return the sum of the values in hand of some cards."""
    total = 0
    for card in cards:
        total += value(card, ace, joker)
    return total
