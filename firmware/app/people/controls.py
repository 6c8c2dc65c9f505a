"""The meaning of the buttons in play, as a table. Pure: it knows no pins and no clock.

A button is "minus", "plus" or "ok", which every table has, or the number of a seat with its own
button. A gesture is "short", "double" or "long".

Actions: ("press", seat, "deal" | "done" | "knock" | "pass" | "hint"), ("draw", 1 | -1),
("page", 1 | -1), ("menu",), ("menu", "jokers" | "undo?" | "decide"), ("checked",), ("judge",),
("look",), ("teach", "next" | "back" | "end").
"""

from tierce.phrases import Words

# A state is the phase, with four exceptions:
#   opening   gin's upcard is offered and has not been taken yet; the stock of Rami 500 is used up
#   check     after a power loss, until a player confirms the table or plays on
#   unsteady  a verdict waits for a zone whose cards come and go
#   back      the last refusal may concern the turn before
STATES = ("menu", "deal", "opening", "turn", "count", "over", "check", "unsteady", "back", "teach", "trouble")


def table():
    """Return the table, controls.words: "state button gesture" -> the parts of an action."""
    return Words("app.people.controls", "").TABLE


def state_of(show):
    """Return the state that gives the buttons their meaning."""
    if show.phase == "turn" and show.opening:
        return "opening"
    return show.phase


def awaited(show):
    """Return the seat for which the three buttons act, or -1.

    In the count this is the first awaited seat whose zone holds cards, clockwise from the dealer;
    if there is none, the first awaited seat.
    """
    if show.phase == "deal":
        return show.dealer
    if show.phase == "turn":
        return show.seat
    if show.phase == "count":
        seats = len(show.players)
        order = [(show.dealer + 1 + i) % seats for i in range(seats)]
        order = [seat for seat in order if seat in show.awaited]
        for seat in order:
            if seat in show.down:
                return seat
        if order:
            return order[0]
    return -1


def _is_own(show, seat):
    """Return whether this seat is awaited."""
    if show.phase == "count":
        return seat in show.awaited
    return seat == awaited(show)


def action(show, button, gesture):
    """Return the action of a button's gesture in the present state, or None."""
    seat = awaited(show)
    roles = (button,)
    if isinstance(button, int):
        if not 0 <= button < len(show.players):
            return None
        roles = ("own", "seat") if _is_own(show, button) else ("seat",)
        seat = button
    waits = "check" if show.differences else "unsteady" if show.unsteady else ""
    rows = table()
    states = (waits, "back" if show.back >= 0 else "", state_of(show), "any")
    for role in roles:
        for state in states:
            found = rows.get("%s %s %s" % (state, role, gesture))
            if found:
                return _action(found, seat)
    return None


def _action(text, seat):
    what, _, detail = text.partition(" ")
    if what == "press":
        return ("press", seat, detail) if seat >= 0 else None
    if what in ("draw", "page"):
        return (what, int(detail))
    return (what, detail) if detail else (what,)
