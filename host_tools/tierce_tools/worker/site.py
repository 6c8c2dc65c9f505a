"""Writes the table as a folder of static files, which any web server can offer.

The page, the modules of the table as one archive, Pyodide (CPython as WebAssembly) with its
standard library, and a service worker that keeps all of it: once opened, it needs no network. The
same version gives the same bytes.
"""

import gzip
import hashlib
import io
import json
import shutil
import tarfile
from base64 import b64encode
from collections.abc import Iterator
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

from tierce_tools.base import npm, paths
from tierce_tools.base.texts import N_, languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.build import build
from tierce_tools.page import STATIC
from tierce_tools.page.frame import filled
from tierce_tools.page.lessons import lessons, pictures
from tierce_tools.page.rulebook import rulebook
from tierce_tools.page.words import words

_PYODIDE = "0.29.5"
# Our own record of the package's files, the library as stdlib.mjs makes it: any other content is refused.
_SHA256 = {
    "pyodide.mjs": "510ca14305230018f50c40fb81be673afd68080e70ce7733fcce6600dd6a1714",
    "pyodide.asm.js": "356c42f69e1695397e9d8670bd3c2e678248cde76e18bdae1731e848537b47d7",
    "pyodide.asm.wasm": "54309a5a2cfd757b1f0fdbc9093c92503f7b341500110329d932487183912718",
    "python_stdlib.zip": "f1ea32b525715ed5ba73ea8605a9585527a962213c407f01f2a68baef814d98b",
}
# CodeMirror as one module, made of static/codemirror: the record of its bytes.
EDITOR = {"codemirror.js": "b0d156aa01a4c54fb8b49d0a4e65281930f3d8112279cc18108c4bd48d4e58cb"}
# The rooms of this package that the table in a worker uses.
ROOMS = "base description hints locale logs match page players rules twin virtual worker".split()
# What the page Build has besides: rooms of ours, and packages that are Python only.
BUILD_ROOMS = ("board",)
BUILD_MACHINES = ("mirror.py", "follower.py")
BUILD_PACKAGES = {"drawsvg": "drawsvg", "markdown_it": "markdown-it-py", "mdurl": "mdurl", "mpremote": "mpremote"}
# Of the workbench; bench.html is the frame around them.
PAGES = ("lesson", "real", "build", "hand", "meld", "reading", "referee", "rules", "program")
_CODE = (".py", ".po", ".words", ".json", ".jsonl", ".csv", ".kicad_sym")
_OWN = Path(__file__).parent / "static"
# What the program is made of, whose coming a page tells of; the other files are small.
_PROGRAM = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", "tierce.pack")
_MARK = "files.js"  # the list of all files, by which we know a folder of ours


def write(folder: Path) -> int:
    """Write the site into a folder; return the bytes of its files.

    The folder is new, empty, or a site of an earlier version. Raises Trouble, or npm.NpmError.
    """
    if folder.exists() and not folder.is_dir():
        raise Trouble("site.no_folder", N_("{folder} is not a folder"), folder=folder)
    if folder.is_dir() and any(folder.iterdir()) and not (folder / _MARK).is_file():
        raise Trouble(
            "site.not_ours", N_("{folder} has other files in it: name a new folder, or an empty one"), folder=folder
        )
    said, script = f"Pyodide {_PYODIDE} (6 MB)", Path(__file__).with_name("stdlib.mjs")
    python = npm.kept(f"pyodide-{_PYODIDE}-compiled", f"pyodide@{_PYODIDE}", _SHA256, said, script)
    editor = npm.bundled("codemirror-6", _OWN / "codemirror", EDITOR, "CodeMirror 6 (4 MB)")
    files = dict(_files(python, editor))
    try:
        if folder.is_dir():
            for each in folder.iterdir():
                shutil.rmtree(each) if each.is_dir() else each.unlink()
        for name, data in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    except OSError as error:
        raise Trouble("site.unwritable", N_("{folder} can't be written: {error}"), folder=folder, error=error) from None
    return sum(map(len, files.values()))


