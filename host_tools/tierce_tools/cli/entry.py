"""Where the console script begins: Ctrl-C ends it without a word, while it is being loaded too."""

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
    """Let a Ctrl-C count that came while Python cleared something away, which would swallow it."""
    if lost.exc_type is KeyboardInterrupt:
        import _thread
        from threading import Timer

        # A little later, as what is raised here would be swallowed, too.
        again = Timer(0.02, _thread.interrupt_main)
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(lost)
