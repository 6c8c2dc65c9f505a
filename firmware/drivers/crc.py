"""The CRC of ISO 15693: x16 + x12 + x5 + 1, least bit first, complemented, low byte first."""

from array import array

_TABLE = array("H", bytes(512))
for _byte in range(256):
    _value = _byte
    for _ in range(8):
        _value = _value >> 1 ^ 0x8408 if _value & 1 else _value >> 1
    _TABLE[_byte] = _value

_GOOD = 0xF0B8  # what is left over after a frame and its own checksum


def _run(data, at, end):
    value = 0xFFFF
    table = _TABLE
    for index in range(at, end):
        value = value >> 8 ^ table[(value ^ data[index]) & 0xFF]
    return value


def crc16(data, at, end):
    """Return the checksum of data[at:end]."""
    return _run(data, at, end) ^ 0xFFFF


def seal(data, end, at=0):
    """Put the checksum of data[at:end] behind it; return the new end."""
    value = crc16(data, at, end)
    data[end] = value & 0xFF
    data[end + 1] = value >> 8
    return end + 2


def good(data, end, at=0):
    """Return whether data[at:end] ends with its own checksum."""
    return end - at > 2 and _run(data, at, end) == _GOOD
