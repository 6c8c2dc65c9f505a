"""Which card lies in which zone: what the readers say, believed only once it is steady.

Pure: scans go in, changes come out. A card has arrived once it was read in a zone in 2 of its last
3 scans. It is gone once it was missed 5 times running, over 250 ms at least. A card that two zones
read stays where it was, until that zone misses it or it has been read in both for too long.

A card that is missed and read again flickers. Each card has a score of it: a miss that turned out
to be none counts 3, a reading takes 1 away, so that it grows where more than one reading of four is
lost. The more a card flickers, the longer it and its neighbours must be missed before they are
gone; and from a score of 40 on its zone is unsteady, until the card has been read well for a while,
or not at all for long.
"""

from array import array

from tierce.cards import CARDS

NOWHERE = 255
_SCANS = 7  # a mask: the last three scans count for an arrival
_STEADY = (False, False, False, True, False, True, True, True)  # two of them
_GONE = 5  # misses in a row before a card is gone
_GONE_MS = 250
_MOVED = 3  # so many are enough, where another zone reads it steadily
_TWO_ZONES_MS = 2000  # read in two zones for so long is a trouble that is named
_MISS = 3  # what a miss adds to the score of a card that flickers; a reading takes 1 away
_UNSTEADY = 40  # from this score on, until it is half as high
_MOST = 60
_PER_SCORE_MS = 50  # so much longer a card must be missed for each point
_AWAY_MS = 3000  # for so long at most
_GLIMPSE_MS = 400  # a card that was read once, and lies nowhere else, is waited for so long


class Presence:
    """Cards by zone. Zones are numbered from 0, cards as in tierce.cards."""

    def __init__(self, zones):
        self.lying = [[] for _ in range(zones)]  # the cards believed to lie there, as they came
        self.changes = []  # (zone, left, came), oldest first, for who takes them
        self.restless = bytearray(zones)  # whether the last scan left something to settle
        self._fresh = bytearray(zones)  # whether what is expected there is as it was: see is_news
        self.begun = array("i", [-1] * zones)  # when the last scan began, in ms
        self.before = array("i", [-1] * zones)  # and the one before
        self.twice = []  # (card, zone, zone where it is read too)
        self.unsteady = []  # [card, zone, ms of its last reading] of those that flicker there
        # [card, zone where it is read but not believed yet, a bit for each of the last scans there,
        # ms since when, ms of its last reading]
        self._coming = []
        self._at = bytearray([NOWHERE] * CARDS)
        self._missed = bytearray(CARDS)
        self._read_at = array("H", [0] * CARDS)  # when its zone read it last, in 8 ms
        self._flicker = bytearray(CARDS)  # the score of each card

    def zone_of(self, card):
        """Return the zone where a card lies, or NOWHERE."""
        return self._at[card]

    def assume(self, zone, cards):
        """Believe that these cards lie in a zone: what was known before the power was lost."""
        for card in cards:
            self._at[card] = zone
            self._missed[card] = 0
            self.lying[zone].append(card)
        self._fresh[zone] = 0

    def expected(self, zone):
        """Return the cards that a scan of this zone is likely to read."""
        return self.lying[zone] + [each[0] for each in self._coming if each[1] == zone]

    def is_news(self, zone):
        """Tell whether what is expected there has changed since this was asked before."""
        news = not self._fresh[zone]
        self._fresh[zone] = 1
        return news

    def took(self, zone, seen, unsure, begun, now):
        """Take in one scan of a zone: the cards read, and those of which it says too little.

        A card of both lists may have been read: what is coming comes by it, nothing else follows.
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
                if missed[card] >= _GONE:  # it was not gone for long
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
        """Return for how long one of these cards, of a zone, must be missed before it is gone."""
        score = max([self._flicker[card] for card in lying])
        return min(_GONE_MS + _PER_SCORE_MS * score, _AWAY_MS)

    def is_unsteady(self, zone):
        """Tell whether cards of a zone flicker."""
        for each in self.unsteady:
            if each[1] == zone:
                return True
        return False

    def _flickers(self, card, zone, points, now):
        """Add points to the score of a card that was read, or take them away."""
        score = self._flicker[card] = max(0, min(self._flicker[card] + points, _MOST))
        if score >= _UNSTEADY and points > 0:
            for each in self.unsteady:
                if each[0] == card:
                    return
            self.unsteady.append([card, zone, now])

    def _look_at_unsteady(self, zone, seen, now):
        """Forget the cards of a zone that flicker no more, or are gone for good."""
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
            if each[0] == card:  # it comes to one zone at a time: the one that read it first
                return
        self._coming.append([card, zone, 0, now, now])
        self._fresh[zone] = 0

    def _comes_to(self, zone):
        """Return how many cards are coming to a zone."""
        return len([1 for each in self._coming if each[1] == zone])

    def _steady(self, zone, seen, now):
        """Return the cards that have come to a zone, and forget those that were a mistake."""
        came = []
        for each in [each for each in self._coming if each[1] == zone]:
            card = each[0]
            if card in seen:
                if not each[2] and now > each[3]:  # after three misses at least
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
        """Tell whether a card is coming to a zone, or is likely to be going."""
        if self.is_unsteady(zone):
            return True
        # What is read in two zones is a trouble of its own: it stays where it was.
        twice = [known for known in self.twice if known[2] == zone]
        if self._comes_to(zone) > len(twice):
            return True
        for card in self.lying[zone]:
            if self._missed[card] >= _MOVED:
                return True
        return False

    def settled(self, zones, since):
        """Tell whether two scans of each of these zones began after `since` and left no doubt."""
        for zone in zones:
            if self.before[zone] < since or self.unsettled(zone):
                return False
        return True
