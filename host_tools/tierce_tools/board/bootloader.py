"""Writes an image to a Pico in BOOTSEL mode and verifies that it runs.

The chip programs its flash block by block and restarts at the last one. Its drive then vanishes
while the computer is still finishing the file. An error after the last block is therefore normal;
an error before it is not. Clock, pauses and files are arguments.
"""

import errno
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.drives import DRIVE_MISSING, Drive
from tierce_tools.board.uf2 import BLOCK, Image

_DRIVE_FULL = N_(
    "{path}: the image needs {size} bytes, the drive has {free} left; if it is the Pico, unplug "
    "it, hold BOOTSEL while you plug it in, and repeat"
)

Found = TypeVar("Found")
NAME = "micropython.uf2"
CHUNK = 64 * BLOCK
POLL_S = 0.25
# What systems report when a drive has vanished.
_GONE = {errno.EIO, errno.ENODEV, errno.ENXIO, errno.ENOENT, errno.ENOTCONN, errno.ESTALE, errno.ENOTDIR}
_FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_LOCKED = {errno.EROFS, errno.EACCES, errno.EPERM}


class Out(Protocol):
    """An unbuffered file open for writing; `sync` waits until the drive has all data."""

    def write(self, data: bytes) -> int: ...
    def sync(self) -> None: ...
    def close(self) -> None: ...


class FileOut:
    """A file on a mounted drive."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb", buffering=0)

    def write(self, data: bytes) -> int:
        """Write some of `data`; return how many bytes. Raises OSError."""
        return self._file.write(data)

    def sync(self) -> None:
        """Wait until all written data is on the drive. Raises OSError."""
        try:
            os.fsync(self._file.fileno())
        except OSError as error:
            if error.errno != errno.EINVAL:  # this file system has no fsync
                raise

    def close(self) -> None:
        """Close the file. Raises OSError."""
        self._file.close()


def check(image: Image, drive: Drive) -> None:
    """Check that the image is for this drive's chip and fits its flash. Raises Trouble."""
    if image.chip is not drive.chip:
        raise Trouble(
            "flash.chip_differs",
            "{name} is for the {chip} ({pico}), but the board at {path} "
            "is an {other_chip} ({other_pico}); nothing was written; leave --uf2 and --board out "
            "to get the right one",
            name=image.name,
            chip=image.chip.name,
            pico=image.chip.pico,
            path=drive.path,
            other_chip=drive.chip.name,
            other_pico=drive.chip.pico,
        )
    try:
        free = shutil.disk_usage(drive.path).free
    except OSError:
        raise Trouble("flash.drive_missing", DRIVE_MISSING, path=drive.path) from None
    with suppress(OSError):  # the old file is overwritten, so its room counts as free
        free += (drive.path / NAME).stat().st_size
    if free < len(image.raw):
        raise Trouble("flash.drive_full", _DRIVE_FULL, path=drive.path, size=len(image.raw), free=free)


def write(
    image: Image, drive: Drive, progress: Callable[[int], None] | None = None, create: Callable[[Path], Out] = FileOut
) -> None:
    """Write an image to a drive; `progress` is called with the size of each part in bytes.

    Raises Trouble.
    """
    path = drive.path / NAME
    last = len(image.raw) - BLOCK
    done = 0
    file: Out | None = None
    try:
        file = create(path)
        while done < last:
            part = _write_all(file, image.raw[done : min(done + CHUNK, last)])
            file.sync()
            done += part
            if progress:
                progress(part)
        # The last block is written separately: only an error in that write can be the restart.
        done += _write_all(file, image.raw[last:])
        try:
            file.sync()
            file.close()
        except OSError as error:
            if error.errno in _FULL:
                raise
    except OSError as error:
        raise _told(error, drive, done, len(image.raw)) from None
    finally:
        if file and done < len(image.raw):
            with suppress(OSError):
                file.close()
            with suppress(OSError):  # remove the half-written image, if the drive is still there
                path.unlink()
    if progress:
        progress(BLOCK)


