"""The places where cards are, by their names: racks, zones of the felt, stock and box."""

STOCK = "stock"
BOX = "box"  # cards that this game is not played with
DISCARD = "discard"


def rack(seat: int) -> str:
    """Return the name of a seat's rack."""
    return f"hand{seat}"


def seat_of(place: str) -> int | None:
    """Return the seat whose rack or seat zone a place is; None for what is everybody's."""
    for head in ("hand", "seat"):
        number = place[len(head) :]
        # A page may name anything: not all digits are numbers, nor are the longest.
        if place.startswith(head) and number.isascii() and number.isdigit() and len(number) < 4:
            return int(number)
    return None
