"""Tests of prose and of generated files run only when what they read has changed.

`pytestmark = pytest.mark.made_from("firmware/*.md", "host_tools/*.py")` names the sources of a test
or of a whole file, from the top of the repository; `*` goes through folders too. A test that passed
is skipped until one of them changes, or its own file, pyproject.toml or Python. In `make test-all`,
and where TIERCE_CACHE is empty, all run.
"""

import fnmatch
import hashlib
import json
import os
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest
import ring

ROOT = Path(__file__).resolve().parents[1]
ALWAYS = ("pyproject.toml", "tests/sources.py")
NOT_OURS = {"node_modules", "__pycache__"}  # nor a folder with a dot
REASON = "passed with the same sources (tests/sources.py)"

_digests: dict[str, str] = {}  # by the test's id, of this run
_troubled: set[str] = set()
_passed: dict[Path, dict[str, str]] = {}  # by the file that they are kept in


@cache
def _files() -> list[str]:
    found: list[str] = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [each for each in folders if each[0] != "." and each not in NOT_OURS]
        found += [f"{folder}{os.sep}{name}".removeprefix(f"{ROOT}{os.sep}").replace(os.sep, "/") for name in names]
    return sorted(found)


@cache
def _of(pattern: str) -> bytes:
    """Return one digest of the names and contents of the files of a glob; most tests share theirs."""
    names = fnmatch.filter(_files(), pattern)
    assert names, f"made_from: no file is {pattern}"
    made = hashlib.sha256()
    for name in names:
        made.update(_line(name))
    return made.digest()


@cache
def _line(name: str) -> bytes:
    with open(f"{ROOT}/{name}", "rb") as file:  # some are of several globs
        return f"{name} {hashlib.file_digest(file, 'sha256').hexdigest()}\n".encode()


@cache
def digest(globs: tuple[str, ...]) -> str:
    """Return one digest of the names and contents of all files. A glob without a file is an error."""
    return hashlib.sha256(b"".join([sys.version.encode(), *map(_of, globs)])).hexdigest()


def _kept_in(node: str) -> Path:
    name = node.partition("::")[0].replace("/", "-")
    return Path(os.environ["TIERCE_CACHE"], "made_from", f"{name}.json")


@cache
def _kept(path: Path) -> dict[str, str]:
    try:
        return json.loads(path.read_text("utf-8"))
    except (OSError, ValueError):
        return {}


def skip_unchanged(items: Iterable[pytest.Item]) -> None:
    """Mark those to be skipped whose sources are the ones that they passed with."""
    for item in items:
        globs = [each for mark in item.iter_markers("made_from") for each in mark.args]
        if globs:
            own = item.path.relative_to(ROOT).as_posix()
            found = _digests[item.nodeid] = digest((*ALWAYS, own, *sorted(globs)))
            if not ring.ALL and _kept(_kept_in(item.nodeid)).get(item.nodeid) == found:
                item.add_marker(pytest.mark.skip(reason=REASON))


def note(report: pytest.TestReport) -> None:
    """Take in how a test went: call it for each report."""
    if report.nodeid in _digests:
        if not report.passed:
            _troubled.add(report.nodeid)
        elif report.when == "teardown" and report.nodeid not in _troubled:
            _passed.setdefault(_kept_in(report.nodeid), {})[report.nodeid] = _digests[report.nodeid]


def keep() -> None:
    """Write down what has passed."""
    for path, passed in _passed.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(_kept(path) | passed, indent=0), "utf-8")
        part.replace(path)
