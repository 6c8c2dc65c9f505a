"""The scan schedule: which zone is read when. Only one field is on at a time.

Each zone has a class, and each class a target interval: short for zones where something can happen
now, long for the others. A zone whose last scan left a doubt is read again at once. The zone that
is most overdue, relative to its interval, comes next, so no zone starves. A reader that does not
answer is left out and tried again every 5 s.
"""

from app.unload import unload
from drivers.scan import FULL, SHARED, STACKED
from drivers.steps import DeviceError

# Classes of zones, and the target interval of each from scan to scan, in milliseconds.
HOT = 0
WARM = 1
COLD = 2
_INTERVALS = (60, 250, 1000)
_RESTLESS_MS = 15
_FAILS = 3  # failures in a row until a reader is lost
_RETRY_MS = 5000
_PROBE_MS = 10000  # interval between probes for another kind of tag, in each zone
_LOADED = 80  # per cent of the highest gain: below this an empty field is loaded
_LOAD = 5  # per cent of gain that a tag takes at most
_EMPTY_MS = 60000  # after so long without a card a reader is opened again, in a pause of the schedule
_STEADY = 3  # scans in a row that begin or end a trouble

# Troubles of a zone, worst first.
LOST = "lost"
FOREIGN = "foreign"
CHANGING = "changing"
STACKED_CARDS = "stacked"
TOO_MANY = "too_many"
TWO_ZONES = "two_zones"
UNSTEADY = "unsteady"
DEAF = "deaf"  # told once, when it has ended
_TROUBLES = (LOST, FOREIGN, CHANGING, STACKED_CARDS, TOO_MANY, TWO_ZONES, UNSTEADY)


class Zone:
    """A zone of the readers: its reader, the reader's state, and the zone's troubles."""

    # What most zones never change belongs to the class: an attribute of each of 18 takes 144 bytes.
    open = False
    fails = 0  # failures in a row
    failures = 0  # failures since the start
    deaf = 0  # how often it heard no tag until it was opened again, since the start
    retry = 0  # when to try a closed reader again, in ms
    last = -100000  # when its last scan ended, in ms
    probed = 0  # when its last probe was, in ms
    heard = 0  # when a tag was last read, or the reader opened, in ms
    unsure = 0  # scans in a row that left a card unsure
    doubt = False  # whether to read cards one by one until the zone is settled
    strange = ()  # UID of a tag that is not a card of this game -> count of scans, once there was one
    changing = 0  # counts scans with a new tag of this kind: see _steadily
    wrong = 0  # probes in a row that found another kind of tag
    stacked = 0  # counts scans flagged STACKED
    gain = 0  # the receiver's gain in the empty field; it follows slowly
    free = 0  # its gain at the last scan that found no load on the field
    full = 0  # counts scans with too many tags
    names = None  # cache of the expected UIDs; None: must be rebuilt

    def __init__(self, name, number, reader, settle_us):
        self.name = name
        self.number = number  # as in tierce.zones: discard 0, meld n is n, seat s is -1 - s
        self.reader = reader
        self.settle_us = settle_us


