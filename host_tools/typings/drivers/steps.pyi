from collections.abc import Awaitable, Callable, Generator
from typing import Literal, TypeVar

_T = TypeVar("_T")
Steps = Generator[int, None, _T]  # yields microseconds

MASK: int

class DeviceError(OSError):
    device: str
    reason: str
    def __init__(self, device: str, reason: str) -> None: ...

def since(now: int, then: int) -> int: ...
def poll(steps: Steps[_T]) -> tuple[int, None] | tuple[Literal[-1], _T]: ...
def blocking(steps: Steps[_T], sleep_us: Callable[[int], object]) -> _T: ...
async def finish(steps: Steps[_T], sleep_ms: Callable[[int], Awaitable[object]]) -> _T: ...
