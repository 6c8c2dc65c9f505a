"""What waits to be judged, until the zones that it is about are settled.

Pure: events go in with the time, and come out when they may be judged. Who lays and discards in one
go is judged by where the cards lie, not by which reader came first: so what makes the referee judge
waits until every zone that it is about was read twice since.
"""

from tierce.zones import DISCARD

LATE_MS = 3000  # an event that waits longer is put to the people


class Held:
    """Events that wait, oldest first. They are those of tierce.events, their time still open.

    Zones are the readers' indices. `unsettled(zones, since)`, where it is asked for, returns those
    of some zones that are not settled since a time in ms.
    """

    def __init__(self):
        self._waiting = []  # (ms since when, zones, event)
        self.late = ()  # the zones for which the first of these has waited too long

    def __len__(self):
        return len(self._waiting)

    def add(self, event, zones, now):
        """Let an event wait for some zones."""
        self._waiting.append((now, zones, event))

    def clear(self):
        """Forget all that waits."""
        self._waiting = []
        self.late = ()

    def waited(self):
        """Return the zones that the first event waits for."""
        return self._waiting[0][1] if self._waiting else ()

    def take_due(self, now, unsettled):
        """Take out the first event if it may be judged now, else return None.

        A hint is no verdict: it does not wait on when it is late.
        """
        if not self._waiting:
            return None
        since, zones, event = self._waiting[0]
        hint = event[0] == "press" and event[3] == "hint"
        if not (hint and now - since >= LATE_MS) and unsettled(zones, since):
            return None
        return self.take()

    def take(self):
        """Take out the first event, whatever it waits for."""
        self.late = ()  # of the next one nothing is known yet
        return self._waiting.pop(0)[2]

    def look(self, now, unsettled):
        """Find out for which zones the first event has waited too long: see `late`."""
        self.late = ()
        if self._waiting:
            since, zones, _ = self._waiting[0]
            if now - since >= LATE_MS:
                self.late = unsettled(zones, since)

    def wait_on(self, now):
        """Let the first event wait as long again."""
        if self.late:
            _, zones, event = self._waiting[0]
            self._waiting[0] = (now, zones, event)

    def join(self, left):
        """Tell whether cards that left the discard go with a newer one that waits.

        They left before that one came: that a card has left is sure later than that one has come.
        The newer one itself, taken back before it was judged, never came.
        """
        for i in range(len(self._waiting)):
            since, zones, event = self._waiting[i]
            if event[0] != "cards" or event[2] != DISCARD or not event[4]:
                continue
            gone, came = event[3:]
            if not [card for card in left if card in came]:
                self._waiting[i] = (since, zones, event[:3] + (list(gone) + left, came))
                return True
            if left == came and not gone:
                del self._waiting[i]
                return True
        return False
