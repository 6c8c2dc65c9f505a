"""Registers a deck at the table: asks for each card, and reads its tag in any zone.

Also registers a single card for the link. Each tag is saved at once. Loaded only while needed.
"""

from app.sensing.deck import ENTRY, FILE, head
from tierce.cards import CARDS, code, in_deck, text

# Results for a tag that was laid down: see Teaching.tag
TAUGHT = "taught"
SAME = "same"
USED = "used"
BAD_UID = "bad_uid"
DONE = "done"

_DECKS = 2
_JOKERS = 4
_LIES_MS = 700  # a tag that has not been read for this long was taken away


def is_uid(uid):
    """Return whether this can be a fixed UID of a tag, of ISO 15693 or ISO 14443A."""
    size = len(uid)
    if size == 8:
        return uid[0] == 0xE0
    # 08 begins a random UID, new at each power-up, as in phones; 88 is the cascade tag.
    return size in (7, 10) or (size == 4 and uid[0] not in (0x08, 0x88))


def cards_of(decks, jokers):
    """Return the cards of `decks` decks with `jokers` jokers in all, in the order to teach."""
    return bytes([card for card in range(CARDS) if in_deck(card, decks, jokers)])


def teach(deck, uid, card):
    """Assign a tag to a card; both lose their earlier assignments."""
    forget(deck, deck.uid(card))
    forget(deck, uid)
    at = -1 - deck.find(uid)
    entry = bytes((len(uid),)) + bytes(uid) + bytes(10 - len(uid)) + bytes((card,))
    deck.entries = deck.entries[:at] + entry + deck.entries[at:]


def forget(deck, uid):
    """Remove the assignment of a tag, if it has one."""
    at = deck.find(uid) if uid else -1
    if at >= 0:
        deck.entries = deck.entries[:at] + deck.entries[at + ENTRY :]


def save(deck, files, name=FILE):
    """Write a deck to its file. Raises OSError; the old file then stays as it was."""
    files.write(name, head(deck.entries) + deck.entries)


class Teaching:
    """Registers a deck card by card: `card` is the one asked for now, -1 when all are done.

    `order`: the cards to ask for, as `cards_of` returns them. The deck changes at once; the caller
    saves it.
    """

    def __init__(self, deck, order):
        self._deck = deck
        self._order = order
        self._at = 0
        self._before = []  # for undo: the old UID of each card so far, None if it had none
        self._last = None  # the tag taught last, which may still lie there

    @property
    def card(self):
        """The card asked for now, -1 when all are done."""
        return self._order[self._at] if self._at < len(self._order) else -1

    def tag(self, uid):
        """Process a tag that was laid down; return (result, the tag's card or -1).

        TAUGHT: the tag now has the card asked for. SAME: it had that card already, or it is the tag
        taught last. USED: it has another card and keeps it. BAD_UID: it has no fixed UID. DONE: no
        more cards are asked for.
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
        """Go on to the next card; this one keeps its tag."""
        if self.card >= 0:
            self._next(None)

    def undo(self):
        """Go back by one card and restore its old tag; return False at the first card."""
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
        """Return (number of cards asked for so far, of cards with a tag, of all cards)."""
        tagged = len([card for card in self._order if self._deck.uid(card) is not None])
        return self._at, tagged, len(self._order)


class Teach:
    """The registration in an app.program.Program: screen, sound, readers and link."""

    def __init__(self, program):
        self.program = program
        self.show = program.show
        self.deck = program.deck
        self.readers = program.readers
        self.teaching = None
        self.one = -1  # the card that the link asked for
        self.answer = None  # called with the result of `let` once the tag has been read
        self._uid = None  # the tag of the last scan; it counts if the next scan reads it too
        self._there = {}  # tags present when the link asked -> ms of their last reading
        self._done = None  # the tag taken last: ignored while it still lies there
        self._done_at = 0  # ms of its last reading

    # --- a whole deck

    def begin(self):
        """Register the cards that have no tag; if all have one, register all again."""
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
        """Skip this card; end if all are done."""
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
        """Assign the next tag that is laid down to a card; call `answer` with `let`'s result."""
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
        """Stop waiting for the tag of a single card."""
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
        """Process the tags that a scan has read."""
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
        """Return whether a tag was there before the link asked and still is: it is not meant."""
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
        """Assign a tag to a card; a UID of None removes the card's tag.

        Return (uid, the tag's card before or -1, problem: None, "uid" or "flash").
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
        """Process a tag for the card asked for; return whether the tag has that card now."""
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
            self._tell(self.program.panel.words.alerts().STATES["foreign"])
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
