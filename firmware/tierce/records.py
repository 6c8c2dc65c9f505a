"""The compact form of a log: records of bytes, each with a checksum. README.md "The journal".

Pure: bytes in, values out. A record carries its own number and time, so each can be read without
those before it, and damage costs no more than the records that it hit. JSON is the caller's: here
it is text in bytes.
"""

from array import array

from tierce import cards
from tierce.cards import CARDS

# What a record is. SEGMENT and CONTINUED are the journal's own, the rest stands in the log.
HEADER = 0  # JSON
EVENT = 1  # compact
OUTCOME = 2  # its line of JSON
NOTE = 3  # JSON: what the board says of itself
EVENT_TEXT = 4  # JSON: an event that has no compact form
CONTINUED = 5  # the next part of a text too long for one record
SEGMENT = 6  # the first record of a file
MORE = 8  # with the kind: the next record goes on with this one

BODY = 255  # a body holds so many bytes at most
LONGEST = BODY + 4  # and so many has a record: mark, length, body, checksum

BUTTONS = ("deal", "done", "knock", "pass", "hint")

_MARK = 0xA0  # the high half of each record's first byte
_PRESS = 0
_DRAW = 1
_DECLARED = 2
_MOVED = 4
_OUT = 1
_IN = 2
_SEAT = 0x80  # zones: 0 the discard, 1 to 127 melds, from here on seats


def _table():
    table = array("H", [0] * 256)
    for byte in range(256):
        crc = byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
        table[byte] = crc
    return table


_crc = _table()


def crc16(buffer, start, end):
    """Return the CRC-16 (polynomial 0x1021, from 0xFFFF on) of a part of a buffer."""
    table = _crc
    crc = 0xFFFF
    for i in range(start, end):
        crc = ((crc << 8) & 0xFFFF) ^ table[(crc >> 8) ^ buffer[i]]
    return crc


def put_number(buffer, at, number):
    """Write a number >= 0 in groups of 7 bits, the lowest first; return where it ends."""
    while number > 0x7F:
        buffer[at] = number & 0x7F | 0x80
        number >>= 7
        at += 1
    buffer[at] = number
    return at + 1


def number_at(buffer, at, end):
    """Return the number that stands there and where it ends; -1 where none is."""
    number = 0
    shift = 0
    while at < end and shift < 63:
        byte = buffer[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7
    return -1, at


def _length(number):
    length = 1
    while number > 0x7F:
        number >>= 7
        length += 1
    return length


def room(seq, t):
    """Return how many bytes of payload fit into a record of this number and time."""
    return BODY - _length(seq) - _length(t)


def pack(buffer, at, kind, seq, t, payload):
    """Write a record into a buffer that has room for it; return where it ends."""
    buffer[at] = _MARK | kind
    end = put_number(buffer, put_number(buffer, at + 2, seq), t)
    for byte in payload:
        buffer[end] = byte
        end += 1
    buffer[at + 1] = end - at - 2
    crc = crc16(buffer, at, end)
    buffer[end] = crc >> 8
    buffer[end + 1] = crc & 0xFF
    return end + 2


def _is_mark(byte):
    return byte & 0xF0 == _MARK and byte & 7 <= SEGMENT


def parse(buffer, at, end, last=False):
    """Look for a record at `at`. Return one of

    - ((kind, seq, t, payload), next): a record, and where the next one begins,
    - (None, at): more bytes are needed,
    - (None, next): no record, or a damaged one; go on at `next`, which lies beyond `at`.

    `last` says that no more bytes will come: then it asks for none.
    """
    if at >= end:
        return None, at
    if _is_mark(buffer[at]):
        stop = at + 4 + buffer[at + 1] if at + 1 < end else end + 1
        if stop <= end:
            record = _record(buffer, at, stop)
            if record:
                return record, stop
        elif not last:
            return None, at
    at += 1
    while at < end and not _is_mark(buffer[at]):
        at += 1
    return None, at


def _record(buffer, at, stop):
    end = stop - 2
    if crc16(buffer, at, end) != buffer[end] << 8 | buffer[end + 1]:
        return None
    seq, place = number_at(buffer, at + 2, end)
    t, place = number_at(buffer, place, end)
    if seq < 0 or t < 0:
        return None
    return buffer[at] & 0x0F, seq, t, bytes(buffer[place:end])


# --- events


def _zone(name):
    """Return the byte of a zone, or -1 where it has none."""
    if name == "discard":
        return 0
    if isinstance(name, str) and name[4:].isdigit() and len(name) < 8:
        place = int(name[4:])
        if place < _SEAT:
            byte = place if name[:4] == "meld" else _SEAT + place
            return byte if _zone_name(byte) == name else -1
    return -1


def _zone_name(byte):
    if byte == 0:
        return "discard"
    return "meld%d" % byte if byte < _SEAT else "seat%d" % (byte - _SEAT)


def _card(code):
    """Return the card of a code, or -1 where it is none: the UID of a tag, say."""
    return cards.parse(code) if isinstance(code, str) else -1


def _cards(codes, into):
    if not isinstance(codes, list):
        return False
    for code in codes:
        card = _card(code)
        if card < 0:
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
    if "press" in event:
        seat = event.get("seat")
        button = event["press"]
        if type(seat) is int and 0 <= seat < 256 and button in BUTTONS and len(event) == 3:
            return bytes((_PRESS, seat, BUTTONS.index(button)))
        return None
    if "draw" in event:
        count = event["draw"]
        if type(count) is int and -128 <= count < 128 and len(event) == 2:
            return bytes((_DRAW, count & 0xFF))
        return None
    zone = _zone(event.get("zone"))
    if zone < 0:
        return None
    if "joker" in event:
        joker = _card(event["joker"])
        face = _card(event.get("as"))
        if joker >= 0 and face >= 0 and len(event) == 4:
            return bytes((_DECLARED, zone, joker, face))
        return None
    return _moved(event, zone)


def _moved(event, zone):
    out = bytearray((_MOVED, zone))
    keys = 2
    if "out" in event:
        out[0] |= _OUT
        out.append(0)
        if not _cards(event["out"], out) or len(out) > 200:
            return None
        out[2] = len(out) - 3
        keys += 1
    if "in" in event:
        out[0] |= _IN
        if not _cards(event["in"], out) or len(out) > 200:
            return None
        keys += 1
    return bytes(out) if 2 < keys == len(event) else None


def event_of(payload, t):
    """Return the event of a compact payload: the inverse of `compact`. None where it is none."""
    size = len(payload)
    what = payload[0] if size else -1
    if what == _PRESS and size == 3 and payload[2] < len(BUTTONS):
        return {"t": t, "seat": payload[1], "press": BUTTONS[payload[2]]}
    if what == _DRAW and size == 2:
        return {"t": t, "draw": (payload[1] ^ 0x80) - 0x80}
    if what == _DECLARED and size == 4 and payload[2] < CARDS and payload[3] < CARDS:
        joker = cards.code(payload[2])
        return {"t": t, "zone": _zone_name(payload[1]), "joker": joker,
                "as": cards.code(payload[3])}
    if not _MOVED < what <= _MOVED | _OUT | _IN or size < 2 or max(payload[2:] or b"\0") >= CARDS:
        return None
    event = {"t": t, "zone": _zone_name(payload[1])}
    at = 2
    if what & _OUT:
        if size < 3 or 3 + payload[2] > size:
            return None
        at = 3 + payload[2]
        event["out"] = cards.codes(payload[3:at])
    if what & _IN:
        event["in"] = cards.codes(payload[at:])
    elif at != size:
        return None
    return event
