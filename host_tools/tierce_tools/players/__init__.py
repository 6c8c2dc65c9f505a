"""Computer players: what a seat does now, from what it may know. Pure: no I/O, no clock.

`plan` is asked again and again while a seat is to act. What it needs is on the table: the referee
(melds, the discard pile, how many cards each seat holds; nothing of another's hand) and its own
rack. Every plan that ends a turn has been tried on a copy of the match first.
"""

from collections.abc import Callable, Sequence
from random import Random

from tierce.game import COUNT, TURN
from tierce.referee import Referee
from tierce_tools.players import counting, gin, laying, manipulation
from tierce_tools.players.levels import BEST, LEVELS
from tierce_tools.players.moves import Move
from tierce_tools.players.sight import Sight

__all__ = ["LEVELS", "Move", "fallback", "plan"]

_PLANS: dict[str, Callable[[Sight, Random], list[Move]]] = {
    "laying": laying.plan,
    "gin": gin.plan,
    "manipulation": manipulation.plan,
}
_PLAIN: dict[str, Callable[[Sight, Random], list[Move]]] = {
    "laying": laying.plain,
    "gin": gin.plain,
    "manipulation": manipulation.plain,
}


def plan(
    referee: Referee,
    seat: int,
    hand: Sequence[str],
    zones: Sequence[str],
    rng: Random | None = None,
    level: str = BEST,
) -> list[Move]:
    """Return what a seat does now, up to and including the next card that it draws.

    `hand` are the codes in its rack, as they lie; `zones` the table's zones by name, `level`
    how well it plays: see `levels`. Moves are tuples: see `moves.Move`. Empty where the seat is not
    awaited. To be asked again once the table has seen all that was done, until the turn or the
    count of the seat is over.
    """
    return _asked(_PLANS, counting.plan, referee, seat, hand, zones, rng, level)


def fallback(
    referee: Referee,
    seat: int,
    hand: Sequence[str],
    zones: Sequence[str],
    rng: Random | None = None,
    level: str = BEST,
) -> list[Move]:
    """Return what a seat does now whose turn or count was refused; otherwise as `plan`.

    All that it has laid comes back to its rack, and it plays a turn without a lay. To be asked in
    place of `plan` until that turn is accepted.
    """
    return _asked(_PLAIN, counting.plain, referee, seat, hand, zones, rng, level)


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
    phase = referee.game.phase
    if phase == TURN and referee.game.active == seat:
        return turns[referee.rules["family"]](sight, rng or Random(0))
    if phase == COUNT and referee.game.awaited(seat):
        return count(sight)
    return []