def _files(python: Path, editor: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the site, the list of them last."""
    files = {"index.html": (STATIC / "index.html").read_bytes()}
    for folder in (STATIC, _OWN):
        files |= {
            f"static/{each.name}": each.read_bytes()
            for each in sorted(folder.iterdir())
            if each.is_file() and each.name != "index.html"
        }
    files |= {f"static/{name}": (editor / name).read_bytes() for name in EDITOR}
    frame = files.pop("static/bench.html").decode()
    for page in PAGES:
        main = files.pop(f"static/{page}.html").decode().rstrip()
        files[f"{page}.html"] = filled(frame, page=page, main=main).encode()
    files["sw.js"] = files.pop("static/sw.js")  # there it may answer for the whole site
    for language in languages():
        files[f"texts/{language}.json"] = json.dumps(words(language)).encode()
        files[f"rulebook/{language}.json"] = json.dumps(rulebook(language)).encode()
        files[f"lessons/{language}.json"] = json.dumps(lessons(language)).encode()
    files |= {f"lessons/{name}": data for name, data in pictures().items()}
    files["tierce.pack"] = archive()
    files["build.pack"] = build_archive()
    files |= {f"pyodide/{name}": (python / name).read_bytes() for name in _SHA256}
    yield from sorted(files.items())
    yield _MARK, listed(files)


def listed(files: dict[str, bytes]) -> bytes:
    """Return the list of files as a script: their hashes, as browsers write them, and the version that these make.

    Besides the bytes of the large ones, so that a page can tell how much has come.
    """
    hashes = {
        name: f"sha256-{b64encode(hashlib.sha256(data).digest()).decode()}" for name, data in sorted(files.items())
    }
    version = hashlib.sha256(json.dumps(hashes).encode()).hexdigest()[:16]
    site = {"version": version, "files": hashes, "sizes": {name: len(files[name]) for name in _PROGRAM}}
    return f"self.SITE = {json.dumps(site)};\n".encode()


def archive() -> bytes:
    """Return the modules as one archive, laid out as an installed package."""
    here = Path(__file__).parents[1]
    kept = {f"tierce_tools/{room}": here / room for room in ROOMS}
    kept |= {
        "tierce": paths.engine(),
        "tierce_tools/games": paths.games(),
        "tierce_tools/rules_tests": paths.rules_tests(),
        "tierce_tools/tables": paths.tables(),
    }
    board = paths.firmware()
    kept |= {f"tierce_tools/firmware/{each}": board / each for each in ("app", "drivers")}
    single = {"tierce_tools/__init__.py": here / "__init__.py"}
    single |= {f"tierce_tools/machines/{each}": here / "machines" / each for each in ("__init__.py", "modelled.py")}
    single |= {f"tierce_tools/firmware/{each}": board / each for each in ("main.py", "config.json")}
    for name, folder in kept.items():
        single |= {
            f"{name}/{path.relative_to(folder).as_posix()}": path
            for path in folder.rglob("*")
            if path.suffix in _CODE and path.is_file() and "static" not in path.parts
        }
    logs = paths.lessons().glob("*.jsonl")
    single |= {f"tierce_tools/lessons/{path.name}": path for path in logs}
    return packed({name: path.read_bytes() for name, path in single.items()})


def build_archive() -> bytes:
    """Return what the page Build has besides: the plans, what talks to a board, and the board's program, compiled."""
    here = Path(__file__).parents[1]
    kept = {f"tierce_tools/{room}": here / room for room in BUILD_ROOMS}
    kept |= {each: _folder_of(each) for each in ("tierce_plans", *BUILD_PACKAGES)}
    files = {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for name, folder in kept.items()
        for path in folder.rglob("*")
        if path.suffix in _CODE and path.is_file() and "__pycache__" not in path.parts
    }
    files |= {f"tierce_tools/machines/{each}": (here / "machines" / each).read_bytes() for each in BUILD_MACHINES}
    for package, name in BUILD_PACKAGES.items():
        licences = [each for each in distribution(name).files or () if each.name.startswith("LICENSE")]
        files |= {f"{package}/{each.name}": each.locate().read_bytes() for each in licences}  # pyright: ignore
    for taps in (False, True):
        to = f"tierce_tools/built/{paths.built(taps).name}"
        files |= {f"{to}/{name}": data for name, data in build(taps=taps).items()}
    return packed(files)


def _folder_of(package: str) -> Path:
    found = find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


def packed(files: dict[str, bytes]) -> bytes:
    """Return files as a .tar.gz, which a browser unpacks without Python.

    The archive's name does not say what it is, as some web servers would then unpack it.
    """
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(name)  # of 1970, so that the bytes do not depend on the day
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))
    return gzip.compress(tar.getvalue(), mtime=0)
