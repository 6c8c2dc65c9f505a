"""What the page says of the cards on the zones: a run, a set or neither, and why.

Loaded only while there is something to say: see app.match.checks.
"""

from app.people.names import card_of, some, zone_of
from app.people.text import BLACK, block, capital, wrap
from tierce import phrases
from tierce.check import light


def add(show, found, words, columns, blocks):
    """Add a block for each (zone, check) of `found`."""
    say = phrases.words("app.words.check", words.LANGUAGE).SAY
    for zone, (kind, cards, stands, points, broken, why) in found:
        checked = (kind, cards, stands, points, broken, why)
        # A meld whose joker is not declared is a meld all the same.
        key = kind if kind != "none" else "none" if light(checked) else "short"
        if kind == "set" and len(cards) == 4:
            key = "set4"
        lines = wrap(say["of"].format(capital(zone_of(show, zone, words)), say[key]), columns)
        rows = block(lines, BLACK)
        if key == "short":
            rows = block(lines)
        elif why:
            for each in why:
                rows.extend(block(wrap(capital(each) + ".", columns)))
        else:
            text = " ".join([card_of(card, words) for card in cards])
            said = say["worth"].format(text, some(points, words.POINTS, words))
            for joker in sorted(stands):
                said += say["stands"].format(card_of(joker, words), card_of(stands[joker], words))
            rows.extend(block(wrap(said + ".", columns)))
        blocks.append(rows)
