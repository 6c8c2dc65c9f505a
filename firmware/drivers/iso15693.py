"""ISO/IEC 15693: an inventory's request and replies, how long they are in the air, bits of a UID.

Functions on buffers; no chip, no waiting. A UID is eight bytes, most significant first
(b"\xe0\x04..."). In the air it goes the other way round, and so do masks: their bits count from the
UID's last bit. What is called `wire` here are UID bytes in that order. Frames are without their
checksum: the chip adds it.
"""

try:
    from micropython import const
except ImportError:
    const = int

# Request flags
_HIGH_RATE = const(0x02)
_INVENTORY = const(0x04)
_ONE_SLOT = const(0x20)  # with _INVENTORY; without it: 16 slots
OPTION = const(0x40)

# Commands
_CMD_INVENTORY = const(0x01)
FAST_INVENTORY_READ = const(0xA1)  # ICODE only

NXP = const(0x04)

# Microseconds, rounded up. Both directions at the high data rate, one subcarrier.
T1 = const(324)  # a request ends .. its reply begins, at most
T2 = const(310)  # a reply ends .. the next request may begin
SOF = const(152)  # of a reply; half of it at the double rate
EOF = const(38)  # of a request

REPLY = const(10)  # bytes of a reply to an inventory: flags, DSFID, UID
REPLY_US = const(3928)  # of one with its checksum
BLOCK = const(4)
MOST_MASK = const(60)  # bits; the other four choose the slot

# What was heard in a slot
SILENT = const(0)
GOOD = const(1)  # one tag, checksum right
COLLISION = const(2)
GARBLED = const(3)  # something, but no telling what


class Heard:
    """What was heard in each slot of a round."""

    def __init__(self):
        self.kinds = bytearray(16)
        self.wires = [b""] * 16  # the UID as it came; of a collision, the bits before it
        self.places = bytearray(16)  # of a collision: the bit of the UID in which it happened


def request_us(size):
    """Return how long a request of so many bytes, checksum included, is in the air."""
    return (11328 + 30206 * size) // 100 + 1


def inventory(buffer, at, bits, wire, one_slot):
    """Write into buffer[at:]: who ends in these bits, in one slot or sixteen? Return the end."""
    buffer[at] = _HIGH_RATE | _INVENTORY | (_ONE_SLOT if one_slot else 0)
    buffer[at + 1] = _CMD_INVENTORY
    buffer[at + 2] = bits
    at += 3
    end = at + (bits + 7 >> 3)
    buffer[at:end] = wire[:end - at]
    if bits & 7:
        buffer[end - 1] &= (1 << (bits & 7)) - 1
    return end


# --- UIDs and their bits


def uid_of(wire, at=0):
    """Return the UID that lies in wire[at:], as bytes."""
    return bytes((wire[at + 7], wire[at + 6], wire[at + 5], wire[at + 4],
                  wire[at + 3], wire[at + 2], wire[at + 1], wire[at]))


wire_of = uid_of  # turning round twice is the way back


def first_difference(uid, other):
    """Return the lowest bit in which two UIDs differ, 64 if in none."""
    bit = 0
    while bit < 64 and not (uid[7 - (bit >> 3)] ^ other[7 - (bit >> 3)]) >> (bit & 7) & 1:
        bit += 1
    return bit


def ends_in(uid, bits, wire):
    """Return whether a UID ends in these bits."""
    for at in range(bits >> 3):
        if uid[7 - at] != wire[at]:
            return False
    at = bits >> 3
    return not bits & 7 or not (uid[7 - at] ^ wire[at]) & (1 << (bits & 7)) - 1


def flipped(wire, bit):
    """Return these wire bytes with one bit turned over."""
    changed = bytearray(wire)
    changed[bit >> 3] ^= 1 << (bit & 7)
    return bytes(changed)


def with_slot(wire, bits, slot):
    """Return wire bytes whose next four bits above so many are a slot's number."""
    changed = bytearray(wire)
    for bit in range(bits, bits + 4):
        mask = 1 << (bit & 7)
        changed[bit >> 3] = changed[bit >> 3] & ~mask | (mask if slot & 1 else 0)
        slot >>= 1
    return bytes(changed)
