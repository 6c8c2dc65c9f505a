"""Registering a deck at the table: lay the card that is asked for in any zone, and so on.

Also for one card, when the link asks for it. Every tag that was taught is kept at once. In memory
only meanwhile.
"""

from app.sensing.deck import ENTRY, FILE, head
from tierce.cards import CARDS, code, in_deck, text

# What came of a tag that was laid down.
TAUGHT = "taught"
SAME = "same"
USED = "used"
BAD_UID = "bad_uid"
DONE = "done"

_DECKS = 2
_JOKERS = 4
_LIES_MS = 700  # a tag that was not read for so long has been taken away


def is_uid(uid):
    """Tell whether this may be the lasting UID of a tag, of ISO 15693 or ISO 14443A."""
    size = len(uid)
    if size == 8:
        return uid[0] == 0xE0
    # 08 begins a number that is made up at each power-up, as phones do; 88 only says "longer".
    return size in (7, 10) or (size == 4 and uid[0] not in (0x08, 0x88))


def cards_of(decks, jokers):
    """Return the cards of a game of so many decks, and jokers in all, in the order to teach."""
    return bytes([card for card in range(CARDS) if in_deck(card, decks, jokers)])


def teach(deck, uid, card):
    """Let a tag be a card, whatever both were before."""
    forget(deck, deck.uid(card))
    forget(deck, uid)
    at = -1 - deck.find(uid)
    entry = bytes((len(uid),)) + bytes(uid) + bytes(10 - len(uid)) + bytes((card,))
    deck.entries = deck.entries[:at] + entry + deck.entries[at:]


def forget(deck, uid):
    """Let a tag be no card."""
    at = deck.find(uid) if uid else -1
    if at >= 0:
        deck.entries = deck.entries[:at] + deck.entries[at + ENTRY :]


def save(deck, files, name=FILE):
    """Write a deck to its file. Raises OSError with the old file as it was."""
    files.write(name, head(deck.entries) + deck.entries)


class Teaching:
    """Teaches a deck one card after the other: `card` is asked for now, -1 when all are done.

    `order` is the cards to ask for, as `cards_of` gives them. The deck changes at once; the caller
    saves it.
    """

    def __init__(self, deck, order):
        self._deck = deck
        self._order = order
        self._at = 0
        self._before = []  # for undo: the UID that each card before had, None without one
        self._last = None  # the tag that was taught last: it still lies there

    @property
    def card(self):
        """The card that is asked for now, -1 when all are done."""
        return self._order[self._at] if self._at < len(self._order) else -1

    def tag(self, uid):
        """Take the tag that was laid down; return (what came of it, the card it is).

        TAUGHT: it is now the card that was asked for. SAME: it was that already, or it is the tag
        that was taught just now and still lies there. USED: it is another card, and stays it.
        BAD_UID: no tag has such a UID for good. DONE: no card is asked for any more.
        """
        uid = bytes(uid)
        if not is_uid(uid):
            return BAD_UID, -1
        asked = self.card
        known = self._deck.card(uid)
        if known >= 0 and uid == self._last:
            return SAME, known
        if known >= 0 and known != asked:
            return USED, known
        if asked < 0:
            return DONE, -1
        self._next(uid)
        if known == asked:
            return SAME, known
        teach(self._deck, uid, asked)
        return TAUGHT, asked

    def _next(self, uid):
        self._before.append(self._deck.uid(self.card))
        self._at += 1
        self._last = uid

    def skip(self):
        """Go on to the next card and leave this one as it is."""
        if self.card >= 0:
            self._next(None)

    def undo(self):
        """Go back by one card, and let it be what it was before; tell whether there was one."""
        if not self._at:
            return False
        self._at -= 1
        uid = self._before.pop()
        self._last = None
        card = self.card
        forget(self._deck, self._deck.uid(card))
        if uid is not None:
            teach(self._deck, uid, card)
        return True

    def progress(self):
        """Return (cards that have been asked for, cards that have a tag, cards in all)."""
        tagged = len([card for card in self._order if self._deck.uid(card) is not None])
        return self._at, tagged, len(self._order)


