"""What a reader is, and what one of its scans found: the same for every chip.

A reader reads the tags of one zone, over a bus and lines that are given to it. It has

- `start_open()`: resets the chip and sets it up; returns its versions, a tuple of numbers. All
  others but `start_selftest` and `off` come after it.
- `start_scan(expected, settle_us)`: reads the zone, where the UIDs `expected` are believed to lie,
  and returns a Scan. The field is on for `settle_us` microseconds before the first request.
- `start_inventory(settle_us, expected)`: the same, each tag read for itself, whatever is believed.
- `start_probe(settle_us)`: returns whether a tag is there that the chip hears and no scan reads, of
  the other standard; False where the chip hears no other.
- `start_selftest()`: opens the chip and examines it; returns a dict of numbers and texts, by names
  that depend on the chip. The zone should be empty.
- `off()`: switches the field off, at once, whatever is going on. Never raises.
- `most`: how many tags a scan reads; what lies there beyond is reported as FULL.
- `agc`: the receiver's gain when the field was last switched on: the lower, the more loads the
  field. 0 where the chip does not tell.

What is named `start_...` makes steps: see `steps`. They raise DeviceError where the chip is not
there or does not do what it should; then `off` and `start_open` come next. However steps end,
closing them included, the field is off, and no two readers of a table are at work at a time.

A UID is bytes, as its standard prints it: 8 of ISO 15693, 4, 7 or 10 of ISO 14443A. `expected` may
hold any of them, also what this chip can't read.
"""

STACKED = 1  # energy or collisions that no split resolves: cards squared up or detuned
FULL = 2  # more tags than the reader's limit; the rest was not asked for
SHARED = 4  # tags that share a slot were seen by their collision only


class Scan:
    """Of each expected UID says exactly one of `seen`, `missing` and `unsure`."""

    def __init__(self):
        self.seen = []  # UIDs read, each with a good checksum, or known by their collision
        self.assumed = []  # of these, those of which one or another may have been silent
        self.missing = []  # expected UIDs that were certainly silent this time
        self.unsure = []  # expected UIDs of which this scan says nothing
        self.flags = 0
