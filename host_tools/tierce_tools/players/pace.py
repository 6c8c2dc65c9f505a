"""How long a computer's turn takes: as data, and pure."""

TURNS_S = (0.5, 8.0)  # that a plain turn, a draw and a discard, may be told to take
TURN_S = 2.0  # and takes without being told
_OWN_MS = 2500  # of them that hands, buttons and readers need
_MOVES = 2  # in it, each with a pause before


def pause_ms(turn_s: float) -> float:
    """Return how long a computer waits before a move, in ms of table time."""
    return max(0.0, (turn_s * 1000 - _OWN_MS) / _MOVES)


def rate(turn_s: float) -> float:
    """Return how fast the table's time passes in a computer's turn."""
    return max(1.0, _OWN_MS / 1000 / turn_s)
