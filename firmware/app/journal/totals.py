"""The totals of the match in play, in a file beside the journal.

At a start they show whether the journal has lost records. The file is written after the journal, at
the start and end of a match and after each round and ruling. Loaded only for that, and at a start.
"""

import json

from app.journal.journal import as_json
from tierce.records import crc16

NAME = "totals.bin"


def keep(journal, header, rounds, totals, dealer):
    """Write the file: `header` of the match in play or None, rounds played, totals, dealer."""
    text = as_json([journal.next_seq - 1, header, rounds, totals, dealer]).encode()
    check = crc16(text, 0, len(text))
    try:
        journal.files.write(NAME, bytes((check >> 8, check & 0xFF)) + text)
    except OSError:  # the journal reports a failing flash
        pass


def kept(files):
    """Return (number of the last record then, header, rounds, totals, dealer), or None."""
    try:
        data = files.read(NAME)
        if len(data) > 2 and crc16(data, 2, len(data)) == data[0] << 8 | data[1]:
            seq, header, rounds, totals, dealer = json.loads(data[2:])
            return seq, header, rounds, totals, dealer
    except (OSError, ValueError):  # no file yet, or it is damaged: rely on the journal
        pass
    return None
