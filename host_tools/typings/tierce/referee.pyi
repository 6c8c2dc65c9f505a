from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from tierce.events import Event
from tierce.presets import LogError
from tierce.view import View

def error_text(error: LogError, language: str) -> str: ...

class Family(Protocol):
    rows: tuple[tuple[str | tuple[str, ...], str, str | None, str | None], ...]
    phase_of: Mapping[str, str]

def family_of(plays: str) -> type[Family]: ...

class Referee:
    rules: dict[str, Any]
    seats: int
    tags: Mapping[str, int]
    view: View
    language: str
    show_hints: bool
    def __init__(self, header: object, language: str = ..., show_melds: bool = ..., show_hints: bool = ...) -> None: ...
    def constants(self) -> tuple[object, ...]: ...
    def take(self, event: Event, held: Iterable[int] = ...) -> Sequence[tuple[Any, ...]]: ...
    def feed(self, line: object) -> Sequence[tuple[Any, ...]]: ...
