from typing import Any

FACES: int
JOKERS: int

Move = tuple[Any, ...]

class Moves:
    bit: dict[int, int]
