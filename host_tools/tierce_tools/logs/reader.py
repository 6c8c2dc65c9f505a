"""Reads a table log line by line, from a file or standard input.

Only one line is in memory at a time. A byte-order mark, CRLF and blank lines are accepted. Any
other line that is not a JSON value is a BadLine with its number.
"""

import json
from collections.abc import Iterator
from typing import BinaryIO

from tierce_tools.base.jsontext import loads

# Longer than any event of a table. Longer lines are refused without being read into memory.
LONGEST_LINE = 1 << 20


class BadLine(Exception):
    """A line that is not JSON: its number from 1; `key` and `details` are for words.ERRORS."""

    def __init__(self, line: int, key: str, *details: object) -> None:
        super().__init__(line, key, *details)
        self.line = line
        self.key = key
        self.details = details


def lines(stream: BinaryIO) -> Iterator[tuple[int, bytes, bool]]:
    """Yield (number, line, ended): `ended` is False for a last line without newline.

    Of a line that is too long, the first LONGEST_LINE + 1 bytes are yielded.
    """
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        ended = line.endswith(b"\n")
        if not ended and len(line) > LONGEST_LINE:
            rest = line
            while rest and not rest.endswith(b"\n"):
                rest = stream.readline(LONGEST_LINE)
        if number == 1:
            line = line.removeprefix(b"\xef\xbb\xbf")
        yield number, line, ended


def parse(number: int, line: bytes, ended: bool) -> object:
    """Return the JSON value of a line. Raises BadLine."""
    if len(line) > LONGEST_LINE:
        raise BadLine(number, "too_long", LONGEST_LINE)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise BadLine(number, "not_utf8", error.start) from None
    try:
        return loads(text)
    except json.JSONDecodeError as error:
        if not ended:
            raise BadLine(number, "cut_off") from None
        raise BadLine(number, "not_json", error.colno) from None
    except ValueError:
        raise BadLine(number, "not_json", 1) from None
