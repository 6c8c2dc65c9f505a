"""The console script's entry: Ctrl-C ends the program silently at every moment.

While modules are loaded it ends the process at once; then verbs that stay hold signals, and others
are interrupted as usual: see `leaving`.
"""

import os
import sys

try:
    from tierce_tools.cli import leaving

    leaving.loading()
except KeyboardInterrupt:
    os._exit(130)


def run() -> None:
    """Run the console script."""
    sys.unraisablehook = _once_more
    try:
        from tierce_tools.cli.main import run as run_verbs

        run_verbs()
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        leaving.loaded()


def _once_more(lost: "sys.UnraisableHookArgs") -> None:
    """Repeat a Ctrl-C that was raised inside a finalizer, where Python ignores exceptions."""
    if lost.exc_type is KeyboardInterrupt:
        from threading import Thread

        Thread(target=_interrupt, daemon=True).start()
    else:
        sys.__unraisablehook__(lost)


def _interrupt() -> None:
    """Interrupt the main thread once it has left the function above: there it would be ignored."""
    import _thread
    import time
    from threading import main_thread

    while True:
        frames = sys._current_frames()  # pyright: ignore[reportPrivateUsage]
        frame = frames.get(main_thread().ident or 0)
        while frame is not None and frame.f_code is not _once_more.__code__:
            frame = frame.f_back
        if frame is None:
            _thread.interrupt_main()
            return
        time.sleep(0.005)
