"""A new littlefs file system as bytes: a few files in its root folder, as MicroPython reads them.

Written in one piece, as it is only ever made whole: the pair of blocks of the root folder, then the blocks of each
file. The format is that of littlefs's SPEC.md, version 2.0 on disk, which every MicroPython since 1.12 reads.
"""

import struct
import zlib
from collections.abc import Iterator, Mapping

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble

BLOCK = 4096
PROGRAM = 256  # bytes that are written at once: a commit ends at a multiple
_VERSION = 0x00020000
_LIMITS = (255, 0x7FFFFFFF, 1022)  # longest name, largest file, largest attribute
_NAME, _SUPERBLOCK, _STRUCT_INLINE, _STRUCT_LIST, _CREATE, _CRC = 0x001, 0x0FF, 0x201, 0x202, 0x401, 0x500
_NO_ID = 0x3FF
_ERASED = b"\xff"


def image(files: Mapping[str, bytes], blocks: int) -> bytes:
    """Return the blocks of a file system of `blocks` blocks that hold something; the others may have any content.

    Raises Trouble if the files do not fit.
    """
    tags: list[tuple[int, int, bytes]] = [
        (_CREATE, 0, b""),
        (_SUPERBLOCK, 0, b"littlefs"),
        (_STRUCT_INLINE, 0, struct.pack("<6I", _VERSION, BLOCK, blocks, *_LIMITS)),
    ]
    data: list[bytes] = []
    for number, name in enumerate(sorted(files), 1):
        tags += [(_CREATE, number, b""), (_NAME, number, name.encode())]
        if files[name]:
            data += _listed(files[name], 2 + len(data))
            tags.append((_STRUCT_LIST, number, struct.pack("<2I", 1 + len(data), len(files[name]))))
        else:
            tags.append((_STRUCT_INLINE, number, b""))
    if 2 + len(data) > blocks:
        raise Trouble(
            "deploy.no_room",
            N_("the files take {bytes} bytes of flash, and this board has {room}"),
            bytes=(2 + len(data)) * BLOCK,
            room=blocks * BLOCK,
        )
    # The other block of the pair is erased, so that one of an earlier file system does not count.
    return b"".join(each.ljust(BLOCK, _ERASED) for each in (_commit(tags), b"", *data))


def _commit(tags: list[tuple[int, int, bytes]]) -> bytes:
    """Return the content of a block with metadata: a tag is (type, id, data)."""
    made = bytearray(struct.pack("<I", 1))  # the revision
    before = 0xFFFFFFFF
    for kind, owner, data in tags:
        before = _add(made, before, kind << 20 | owner << 10 | len(data))
        made += data
    end = -(-(len(made) + 8) // PROGRAM) * PROGRAM
    _add(made, before, _CRC << 20 | _NO_ID << 10 | end - len(made) - 4)
    made += struct.pack("<I", zlib.crc32(made) ^ 0xFFFFFFFF)
    return bytes(made.ljust(end, _ERASED))


def _add(made: bytearray, before: int, tag: int) -> int:
    """Add a tag, which is written as its difference from the one before; return it."""
    made += struct.pack(">I", tag ^ before)
    return tag


def _listed(data: bytes, first: int) -> Iterator[bytes]:
    """Yield the blocks of a file from block `first` on: each but the first begins with pointers to earlier ones."""
    at = number = 0
    while at < len(data):
        back = range((number & -number).bit_length())  # a pointer for each power of two that divides its number
        heads = b"".join(struct.pack("<I", first + number - (1 << power)) for power in back)
        room = BLOCK - len(heads)
        yield heads + data[at : at + room]
        at += room
        number += 1
