"""A wire: one level that a pin or a chip sets and others read."""


class Wire:
    """`level` is the last driven level. A wire that is not driven has the level of its pull.

    A chip can set `source`, a function that returns the present level; `read()` calls it. Listeners
    get no changes of such a wire. Or a chip sets `until` and drives the wire high: `read()` checks
    whether that time is over, and then lets the wire fall.
    """

    def __init__(self, name="", level=1):
        self.name = name
        self.level = level
        self.driven = False
        self.source = None
        self.until = None
        self.strip = None  # a WS2812 strip, with show(colours, count)
        self.tone = (0, 0)  # PWM: frequency in hertz, duty cycle in 1/65536
        self._pull = level
        self.listeners = ()

    def read(self):
        if self.source:
            return self.source()
        if self.level and self.until and not self.until():
            self.drive(0)
        return self.level

    def drive(self, level):
        """Set the level; None releases the wire."""
        if level is None:
            self.driven = False
            level = self._pull
        else:
            self.driven = True
        if level != self.level:
            self.level = level
            for function in self.listeners:
                function(level)

    def pull(self, level):
        """Hold the wire at `level` while it is not driven."""
        self._pull = level
        if not self.driven:
            self.drive(None)

    def listen(self, function):
        """Call function(level) at each change; return a function that stops this."""
        self.listeners = self.listeners + (function,)

        def end():
            self.listeners = tuple([each for each in self.listeners if each is not function])

        return end
