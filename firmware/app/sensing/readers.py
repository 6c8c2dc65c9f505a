"""The scan schedule: which zone is read when. One field at a time.

A zone has a class, and each class an interval that one would like: where something can happen now,
often; where the last scan left a doubt, at once; elsewhere now and then. The zone that is the most
overdue by its own interval comes next, so that no zone starves. A reader that does not answer is
left out, and tried again now and then.
"""

from app.unload import unload
from drivers.scan import FULL, SHARED, STACKED
from drivers.steps import DeviceError

# Classes of zones, and the milliseconds from scan to scan that each would like.
HOT = 0
WARM = 1
COLD = 2
_INTERVALS = (60, 250, 1000)
_RESTLESS_MS = 15
_FAILS = 3  # so many failures in a row, and the reader is lost
_RETRY_MS = 5000
_PROBE_MS = 10000  # from one look for another kind of tag to the next, in each zone
_LOADED = 80  # per cent of its gain that a field with nothing in it keeps at least
_LOAD = 5  # per cent that a tag takes at most
_STEADY = 3  # scans in a row that make a trouble, or end it

# Troubles of a zone, worst first.
LOST = "lost"
FOREIGN = "foreign"
CHANGING = "changing"
STACKED_CARDS = "stacked"
TOO_MANY = "too_many"
TWO_ZONES = "two_zones"
UNSTEADY = "unsteady"
_TROUBLES = (LOST, FOREIGN, CHANGING, STACKED_CARDS, TOO_MANY, TWO_ZONES, UNSTEADY)


class Zone:
    """A zone as the readers know it: its reader, how it reads, and what is wrong there."""

    def __init__(self, name, number, reader, settle_us):
        self.name = name
        self.number = number  # as in tierce.zones: 0 the discard, n meld n, -1 - seat
        self.reader = reader
        self.settle_us = settle_us
        self.open = False
        self.fails = 0  # in a row
        self.failures = 0
        self.retry = 0
        self.last = -100000  # when its last scan ended, in ms
        self.probed = 0
        self.unsure = 0  # scans in a row that left a card unsure
        self.doubt = False  # whether cards must be read one by one, until all is settled
        self.strange = {}  # a tag that is no card of this game -> its count of scans
        self.changing = 0  # scans in a row with such a tag that the one before did not read
        self.wrong = 0  # probes that found another kind of tag
        self.stacked = 0
        self.gain = 0  # the receiver's, at most: of the empty field
        self.full = 0
        self.names = None  # the UIDs expected, until presence has news of them


class Readers:
    """The zones' readers, in turn.

    `presence` is told what was read; `deck` knows the cards; `said(zone, trouble, detail)` hears
    what is wrong in a zone, or that it is not any more (detail None); `tags(zone, uids)`, where it
    is set, is given the tags that each scan reads, for teaching.
    """

    def __init__(self, clock, zones, presence, deck, said):
        self.clock = clock
        self.zones = zones
        self.presence = presence
        self.deck = deck
        self.said = said
        self.tags = None
        self.attend(bytes([COLD] * len(zones)))
        self.troubles = {}  # (zone index, trouble) -> detail
        self.scans = 0
        self.test = None  # steps of a self test, while one is wanted; None again at their end
        self._opening = False  # whether what only sets readers up is loaded
        self._seen_to = False  # whether `look` had anything to say

    def attend(self, kinds, waited=(), late=(), plays=None):
        """Take in what a match needs of the readers; this is all that it tells them.

        `kinds`: the class of each zone. `waited`: indices of the zones that a verdict waits for,
        `late` of those it has waited for too long. `plays(card)`: whether a card is one of this
        game's; None: every card is.
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
                yield self._pause(now)
                continue
            yield from self._start_visit(index)
            yield 0

    def _interval(self, index):
        if self.presence.restless[index] or index in self._waited:
            return _RESTLESS_MS
        return _INTERVALS[HOT if self.tags is not None else self._kinds[index]]

    def _next(self, now):
        """Return the zone that is the most overdue, or -1 if none is due."""
        best = -1
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

    # --- one visit

    def _start_visit(self, index):
        """Steps of one visit to a zone: open its reader if need be, read, tell."""
        zone = self.zones[index]
        begun = self.clock.ms()
        try:
            if not zone.open:
                self._opening = True
                yield from zone.reader.start_open()
                zone.open = True
                zone.names = None
            elif self._opening:
                # Zones that have to be opened come first, so there is none.
                self._opening = False
                unload("drivers.pn5180_open")
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

    def _start_test(self):
        yield from self.test  # pyright: ignore[reportGeneralTypeIssues]
        self.test = None
        unload("drivers.pn5180_more", "drivers.pn5180_open")

    def _start_probe(self, zone, index):
        found = yield from zone.reader.start_probe(zone.settle_us)
        zone.wrong = zone.wrong + 1 if found else 0
        # Two probes running: one could be noise. The second comes at once.
        if zone.wrong == 1:
            found = yield from zone.reader.start_probe(zone.settle_us)
            zone.wrong = 2 if found else 0
        if not zone.strange:
            self._trouble(index, FOREIGN, b"" if zone.wrong else None)

    def _failed(self, index, error):
        """A reader did not do what it should: open it again, after a while if it goes on so."""
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
        """Return the UIDs that this zone is likely to show."""
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
        presence.took(index, cards, unsure, begun, self.clock.ms())
        zone.doubt = presence.restless[index] and (zone.doubt or scan.flags & SHARED)
        if strange or zone.strange or zone.changing:
            self._strangers(index, strange)
        flags = scan.flags & (STACKED | FULL)
        if self._is_loaded(zone, len(scan.seen)):
            flags |= STACKED
        if flags or zone.stacked or zone.full:
            zone.stacked = _steadily(zone.stacked, flags & STACKED)
            zone.full = _steadily(zone.full, flags & FULL or len(scan.seen) > zone.reader.most)
            self._judge(index, STACKED_CARDS, zone.stacked, len(scan.seen))
            self._judge(index, TOO_MANY, zone.full, len(scan.seen))

    def _is_loaded(self, zone, tags):
        """Tell whether something loads the field that does not answer: cards squared up, mostly.

        The receiver's gain falls with each tag, and much more with a stack. How much a real antenna
        shows of it has to be tried on the bench [HW]; a board without it says nothing.
        """
        gain = zone.reader.agc
        zone.gain = max(zone.gain, gain)
        return 0 < gain * 100 < zone.gain * (_LOADED - _LOAD * tags)

    def _judge(self, index, trouble, count, detail):
        """Say a trouble that is steady, or that it is over; in between, nothing."""
        if count == _STEADY:
            self._trouble(index, trouble, detail)
        elif not count:
            self._trouble(index, trouble, None)

    def _strangers(self, index, uids):
        """Count tags that are no card of this game."""
        zone = self.zones[index]
        known = zone.strange
        # A tag that gives another number each time: a phone, or a bank card.
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
        if not known and not zone.wrong:
            self._trouble(index, FOREIGN, None)

    def look(self):
        """Say which cards two zones read, and where cards come and go, or do so no longer.

        Called now and then.
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
        """Note what is wrong in a zone (detail None: no longer), and say so once."""
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
        for trouble in _TROUBLES:
            if (index, trouble) in self.troubles:
                return trouble
        return None

    def off(self):
        """Switch every field off, whatever is going on."""
        for zone in self.zones:
            zone.reader.off()


def _steadily(count, now):
    """Count up while something is seen, down while it is not; at most to where it is steady."""
    return min(count + 1, _STEADY) if now else max(count - 1, 0)
