"""Reads UF2 images and checks whether a Pico can start from them. Never writes to a board.

A UF2 file is a sequence of 512-byte blocks. Each holds 256 bytes of flash with their address, the
chip they are for, and the number of blocks.
"""

import hashlib
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.description.boards import CHIPS, RP2040, RP2350, Chip

# What is wrong with a file, by the key of its Trouble. {block}, {address} and the like are those of a block.
_SAID = {
    "uf2_html": N_("{name} is a web page, not an image: download the .uf2 file itself, or leave --uf2 out"),
    "uf2_zip": N_("{name} is an archive: unpack it and give the .uf2 file in it"),
    "uf2_elf": N_("{name} is an ELF program, not a UF2 image: give the .uf2 file built with it"),
    "uf2_hex": N_("{name} is a HEX file, not a UF2 image: give the .uf2 file of the same build"),
    "uf2_bin": N_("{name} is a bare binary, not a UF2 image: give the .uf2 file of the same build"),
    "uf2_other": N_("{name} is not a UF2 image: give a .uf2 file for the Pico, or leave --uf2 out"),
    "uf2_cut": N_("{name}: cut off after {blocks} of {whole} blocks: download it again"),
    "uf2_magic": N_("{name}: block {block} is damaged (byte {byte}): download it again"),
    "uf2_family_mixed": N_(
        "{name}: block {block} is for {chip}, others for {other_chip}: take the .uf2 for one chip, or download it again"
    ),
    "uf2_empty": N_("{name} is empty: download it again, or leave --uf2 out"),
    "uf2_tail": N_("{name}: {bytes} bytes too many at its end: download it again"),
    "uf2_family": N_("{name} is for another chip, {chip}: take the .uf2 for the Pico (RP2040) or Pico 2 (RP2350)"),
    "uf2_more": N_("{name}: {blocks} blocks, but it says that it has {count}: download it again"),
    "uf2_not_at_start": N_(
        "{name}: begins at {address}, not at the start of the flash: the image is not complete; take MicroPython's .uf2"
    ),
    "uf2_circuitpython": N_("{name} is CircuitPython {version}; Tierce needs MicroPython: leave --uf2 out to get it"),
    "uf2_no_micropython": N_("{name}: there is no MicroPython in it; leave --uf2 out to get the official image"),
    "uf2_other_chip": N_("{name}: made for the {board}, but marked for the {chip}: take the official image"),
    "uf2_no_family": N_("{name}: block {block} does not say which chip it is for: take the .uf2 for the Pico"),
    "uf2_count": N_(
        "{name}: block {block} says that there are {count} blocks, the first one {first}: download it again"
    ),
    "uf2_number": N_(
        "{name}: block {block} calls itself block {number} where {expected} is expected: download it again"
    ),
    "uf2_files": N_("{name}: block {block} holds part of a file, not of a program: give MicroPython's .uf2"),
    "uf2_not_flash": N_("{name}: block {block} is not for the flash: give MicroPython's .uf2 for the Pico"),
    "uf2_flags": N_("{name}: block {block} has flags {flags} that do not fit: download it again"),
    "uf2_size": N_(
        "{name}: block {block} carries {size} bytes, a Pico's has 256: download it again, or take the one for the Pico"
    ),
    "uf2_tags": N_("{name}: block {block} has extension tags that do not end: download it again"),
    "uf2_address": N_(
        "{name}: block {block} goes to {address}, which is not in the flash: download it again, "
        "or take MicroPython's .uf2"
    ),
    "uf2_too_large": N_(
        "{name}: block {block} goes to {address}, but a {board} has {megabytes} MB of flash: "
        "take the image for the Pico"
    ),
    "uf2_overlap": N_("{name}: block {block} goes to {address}, where another one lies: download it again"),
    "uf2_gap": N_("{name}: block {block} goes to {address}, which leaves a gap: download it again"),
    "uf2_md5_area": N_(
        "{name}: block {block}: its checksum is of bytes at {address} that are not in the file: download it again"
    ),
    "uf2_md5": N_("{name}: block {block}: the checksum of what is at {address} does not match: download it again"),
    "uf2_crc": N_(
        "{name}: the checksum of the boot stage (byte {byte}) does not match, the Pico would not start: "
        "download it again"
    ),
    "uf2_no_start": N_("{name}: the mark by which a Pico 2 starts is missing: download it again"),
}

BLOCK = 512
PAYLOAD = 256  # the size that the chips' own loader takes per block
_DATA = 32  # offset of a block's data
_END = BLOCK - 4
_SECTOR = 4096  # erase unit of the flash
_MAGIC = (0x0A324655, 0x9E5D5157)
_MAGIC_END = 0x0AB16F30

