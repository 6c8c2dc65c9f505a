"""The zones of a table: their numbers, and their names in a log.

A zone is a number: 0 the discard, n the meld zone n, -1 - n the seat zone of seat n.
"""

DISCARD = 0
NOWHERE = -99  # where a card lies that no zone holds
MOST_MELDS = 9999  # the highest number of a meld zone: LOG.md


def zone_name(zone):
    """Return the name of a zone in the log."""
    if zone == DISCARD:
        return "discard"
    return "meld%d" % zone if zone > 0 else "seat%d" % (-1 - zone)


def zone_number(name):
    """Return the number of a zone that a log names: the inverse of `zone_name`.

    NOWHERE for anything else, meld0 and seat99 for instance.
    """
    if name == "discard":
        return DISCARD
    if isinstance(name, str) and 4 < len(name) < 9:
        number = 0
        for letter in name[4:]:
            if letter not in "0123456789":
                return NOWHERE
            number = 10 * number + ord(letter) - 48
        zone = number if name[:4] == "meld" else -1 - number
        if zone > NOWHERE and zone_name(zone) == name:
            return zone
    return NOWHERE
