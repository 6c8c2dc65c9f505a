"""The duration of a computer's turn. Data and pure functions."""

TURNS_S = (0.5, 8.0)  # seconds; limits of a plain turn: a draw and a discard
TURN_S = 2.0  # seconds; the default
_OWN_MS = 2500  # of such a turn, taken by moves, buttons and readers themselves
_MOVES = 2  # moves in such a turn, each with a pause before


def pause_ms(turn_s: float) -> float:
    """Return a computer's pause before a move, in ms of table time."""
    return max(0.0, (turn_s * 1000 - _OWN_MS) / _MOVES)


def rate(turn_s: float) -> float:
    """Return the speed of the table's time during a computer's turn."""
    return max(1.0, _OWN_MS / 1000 / turn_s)
