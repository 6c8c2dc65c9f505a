"""Runs the board's tasks, one at a time, each when it is due.

A task is a function that returns endless steps (see drivers.steps). There are no threads: while one
task is polled, no other task runs, so none changes data under it.
"""

from drivers.steps import MASK, poll, since

# Microseconds until a failed task begins again
_AGAIN = 1000000
_FAR = 1 << 28


class Task:
    """One task: its name, the function that begins it, its steps, when they are due, failures."""

    def __init__(self, name, begin, now):
        self.name = name
        self.begin = begin
        self.steps = begin()
        self.due = now
        self.failures = 0


class Loop:
    """The tasks of a board. An exception in a task calls `failed(name, error)`."""

    def __init__(self, clock, failed):
        self.clock = clock
        self.failed = failed
        self.tasks = []
        self._task = None  # the one polled last
        self._others = 0  # when the earliest of the others is due

    def add(self, name, begin):
        """Add a task; `begin()` returns its steps and is called again after a failure."""
        self.tasks.append(Task(name, begin, self.clock.us()))
        self._task = None

    def hurry(self, name):
        """Let the task of this name be due at once, if there is one."""
        for task in self.tasks:
            if task.name == name:
                task.due = self.clock.us()
                self._task = None

    def turn(self):
        """Sleep until the next task is due, then poll it."""
        now = self.clock.us()
        task = self._task
        # Usually the readers' task is due again, so search the others only when one may be due.
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
        if wait < 0:  # a task that ended begins again
            task.steps = task.begin()
            wait = 0
        task.due = (self.clock.us() + wait) & MASK

    def _choose(self):
        """Return the task that is due first; note when the earliest of the others is due."""
        first = self.tasks[0]
        others = (first.due + _FAR) & MASK
        for task in self.tasks:
            if since(task.due, first.due) < 0:
                others = first.due
                first = task
            elif task is not first and since(task.due, others) < 0:
                others = task.due
        self._task = first
        self._others = others
        return first

    def _fail(self, task, error):
        task.failures += 1
        task.steps = task.begin()
        self.failed(task.name, error)
