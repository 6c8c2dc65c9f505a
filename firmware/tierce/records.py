"""The compact form of a log: records of bytes, each with a checksum. README.md "The journal".

Pure: values in, bytes out; tierce.recorded is the way back. A record carries its own number and
time, so each can be read without those before it, and damage costs no more than the records that it
hit. JSON is the caller's: here it is text in bytes.
"""

from tierce import cards

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

BUTTONS = ("deal", "done", "knock", "pass", "hint")

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


def zone_name(byte):
    """Return the name of a zone: 0 is the discard, 1 to 127 are melds, from there on seats."""
    if byte == 0:
        return "discard"
    return "meld%d" % byte if byte < 0x80 else "seat%d" % (byte - 0x80)


def _zone(name):
    """Return the byte of a zone, or -1 where it has none."""
    if name == "discard":
        return 0
    if isinstance(name, str) and 4 < len(name) < 8 and not name[4:].strip("0123456789"):
        byte = int(name[4:]) | (0x80 if name[0] == "s" else 0)
        if byte < 0x100 and zone_name(byte) == name:
            return byte
    return -1


def _cards(codes, into):
    """Add the cards of some codes; tell whether all were codes, and not UIDs of tags, say."""
    if not isinstance(codes, list):
        return False
    for code in codes:
        card = cards.parse(code) if isinstance(code, str) else -1
        if card < 0 or len(into) > cards.CARDS:
            return False
        into.append(card)
    return True


def compact(event, t):
    """Return an event of LOG.md in a few bytes, or None where it has no compact form.

    `t` is the time of its record, and must be the event's. Whatever is not exactly as LOG.md has
    it, one more key for instance, has none, so nothing is lost: such an event is kept as text.
    """
    if type(event.get("t")) is not int or event["t"] != t:
        return None
    keys = len(event)
    zone = _zone(event.get("zone"))
    out = bytearray((MOVED, zone & 0xFF))
    if "press" in event:
        seat = event.get("seat")
        button = event["press"]
        good = keys == 3 and type(seat) is int and 0 <= seat < 256 and button in BUTTONS
        if good:
            out = bytes((PRESS, seat, BUTTONS.index(button)))
    elif "draw" in event:
        count = event["draw"]
        good = keys == 2 and type(count) is int and -128 <= count < 128
        if good:
            out = bytes((DRAW, count & 0xFF))
    elif "joker" in event:
        good = zone >= 0 and keys == 4 and _cards([event["joker"], event.get("as")], out)
        out[0] = DECLARED
    else:
        good = zone >= 0
        keys -= 2
        if good and "out" in event:
            out[0] |= OUT
            out.append(0)
            good = _cards(event["out"], out)
            out[2] = len(out) - 3
            keys -= 1
        if good and "in" in event:
            out[0] |= IN
            good = _cards(event["in"], out)
            keys -= 1
        good = good and keys == 0 and out[0] != MOVED
    return bytes(out) if good else None
