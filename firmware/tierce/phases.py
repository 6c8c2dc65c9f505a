"""The phases of a match, and how an event is looked up in the rows of a family of games.

Each family (games/) is one table of rows: (state, event, next state, what is done). A state is
where the match stands; each belongs to one of the four phases that all games share. An event is a
button, a card on the discard, or what the judging of a turn or a count has come to. What is done is
a method of the game: it returns the event that follows, or None. This is the only place that walks
the rows, and they are the only place where a state follows on another.
"""

# What a seat may press that means something in a game.
BUTTONS = ("deal", "done", "knock", "pass", "hint")

DEAL = "deal"  # the dealer is awaited
TURN = "turn"  # a turn is open
COUNT = "count"  # hands are laid down and counted
OVER = "over"  # the match is decided

# A row's items. STATES is one state or a tuple of them; NEXT is None where the state stays.
STATES, EVENT, NEXT, DONE = range(4)

# The rows that every family has, beside its own.
SHARED = (
    (DEAL, "target", OVER, "end_match"),
)


def row_of(rows, state, event):
    """Return the row of an event in a state, or None where it has none."""
    for row in rows:
        if row[EVENT] == event:
            states = row[STATES]
            if states == state or (isinstance(states, tuple) and state in states):
                return row
    return None
