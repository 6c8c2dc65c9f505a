"""Presence: which card lies in which zone, debounced from the readers' scans.

Pure: scans go in, changes come out. A card has arrived when 2 of the zone's last 3 scans read it.
It is gone when 5 scans in a row missed it and at least 250 ms have passed. A card read in two zones
stays in the first until that zone has missed it 3 times in a row; after 2 s it is reported in
`twice`.

A card flickers if it is missed and then read again. Each card has a flicker score: each such miss
adds 3, each reading subtracts 1, so it grows if more than a quarter of the readings fail. The
higher the score, the longer the card and its neighbours must be missed before they are gone. From a
score of 40 on the zone is unsteady, until the score is down to 20 or the card has not been read for
3 s.
"""

from array import array

from tierce.cards import CARDS

NOWHERE = 255
_SCANS = 7  # bit mask: an arrival depends on the last three scans
_STEADY = (False, False, False, True, False, True, True, True)  # by mask: 2 of 3 scans read it
_GONE = 5  # misses in a row until a card is gone
_GONE_MS = 250  # and the least time
_MOVED = 3  # misses in a row until a card is gone if another zone reads it steadily
_TWO_ZONES_MS = 2000  # time in two zones before it is reported
_MISS = 3  # points that a miss adds to the flicker score; a reading subtracts 1
_UNSTEADY = 40  # unsteady from this score on, until it is down to half of it
_MOST = 60  # the highest score
_PER_SCORE_MS = 50  # each point prolongs the time until a card is gone
_AWAY_MS = 3000  # to this at most
_GLIMPSE_MS = 400  # wait this long for a second reading of a card that lies nowhere else


