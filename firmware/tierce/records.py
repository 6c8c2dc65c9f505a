"""The compact form of a log: records of bytes, each with a checksum. README.md "The journal".

Pure: values in, bytes out; tierce.recorded is the way back. A record carries its own number and
time, so each can be read without those before it, and damage costs no more than the records that it
hit. JSON is the caller's: here it is text in bytes.
"""

from tierce.phases import BUTTONS

# What a record is. SEGMENT and CONTINUED are the journal's own, the rest stands in the log.
HEADER = 0  # JSON
EVENT = 1  # compact
OUTCOME = 2  # its line of JSON
NOTE = 3  # JSON: what the board says of itself
EVENT_TEXT = 4  # JSON: an event that has no compact form
CONTINUED = 5  # the next part of a text too long for one record
SEGMENT = 6  # the first record of a file
MORE = 8  # with the kind: the next record goes on with this one

MARK = 0xA0  # the high half of each record's first byte
PART = 237  # a payload has so many bytes at most: number and time take 18 of a body's 255 at most
AROUND = 22  # so many bytes a record has at most around its payload

# What an event is: a payload's first byte.
PRESS = 0
DRAW = 1
DECLARED = 2
MOVED = 4  # and whether cards left, and came
OUT = 1
IN = 2


def crc16(buffer, start, end):
    """Return the CRC-16 (polynomial 0x1021, from 0xFFFF on) of a part of a buffer."""
    crc = 0xFFFF
    for i in range(start, end):
        # A byte at a time without a table, which would stay in memory.
        x = (crc >> 8) ^ buffer[i]
        x ^= x >> 4
        crc = (crc << 8 ^ x << 12 ^ x << 5 ^ x) & 0xFFFF
    return crc


def put_number(buffer, at, number):
    """Write a number >= 0 in groups of 7 bits, the lowest first; return where it ends."""
    while number > 0x7F:
        buffer[at] = number & 0x7F | 0x80
        number >>= 7
        at += 1
    buffer[at] = number
    return at + 1


def pack(buffer, at, kind, seq, t, payload):
    """Write a record into a buffer that has room for it; return where it ends."""
    buffer[at] = MARK | kind
    start = put_number(buffer, put_number(buffer, at + 2, seq), t)
    end = start + len(payload)
    buffer[start:end] = payload
    buffer[at + 1] = end - at - 2
    crc = crc16(buffer, at, end)
    buffer[end] = crc >> 8
    buffer[end + 1] = crc & 0xFF
    return end + 2


def compact(event):
    """Return an event (events) in a few bytes, or None where it has no compact form.

    Rulings have none, nor what a table never has: meld128, or 128 draws at once.
    """
    what = event[0]
    if what == "press":
        return bytes((PRESS, event[2], BUTTONS.index(event[3])))
    if what == "draw":
        return bytes((DRAW, event[2] & 0xFF)) if -128 <= event[2] < 128 else None
    if what == "ruling" or event[2] > 0x7F:
        return None
    zone = event[2] if event[2] >= 0 else 0x7F - event[2]  # seats from 0x80 on
    if what == "joker":
        return bytes((DECLARED, zone, event[3], event[4]))
    left, came = event[3:]
    if not left and not came:
        return None
    out = bytearray((MOVED | OUT * bool(left) | IN * bool(came), zone))
    if left:
        out.append(len(left))
        out.extend(bytes(left))
    out.extend(bytes(came))
    return bytes(out)
