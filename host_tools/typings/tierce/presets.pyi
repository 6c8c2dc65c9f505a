from typing import Any

Allowed = type[bool] | tuple[int, int] | tuple[str, ...]

class LogError(Exception):
    key: str
    details: tuple[object, ...]
    def __init__(self, key: str, *details: object) -> None: ...

OPTIONS: dict[str, dict[str, Allowed]]
PRESETS: dict[str, dict[str, Any]]

def makes_sense(value: object, allowed: Allowed) -> bool: ...
def allowed_text(allowed: Allowed) -> str: ...
def rules_of(game: object, seats: int, house: object) -> dict[str, Any]: ...
