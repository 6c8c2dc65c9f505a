"""Writes exceptions of the program to a file, for the person who repairs the table."""

import sys

from app.files import MISSING

NAME = "error.txt"
_MOST = 4096  # bytes; the newest are kept


def trace(error):
    """Return an exception with its traceback, as text."""
    if hasattr(sys, "print_exception"):  # MicroPython
        import io

        text = io.StringIO()
        sys.print_exception(error, text)  # pyright: ignore[reportArgumentType]
        return text.getvalue()  # pyright: ignore[reportAttributeAccessIssue]
    import traceback

    return "".join(traceback.format_exception(error))


def note(files, name, error):
    """Append an exception in part `name` of the program to the file. Never raises OSError."""
    try:
        old = files.read(NAME)
    except OSError as trouble:
        if trouble.errno not in MISSING:
            return
        old = b""
    text = "%s: %s" % (name, trace(error))
    try:
        files.write(NAME, (old + text.encode())[-_MOST:])
    except OSError:
        return  # the flash is full: there is nowhere else to write it
