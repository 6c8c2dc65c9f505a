"""The files of the program that a class may change on a copy: the rules engine and its tests.

Nothing here imports the engine, so that files can be changed before anything does.
"""

from collections.abc import Mapping
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


def change(texts: Mapping[str, str]) -> None:
    """Give files of the program other texts; files that may not be changed are passed over."""
    known = sources()
    for name, text in texts.items():
        if name in known:
            known[name].write_text(text, "utf-8", newline="\n")
