from collections.abc import Sequence

from .inventory import Inventory
from .lines import Lines, Spi
from .pn5180_radio import Clock, Radio
from .scan import Scan
from .steps import Steps

class PN5180(Radio):
    inventory: Inventory
    limit: int
    base: int
    crowd: int
    turn: int
    def __init__(self, spi: Spi, lines: Lines, clock: Clock, like: PN5180 | None = None) -> None: ...
    def start_open(self) -> Steps[tuple[int, int, int]]: ...
    def start_selftest(self) -> Steps[dict[str, int | str]]: ...
    def start_scan(self, expected: Sequence[bytes], settle_us: int) -> Steps[Scan]: ...
    def start_inventory(self, settle_us: int, expected: Sequence[bytes] = ()) -> Steps[Scan]: ...
