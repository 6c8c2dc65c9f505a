from collections.abc import Sequence
from typing import Any

from tierce.game import Game
from tierce.presets import LogError

BUTTONS: tuple[str, ...]

def error_text(error: LogError, language: str) -> str: ...

class Referee:
    rules: dict[str, Any]
    seats: int
    game: Game
    show_hints: bool
    def __init__(
        self,
        header: object,
        language: str = ...,
        show_melds: bool = ...,
        show_hints: bool = ...,
    ) -> None: ...
    def feed(self, event: object) -> Sequence[tuple[Any, ...]]: ...
