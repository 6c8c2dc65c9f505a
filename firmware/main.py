"""Runs at power-on: starts the table, unless the safe-mode button is held.

Every failure ends at the REPL, so the board can always be reached over USB.
"""

import gc
import io
import sys
from binascii import crc32

# The program: an archive, which `mount` makes importable; "/rom": the ROMFS; "": modules beside this
# file. Replacing this file switches to another program, so `tierce deploy` replaces it last.
PROGRAM = ""

# gc.threshold: a garbage collection runs after this many allocated bytes. Once the program has
# started, a collection takes 25 ms.
_STARTING = 8192
_PLAYING = 32768


_AT = "/program"  # where an archive is mounted


class Archive:
    """The modules of a program in one file, as a file system: they can be imported and read.

    The file is a ROMFS image: see MicroPython's manual, "ROMFS image format". It is opened again for
    each module, so that nothing but the places stays in memory. There is no text mode.
    """

    def __init__(self, name):
        """Find where everything lies. Raises OSError without such a file."""
        self._name = name
        # The checksum of each path -> where the record of its bytes begins; 0: a folder.
        self._places = {_key("/"): 0}
        with open(name, "rb") as file:
            head = file.read(8)
            if head[:3] != b"\xd2\xcd\x31":
                raise OSError(19, name)
            size, at = _number(head, 3)
            self._index(file, at, at + size, "/")

    def _index(self, file, at, end, folder):
        head = bytearray(64)
        while at < end:
            file.seek(at)
            file.readinto(head)
            size, start = _number(head, 1)
            length, name = _number(head, start)
            content = at + name + length
            at += start + size
            path = folder + str(head[name : name + length], "utf-8")
            self._places[_key(path)] = 0 if head[0] == 4 else content
            if head[0] == 4:
                self._index(file, content, at, path + "/")

    def _place(self, path):
        place = self._places.get(_key(path))
        if place is None:
            raise OSError(2)
        return place

    def mount(self, readonly, mkfs):
        pass

    def stat(self, path):
        return (0x8000 if self._place(path) else 0x4000, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def open(self, path, mode):
        place = self._place(path)
        file = open(self._name, "rb")  # noqa: SIM115
        file.seek(place)
        size, start = _number(file.read(8), 1)
        file.seek(place + start)
        if path.endswith(".mpy"):  # the import reads it to its own end, and no further
            return file
        with file:
            return io.BytesIO(file.read(size))


def _number(data, at):
    """Return a number and where it ends: seven bits a byte, the highest first."""
    value = 0
    while True:
        value = value << 7 | data[at] & 127
        at += 1
        if data[at - 1] < 128:
            return value, at


def _key(path):
    """Return a small integer for a path, which takes no memory of its own in a dict."""
    return crc32(path.encode()) & 0x3FFFFFFF


def mount():
    """Make the program's modules importable. Raises OSError without its archive."""
    folder = PROGRAM
    if PROGRAM.endswith(".rom"):
        import vfs

        vfs.mount(Archive(PROGRAM), _AT)
        folder = _AT
    if folder:
        sys.path.insert(0, folder)


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
    interrupted = False
    try:
        from machine import WDT, reset

        from app.link.usb import UsbPort
        from app.program import Program

        program = Program(clock, files, UsbPort(), reset, lambda ms: WDT(timeout=ms), buttons)
        if hasattr(gc, "threshold"):
            gc.threshold(_PLAYING)
        program.run()
    except KeyboardInterrupt:
        interrupted = True
        print("Tierce: stopped")
    except Exception as error:
        print("Tierce: stopped by an error, which error.txt tells of")
        from app.faults import note

        note(files, "main", error)
        raise
    finally:
        if program is not None:
            program.stop()
    if interrupted and program is not None:
        # Last, so that a second Ctrl-C spoils the screen only.
        from app.people.stopped import show

        show(program)


if __name__ == "__main__":
    mount()
    main()
