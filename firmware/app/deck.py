"""The deck: which tag is which card; and how a table is taught a deck, card by card.

A deck of two packs is 108 cards of 12 bytes each, sorted by UID and searched as they lie, so that
it takes no more memory than its file.
"""

from app.files import MISSING
from tierce.cards import CARDS, JOKER, in_deck
from tierce.records import crc16

FILE = "deck.bin"

_MAGIC = b"Td"
_VERSION = 1
_HEAD = 8  # magic 2, version 1, 0, count 2, checksum 2
_ENTRY = 12  # length of the UID 1, UID 10, card 1
_KEY = 11


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


def _head(entries):
    count = len(entries) // _ENTRY
    crc = crc16(entries, 0, len(entries))
    return _MAGIC + bytes((_VERSION, 0, count & 0xFF, count >> 8, crc & 0xFF, crc >> 8))


class Deck:
    """Maps UIDs to cards. Raises ValueError for bytes that are not what `pack` gives."""

    def __init__(self, data=b""):
        self._entries = b""
        if data:
            self._unpack(data)

    def _unpack(self, data):
        entries = bytes(data[_HEAD:])
        if data[:_HEAD] != _head(entries):
            raise ValueError("deck")
        self._entries = entries

    def __len__(self):
        return len(self._entries) // _ENTRY

    def pack(self):
        """Return the deck as bytes, as its file has it."""
        return _head(self._entries) + self._entries

    def _find(self, uid):
        """Return where the entry of a UID is, or -1 - where it would be. Allocates nothing."""
        entries = self._entries
        size = len(uid)
        low = 0
        high = len(entries) // _ENTRY
        while low < high:
            middle = (low + high) >> 1
            at = middle * _ENTRY
            order = entries[at] - size
            i = 0
            while order == 0 and i < size:
                order = entries[at + 1 + i] - uid[i]
                i += 1
            if order == 0:
                return at
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return -1 - low * _ENTRY

    def card(self, uid):
        """Return the card of a UID, -1 where it is none."""
        at = self._find(uid)
        return self._entries[at + _KEY] if at >= 0 else -1

    def uid(self, card):
        """Return the UID of a card, None where it has none."""
        entries = self._entries
        for at in range(0, len(entries), _ENTRY):
            if entries[at + _KEY] == card:
                return entries[at + 1:at + 1 + entries[at]]
        return None

    def uids(self):
        """Generate (uid, card), in the order of the file."""
        entries = self._entries
        for at in range(0, len(entries), _ENTRY):
            yield entries[at + 1:at + 1 + entries[at]], entries[at + _KEY]

    def teach(self, uid, card):
        """Let a tag be a card, whatever both were before."""
        if not 1 <= len(uid) <= 10 or not 0 <= card < CARDS:
            raise ValueError("deck")
        self.forget(card)
        at = self._find(uid)
        if at >= 0:
            self._cut(at)
        else:
            at = -1 - at
        entry = bytes((len(uid),)) + bytes(uid) + bytes(10 - len(uid)) + bytes((card,))
        self._entries = self._entries[:at] + entry + self._entries[at:]

    def forget(self, card):
        """Let a card have no tag."""
        entries = self._entries
        for at in range(0, len(entries), _ENTRY):
            if entries[at + _KEY] == card:
                self._cut(at)
                return

    def _cut(self, at):
        self._entries = self._entries[:at] + self._entries[at + _ENTRY:]

    def merge(self, other, second=False):
        """Take in the cards of another deck; as the second pack if `second`.

        Jokers of the second pack come after two of the first. Returns a list of the cards that
        stand in the way: cards or tags that are both here and there, and not the same. Nothing has
        changed then.
        """
        taken = []
        trouble = []
        for uid, card in other.uids():
            if second:
                if 52 <= card < JOKER or card >= JOKER + 2:  # it has two packs itself
                    trouble.append(card)
                    continue
                card += 2 if card >= JOKER else 52
            here = self.card(uid)
            if here >= 0 and here != card:
                trouble.append(here)
            elif self.uid(card) not in (None, uid):
                trouble.append(card)
            taken.append((uid, card))
        if not trouble:
            for uid, card in taken:
                self.teach(uid, card)
        return trouble

    def load(self, files, name=FILE):
        """Read the deck from its file: return "" or why there is none, "missing" or "damaged"."""
        self._entries = b""
        try:
            self._unpack(files.read(name))
        except OSError as error:
            return "missing" if error.errno in MISSING else "damaged"
        except ValueError:
            return "damaged"
        return ""

    def save(self, files, name=FILE):
        """Write the deck to its file. Raises OSError with the old file as it was."""
        files.write(name, self.pack())


TAUGHT = "taught"
SAME = "same"
USED = "used"
BAD_UID = "bad_uid"
DONE = "done"


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
        self._deck.teach(uid, asked)
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
        if self._deck.uid(card) != uid:
            if uid is None:
                self._deck.forget(card)
            else:
                self._deck.teach(uid, card)
        return True

    def progress(self):
        """Return (cards that have been asked for, cards that have a tag, cards in all)."""
        tagged = 0
        for card in self._order:
            if self._deck.uid(card) is not None:
                tagged += 1
        return self._at, tagged, len(self._order)
