"""Runs at power-on: starts the table, unless the safe-mode button is held.

Every failure ends at the REPL, so the board can always be reached over USB.
"""

import gc
import sys

# The folder of the modules, "" for the folder of this file. Replacing this file switches to another
# version of the program, so `tierce deploy` replaces it last.
PROGRAM = ""

# gc.threshold: a garbage collection runs after this many allocated bytes. Once the program has
# started, a collection takes 25 ms.
_STARTING = 8192
_PLAYING = 32768


def _config():
    """Return config.json unchecked, or None if it cannot be read; the program reports why."""
    import json

    try:
        with open("config.json") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def _is_held(config):
    """Tell whether the safe-mode button is held; False if config.json names none."""
    from machine import Pin

    try:
        pin = config.get("safe_pin")
        return pin is not None and not Pin(pin, Pin.IN, Pin.PULL_UP).value()
    except (ValueError, TypeError, AttributeError):
        return False


def _listen(config, clock):
    """Return the buttons, which record presses from now on; None if config.json is wrong."""
    from machine import Pin

    from drivers.buttons import Buttons

    try:
        pins = [Pin(each["pin"], Pin.IN, Pin.PULL_UP) for each in config["buttons"]]
        return Buttons(pins, clock.us)
    except (ValueError, TypeError, KeyError):
        return None


def main():
    """Run the table. Return in safe mode or on Ctrl-C; write other errors down and raise them."""
    config = _config()
    if _is_held(config):
        print("Tierce: safe mode, the table does not play. Restart without the button held.")
        return
    if PROGRAM:
        sys.path.insert(0, PROGRAM)
    from app.clock import Clock

    clock = Clock()
    # First, so that presses during the start are kept until the match has resumed.
    buttons = _listen(config, clock)
    config = None
    if hasattr(gc, "threshold"):
        # The garbage of imports fragments the heap. Frequent collections keep room for large
        # buffers.
        gc.threshold(_STARTING)
    from app.files import Files

    files = Files()
    program = None
    try:
        from machine import WDT, reset

        from app.link.usb import UsbPort
        from app.program import Program

        program = Program(clock, files, UsbPort(), reset, lambda ms: WDT(timeout=ms), buttons)
        if hasattr(gc, "threshold"):
            gc.threshold(_PLAYING)
        program.run()
    except KeyboardInterrupt:
        print("Tierce: stopped")
    except Exception as error:
        print("Tierce: stopped by an error, which error.txt tells of")
        from app.faults import note

        note(files, "main", error)
        raise
    finally:
        if program is not None:
            program.stop()


if __name__ == "__main__":
    main()
