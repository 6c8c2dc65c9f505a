"""What tables and the collector say on a broker: topics and their JSON, checked when read.

    tierce/TABLE/status    retained   online | gone
    tierce/TABLE/state     retained   the table as people see it: see state.py
    tierce/TABLE/event                a verdict as it falls: see state.py
    tierce/TABLE/record               {"journal": NAME, "stream": NAME, "n": N,
                                       "records": [RECORD, ...]}
    tierce/TABLE/position  retained   {"journal": NAME, "stream": NAME, "n": N, "next": N,
                                       "held": [N, ...], "clock": [N, UNIX]}
    tierce/TABLE/ask       retained   {"journal": NAME, "from": N}, of the collector
    tierce/TABLE/names     retained   {"journal": NAME, "match": N, "names": [NAME, ...]}, of the
                                      collector: who plays the match whose header has this number

A record is as the board's link sends it (firmware/BOARD.md, "The link"), a loss among them. A
publisher begins a stream when it connects or goes back; `n` counts the stream's messages of records
from 1, and a position has the `n` of the last one before it. So a reader notices a missing message:
brokers drop what does not fit into a queue. All is sent at QoS 1, so it may come twice; only events
are sent at QoS 0: they come once or, in a break, never.
What comes from a broker is hostile until it is read here: a reader gets None for what is not such a
message.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from tierce.presets import MOST_SEATS
from tierce_tools.base.jsontext import loads
from tierce_tools.base.plain import plain
from tierce_tools.base.trouble import Trouble
from tierce_tools.logs.records import Record, is_loss, is_number, is_record

ROOT = "tierce"
STATUS, STATE, RECORD, POSITION, ASK = "status", "state", "record", "position", "ask"
NAMES, EVENT = "names", "event"
ONLINE, GONE = "online", "gone"
LONGEST = 1 << 18  # bytes of a message; longer ones are not read
BATCH = 64  # records in a message, at most

# A level of a topic, a user of the broker, an id in Home Assistant: letters that all allow.
_TABLE = re.compile(r"[A-Za-z0-9_-]{1,64}")
_JOURNAL = re.compile(r"[0-9a-f]{16}")
_STREAM = re.compile(r"[0-9a-f]{8}")
_HELD = 1 << 14  # most numbers held back: more than a journal has
_LONGEST_NAME = 60


def table_of(name: str) -> str:
    """Return a table's name if it can be one on a broker. Raises Trouble."""
    if not _TABLE.fullmatch(name):
        raise Trouble(
            "broker.bad_name",
            "{name}: a table's name on a broker has 1 to 64 letters without accents, digits, - or _, as in "
            "--name table-1",
            name=repr(name),
        )
    return name


def collector_of(name: str) -> str:
    """Return the identifier of a collector on the broker. Raises Trouble."""
    if not _TABLE.fullmatch(name):
        raise Trouble(
            "broker.bad_collector",
            "{name}: a collector's name has 1 to 64 letters without accents, digits, - or _, as in --name club",
            name=repr(name),
        )
    return f"{ROOT}.collector.{name}"  # no table's: their names have no dot


def topic(table: str, what: str) -> str:
    """Return a table's topic."""
    return f"{ROOT}/{table}/{what}"


def parted(name: str) -> tuple[str, str] | None:
    """Return (table, what) of a topic; None if it is none of ours."""
    root, _, rest = name.partition("/")
    table, _, what = rest.partition("/")
    known = what in (STATUS, STATE, EVENT, RECORD, POSITION, ASK, NAMES)
    return (table, what) if root == ROOT and known and _TABLE.fullmatch(table) else None


# --- the journal


