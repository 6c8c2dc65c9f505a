"""Reads the journal back: for a host that missed records, and to resume a match at a start.

Loaded only while something is read.
"""

import json

from tierce.bad_data import LogError
from tierce.record_reader import event_of, parse
from tierce.records import CONTINUED, EVENT, EVENT_TEXT, HEADER, MORE, NOTE, OUTCOME

_BUFFER = 512  # bytes per read


def read(journal, seq):
    """Generate (seq, kind, thing) from number `seq` on: see Journal.read."""
    begun = -1  # the kind of record `begun_seq`, whose parts so far are in `payload`; -1: none
    begun_seq = 0
    payload = b""
    for record in _records(journal, seq):
        if record is None:
            begun = -1
            continue
        kind, number, t, part = record
        # A record may appear twice, after a write that reported failure but succeeded.
        if number < seq or number >= journal.next_seq:
            continue
        if kind & ~MORE != CONTINUED:
            begun = kind & ~MORE
            begun_seq = number
            payload = part
        elif begun >= 0 and number == begun_seq:
            payload += part
        else:
            continue
        if kind & MORE:
            continue
        thing = _thing(begun, t, payload)
        kind = EVENT if begun == EVENT_TEXT else begun
        begun = -1
        if thing is not None:
            seq = number + 1
            yield number, kind, thing


def _records(journal, seq):
    """Generate the records from `seq` or a little before; None where some may be missing."""
    base, at = _place(journal, seq)
    place = [at]
    while True:
        while True:
            if base:
                yield from segment(journal, base, place)
            following = [other for other in journal.bases if other > base]
            if not following:
                break
            base = following[0]
            place[0] = 0
            yield None
        # Nothing was written between reading the end of the file and this.
        writes = journal.writes
        used = journal.used
        pending = bytes(memoryview(journal.pending)[:used])
        at = 0
        while at < used:
            record, at = parse(pending, at, used, True)
            yield record
        if writes == journal.writes and used == journal.used:
            return


def _place(journal, seq):
    """Return the segment that holds a number, and the offset from which to read it."""
    bases = journal.bases
    if not bases:
        return 0, 0
    i = len(bases) - 1
    while i and bases[i] > seq:
        i -= 1
    at = 0
    if i == len(bases) - 1:
        for number, place in journal.index:
            if number <= seq:
                at = place
    return bases[i], at


def segment(journal, base, place):
    """Generate the records of a segment from offset `place[0]` on; None for damage.

    `place[0]` is kept up to date. The file is closed between reads: after a removal littlefs could
    reuse its blocks, and an open file would show their new contents.
    """
    buffer = bytearray(_BUFFER)
    view = memoryview(buffer)
    used = 0
    while True:
        end = used + _load(journal, base, place[0] + used, view[used:])
        last = end < _BUFFER
        at = 0
        while True:
            record, after = parse(buffer, at, end, last)
            if after == at:
                break
            place[0] += after - at
            at = after
            yield record
        used = end - at
        view[:used] = bytes(view[at:end])
        if last:
            return


def _load(journal, base, at, view):
    try:
        handle = journal.files.open(journal.name(base))
        try:
            return handle.read_into(at, view)
        finally:
            handle.close()
    except OSError:  # the file was removed, or the flash fails
        return 0


def parsed(payload):
    """Return the value of some JSON, None if it is invalid."""
    try:
        return json.loads(payload)
    except ValueError:
        return None


def _thing(kind, t, payload):
    if kind == EVENT:
        return event_of(payload, t)
    if kind == OUTCOME:
        try:
            return str(payload, "utf-8")
        except ValueError:
            return None
    if kind == EVENT_TEXT:
        return _event(parsed(payload))
    return parsed(payload) if kind in (HEADER, NOTE) else None


def _event(line):
    """Return the event (tierce.events) of a line of a log, or the line if it is not an event."""
    from tierce.log import from_log

    try:
        return from_log(line, 0, {}, {"decks": 2, "jokers": 8}, 97)
    except LogError:  # of another version
        return line if isinstance(line, dict) else None
