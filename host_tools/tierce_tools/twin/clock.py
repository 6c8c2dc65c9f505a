"""The time of the modelled table: it passes only during sleeps and bus transfers."""

_MASK = (1 << 30) - 1  # ticks_us wraps here on every board
_NEVER = 1 << 62


class Alarm:
    """A planned call; `cancel()` stops it."""

    def __init__(self, at, order, function):
        self.at = at
        self.order = order  # of two alarms at the same time, the older one is first
        self.function = function

    def cancel(self):
        self.function = None


class Clock:
    """`now` is microseconds since power-on, a plain integer that does not wrap.

    `bus_ns` adds up the time that buses were busy. Alarms run in the order of their times when the
    clock passes them; `next` is the time of the first. Most models need none: they compute their
    state when they are read.
    """

    def __init__(self):
        self.now = 0
        self.bus_ns = 0
        self._rest_ns = 0
        self._alarms = []  # latest first
        self.next = _NEVER
        self._made = 0

    @property
    def bus_us(self):
        return self.bus_ns // 1000

    def us(self):
        return self.now & _MASK

    def ms(self):
        return self.now // 1000

    def sleep_us(self, us):
        end = self.now + us
        if end >= self.next:
            self._pass(end)
        if end > self.now:
            self.now = end

    def sleep_ms(self, ms):
        self.sleep_us(ms * 1000)

    def spend_us(self, us):
        """Let time pass on a bus; fractions of a microsecond are kept for the next call."""
        self.spend_ns(int(us * 1000))

    def spend_ns(self, ns):
        self.bus_ns += ns
        ns += self._rest_ns
        us = ns // 1000
        self._rest_ns = ns - us * 1000
        end = self.now + us
        if end >= self.next:
            self._pass(end)
        if end > self.now:
            self.now = end

    def at(self, us, function):
        """Call `function()` when the clock reaches `us`; return the alarm."""
        alarm = Alarm(us, self._made, function)
        self._made += 1
        alarms = self._alarms
        at = len(alarms)
        while at and alarms[at - 1].at <= us:
            at -= 1
        alarms.insert(at, alarm)
        self.next = alarms[-1].at
        return alarm

    def forget(self):
        """Cancel all alarms."""
        self._alarms = []
        self.next = _NEVER

    def _pass(self, end):
        alarms = self._alarms
        while alarms and alarms[-1].at <= end:
            alarm = alarms.pop()
            self.next = alarms[-1].at if alarms else _NEVER
            if alarm.function:
                if alarm.at > self.now:
                    self.now = alarm.at
                alarm.function()
