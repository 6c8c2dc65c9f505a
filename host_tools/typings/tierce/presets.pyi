from collections.abc import Mapping
from typing import Any

from tierce.bad_data import LogError as LogError

Allowed = tuple[bool | int | str | tuple[int, int], ...]

OPTIONS: dict[str, dict[str, Allowed]]
PRESETS: dict[str, dict[str, Any]]
FOLLOWS: dict[str, str]
MOST_SEATS: int

def makes_sense(value: object, allowed: Allowed) -> bool: ...
def allowed_text(allowed: Allowed) -> str: ...
def options_of(preset: Mapping[str, Any]) -> dict[str, Allowed]: ...
def value_of(rules: Mapping[str, Any], name: str) -> Any: ...
def rules_of(game: object, seats: int, house: object) -> dict[str, Any]: ...
