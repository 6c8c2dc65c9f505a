"""The phases of a match, its buttons and rulings, and what a row of a family of games is.

Each family (games/) has one table of rows: (state, event, next state, method). Each state belongs
to one of the four phases that all games share. An event is a button, a card on the discard, or the
result of judging a turn or a count. The method belongs to the game; it returns the next event, or
None. States change only through these rows.
"""

# The buttons that mean something in a game.
BUTTONS = ("deal", "done", "knock", "pass", "hint")

# The value of the key `by` of cards that no reader saw. The engine takes them like any others.
HAND = "hand"

# What the players may rule -> the key of its number in a log line; "" if it has neither seat nor
# number. LOG.md "Rulings".
RULINGS = {
    "undo": "",
    "accept": "",
    "void": "",
    "points": "points",
    "count": "points",
    "hand": "cards",
    "reshuffle": "",
    "end": "",
}

DEAL = "deal"  # waiting for the dealer
TURN = "turn"  # a turn is open
COUNT = "count"  # hands are laid down and counted
OVER = "over"  # the match has ended
ENDED = "ended"  # a state of the phase OVER: the players have ended the match

# Indices of a row. STATES is one state or a tuple of states. NEXT is None if the state stays. DONE
# is the name of a method, or None.
STATES, EVENT, NEXT, DONE = range(4)


def by_state(rows: "Sequence[Row]") -> "dict[str, dict[str, Row]]":
    """Return state -> event -> its row."""
    tables = {}
    for row in rows:
        states = row[STATES]
        for state in states if isinstance(states, tuple) else (states,):
            tables.setdefault(state, {})[row[EVENT]] = row
    return tables


# Rows that every family has.
SHARED = ((DEAL, "target", OVER, "end_match"),)
