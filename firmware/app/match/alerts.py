"""The warnings for troubles of a zone. Loaded only when a trouble begins or ends."""

from app.sensing.readers import CHANGING, DEAF, FOREIGN, LOST, STACKED_CARDS, TOO_MANY, TWO_ZONES, UNSTEADY
from tierce.cards import code

# Warnings whose only detail is the zone
_PLAIN = {
    LOST: "reader_lost",
    DEAF: "reader_deaf",
    CHANGING: "changing_tag",
    STACKED_CARDS: "stacked_cards",
    UNSTEADY: "unsteady",
}


def warn(table, index, trouble, detail):
    """Give the match's warning for the beginning of a zone's trouble, or its end (detail None)."""
    match = table.match
    name = table.zones[index].name
    if detail is None:
        if trouble == LOST:
            match.warn("reader_back", name)
    elif trouble in _PLAIN:
        match.warn(_PLAIN[trouble], name)
    elif trouble == FOREIGN:
        if match.show.phase == "teach":
            pass  # during registration unknown tags are normal
        elif detail:
            match.warn("unknown_card", name, detail.hex())
        else:
            match.warn("wrong_tag", name)
    elif trouble == TOO_MANY:
        match.warn("too_many_tags", name, detail)
    elif trouble == TWO_ZONES:
        card, zone, other = detail
        # A card in a hand stays secret.
        if index == zone and not table.is_hand(zone) and not table.is_hand(other):
            match.warn("two_zones", code(card), table.zones[zone].name, table.zones[other].name)
