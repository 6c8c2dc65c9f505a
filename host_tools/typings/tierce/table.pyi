from collections.abc import Sequence

DISCARD: int

def zone_name(zone: int) -> str: ...

class Table:
    at: Sequence[int]
    bound: dict[int, int]
    zones: dict[int, list[int]]
    def cards(self, zone: int) -> Sequence[int]: ...
    def melds(self) -> list[int]: ...