def journal_of(board: str, note: Record) -> str:
    """Return the name of a journal: 16 hexadecimal digits.

    `note` is its first record in which a computer told the time: no other journal of this board
    has the same. `board` is the board's serial number, or else its name.
    """
    told = json.dumps([board, note], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


# --- messages


@dataclass(frozen=True)
class Count:
    """The last message of records of a stream: its number, 0 before the first."""

    stream: str
    n: int


@dataclass(frozen=True)
class Batch:
    """The records and losses of a message, and its number."""

    journal: str
    count: Count
    records: list[Record]


@dataclass(frozen=True)
class Position:
    """How far a table's journal is on the broker.

    `next` is the number after the last record that was looked at, `held` those before it that wait
    until their round is over. `clock` is the number and time of the latest note of the time.
    """

    journal: str
    count: Count
    next: int
    held: tuple[int, ...]
    clock: tuple[int, int]


@dataclass(frozen=True)
class Names:
    """Who plays a match, by seat: the names that the collector has found by players' cards.

    `match` is the number of the match's header in its journal.
    """

    journal: str
    match: int
    names: tuple[str, ...]


def parts(records: list[Record]) -> Iterator[list[Record]]:
    """Yield the records of each message: BATCH at most, and well below LONGEST."""
    part: list[Record] = []
    size = 0
    for record in records:
        length = len(encoded(record))
        if part and (len(part) == BATCH or size + length > LONGEST // 2):
            yield part
            part, size = [], 0
        part.append(record)
        size += length
    if part:
        yield part


def encoded(thing: Any) -> bytes:
    """Return a message's JSON."""
    return json.dumps(thing, separators=(",", ":")).encode()


def encoded_batch(batch: Batch) -> bytes:
    """Return the message of some records."""
    return encoded({**_marks(batch), "records": batch.records})


def encoded_position(position: Position) -> bytes:
    """Return the message of a position."""
    return encoded(
        {**_marks(position), "next": position.next, "held": list(position.held), "clock": list(position.clock)}
    )


def _marks(thing: Batch | Position) -> Record:
    return {"journal": thing.journal, "stream": thing.count.stream, "n": thing.count.n}


def read(payload: object) -> Record | None:
    """Return a message's JSON object."""
    if not isinstance(payload, bytes | bytearray) or len(payload) > LONGEST:
        return None
    try:
        thing: object = loads(payload)
    except ValueError:
        return None
    return cast("Record", thing) if isinstance(thing, dict) else None


def read_position(payload: object) -> Position | None:
    """Return the position in a message."""
    told = read(payload)
    count = _count(told)
    if told is None or count is None or not _named(told) or not is_number(told.get("next")):
        return None
    held, clock = _numbers(told.get("held")), _numbers(told.get("clock"))
    if held is None or clock is None or len(held) > _HELD or len(clock) != 2:
        return None
    return Position(told["journal"], count, told["next"], tuple(sorted(held)), (clock[0], clock[1]))


def read_batch(payload: object) -> Batch | None:
    """Return the records and losses in a message."""
    told = read(payload)
    count = _count(told)
    if told is None or count is None or not _named(told):
        return None
    if not isinstance(told.get("records"), list):
        return None
    records = cast("list[Any]", told["records"])
    if len(records) > BATCH:
        return None
    for each in records:
        if not isinstance(each, dict):
            return None
        thing = cast("Record", each)
        if not (is_record(thing) or is_loss(thing)):
            return None
    return Batch(told["journal"], count, records)


def read_ask(payload: object) -> tuple[str, int] | None:
    """Return the journal's name and the number from which it is asked for."""
    told = read(payload)
    if told is None or not _named(told) or not is_number(told.get("from")):
        return None
    return told["journal"], told["from"]


def encoded_names(names: Names) -> bytes:
    """Return the message of the names."""
    return encoded({"journal": names.journal, "match": names.match, "names": list(names.names)})


def read_names(payload: object) -> Names | None:
    """Return the names in a message."""
    told = read(payload)
    if told is None or not _named(told) or not is_number(told.get("match")):
        return None
    names: Any = told.get("names")
    if not isinstance(names, list):
        return None
    found = cast("list[Any]", names)
    if len(found) > MOST_SEATS or not all(isinstance(name, str) for name in found):
        return None
    shown = tuple(plain(name)[:_LONGEST_NAME] for name in found)
    return Names(told["journal"], told["match"], shown)


def _named(told: Record) -> bool:
    return isinstance(told.get("journal"), str) and bool(_JOURNAL.fullmatch(told["journal"]))


def _count(told: Record | None) -> Count | None:
    stream: Any = told.get("stream") if told else None
    if told is None or not isinstance(stream, str) or not _STREAM.fullmatch(stream):
        return None
    return Count(stream, told["n"]) if is_number(told.get("n")) else None


def _numbers(value: Any) -> list[int] | None:
    if not isinstance(value, list):
        return None
    values = cast("list[Any]", value)
    return values if all(is_number(each) for each in values) else None
