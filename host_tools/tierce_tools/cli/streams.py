"""Standard input and output, as every verb wants them."""

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO, TextIO

from tierce_tools.plain import as_json, spelt


def open_input(name: str) -> BinaryIO:
    """Return a file to read, - being standard input. Raises OSError."""
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by `<&-`
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def tell(text: str) -> None:
    """Say a line on standard error, after what was printed already."""
    sys.stdout.flush()
    print("\n".join(map(spelt, text.split("\n"))), file=sys.stderr, flush=True)


def print_json(thing: object) -> None:
    """Print facts as a line of JSON, now."""
    print(as_json(thing), flush=True)


def give_up_output(stream: TextIO) -> None:
    """Let what is still to be written go nowhere, so that leaving does not fail on it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
