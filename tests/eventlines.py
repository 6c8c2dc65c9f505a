"""Converts lines of a log to events of the engine, for any game."""

from tierce.cards import parse
from tierce.log import from_log

RULES = {"decks": 2, "jokers": 8}
SEATS = 97


def as_event(line, deck=()):
    """Return the event of a log line; `deck` gives tag -> code."""
    cards = {tag: parse(code) for tag, code in dict(deck).items()}
    return from_log(line, 0, cards, RULES, SEATS)
