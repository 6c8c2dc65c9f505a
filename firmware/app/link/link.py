"""The link to a host: what happens goes out, commands come in, as JSON text sequences (RFC 7464).

A task, polled every few milliseconds. Each poll does a bounded piece, whatever the host does: it
reads some bytes, takes in one command at most, and writes as much as is taken. What goes out stands
in no queue but the journal: the link keeps the number of the next record, and a host that does not
read makes it wait there. Only the newest that were not sent yet are in memory as well: so what
happens now needs no reading of the flash, and goes out even where nothing can be recorded. Lines
that come in faster than they are answered are dropped, and counted.

What answers commands, app.link.commands, is in memory only while a host gives some. The raw REPL is
not disturbed: Ctrl-C ends the app, and the link with it, before a host can enter it.
"""

from app.journal.writing import as_json
from app.unload import unload
from tierce.records import EVENT, NOTE, OUTCOME

LONGEST = 4096  # bytes of a line that comes in; a whole config fits

_READ = 256  # bytes that a poll takes in
_SEND = 256  # and gives out
_CHUNK = 64
_WAITING = 4  # lines that may wait to be answered
_ROOM = LONGEST + 1024  # and their bytes
_NEWEST = 16  # records in memory
_SKIPPED = 8  # times that a poll lets the journal look for the next record
_BUSY_US = 5000
_IDLE_US = 20000
_COMPLAIN_MS = 1000  # between two complaints of lines that are no commands
_QUIET_MS = 30000  # after so long without a command what answers them goes
_NOTHING = memoryview(b"")

# Keys in the order of LOG.md; others follow by name.
_ORDER = ("t", "seat", "press", "zone", "out", "in", "joker", "as", "draw",
          "tierce", "game", "players", "dealer", "rules", "deck")


def record_text(seq, t, kind, thing):
    """Return a record as it goes out: the log's keys after its number."""
    if kind == OUTCOME:
        return '{"seq":%d,%s' % (seq, thing[1:])
    if kind == NOTE:
        return '{"seq":%d,"note":%s}' % (seq, as_json(thing))
    told = '{"seq":%d' % seq
    if kind == EVENT:
        from tierce.events import to_log

        thing = to_log(thing)
    keys = [key for key in _ORDER if key in thing]
    for key in keys + sorted([key for key in thing if key not in _ORDER]):
        told += ",%s:%s" % (as_json(key), as_json(thing[key]))
    return told + "}"