class Teach:
    """The people's side of it, in an app.program.Program."""

    def __init__(self, program):
        self.program = program
        self.show = program.show
        self.deck = program.deck
        self.readers = program.readers
        self.teaching = None
        self.one = -1  # the card that the link asked for
        self.answer = None  # what is called with what `let` returns when its tag was read
        self._uid = None  # read by the last scan; believed when the next one reads it too
        self._there = {}  # tags that lay there when the link asked -> ms when they were read last
        self._done = None  # the tag that was taken last: not meant again while it lies there
        self._done_at = 0

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
        """Let the next tag that is read be this card; `answer` is given what `let` returns."""
        self.one = card
        self.answer = answer
        now = self.program.clock.ms()
        presence = self.program.presence
        for index in range(len(self.readers.zones)):
            for uid in self.readers.zones[index].strange:
                self._there[uid] = now
            for known in presence.expected(index):
                self._there[self.deck.uid(known)] = now
        self._uid = None
        self._listen()

    def cancel(self):
        """Ask for no card any more."""
        self.one = -1
        self.answer = None
        self._listen()

    def _listen(self):
        wanted = self.teaching or self.one >= 0
        self.readers.tags = self.read if wanted else None
        if not wanted:
            self.program.taught()

    # --- tags

    def read(self, index, uids):
        """Take the tags that a scan has read."""
        now = self.program.clock.ms()
        if self.one >= 0:
            uids = [uid for uid in uids if not self._lies_there(uid, now)]
            if not uids:
                return
        if self._done in uids and now - self._done_at < _LIES_MS:
            self._done_at = now
            uids = [uid for uid in uids if uid != self._done]
            if not uids:
                return
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
        elif self.teaching and self._take(uids[0]):
            self._done = uids[0]
            self._done_at = now

    def _lies_there(self, uid, now):
        """Tell whether a tag lay there already, and does: the one to be taught is still to come."""
        if now - self._there.get(uid, -_LIES_MS) >= _LIES_MS:
            return False
        self._there[uid] = now
        return True

    def _take_one(self, uid):
        answer = self.answer
        card = self.one
        self.one = -1
        found = self.let(card, uid)
        self.program.play("bad" if found[2] else "teach")
        answer(found)  # pyright: ignore[reportOptionalCall]

    def let(self, card, uid):
        """Let a card have this tag from now on, None: no tag.

        Return (uid, the card that the tag was before or -1, None or what is wrong: "uid", "flash").
        """
        was = -1
        problem = "uid"
        if uid is None or is_uid(uid):
            if uid is None:
                forget(self.deck, self.deck.uid(card))
            else:
                was = self.deck.card(uid)
                teach(self.deck, uid, card)
            problem = None if self._save() else "flash"
        self._listen()
        return uid, was, problem

    def _take(self, uid):
        """Take a tag for the card that is asked for; tell whether it is that card now."""
        result, card = self.teaching.tag(uid)
        if result == TAUGHT:
            self.program.play("teach")
            self._tell(None if self._save() else "not_recording")
        elif result == USED:
            words = self.program.panel.words
            self._tell(words.SAY["teach_seen"].format(text(card, words.TABLE)))
        elif result == SAME:
            self._tell(None)
        elif result != DONE:
            self._tell(self.program.panel.words.STATES["foreign"])
        return result in (TAUGHT, SAME)

    def _save(self):
        try:
            save(self.deck, self.program.files)
        except OSError:
            return False
        return True

    def _tell(self, key):
        asked, tagged, cards = self.teaching.progress()
        card = self.teaching.card
        zone = ([each.name for each in self.readers.zones if each.open] or [""])[0]
        known = tagged if card < 0 else asked
        self.show.stamp += 1
        self.show.teach = (code(card) if card >= 0 else None, zone, known, cards, key)
