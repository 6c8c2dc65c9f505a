"""The console script's entry: Ctrl-C exits silently, even while modules are loading."""

import sys
from typing import Any


def run() -> None:
    """Run the console script."""
    sys.unraisablehook = _once_more
    try:
        from tierce_tools.cli.main import run as run_verbs

        run_verbs()
    except KeyboardInterrupt:
        sys.exit(130)


def _once_more(lost: Any) -> None:
    """Repeat a Ctrl-C that was raised inside a finalizer, where Python ignores exceptions."""
    if lost.exc_type is KeyboardInterrupt:
        import _thread
        from threading import Timer

        # Delayed, as an exception raised here would be ignored too.
        again = Timer(0.02, _thread.interrupt_main)
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(lost)
