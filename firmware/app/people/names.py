"""Names for players: seats, zones, cards, turns and numbers as text. Pure."""

from app.people.text import cut, listed
from tierce import cards
from tierce.zones import DISCARD, NOWHERE, zone_number

_VOWELS = "AEIOUÀÂÄÉÈÊËÎÏÔÖÙÛÜŒaeiouàâäéèêëîïôöùûüœ"


def some(number, noun, words):
    """Return "1 card", "2 cards": a number with its noun, "cards" or "points"."""
    return "%d %s" % (number, words.SAY[noun].split("|")[number not in words.TABLE.ONE])


def name_of(show, seat, words, most=12):
    """Return the name of a seat, cut to `most` columns."""
    name = show.players[seat] if 0 <= seat < len(show.players) else ""
    return cut(name.strip() or words.SAY["seat"].format(seat + 1), most)


def names_of(show, seats, words, most=12):
    """Return the names of seats as a list in words: Ana, Luc and Zoe."""
    return listed([name_of(show, seat, words, most) for seat in seats], words)


def zone_of(show, zone, words, most=12):
    """Return the name of a zone for players."""
    number = zone_number(zone)
    if number == NOWHERE:
        return words.SAY.get(zone, zone)
    if number == DISCARD:
        return words.SAY["discard"]
    if number > 0:
        return words.TABLE.MELD % number
    return of(words.SAY, "hand_of", name_of(show, -1 - number, words, most))


def elides(name):
    """Return whether French "de" becomes "d'" before a name: d'Ana, d'Yves, d'Hélène; de Yann, de Hugo."""
    first, second = name[:1], name[1:2]
    if first and first in "Yy":
        return second not in _VOWELS
    if first and first in "Hh":
        return bool(second) and second in "éèÉÈ"
    return bool(first) and first in _VOWELS


def of(texts, key, name, *values):
    """Return a text with a name, with the right elision: "zone d'Ana", but "zone de Luc"."""
    text = texts.get(key + "_") if elides(name) else None
    return (text or texts[key]).format(name, *values)


def turn_of(show, key, seat, words, most=12):
    """Return a text of words.SAY about a seat's turn."""
    return of(words.SAY, key, name_of(show, seat, words, most))


def card_of(card, words):
    """Return a card, given as code or number, as players write it."""
    if isinstance(card, str):
        number = cards.parse(card)
        return cards.text(number, words.TABLE) if number >= 0 else card
    return cards.text(card, words.TABLE)


def signed(score):
    """Return the score of a round with its sign; a score with a mark is already text."""
    return "%+d" % score if score and score != str(score) else str(score)
