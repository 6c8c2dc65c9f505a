"""The newest records in memory, over the journal: for the link, so that what happens now needs no
reading of the flash, and still goes out where nothing can be recorded.

It stands in the journal's place: whoever puts something puts it here.
"""


class Tail:
    """`journal` as app.journal. The last `most` records stay in memory; `since` is the number from
    which on they are all here.
    """

    def __init__(self, journal, most=16):
        self.journal = journal
        self.started = journal.next_seq  # what is older, this tail has not seen
        self.since = journal.next_seq
        self._most = most
        self._records = []  # (number, t, kind, thing)

    def put(self, t, kind, thing):
        seq = self.journal.put(t, kind, thing)
        records = self._records
        if len(records) >= self._most:
            self.since = records.pop(0)[0] + 1
        records.append((seq, t, kind, thing))
        return seq

    def newest(self, seq):
        """Return the first record from a number on, one that is not before `since`; or None."""
        for record in self._records:
            if record[0] >= seq:
                return record
        return None

    def sync(self):
        self.journal.sync()

    def read(self, seq):
        return self.journal.read(seq)

    def match(self):
        return self.journal.match()

    def close(self):
        self.journal.close()

    @property
    def said(self):
        return self.journal.said

    @property
    def next_seq(self):
        return self.journal.next_seq

    @property
    def recording(self):
        return self.journal.recording

    @property
    def reason(self):
        return self.journal.reason

    @property
    def boot(self):
        return self.journal.boot

    @property
    def first_seq(self):
        """The number from which on the journal may have records; 0 where it doesn't say."""
        return getattr(self.journal, "first_seq", 0)
