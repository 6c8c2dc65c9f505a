"""The flash: free room, journal, deck, and errors noted by the program."""

import os

from app.files import MISSING

_BLOCK = 4096
_TRIAL = "doctor.txt"
_NOTED = b'"damaged":true'  # in the journal's notes: BOARD.md, "Damage"
_TAIL = 200  # characters of the last error to report


def look_at_flash():
    """Report the room on the flash and whether it can be written."""
    trouble = 0
    try:
        files.write(_TRIAL, b"Tierce")
        if files.read(_TRIAL) != b"Tierce":
            trouble = 5
        files.remove(_TRIAL)
    except OSError as error:
        trouble = error.errno or 5
    total = 0
    system = getattr(files, "_os", os)
    if hasattr(system, "statvfs"):
        found = system.statvfs("." if files._root else "/")
        total = found[1] * found[2]
    tell("flash", total=total, free=files.free(), trouble=trouble)


def _notes_damage(name):
    """Tell whether a journal file notes that the journal is damaged."""
    handle = files.open(name)
    try:
        buffer = bytearray(512)
        view = memoryview(buffer)
        at = 0
        while True:
            count = handle.read_into(at, buffer)
            if bytes(view[:count]).find(_NOTED) >= 0:
                return True
            if count < len(buffer):
                return False
            at += count - len(_NOTED) + 1
    finally:
        handle.close()


def look_at_journal():
    """Report the size of the journal and whether the board noted damage."""
    size = 0
    names = files.names("journal")
    for name in names:
        size += (files.size("journal/" + name) + _BLOCK - 1) // _BLOCK * _BLOCK
    damaged = any(_notes_damage("journal/" + name) for name in names)
    tell("journal", bytes=size, segments=len(names), limit=config["journal"]["bytes"], damaged=damaged)


def look_at_deck():
    """Report the cards of the game that have no tag yet."""
    from app.sensing.deck import CARD, ENTRY, Deck
    from tierce.cards import CARDS, code, in_deck
    from tierce.presets import rules_of

    deck = Deck()
    trouble = deck.load(files)
    rules = rules_of(config.get("game", "rami51"), len(config["players"]), config.get("rules", {}))
    known = bytearray(CARDS)
    for at in range(0, len(deck.entries), ENTRY):
        known[deck.entries[at + CARD]] = 1
    lacking = [
        code(card) for card in range(CARDS) if not known[card] and in_deck(card, rules["decks"], rules["jokers"])
    ]
    tell("deck", cards=len(deck), trouble=trouble, game=config.get("game", ""), lacking=len(lacking), some=lacking[:4])


def look_at_errors():
    """Report the last line of error.txt."""
    try:
        text = files.read("error.txt")
    except OSError as error:
        if error.errno not in MISSING:
            raise
        text = b""
    # The part read may begin or end in the middle of a character.
    tail = "".join([chr(byte) if byte < 127 else "?" for byte in text[-1000:]])
    rows = [row.strip() for row in tail.split("\n") if row.strip()]
    tell("errors", bytes=len(text), last=rows[-1][:_TAIL] if rows else "")


def examine():
    """Examine all of it."""
    attempt("flash", look_at_flash)
    attempt("journal", look_at_journal)
    attempt("deck", look_at_deck)
    attempt("errors", look_at_errors)
