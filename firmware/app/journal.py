"""The journal: everything that leaves the board, numbered, kept on flash through power cuts.

It is a folder of segments, files of records (tierce/records.py) that are only ever appended to;
a segment's name is the number of its first record. The oldest go when the limit is passed, but
never those of the match in play. What is put is gathered in memory until `sync`. A flash that is
full or fails never raises here: `recording` is False then, and `reason` says why.
"""

import json

from app.files import NO_SPACE, READ_ONLY
from tierce import records
from tierce.records import CONTINUED, EVENT, EVENT_TEXT, HEADER, MORE, NOTE, OUTCOME, SEGMENT

UNSYNCED = 64  # so many records may wait for a sync
JUMP = 1 << 14  # numbers left out at each start: more than may have gone out without being kept

_PENDING = 1024  # bytes that may wait for a sync
_BUFFER = 512  # bytes that are read at a time
_BLOCK = 4096  # what a file takes of the flash at least
_RESERVE = 4 * _BLOCK  # left free for the configuration and the deck
_INDEX = 2048  # every so many bytes of the newest segment its place is remembered
_VERSION = 1


class Journal:
    """The journal in a folder of `files`, of about `limit` bytes. `open` comes first."""

    def __init__(self, files, folder="journal", limit=262144):
        self._files = files
        self._folder = folder
        self._limit = limit
        # A segment that would pass this is followed by another. At a start the newest is read.
        self._most = max(limit // 16, _BLOCK)
        self._bases = []  # the first number of each segment
        self._sizes = []  # what each of them holds, in bytes
        self._handle = None  # of the newest segment
        self._fresh = True  # the next record begins a segment
        self._index = []  # (number, place) in the newest segment
        self._pending = bytearray(_PENDING)
        self._used = 0
        self._count = 0  # records in `_pending`
        self._writes = 0  # a reader sees by it that what was pending no longer is
        self._hole = False  # a record was dropped: nothing is taken until the next match
        self._match = 0  # number of the header of the match in play, 0 without one
        self._match_written = 0  # the same as of the last record that was written
        self.said = 0  # `match` counts here the outcomes that are kept of the last event
        self.boot = 0  # how many times the journal was opened
        self.next_seq = 1
        self.recording = False
        self.reason = ""

    # --- start

    def open(self, t=0):
        """Find out what there is, and note that the board has started. Call it once."""
        try:
            self._find()
        except OSError as error:
            self._fail(error)
        last = self._recover()
        if self._bases:
            self.next_seq = max(last, self._bases[-1]) + JUMP
        self.boot += 1
        self._match_written = self._match
        self.put(t, NOTE, {"boot": self.boot, "after": last})
        self.sync()

    def _find(self):
        for name in self._files.names(self._folder):
            if name[-4:] != ".log" or not name[:-4].isdigit():
                continue
            size = self._files.size(self._folder + "/" + name)
            if size:
                self._bases.append(int(name[:-4]))
                self._sizes.append(size)
            else:  # the power went before its first record was kept
                self._try_remove(int(name[:-4]))

    def _recover(self):
        """Look through the newest segments; return the number of the last record.

        The first record of a segment says what was in play then, so mostly one is enough.
        """
        last = 0
        buffer = bytearray(_BUFFER)
        match = boot = -1
        for i in range(len(self._bases) - 1, -1, -1):
            newest = i == len(self._bases) - 1
            base = self._bases[i]
            place = [0]
            before = 0
            found = booted = -1
            sound = True
            for record in self._segment(base, place, buffer):
                if record is None:
                    sound = False
                    continue
                kind, seq, _, payload = record
                if kind & ~MORE == SEGMENT:
                    head = _segment_head(payload)
                    if head:
                        booted, found = head
                    continue
                last = max(last, seq)
                if newest and kind & ~MORE != CONTINUED:
                    self._remember(seq, before)
                before = place[0]
                if kind & ~MORE == HEADER:
                    found = seq
                elif _is_over(kind, payload):
                    found = 0
                elif kind == NOTE and b'"boot"' in payload:
                    count = _note(payload).get("boot")
                    if type(count) is int:
                        booted = max(booted, count)
            if newest:
                # Nothing is written behind a tail that is torn.
                self._fresh = not sound or place[0] != self._sizes[i]
            if match < 0:
                match = found
            if boot < 0:
                boot = booted
            if match >= 0 and boot >= 0 and last:
                break
        self._match = max(match, 0)
        self.boot = max(boot, 0)
        return last

    # --- writing

    def put(self, t, kind, thing):
        """Take in a header, an event, a note (dicts) or an outcome (its line); return its number.

        A header begins the match in play. The outcome `match` ends it, and so does a note that has
        the key "over".
        """
        seq = self.next_seq
        self.next_seq += 1
        if kind == HEADER and self._hole:
            self.sync()
            if self._used:  # no room yet: what is left of the last match goes
                self._used = self._count = 0
            self._hole = False
            self._fresh = True
        if not self._hole:
            payload = None
            if kind == EVENT:
                payload = records.compact(thing, t)
                if payload is None:
                    kind = EVENT_TEXT
            if payload is None:
                text = thing if kind == OUTCOME else json.dumps(thing, separators=(",", ":"))
                payload = text.encode()
            self._put(kind, seq, t, payload)
            if kind == HEADER:
                self._match = seq
            elif _is_over(kind, payload):
                self._match = 0
        return seq

    def _put(self, kind, seq, t, payload):
        room = records.room(seq, t)
        while len(payload) > room:
            self._put_record(kind | MORE, seq, t, payload[:room])
            payload = payload[room:]
            kind = CONTINUED
        self._put_record(kind, seq, t, payload)

    def _put_record(self, kind, seq, t, payload):
        size = len(payload) + records.BODY - records.room(seq, t) + 4
        if self._used + size > _PENDING or self._count >= UNSYNCED:
            self.sync()
            if self._used:
                # From here on the match has a hole: what comes after it is of no use to anybody.
                self._hole = True
        if self._hole:
            return
        self._used = records.pack(self._pending, self._used, kind, seq, t, payload)
        self._count += 1

    def sync(self):
        """Return when what was put is on flash, or when that has failed: see `recording`."""
        if not self._used:
            return
        while True:
            try:
                self._write()
                break
            except OSError as error:
                self._close()
                if error.errno != NO_SPACE or not self._remove_oldest():
                    self._fail(error)
                    return
        self._used = self._count = 0
        self._writes += 1
        self._match_written = self._match
        if not self._hole:
            self.recording = True
            self.reason = ""

    def close(self):
        """Sync, and let go of the file. What is put later opens it again."""
        self.sync()
        self._close()

    def _write(self):
        # The parts of one text stay in one segment.
        starts = self._pending[0] & 7 != CONTINUED
        if starts and (self._fresh or self._sizes[-1] + self._used > self._most):
            self._begin_segment()
        elif not self._handle:
            handle = self._files.append(self._name(self._bases[-1]))
            if handle.size() != self._sizes[-1]:
                # A write has failed half-way: a reader gets past that, but nothing goes behind it.
                handle.close()
                self._fresh = True
                self._begin_segment()
            else:
                self._handle = handle
        place = self._sizes[-1]
        if place // _BLOCK != (place + self._used) // _BLOCK:
            self._make_room()
        self._handle.write(memoryview(self._pending)[: self._used])
        self._handle.sync()
        if starts:
            self._remember(self._first(), place)
        self._sizes[-1] = place + self._used

    def _remember(self, seq, place):
        if place >= _INDEX * (len(self._index) + 1):
            self._index.append((seq, place))

    def _first(self):
        return records.number_at(self._pending, 2, self._used)[0]

    def _make_room(self):
        while self._files.free() < _RESERVE:
            if not self._remove_oldest():
                raise OSError(NO_SPACE, "full")

    def _begin_segment(self):
        self._close()
        while self._total() + _BLOCK > self._limit and self._remove_oldest():
            pass
        self._make_room()
        base = self._first()
        self._try_remove(base)  # of an attempt that failed
        payload = bytearray(16)
        end = records.put_number(payload, 0, _VERSION)
        end = records.put_number(payload, end, self.boot)
        end = records.put_number(payload, end, self._match_written)
        head = bytearray(32)
        size = records.pack(head, 0, SEGMENT, base, 0, payload[:end])
        handle = self._files.append(self._name(base))
        try:
            handle.write(memoryview(head)[:size])
        except OSError:
            handle.close()
            raise
        self._handle = handle
        if not self._bases or self._bases[-1] != base:
            self._bases.append(base)
            self._sizes.append(0)
        self._sizes[-1] = size
        self._index = []
        self._fresh = False

    def _fail(self, error):
        self.recording = False
        names = {NO_SPACE: "full", READ_ONLY: "read_only"}
        self.reason = names.get(error.errno, "broken")

    def _close(self):
        handle = self._handle
        self._handle = None
        if handle:
            try:
                handle.close()
            except OSError:  # what it could not write is still pending
                pass

    def _total(self):
        total = 0
        for size in self._sizes:
            total += (size + _BLOCK - 1) // _BLOCK * _BLOCK
        return total

    def _remove_oldest(self):
        """Remove a segment, if one can be spared; tell whether one was."""
        if len(self._bases) < 2 or 0 < self._match < self._bases[1]:
            return False
        if not self._try_remove(self._bases[0]):
            return False
        del self._bases[0]
        del self._sizes[0]
        return True

    def _try_remove(self, base):
        try:
            self._files.remove(self._name(base))
        except OSError:
            return False
        return True

    def _name(self, base):
        return "%s/%010d.log" % (self._folder, base)

    # --- reading

    @property
    def first_seq(self):
        """The number from which on there may be records."""
        if self._bases:
            return self._bases[0]
        return self._first() if self._used else self.next_seq

    def read(self, seq):
        """Generate (seq, kind, thing) from a number on, with what is not synced yet.

        It may take its time: what is put meanwhile it gives too, and what is removed meanwhile it
        leaves out.
        """
        begun = -1  # the kind of which `payload` are the parts so far, those of `begun_seq`
        begun_seq = 0
        payload = b""
        for record in self._records(seq):
            if record is None:
                begun = -1
                continue
            kind, number, t, part = record
            # A record may be there twice, after a write that failed and yet did its work.
            if number < seq or number >= self.next_seq:
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

    def match(self):
        """Generate the header and the events of the match in play; nothing where there is none.

        At the end `said` is how many outcomes are kept of the last event. After a power cut they
        may be fewer than it caused: who replays the match puts the rest.
        """
        begun = False
        self.said = 0
        if self._match:
            for seq, kind, thing in self.read(self._match):
                if kind == HEADER:
                    if begun or seq != self._match:
                        return
                    begun = True
                    yield thing
                elif not begun:
                    return
                elif kind == EVENT:
                    self.said = 0
                    yield thing
                elif kind == OUTCOME:
                    self.said += 1

    def _records(self, seq):
        """Generate the records from about a number on; None where some may be missing."""
        base, at = self._place(seq)
        place = [at]
        buffer = bytearray(_BUFFER)
        while True:
            while True:
                if base:
                    for record in self._segment(base, place, buffer):
                        yield record
                following = self._after(base)
                if not following:
                    break
                base = following
                place[0] = 0
                yield None
            # Nothing happens between the end of the file and this.
            writes = self._writes
            used = self._used
            pending = bytes(memoryview(self._pending)[:used])
            at = 0
            while at < used:
                record, at = records.parse(pending, at, used, True)
                yield record
            if writes == self._writes and used == self._used:
                return

    def _place(self, seq):
        """Return the segment where a number is, and from where on to read it."""
        if not self._bases:
            return 0, 0
        i = len(self._bases) - 1
        while i and self._bases[i] > seq:
            i -= 1
        at = 0
        if i == len(self._bases) - 1:
            for number, place in self._index:
                if number <= seq:
                    at = place
        return self._bases[i], at

    def _after(self, base):
        for other in self._bases:
            if other > base:
                return other
        return 0

    def _segment(self, base, place, buffer):
        """Generate the records of a segment from `place[0]` on, which goes along; None for damage.

        No file is held open from one record to the next: blocks that littlefs has freed meanwhile
        would be read as something else.
        """
        view = memoryview(buffer)
        used = 0
        while True:
            got = self._load(base, place[0] + used, view[used:])
            end = used + got
            last = end < len(buffer)
            at = 0
            while True:
                record, after = records.parse(buffer, at, end, last)
                if after == at:
                    break
                place[0] += after - at
                at = after
                yield record
            used = end - at
            view[:used] = bytes(view[at:end])
            if last:
                return

    def _load(self, base, at, view):
        try:
            handle = self._files.open(self._name(base))
            try:
                return handle.read_into(at, view)
            finally:
                handle.close()
        except OSError:  # removed meanwhile, or the flash fails
            return 0


def _is_over(kind, payload):
    """Tell whether a record ends the match in play."""
    if kind & ~MORE == OUTCOME:
        return b'"event":"match"' in payload
    return kind == NOTE and b'"over"' in payload and "over" in _note(payload)


def _note(payload):
    note = _parsed(payload)
    return note if isinstance(note, dict) else {}


def _segment_head(payload):
    """Return (boot, header of the match in play) of a segment's first record, or None."""
    version, at = records.number_at(payload, 0, len(payload))
    boot, at = records.number_at(payload, at, len(payload))
    match, at = records.number_at(payload, at, len(payload))
    return (boot, match) if version == _VERSION and match >= 0 else None


def _parsed(payload):
    try:
        return json.loads(payload)
    except ValueError:
        return None


def _thing(kind, t, payload):
    if kind == EVENT:
        return records.event_of(payload, t)
    if kind == OUTCOME:
        try:
            return str(payload, "utf-8")
        except ValueError:
            return None
    return _parsed(payload) if kind in (HEADER, NOTE, EVENT_TEXT) else None
