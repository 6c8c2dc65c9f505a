"""ISO/IEC 15693: inventory requests and replies, their duration in the air, bits of a UID.

Functions on buffers; no chip, no waiting. A UID is eight bytes, most significant byte first
(b"\xe0\x04..."). In the air the least significant byte comes first: a mask and a reply have UID
bytes in that order. The bits of a mask count from the UID's lowest bit. Frames have no checksum
here: the chip adds it.
"""

# Request flags
_HIGH_RATE = 0x02
_INVENTORY = 0x04
_ONE_SLOT = 0x20  # with _INVENTORY; without it: 16 slots
OPTION = 0x40

# Commands
_CMD_INVENTORY = 0x01
FAST_INVENTORY_READ = 0xA1  # ICODE only

NXP = 0x04

# Microseconds, rounded up. Both directions at the high data rate, one subcarrier.
T1 = 324  # from the end of a request to the start of its reply, at most
T2 = 310  # from the end of a reply to the next request, at least
SOF = 152  # start of frame of a reply; half of it at the double rate
EOF = 38  # end of frame of a request

REPLY = 10  # bytes of a reply to an inventory: flags, DSFID, UID
REPLY_US = 3928  # its duration, with checksum
BLOCK = 4  # bytes
MOST_MASK = 60  # bits; the other four choose the slot

# Kinds of reply in a slot
SILENT = 0
GOOD = 1  # one tag, checksum right
COLLISION = 2
GARBLED = 3  # a reply that cannot be decoded


class Heard:
    """The replies in the slots of a round."""

    def __init__(self) -> None:
        self.kinds = bytearray(16)
        self.replies = [b""] * 16  # UIDs as received; for a collision only the bits before it count
        self.places = bytearray(16)  # for a collision: the bit of the UID where it happened


def request_us(size: int) -> int:
    """Return the duration in microseconds of a request of `size` bytes, checksum included."""
    return (11328 + 30206 * size) // 100 + 1


def inventory(buffer: bytearray, at: int, bits: int, mask: bytes, one_slot: bool) -> int:
    """Write an inventory request for tags whose UID ends in these bits; return its end.

    It goes into buffer[at:] and asks for one slot or sixteen.
    """
    buffer[at] = _HIGH_RATE | _INVENTORY | (_ONE_SLOT if one_slot else 0)
    buffer[at + 1] = _CMD_INVENTORY
    buffer[at + 2] = bits
    at += 3
    end = at + (bits + 7 >> 3)
    buffer[at:end] = mask[: end - at]
    if bits & 7:
        buffer[end - 1] &= (1 << (bits & 7)) - 1
    return end


# --- UIDs and their bits


def uid_of(reply: "bytes | bytearray | memoryview") -> bytes:
    """Return the UID at the beginning of a reply."""
    return bytes((reply[7], reply[6], reply[5], reply[4], reply[3], reply[2], reply[1], reply[0]))


as_sent = uid_of  # the same reversal: a UID in the order in which it is sent


def first_difference(uid: bytes, other: bytes) -> int:
    """Return the lowest bit in which two UIDs differ, 64 if they are equal."""
    bit = 0
    while bit < 64 and not (uid[7 - (bit >> 3)] ^ other[7 - (bit >> 3)]) >> (bit & 7) & 1:
        bit += 1
    return bit


def ends_in(uid: bytes, bits: int, mask: bytes) -> bool:
    """Return whether the lowest `bits` bits of a UID are those of `mask`."""
    for at in range(bits >> 3):
        if uid[7 - at] != mask[at]:
            return False
    at = bits >> 3
    return not bits & 7 or not (uid[7 - at] ^ mask[at]) & (1 << (bits & 7)) - 1


def flipped(mask: bytes, bit: int) -> bytes:
    """Return this mask with one bit inverted."""
    changed = bytearray(mask)
    changed[bit >> 3] ^= 1 << (bit & 7)
    return bytes(changed)


def with_slot(mask: bytes, bits: int, slot: int) -> bytes:
    """Return a mask in which the four bits above the lowest `bits` are the slot's number."""
    changed = bytearray(mask)
    for bit in range(bits, bits + 4):
        one = 1 << (bit & 7)
        changed[bit >> 3] = changed[bit >> 3] & ~one | (one if slot & 1 else 0)
        slot >>= 1
    return bytes(changed)
