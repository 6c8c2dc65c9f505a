"""The PN5180 as a reader of ISO 15693 tags: which of them are in its field.

What goes over its lines and through the air is in `pn5180_radio`, how collisions are split in
`inventory`. What is seldom needed is apart, so that it takes memory only then: the set-up in
`pn5180_open`, commands to one tag and the self-test in `pn5180_more`, fast replies in
`pn5180_fast`.
"""

from drivers.inventory import Inventory
from drivers.pn5180_radio import FIELD_ON, NAME, TX_15693, Bus, Radio
from drivers.steps import DeviceError


class PN5180(Radio):
    """A reader as `scan` says. `clock`: its `us()` is as steps.since has it.

    `like` is another reader on the same bus: they share their buffers, so one must have ended what
    it does, or been closed, before another begins.
    """

    def __init__(self, spi, lines, clock, like=None):
        Radio.__init__(self, like.bus if like else Bus(spi, clock), lines)
        self.inventory = like.inventory if like else Inventory()
        self.most = 20  # so many tags a scan reads
        # The inventory's.
        self.base = -1
        self.crowd = 0
        self.turn = 0

    def start_open(self):
        """Reset the chip, check that it is one, and set it up; returns its three versions."""
        from drivers import pn5180_open

        return pn5180_open.start_open(self)

    def start_selftest(self):
        """Look at a reader whose zone is empty; returns a dict of what there is to say."""
        from drivers import pn5180_more

        return pn5180_more.start_selftest(self)

    # --- scans

    def start_scan(self, expected, settle_us):
        """Read the zone, where these UIDs are believed to lie; returns a Scan."""
        return self._start_scan(self.inventory.start_check, expected, settle_us)

    def start_inventory(self, settle_us, expected=()):
        """Read every tag of the zone, one by one, whatever is believed; returns a Scan."""
        return self._start_scan(self.inventory.start_all, expected, settle_us)

    def _start_scan(self, start, expected, settle_us):
        try:
            yield from self.start_tuned(TX_15693, self.rx_round)
            yield from self.start_field(settle_us)
            scan = yield from start(self, expected)
            # Too hot, or starved of power, the chip ends its field by itself, and tags fall silent.
            if scan.missing and not self.alive() & FIELD_ON:
                raise DeviceError(NAME, "field")
            return scan
        finally:
            self.off()