class Readers:
    """Reads the zones in turn.

    `presence` gets what was read; `deck` maps tags to cards. `said(zone, trouble, detail)` is
    called when a trouble of a zone begins, or with detail None when it ends; `moved()` when cards have
    come or gone. `tags(zone, uids)`, if set, is called with the tags that each scan reads, for teaching.
    """

    def __init__(self, clock, zones, presence, deck, said, moved):
        self.clock = clock
        self.zones = zones
        self.presence = presence
        self.deck = deck
        self.said = said
        self.moved = moved
        self.tags = None
        self.attend(bytes([COLD] * len(zones)))
        self.troubles = {}  # (zone index, trouble) -> detail
        self.scans = 0
        self.test = None  # the steps of a self-test to run; None again at their end
        self._opening = False  # whether the set-up code of readers is loaded
        self._seen_to = False  # whether the last `look` had anything to report
        self._again = -1  # the zone whose last scan found something new: it is scanned again at once

    def attend(self, kinds, waited=(), late=(), plays=None):
        """Set what the match needs of the readers; nothing else passes from it to them.

        `kinds`: the class of each zone. `waited`: indices of the zones that a verdict waits for;
        `late`: those that it has waited for too long. `plays(card)`: whether the game uses a card;
        None: every card is used.
        """
        self._kinds = kinds
        self._waited = waited
        self._late = late
        self._plays = plays

    # --- the schedule

    def run(self):
        """Steps of the task."""
        while True:
            if self.test is not None:
                yield from self._start_test()
            now = self.clock.ms()
            index = self._next(now)
            if index < 0:
                index = self._stale(now)
                if index < 0:
                    yield self._pause(now)
                    continue
                yield from self._start_visit(index, _EMPTY_MS)
            else:
                yield from self._start_visit(index, 2 * _EMPTY_MS)
            yield 0

    def _interval(self, index):
        if self.presence.restless[index] or index in self._waited:
            return _RESTLESS_MS
        return _INTERVALS[HOT if self.tags is not None else self._kinds[index]]

    def _next(self, now):
        """Return the index of the zone that is most overdue, or -1 if none is due."""
        best = self._again
        self._again = -1
        if best >= 0:
            return best
        most = 256  # in 256ths of its interval
        zones = self.zones
        for index in range(len(zones)):
            zone = zones[index]
            if not zone.open:
                if now < zone.retry:
                    continue
                overdue = 100000
            else:
                overdue = ((now - zone.last) << 8) // self._interval(index)
            if overdue >= most:
                most = overdue
                best = index
        return best

    def _pause(self, now):
        """Return the microseconds until a zone is due."""
        pause = 100
        zones = self.zones
        for index in range(len(zones)):
            zone = zones[index]
            due = zone.last + self._interval(index) if zone.open else zone.retry
            pause = min(pause, due - now)
        return max(pause, 1) * 1000

    def _stale(self, now):
        """Return the index of a zone whose reader may be opened again, or -1."""
        zones = self.zones
        for index in range(len(zones)):
            zone = zones[index]
            if zone.open and now - zone.heard >= _EMPTY_MS:
                return index
        return -1

    # --- one visit

    def _start_visit(self, index, most):
        """Steps of one visit to a zone: open its reader if necessary, scan, report.

        Both chips are known to go deaf: registers answer, but no tag is read until a restart. So a
        reader that has read none for `most` ms is opened again, and the zone is scanned once more:
        what is read only then, the reader did not hear before. With 0 this is that second scan.
        """
        zone = self.zones[index]
        begun = self.clock.ms()
        if not most:
            zone.reader.off()
            zone.open = False
        try:
            if not zone.open:
                self._opening = True
                yield from zone.reader.start_open()
                zone.open = True
                zone.names = None
                zone.heard = self.clock.ms()
            elif self._opening:
                # Closed zones come first, so now all are open and the set-up code can go.
                self._opening = False
                unload("open")
            if begun - zone.probed >= _PROBE_MS and not self.presence.restless[index]:
                yield from self._start_probe(zone, index)
                zone.probed = begun = self.clock.ms()
            expected = self._expected(index)
            if zone.unsure >= _STEADY or zone.doubt:
                zone.unsure = 0
                scan = yield from zone.reader.start_inventory(zone.settle_us, expected)
            else:
                scan = yield from zone.reader.start_scan(expected, zone.settle_us)
        except DeviceError as error:
            self._failed(index, error)
            return
        if zone.fails:
            zone.fails = 0
            self._trouble(index, LOST, None)
        self.scans += 1
        self._took(index, scan, begun)
        zone.last = self.clock.ms()
        if scan.seen:
            zone.heard = zone.last
            if not most:
                zone.deaf += 1
                self.said(index, DEAF, True)
        elif 0 < most <= zone.last - zone.heard:
            yield from self._start_visit(index, 0)

    def _start_test(self):
        yield from self.test  # pyright: ignore[reportGeneralTypeIssues]
        self.test = None
        unload("test")

    def _start_probe(self, zone, index):
        found = yield from zone.reader.start_probe(zone.settle_us)
        zone.wrong = zone.wrong + 1 if found else 0
        # A single positive probe may be noise, so probe a second time at once.
        if zone.wrong == 1:
            found = yield from zone.reader.start_probe(zone.settle_us)
            zone.wrong = 2 if found else 0
        if not zone.strange:
            self._trouble(index, FOREIGN, b"" if zone.wrong else None)

    def _failed(self, index, error):
        """Close a reader that failed; after some failures in a row it is lost and tried later."""
        zone = self.zones[index]
        zone.reader.off()
        zone.open = False
        zone.fails += 1
        zone.failures += 1
        now = self.clock.ms()
        zone.last = now
        if zone.fails >= _FAILS:
            zone.retry = now + _RETRY_MS
            self._trouble(index, LOST, error.reason)

    def _expected(self, index):
        """Return the UIDs that a scan of this zone will probably read."""
        zone = self.zones[index]
        if self.presence.is_news(index) or zone.names is None:
            names = [self.deck.uid(card) for card in self.presence.expected(index)]
            zone.names = [uid for uid in names if uid is not None]
        return zone.names

    def _took(self, index, scan, begun):
        zone = self.zones[index]
        cards = []
        strange = ()
        if self.tags is not None and scan.seen:
            self.tags(index, scan.seen)
        for uid in scan.seen:
            card = self.deck.card(uid)
            if card >= 0 and (self._plays is None or self._plays(card)):
                cards.append(card)
            elif strange:
                strange.append(uid)
            else:
                strange = [uid]
        zone.unsure = zone.unsure + 1 if scan.unsure else 0
        unsure = [self.deck.card(uid) for uid in scan.unsure + scan.assumed]
        presence = self.presence
        was = presence.restless[index]
        presence.took(index, cards, unsure, begun, self.clock.ms())
        if presence.restless[index] and not was:
            self._again = index
        if presence.changes:
            self.moved()
        zone.doubt = presence.restless[index] and (zone.doubt or scan.flags & SHARED)
        if strange or zone.strange or zone.changing:
            self._strangers(index, strange)
        flags = scan.flags & (STACKED | FULL)
        if self._is_loaded(zone, len(scan.seen)):
            flags |= STACKED
        if flags or zone.stacked or zone.full:
            zone.stacked = _steadily(zone.stacked, flags & STACKED)
            zone.full = _steadily(zone.full, flags & FULL or len(scan.seen) > zone.reader.limit)
            self._judge(index, STACKED_CARDS, zone.stacked, len(scan.seen))
            self._judge(index, TOO_MANY, zone.full, len(scan.seen))

    def _is_loaded(self, zone, tags):
        """Return whether something that does not answer loads the field, usually stacked cards.

        The receiver's gain falls with each tag, and much more with a stack; but also as the reader
        grows warm, and a reading may be wrong. So the empty field's gain follows by a sixteenth of
        the way what agrees with a field that carries: one empty, or with tags that take a twentieth
        each at most. And no load has come where the gain is not lower than when there was none. The
        limits must be checked on the bench with real antennas [HW]. A reader that reports no gain
        gives False.
        """
        gain = zone.reader.agc
        base = zone.gain
        if not base:
            zone.gain = min(gain, zone.free)  # of the first two readings
            zone.free = gain
            return False
        if gain < zone.free and gain * 100 < base * (_LOADED - _LOAD * tags):
            return True
        zone.free = gain
        off = min(max(base, gain), gain * 100 // max(100 - _LOAD * tags, 1)) - base
        zone.gain = base + (off >> 4) + (off > 0)
        return False

    def _judge(self, index, trouble, count, detail):
        """Report a trouble that is steady or has ended."""
        if count == _STEADY:
            self._trouble(index, trouble, detail)
        elif not count:
            self._trouble(index, trouble, None)

    def _strangers(self, index, uids):
        """Count tags that are not cards of this game; report them when they are steady."""
        zone = self.zones[index]
        known = zone.strange or {}
        # New UIDs in scan after scan: a phone or a bank card, which changes its UID.
        changing = [uid for uid in uids if uid not in known] if len(known) < 4 else ()
        zone.changing = _steadily(zone.changing, changing)
        self._judge(index, CHANGING, zone.changing, True)
        for uid in uids:
            if uid in known or len(known) < 4:
                known[uid] = min(known.get(uid, 0) + 1, _STEADY)
                if known[uid] == 2:
                    self._trouble(index, FOREIGN, uid)
        for uid in list(known):
            if uid not in uids:
                known[uid] -= 1
                if not known[uid]:
                    del known[uid]
        zone.strange = known
        if not known and not zone.wrong:
            self._trouble(index, FOREIGN, None)

    def look(self):
        """Report cards read in two zones and unsteady zones, and when that ends.

        The table's task calls it at every poll.
        """
        late = self._late
        twice = self.presence.twice
        something = bool(late or twice or self.presence.unsteady)
        if not something and not self._seen_to:
            return
        self._seen_to = something
        for index in range(len(self.zones)):
            unsteady = index in late or self.presence.is_unsteady(index)
            self._trouble(index, UNSTEADY, True if unsteady else None)
            detail = None
            for card, zone, other in twice:
                if index in (zone, other):
                    detail = (card, zone, other)
            self._trouble(index, TWO_ZONES, detail)

    def _trouble(self, index, trouble, detail):
        """Note the beginning of a trouble, or its end (detail None), and report the change once."""
        key = (index, trouble)
        if detail is None:
            if key in self.troubles:
                del self.troubles[key]
                self.said(index, trouble, None)
        elif key not in self.troubles:
            self.troubles[key] = detail
            self.said(index, trouble, detail)

    def trouble_of(self, index):
        """Return the worst trouble of a zone, or None."""
        if not self.troubles:  # the lights ask for each zone, 25 times a second
            return None
        for trouble in _TROUBLES:
            if (index, trouble) in self.troubles:
                return trouble
        return None

    def off(self):
        """Switch every field off at once."""
        for zone in self.zones:
            zone.reader.off()


def _steadily(count, now):
    """Return a count one higher if something is seen, else one lower; from 0 to _STEADY."""
    return min(count + 1, _STEADY) if now else max(count - 1, 0)
