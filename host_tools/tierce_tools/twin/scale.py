"""An HX711 with a load cell, on two wires: `data` is low when a reading can be clocked out."""

from .faults import Dice

_HIGH_US = 60  # the chip powers down if the clock is high for longer
_SETTLE = 4  # periods from power-up to the first reading
_GAINS = {25: 128, 26: 32, 27: 64}
_TOP = (1 << 23) - 1


class HX711:
    """`grams` is the present load. In the chip's units at a gain of 128: `per_gram`, `offset` of
    the empty scale, `noise` (greatest deviation), `drift` per second.

    Faults: `silent`, it never has a reading; `stuck`, the level of its data wire.
    """

    def __init__(self, clock, data, sck, seed=1):
        self.clock = clock
        self.grams = 0
        self.per_gram = 2000
        self.offset = 81000
        self.noise = 0
        self.drift = 0
        self.silent = False
        self.stuck = None
        self.period_us = 100000  # ten a second
        self.readings = 0  # completely clocked out
        self.falls = 0  # power-downs
        self._dice = Dice(seed)
        self._high_at = -1
        data.source = self._data
        sck.listen(self._edge)
        self._wake()
        if sck.level:
            self._high_at = clock.now

    def _wake(self):
        self._pulses = 0
        self._bits = 0
        self._gain = 128
        self._since = self.clock.now
        self._ready_at = self.clock.now + _SETTLE * self.period_us

    def _asleep(self):
        return self._high_at >= 0 and self.clock.now - self._high_at > _HIGH_US

    def _data(self):
        if self.stuck is not None:
            return self.stuck
        if self._asleep():
            return 1
        self._catch_up()
        if self._pulses:
            return self._bits >> (24 - self._pulses) & 1 if self._pulses <= 24 else 1
        return 1 if self.silent or self.clock.now < self._ready_at else 0

    def _catch_up(self):
        """End a reading when the next is due, even in the middle of its bits."""
        if self._pulses and self.clock.now >= self._ready_at:
            self._pulses = 0

    def _edge(self, level):
        if not level:
            if self._asleep():
                self.falls += 1
                self._wake()
            self._high_at = -1
            return
        self._high_at = self.clock.now
        self._catch_up()
        if not self._pulses:
            if self.silent or self.clock.now < self._ready_at:
                return
            self._bits = self._convert() & 0xFFFFFF
            period = self.period_us
            late = (self.clock.now - self._since) // period
            self._ready_at = self._since + (late + 1) * period
        self._pulses += 1
        if self._pulses >= 25:
            self._gain = _GAINS.get(self._pulses, 128)
            if self._pulses == 25:
                self.readings += 1

    def _convert(self):
        value = self.offset + int(self.grams * self.per_gram)
        value += int(self.drift * (self.clock.now // 1000) / 1000)
        if self.noise:
            value += self._dice.below(2 * self.noise + 1) - self.noise
        value = value * self._gain // 128
        return max(-_TOP - 1, min(_TOP, value))


def plug(board, given):
    """Put the scale of a config on a board's wires; return it."""
    return HX711(board.clock, board.wire(given["data"]), board.wire(given["clock"]))
