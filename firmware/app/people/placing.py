"""How the players choose a card by hand: by rank, suit and pack, and a zone for it.

Only cards that lie nowhere can be chosen. For the menu's page "The players decide", and
the mark on the screen; loaded only for these.
"""

from app.people.names import card_of, zone_of
from app.people.text import capital
from tierce.cards import JOKER, RANKS
from tierce.zones import zone_name

_JOKERS = len(RANKS)  # the rank of the jokers here; their pack is their number


def _parts(card):
    """Return (rank, suit, pack) of a card."""
    if card >= JOKER:
        return _JOKERS, 0, card - JOKER
    return card % 13, card % 52 // 13, card // 52


class Placing:
    """`free`: the cards that lie nowhere; `zones`: where one may be put, as numbers.

    `removable`: a list of (zone, card) that may be taken out.
    """

    def __init__(self, show, free, zones, removable):
        self.show = show
        self.free = free
        self.zones = zones
        self.removable = removable

    def values(self, what, choices):
        """Return the possible values of "rank", "suit", "pack" or "where"."""
        if what == "where":
            return self.zones
        at = ("rank", "suit", "pack").index(what)
        chosen = (choices.rank, choices.suit)[:at]
        found = [_parts(card) for card in self.free]
        return sorted({each[at] for each in found if each[:at] == chosen})

    def fit(self, choices):
        """Choose the first card of the chosen rank, if possible of its suit, that lies nowhere."""
        for what in ("rank", "suit", "pack", "where"):
            values = self.values(what, choices)
            if getattr(choices, what) not in values:
                setattr(choices, what, values[0])

    def text(self, what, value, words):
        """Return a value as text for players."""
        if what == "where":
            return zone_of(self.show, zone_name(value), words)
        if what == "pack":
            return str(value + 1)
        if what == "rank":
            if value == _JOKERS:
                return capital(words.TABLE.JOKER)
            return words.TABLE.RANKS.get(RANKS[value], RANKS[value])
        return card_of(13 * value, words)[-1:]

    def says(self, key, zone, card, words):
        """Return what will be done with a card: a text of the menu."""
        text = card_of(card, words)
        pack = _parts(card)[2]
        if pack:
            text += " (%d)" % (pack + 1)
        return words.menu().MENU[key].format(text, zone_of(self.show, zone_name(zone), words))


def marks(show, words):
    """Return which cards lie where the players have put them by hand, zone by zone, as a text."""
    pieces = []
    for zone in sorted({zone for zone, _ in show.by_hand}):
        put = " ".join([card_of(card, words) for at, card in show.by_hand if at == zone])
        pieces.append("%s %s" % (zone_of(show, zone, words), put))
    return words.SAY["by_hand"].format(", ".join(pieces))
