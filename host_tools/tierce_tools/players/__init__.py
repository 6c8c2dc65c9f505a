"""Computer players: a seat's moves from what it may know. Pure: no I/O, no clock.

`plan` is called repeatedly while a seat must act. Its input is the table: the referee (melds, the
discard pile, the number of cards in each hand; no cards of other hands) and the seat's own rack.
Every plan that ends a turn has been tried on a copy of the match first.
"""

from collections.abc import Callable, Sequence
from random import Random

from tierce.referee import Referee
from tierce_tools.players import count, gin, laying, manipulation, rami500
from tierce_tools.players.levels import BEST, LEVELS
from tierce_tools.players.moves import Move
from tierce_tools.players.sight import Sight

__all__ = ["LEVELS", "Move", "fallback", "plan"]

# By what plays the game; then by its family.
_PLANS: dict[str, Callable[[Sight, Random], list[Move]]] = {
    "laying": laying.plan,
    "rami500": rami500.plan,
    "gin": gin.plan,
    "manipulation": manipulation.plan,
}
_PLAIN: dict[str, Callable[[Sight, Random], list[Move]]] = {
    "laying": laying.plain,
    "gin": gin.plain,
    "manipulation": manipulation.plain,
}


def plan(
    referee: Referee, seat: int, hand: Sequence[str], zones: Sequence[str], rng: Random | None = None, level: str = BEST
) -> list[Move]:
    """Return a seat's moves, up to and including the next card that it draws.

    `hand` are the codes in its rack, in order; `zones` the names of the table's zones; `level` is a
    key of `levels`. Moves are tuples: see `moves.Move`. Empty if the seat need not act. Call it
    again once the table has seen all moves, until the seat's turn or count is over.
    """
    return _asked(_PLANS, count.plan, referee, seat, hand, zones, rng, level)


def fallback(
    referee: Referee, seat: int, hand: Sequence[str], zones: Sequence[str], rng: Random | None = None, level: str = BEST
) -> list[Move]:
    """Return the moves of a seat whose turn or count was refused; parameters as for `plan`.

    It takes all laid cards back to its rack, and plays a turn without laying. Call it instead of
    `plan` until that turn is accepted.
    """
    return _asked(_PLAIN, count.plain, referee, seat, hand, zones, rng, level)


def _asked(
    turns: dict[str, Callable[[Sight, Random], list[Move]]],
    count: Callable[[Sight], list[Move]],
    referee: Referee,
    seat: int,
    hand: Sequence[str],
    zones: Sequence[str],
    rng: Random | None,
    level: str,
) -> list[Move]:
    sight = Sight(referee, seat, hand, zones, LEVELS[level])
    if referee.view.seat == seat:
        family = turns[referee.rules["family"]]
        return turns.get(referee.rules["plays"], family)(sight, rng or Random(0))
    if seat in referee.view.awaited():
        return count(sight)
    return []
