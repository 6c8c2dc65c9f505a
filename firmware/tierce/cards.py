"""Playing cards as small integers. The lowest module: it knows no game and no table.

A card is 0..111: `deck * 52 + suit * 13 + rank`; the jokers X1..X8 are 104..111. A face is a card
without its deck, 0..51; a joker stands for a face. Codes ("TH", "7H2", "X1") are used only at the
edges: in logs, on the screen and over the link.
"""

RANKS = "A23456789TJQK"
SUITS = "SHDC"  # pique, coeur, carreau, trefle
JOKER = 104  # the first joker; every card >= JOKER is a joker
CARDS = 112  # number of different cards: two packs and eight jokers


def parse(code: str) -> int:
    """Return the card for a code, or -1 if the code is invalid."""
    size = len(code)
    if size == 2 or (size == 3 and code[2] == "2"):
        rank = RANKS.find(code[0])
        suit = SUITS.find(code[1])
        if rank >= 0 and suit >= 0:
            return suit * 13 + rank + (52 if size == 3 else 0)
        if size == 2 and code[0] == "X" and code[1] in "12345678":
            return JOKER + ord(code[1]) - ord("1")
    return -1


def code(card: int) -> str:
    """Return the code of a card: the inverse of `parse`."""
    if card >= JOKER:
        return "X%d" % (card - JOKER + 1)
    face = card % 52
    return RANKS[face % 13] + SUITS[face // 13] + ("2" if card >= 52 else "")


def codes(cards: "Iterable[int]") -> "list[str]":
    """Return the list of the codes of `cards`."""
    return [code(card) for card in cards]


def text(card: int, words: "Words") -> str:
    """Return a card as a player writes it: rank and suit in the language of `words`, or "joker"."""
    if card >= JOKER:
        return words.JOKER
    rank = RANKS[card % 13]
    return words.RANKS.get(rank, rank) + words.SUITS[SUITS[card % 52 // 13]]


def in_deck(card: int, decks: int, jokers: int) -> bool:
    """Tell whether a card belongs to a deck of `decks` packs and `jokers` jokers in total."""
    return card < JOKER + jokers if card >= JOKER else card < 52 * decks


def value(card: int, ace: int, joker: int) -> int:
    """Return the value of a card in hand: 2-10 face value, J Q K 10, `ace` and `joker` as given."""
    if card >= JOKER:
        return joker
    rank = card % 13
    if rank == 0:
        return ace
    return rank + 1 if rank < 9 else 10


def worth(cards: "Iterable[int]", ace: int, joker: int) -> int:
    """Return the sum of the values in hand of `cards`."""
    total = 0
    for card in cards:
        total += value(card, ace, joker)
    return total
