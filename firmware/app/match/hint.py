"""A hint that a seat has asked for at the table. In memory only while one is looked for."""

from tierce.cards import code
from tierce.game import TURN
from tierce.records import EVENT
from tierce.table import NOWHERE


def ask(table, event):
    """Answer a hint. The referee sees the hand for as long as that takes, the journal never."""
    referee = table.referee
    game = referee.game
    seat = event["seat"]
    event["t"] = now = table.now()
    name = "seat%d" % seat
    shown = []
    if game.phase == TURN:
        for index in range(len(table.zones)):
            if table.zones[index].number == -1 - seat:
                lying = table.presence.lying[index]
                shown = [code(card) for card in lying if game.table.at[card] == NOWHERE]
    try:
        if shown:
            referee.feed({"t": now, "zone": name, "in": shown})
        outcomes = referee.feed(event)
    except MemoryError:  # the table is very full; the game itself has all that it needs
        table.warn("bad_event", "hint")
        return
    finally:
        if shown:
            referee.feed({"t": now, "zone": name, "out": shown})
    table.journal.put(now, EVENT, event)
    for outcome in outcomes:
        table.heard(outcome)
