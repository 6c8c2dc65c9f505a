"""The stock on its scale: counts its cards, so that players need not report draws."""

from drivers.steps import DeviceError

_LOOK_US = 50000
_AGAIN_US = 10000000


class StockScale:
    """The scale's task. If the scale does not answer it calls `failed(name, error)` and retries."""

    def __init__(self, scale, table, clock, failed):
        self.scale = scale
        self.table = table
        self.clock = clock
        self.failed = failed
        self._dealt = table.dealt  # the last deal that the scale was calibrated with

    def run(self):
        """Steps of the task."""
        while True:
            try:
                yield from self._start_follow()
            except DeviceError as error:
                self.failed("scale", error)
                yield _AGAIN_US

    def _start_follow(self):
        scale = self.scale
        table = self.table
        yield from scale.start_open()
        if scale.count < 0 and not scale.zero:
            yield from scale.start_tare()  # at power-on there is no stock on the scale
        before = scale.count
        while True:
            if table.dealt != self._dealt and table.dealt[1]:
                # After a deal the number of cards is known: calibrate the weight of one card.
                self._dealt = table.dealt
                before = self._dealt[1]
                level = yield from scale.start_settled()
                scale.card = (level - scale.zero) // before
                scale.count = before
            now = scale.poll(self.clock.ms())
            if now >= 0:
                if before >= 0:
                    table.weighed(before, now)
                before = now
            yield _LOOK_US
