"""Writes pictures as PNG files: what a screen shows."""

import struct
import zlib
from collections.abc import Sequence
from pathlib import Path


def png(rows: Sequence[Sequence[int]], scale: int = 2, lit: bool = False) -> bytes:
    """Return rows of 0 and 1 as a PNG: 1 is black on white, or white on black if `lit`."""
    dark = 255 if lit else 0
    lines: list[bytes] = []
    for row in rows:
        line = b"\0" + b"".join(bytes((dark if dot else 255 - dark,)) * scale for dot in row)
        lines += [line] * scale
    wide = len(rows[0]) * scale if rows else 0
    head = struct.pack(">2I5B", wide, len(lines), 8, 0, 0, 0, 0)
    return b"".join(
        [
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", head),
            _chunk(b"IDAT", zlib.compress(b"".join(lines))),
            _chunk(b"IEND", b""),
        ]
    )


def save(rows: Sequence[Sequence[int]], path: Path | str, scale: int = 2, lit: bool = False) -> None:
    Path(path).write_bytes(png(rows, scale, lit))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
