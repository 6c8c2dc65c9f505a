"""Events as tuples of numbers, the engine's input. LOG.md "Events"; `log` reads the log lines.

    ("cards", t, zone, left, came)      cards left a zone, then cards arrived in it
    ("cards", t, zone, left, came, phases.HAND)     the same, moved by hand: no reader saw it
    ("press", t, seat, button)          one of phases.BUTTONS
    ("draw", t, count)                  cards left the stock; count < 0: they came back to it
    ("joker", t, zone, joker, face)     a player declares the face of a joker
    ("ruling", t, name, seat, number)   the players rule: None where it has none

`t` is in milliseconds. Zones are numbers (zones), and so are cards and faces (cards).
"""

from tierce import cards
from tierce.phases import RULINGS
from tierce.zones import zone_name


def to_log(event: "Event") -> "dict[str, Any]":
    """Return an event as the dict of its log line: the inverse of log.from_log."""
    what, t, thing = event[:3]
    if what == "press":
        return {"t": t, "seat": thing, "press": event[3]}
    if what == "draw":
        return {what: thing, "t": t}
    if what == "ruling":
        line = {"t": t, what: thing}
        key = RULINGS[thing]
        if key:
            line["seat"] = event[3]
            line[key] = event[4]
        return line
    line = {"t": t, "zone": zone_name(thing)}
    if what == "joker":
        line["joker"] = cards.code(event[3])
        line["as"] = cards.code(event[4])
        return line
    if event[3]:
        line["out"] = cards.codes(event[3])
    if event[4] or not event[3]:
        line["in"] = cards.codes(event[4])
    if len(event) > 5:
        line["by"] = event[5]
    return line
