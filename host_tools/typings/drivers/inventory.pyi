from collections.abc import Sequence
from typing import Protocol

from .iso15693 import Heard
from .scan import Scan
from .steps import Steps

class Radio(Protocol):
    base: int
    crowd: int
    turn: int
    @property
    def limit(self) -> int: ...
    def start_round(self, bits: int, mask: bytes, slots: int) -> Steps[Heard]: ...

class Inventory:
    def __init__(self) -> None: ...
    def start_all(self, radio: Radio, expected: Sequence[bytes]) -> Steps[Scan]: ...
    def start_check(self, radio: Radio, expected: Sequence[bytes]) -> Steps[Scan]: ...
