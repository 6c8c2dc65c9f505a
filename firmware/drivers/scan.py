"""What one scan of a zone found; the same for every kind of reader."""

STACKED = 1  # energy or collisions that no split resolves: cards squared up or detuned
FULL = 2  # more tags than the reader's limit; the rest was not asked for
SHARED = 4  # tags that share a slot were seen by their collision only


class Scan:
    def __init__(self):
        self.seen = []  # UIDs read, each with a good checksum, or known by their collision
        self.assumed = []  # of these, those of which one or another may have been silent
        self.missing = []  # expected UIDs that were certainly silent this time
        self.unsure = []  # expected UIDs of which this scan says nothing
        self.flags = 0
