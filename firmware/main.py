"""What the board runs when it starts: the table, unless somebody holds the safe-mode button.

Whatever goes wrong ends at the REPL, so that the board can always be reached over USB.
"""

import gc
import sys

# The folder that the modules are in, "" for this file's own. To replace this file is to switch from
# one program to another: `tierce deploy` does that last.
PROGRAM = ""

# After so many bytes garbage is collected. Later on that takes 20 ms.
_STARTING = 8192
_PLAYING = 32768


def _config():
    """Return config.json as it is; what is wrong with it the program says."""
    import json

    try:
        with open("config.json") as file:
            return json.load(file)
    except (OSError, ValueError):
        return None


def _is_held(config):
    """Tell whether the safe-mode button is down, where config.json names one."""
    from machine import Pin

    try:
        pin = config.get("safe_pin")
        return pin is not None and not Pin(pin, Pin.IN, Pin.PULL_UP).value()
    except (ValueError, TypeError, AttributeError):
        return False


def _listen(config, clock):
    """Return the buttons, whose presses are noted from now on; None where config.json is wrong."""
    from machine import Pin

    from drivers.buttons import Buttons

    try:
        pins = [Pin(each["pin"], Pin.IN, Pin.PULL_UP) for each in config["buttons"]]
        return Buttons(pins, clock.us)
    except (ValueError, TypeError, KeyError):
        return None


def main():
    """Run the table for ever; return where there is something to mend."""
    config = _config()
    if _is_held(config):
        print("Tierce: safe mode, the table does not play. Restart without the button held.")
        return
    if PROGRAM:
        sys.path.insert(0, PROGRAM)
    from app.clock import Clock

    clock = Clock()
    # First of all: what is pressed while the rest starts waits until the match is back.
    buttons = _listen(config, clock)
    config = None
    if hasattr(gc, "threshold"):
        # What imports leave behind lies between what they keep. Cleared away as it comes, the heap
        # keeps room for large buffers.
        gc.threshold(_STARTING)
    from app.files import Files

    files = Files()
    program = None
    try:
        from machine import WDT, reset

        from app.link.usb import UsbPort
        from app.program import Program

        program = Program(
            clock, files, UsbPort(), reset, lambda ms: WDT(timeout=ms), buttons
        )
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
