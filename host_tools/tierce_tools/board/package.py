"""Packs the program for `mpremote mip install`: a release folder and an index.

    python -m tierce_tools.board.package --out DIR

The folder holds the archive, main.py and package.json, which lists them. An index beside them
serves `mip install --index`. Each version has its own archive, and main.py, which names it, comes
last; an interrupted installation leaves the old program.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from tierce_tools import __version__
from tierce_tools.board.archive import packed
from tierce_tools.board.build import build, mpy_version

NAME = "tierce"
_SHORT = 8  # digits of a hash in a file's name in an index


def program() -> dict[str, bytes]:
    """Return the files to install: name on the board -> bytes, main.py last."""
    return packed(build(), f"p{__version__}.rom")


def release(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the files of a release: name -> bytes."""
    told = {"urls": [[name, name] for name in files], "version": __version__}
    return {**files, "package.json": json.dumps(told, indent=2).encode()}


def index(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a mip index of these files, from which mip copies only what differs."""
    short = {name: hashlib.sha256(data).hexdigest()[:_SHORT] for name, data in files.items()}
    offered = {f"file/{short[name][:2]}/{short[name]}": data for name, data in files.items()}
    told = {"v": 1, "version": __version__, "hashes": list(short.items())}
    mpy = next(mpy_version(data) for name, data in build().items() if name.endswith(".mpy"))
    for wanted in ("latest", __version__):
        offered[f"package/{mpy}/{NAME}/{wanted}.json"] = json.dumps(told).encode()
    return offered


def main(arguments: list[str]) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tierce_tools.board.package")
    parser.add_argument("--out", type=Path, required=True, help="a folder to write the release to")
    out: Path = parser.parse_args(arguments).out
    files = program()
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
