"""Registering a deck at the table: lay the card that is asked for in any zone, and so on.

Also for one card, when the link asks for it. Every tag that was taught is kept at once.
"""

from app.deck import DONE, SAME, TAUGHT, USED, Teaching, cards_of, is_uid
from tierce.cards import code, text

_DECKS = 2
_JOKERS = 4


class Teach:
    """`said(sound)` is told when a tag was taken; `words()` gives the words of the language."""

    def __init__(self, show, deck, files, readers, words, said):
        self.show = show
        self.deck = deck
        self.files = files
        self.readers = readers
        self.words = words
        self.said = said
        self.teaching = None
        self.one = -1  # the card that the link asked for
        self.answer = None  # what is called with (uid, problem) when its tag was read
        self._uid = None  # read by the last scan; believed when the next one reads it too

    # --- a whole deck

    def begin(self):
        """Begin where one left off; a deck that is whole is taught anew."""
        order = cards_of(_DECKS, _JOKERS)
        rest = bytes([card for card in order if self.deck.uid(card) is None])
        self.teaching = Teaching(self.deck, rest or order)
        self.show.phase = "teach"
        self.readers.tags = self.read
        self._tell(None)

    def end(self):
        """Stop teaching."""
        self.teaching = None
        self.show.phase = "menu"
        self.show.teach = None
        self.show.stamp += 1
        self._listen()

    def skip(self):
        """Leave this card for later."""
        if self.teaching.card < 0:
            self.end()
            return
        self.teaching.skip()
        self._tell(None)

    def undo(self):
        """Go back to the card before."""
        if self.teaching.undo():
            self._save()
        self._tell(None)

    # --- one card

    def ask(self, card, answer):
        """Let the next tag that is read be this card; `answer(uid, problem)` is called then."""
        self.one = card
        self.answer = answer
        self._uid = None
        self._listen()

    def cancel(self):
        """Ask for no card any more; tell whether one was asked for."""
        asked = self.one >= 0
        self.one = -1
        self.answer = None
        self._listen()
        return asked

    def _listen(self):
        self.readers.tags = self.read if self.teaching or self.one >= 0 else None

    # --- tags

    def read(self, index, uids):
        """Take the tags that a scan has read."""
        if len(uids) > 1:
            self._uid = None
            if self.teaching:
                self._tell("teach_one")
            return
        if uids[0] != self._uid:
            self._uid = uids[0]
            return
        if self.one >= 0:
            self._take_one(uids[0])
        elif self.teaching:
            self._take(uids[0])

    def _take_one(self, uid):
        answer = self.answer
        card = self.one
        self.cancel()
        problem = None
        if not is_uid(uid):
            problem = "uid"
        else:
            self.deck.teach(uid, card)
            if not self._save():
                problem = "flash"
        self.said("bad" if problem else "teach")
        answer(uid, problem)

    def _take(self, uid):
        result, card = self.teaching.tag(uid)
        if result == TAUGHT:
            self.said("teach")
            self._tell(None if self._save() else "not_recording")
        elif result == USED:
            self._tell(self.words().SAY["teach_seen"].format(text(card, self.words().TABLE)))
        elif result not in (SAME, DONE):
            self._tell(self.words().STATES["foreign"])

    def _save(self):
        try:
            self.deck.save(self.files)
        except OSError:
            return False
        return True

    def _tell(self, key):
        asked, tagged, cards = self.teaching.progress()
        card = self.teaching.card
        zone = ""
        for each in self.readers.zones:
            if each.open:
                zone = each.name
                break
        known = tagged if card < 0 else asked
        self.show.stamp += 1
        self.show.teach = (code(card) if card >= 0 else None, zone, known, cards, key)
