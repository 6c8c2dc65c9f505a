from typing import Any

KEYS: dict[str, tuple[str, ...]]
WARNING_KEYS: dict[str, tuple[str, ...]]

def keys(outcome: tuple[Any, ...]) -> tuple[str, ...]: ...
def line(outcome: tuple[Any, ...]) -> str: ...