_NOT_FLASH = 0x0001
_FILES = 0x1000
_HAS_FAMILY = 0x2000
_HAS_MD5 = 0x4000
_HAS_TAGS = 0x8000
_FLAGS = _NOT_FLASH | _FILES | _HAS_FAMILY | _HAS_MD5 | _HAS_TAGS
_MD5 = 24  # start address, length, and MD5 of that part of flash

FLASH = 0x10000000  # address of the flash on both chips
_ABSOLUTE = 0xE48BFF57
# Erratum RP2350-E10: an extra first block outside the image protects that chip's loader.
_GUARD = 0x10FFFF00
_GUARD_BYTES = b"\xef" * PAYLOAD


FAMILIES = {family: chip for chip in CHIPS for family in chip.families}
# Other families that people may try, for the error message.
_OTHERS = {
    _ABSOLUTE: "RP2, absolute",
    0xE48BFF58: "RP2, data",
    0xE48BFF5B: "RP2350, non-secure",
    0x1C5F21B0: "ESP32",
    0xBFDD4EEE: "ESP32-S2",
    0xC47E5767: "ESP32-S3",
    0xD42BA06C: "ESP32-C3",
    0x68ED2B88: "SAMD21",
    0x55114460: "SAMD51",
    0xADA52840: "nRF52840",
    0x621E937A: "nRF52833",
    0x57755A57: "STM32F4",
    0x4FB2D5BD: "i.MX RT",
    0x5A18069B: "FX2",
}

# Files mistaken for UF2: their first bytes, and the key of the error's sentence.
_TAKEN_FOR_UF2 = (
    (b"<!DOCTYPE", "uf2_html"),
    (b"<HTML", "uf2_html"),
    (b"<?XML", "uf2_html"),
    (b"PK\x03\x04", "uf2_zip"),
    (b"\x1f\x8b", "uf2_zip"),
    (b"7Z\xbc\xaf", "uf2_zip"),
    (b"\x7fELF", "uf2_elf"),
    (b":0", "uf2_hex"),
    (b":1", "uf2_hex"),
    (b":2", "uf2_hex"),
)
_BANNER = re.compile(rb"MicroPython v(\d+\.\d+(?:\.\d+)?[-.+\w]{0,40}) on (\d{4}-\d\d-\d\d)")
_BOARD = re.compile(rb"; ([\x20-\x7e]{1,64}?) with (RP2\d{3})")
_CIRCUITPYTHON = re.compile(rb"CircuitPython v?(\d+\.\d+[.\w-]{0,20})")
# The RP2350 starts an image only with this marker near its beginning.
_START_MARKER = struct.pack("<I", 0xFFFFDED3)
_START_WITHIN = 4096


@dataclass(frozen=True)
class Image:
    """A complete MicroPython image.

    `raw` is the file. `start` and `end` are addresses in flash. `version` is as "1.28.0", `built`
    the build date in the image, `board` the board's name in the image, "" if missing.
    """

    name: str
    raw: bytes
    chip: Chip
    blocks: int
    start: int
    end: int
    version: str
    built: str
    board: str

    @property
    def sha256(self) -> str:
        """The file's SHA-256, in hexadecimal."""
        return hashlib.sha256(self.raw).hexdigest()


@dataclass(frozen=True)
class _Block:
    at: int  # index in the file, from 0
    flags: int
    address: int
    size: int
    number: int
    count: int
    family: int
    rest: bytes  # the bytes between the header and the end magic

    @property
    def data(self) -> bytes:
        return self.rest[:PAYLOAD]


def read(path: Path) -> Image:
    """Return the image in a file. Raises Trouble."""
    name = path.name or str(path)
    try:
        if path.is_dir():
            raise Trouble("flash.uf2_folder", "{path} is a folder; --uf2 takes a .uf2 file", path=path)
        with path.open("rb") as file:
            # Reads at most twice the size of the largest image, as a device file may never end.
            raw = file.read(4 * RP2350.flash)
    except FileNotFoundError:
        raise Trouble(
            "flash.uf2_missing", "{path}: there is no such file; leave --uf2 out to get the official image", path=path
        ) from None
    except (OSError, ValueError) as error:
        raise Trouble("flash.uf2_unreadable", "{path} cannot be read: {error}", path=path, error=error) from None
    return parse(raw, name)


