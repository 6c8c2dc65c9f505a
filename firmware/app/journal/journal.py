"""The journal: every record that the board sends, numbered, kept on flash through power cuts.

It is a folder of segments. A segment is a file of records (tierce/records.py), append-only, named
by the number of its first record. Above the size limit the oldest segments are removed, but never
those of the match in play. Records are buffered in memory until `sync`. A full or failing flash
raises nothing here: `recording` becomes False, and `reason` says why.

Two more modules know the format and are loaded only when needed: app.journal.segments at a start,
app.journal.readback to read records back.
"""

import json

from app.files import NO_SPACE, READ_ONLY
from tierce import records
from tierce.records import CONTINUED, EVENT, EVENT_TEXT, HEADER, MORE, NOTE, OUTCOME, PART, SEGMENT

UNSYNCED = 64  # the most records that may wait for a sync
VERSION = 1

_PENDING = 1024  # the most bytes that may wait for a sync
_BLOCK = 4096  # the least space that a file takes on flash
_RESERVE = 4 * _BLOCK  # kept free for the configuration and the deck
_INDEX = 2048  # bytes of the newest segment per entry of the index


def as_json(value):
    """Return a value as JSON, without spaces."""
    return json.dumps(value, separators=(",", ":"))


class Journal:
    """The journal in a folder of `files`, of about `limit` bytes. app.journal.segments opens it."""

    def __init__(self, files, folder="journal", limit=196608):
        self.files = files
        self.folder = folder
        self._limit = limit
        # A segment that would exceed this is followed by a new one. A start reads the newest.
        self._most = max(limit // 16, _BLOCK)
        self.bases = []  # the first number of each segment
        self.sizes = []  # the size of each segment, in bytes
        self.index = []  # (number, offset) of some records in the newest segment
        self._handle = None  # the open file of the newest segment
        self.fresh = True  # the next record begins a segment
        self.pending = bytearray(_PENDING)
        self.used = 0
        self._count = 0  # records in `pending`
        self._first = 0  # the number of the first of them
        self.writes = 0  # counts syncs, so that a reader notices that `pending` was written
        self._hole = False  # a record was dropped: nothing is kept until the next match
        self.in_play = 0  # number of the header of the match in play, 0 without one
        self.ended = 0  # the same, kept after the match's end, which can be taken back
        self._written = 0  # `in_play` at the last record written
        self.damaged = False  # the last records or the start of the match can't be read
        self.boot = 0  # how many times the journal was opened
        self.next_seq = 1
        self.recording = False
        self.reason = ""
        self.on_put = None  # if set, `put` calls on_put(number, t, kind, thing)

    def begin(self, last, t=0):
        """Note that the board has started; `last` is the number of the last record."""
        self.boot += 1
        self._written = self.in_play
        note = {"boot": self.boot, "after": last}
        if self.damaged:
            note["damaged"] = True
        self.put(t, NOTE, note)
        self.sync()

    def put(self, t, kind, thing):
        """Add a record; return its number. `t` is the time of the match in ms.

        `thing` is a dict for HEADER and NOTE, an event (tierce.events) for EVENT, a line of the log
        for OUTCOME. A header begins the match in play. The outcome `match` or a note with the key
        "over" ends it; a `ruling` after its end reopens it.
        """
        seq = self.next_seq
        self.next_seq += 1
        if self.on_put:
            self.on_put(seq, t, kind, thing)
        if kind == HEADER and self._hole:
            self.sync()
            # If the flash is still full, drop what is left of the last match.
            self.used = self._count = 0
            self._hole = False
            self.fresh = True
        if self._hole:
            return seq
        if kind == EVENT:
            payload = records.compact(thing)
            if payload is None:
                from tierce.events import to_log

                kind = EVENT_TEXT
                payload = as_json(to_log(thing)).encode()
        else:
            payload = (thing if kind == OUTCOME else as_json(thing)).encode()
        part = kind
        while len(payload) > PART:
            self._put(part | MORE, seq, t, payload[:PART])
            payload = payload[PART:]
            part = CONTINUED
        self._put(part, seq, t, payload)
        if kind == HEADER:
            self.in_play = self.ended = seq
        elif kind == OUTCOME and '"event":"match"' in thing:
            self.in_play = 0
        elif kind == OUTCOME and '"event":"ruling"' in thing and self.bases[:1] <= [self.ended]:
            self.in_play = self.ended
        elif kind == NOTE and "over" in thing:
            self.in_play = self.ended = 0
        return seq

    def _put(self, kind, seq, t, payload):
        if self.used + len(payload) + records.AROUND > _PENDING or self._count >= UNSYNCED:
            self.sync()
            if self.used:
                # The match has a gap from here on, so later records of it are useless.
                self._hole = True
        if self._hole:
            return
        if not self._count:
            self._first = seq
        self.used = records.pack(self.pending, self.used, kind, seq, t, payload)
        self._count += 1

    def sync(self):
        """Write the buffered records to flash. After a failure `recording` is False."""
        if not self.used:
            return
        while True:
            try:
                self._write()
                break
            except OSError as error:
                self._close()
                if error.errno != NO_SPACE or not self._remove_oldest():
                    self.fail(error)
                    return
        self.used = self._count = 0
        self.writes += 1
        self._written = self.in_play
        if not self._hole:
            self.recording = True
            self.reason = ""

    def fail(self, error):
        """Note that nothing is recorded, and why."""
        self.recording = False
        self.reason = {NO_SPACE: "full", READ_ONLY: "read_only"}.get(error.errno, "broken")

    def close(self):
        """Sync and close the file. A later sync opens it again."""
        self.sync()
        self._close()

    def _close(self):
        handle = self._handle
        self._handle = None
        if handle:
            try:
                handle.close()
            except OSError:  # the records it could not write are still pending
                pass

    def _write(self):
        # All parts of a record go into one segment.
        starts = self.pending[0] & 7 != CONTINUED
        if starts and (self.fresh or self.sizes[-1] + self.used > self._most):
            self._begin_segment()
        elif not self._handle:
            handle = self.files.append(self.name(self.bases[-1]))
            if handle.size() != self.sizes[-1]:
                # An earlier write was cut short. Readers skip that, but do not append after it.
                handle.close()
                self.fresh = True
                self._begin_segment()
            else:
                self._handle = handle
        place = self.sizes[-1]
        if place // _BLOCK != (place + self.used) // _BLOCK:
            self._make_room()
        self._handle.write(memoryview(self.pending)[: self.used])
        self._handle.sync()
        if starts:
            self.remember(self._first, place)
        self.sizes[-1] = place + self.used

    def remember(self, seq, place):
        """Add a record of the newest segment to the index, if it is far from the last entry."""
        if place >= _INDEX * (len(self.index) + 1):
            self.index.append((seq, place))

    def _begin_segment(self):
        self._close()
        while self._total() + _BLOCK > self._limit and self._remove_oldest():
            pass
        self._make_room()
        base = self._first
        self.remove(base)  # the file of a failed attempt, if any
        payload = bytearray(20)
        end = records.put_number(payload, 0, VERSION)
        end = records.put_number(payload, end, self.boot)
        end = records.put_number(payload, end, self._written)
        end = records.put_number(payload, end, self.ended)
        head = bytearray(42)
        size = records.pack(head, 0, SEGMENT, base, 0, payload[:end])
        handle = self.files.append(self.name(base))
        try:
            handle.write(memoryview(head)[:size])
        except OSError:
            handle.close()
            raise
        self._handle = handle
        if not self.bases or self.bases[-1] != base:
            self.bases.append(base)
            self.sizes.append(0)
        self.sizes[-1] = size
        self.index = []
        self.fresh = False

    def _total(self):
        total = 0
        for size in self.sizes:
            total += (size + _BLOCK - 1) // _BLOCK * _BLOCK
        return total

    def _make_room(self):
        while self.files.free() < _RESERVE:
            if not self._remove_oldest():
                raise OSError(NO_SPACE, "full")

    def _remove_oldest(self):
        """Remove the oldest segment unless it is needed; return whether it was removed."""
        bases = self.bases
        if len(bases) < 2 or 0 < self.in_play < bases[1] or not self.remove(bases[0]):
            return False
        del bases[0]
        del self.sizes[0]
        return True

    def remove(self, base):
        """Remove the file of a segment; return whether that worked."""
        try:
            self.files.remove(self.name(base))
        except OSError:
            return False
        return True

    def name(self, base):
        """Return the file name of a segment."""
        return "%s/%010d.log" % (self.folder, base)

    # --- reading

    @property
    def first_seq(self):
        """The lowest number that a record may have."""
        if self.bases:
            return self.bases[0]
        return self._first if self.used else self.next_seq

    def read(self, seq):
        """Generate (seq, kind, thing) from number `seq` on, including records not yet synced.

        `thing` is as for `put`. Records added while this runs are included; records removed
        meanwhile are skipped.
        """
        from app.journal.readback import read

        return read(self, seq)
