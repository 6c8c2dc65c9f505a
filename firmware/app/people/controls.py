"""The meaning of the buttons in play, as a table. Pure: it knows no pins and no clock.

A button is "minus", "plus" or "ok", which every table has, or the number of a seat with its own
button. A gesture is "short", "double" or "long".

Actions: ("press", seat, "deal" | "done" | "knock" | "pass" | "hint"), ("draw", 1 | -1),
("page", 1 | -1), ("menu",), ("menu", "jokers" | "undo?" | "decide"), ("checked",), ("judge",),
("look",), ("teach", "next" | "back" | "end").
"""

from tierce.phrases import Phrases

# A state is the phase, with four exceptions:
#   opening   gin's upcard is offered and has not been taken yet; the stock of Rami 500 is used up
#   check     after a power loss, until a player confirms the table or plays on
#   unsteady  a verdict waits for a zone whose cards come and go
#   back      the last refusal may concern the turn before
STATES = ("menu", "deal", "opening", "turn", "count", "over", "check", "unsteady", "back", "teach", "trouble")

# "state button gesture" to the parts of an action. Button "own" is that of an awaited seat: the
# dealer, the seat on turn, a seat to be counted; "seat" is the button of any seat. State "any"
# stands for all other states. Minus draws a card from the stock; a double press draws two.
TABLE = Phrases("""
deal ok short=press deal
turn ok short=press done
turn ok double=menu jokers
turn plus double=press hint
turn plus long=press knock
turn minus short=draw 1
turn minus double=draw 2
turn minus long=draw -1
opening ok short=press done
opening ok double=press pass
opening plus double=press hint
opening plus long=press knock
opening minus short=draw 1
opening minus double=draw 2
opening minus long=draw -1
count ok short=press done
count plus double=press hint
check ok short=checked
unsteady ok short=judge
unsteady own short=judge
unsteady minus short=look
back ok short=menu undo?
menu ok short=menu
over ok short=menu
over ok long=menu decide
trouble ok short=menu
teach ok long=teach end
teach plus short=teach next
teach minus short=teach back
any ok long=menu
any plus short=page 1
any minus short=page -1
deal own short=press deal
deal seat short=press done
opening own short=press pass
opening seat short=press done
opening seat double=press hint
opening seat long=press knock
turn seat short=press done
turn seat double=press hint
turn seat long=press knock
count seat short=press done
count seat double=press hint
over seat short=page 1
""")


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
    states = (waits, "back" if show.back >= 0 else "", state_of(show), "any")
    for role in roles:
        for state in states:
            found = TABLE.get("%s %s %s" % (state, role, gesture))
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
