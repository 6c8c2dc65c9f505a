"""The journal: everything that leaves the board, numbered, kept on flash through power cuts.

It is a folder of segments, files of records (tierce/records.py) that are only ever appended to;
a segment's name is the number of its first record. The oldest go when the limit is passed, but
never those of the match in play. What is put is gathered in memory until `sync`. A flash that is
full or fails never raises here: `recording` is False then, and `reason` says why.

Two more modules know what is inside, and are in memory only while they work: app.journal.opening
at a start, app.journal.readback while something is read back.
"""

import json

from app.files import NO_SPACE, READ_ONLY
from tierce import records
from tierce.records import CONTINUED, EVENT, EVENT_TEXT, HEADER, MORE, NOTE, OUTCOME, PART, SEGMENT

UNSYNCED = 64  # so many records may wait for a sync
VERSION = 1

_PENDING = 1024  # bytes that may wait for a sync
_BLOCK = 4096  # what a file takes of the flash at least
_RESERVE = 4 * _BLOCK  # left free for the configuration and the deck
_INDEX = 2048  # every so many bytes of the newest segment its place is remembered


def as_json(value):
    """Return a value as JSON, without spaces."""
    return json.dumps(value, separators=(",", ":"))


class Journal:
    """The journal in a folder of `files`, of about `limit` bytes. app.journal.opening opens it."""

    def __init__(self, files, folder="journal", limit=262144):
        self.files = files
        self.folder = folder
        self._limit = limit
        # A segment that would pass this is followed by another. At a start the newest is read.
        self._most = max(limit // 16, _BLOCK)
        self.bases = []  # the first number of each segment
        self.sizes = []  # what each of them holds, in bytes
        self.index = []  # (number, place) in the newest segment
        self._handle = None  # of the newest segment
        self.fresh = True  # the next record begins a segment
        self.pending = bytearray(_PENDING)
        self.used = 0
        self._count = 0  # records in `pending`
        self._first = 0  # the number of the first of them
        self.writes = 0  # a reader sees by it that what was pending no longer is
        self._hole = False  # a record was dropped: nothing is taken until the next match
        self.in_play = 0  # number of the header of the match in play, 0 without one
        self.ended = 0  # the same, kept past the match's end: that can be taken back
        self._written = 0  # the same as of the last record that was written
        self.damaged = False  # the last records can't be read, or not what began a match
        self.boot = 0  # how many times the journal was opened
        self.next_seq = 1
        self.recording = False
        self.reason = ""
        self.heard = None  # where it is set, it is given number, t, kind, thing of what is put

    def begin(self, last, t=0):
        """Note that the board has started, where `last` is the number of the last record."""
        self.boot += 1
        self._written = self.in_play
        note = {"boot": self.boot, "after": last}
        if self.damaged:
            note["damaged"] = True
        self.put(t, NOTE, note)
        self.sync()

    def put(self, t, kind, thing):
        """Take in a header or a note (dicts), an event (tierce.events) or an outcome's line.

        Returns its number.

        A header begins the match in play. The outcome `match` ends it, and so does a note that has
        the key "over"; a `ruling` after the match makes it go on.
        """
        seq = self.next_seq
        self.next_seq += 1
        if self.heard:
            self.heard(seq, t, kind, thing)
        if kind == HEADER and self._hole:
            self.sync()
            # Where there is no room yet, what is left of the last match goes.
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
                # From here on the match has a hole: what comes after it is of no use to anybody.
                self._hole = True
        if self._hole:
            return
        if not self._count:
            self._first = seq
        self.used = records.pack(self.pending, self.used, kind, seq, t, payload)
        self._count += 1

    def sync(self):
        """Return when what was put is on flash, or when that has failed: see `recording`."""
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
        """Say that nothing is recorded, and why."""
        self.recording = False
        self.reason = {NO_SPACE: "full", READ_ONLY: "read_only"}.get(error.errno, "broken")

    def close(self):
        """Sync, and let go of the file. What is put later opens it again."""
        self.sync()
        self._close()

    def _close(self):
        handle = self._handle
        self._handle = None
        if handle:
            try:
                handle.close()
            except OSError:  # what it could not write is still pending
                pass

    def _write(self):
        # The parts of one text stay in one segment.
        starts = self.pending[0] & 7 != CONTINUED
        if starts and (self.fresh or self.sizes[-1] + self.used > self._most):
            self._begin_segment()
        elif not self._handle:
            handle = self.files.append(self.name(self.bases[-1]))
            if handle.size() != self.sizes[-1]:
                # A write has failed half-way: a reader gets past that, but nothing goes behind it.
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
        """Note where in the newest segment a record begins, if it is far from the last such."""
        if place >= _INDEX * (len(self.index) + 1):
            self.index.append((seq, place))

    def _begin_segment(self):
        self._close()
        while self._total() + _BLOCK > self._limit and self._remove_oldest():
            pass
        self._make_room()
        base = self._first
        self.remove(base)  # of an attempt that failed
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
        """Remove a segment, if one can be spared; tell whether one was."""
        bases = self.bases
        if len(bases) < 2 or 0 < self.in_play < bases[1] or not self.remove(bases[0]):
            return False
        del bases[0]
        del self.sizes[0]
        return True

    def remove(self, base):
        """Remove the file of a segment; tell whether it could be."""
        try:
            self.files.remove(self.name(base))
        except OSError:
            return False
        return True

    def name(self, base):
        """Return the name of a segment's file."""
        return "%s/%010d.log" % (self.folder, base)

    # --- reading

    @property
    def first_seq(self):
        """The number from which on there may be records."""
        if self.bases:
            return self.bases[0]
        return self._first if self.used else self.next_seq

    def read(self, seq):
        """Generate (seq, kind, thing) from a number on, with what is not synced yet.

        It may take its time: what is put meanwhile it gives too, and what is removed meanwhile it
        leaves out.
        """
        from app.journal.readback import read

        return read(self, seq)
