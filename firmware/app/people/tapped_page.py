"""The page of a table where cards are tapped: what was tapped, or how it may lie; below it the usual page.

`table` is the app.match.tapped.TapTable. Loaded only while the page is written.
"""

from app.match.tapped import SEVERAL
from app.people.names import card_of, name_of, zone_of
from app.people.pages import add_notes, add_to_do, add_verdict, blocks_of, headline
from app.people.text import BLACK, FEW, PLAIN, ROOMY, block, laid_out, wide, wrap
from app.sensing.taps import BACK, JOKER_OUT, LIES, NOT_NOW
from tierce.cards import JOKER
from tierce.melds import CARDS, KIND
from tierce.phases import COUNT, TURN
from tierce.phrases import words as words_of
from tierce.zones import zone_name

_LONG = 4  # cards from which on a run is written as its ends


def rows(table, show, words, columns, lines):
    """Return the rows of the present page."""
    tapped = _tapped(table, show, words)

    def add_tapped(show, words, columns, blocks):  # as the others are called
        for texts, style in tapped:
            fit = [text for text in texts.split("|") if wide(text) <= columns]
            blocks.append(block(wrap(fit[0] if fit else texts.split("|")[-1], columns), style))

    says = (add_notes, add_tapped, add_verdict)
    if table.taps.refused and not table.note:
        says = (add_notes, add_verdict, add_tapped)
    if show.phase != "count":  # no hand is laid on a zone
        says += (add_to_do,)
    brief = lines < FEW and (show.verdict or tapped)
    head = None if brief else headline(show, words, columns, lines >= ROOMY and not tapped)
    again = headline(show, words, columns, False) if lines >= ROOMY else None
    made = laid_out(head, again, blocks_of(show, words, columns, says), columns, lines)
    return made[show.page % len(made)]


def _tapped(table, show, words):
    """Return (texts, style) of what the taps have to say, the most urgent first; of texts the first that fits."""
    say = words_of("app.words.taps", words.LANGUAGE).SAY
    taps = table.taps
    view = taps.view
    found = _noted(table.note, view, show, words, say) if table.note else []
    if taps.ways:
        for part in taps.parts():
            found.append((_part(part, view, words, say), PLAIN))
        discard = taps.ways[taps.at][1]
        if discard >= 0:
            found.append((say["discard"].format(card_of(discard, words)), PLAIN))
        count = len(taps.ways)
        found.append((say["ok" if count == 1 else "next"].format(taps.at + 1, count), BLACK))
    elif view.phase == COUNT and taps.seat() >= 0:
        name = name_of(show, taps.seat(), words)
        found.append((say["count"].format(name, len(taps.counted), taps.due()), BLACK))
        if taps.seat() in taps.short:
            found.append((say["short"], PLAIN))
    elif view.upcard_due:
        found.append((say["upcard"], BLACK))
    elif taps.refused:
        found.append((say["refused"], PLAIN))
    elif taps.taken or taps.laid:
        if taps.taken:
            found.append((say["took"].format(_listed(taps.taken, words)), PLAIN))
        if taps.laid:
            found.append((say["tapped"].format(_listed(taps.laid, words)), PLAIN))
        found.append((say["done"], BLACK))
    return found


def _noted(note, view, show, words, say):
    """Return what the last tap meant, where that is not seen below."""
    what, card, zone = note
    if what in (LIES, JOKER_OUT):
        return [(say[what].format(card_of(card, words), _where(view, show, zone, words)), BLACK)]
    if what == BACK:
        return [(say[what].format(card_of(card, words)), PLAIN)]
    if what == SEVERAL or (what == NOT_NOW and view.phase == TURN):
        return [(say[what], BLACK)]
    return []


def _part(part, view, words, say):
    """Return a part of an arrangement in a line: a meld that was there is named by its cards."""
    kind, zone, reading, came, gone = part
    if kind in ("new", "meld"):
        return say[kind].format(_meld(reading, words))
    was = _meld(view.reading(zone), words)
    if kind == "gone":
        return say[kind].format(was)
    return "%s + %s%s" % (was, _listed(came, words), " - " + _listed(gone, words) if gone else "")


def _meld(reading, words):
    """Return a meld: its cards, a long run without jokers as its ends."""
    cards = reading[CARDS]
    if reading[KIND] == "run" and len(cards) >= _LONG and max(cards) < JOKER:
        return "%s-%s" % (card_of(cards[0], words), card_of(cards[-1], words))
    return _listed(cards, words)


def _listed(cards, words):
    return " ".join([card_of(card, words) for card in cards])


def _where(view, show, zone, words):
    """Return where a card lies: a meld is named by its cards."""
    return _meld(view.reading(zone), words) if zone > 0 else zone_of(show, zone_name(zone), words)