class Presence:
    """Cards by zone. Zones are numbered from 0, cards as in tierce.cards."""

    def __init__(self, zones):
        self.lying = [[] for _ in range(zones)]  # the cards present in each zone, oldest first
        self.changes = []  # (zone, left, came), oldest first; the table takes them out
        self.restless = bytearray(zones)  # whether the last scan left something undecided
        self._fresh = bytearray(zones)  # whether the expected cards are unchanged: see is_news
        self.begun = array("i", [-1] * zones)  # when the last scan began, in ms
        self.before = array("i", [-1] * zones)  # when the scan before it began
        self.twice = []  # (card, zone, other zone that reads it too)
        self.unsteady = []  # [card, zone, ms of its last reading] of cards that flicker
        # Arriving cards: [card, zone, a bit for each of its last scans, ms of the first reading,
        # ms of the last reading]
        self._coming = []
        self._at = bytearray([NOWHERE] * CARDS)  # zone of each card
        self._missed = bytearray(CARDS)  # misses in a row of each card
        self._read_at = array("H", [0] * CARDS)  # when its zone read it last, in units of 8 ms
        self._flicker = bytearray(CARDS)  # flicker score of each card

    def zone_of(self, card):
        """Return the zone where a card lies, or NOWHERE."""
        return self._at[card]

    def assume(self, zone, cards):
        """Assume that these cards lie in a zone, as they did before a power loss."""
        for card in cards:
            self._at[card] = zone
            self._missed[card] = 0
            self.lying[zone].append(card)
        self._fresh[zone] = 0

    def forget(self, card):
        """Forget where a card lies: the players say that it has left its zone."""
        zone = self._at[card]
        if zone != NOWHERE:
            self.lying[zone].remove(card)
            self._at[card] = NOWHERE
            self._fresh[zone] = 0

    def expected(self, zone):
        """Return the cards that a scan of this zone is likely to read."""
        return self.lying[zone] + [each[0] for each in self._coming if each[1] == zone]

    def is_news(self, zone):
        """Return whether the expected cards have changed since the last call."""
        news = not self._fresh[zone]
        self._fresh[zone] = 1
        return news

    def took(self, zone, seen, unsure, begun, now):  # noqa: C901
        """Process one scan of a zone: the cards `seen`, and those that it is `unsure` of.

        A card in both lists counts as a reading for an arrival and for nothing else. `begun` and
        `now` are the times of its start and its end, in ms.
        """
        self.before[zone] = self.begun[zone]
        self.begun[zone] = begun
        lying = self.lying[zone]
        gone = None
        restless = 0
        missed = self._missed
        for card in lying:
            if card in unsure:
                continue
            if card in seen:
                if missed[card] or self._flicker[card]:
                    self._flickers(card, zone, min(missed[card], _GONE) * _MISS - 1, now)
                    missed[card] = 0
                self._read_at[card] = now >> 3 & 0xFFFF
            else:
                if missed[card] < 255:
                    missed[card] += 1
                ago = (now >> 3) - self._read_at[card] & 0xFFFF
                if missed[card] >= _GONE and ago >= self._patience_ms(lying) >> 3:
                    if gone is None:
                        gone = []
                    gone.append(card)
                else:
                    restless = 1
        for card in seen:
            if self._at[card] != zone:
                self._reads(card, zone, now)
        came = None
        if self._coming:
            came = self._steady(zone, seen, now)
            if self._comes_to(zone):
                restless = 1
        if gone:
            for card in gone:
                lying.remove(card)
                self._at[card] = NOWHERE
        if came:
            for card in came:
                if missed[card] >= _GONE:  # it was gone only for a short time
                    self._flickers(card, zone, _GONE * _MISS, now)
                self._at[card] = zone
                self._read_at[card] = now >> 3 & 0xFFFF
                missed[card] = 0
                lying.append(card)
        if self.unsteady:
            self._look_at_unsteady(zone, seen, now)
            if self.is_unsteady(zone):
                restless = 1
        if gone or came:
            self.changes.append((zone, gone or (), came or ()))
            self._fresh[zone] = 0
        self.restless[zone] = restless

    def _patience_ms(self, lying):
        """Return for how long a card of a zone must be missed until it is gone, in ms."""
        score = max([self._flicker[card] for card in lying])
        return min(_GONE_MS + _PER_SCORE_MS * score, _AWAY_MS)

    def is_unsteady(self, zone):
        """Return whether cards of a zone flicker."""
        for each in self.unsteady:
            if each[1] == zone:
                return True
        return False

    def _flickers(self, card, zone, points, now):
        """Add points, which may be negative, to the flicker score of a card."""
        score = self._flicker[card] = max(0, min(self._flicker[card] + points, _MOST))
        if score >= _UNSTEADY and points > 0:
            for each in self.unsteady:
                if each[0] == card:
                    return
            self.unsteady.append([card, zone, now])

    def _look_at_unsteady(self, zone, seen, now):
        """Forget the cards of a zone that no longer flicker or have been away for long."""
        for each in [each for each in self.unsteady if each[1] == zone]:
            card = each[0]
            if card in seen:
                each[2] = now
            if self._at[card] not in (zone, NOWHERE) or now - each[2] >= _AWAY_MS:
                self._flicker[card] = 0
            if self._flicker[card] <= _UNSTEADY // 2:
                self.unsteady.remove(each)

    def _reads(self, card, zone, now):
        """Note that a card was read in a zone where it does not lie."""
        if self._at[card] == NOWHERE:
            if (now >> 3) - self._read_at[card] & 0xFFFF >= _AWAY_MS >> 3:
                self._flicker[card] = self._missed[card] = 0
            self._read_at[card] = now >> 3 & 0xFFFF
        for each in self._coming:
            if each[0] == card:  # a card arrives in one zone at a time: the first that read it
                return
        self._coming.append([card, zone, 0, now, now])
        self._fresh[zone] = 0

    def _comes_to(self, zone):
        """Return how many cards are arriving in a zone."""
        return len([1 for each in self._coming if each[1] == zone])

    def _steady(self, zone, seen, now):
        """Return the cards that have arrived in a zone; forget false readings."""
        came = []
        for each in [each for each in self._coming if each[1] == zone]:
            card = each[0]
            if card in seen:
                if not each[2] and now > each[3]:  # after at least three misses
                    self._flickers(card, zone, 3 * _MISS, now)
                each[4] = now
            hits = each[2] = (each[2] << 1 | (card in seen)) & _SCANS
            if not hits:
                if self._at[card] != NOWHERE:
                    self._forget(each)
                elif now - each[4] >= _GLIMPSE_MS:
                    self._forget(each)
                    self._flickers(card, zone, 3 * _MISS, now)
            elif _STEADY[hits]:
                old = self._at[card]
                if old == NOWHERE or self._missed[card] >= _MOVED:
                    if old != NOWHERE:
                        self.lying[old].remove(card)
                        self._missed[card] = 0
                        self._fresh[old] = 0
                        self.changes.append((old, [card], ()))
                    self._forget(each)
                    came.append(card)
                elif now - each[3] >= _TWO_ZONES_MS:
                    self._note_twice(card, old, zone)
        return came

    def _note_twice(self, card, zone, other):
        for known in self.twice:
            if known[0] == card:
                return
        self.twice.append((card, zone, other))

    def _forget(self, coming):
        self._coming.remove(coming)
        self._fresh[coming[1]] = 0
        for known in self.twice:
            if known[0] == coming[0]:
                self.twice.remove(known)
                return

    def unsettled(self, zone):
        """Return whether a card is arriving in a zone or probably leaving it."""
        if self.is_unsteady(zone):
            return True
        # Cards read in two zones do not count: they are reported separately and stay in place.
        twice = [known for known in self.twice if known[2] == zone]
        if self._comes_to(zone) > len(twice):
            return True
        for card in self.lying[zone]:
            if self._missed[card] >= _MOVED:
                return True
        return False

    def settled(self, zones, since):
        """Return whether each zone has two scans begun since `since` (ms) and is settled."""
        for zone in zones:
            if self.before[zone] < since or self.unsettled(zone):
                return False
        return True
