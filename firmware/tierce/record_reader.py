"""Reads records: the inverse of tierce.records. Loaded at a start and when a host asks for them."""

from tierce import cards
from tierce.phases import BUTTONS
from tierce.records import DECLARED, DRAW, IN, MARK, MOVED, OUT, PRESS, SEGMENT, crc16


def number_at(buffer: "Bytes", at: int, end: int) -> "tuple[int, int]":
    """Return (number at offset `at`, offset of its end); -1 if it is cut off or too long."""
    number = 0
    shift = 0
    while at < end and shift < 63:
        byte = buffer[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7
    return -1, at


def _is_mark(byte: int) -> bool:
    return byte & 0xF0 == MARK and byte & 7 <= SEGMENT


def parse(buffer: "Bytes", at: int, end: int, last: bool = False) -> "tuple[tuple[int, int, int, bytes] | None, int]":
    """Look for a record at offset `at`. Return one of

    - ((kind, seq, t, payload), next): a record, and the offset of the next one;
    - (None, at): more bytes are needed;
    - (None, next): no record or a damaged one; continue at `next`, which is greater than `at`.

    `last` says that no more bytes will come: an incomplete record is then skipped as damaged.
    """
    if at >= end:
        return None, at
    if _is_mark(buffer[at]):
        stop = at + 4 + buffer[at + 1] if at + 1 < end else end + 1
        if stop <= end:
            record = _record(buffer, at, stop - 2)
            if record:
                return record, stop
        elif not last:
            return None, at
    at += 1
    while at < end and not _is_mark(buffer[at]):
        at += 1
    return None, at


def _record(buffer: "Bytes", at: int, end: int) -> "tuple[int, int, int, bytes] | None":
    if crc16(buffer, at, end) != buffer[end] << 8 | buffer[end + 1]:
        return None
    seq, place = number_at(buffer, at + 2, end)
    t, place = number_at(buffer, place, end)
    if seq < 0 or t < 0:
        return None
    return buffer[at] & 0x0F, seq, t, bytes(buffer[place:end])


def event_of(payload: "Bytes", t: int) -> "Event | None":
    """Return the event (events) of a compact payload, or None if it is invalid.

    The inverse of records.compact; `t` is the time of the record, in ms.
    """
    size = len(payload)
    what = payload[0] if size else -1
    if what == PRESS and size == 3 and payload[2] < len(BUTTONS):
        return ("press", t, payload[1], BUTTONS[payload[2]])
    if what == DRAW and size == 2:
        return ("draw", t, (payload[1] ^ 0x80) - 0x80)
    if size < 2 or max(payload[2:] or b"\0") >= cards.CARDS:
        return None
    zone = payload[1] if payload[1] < 0x80 else 0x7F - payload[1]
    if what == DECLARED and size == 4:
        return ("joker", t, zone, payload[2], payload[3])
    if not MOVED < what <= MOVED | OUT | IN:
        return None
    left = b""
    came = payload[2:]
    if what & OUT:
        if size < 3 or 3 + payload[2] > size:
            return None
        left = payload[3 : 3 + payload[2]]
        came = payload[3 + payload[2] :]
    if came and not what & IN:
        return None
    return ("cards", t, zone, list(left), list(came))
