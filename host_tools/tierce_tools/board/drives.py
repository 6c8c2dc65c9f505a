"""Finds the drive of a Pico in BOOTSEL mode, on each system.

A file INFO_UF2.TXT on that drive names the chip.
"""

import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.description.boards import CHIPS, Chip

DRIVE_MISSING = N_(
    "there is no folder {path}: is the Pico still plugged in? hold BOOTSEL while you plug it in, then repeat"
)

INFO = "INFO_UF2.TXT"
# The Board-ID of each chip's loader, which is also the drive's label.
LABELS = {chip.drive: chip for chip in CHIPS}
_BY_LABEL = Path("/dev/disk/by-label")  # Linux: all drives by label, mounted or not


@dataclass(frozen=True)
class Drive:
    """A Pico in BOOTSEL mode: where it is mounted, and its chip."""

    path: Path
    chip: Chip

    @property
    def is_there(self) -> bool:
        """Whether it is still mounted."""
        return _info(self.path) is not None


def mounted() -> list[Path]:
    """Return the mount points of this computer's local drives."""
    import psutil

    try:
        return [Path(each.mountpoint) for each in psutil.disk_partitions(all=False)]
    except (OSError, psutil.Error):  # this system does not list them; the user can give --drive
        return []


def find(mounts: Iterable[Path]) -> list[Drive]:
    """Return the mounted drives that are a Pico in BOOTSEL mode, sorted by path."""
    found = {path: _chip(_info(path) or "") for path in mounts}
    return [Drive(path, chip) for path, chip in sorted(found.items()) if chip]


def at(path: Path) -> Drive:
    """Return the Pico in BOOTSEL mode whose drive is at `path`. Raises Trouble."""
    if not path.is_dir():
        raise Trouble("flash.drive_missing", DRIVE_MISSING, path=path)
    info = _info(path)
    if info is None:
        raise Trouble(
            "flash.drive_no_info",
            "{path} is not a Pico in BOOTSEL mode: it has no {info}; nothing was written; without --drive "
            "the Pico is looked for",
            path=path,
            info=INFO,
        )
    chip = _chip(info)
    if chip is None:
        raise Trouble(
            "flash.drive_other",
            "{path} is not a Pico in BOOTSEL mode but another board ({board}); nothing was written; "
            "without --drive the Pico is looked for",
            path=path,
            board=_field(info, "board-id") or "?",
        )
    return Drive(path, chip)


def choose(asked: Path | None, mounts: Iterable[Path], by_label: Path = _BY_LABEL) -> Drive | None:
    """Return the drive to write to: `asked`, or the only one; None if there is none.

    Raises Trouble if there are several, if it is not a Pico's, or if it is not mounted.
    """
    if asked is not None:
        return at(asked)
    found = find(mounts)
    if len(found) > 1:
        names = ", ".join(f"{each.path} ({each.chip.name})" for each in found)
        raise Trouble(
            "flash.drives_several",
            "several Picos in BOOTSEL mode: {paths}; say which one, as in --drive {path}",
            paths=names,
            path=found[0].path,
        )
    if found:
        return found[0]
    for label in LABELS:
        device = by_label / label
        if os.path.lexists(device):
            raise Trouble(
                "flash.drive_unmounted",
                "a Pico in BOOTSEL mode is plugged in but not mounted: run `udisksctl mount -b {device}`, then repeat",
                device=device,
            )
    return None


def _info(path: Path) -> str | None:
    try:
        with (path / INFO).open("rb") as file:
            return file.read(4096).decode("latin-1")
    except (OSError, ValueError):
        return None


def _chip(info: str) -> Chip | None:
    return LABELS.get(_field(info, "board-id").upper())


def _field(info: str, name: str) -> str:
    for line in info.splitlines():
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() == name:
            return value.strip()
    return ""
