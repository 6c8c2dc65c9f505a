"""Events as tuples of numbers, which the engine takes. LOG.md "Events"; `parsing` reads its lines.

    ("cards", t, zone, left, came)      cards left a zone, then cards arrived in it
    ("press", t, seat, button)          one of phases.BUTTONS
    ("draw", t, count)                  cards left the stock, or came back to it (count < 0)
    ("joker", t, zone, joker, face)     a player says what a joker stands for
    ("ruling", t, name)                 the people decide

`t` is in milliseconds; zones are numbers (zones), cards and faces too (cards).
"""

from tierce import cards
from tierce.zones import zone_name


def to_log(event):
    """Return an event as a line of a log has it: a dict, the inverse of parsing.from_log."""
    what, t, thing = event[:3]
    if what == "press":
        return {"t": t, "seat": thing, "press": event[3]}
    if what == "draw" or what == "ruling":
        return {what: thing, "t": t}
    line = {"t": t, "zone": zone_name(thing)}
    if what == "joker":
        line["joker"] = cards.code(event[3])
        line["as"] = cards.code(event[4])
        return line
    if event[3]:
        line["out"] = cards.codes(event[3])
    if event[4]:
        line["in"] = cards.codes(event[4])
    return line
