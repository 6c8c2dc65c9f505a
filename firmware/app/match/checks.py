"""What lies on the zones, said as soon as the cards are steady; and the page "What is this?".

Loaded only for that page, and for games with the option `check_melds`. It judges nothing and
records nothing.
"""

from app.unload import unload
from tierce.check import check, check_zone, light
from tierce.phases import TURN

# For this long after a change the player may still be laying, in ms.
_CALM_MS = 600


class Checks:
    """What the screen and the lights say of the zones.

    `found`: a list of (zone, check), checks as in tierce.check, the newest first. `lights`: index
    of a zone -> "good" or "bad".
    """

    def __init__(self, match):
        self.match = match
        self.show = match.show
        self.found = []
        self.lights = {}
        self._seen = {}  # zone index -> the cards there
        self._since = {}  # zone index -> ms of a change that is not checked yet
        self._stamp = -1
        self._verdict = None

    def lying(self, zone, index):
        """Return the list of a zone's cards to be checked, empty if nothing is to be said of it."""
        view = self.match.view
        number = zone.number
        if number < 1 or view.phase != TURN:
            return []
        cards = list(view.cards(number))
        # Melds that lie as they lay when the turn began have been judged.
        return [] if sorted(cards) == sorted(view.start.get(number, ())) else cards

    def check(self, zone, cards):
        """Return the check of a zone."""
        return check_zone(self.match.view, zone.number)

    def is_news(self):
        """Return whether something may have changed since the last poll."""
        return self.show.stamp != self._stamp

    def poll(self, table):
        """Notice changes, and check zones that are steady."""
        now = table.clock.ms()
        zones = table.zones
        if self.is_news():
            if self.show.verdict is not self._verdict:
                # A verdict says it all, for now.
                self._verdict = self.show.verdict
                self.found = []
            for index in range(len(zones)):
                cards = self.lying(zones[index], index)
                if cards != self._seen.get(index, []):
                    self._seen[index] = list(cards)
                    self._since[index] = now
                    self.lights.pop(index, None)
                elif cards and index not in self._since:
                    self._look(zones[index], index, False)
            self._stamp = self.show.stamp
        for index in sorted(self._since):
            since = self._since[index]
            if now - since >= _CALM_MS and table.presence.settled((index,), since):
                del self._since[index]
                self._look(zones[index], index, True)

    def _look(self, zone, index, news):
        """Check a zone; say what it is, if that is news or has changed."""
        cards = self._seen[index]
        known = [each[1] for each in self.found if each[0] == zone.name]
        found = [each for each in self.found if each[0] != zone.name]
        if cards:
            checked = self.check(zone, cards)
            if not (known or news) or checked in known:
                return
            found.insert(0, (zone.name, checked))
            self.lights[index] = light(checked)
        elif not known:
            return
        self.found = found
        self.show.page = 0
        self.show.stamp += 1

    def end(self):
        """Say nothing more."""
        self.show.checks = None
        self.show.stamp += 1
        unload("checks")


class Tester(Checks):
    """What cards on any zone are, without a match: the menu's page "What is this?".

    `table` is the app.match.table.Table. `rules` (presets.rules_of) of the `game` say what a meld
    is; `named(zone)` is a zone's name.
    """

    def __init__(self, table, game, rules, named):
        Checks.__init__(self, table.match)
        self.table = table
        self.game = game
        self.rules = rules
        self.named = named
        # A listener makes the readers read all zones as often as they can.
        table.readers.tags = _ignore
        self.show.checks = self
        self.show.page = 0

    def lying(self, zone, index):
        """Return the list of a zone's cards: each one counts."""
        return self.table.presence.lying[index]

    def check(self, zone, cards):
        """Return the check of cards by the rules of the game."""
        return check(self.rules, cards, self.named(zone.name))

    def is_news(self):
        """Return True: cards are noticed without a match."""
        return True

    def press(self, button):
        """Process a press: plus and minus turn the pages; return whether this page stays open."""
        if button == "ok":
            self.end()
            return False
        self.show.page += 1 if button == "plus" else -1
        return True

    def end(self):
        """Leave the page."""
        self.table.readers.tags = None
        Checks.end(self)


def _ignore(index, uids):
    """Take no notice of tags that were read."""