def parse(raw: bytes, name: str) -> Image:
    """Return the image in a file's bytes; `name` is used in errors. Raises Trouble."""
    _check_kind(raw, name)
    blocks = list(_blocks(raw, name))
    guard = blocks[0] if _is_guard(blocks[0]) else None
    body = blocks[1:] if guard else blocks
    if not body:
        raise _bad("uf2_cut", name, blocks=1, whole="?")
    chip = _check_family(body, name)
    if guard and chip is not RP2350:
        raise _bad("uf2_family_mixed", name, guard, chip=_family(guard.family), other_chip=chip.name)
    _check_order(body, name)
    _check_flags(body, name)
    _check_addresses(body, chip, name)
    flash = b"".join(_with_gaps(body))
    _check_md5(body, flash, name)
    _check_start(chip, flash, name)
    version, built, board = _program(flash, chip, name)
    end = body[-1].address + PAYLOAD
    return Image(name, raw, chip, len(blocks), body[0].address, end, version, built, board)


def _bad(key: str, name: str, block: _Block | None = None, **more: object) -> Trouble:
    """Return what is wrong with a file: a key of _SAID, its block if it is one's, and details that the text names."""
    details = {"name": name, **more}
    if block:
        details = {
            **vars(block),
            "block": block.at,
            "address": _hex(block.address),
            "flags": _hex(block.flags),
            **details,
        }
    text = _SAID[key]
    return Trouble("flash." + key, text, **{each: value for each, value in details.items() if f"{{{each}}}" in text})


def _hex(number: int) -> str:
    return f"0x{number:08X}"


def _check_kind(raw: bytes, name: str) -> None:
    if not raw:
        raise _bad("uf2_empty", name)
    if raw[:8] == struct.pack("<2I", *_MAGIC):
        return
    begin = raw[:64].lstrip(b"\xef\xbb\xbf \t\r\n").upper()
    for kind, key in _TAKEN_FOR_UF2:
        if begin.startswith(kind.upper()):
            raise _bad(key, name)
    if len(raw) < 8 and struct.pack("<2I", *_MAGIC).startswith(raw):
        raise _bad("uf2_cut", name, blocks=0, whole="?")
    key = "uf2_bin" if name.lower().endswith(".bin") else "uf2_other"
    raise _bad(key, name)


def _blocks(raw: bytes, name: str) -> Iterator[_Block]:
    whole, over = divmod(len(raw), BLOCK)
    missing = -1
    for at in range(whole):
        offset = at * BLOCK
        header = struct.unpack_from("<8I", raw, offset)
        block = _Block(at, *header[2:8], raw[offset + _DATA : offset + _END])
        if header[:2] != _MAGIC:
            raise _bad("uf2_magic", name, block, byte=offset)
        if struct.unpack_from("<I", raw, offset + _END)[0] != _MAGIC_END:
            raise _bad("uf2_magic", name, block, byte=offset + _END)
        missing = block.count - block.number - 1
        yield block
    if over and missing == 0:
        raise _bad("uf2_tail", name, bytes=over)
    if over:
        raise _bad("uf2_cut", name, blocks=whole, whole=whole + missing if missing > 0 else "?")


def _is_guard(block: _Block) -> bool:
    """Tell whether a block is the extra first block of RP2350 images."""
    return (
        (block.family, block.address, block.size) == (_ABSOLUTE, _GUARD, PAYLOAD)
        and (block.number, block.count) == (0, 2)
        and block.data == _GUARD_BYTES
        and block.flags in (_HAS_FAMILY, _HAS_FAMILY | _HAS_TAGS)
        and bool(block.flags & _HAS_TAGS) == any(block.rest[PAYLOAD:])
    )


def _check_family(body: list[_Block], name: str) -> Chip:
    for block in body:
        if not block.flags & _HAS_FAMILY:
            raise _bad("uf2_no_family", name, block)
        # Without the flag the field has another meaning, so the flag is checked first.
        if block.family != body[0].family:
            raise _bad("uf2_family_mixed", name, block, chip=_family(block.family), other_chip=_family(body[0].family))
    chip = FAMILIES.get(body[0].family)
    if chip is None:
        raise _bad("uf2_family", name, chip=_family(body[0].family))
    return chip


def _family(family: int) -> str:
    known = FAMILIES[family].name if family in FAMILIES else _OTHERS.get(family)
    return f"{known} ({_hex(family)})" if known else _hex(family)


def _check_order(body: list[_Block], name: str) -> None:
    count = body[0].count
    for number, block in enumerate(body):
        if block.count != count:
            raise _bad("uf2_count", name, block, first=count)
        if block.number != number:
            raise _bad("uf2_number", name, block, expected=number)
    if len(body) < count:
        raise _bad("uf2_cut", name, blocks=len(body), whole=count)
    if len(body) > count:
        raise _bad("uf2_more", name, blocks=len(body), count=count)


