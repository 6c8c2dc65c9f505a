"""Small UF2 images for the tests, which a Pico would accept."""

import hashlib
import struct
from functools import cache
from pathlib import Path

from tierce_tools.board.uf2 import crc32

FLASH = 0x10000000
RP2040, ABSOLUTE, ARM, RISCV = 0xE48BFF56, 0xE48BFF57, 0xE48BFF59, 0xE48BFF5A
FAMILY, MD5, TAGS = 0x2000, 0x4000, 0x8000
START_MARKER = bytes.fromhex("d3deffff42012110ff01000000000000793512ab")
INFO = {
    "RP2040": "UF2 Bootloader v3.0\r\nModel: Raspberry Pi RP2\r\nBoard-ID: RPI-RP2\r\n",
    "RP2350": "UF2 Bootloader v1.0\r\nModel: Raspberry Pi RP2350\r\nBoard-ID: RP2350\r\n",
}
PICO = "; Raspberry Pi Pico with RP2040"
PICO2 = "; Raspberry Pi Pico 2 with RP2350"


def block(
    number: int,
    count: int,
    data: bytes,
    family: int = RP2040,
    address: int | None = None,
    flags: int = FAMILY,
    rest: bytes = b"",
    size: int = 256,
) -> bytes:
    """Return one block; `rest` is right-aligned in the data area of 476 bytes, as a checksum is."""
    where = FLASH + 256 * number if address is None else address
    header = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, where, size, number, count, family)
    room = 476 - len(data)
    tail = rest.rjust(room, b"\0") if flags & MD5 else rest.ljust(room, b"\0")
    return header + data + tail + struct.pack("<I", 0x0AB16F30)


def guard(flags: int = FAMILY | TAGS) -> bytes:
    """Return the extra first block of RP2350 images."""
    rest = bytes.fromhex("04e35799") if flags & TAGS else b""
    return block(0, 2, b"\xef" * 256, ABSOLUTE, 0x10FFFF00, flags, rest)


@cache
def program(blocks: int = 20, version: str = "1.28.0", board: str = PICO, banner: str | None = None) -> bytes:
    """Return the flash contents of such an image, with what its chip needs to start."""
    flash = bytearray(i * 7 % 251 for i in range(256 * blocks))
    said = f"MicroPython v{version} on 2026-04-06" if banner is None else banner
    texts = f"\0{said}\0{board}\0".encode()
    flash[300 : 300 + len(texts)] = texts  # it crosses from one block into the next
    flash[0x210 : 0x210 + len(START_MARKER)] = START_MARKER
    flash[252:256] = struct.pack("<I", crc32(bytes(flash[:252])))
    return bytes(flash)


def blocks_of(flash: bytes, family: int = RP2040, md5: bool = False) -> list[bytes]:
    """Return a program as blocks; with `md5` each has the checksum of the whole."""
    count = len(flash) // 256
    rest = struct.pack("<2I", FLASH, len(flash)) + hashlib.md5(flash).digest() if md5 else b""
    flags = FAMILY | (MD5 if md5 else 0)
    return [block(i, count, flash[256 * i : 256 * i + 256], family, flags=flags, rest=rest) for i in range(count)]


def image(blocks: int = 20, version: str = "1.28.0", board: str = PICO, md5: bool = False) -> bytes:
    """Return an image for the RP2040."""
    return b"".join(blocks_of(program(blocks, version, board), md5=md5))


def image2(blocks: int = 20) -> bytes:
    """Return an image for the RP2350, with the usual guard block."""
    return guard() + b"".join(blocks_of(program(blocks, board=PICO2), ARM))


def with_block(raw: bytes, at: int, new: bytes) -> bytes:
    """Return an image with one block replaced."""
    return raw[: 512 * at] + new + raw[512 * at + 512 :]


def drive(folder: Path, chip: str = "RP2040") -> Path:
    """Make a folder look like a Pico in BOOTSEL mode; return it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "INFO_UF2.TXT").write_bytes(INFO[chip].encode())
    (folder / "INDEX.HTM").write_text("<html>")
    return folder
