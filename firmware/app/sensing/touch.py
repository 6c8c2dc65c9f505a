"""Presence at a reader where cards are tapped: one card at a time, held there for a moment. Pure.

Loaded only where the table's one zone is the tap.
"""

from app.sensing.presence import Presence


class Touch(Presence):
    """A card has come when two of three scans read it, and is gone when five have missed it, however long that takes.

    Two cards at once are no tap, as it is unknown which one was meant; `several` says so.
    """

    several = False

    def took(self, zone, seen, unsure, begun, now):
        """Process one scan: see Presence."""
        changes = self.changes
        before = len(changes)
        Presence.took(self, zone, seen, unsure, begun, now)
        if len(seen) > 1:
            for at in range(before, len(changes)):
                self.several = self.several or bool(changes[at][2])
                changes[at] = (zone, changes[at][1], ())

    def _patience_ms(self, lying):
        return 0

    def _flickers(self, card, zone, points, now):
        """A card in a hand comes and goes: that is no trouble."""
