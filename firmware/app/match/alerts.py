"""What the log says of a trouble of a zone. In memory only when one begins or ends."""

from app.sensing.readers import (
    CHANGING,
    FOREIGN,
    LOST,
    STACKED_CARDS,
    TOO_MANY,
    TWO_ZONES,
    UNSTEADY,
)
from tierce.cards import code

# The warnings that name the zone and no more.
_PLAIN = {
    LOST: "reader_lost",
    CHANGING: "changing_tag",
    STACKED_CARDS: "stacked_cards",
    UNSTEADY: "unsteady",
}


def warn(table, index, trouble, detail):
    """Warn of what readers.Readers says of a zone: its trouble, or with detail None its end."""
    match = table.match
    name = table.zones[index].name
    if detail is None:
        if trouble == LOST:
            match.warn("reader_back", name)
    elif trouble in _PLAIN:
        match.warn(_PLAIN[trouble], name)
    elif trouble == FOREIGN:
        if match.show.phase == "teach":
            pass  # a tag is no card until it is registered
        elif detail:
            match.warn("unknown_card", name, detail.hex())
        else:
            match.warn("wrong_tag", name)
    elif trouble == TOO_MANY:
        match.warn("too_many_tags", name, detail)
    elif trouble == TWO_ZONES:
        card, zone, other = detail
        # Which card of a hand it is, nobody is told.
        if index == zone and not table.is_hand(zone) and not table.is_hand(other):
            match.warn("two_zones", code(card), table.zones[zone].name, table.zones[other].name)
