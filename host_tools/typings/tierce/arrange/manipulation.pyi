from collections.abc import Mapping, Sequence
from typing import Any

def best(
    hand: Sequence[int], table: Sequence[Sequence[int]], stands: Mapping[int, int], rules: Mapping[str, Any], goal: str
) -> tuple[int, int, list[list[int]], dict[int, int]]: ...
