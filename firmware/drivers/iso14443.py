"""Frames of ISO 14443A up to a card's selection: pure functions, and what is sent.

A UID of 4, 7 or 10 bytes is selected in one to three levels of four bytes; where more follow, the
first of the four is the cascade tag.
"""

REQA = 0x26  # to those that wait; seven bits
WUPA = 0x52  # to those that sleep, too; seven bits
CASCADE_TAG = 0x88
SELECTS = b"\x93\x95\x97"  # a level each
HALT = b"\x50\x00\x57\xcd"


def crc_a(data, count):
    """Return the checksum of the first `count` bytes; its low byte is sent first."""
    crc = 0x6363
    for i in range(count):
        byte = data[i] ^ (crc & 0xFF)
        byte = (byte ^ byte << 4) & 0xFF
        crc = crc >> 8 ^ byte << 8 ^ byte << 3 ^ byte >> 4
    return crc


def blocks(uid):
    """Return a UID as the cascade levels name it, four bytes each; None if it can be none."""
    size = len(uid)
    if size == 4:
        return uid
    if size == 7:
        return b"\x88" + uid
    if size == 10:
        return b"\x88" + uid[:3] + b"\x88" + uid[3:]
    return None


def uid_of(path, level):
    """Return the UID of a card whose name is complete at `level`."""
    uid = b""
    for i in range(level):
        uid += bytes(path[4 * i + 1:4 * i + 4])
    return uid + bytes(path[4 * level:4 * level + 4])


def begins(name, path, bits):
    """Whether a name's first `bits` bits are those of `path`, the lowest of a byte first."""
    for i in range(len(path)):
        if i >= len(name):
            return False
        left = bits - 8 * i
        mask = 0xFF if left >= 8 else (1 << left) - 1
        if (name[i] ^ path[i]) & mask:
            return False
    return True
