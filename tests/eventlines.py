"""Lines of a log as events of the engine, whatever the game."""

from tierce.cards import parse
from tierce.parsing import from_log

RULES = {"decks": 2, "jokers": 8}
SEATS = 97


def as_event(line, deck=()):
    """Return the event of a line of a log; `deck` gives the code of each tag."""
    cards = {tag: parse(code) for tag, code in dict(deck).items()}
    return from_log(line, 0, cards, RULES, SEATS)
