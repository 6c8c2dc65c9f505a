"""The totals of the match in play, beside the journal: a start tells by them whether it lacks any.

Written after the journal, at the beginning and the end of a match and at the end of each round. In
memory only while that is done, and at a start.
"""

import json

from app.journal.writing import as_json
from tierce.records import crc16

NAME = "totals.bin"


def keep(journal, header, rounds, totals, dealer):
    """Write them down: `header` of the match in play or None, and what its last round came to."""
    text = as_json([journal.next_seq - 1, header, rounds, totals, dealer]).encode()
    check = crc16(text, 0, len(text))
    try:
        journal.files.write(NAME, bytes((check >> 8, check & 0xFF)) + text)
    except OSError:  # the journal says what is wrong with the flash
        pass


def kept(files):
    """Return (number of the last record then, header, rounds, totals, dealer), None without any."""
    try:
        data = files.read(NAME)
        if len(data) > 2 and crc16(data, 2, len(data)) == data[0] << 8 | data[1]:
            seq, header, rounds, totals, dealer = json.loads(data[2:])
            return seq, header, rounds, totals, dealer
    except (OSError, ValueError):  # none yet, or damaged: then the journal is not
        pass
    return None
