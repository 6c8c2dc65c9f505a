from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tierce.arrange.moves import Move, Moves

Lay = tuple[int, int, list[list[int]], list[tuple[int, list[int], list[int]]], bool]

class Lays:
    moves: Moves
    def __init__(
        self, hand: Sequence[int], rules: Mapping[str, Any], table: Sequence[tuple[Any, ...]], goal: str
    ) -> None: ...
    def best(
        self,
        wanted: Callable[[Sequence[Move], int], bool] | None = ...,
        keep: tuple[int, int] | None = ...,
        on_table: bool = ...,
    ) -> Lay | None: ...