def _check_flags(body: list[_Block], name: str) -> None:
    for block in body:
        wrong = {
            "uf2_files": block.flags & _FILES,
            "uf2_not_flash": block.flags & _NOT_FLASH,
            # Tags may be in some blocks only; checksums are in all blocks or none.
            "uf2_flags": block.flags & ~_FLAGS or (block.flags ^ body[0].flags) & ~_HAS_TAGS,
            "uf2_size": block.size != PAYLOAD,
            "uf2_tags": block.flags & _HAS_TAGS and not _tags_hold(block),
        }
        for key in filter(wrong.get, wrong):
            raise _bad(key, name, block)


def _tags_hold(block: _Block) -> bool:
    """Tell whether a block has at least one tag, and all are well-formed.

    A tag is one length byte, three bytes of type, then data.
    """
    room = block.rest[PAYLOAD : len(block.rest) - (_MD5 if block.flags & _HAS_MD5 else 0)]
    at = 0
    while at < len(room) and room[at]:
        if room[at] < 4:
            return False
        at += (room[at] + 3) & ~3
    return 0 < at <= len(room)


def _check_addresses(body: list[_Block], chip: Chip, name: str) -> None:
    end = FLASH + chip.flash
    for block in body:
        if not FLASH <= block.address < FLASH + (16 << 20) or block.address % PAYLOAD:
            raise _bad("uf2_address", name, block)
        if block.address >= end:
            raise _bad("uf2_too_large", name, block, board=chip.pico, megabytes=chip.flash >> 20)
    if body[0].address != FLASH:
        raise _bad("uf2_not_at_start", name, body[0])
    for before, block in pairwise(body):
        if block.address == before.address + PAYLOAD:
            continue
        if block.address <= before.address:
            raise _bad("uf2_overlap", name, block)
        # A file system after the program is aligned to sectors and erased by sectors. A gap before
        # anything smaller is a wrong address.
        following = body[block.at - body[0].at :][: _SECTOR // PAYLOAD]
        if (
            block.address % _SECTOR
            or len(following) * PAYLOAD < _SECTOR
            or any(after.address != block.address + PAYLOAD * i for i, after in enumerate(following))
        ):
            raise _bad("uf2_gap", name, block)


def _with_gaps(body: list[_Block]) -> Iterator[bytes]:
    at = body[0].address
    for block in body:
        yield b"\xff" * (block.address - at)
        yield block.data
        at = block.address + PAYLOAD


def _check_md5(body: list[_Block], flash: bytes, name: str) -> None:
    known: dict[tuple[int, int], bytes] = {}
    for block in body:
        if not block.flags & _HAS_MD5:
            continue
        start, length = struct.unpack_from("<2I", block.rest, len(block.rest) - _MD5)
        first = start - FLASH
        if not length or first < 0 or first + length > len(flash) + _SECTOR:
            raise _bad("uf2_md5_area", name, block, address=_hex(start))
        if (start, length) not in known:
            # The erased rest of the last sector reads as ff.
            area = flash[first : first + length].ljust(length, b"\xff")
            known[start, length] = hashlib.md5(area, usedforsecurity=False).digest()
        if known[start, length] != block.rest[-16:]:
            raise _bad("uf2_md5", name, block, address=_hex(start))


def _check_start(chip: Chip, flash: bytes, name: str) -> None:
    """Check what the chip's boot ROM checks before it starts a program. Raises Trouble."""
    if chip is RP2040:
        if crc32(flash[: PAYLOAD - 4]) != struct.unpack_from("<I", flash, PAYLOAD - 4)[0]:
            raise _bad("uf2_crc", name, byte=_DATA + PAYLOAD - 4)
    elif _START_MARKER not in flash[:_START_WITHIN]:
        raise _bad("uf2_no_start", name)


def crc32(data: bytes) -> int:
    """Return the checksum of the RP2040's second boot stage, as stored at its end."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte << 24
        for _ in range(8):
            crc = (crc << 1 ^ (0x04C11DB7 if crc & 0x80000000 else 0)) & 0xFFFFFFFF
    return crc


def _program(flash: bytes, chip: Chip, name: str) -> tuple[str, str, str]:
    """Return version, build date and board name of the MicroPython in an image. Raises Trouble."""
    found = _BANNER.search(flash)
    other = _CIRCUITPYTHON.search(flash)
    if other and not found:
        raise _bad("uf2_circuitpython", name, version=other[1].decode())
    if not found:
        raise _bad("uf2_no_micropython", name)
    board = _BOARD.search(flash)
    if board and board[2].decode() != chip.name:
        raise _bad("uf2_other_chip", name, board=board[2].decode(), chip=chip.name)
    return found[1].decode(), found[2].decode(), board[1].decode() if board else ""
