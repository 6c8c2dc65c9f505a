"""The zones of a table: their numbers, and their names in a log.

A zone is a number: 0 is the discard, n > 0 is meld zone n, -1 - n is the seat zone of seat n.
"""

DISCARD = 0
NOWHERE = -99  # the zone of a card that lies in no zone
MOST_MELDS = 9999  # highest number of a meld zone: LOG.md


def zone_name(zone: int) -> str:
    """Return the name of a zone in the log."""
    if zone == DISCARD:
        return "discard"
    return "meld%d" % zone if zone > 0 else "seat%d" % (-1 - zone)


def zone_number(name: object) -> int:
    """Return the number of a zone from its name in a log: the inverse of `zone_name`.

    Returns NOWHERE for an invalid name, for instance meld0 or seat99.
    """
    if name == "discard":
        return DISCARD
    if isinstance(name, str) and 4 < len(name) < 9:
        number = 0
        for letter in name[4:]:
            if letter not in "0123456789":
                return NOWHERE
            number = 10 * number + ord(letter) - 48
        what = name[:4]
        if what == "meld" and name[4] != "0":
            return number
        if what == "seat" and number < -1 - NOWHERE and (name[4] != "0" or len(name) == 5):
            return -1 - number
    return NOWHERE
