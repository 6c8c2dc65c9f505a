from collections.abc import Mapping
from typing import Any

Allowed = tuple[bool | int | str | tuple[int, int], ...]

class LogError(Exception):
    key: str
    details: tuple[object, ...]
    def __init__(self, key: str, *details: object) -> None: ...

OPTIONS: dict[str, dict[str, Allowed]]
PRESETS: dict[str, dict[str, Any]]
FOLLOWS: dict[str, str]
MOST_SEATS: int

def makes_sense(value: object, allowed: Allowed) -> bool: ...
def allowed_text(allowed: Allowed) -> str: ...
def value_of(rules: Mapping[str, Any], name: str) -> Any: ...
def rules_of(game: object, seats: int, house: object) -> dict[str, Any]: ...
