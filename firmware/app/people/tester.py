"""The page "What is this?": says of the cards on any zone whether they are a run, a set or neither.

Without a match; nothing is recorded. A screen of the menu, loaded only while it is open.
"""

from app.match.checks import Checks
from app.people import checks_page
from app.people.names import zone_of
from app.people.text import BLACK, SMALL, block, capital, cut, laid_out, wrap
from app.unload import unload
from tierce import phrases
from tierce.check import check
from tierce.presets import rules_of


class Tester(Checks):
    """`panel` is the app.people.panel.Panel, `game` the game whose `rules` say what a meld is."""

    def __init__(self, panel, game, seats, rules):
        Checks.__init__(self, panel.match)
        self.words = panel.words
        self.game = game
        self.rules = rules_of(game, seats, rules)
        self._readers = panel.table.readers
        self._presence = panel.table.presence
        # A listener makes the readers read all zones as often as they can.
        self._readers.tags = _ignore
        self.show.checks = self
        self.show.page = 0

    def lying(self, zone, index):
        """Return the list of a zone's cards: each one counts."""
        return self._presence.lying[index]

    def check(self, zone, cards):
        """Return the check of cards by the rules of the game."""
        return check(self.rules, cards, zone_of(self.show, zone.name, self.words), self.words.TABLE)

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
        self._readers.tags = None
        Checks.end(self)
        unload("app.people.tester")

    def rows(self, words, columns, lines):
        """Return the rows of the page."""
        say = phrases.words("app.words.check", words.LANGUAGE).SAY
        head = (SMALL, cut(words.menu().MENU["what"], columns), BLACK)
        blocks = []
        checks_page.add(self.show, self.found, words, columns, blocks)
        if not blocks:
            blocks.append(block(wrap(say["lay"], columns)))
        rules = say["rules"].format(words.names().GAMES[self.game])
        blocks.append(block(wrap(capital(rules), columns)))
        made = laid_out(head, head, blocks, columns, lines)
        return made[self.show.page % len(made)]


def _ignore(index, uids):
    """Take no notice of tags that were read."""
