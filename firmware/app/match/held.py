"""Events that wait to be judged until the zones they depend on are settled.

Pure: events go in with their time, and come out when they may be judged. If a player lays cards and
discards at once, the verdict must depend on where the cards lie, not on which reader was first. So
an event that makes the referee judge waits until two scans of each zone it depends on have begun
after it.
"""

from tierce.zones import DISCARD

LATE_MS = 3000  # if an event waits longer, the players are asked


class Held:
    """Waiting events, oldest first: those of tierce.events, with their time not yet set.

    Zones are the readers' indices. The parameter `unsettled(zones, since)` is a function that
    returns the zones, of those given, that are not settled since a time in ms.
    """

    def __init__(self):
        self._waiting = []  # (ms since when, zones, event)
        self.late = ()  # the zones that the first event has waited for too long

    def __len__(self):
        return len(self._waiting)

    def add(self, event, zones, now):
        """Add an event that waits for some zones; `now` in ms."""
        self._waiting.append((now, zones, event))

    def clear(self):
        """Forget all waiting events."""
        self._waiting = []
        self.late = ()

    def waited(self):
        """Return the zones that the first event waits for."""
        return self._waiting[0][1] if self._waiting else ()

    def take_due(self, now, unsettled):
        """Remove and return the first event if it may be judged now, else return None.

        A hint is no verdict: once it is late it waits no longer.
        """
        if not self._waiting:
            return None
        since, zones, event = self._waiting[0]
        hint = event[0] == "press" and event[3] == "hint"
        if not (hint and now - since >= LATE_MS) and unsettled(zones, since):
            return None
        return self.take()

    def take(self):
        """Remove and return the first event, whatever it waits for."""
        self.late = ()  # not known yet for the next event
        return self._waiting.pop(0)[2]

    def look(self, now, unsettled):
        """Update `late`: the zones that the first event has waited for too long."""
        self.late = ()
        if self._waiting:
            since, zones, _ = self._waiting[0]
            if now - since >= LATE_MS:
                self.late = unsettled(zones, since)

    def wait_on(self, now):
        """Restart the waiting time of the first event, if it is late."""
        if self.late:
            _, zones, event = self._waiting[0]
            self._waiting[0] = (now, zones, event)

    def join(self, left):
        """Merge cards that left the discard pile into a waiting discard; return whether it did.

        Departures are confirmed later than arrivals, so these cards left before the new card came.
        If the new card itself has left, it was taken back before it was judged, and its event is
        removed.
        """
        for i in range(len(self._waiting)):
            since, zones, event = self._waiting[i]
            if event[0] != "cards" or event[2] != DISCARD or not event[4]:
                continue
            gone, came = event[3:5]
            if not [card for card in left if card in came]:
                joined = event[:3] + (list(gone) + left, came) + event[5:]
                self._waiting[i] = (since, zones, joined)
                return True
            if left == came and not gone:
                del self._waiting[i]
                return True
        return False
