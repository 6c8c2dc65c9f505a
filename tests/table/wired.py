"""A modelled board for one driver, and a screen's picture compared with what was drawn."""

from drawing import rows

from drivers.steps import blocking
from tierce_tools.twin import machine
from tierce_tools.twin.board import Board
from tierce_tools.twin.clock import Clock


class Wired:
    """A board of which only the clock and the wires are there."""

    def __init__(self):
        self.clock = Clock()
        self.board = machine.plug(Board(self.clock))

    def outputs(self, *numbers):
        """Return pins that are outputs, and high."""
        return [machine.Pin(each, machine.Pin.OUT, value=1) for each in numbers]

    def do(self, steps):
        """Run steps to their end; return their result."""
        return blocking(steps, self.clock.sleep_us)


class Shown(Wired):
    """A `screen` whose `chip` shall show its `canvas`."""

    def show(self, full=False):
        return self.do(self.screen.start_show(self.canvas, full))

    def right(self):
        assert self.chip.errors == []
        assert self.chip.picture() == rows(self.canvas)