class Link:
    """The link of one board.

    `port` has read(limit) -> bytes, maybe none, and write(data) -> how many were taken, maybe 0;
    `journal` is an app.journal.writing.Journal; `commands(link)` gives a commands.Commands.
    """

    def __init__(self, port, journal, commands, clock):
        self._port = port
        self.journal = journal
        self.clock = clock
        self._make = commands
        self._commands = None
        self._until = 0  # ms until which the commands stay
        # coming in
        self._line = bytearray()  # of the line that is not complete
        self._bad = None  # what is wrong with it, so that it is not kept
        self._lines = []  # complete ones
        self.bad = 0  # lines that were no commands
        self.dropped = 0  # lines that came too fast
        self._untold = 0  # of these, since the last complaint
        self._complain_at = 0
        # going out
        self.answers = []  # texts
        self._out = _NOTHING  # what is being sent, and how far that is
        self._at = 0
        self._answered = False  # the last thing sent was an answer: now the log has its turn
        self._next = self._began = journal.next_seq
        self._newest = []  # (number, t, kind, thing) of records that were not sent yet
        self._reading = None  # a reading of the journal, while that is needed
        journal.heard = self._hear_record

    def run(self):
        """Steps of the task. It may be begun again after an exception; nothing is lost."""
        while True:
            yield self.poll()

    def poll(self):
        """Do one piece of work; return the microseconds until the next one."""
        heard = self._hear()
        self._act()
        commands = self._commands
        if commands:
            commands.work()
            if self.clock.ms() > self._until and not commands.jobs:
                self._commands = None
                unload("app.link.commands", "app.link.services", "app.config", "app.schema",
                       "app.errors", "app.words.errors_en", "app.words.errors_fr", "tierce.presets")
        sent = self._send()
        busy = heard or sent or self._lines or self._reading
        return _BUSY_US if busy else _IDLE_US

    # --- coming in

    def _hear(self):
        try:
            data = self._port.read(_READ)
        except OSError:
            return 0
        at = 0
        while at < len(data):
            end = _boundary(data, at)
            self._gather(data, at, end)
            if end < len(data):
                self._complete()
            at = end + 1
        return len(data)

    def _gather(self, data, at, end):
        if self._bad or at == end:
            return
        line = self._line
        if not line:
            while at < end and data[at] <= 0x20:
                at += 1
            if at < end and data[at] != 0x7B:  # what begins with no brace is not even kept
                self._bad = "not_json"
                return
        try:
            if len(line) + end - at > LONGEST:
                raise MemoryError
            line.extend(memoryview(data)[at:end])
        except MemoryError:
            self._bad = "too_long"
            self._line = bytearray()

    def _complete(self):
        """A line has ended, by a newline or where the next one begins."""
        line = self._line
        bad = self._bad
        self._bad = None
        if bad:
            self.complain(bad)
        elif line:
            self._line = bytearray()
            waiting = sum([len(other) for other in self._lines])
            if len(self._lines) >= _WAITING or waiting + len(line) > _ROOM:
                self.dropped += 1
                self._untold += 1
            else:
                self._lines.append(line)

    def complain(self, key):
        """Say that a line was no command, but not each time of a thousand."""
        self.bad += 1
        if self.clock.ms() >= self._complain_at and len(self.answers) < 2:
            self._complain(key, LONGEST)

    def _complain(self, key, detail):
        self._complain_at = self.clock.ms() + _COMPLAIN_MS
        self._host().fail(None, None, key, detail)

    def _host(self):
        """Return what answers commands."""
        if self._commands is None:
            self._commands = self._make(self)
        self._until = self.clock.ms() + _QUIET_MS
        return self._commands

    def _act(self):
        """Take in one command, unless an answer still waits to be sent."""
        if self.answers:
            return
        if self._lines:
            self._host().take(self._lines.pop(0))
        elif self._untold and self.clock.ms() >= self._complain_at:
            untold = self._untold
            self._untold = 0
            self._complain("too_much", untold)

    # --- going out

    def stream(self, seq):
        """Send the log from this number on."""
        self._next = seq
        self._end_reading()
        self._answered = False  # first the answer: a host knows by it what it asked for

    def _send(self):
        sent = 0
        while sent < _SEND:
            if self._at >= len(self._out) and not self._fetch():
                break
            try:
                taken = self._port.write(self._out[self._at:self._at + _CHUNK])
            except OSError:
                taken = 0
            if not taken or taken < 0:
                break
            sent += taken
            self._at += taken
            if self._at >= len(self._out):
                self._out = _NOTHING  # a long answer need not stay in memory
                self._at = 0
        return sent

    def _fetch(self):
        """Take the next thing to send: an answer, then a record of the log, by turns."""
        text = None
        if self._answered or not self.answers:
            text = self._record()
        self._answered = text is None
        if text is None:
            if not self.answers:
                return False
            text = self.answers.pop(0)
        self._out = memoryview(b"\x1e" + text.encode() + b"\n")
        self._at = 0
        return True

    def _hear_record(self, *record):
        """The journal was given a record."""
        if len(self._newest) >= _NEWEST:
            self._newest.pop(0)
        self._newest.append(record)

    def _record(self):
        """Return the next record of the log as text, or None."""
        newest = self._newest
        while newest and newest[0][0] < self._next:
            newest.pop(0)
        since = newest[0][0] if newest else self.journal.next_seq
        if self._next < since:
            found = self._look_up(since)
            if found is not False:
                return found
        self._end_reading()
        if not newest:
            return None
        record = newest.pop(0)
        self._next = record[0] + 1
        return record_text(*record)

    def _look_up(self, since):
        """Return the next record from the journal, None for not yet, False where it has no more.

        What it no longer has is told of as lost. From `since` on records are in memory.
        """
        journal = self.journal
        try:
            if self._reading is None:
                first = journal.first_seq
                if self._next < first:
                    begin = self._next
                    self._next = first
                    return _lost(begin, first - begin)
                self._reading = journal.read(self._next)
            for _ in range(_SKIPPED):
                seq, kind, thing = next(self._reading)
                if seq >= since:
                    break
                if seq >= self._next:
                    gap = self._gap(seq)
                    if gap:
                        self._reading = None  # which has given the record away
                        return gap
                    self._next = seq + 1
                    return record_text(seq, 0, kind, thing)
            else:
                return None
        except (StopIteration, OSError):
            pass
        self._end_reading()
        return self._gap(since) or False

    def _end_reading(self):
        if self._reading:
            self._reading = None
            unload("app.journal.readback", "tierce.parsing", "tierce.recorded")

    def _gap(self, seq):
        """Go on to this number; return what to say of records before it that are not there.

        Numbers from before this start that are missing were left out, not lost: the journal jumps.
        """
        begin = max(self._next, self._began)
        self._next = seq
        return _lost(begin, seq - begin) if seq > begin else None


def _lost(begin, count):
    return '{"lost":%d,"from":%d}' % (count, begin)


def _boundary(data, at):
    """Return where a line ends: the next newline or record separator, or the end of the data."""
    end = data.find(b"\n", at)
    if end < 0:
        end = len(data)
    other = data.find(b"\x1e", at, end)
    return other if other >= 0 else end
