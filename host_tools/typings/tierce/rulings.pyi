from collections.abc import Sequence
from typing import Any

from tierce.game import Game

def last_turn(game: Game) -> tuple[Any, ...] | None: ...
def turn_before(game: Game, codes: Sequence[str]) -> int: ...
