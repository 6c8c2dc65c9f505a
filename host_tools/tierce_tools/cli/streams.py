"""Standard input and output for all verbs."""

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO, TextIO

from tierce_tools.base.plain import as_json, spelt


def open_input(name: str) -> BinaryIO:
    """Open a file to read; "-" is standard input. Raises OSError."""
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by `<&-`
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def tell(text: str) -> None:
    """Print a line on standard error, after the output so far."""
    sys.stdout.flush()
    print("\n".join(map(spelt, text.split("\n"))), file=sys.stderr, flush=True)


def print_json(thing: object) -> None:
    """Print facts as a line of JSON, and flush."""
    print(as_json(thing), flush=True)


def give_up_output(stream: TextIO) -> None:
    """Discard buffered output, so that the exit does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
