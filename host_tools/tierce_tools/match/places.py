"""The names of the places of cards: racks, zones of the felt, stock and box."""

STOCK = "stock"
BOX = "box"  # cards that are not used in this game
DISCARD = "discard"


def rack(seat: int) -> str:
    """Return the name of a seat's rack."""
    return f"hand{seat}"


def seat_of(place: str) -> int | None:
    """Return the seat of a rack or seat zone; None for shared places."""
    for head in ("hand", "seat"):
        number = place[len(head) :]
        # A page may send anything: int() fails at long numbers and at some digits of isdigit().
        if place.startswith(head) and number.isascii() and number.isdigit() and len(number) < 4:
            return int(number)
    return None
