"""Answers questions for hints, given as lines of JSON, a block of lines at a time."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

from tierce.outcomes import line_of
from tierce.presets import LogError
from tierce_tools.hints.questions import answer
from tierce_tools.logs.many import in_order
from tierce_tools.logs.reader import LONGEST_LINE, BadLine, parse

# For fewer lines, loading numpy takes longer than answering them one by one.
MANY = 200
_BLOCK = 1 << 18  # bytes
# Each line is exactly one object without nested objects.
_ONE_EACH = re.compile(rb"(?:[ \t]*\{[^{}\n]*\}[ \t\r]*(?:\n|$))*")


@dataclass(frozen=True)
class Block:
    """Some lines, the number of the first, and whether the last one ends with a newline."""

    first: int
    lines: list[bytes]
    ended: bool = True


@dataclass(frozen=True)
class BadQuestion:
    """A line that is not a question: its number and the error."""

    line: int
    error: LogError | BadLine


def answers(stream: BinaryIO, jobs: int = 1) -> Iterator[list[str | BadQuestion]]:
    """Yield the answers to a stream of questions, block by block, as lines of JSON without newline.

    Blank lines get no answer. Whatever has arrived is answered at once, so a program can send one
    question and wait without closing the stream. With `jobs` > 1 that number of processes
    shares the blocks. Raises OSError if reading fails.
    """
    if jobs == 1:
        yield from map(answered, _blocks(stream))
        return
    # A thread will read. Python's buffer is bypassed, as its lock would delay the exit.
    stream = getattr(stream, "raw", stream)
    with in_order(answered, _blocks(stream), jobs) as found:
        yield from found


def _blocks(stream: BinaryIO) -> Iterator[Block]:
    number = 1
    rest = b""
    read = getattr(stream, "read1", stream.read)
    while data := read(_BLOCK):
        if number == 1 and not rest:
            data = data.removeprefix(b"\xef\xbb\xbf")
        lines = (rest + data).split(b"\n")
        rest = lines.pop()
        if lines:
            yield Block(number, lines)
            number += len(lines)
        # Keep only enough of a line to show that it is too long.
        rest = rest[: LONGEST_LINE + 1]
    if rest:
        yield Block(number, [rest], ended=False)


def answered(block: Block) -> list[str | BadQuestion]:
    """Return the answers to a block of lines."""
    if len(block.lines) >= MANY:
        many = _gin(block.lines)
        if many is not None:
            return cast("list[str | BadQuestion]", many)
    found: list[str | BadQuestion] = []
    for number, text in enumerate(block.lines, block.first):
        if text and not text.isspace():
            try:
                found.append(line_of(answer(parse(text, block.ended))))
            except (LogError, BadLine) as error:
                found.append(BadQuestion(number, error))
    return found


def _gin(lines: list[bytes]) -> list[str] | None:
    """Return the answers if every question asks for a plain gin hand; else None."""
    if max(map(len, lines)) > LONGEST_LINE or not _ONE_EACH.fullmatch(b"\n".join(lines)):
        return None
    try:
        asked: list[dict[str, Any]] = json.loads(b"[%s]" % b",".join(lines))
        hands = [each["hand"] for each in asked if len(each) == 2 and each["game"] == "gin"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    if len(hands) != len(lines) or not all(type(hand) is list for hand in hands):
        return None
    try:
        from tierce_tools.hints.gin_hands import answers as gin_answers
    except ModuleNotFoundError:  # without the extra "bulk", numpy: one by one, which is slower
        return None
    return gin_answers(hands)
