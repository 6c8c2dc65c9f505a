"""The stock on its scale: how many cards lie there, so that nobody need say that he has drawn."""

from drivers.steps import DeviceError

_LOOK_US = 50000
_AGAIN_US = 10000000


class StockScale:
    """`failed(name, error)` is told when the scale does not answer; it is tried again."""

    def __init__(self, scale, table, clock, failed):
        self.scale = scale
        self.table = table
        self.clock = clock
        self.failed = failed
        self._dealt = table.dealt  # the deal that the scale was last told of

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
            yield from scale.start_tare()  # when a table is switched on no stock lies on it
        before = scale.count
        while True:
            if table.dealt != self._dealt and table.dealt[1]:
                # As many cards as the game knows: so the scale learns what one of them weighs.
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
