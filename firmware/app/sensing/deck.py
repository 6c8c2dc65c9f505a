"""The deck: maps tags to cards. app.people.teach changes it.

A deck of two packs has 108 entries of 12 bytes, sorted by UID. Searches use these bytes directly,
so the deck takes no more memory than its file.
"""

from app.files import MISSING
from tierce.records import crc16

FILE = "deck.bin"
HEAD = 8  # magic 2, version 1, 0, count 2, checksum 2
ENTRY = 12  # length of the UID 1, UID 10, card 1
CARD = 11  # offset of the card in an entry


def head(entries):
    """Return the head of a deck's file, HEAD bytes."""
    count = len(entries) // ENTRY
    crc = crc16(entries, 0, len(entries))
    return b"Td\1\0" + bytes((count & 0xFF, count >> 8, crc & 0xFF, crc >> 8))


class Deck:
    """Maps UIDs to cards. `entries` are the bytes of the file after its head."""

    def __init__(self):
        self.entries = b""

    def __len__(self):
        return len(self.entries) // ENTRY

    def load(self, files, name=FILE):
        """Read the deck from its file; return "", or "missing" or "damaged" with an empty deck."""
        self.entries = b""
        try:
            data = files.read(name)
        except OSError as error:
            return "missing" if error.errno in MISSING else "damaged"
        if data[:HEAD] != head(data[HEAD:]):
            return "damaged"
        self.entries = data[HEAD:]
        return ""

    def find(self, uid):
        """Return the offset of a UID's entry; if it has none, -1 - the offset for a new one.

        Allocates nothing.
        """
        entries = self.entries
        size = len(uid)
        low = 0
        high = len(entries) // ENTRY
        while low < high:
            middle = (low + high) >> 1
            at = middle * ENTRY
            order = entries[at] - size
            i = 0
            while order == 0 and i < size:
                i += 1
                order = entries[at + i] - uid[i - 1]
            if order == 0:
                return at
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return -1 - low * ENTRY

    def card(self, uid):
        """Return the card of a UID, -1 if it is not a card."""
        at = self.find(uid)
        return self.entries[at + CARD] if at >= 0 else -1

    def uid(self, card):
        """Return the UID of a card, None if it has none."""
        entries = self.entries
        for at in range(0, len(entries), ENTRY):
            if entries[at + CARD] == card:
                return entries[at + 1 : at + 1 + entries[at]]
        return None
