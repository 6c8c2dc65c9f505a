"""The page for the registration of a deck; loaded only while a deck is registered."""

from app.people.names import card_of, some, zone_of
from app.people.text import BLACK, block, capital, parts, wrap


def add(show, words, columns, blocks):
    """Add where to lay the card, how many are done, and what the buttons do."""
    card, zone, known, of, key = show.teach
    say = words.SAY
    if card is None:
        blocks.append(block(wrap(say["teach_done"].format(some(known, words.CARDS, words)),
                                  columns)))
        if known < of:
            missing = some(of - known, words.CARDS, words)
            blocks.append(block(wrap(say["teach_some"].format(missing), columns)))
        return
    if key:
        text = say.get(key, key).format(card_of(card, words))
        blocks.append(block(wrap(text, columns), BLACK))
    if zone:
        where = say["teach_where"].format(zone_of(show, zone, words))
        blocks.append(block(wrap(where, columns)))
    pieces = [capital(say["teach_count"].format(known + 1, of))]
    if len(card) == 3:
        pieces.append(say["teach_second"])
    blocks.append(block(parts(pieces, columns)))
    blocks.append(block(wrap(say["teach_keys"], columns)))
