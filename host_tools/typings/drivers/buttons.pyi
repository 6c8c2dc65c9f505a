from collections.abc import Callable, Sequence
from typing import Any, Protocol

SHORT: int
DOUBLE: int
LONG: int
STUCK: int
HELD: int
GESTURES: tuple[str, ...]

class Pin(Protocol):
    def value(self) -> int: ...
    @property
    def irq(self) -> Callable[..., Any]: ...

class Buttons:
    pins: Sequence[Pin]
    us: Callable[[], int] | None
    polled_us: int
    repeats: bool
    def __init__(self, pins: Sequence[Pin], us: Callable[[], int] | None = None) -> None: ...
    def note(self, index: int, pressed: int, us: int) -> None: ...
    def poll(self, now_ms: int) -> Sequence[tuple[int, int]]: ...
