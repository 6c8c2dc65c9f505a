from collections.abc import Sequence
from typing import Any

from tierce.table import Table

CODES: str

Reading = tuple[str, Sequence[int], dict[int, int], tuple[str, ...]]

DEAL: str
TURN: str
COUNT: str
OVER: str

class Game:
    has_discard: bool
    lowest_wins: bool
    t: int
    taken: int
    pile: list[int]
    discards: list[int]
    rules: dict[str, Any]
    seats: int
    table: Table
    phase: str
    out: list[tuple[Any, ...]]
    dealer: int
    round: int
    totals: list[int]
    active: int
    hands: list[int]
    stock: int
    counts: dict[int, int | None]
    def awaited(self, seat: int) -> bool: ...
    def read(self, zone: int) -> tuple[Reading, list[int]]: ...
