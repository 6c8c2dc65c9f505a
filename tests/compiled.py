"""Modules compiled as for a board, for tests in MicroPython."""

from pathlib import Path

import app
from tierce_tools.board import build, merge

FIRMWARE = Path(app.__file__).resolve().parents[1]
FOLDERS = {name: FIRMWARE / name for name in ("app", "drivers", "tierce")}


def compiled(target, folders=FOLDERS, whole=True, taps=False):
    """Compile folders of modules into folders of .mpy files and words below `target`; return those.

    They are merged as for a board, or else each module stays as it is, with its names. `taps`: as in `build.build`.
    """
    modules = {
        f"{name}/{file.relative_to(folder).as_posix()}": file.read_bytes()
        for name, folder in folders.items()
        for file in sorted(folder.rglob("*"))
        if file.suffix in (".py", build.WORDS)
        and build.goes_along(f"{name}/{file.relative_to(folder).as_posix()}", taps)
    }
    for name, data in build.compiled(merge.merged(modules) if whole else modules).items():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        (target / name).write_bytes(data)
    return {name: target / name for name in folders}
