"""ISO/IEC 15693: requests and replies as bytes, how long they are in the air, bits of a UID.

Pure functions on buffers; no chip, no waiting. A UID is eight bytes, most significant first
(b"\xe0\x04..."). In the air it goes the other way round, and so do masks: their bits count from the
UID's last bit. What is called `wire` here are UID bytes in that order. Frames are without their
checksum: the chip adds it.
"""

try:
    from micropython import const
except ImportError:

    def const(value):
        return value


# Request flags
_HIGH_RATE = const(0x02)
_INVENTORY = const(0x04)
_AFI = const(0x10)  # with _INVENTORY
_ONE_SLOT = const(0x20)  # with _INVENTORY; without it: 16 slots
_ADDRESS = const(0x20)  # without _INVENTORY
_OPTION = const(0x40)

# Commands
_CMD_INVENTORY = const(0x01)
_CMD_FAST_INVENTORY_READ = const(0xA1)  # ICODE only
STAY_QUIET = const(0x02)
READ_SINGLE = const(0x20)
READ_MULTIPLE = const(0x23)
RESET_TO_READY = const(0x26)
GET_SYSTEM_INFO = const(0x2B)

_NXP = const(0x04)

# Microseconds, rounded up. Both directions at the high data rate, one subcarrier.
T1 = const(324)  # a request ends .. its reply begins, at most
T2 = const(310)  # a reply ends .. the next request may begin
SOF = const(152)  # of a reply; half of it at the double rate
EOF = const(38)  # of a request

ERROR = const(0x01)  # in the first byte of a reply
REPLY = const(10)  # bytes of a reply to an inventory: flags, DSFID, UID
FAST_REPLY = const(13)  # of one to a fast read without a mask: flags, UID, a block
BLOCK = const(4)
MOST_MASK = const(60)  # bits; the other four choose the slot


def request_us(size):
    """Return how long a request of so many bytes, checksum included, is in the air."""
    return (11328 + 30206 * size) // 100 + 1


def reply_us(size, fast=False):
    """Return how long a reply of so many bytes, checksum included, is in the air."""
    # Its start and end take as long as one byte more.
    return (15103 if fast else 30206) * (size + 1) // 100 + 1


# --- requests: written into buffer[at:]; they return where they end


def inventory(buffer, at, bits, wire, one_slot, afi=-1):
    """Ask all tags whose UID ends in these bits for their UIDs, in one slot or sixteen."""
    flags = _HIGH_RATE | _INVENTORY
    if one_slot:
        flags |= _ONE_SLOT
    if afi >= 0:
        flags |= _AFI
    buffer[at] = flags
    buffer[at + 1] = _CMD_INVENTORY
    at += 2
    if afi >= 0:
        buffer[at] = afi
        at += 1
    return _mask(buffer, at, bits, wire)


def fast_inventory(buffer, at, bits, wire, one_slot):
    """The same for ICODE tags, which answer at the double rate: rest of the UID, and block 0."""
    flags = _HIGH_RATE | _INVENTORY | _OPTION
    if one_slot:
        flags |= _ONE_SLOT
    buffer[at] = flags
    buffer[at + 1] = _CMD_FAST_INVENTORY_READ
    buffer[at + 2] = _NXP
    at = _mask(buffer, at + 3, bits, wire)
    buffer[at] = 0  # first block
    buffer[at + 1] = 0  # how many more
    return at + 2


def _mask(buffer, at, bits, wire):
    buffer[at] = bits
    at += 1
    for index in range(bits >> 3):
        buffer[at] = wire[index]
        at += 1
    if bits & 7:
        buffer[at] = wire[bits >> 3] & (1 << (bits & 7)) - 1
        at += 1
    return at


def addressed(buffer, at, command, uid):
    """Begin a command to one tag; what the command needs beyond follows where this ends."""
    buffer[at] = _HIGH_RATE | _ADDRESS
    buffer[at + 1] = command
    at += 2
    for index in range(7, -1, -1):
        buffer[at] = uid[index]
        at += 1
    return at


# --- UIDs and their bits


def uid_of(wire, at=0):
    """Return the UID that lies in wire[at:], as bytes."""
    return bytes((wire[at + 7], wire[at + 6], wire[at + 5], wire[at + 4],
                  wire[at + 3], wire[at + 2], wire[at + 1], wire[at]))


wire_of = uid_of  # turning round twice is the way back


def first_difference(uid, other):
    """Return the lowest bit in which two UIDs differ, 64 if in none."""
    for index in range(7, -1, -1):
        differ = uid[index] ^ other[index]
        if differ:
            bit = (7 - index) * 8
            while not differ & 1:
                differ >>= 1
                bit += 1
            return bit
    return 64


def ends_in(uid, bits, wire):
    """Return whether a UID ends in these bits."""
    index = 7
    for each in range(bits >> 3):
        if uid[index] != wire[each]:
            return False
        index -= 1
    return not bits & 7 or not (uid[index] ^ wire[bits >> 3]) & (1 << (bits & 7)) - 1


def with_bit(wire, bit, value):
    """Return these wire bytes with one bit set to a value."""
    changed = bytearray(wire)
    if value:
        changed[bit >> 3] |= 1 << (bit & 7)
    else:
        changed[bit >> 3] &= ~(1 << (bit & 7))
    return bytes(changed)


def with_slot(wire, bits, slot):
    """Return wire bytes whose next four bits above so many are a slot's number."""
    changed = bytearray(wire)
    for bit in range(bits, bits + 4):
        if slot & 1:
            changed[bit >> 3] |= 1 << (bit & 7)
        else:
            changed[bit >> 3] &= ~(1 << (bit & 7))
        slot >>= 1
    return bytes(changed)


def system_info(reply, at, end):
    """Return what a tag says of itself as a dict, from the reply to GET_SYSTEM_INFO, or None."""
    if end - at < 10 or reply[at] & ERROR:
        return None
    has = reply[at + 1]
    info = {"uid": uid_of(reply, at + 2)}
    at += 10
    for bit, name in ((1, "dsfid"), (2, "afi")):
        if has & bit and at < end:
            info[name] = reply[at]
            at += 1
    if has & 4 and at + 1 < end:
        info["blocks"] = reply[at] + 1
        info["block_bytes"] = (reply[at + 1] & 31) + 1
        at += 2
    if has & 8 and at < end:
        info["ic"] = reply[at]
    return info
