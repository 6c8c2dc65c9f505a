"""The totals of the match in play, in a file beside the journal, and now and then its state.

At a start they show whether the journal has lost records, and the match goes on from that state. The
file is written after the journal, at the start and end of a match, after each round and ruling, and
after a turn that is some way from the last state. Loaded only for that, and at a start.
"""

import json

from app.journal.journal import as_json
from tierce.records import crc16

NAME = "totals.bin"


def keep(journal, header, rounds, totals, dealer, state=None):
    """Write the file: `header` of the match in play or None, rounds played, totals, dealer.

    `state` is that of the match now (Match.state). Without one the file keeps the one that it has.
    """
    mark = state and [journal.next_seq, state]
    if header is not None and not mark:
        old = kept(journal.files)
        if old and old[5] and old[5][0] > journal.in_play:
            mark = old[5]
    text = as_json([journal.next_seq - 1, header, rounds, totals, dealer, mark]).encode()
    check = crc16(text, 0, len(text))
    try:
        journal.files.write(NAME, bytes((check >> 8, check & 0xFF)) + text)
    except OSError:  # the journal reports a failing flash
        pass


def kept(files):
    """Return (number of the last record then, header, rounds, totals, dealer, mark), or None.

    The mark is (number of the next record then, state of the match), or None.
    """
    try:
        data = files.read(NAME)
        if len(data) > 2 and crc16(data, 2, len(data)) == data[0] << 8 | data[1]:
            seq, header, rounds, totals, dealer, *mark = json.loads(data[2:])
            return seq, header, rounds, totals, dealer, mark[0] if mark else None
    except (OSError, ValueError):  # no file yet, or it is damaged: rely on the journal
        pass
    return None
