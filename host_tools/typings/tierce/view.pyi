from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, overload

from tierce.hints import Answer

Reading = tuple[str, Sequence[int], dict[int, int], tuple[str, ...]]

class View:
    rules: dict[str, Any]
    seats: int
    phase: str
    t: int
    dealer: int
    round: int
    totals: Sequence[int]
    hands: Sequence[int]
    turns: Sequence[int]
    has_laid: Sequence[bool]
    points_laid: Sequence[int]
    on_table: Sequence[bool]
    won: Sequence[int]
    limit: int
    upcard: int
    counts: Mapping[int, int | None]
    stock: int
    pile: Sequence[int]
    draws: int
    taken: int
    is_taken: Callable[[int], bool]
    under: Callable[[], Sequence[int]]
    discards: Sequence[int]
    upcard_due: bool
    knocker: int
    deadwood: int
    is_gin: bool
    knocker_hand: Sequence[int]
    laid_down: Mapping[int, Sequence[int]]
    seat: int
    start: Mapping[int, tuple[int, ...]]
    bound: Mapping[int, int]
    dealt: Callable[[], int]
    contract: tuple[int, ...]
    is_opening: Callable[[], bool]
    def is_offered(self) -> bool: ...
    is_knocking: Callable[[], bool]
    upcard_is_over: Callable[[], bool]
    presses: Callable[[int], list[str]]
    def awaited(self) -> Sequence[int]: ...
    cards: Callable[[int], Sequence[int]]
    melds: Callable[[], list[int]]
    def zones(self) -> list[int]: ...
    def zone_of(self, card: int) -> int: ...
    was_on_meld: Callable[[int], bool]
    meld: Callable[[int], tuple[str, list[str], dict[str, str], int, list[str]]]
    def reading(self, zone: int) -> Reading: ...
    def is_meld(self, zone: int) -> bool: ...
    bound_in: Callable[[int], dict[int, int]]
    def jokers(self) -> list[tuple[int, int, list[int]]]: ...
    def hint(self, seat: int, held: Iterable[int] = ...) -> Answer: ...
    def last_turn(self) -> tuple[Any, ...] | None: ...
    def rulings(self) -> dict[str, list[int]]: ...
    @overload
    def breaks(self, why: Literal[False] = ...) -> list[str] | None: ...
    @overload
    def breaks(self, why: Literal[True]) -> list[tuple[str, str, bool]] | None: ...
    def turn_before(self, codes: Sequence[str]) -> int: ...
