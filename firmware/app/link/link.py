"""The link to a host: records go out, commands come in, as JSON text sequences (RFC 7464).

A task, polled every few milliseconds. Each poll does a limited piece of work, whatever the host
does: it reads some bytes, does one command at most, and writes as many bytes as the port accepts.
The journal is the only queue for records: the link keeps the number of the next record to send, and
records wait in the journal until the host reads. The newest unsent records are in memory too, so
they can be sent without reading the flash, even if nothing can be recorded. Lines that arrive
faster than they are answered are dropped and counted.

app.link.commands, which answers commands, is loaded only while a host sends some. The raw REPL
still works: Ctrl-C ends the app and the link before a host enters it.
"""

from app.journal.journal import as_json
from app.unload import unload
from tierce.records import EVENT, NOTE, OUTCOME

LONGEST = 4096  # bytes of an incoming line; a whole config fits

_READ = 256  # the most bytes that a poll reads
_SEND = 256  # the most bytes that a poll writes, or a chunk more
_CHUNK = 64  # bytes per write
_WAITING = 4  # the most lines that may wait for an answer
_ROOM = LONGEST + 1024  # and their most bytes
_NEWEST = 16  # records kept in memory
_SKIPPED = 8  # the most old records that a poll skips while it looks for the next one
_BUSY_US = 5000  # interval between polls
_IDLE_US = 20000
_COMPLAIN_MS = 1000  # the least time between complaints about lines that are not commands
_QUIET_MS = 5000  # without a command for this long, app.link.commands is unloaded
_NOTHING = memoryview(b"")

# Keys in the order of LOG.md; others follow in alphabetical order.
_ORDER = (
    "t", "seat", "press", "zone", "out", "in", "joker", "as", "draw",
    "tierce", "game", "players", "dealer", "rules", "deck",
)  # fmt: skip


def record_text(seq, kind, thing):
    """Return a record as JSON text for the host: its number, then the keys of the log."""
    if kind == OUTCOME:
        return '{"seq":%d,%s' % (seq, thing[1:])
    if kind == NOTE:
        return '{"seq":%d,"note":%s}' % (seq, as_json(thing))
    told = '{"seq":%d' % seq
    if kind == EVENT and isinstance(thing, tuple):
        from tierce.events import to_log

        thing = to_log(thing)
    keys = [key for key in _ORDER if key in thing]
    for key in keys + sorted([key for key in thing if key not in _ORDER]):
        told += ",%s:%s" % (as_json(key), as_json(thing[key]))
    return told + "}"


class Link:
    """The link of one board.

    `port` has read(limit) -> bytes, possibly b"", and write(data) -> how many bytes it accepted,
    possibly 0. `journal` is an app.journal.journal.Journal; `commands(link)` returns a
    commands.Commands.
    """

    def __init__(self, port, journal, commands, clock):
        self._port = port
        self.journal = journal
        self.clock = clock
        self._make = commands
        self._commands = None
        self._until = 0  # ms until which the commands stay loaded
        # Input
        self._line = bytearray()  # the incomplete line
        self._bad = None  # key of what is wrong with it; then the line is not stored
        self._lines = []  # complete lines
        self.bad = 0  # lines that were no commands
        self.dropped = 0  # lines that came too fast
        self._untold = 0  # lines dropped since the last complaint
        self._complain_at = 0  # ms from which the next complaint is allowed
        # Output
        self.answers = []  # texts
        self._out = _NOTHING  # the bytes being sent
        self._at = 0  # how many of them have been sent
        self._answered = False  # whether an answer was sent last, so that a record comes next
        self._next = self._began = journal.next_seq
        self._newest = []  # (number, t, kind, thing) of the newest unsent records
        self._reading = None  # the generator that reads the journal, while needed
        journal.on_put = self._keep

    def run(self):
        """Steps of the task. It may be restarted after an exception; nothing is lost."""
        while True:
            yield self.poll()

    def poll(self):
        """Do one piece of work; return the microseconds until the next one."""
        read = self._read()
        self._act()
        commands = self._commands
        if commands:
            commands.work()
            if self.clock.ms() > self._until and not commands.jobs:
                self._commands = None
                unload("link", "config")
        sent = self._send()
        busy = read or sent or self._lines or self._reading
        return _BUSY_US if busy else _IDLE_US

    # --- input

    def _read(self):
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
            if at < end and data[at] != 0x7B:  # a line that does not begin with { is not stored
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
        """Process the end of a line: queue it, or count it as bad or dropped."""
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
        """Count a line that was no command, and answer so at most once a second."""
        self.bad += 1
        if self.clock.ms() >= self._complain_at and len(self.answers) < 2:
            self._complain(key, LONGEST)

    def _complain(self, key, detail):
        self._complain_at = self.clock.ms() + _COMPLAIN_MS
        self._host().fail(None, None, key, detail)

    def _host(self):
        """Return the Commands, loaded if necessary."""
        if self._commands is None:
            self._commands = self._make(self)
        self._until = self.clock.ms() + _QUIET_MS
        return self._commands

    def _act(self):
        """Do one command, unless an answer still waits to be sent."""
        if self.answers:
            return
        if self._lines:
            self._host().take(self._lines.pop(0))
        elif self._untold and self.clock.ms() >= self._complain_at:
            untold = self._untold
            self._untold = 0
            self._complain("too_much", untold)

    # --- output

    def stream(self, seq):
        """Send the records from number `seq` on."""
        self._next = seq
        self._end_reading()
        self._answered = False  # send the answer before the records that the host asked for

    def _send(self):
        sent = 0
        while sent < _SEND:
            if self._at >= len(self._out) and not self._fetch():
                break
            try:
                taken = self._port.write(self._out[self._at : self._at + _CHUNK])
            except OSError:
                taken = 0
            if not taken or taken < 0:
                break
            sent += taken
            self._at += taken
            if self._at >= len(self._out):
                self._out = _NOTHING  # frees a long answer
                self._at = 0
        return sent

    def _fetch(self):
        """Take the next text to send: alternately an answer and a record, if there are both."""
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

    def _keep(self, *record):
        """Keep a new record of the journal: see Journal.on_put."""
        if len(self._newest) >= _NEWEST:
            self._newest.pop(0)
        self._newest.append(record)

    def _record(self):
        """Return the next record as text, or None."""
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
        return record_text(record[0], record[2], record[3])

    def _look_up(self, since):
        """Return the next record of the journal as text; None: not found yet; False: no more.

        Records that the journal no longer has are reported as `lost`. Records from number `since`
        on are in memory.
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
                        self._reading = None  # it has consumed this record: read again from here
                        return gap
                    self._next = seq + 1
                    return record_text(seq, kind, thing)
            else:
                return None
        except (StopIteration, OSError):
            pass
        self._end_reading()
        return self._gap(since) or False

    def _end_reading(self):
        if self._reading:
            self._reading = None
            unload("read")

    def _gap(self, seq):
        """Skip to this number; return a `lost` text for the missing records before it, or None.

        Missing numbers from before this start are not lost records: the journal skips numbers.
        """
        begin = max(self._next, self._began)
        self._next = seq
        return _lost(begin, seq - begin) if seq > begin else None


def _lost(begin, count):
    return '{"lost":%d,"from":%d}' % (count, begin)


def _boundary(data, at):
    """Return the offset of the end of a line: newline, record separator or end of the data."""
    end = data.find(b"\n", at)
    if end < 0:
        end = len(data)
    other = data.find(b"\x1e", at, end)
    return other if other >= 0 else end
