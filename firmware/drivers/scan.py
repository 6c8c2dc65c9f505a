"""The contract of a reader, and the result of a scan: the same for every chip.

A reader reads the tags of one zone. It gets its bus and lines ready to use. It has

- `start_open()`: resets the chip and sets it up; returns its versions, a tuple of numbers. Call it
  before all other methods but `start_selftest` and `off`.
- `start_scan(expected, settle_us)`: reads the zone, where the UIDs `expected` are believed to lie,
  and returns a Scan. The field is on for `settle_us` microseconds before the first request.
- `start_inventory(settle_us, expected)`: the same, but reads each tag separately.
- `start_probe(settle_us)`: returns whether a tag of the other standard is there, which no scan
  reads. False if the chip can't detect such tags.
- `start_selftest()`: opens the chip and examines it; returns a dict of numbers and texts, with keys
  that depend on the chip. The zone should be empty.
- `off()`: switches the field off at once. Never raises.
- `limit`: the most tags that a scan reads; if there are more, the scan is flagged FULL.
- `agc`: the receiver's gain when the field was last switched on, 0 if the chip does not give it. It
  falls as the load on the field grows.

Methods named `start_...` return steps: see `steps`. They raise DeviceError if the chip is absent or
fails; call `off` and then `start_open` after that. When steps end or are closed, the field is off.
Only one reader of a table works at a time.

A UID is bytes, in the order its standard prints: 8 for ISO 15693; 4, 7 or 10 for ISO 14443A.
`expected` may hold UIDs of either standard, also those that this chip can't read.
"""

STACKED = 1  # unresolved energy or collisions: cards squared up or detuned
FULL = 2  # more tags than the reader's limit; the others were not read
SHARED = 4  # tags in a shared slot were seen only by their collision


class Scan:
    """Puts each expected UID into exactly one of `seen`, `missing` and `unsure`."""

    def __init__(self) -> None:
        self.seen = []  # UIDs read with a good checksum, or known by their collision
        self.assumed = []  # the UIDs in `seen` that may be absent: others explain the collision too
        self.missing = []  # expected UIDs that certainly did not answer
        self.unsure = []  # expected UIDs that this scan says nothing about
        self.flags = 0
