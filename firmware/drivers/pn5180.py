"""The PN5180 as a reader: finds the ISO 15693 tags in its field.

`pn5180_radio` handles the bus and the air interface, `inventory` splits collisions. Rarely used
code is in modules that are loaded when needed, to save memory: the set-up in `pn5180_open`,
the self-test in `pn5180_more`, fast replies in `pn5180_fast`.
"""

from drivers.inventory import Inventory
from drivers.pn5180_radio import FIELD_ON, NAME, TX_15693, Bus, Radio
from drivers.steps import DeviceError


class PN5180(Radio):
    """A reader as `drivers.scan` defines it. `clock.us()`: microseconds that wrap, see steps.since.

    `like` is another reader on the same bus, with which this one shares buffers. The steps of one
    must have ended or been closed before those of the other begin.
    """

    limit = 20  # tags per scan
    # State of the inventory; of the class while it is as at the start, which saves heap.
    base = -1
    crowd = 0
    turn = 0

    def __init__(self, spi: "Spi", lines: "Lines", clock: "Clock", like: "PN5180 | None" = None) -> None:
        Radio.__init__(self, like.bus if like else Bus(spi, clock), lines)
        self.inventory = like.inventory if like else Inventory()

    def start_open(self) -> "Steps[tuple[int, ...]]":
        """Steps: reset, check and set up the chip; return (product, firmware, EEPROM) versions.

        Raises DeviceError if the chip does not answer or does not keep its settings.
        """
        from drivers import pn5180_open

        return pn5180_open.start_open(self)

    def start_selftest(self) -> "Steps[dict[str, int | str]]":
        """Steps: open and examine the reader, its zone empty; return a dict of the results."""
        from drivers import pn5180_more

        return pn5180_more.start_selftest(self)

    # --- scans

    def start_scan(self, expected: "Sequence[bytes]", settle_us: int) -> "Steps[Scan]":
        """Steps: read the zone, where these UIDs are believed to lie; return a Scan."""
        return self._start_scan(self.inventory.start_check, expected, settle_us)

    def start_inventory(self, settle_us: int, expected: "Sequence[bytes]" = ()) -> "Steps[Scan]":
        """Steps: read every tag of the zone one by one, whatever is expected; return a Scan."""
        return self._start_scan(self.inventory.start_all, expected, settle_us)

    def _start_scan(
        self, start: "Callable[..., Steps[Scan]]", expected: "Sequence[bytes]", settle_us: int
    ) -> "Steps[Scan]":
        try:
            yield from self.start_tuned(TX_15693, self.rx_round)
            yield from self.start_field(settle_us)
            scan = yield from start(self, expected)
            # If it overheats or lacks power, the chip switches its field off and no tag answers.
            if scan.missing and not self.alive() & FIELD_ON:
                raise DeviceError(NAME, "field")
            return scan
        finally:
            self.off()


def make(spi: "Spi", lines: "Lines", clock: "Clock", zone: "Any", like: "PN5180 | None") -> PN5180:
    """Return a reader as the config's zone wants it; `like` is the first of its kind on the bus."""
    return PN5180(spi, lines, clock, like)
