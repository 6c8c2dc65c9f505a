from collections.abc import Mapping, Sequence
from typing import Protocol

from .steps import Steps

STACKED: int
FULL: int
SHARED: int

class Scan:
    seen: list[bytes]
    assumed: list[bytes]
    missing: list[bytes]
    unsure: list[bytes]
    flags: int
    def __init__(self) -> None: ...

class Reader(Protocol):
    limit: int
    @property
    def agc(self) -> int: ...
    def start_open(self) -> Steps[tuple[int, ...]]: ...
    def start_scan(self, expected: Sequence[bytes], settle_us: int) -> Steps[Scan]: ...
    def start_inventory(self, settle_us: int, expected: Sequence[bytes] = ()) -> Steps[Scan]: ...
    def start_probe(self, settle_us: int) -> Steps[bool]: ...
    def start_selftest(self) -> Steps[Mapping[str, int | str]]: ...
    def off(self) -> None: ...
