"""The compact form of a log: records of bytes, each with a checksum. BOARD.md "The journal".

Pure: values in, bytes out. tierce.record_reader reads them back. Each record carries its number and
time, so it can be read without the records before it: damage loses only the records it hits. JSON
payloads are encoded and decoded by the caller.
"""

from tierce.phases import BUTTONS

# Kinds of record. SEGMENT and CONTINUED are used by the journal only, the others are log lines.
HEADER = 0  # JSON
EVENT = 1  # compact
OUTCOME = 2  # its line of JSON
NOTE = 3  # JSON: a note of the board about itself
EVENT_TEXT = 4  # JSON: an event that has no compact form
CONTINUED = 5  # the next part of a text too long for one record
SEGMENT = 6  # the first record of a file
MORE = 8  # flag in the kind: the next record continues this one

MARK = 0xA0  # high nibble of each record's first byte
PART = 237  # most bytes of a payload: the body has 255, of which number and time take up to 18
AROUND = 22  # most bytes of a record without its payload

# Kinds of event: the first byte of a payload.
PRESS = 0
DRAW = 1
DECLARED = 2
MOVED = 4  # with the flags OUT (cards left) and IN (cards came)
OUT = 1
IN = 2


def crc16(buffer: "Bytes", start: int, end: int) -> int:
    """Return the CRC-16 of buffer[start:end]: polynomial 0x1021, initial value 0xFFFF."""
    crc = 0xFFFF
    for i in range(start, end):
        # Without a table, which would take memory.
        x = (crc >> 8) ^ buffer[i]
        x ^= x >> 4
        crc = (crc << 8 ^ x << 12 ^ x << 5 ^ x) & 0xFFFF
    return crc


def put_number(buffer: bytearray, at: int, number: int) -> int:
    """Write a number >= 0 in groups of 7 bits, lowest first; return the offset of its end."""
    while number > 0x7F:
        buffer[at] = number & 0x7F | 0x80
        number >>= 7
        at += 1
    buffer[at] = number
    return at + 1


def pack(buffer: bytearray, at: int, kind: int, seq: int, t: int, payload: "Bytes") -> int:
    """Write a record into a buffer with room for it, at offset `at`; return the offset of its end.

    `kind` is one of the kinds above, `seq` and `t` (ms) are >= 0, `payload` is at most PART bytes.
    """
    buffer[at] = MARK | kind
    start = put_number(buffer, put_number(buffer, at + 2, seq), t)
    end = start + len(payload)
    buffer[start:end] = payload
    buffer[at + 1] = end - at - 2
    crc = crc16(buffer, at, end)
    buffer[end] = crc >> 8
    buffer[end + 1] = crc & 0xFF
    return end + 2


def compact(event: "Event") -> "bytes | None":
    """Return the payload of an event (events) as bytes, or None if it has no compact form.

    Rulings and cards by hand have none. Nor have values that a real table never sends: meld128, or
    128 draws at once.
    """
    what = event[0]
    if what == "press":
        return bytes((PRESS, event[2], BUTTONS.index(event[3])))
    if what == "draw":
        return bytes((DRAW, event[2] & 0xFF)) if -128 <= event[2] < 128 else None
    if what == "ruling" or event[2] > 0x7F:
        return None
    zone = event[2] if event[2] >= 0 else 0x7F - event[2]  # seat zones are 0x80 and up
    if what == "joker":
        return bytes((DECLARED, zone, event[3], event[4]))
    left, came = event[3:5]
    if len(event) > 5 or (not left and not came):
        return None
    out = bytearray((MOVED | OUT * bool(left) | IN * bool(came), zone))
    if left:
        out.append(len(left))
        out.extend(bytes(left))
    out.extend(bytes(came))
    return bytes(out)
