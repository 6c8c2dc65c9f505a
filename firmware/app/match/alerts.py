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
    name = table.zones[index].name
    if detail is None:
        if trouble == LOST:
            table.warn("reader_back", name)
    elif trouble in _PLAIN:
        table.warn(_PLAIN[trouble], name)
    elif trouble == FOREIGN:
        if table.show.phase == "teach":
            pass  # a tag is no card until it is registered
        elif detail:
            table.warn("unknown_card", name, detail.hex())
        else:
            table.warn("wrong_tag", name)
    elif trouble == TOO_MANY:
        table.warn("too_many_tags", name, detail)
    elif trouble == TWO_ZONES:
        card, zone, other = detail
        # Which card of a hand it is, nobody is told.
        if index == zone and not table.is_hand(zone) and not table.is_hand(other):
            table.warn("two_zones", code(card), table.zones[zone].name, table.zones[other].name)
