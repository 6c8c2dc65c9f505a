"""Says on the screen that the program was stopped over USB, and how it starts again. Loaded then only."""

from drivers.steps import poll

_MOST_US = 8000000  # a slow screen is left as it is then: the REPL is waited for
_SHOWN_US = 100000  # the screen's task waits so long when all is shown: app.people.screen


def show(program):
    """Show it, as the last thing that the program does; its tasks have ended."""
    notices = program.panel.words.menu().NOTICES
    program.panel.headed("trouble", [notices["stopped"], notices["again"]])
    for task in program.loop.tasks:
        if task.name == "screen":
            steps = task.begin()
            waited = 0
            while waited < _MOST_US:
                wait, _ = poll(steps)
                if wait >= _SHOWN_US:
                    break
                program.clock.sleep_us(wait)
                waited += wait
