from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

from tierce.view import View

# kind, cards, joker -> face, points, codes of the broken clauses, their sentences
Check = tuple[str, Sequence[int], dict[int, int], int, Sequence[str], list[str]]

def check(
    rules: Mapping[str, Any], cards: Sequence[int], where: str, words: ModuleType
) -> Check: ...
def check_zone(view: View, zone: int) -> Check: ...
def light(checked: Check) -> str | None: ...