def _write_all(file: Out, data: bytes) -> int:
    left = memoryview(data)
    while left:
        left = left[file.write(bytes(left)) :]
    return len(data)


def _told(error: OSError, drive: Drive, done: int, size: int) -> Trouble:
    """Return the Trouble for an error on the drive."""
    if error.errno in _FULL:
        try:
            free = shutil.disk_usage(drive.path).free
        except OSError:
            free = 0
        return Trouble("flash.drive_full", _DRIVE_FULL, path=drive.path, size=size, free=free)
    if not drive.is_there or error.errno in _GONE:
        return Trouble(
            "flash.drive_gone",
            "{path}: the Pico disappeared after {percent} % was written; no harm done: check the cable, "
            "hold BOOTSEL while you plug it in, and repeat",
            path=drive.path,
            percent=100 * done // size,
        )
    if error.errno in _LOCKED:
        return Trouble(
            "flash.drive_locked",
            "{path} cannot be written: it is read-only, or not yours; "
            "unplug the Pico, hold BOOTSEL while you plug it in, and repeat; on Linux, mount it as "
            "yourself (udisksctl mount)",
            path=drive.path,
        )
    return Trouble(
        "flash.drive_unwritable",
        "{path} cannot be written: {error}; unplug the Pico, hold BOOTSEL while you plug it in, and repeat",
        path=drive.path,
        error=error,
    )


class TimeSource(Protocol):
    """A monotonic clock in seconds, and a pause: the module `time` is one."""

    def monotonic(self) -> float: ...
    def sleep(self, seconds: float, /) -> None: ...


def wait_until(look: Callable[[], Found | None], seconds: float, clock: TimeSource) -> Found | None:
    """Return the first result of `look`, or None after `seconds`."""
    end = clock.monotonic() + seconds
    while (found := look()) is None:
        left = end - clock.monotonic()
        if left <= 0:
            return None
        clock.sleep(min(POLL_S, left))
    return found


@dataclass(frozen=True)
class Answer:
    """The result of waiting for a board: its port and its version, or the failure."""

    port: str | None
    version: str | None
    trouble: Trouble | None


def verify(
    image: Image, port: Callable[[], str | None], ask: Callable[[str], str], seconds: float, clock: TimeSource
) -> Answer:
    """Wait for a board's port and compare the version that it runs with the image's.

    `port` returns the port once it exists. `ask` returns the version that runs there, or raises
    Trouble.
    """
    end = clock.monotonic() + seconds
    found = wait_until(port, seconds, clock)
    if found is None:
        return Answer(
            None,
            None,
            Trouble(
                "flash.no_port",
                "everything is written, but no serial port appeared within {seconds} s: unplug the board, plug "
                "it in without BOOTSEL, then run tierce deploy; --port names its port",
                seconds=f"{seconds:g}",
            ),
        )
    while True:
        try:
            version = ask(found)
            break
        except Trouble as trouble:
            # At first the board formats its flash, and the system may still hold the port.
            if clock.monotonic() >= end:
                return Answer(found, None, trouble)
        clock.sleep(POLL_S)
    if same_version(image.version, version):
        return Answer(found, version, None)
    return Answer(
        found,
        version,
        Trouble(
            "flash.version_differs",
            "{port} runs MicroPython {version}, not the {written} that was written: is "
            "it another board? name its port with --port, or repeat",
            port=found,
            version=version,
            written=image.version,
        ),
    )


def same_version(image: str, board: str) -> bool:
    """Tell whether a board runs an image's version; of a preview only the number is compared."""
    wanted, found = (re.search(r"(\d+)\.(\d+)(?:\.(\d+))?", text) for text in (image, board))
    if not wanted or not found:
        return False
    return wanted.groups("0") == found.groups("0")
