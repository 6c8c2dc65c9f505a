"""Reads a log into records: from a file, standard input or a pipe, line by line.

Only one line is in memory at a time. A byte-order mark, CRLF and blank lines are accepted. Any
other line that is not a JSON value is a BadLine.
"""

import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from tierce_tools.base.jsontext import loads

# Longer than any event of a table. Longer lines are refused without being read into memory.
LONGEST_LINE = 1 << 20

Record = tuple[int, int, object]  # the line's number from 1, its size in bytes, its JSON value or a BadLine


class BadLine(Exception):
    """A line that is no record; `key` and `details` are for words.LINES."""

    def __init__(self, key: str, *details: object) -> None:
        super().__init__(key, *details)
        self.key = key
        self.details = details


def open_input(name: str) -> BinaryIO:
    """Open a file to read; "-" is standard input. Raises OSError."""
    if name != "-":
        return Path(name).open("rb")
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - closed by `<&-`
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))
    return sys.stdin.buffer


def records(stream: BinaryIO) -> Iterator[Record]:
    """Yield the records of a log. One that is empty, or cannot be read to its end, ends with a BadLine."""
    number = 0
    empty = True
    try:
        while line := stream.readline(LONGEST_LINE + 1):
            number += 1
            ended = line.endswith(b"\n")
            if not ended and len(line) > LONGEST_LINE:
                rest = line
                while rest and not rest.endswith(b"\n"):
                    rest = stream.readline(LONGEST_LINE)
            if number == 1:
                line = line.removeprefix(b"\xef\xbb\xbf")
            if line.isspace() or not line:
                continue
            empty = False
            try:
                value = parse(line, ended)
            except BadLine as error:
                value = error
            yield number, len(line), value
    except OSError as error:  # reading failed part-way
        yield number + 1, 0, BadLine("unreadable", error.strerror or str(error))
        return
    if empty:
        yield max(number, 1), 0, BadLine("empty")


def numbered(values: Iterable[object]) -> Iterator[Record]:
    """Yield the records of a log that is given as objects, the header first; their size is 0."""
    for number, value in enumerate(values, 1):
        yield number, 0, value


def parse(line: bytes, ended: bool) -> object:
    """Return the JSON value of a line; `ended` is False for a last one without newline. Raises BadLine."""
    if len(line) > LONGEST_LINE:
        raise BadLine("too_long", LONGEST_LINE)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadLine("not_utf8", error.start) from None
    try:
        return loads(text)
    except json.JSONDecodeError as error:
        if not ended:
            raise BadLine("cut_off") from None
        raise BadLine("not_json", error.colno) from None
    except ValueError:
        raise BadLine("not_json", 1) from None
