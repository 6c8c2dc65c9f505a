"""A wire: one level that a pin or a chip sets and others see."""


class Wire:
    """`level` is what was driven last. A wire that nobody drives is where its pull holds it.

    A chip that would rather be asked sets `source`, a function that returns the level at this
    moment: `read()` asks it. Nobody is told of changes of such a wire. Or it sets `until`, and
    drives the wire high when it has to: `read()` asks whether it is still high, and lets it fall.
    """

    def __init__(self, name="", level=1):
        self.name = name
        self.level = level
        self.driven = False
        self.source = None
        self.until = None
        self.strip = None  # a WS2812 strip, with show(colours, count)
        self.tone = (0, 0)  # PWM: frequency in hertz, duty of 65536
        self._pull = level
        self.listeners = ()

    def read(self):
        if self.source:
            return self.source()
        if self.level and self.until and not self.until():
            self.drive(0)
        return self.level

    def drive(self, level):
        """Set the level; None lets go of the wire."""
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
        """Hold the wire at `level` while nobody drives it."""
        self._pull = level
        if not self.driven:
            self.drive(None)

    def listen(self, function):
        """Call function(level) at each change; return a function that ends that."""
        self.listeners = self.listeners + (function,)

        def end():
            self.listeners = tuple([each for each in self.listeners if each is not function])

        return end
