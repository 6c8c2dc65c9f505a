"""Opens the journal at a start: finds its segments and the match in play.

Unloaded once the board has started.
"""

from app.journal.journal import VERSION
from app.journal.readback import parsed, segment
from app.journal.totals import kept
from tierce.record_reader import number_at
from tierce.records import CONTINUED, HEADER, MORE, NOTE, OUTCOME, SEGMENT

JUMP = 1 << 14  # numbers skipped at each start: more than could be sent without being kept


def open_journal(journal, t=0):
    """Read the state of a Journal from flash and note that the board has started. Call it once."""
    journal.begin(recover(journal), t)


def recover(journal):
    """Read the state of a Journal from flash; return the number of the last record, 0 if none."""
    try:
        _find(journal)
    except OSError as error:
        journal.fail(error)
    last = _look(journal)
    copy = kept(journal.files)
    told = copy[0] if copy else 0  # numbers of lost records are not used again
    if journal.bases or told:
        journal.next_seq = max(last, told, journal.bases[-1] if journal.bases else 0) + JUMP
    return last


def _find(journal):
    for name in journal.files.names(journal.folder):
        if name[-4:] != ".log" or not name[:-4].isdigit():
            continue
        base = int(name[:-4])
        size = journal.files.size(journal.folder + "/" + name)
        if size:
            journal.bases.append(base)
            journal.sizes.append(size)
        else:  # power was lost before its first record was written
            journal.remove(base)


def _look(journal):  # noqa: C901
    """Read the newest segments; return the number of the last record.

    The first record of a segment names the match in play at that time, so one is usually enough.
    """
    last = 0
    match = boot = -1
    lost = False  # records are missing after the last one that names the match in play
    for i in range(len(journal.bases) - 1, -1, -1):
        newest = i == len(journal.bases) - 1
        place = [0]
        before = 0
        found = booted = ended = -1
        sound = True
        gone = False  # as `lost`, in this segment
        previous = 0
        torn = False  # there is damage after the last good record
        for record in segment(journal, journal.bases[i], place):
            if record is None:
                sound = False
                gone = torn = True
                continue
            kind, seq, _, payload = record
            if seq < previous:  # an old record, from an earlier use of the flash
                sound = False
                gone = torn = True
                continue
            torn = False
            kind &= ~MORE
            if kind == SEGMENT:
                previous = seq - 1
                head = _head(payload)
                if head:
                    booted, found, ended = head
                    gone = False
                continue
            step = seq - previous
            previous = seq
            last = max(last, seq)
            if newest and kind != CONTINUED:
                journal.remember(seq, before)
            before = place[0]
            if kind == HEADER:
                found = ended = seq
                gone = False
                continue
            if kind == OUTCOME and b'"event":"match"' in payload:
                found = 0
                gone = False
                continue
            if kind == OUTCOME and b'"event":"ruling"' in payload and ended > 0:
                found = ended
            elif kind == NOTE and (b'"over"' in payload or b'"boot"' in payload):
                note = parsed(payload)
                if isinstance(note, dict):
                    if "over" in note:
                        found = ended = 0
                        gone = False
                        continue
                    count = note.get("boot")
                    if type(count) is int:
                        booted = max(booted, count)
                        if note.get("after") == seq - step:
                            step = 1
                        gone = gone or "damaged" in note
            gone = gone or step > 1
        torn = torn or place[0] != journal.sizes[i]
        if newest:
            # Do not append after a damaged end; begin a new segment.
            journal.fresh = not sound or torn
            journal.damaged = torn
        if match < 0:
            lost = lost or gone or torn
            match = found
            journal.ended = max(ended, 0)
        if boot < 0:
            boot = booted
        if match >= 0 and boot >= 0 and last:
            break
    journal.in_play = max(match, 0)
    journal.boot = max(boot, 0)
    if lost and not journal.in_play:
        journal.damaged = True
    return last


def _head(payload):
    """Return (boot, header of the match in play, header of the last match), all numbers.

    `payload` is that of a segment's first record; None if it is not valid.
    """
    version, at = number_at(payload, 0, len(payload))
    boot, at = number_at(payload, at, len(payload))
    match, at = number_at(payload, at, len(payload))
    last, at = number_at(payload, at, len(payload))  # -1 in segments of an older program
    return (boot, match, last or match) if version == VERSION and match >= 0 else None
