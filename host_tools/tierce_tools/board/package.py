"""Packs the program for `mpremote mip install`: a release folder and an index.

    python -m tierce_tools.board.package              writes firmware/package.json
    python -m tierce_tools.board.package --out DIR    writes a release

The folder holds package.json and the files that it lists under flat names: p0.1.0.app.loop.mpy is
p0.1.0/app/loop.mpy. An index beside them serves `mip install --index`. Each version has its own
folder, and main.py, which names it, comes last; an interrupted installation leaves the old program.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from tierce_tools import __version__
from tierce_tools.base.paths import firmware
from tierce_tools.board.build import build, mpy_version, placed

NAME = "tierce"
_SHORT = 8  # digits of a hash in a file's name in an index


def program() -> dict[str, bytes]:
    """Return the files to install: name on the board -> bytes, main.py last."""
    return placed(build(), f"p{__version__}")


def package_json(names: Iterable[str]) -> str:
    """Return a package.json for files with these names on the board."""
    urls = [[name, flat(name)] for name in names]
    rows = ",\n".join(f"    {json.dumps(row)}" for row in urls)
    return f'{{\n  "urls": [\n{rows}\n  ],\n  "version": "{__version__}"\n}}\n'


def flat(name: str) -> str:
    """Return a file's name in a release, which has no folders."""
    return name.replace("/", ".")


def release(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a release: name -> bytes."""
    offered = {flat(name): data for name, data in files.items()}
    offered["package.json"] = package_json(files).encode()
    return offered


def index(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a mip index of these files, from which mip copies only what differs."""
    short = {name: hashlib.sha256(data).hexdigest()[:_SHORT] for name, data in files.items()}
    offered = {f"file/{short[name][:2]}/{short[name]}": data for name, data in files.items()}
    told = {"v": 1, "version": __version__, "hashes": list(short.items())}
    mpy = next(mpy_version(data) for name, data in files.items() if name.endswith(".mpy"))
    for wanted in ("latest", __version__):
        offered[f"package/{mpy}/{NAME}/{wanted}.json"] = json.dumps(told).encode()
    return offered


def main(arguments: list[str]) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tierce_tools.board.package")
    parser.add_argument("--out", type=Path, help="a folder to write the release to")
    out: Path | None = parser.parse_args(arguments).out
    files = program()
    if out is None:
        (firmware() / "package.json").write_text(package_json(files), "utf-8", newline="\n")
        return
    for name, data in {**release(files), **index(files)}.items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    print(out)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}")
