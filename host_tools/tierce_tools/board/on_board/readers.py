"""The readers, one by one: their identity, their field, and what they read."""

from drivers.steps import MASK, DeviceError

_TRIES = 2
_LOST = 3  # after this many failures in a row a reader is given up
_PATTERN = 8  # bytes


def _hex(uid):
    return "".join(["%02x" % byte for byte in uid])


def look_at_busy():
    """Report the levels of the busy lines while all readers are held in reset."""
    levels = {}
    for zone in board.zones:
        lines = getattr(zone.reader, "lines", None)
        if lines is not None:
            zone.reader.lines.release()
            lines.reset(True)
    clock.sleep_us(2000)
    for zone in board.zones:
        if hasattr(zone.reader, "lines"):
            levels[zone.name] = max([zone.reader.lines.busy() for _ in range(20)])
    tell("busy", levels=levels)


def examine_reader(index):
    """Report a reader's self-test, or the error."""
    zone = board.zones[index]
    reader = zone.reader
    reason = ""
    for _ in range(_TRIES):
        try:
            report = done(reader.start_selftest())
            zone.open = True
            tell("reader", zone=zone.name, before=reason, **report)
            return
        except DeviceError as error:
            reader.off()
            reason = error.reason
    tell("reader", zone=zone.name, error=reason)


def look_at_pairs():
    """Report readers without a serial number that share a chip, found by patterns in their memory."""
    zones = [zone for zone in board.zones if zone.open and not hasattr(zone.reader, "lines")]
    for number in range(len(zones)):
        chip = zones[number].reader
        chip.frame[1 : _PATTERN + 1] = bytes([(number * 31 + i * 7 + 1) & 255 for i in range(_PATTERN)])
        chip._fill(_PATTERN)
    for number in range(len(zones)):
        chip = zones[number].reader
        chip._burst(_PATTERN)
        other = [
            i
            for i in range(len(zones))
            if i != number and chip.reply[1] == (i * 31 + 1) & 255 and chip.reply[2] == (i * 31 + 8) & 255
        ]
        if other:
            tell("same_chip", zone=zones[number].name, other=zones[other[0]].name)


def look_for_others():
    """Report zones with a tag of a kind that their reader can't read."""
    for zone in board.zones:
        if zone.open:
            try:
                # Two hits in a row, as one could be noise.
                found = done(zone.reader.start_probe(zone.settle_us)) and done(zone.reader.start_probe(zone.settle_us))
            except DeviceError:
                zone.reader.off()
                continue
            if found:
                tell("other_kind", zone=zone.name)


class _Reads:
    """The results of some scans of a zone."""

    def __init__(self, zone):
        self.zone = zone
        self.scans = 0
        self.tags = {}
        self.us = []
        self.gains = []
        self.errors = {}
        self.flags = 0
        self.fails = 0

    def scan(self):
        """Scan once."""
        zone = self.zone
        if self.fails >= _LOST:
            return
        self.scans += 1
        tidy()  # before the timing starts
        try:
            if not zone.open:
                done(zone.reader.start_open())
                zone.open = True
            begun = clock.us()
            scan = done(zone.reader.start_inventory(zone.settle_us))
            self.us.append((clock.us() - begun) & MASK)
        except DeviceError as error:
            zone.reader.off()
            zone.open = False
            self.fails += 1
            self.errors[error.reason] = self.errors.get(error.reason, 0) + 1
            return
        self.fails = 0
        self.flags |= scan.flags
        self.gains.append(zone.reader.agc)
        for uid in scan.seen:
            uid = _hex(uid)
            self.tags[uid] = self.tags.get(uid, 0) + 1

    def tell(self, test):
        """Report the results."""
        us = sorted(self.us)
        gains = sorted(self.gains)
        tell(
            "reads",
            zone=self.zone.name,
            test=test,
            scans=self.scans,
            tags=self.tags,
            us=us[len(us) // 2] if us else 0,
            worst_us=us[-1] if us else 0,
            agc=gains[len(gains) // 2] if gains else 0,
            errors=self.errors,
            flags=self.flags,
            lost=self.fails >= _LOST,
        )


def read(indices, scans, test=""):
    """Scan zones in turn, `scans` times; `test` names the zone in which a test card lies."""
    reads = [_Reads(board.zones[index]) for index in indices]
    for _ in range(scans):
        for each in reads:
            each.scan()
    for each in reads:
        each.tell(test)


def look_at_tags():
    """Report lying tags that are not in the deck."""
    from app.sensing.deck import Deck

    deck = Deck()
    if deck.load(files):
        return
    for zone in board.zones:
        if zone.open:
            try:
                scan = done(zone.reader.start_inventory(zone.settle_us))
            except DeviceError:
                zone.reader.off()
                zone.open = False
                continue
            strange = [_hex(uid) for uid in scan.seen if deck.card(uid) < 0]
            if strange:
                tell("strange", zone=zone.name, tags=strange[:4])
