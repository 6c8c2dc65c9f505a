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


def _is_held():
    """Tell whether the safe-mode button is down, where config.json names one."""
    import json

    from machine import Pin

    try:
        with open("config.json") as file:
            pin = json.load(file).get("safe_pin")
        return pin is not None and not Pin(pin, Pin.IN, Pin.PULL_UP).value()
    except (OSError, ValueError, TypeError, AttributeError):
        return False  # the program says what is wrong with the file


def main():
    """Run the table for ever; return where there is something to mend."""
    if _is_held():
        print("Tierce: safe mode, the table does not play. Restart without the button held.")
        return
    if PROGRAM:
        sys.path.insert(0, PROGRAM)
    if hasattr(gc, "threshold"):
        # What imports leave behind lies between what they keep. Cleared away as it comes, the heap
        # keeps room for large buffers.
        gc.threshold(_STARTING)
    from app.files import Files

    files = Files()
    program = None
    try:
        from machine import WDT, reset

        from app.clock import Clock
        from app.program import Program
        from app.usb import UsbPort

        program = Program(Clock(), files, UsbPort(), reset, lambda ms: WDT(timeout=ms))
        if hasattr(gc, "threshold"):
            gc.threshold(_PLAYING)
        program.run()
    except KeyboardInterrupt:
        print("Tierce: stopped")
    except Exception as error:
        print("Tierce: stopped by an error, which error.txt tells of")
        from app.notes import note

        note(files, "main", error)
        raise
    finally:
        if program is not None:
            program.stop()


if __name__ == "__main__":
    main()
