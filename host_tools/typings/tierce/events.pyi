from typing import Any

Event = tuple[Any, ...]

def to_log(event: Event) -> dict[str, Any]: ...
