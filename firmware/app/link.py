"""The link to a host: what happens goes out, commands come in, as JSON text sequences (RFC 7464).

A task, polled every few milliseconds. Each poll does a bounded piece, whatever the host does: it
reads some bytes, takes in one command at most, and writes as much as is taken. What goes out stands
in no queue but the journal: the link keeps the number of the next record, and a host that does not
read makes it wait there. Lines that come in faster than they are answered are dropped, and counted.

The link knows the rest of the program by what it is given:

    port      read(limit) -> bytes, maybe none; write(data) -> how many were taken, maybe 0
    journal   an app.tail.Tail over the journal
    clock     us(), ms()
    app       about() -> dict for `hello`: firmware, micropython, name, zones, language, game...
              health() -> dict
              config() -> what config.json holds; OSError or ValueError where it is no JSON
              set_config(config) -> errors, none if it was saved; the config is checked and whole
              table() -> {"phase":..., "zones":[{"zone":..., "state":..., "cards":[...]}]...}
              deck() -> iterable of (tag, code of its card), as text
              start_register(card) -> steps that return the UID of the next tag, bytes
              start_selftest() -> steps that return a dict
              set_time(unix)

A method of the app's that cannot do it now raises `Refused`; OSError is answered as well. Steps
that are cancelled are closed. The raw REPL is not disturbed: Ctrl-C ends the app, and the link with
it, before a host can enter it.
"""

from app.commands import Commands
from app.commands import as_json as _json
from tierce.records import EVENT, NOTE, OUTCOME

LONGEST = 4096  # bytes of a line that comes in; a whole config fits

_READ = 256  # bytes that a poll takes in
_SEND = 256  # and gives out
_CHUNK = 64
_WAITING = 4  # lines that may wait to be answered
_ROOM = LONGEST + 1024  # and their bytes
_SKIPPED = 8  # times that a poll lets the journal look for the next record
_BUSY_US = 5000
_IDLE_US = 20000
_NOTHING = memoryview(b"")

# Keys in the order of LOG.md; others follow by name.
_ORDER = ("t", "seat", "press", "zone", "out", "in", "joker", "as", "draw",
          "tierce", "game", "players", "dealer", "rules", "deck")


def record_text(seq, t, kind, thing):
    """Return a record as it goes out: the log's keys after its number."""
    if kind == OUTCOME:
        return '{"seq":%d,%s' % (seq, thing[1:])
    if kind == NOTE:
        return '{"seq":%d,"note":%s}' % (seq, _json(thing))
    pairs = ['"seq":%d' % seq]
    if kind == EVENT and "t" not in thing:
        pairs.append('"t":%d' % t)
    for key in _ORDER:
        if key in thing:
            pairs.append('"%s":%s' % (key, _json(thing[key])))
    for key in sorted([key for key in thing if key not in _ORDER]):
        pairs.append("%s:%s" % (_json(key), _json(thing[key])))
    return "{%s}" % ",".join(pairs)


class Link:
    """The link of one board: see the top of this file for what it is given."""

    def __init__(self, port, journal, app, clock):
        self._port = port
        self._journal = journal
        self._commands = Commands(journal, app, clock, self._stream)
        # coming in
        self._line = bytearray()  # of the line that is not complete
        self._bad = None  # what is wrong with it, so that it is not kept
        self._lines = []  # complete ones
        # going out
        self._out = _NOTHING  # what is being sent, and how far that is
        self._at = 0
        self._answered = False  # the last thing sent was an answer: now the log has its turn
        self._next = journal.next_seq
        self._reading = None  # a reading of the journal, while that is needed

    def run(self):
        """Steps of the task. It may be begun again after an exception; nothing is lost."""
        while True:
            yield self.poll()

    def poll(self):
        """Do one piece of work; return the microseconds until the next one."""
        heard = self._hear()
        self._act()
        self._commands.work()
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
        if len(line) + end - at > LONGEST:
            self._bad = "too_long"
            self._line = bytearray()
            return
        try:
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
            self._commands.complain(bad, *((LONGEST,) if bad == "too_long" else ()))
        elif line:
            self._line = bytearray()
            waiting = len(line)
            for other in self._lines:
                waiting += len(other)
            if len(self._lines) >= _WAITING or waiting > _ROOM:
                self._commands.drop()
            else:
                self._lines.append(line)

    def _act(self):
        """Take in one command, unless an answer still waits to be sent."""
        if not self._commands.answers:
            if self._lines:
                self._commands.take(self._lines.pop(0))
            else:
                self._commands.tell_dropped()

    # --- going out

    def _stream(self, seq):
        """Send the log from this number on."""
        self._next = seq
        self._reading = None
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
        answers = self._commands.answers
        if self._answered or not answers:
            text = self._record()
        self._answered = text is None
        if text is None:
            if not answers:
                return False
            text = answers.pop(0)
        self._out = memoryview(b"\x1e" + text.encode() + b"\n")
        self._at = 0
        return True

    def _record(self):
        """Return the next record of the log as text, or None."""
        journal = self._journal
        if self._next >= journal.next_seq:
            return None
        if self._next < journal.since:
            found = self._look_up()
            if found is not False:
                return found
        self._reading = None
        record = journal.newest(self._next)
        if record is None:
            self._next = journal.next_seq
            return None
        self._next = record[0] + 1
        return record_text(*record)

    def _look_up(self):
        """Return the next record from the journal, None for not yet, False where it has no more.

        What it no longer has is told of as lost.
        """
        journal = self._journal
        first = journal.first_seq
        if self._reading is None:
            if self._next < first:
                begin = self._next
                self._next = first
                return _lost(begin, first - begin)
            self._reading = journal.read(self._next)
        try:
            for _ in range(_SKIPPED):
                record = next(self._reading)
                if record and record[0] >= self._next:
                    gap = self._gap(record[0])
                    if gap:
                        self._reading = None  # which has given the record away
                        return gap
                    self._next = record[0] + 1
                    return record_text(record[0], 0, record[1], record[2])
            return None
        except (StopIteration, OSError):
            self._reading = None
        return self._gap(journal.since) or False

    def _gap(self, seq):
        """Go on to this number; return what to say of records before it that are not there.

        Numbers from before this start that are missing were left out, not lost: the journal jumps.
        """
        begin = max(self._next, self._journal.started)
        self._next = seq
        return _lost(begin, seq - begin) if seq > begin else None


def _lost(begin, count):
    return '{"lost":%d,"from":%d}' % (count, begin)


def _boundary(data, at):
    """Return where a line ends: the next newline or record separator, or the end of the data."""
    end = data.find(b"\n", at)
    other = data.find(b"\x1e", at, end if end >= 0 else len(data))
    if other >= 0:
        return other
    return end if end >= 0 else len(data)
