"""Standard output and error for all verbs."""

import os
import sys
from typing import TextIO

from tierce_tools.base.plain import as_json, spelt


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
