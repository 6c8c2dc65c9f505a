"""A push button with contacts that bounce."""

# Times of further changes, in microseconds after the first. An even number of them, so that the
# contact ends in its new state.
BOUNCE_US = (300, 700, 1500, 2600, 4200, 4900)


class Key:
    """A key on a wire with a pull-up, or with a pull-down if `active_low` is false.

    Without a clock an edge is clean and immediate; with a clock it bounces, and may be later.
    """

    def __init__(self, wire, active_low=True, bounce_us=BOUNCE_US):
        self.wire = wire
        self.bounce_us = bounce_us
        self.stuck = False  # fault: once pressed, it stays down
        self._level = 0 if active_low else 1
        wire.pull(1 - self._level)

    def press(self, clock=None, at_us=None):
        self._edge(self._level, clock, at_us)

    def release(self, clock=None, at_us=None):
        if not self.stuck:
            self._edge(None, clock, at_us)

    def tap(self, clock, ms=80, at_us=None):
        """Press for `ms` milliseconds, now or at `at_us`; this does not move the clock."""
        at_us = clock.now if at_us is None else at_us
        self.press(clock, at_us)
        self.release(clock, at_us + 1000 * ms)

    def _edge(self, level, clock, at_us):
        if clock is None:
            self.wire.drive(level)
            return
        if at_us is None or at_us <= clock.now:
            at_us = clock.now
            self.wire.drive(level)
        else:
            self._later(clock, at_us, level)
        other = self._level if level is None else None
        for i in range(len(self.bounce_us)):
            self._later(clock, at_us + self.bounce_us[i], level if i & 1 else other)

    def _later(self, clock, at_us, level):
        clock.at(at_us, lambda: self.wire.drive(level))
