"""The board's clock: microseconds that wrap, milliseconds that do not."""

import time


class Clock:
    """The clock of the program and its drivers."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._ms = 0

    def us(self):
        """Return microseconds, which wrap: see drivers.steps.since."""
        return time.ticks_us()

    def ms(self):
        """Return milliseconds since the start. Call it at least once in six days."""
        now = time.ticks_ms()
        self._ms += time.ticks_diff(now, self._last)
        self._last = now
        return self._ms

    def sleep_us(self, us):
        """Wait for at least `us` microseconds; from 2 ms on, USB and Ctrl-C work meanwhile."""
        if us >= 2000:
            end = time.ticks_add(time.ticks_us(), us)
            time.sleep_ms(us // 1000)
            us = time.ticks_diff(end, time.ticks_us())
        if us > 0:
            time.sleep_us(us)
