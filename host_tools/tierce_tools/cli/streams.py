"""Standard input and output, as every verb wants them."""

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO


def open_input(name: str) -> BinaryIO:
    """Return a file to read, - being standard input. Raises OSError."""
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by `<&-`
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def give_up_output() -> None:
    """Let what is still to be written go nowhere, so that leaving does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
