"""A push button with contacts that bounce."""

# Microseconds after the contact first moves at which it changes again; an even number, so that it
# ends as it began to be.
BOUNCE_US = (300, 700, 1500, 2600, 4200, 4900)


class Key:
    """On a wire with a pull-up, or with a pull-down where `active_low` is false.

    Without a clock an edge is clean and happens now; with one it bounces, and may happen later.
    """

    def __init__(self, wire, active_low=True, bounce_us=BOUNCE_US):
        self.wire = wire
        self.bounce_us = bounce_us
        self.stuck = False  # on demand: it can be pressed, but does not come up any more
        self._level = 0 if active_low else 1
        wire.pull(1 - self._level)

    def press(self, clock=None, at_us=None):
        self._edge(self._level, clock, at_us)

    def release(self, clock=None, at_us=None):
        if not self.stuck:
            self._edge(None, clock, at_us)

    def tap(self, clock, ms=80, at_us=None):
        """Press at `at_us`, or now, for so many milliseconds. The clock has to pass them yet."""
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
