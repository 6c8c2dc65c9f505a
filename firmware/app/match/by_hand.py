"""Cards by hand: the players put a card into a zone, or take it out, that no reader sees.

It lies there for the referee until they take it out or a reader sees its tag. `Match.by_hand` has
the cards that were last moved so. Loaded only in a match with such cards.
"""

from app.sensing.readers import LOST
from tierce.cards import CARDS, code, in_deck
from tierce.phases import COUNT, HAND, OVER
from tierce.zones import DISCARD, NOWHERE, zone_name


def put(table, zone, card, out=False):
    """Put a card into a zone, both as numbers; with `out` take it out.

    Returns "", or why it can't be done, a key of the menu's BY_HAND; then nothing has changed.
    """
    why = _refused(table, zone, card, out)
    if not why:
        if out:
            table.presence.forget(card)
        table.touched(table.index_of(zone))
        table.arrived(zone, [card] if out else (), () if out else [card], (HAND,))
    return why


def _refused(table, zone, card, out):
    match = table.match
    if match.view is None:
        return "no_match"
    index = table.index_of(zone)
    if index < 0:
        return "no_zone"
    if not table.plays(card):
        return "no_card"
    where = match.view.zone_of(card)
    if out:
        if where != zone:
            return "not_there"
        # Where no reader works, the players say of every card that it has gone.
        if card not in match.by_hand and (index, LOST) not in table.readers.troubles:
            return "is_read"
    elif where != NOWHERE:
        return "lies"
    elif table.is_hand(index):
        return "secret"
    return ""


def lists(match, numbers, lost):
    """Return (cards that lie nowhere, zones for them, (zone, card) that may be taken out).

    `numbers` are the zones of the table, `lost` those without a working reader. Of a card that is
    in a hand, which is secret, nobody may learn here that it is there: it lies nowhere.
    """
    view = match.view
    rules = view.rules
    free = [
        card
        for card in range(CARDS)
        if in_deck(card, rules["decks"], rules["jokers"]) and view.zone_of(card) == NOWHERE
    ]
    least = -view.seats if match.phase in (COUNT, OVER) else DISCARD
    zones = sorted([zone for zone in numbers if zone >= least], key=lambda zone: zone if zone >= 0 else 10000 - zone)
    removable = lying(match)
    for zone in zones:
        for card in view.cards(zone) if zone in lost else ():
            if (zone, card) not in removable:
                removable.append((zone, card))
    return bytes(free), zones, removable


def lying(match, hands=True):
    """Return a list of (zone, card) of the cards that lie where the players put them by hand.

    With `hands` false, without those in hands that are secret.
    """
    hands = hands or match.phase in (COUNT, OVER)
    found = []
    for card in match.by_hand:
        zone = match.view.zone_of(card)
        if zone != NOWHERE and (hands or zone >= 0):
            found.append((zone, card))
    return found


def shown(match):
    """Return the cards by hand for the screen, a list of (zone, code)."""
    return [(zone_name(zone), code(card)) for zone, card in lying(match, False)]


def note(match, event):
    """Note which cards an event, just taken in, has put by hand."""
    known = match.by_hand
    for card in list(event[3]) + list(event[4]):
        # A card may also have been said to leave a zone where it does not lie.
        if card in known and (card in event[4] or match.view.zone_of(card) == NOWHERE):
            known.remove(card)
    if len(event) > 5:
        known.extend(event[4])


def lift(match, cards, number):
    """Take cards by hand out of their zones, as their tags are read in zone `number`."""
    for card in cards:
        if card in match.by_hand:
            zone = match.view.zone_of(card)
            if zone not in (number, NOWHERE):
                match.take(("cards", 0, zone, [card], ()))


def gather(match):
    """Take up all these cards for a deal, as the players do with every card.

    A card alone on the discard stays: it is the upcard of this deal.
    """
    upcard = len(match.view.cards(DISCARD)) == 1
    for zone, card in lying(match):
        if zone != DISCARD or not upcard:
            match.take(("cards", 0, zone, [card], (), HAND))
