from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

from tierce.view import View

Answer = list[tuple[str, Any]]
# kind, cards, joker -> face, points, codes of the broken clauses, their sentences
Check = tuple[str, Sequence[int], dict[int, int], int, Sequence[str], list[str]]

class Question:
    rules: dict[str, Any]
    hand: list[int]
    table: list[list[int]]
    stands: dict[int, int]
    laid: bool
    round: int
    may_lay: bool
    put_before: bool
    goal: str
    zones: list[str]
    name: Callable[[int], str]
    def __init__(
        self,
        rules: Mapping[str, Any],
        hand: Sequence[int],
        table: Sequence[Sequence[int]],
        zones: Sequence[str],
        stands: Mapping[int, int],
    ) -> None: ...
    def answer(self) -> Answer: ...
    def names(self, hand: Sequence[int]) -> list[str]: ...
    def readings(self) -> list[tuple[Any, ...]]: ...
    def lay_offs(self, changes: Sequence[tuple[int, Sequence[int], Sequence[int]]]) -> list[dict[str, Any]]: ...

def contract_lines(found: Mapping[str, Any], language: str) -> list[str]: ...
def say(pairs: Answer, words: ModuleType) -> list[str]: ...
def check(rules: Mapping[str, Any], lying: Sequence[int], where: str, words: ModuleType) -> Check: ...
def check_zone(view: View, zone: int) -> Check: ...
def light(checked: Check) -> str | None: ...
