"""A modelled board for one driver, and a screen's picture compared with what was drawn."""

from drawing import rows

from drivers.steps import blocking, poll
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

    def gives_up(self, cut, full=False):
        """Give a picture up after `cut` steps; check that the next one is right; tell whether all steps were done."""
        self.canvas.text(0, 0, "first", 2)
        self.show()
        self.canvas.invert(20, 8, 100, 48)
        steps, wait = self.screen.start_show(self.canvas, full), 0
        for _ in range(cut):
            wait, _ = poll(steps)
            if wait < 0:
                break
            self.clock.sleep_us(wait)
        steps.close()
        self.canvas.text(10, 32, "second", 2)
        assert self.show()
        self.right()
        return wait < 0

    def right(self):
        assert self.chip.errors == []
        assert self.chip.picture() == rows(self.canvas)
