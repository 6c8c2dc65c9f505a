"""The board's clock: microseconds that wrap, milliseconds that do not."""

import time


class Clock:
    """What the program and its drivers know of time."""

    def __init__(self):
        self._last = time.ticks_ms()
        self._ms = 0

    def us(self):
        """Return microseconds; they wrap: see drivers.steps.since."""
        return time.ticks_us()

    def ms(self):
        """Return milliseconds since the start. To be asked once in six days at least."""
        now = time.ticks_ms()
        self._ms += time.ticks_diff(now, self._last)
        self._last = now
        return self._ms

    def sleep_us(self, us):
        """Wait, not less than that; longer waits in a way that lets USB and Ctrl-C through."""
        if us >= 2000:
            end = time.ticks_add(time.ticks_us(), us)
            time.sleep_ms(us // 1000)
            us = time.ticks_diff(end, time.ticks_us())
        if us > 0:
            time.sleep_us(us)
