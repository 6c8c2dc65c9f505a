"""Runs the board's tasks, one at a time, each when it wants to.

A task is a function that gives steps (see drivers.steps) without end. There is nothing else that
runs: no thread, no interrupt; so what a task has in hand between two polls, no other task changes.
"""

from drivers.steps import MASK, poll, since

# A task that failed begins again after so many microseconds.
_AGAIN = 1000000
_FAR = 1 << 28


class Task:
    """One task: its name, what begins it, its steps, when it is due, how often it failed."""

    def __init__(self, name, begin, now):
        self.name = name
        self.begin = begin
        self.steps = begin()
        self.due = now
        self.failures = 0


class Loop:
    """The tasks of a board. `failed(name, error)` is told of an exception in one of them."""

    def __init__(self, clock, failed):
        self.clock = clock
        self.failed = failed
        self.tasks = []
        self._task = None  # the one polled last
        self._others = 0  # when the next of the others is due

    def add(self, name, begin):
        """Add a task; `begin()` gives its steps, anew after a failure."""
        self.tasks.append(Task(name, begin, self.clock.us()))
        self._task = None

    def turn(self):
        """Poll the task that is due first, having slept until it is."""
        now = self.clock.us()
        task = self._task
        # The one that runs mostly is the readers': no look at the others before one of them is due.
        if task is None or since(task.due, self._others) > 0:
            task = self._choose()
        wait = since(task.due, now)
        if wait > 0:
            self.clock.sleep_us(wait)
        try:
            wait, _ = poll(task.steps)
        except Exception as error:
            self._fail(task, error)
            wait = _AGAIN
        if wait < 0:  # a task that ended begins again: tasks have no end
            task.steps = task.begin()
            wait = 0
        task.due = (self.clock.us() + wait) & MASK

    def _choose(self):
        """Return the task that is due first; note when the next of the others is."""
        tasks = self.tasks
        first = tasks[0]
        for task in tasks:
            if since(task.due, first.due) < 0:
                first = task
        others = (first.due + _FAR) & MASK
        for task in tasks:
            if task is not first and since(task.due, others) < 0:
                others = task.due
        self._task = first
        self._others = others
        return first

    def _fail(self, task, error):
        task.failures += 1
        task.steps = task.begin()
        self.failed(task.name, error)
