from typing import Any

from tierce.phrases import Phrases

CODES: str
KEYS: Phrases

def keys(outcome: tuple[Any, ...]) -> tuple[str, ...]: ...
def line_of(pairs: list[tuple[str, Any]]) -> str: ...
def line(outcome: tuple[Any, ...]) -> str: ...
