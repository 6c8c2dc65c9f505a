"""Events as tuples of numbers, the engine's input. LOG.md "Events"; `parsing` reads the log lines.

    ("cards", t, zone, left, came)      cards left a zone, then cards arrived in it
    ("press", t, seat, button)          one of phases.BUTTONS
    ("draw", t, count)                  cards left the stock; count < 0: they came back to it
    ("joker", t, zone, joker, face)     a player declares the face of a joker
    ("ruling", t, name)                 the players make a ruling: "undo"

`t` is in milliseconds. Zones are numbers (zones), and so are cards and faces (cards).
"""

from tierce import cards
from tierce.zones import zone_name


def to_log(event):
    """Return an event as the dict of its log line: the inverse of parsing.from_log."""
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
    if event[4] or not event[3]:
        line["in"] = cards.codes(event[4])
    return line
