from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

Answer = list[tuple[str, Any]]

class Question:
    rules: dict[str, Any]
    hand: list[int]
    table: list[list[int]]
    stands: dict[int, int]
    laid: bool
    may_lay: bool
    goal: str
    zones: list[str]
    def __init__(
        self,
        rules: Mapping[str, Any],
        hand: Sequence[int],
        table: Sequence[Sequence[int]] = ...,
        stands: Mapping[int, int] | None = ...,
        laid: bool = ...,
        may_lay: bool = ...,
    ) -> None: ...
    def answer(self) -> Answer: ...
    def names(self, hand: Sequence[int]) -> list[str]: ...
    def lay_offs(
        self, changes: Sequence[tuple[int, Sequence[int], Sequence[int]]]
    ) -> list[dict[str, Any]]: ...

def answer(asked: object) -> Answer: ...
def parse(asked: object) -> Question: ...
def say(pairs: Answer, words: ModuleType) -> list[str]: ...
def line(pairs: Answer) -> str: ...
