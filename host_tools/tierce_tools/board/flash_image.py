"""One UF2 file with MicroPython, the table's program and its configuration, to drag onto a board.

MicroPython's own file says where it has its file system; the files go there.
"""

import struct
from collections.abc import Mapping

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board import images, littlefs, uf2
from tierce_tools.board.uf2 import BLOCK, FLASH, PAYLOAD, Image
from tierce_tools.description.boards import BoardKind

_TAG = b"MP"  # of MicroPython's own entries in an image's binary info
_TAGGED = struct.Struct("<2sIII")  # the tag; then name, address and size of a block device
_HEAD = struct.Struct("<8I")


def checked(raw: bytes, name: str, board: BoardKind) -> Image:
    """Return the official image of a board in a file that somebody gave. Raises Trouble if it is anything else."""
    image = uf2.parse(raw, name)
    known = [each for each in images.OFFICIAL if each.board == board.image]
    newest = images.official(board.image, None) if known else None
    told = {"name": name, "file": newest and newest.file, "page": images.PAGE.format(board.image)}
    found = next((each.board for each in images.OFFICIAL if each.sha256 == image.sha256), None)
    if (found or board.image) != board.image or image.board not in ("", board.title):
        raise Trouble(
            "flash.other_board",
            N_("{name} is for the {other}, and this table has a {board}: take {file} from {page}"),
            other=image.board or found,
            board=board.title,
            **told,
        )
    if found is None:
        raise Trouble(
            "flash.not_official",
            N_(
                "{name} is MicroPython {version}, and none of the official files that are known here ({known}): "
                "take {file} from {page}"
            ),
            version=image.version,
            known=", ".join(each.version for each in known),
            **told,
        )
    return image


def made(image: Image, files: Mapping[str, bytes]) -> bytes:
    """Return a UF2 file of an image and, as the only ones on the board, some files. Raises Trouble.

    Between the two lies a gap, which a Pico's loader leaves as it is.
    """
    blocks = [image.raw[at : at + BLOCK] for at in range(0, len(image.raw), BLOCK)]
    guard, blocks = (blocks[:1], blocks[1:]) if image.blocks > len(_flash_blocks(blocks)) else ([], blocks)
    flash = contents(image)
    start, room = file_system(flash, image.name)
    disk = littlefs.image(files, room)
    parts = [(address, flash[address : address + PAYLOAD]) for address in map(_address, blocks) if address < start]
    parts += [(start + at, disk[at : at + PAYLOAD]) for at in range(0, len(disk), PAYLOAD)]
    family = _HEAD.unpack_from(blocks[0])[7]
    return b"".join(
        [*guard, *(_block(number, len(parts), address, data, family) for number, (address, data) in enumerate(parts))]
    )


def contents(image: Image) -> bytes:
    """Return the content of the whole flash with an image on it."""
    flash = bytearray(b"\xff" * image.chip.flash)
    for at in _flash_blocks([image.raw[at : at + BLOCK] for at in range(0, len(image.raw), BLOCK)]):
        address = _address(at)
        flash[address : address + PAYLOAD] = at[32 : 32 + PAYLOAD]
    return bytes(flash)


def file_system(flash: bytes, name: str) -> tuple[int, int]:
    """Return where the MicroPython in a flash has its file system, and its number of blocks. Raises Trouble.

    Its binary info says so, at any even address: the tag "MP", a name, an address, and a size that reaches to the end
    of the flash.
    """
    at = flash.find(_TAG)
    while 0 <= at <= len(flash) - _TAGGED.size:
        _, _, start, size = _TAGGED.unpack_from(flash, at)
        if not at % 2 and size and not size % littlefs.BLOCK and start + size == FLASH + len(flash):
            return start - FLASH, size // littlefs.BLOCK
        at = flash.find(_TAG, at + 1)
    raise Trouble(
        "flash.no_file_system", N_("{name} does not say where its files are: take the official image"), name=name
    )


def _flash_blocks(blocks: list[bytes]) -> list[bytes]:
    """Return the blocks without the extra first one of RP2350 images, which lies outside of any flash."""
    return [each for each in blocks if _address(each) < 1 << 24 and _HEAD.unpack_from(each)[7] in uf2.FAMILIES]


def _address(block: bytes) -> int:
    return _HEAD.unpack_from(block)[3] - FLASH


def _block(number: int, count: int, at: int, data: bytes, family: int) -> bytes:
    """Return a block of a UF2 file, with the flag for a family."""
    head = _HEAD.pack(0x0A324655, 0x9E5D5157, 0x2000, FLASH + at, PAYLOAD, number, count, family)
    return (head + data).ljust(BLOCK - 4, b"\0") + struct.pack("<I", 0x0AB16F30)
