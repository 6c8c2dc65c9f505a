"""The files of the program that a class may change on a copy: the rules engine and its tests.

Nothing here imports the engine, so that files can be changed before anything does.
"""

import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path

from tierce_tools.base import paths

OWN = "tests/rules/test_our_rule.py"  # may be new


def sources() -> dict[str, Path]:
    """Return the files that may be changed, by their names in a clone."""
    folders = {"firmware/tierce": paths.engine(), "tests/rules": paths.rules_tests()}
    found = {
        f"{name}/{path.relative_to(folder).as_posix()}": path
        for name, folder in folders.items()
        for path in sorted(folder.rglob("*"))
        if path.suffix in (".py", ".words")
    }
    return {**found, OWN: paths.rules_tests() / Path(OWN).name}


def mistakes(name: str, text: str) -> list[tuple[int, str]]:
    """Return (line, what is wrong) of a file's text, without running it.

    Of Python that is the first error; of a .words file, each line that is none.
    """
    if not name.endswith(".py"):
        lines = enumerate(text.splitlines(), 1)
        return [(n, "name=words") for n, line in lines if line.strip() and line[0] not in "#[" and "=" not in line]
    try:
        with warnings.catch_warnings(action="ignore"):
            compile(text, name, "exec", dont_inherit=True)
    except SyntaxError as error:
        return [(error.lineno or 1, f"{type(error).__name__}: {error.msg}")]
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return [(1, f"{type(error).__name__}: {error}")]
    return []


def places(frames: Iterable[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the frames (file, line) of a traceback in files that may be changed, by their names in a clone."""
    names = {str(path): name for name, path in sources().items()}
    return [(names[file], line) for file, line in frames if file in names]


def change(texts: Mapping[str, str]) -> None:
    """Give files of the program other texts; files that may not be changed are passed over."""
    known = sources()
    for name, text in texts.items():
        if name in known:
            known[name].write_text(text, "utf-8", newline="\n")
