"""Tries mutants in a copy of the project: a process that has loaded the packages forks for each try.

Run by tests/bench/mutants.py in the copy's environment. Reads orders and writes answers, a line of JSON each.
"""

import atexit
import contextlib
import importlib.util
import json
import os
import resource
import select
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from typing import Any, NoReturn

import psutil
import pytest

ROOT = Path(sys.prefix).parent
QUICK = "tests/rules"
_WAIT = 10  # limit of wall time, as a multiple of the limit of processor time


def tried(file: str, source: str, tests: list[str], bound: int) -> dict[str, Any]:
    """Change a file and run tests (pytest's ids, files or folders) up to the first that fails; change it back.

    Return "test": the one that failed, or None; its "ring"; "seconds" of processor time. What needs more than
    `bound` seconds of it, or ends Python, has failed.
    """
    place = ROOT / file
    original = place.read_text("utf-8")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    _put(place, source)
    try:
        noticed = _forked(tests, bound)
    finally:
        _put(place, original)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    ring = "quick" if tests == [QUICK] else "test"
    return {"ring": noticed and ring, "test": noticed, "seconds": round(seconds, 2)}


def _put(place: Path, source: str) -> None:
    place.write_text(source, "utf-8")
    # Python would take the compiled file for that of any source of the same size and second.
    Path(importlib.util.cache_from_source(str(place))).unlink(missing_ok=True)


def _forked(tests: list[str], bound: int) -> str | None:
    """Run tests in a child; return its answer. Load here what packages it has loaded."""
    back, out = os.pipe()
    child = os.fork()
    if not child:
        _child(tests, out, bound)
    os.close(out)
    text = b""
    while select.select([back], [], [], bound * _WAIT)[0] and (data := os.read(back, 65536)):
        text += data
    os.close(back)
    with contextlib.suppress(psutil.Error):
        for each in [*psutil.Process(child).children(recursive=True), psutil.Process(child)]:
            with contextlib.suppress(psutil.Error):
                each.kill()
    os.waitpid(child, 0)
    try:
        noticed, loaded = json.loads(text)
    except ValueError:
        return "does not end"
    for name in loaded:
        with contextlib.suppress(Exception):
            importlib.import_module(name)
    return noticed


def _child(tests: list[str], out: int, bound: int) -> NoReturn:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (bound, bound))
    silent = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(silent, number)
    tempfile.tempdir = os.environ["TMPDIR"] = tempfile.mkdtemp()
    try:
        noticed = _pytest(tests)
    except BaseException as error:
        noticed = repr(error)
    atexit._run_exitfuncs()  # pyright: ignore
    shutil.rmtree(os.environ["TMPDIR"], ignore_errors=True)
    ours = (f"{ROOT}/firmware/", f"{ROOT}/h", f"{ROOT}/tests/")
    files = {name: getattr(module, "__file__", None) or ours[0] for name, module in sys.modules.items()}
    loaded = [name for name, file in files.items() if not file.startswith(ours)]
    os.write(out, json.dumps([noticed, loaded]).encode())
    os._exit(0)


def _pytest(tests: list[str]) -> str | None:
    """Run tests in this order, those that there still are; return the first that fails."""
    watch = _Watch(tests)
    files = [file for file in dict.fromkeys(test.partition("::")[0] for test in tests) if (ROOT / file).exists()]
    if not files:
        return None
    code = pytest.main(["-x", "-q", "-p", "no:xdist", "-p", "no:cacheprovider", *files], plugins=[watch])
    return watch.noticed or (None if code in (0, 5) else f"pytest ends with {int(code)}")


class _Watch:
    """A plugin that keeps only the wanted tests, and the name of what fails."""

    def __init__(self, tests: list[str]) -> None:
        self._place = {test: number for number, test in enumerate(tests)}
        self.noticed: str | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the wanted tests, in that order; a wanted folder, file or function means all of its tests."""
        found = [(min(self._places(item.nodeid), default=None), item) for item in items]
        items[:] = [item for place, item in sorted(found, key=lambda each: each[0] or 0) if place is not None]

    def _places(self, test: str) -> list[int]:
        file = test.partition("::")[0]
        names = test, test.partition("[")[0], file, str(Path(file).parent)
        return [self._place[name] for name in names if name in self._place]

    def pytest_collectreport(self, report: Any) -> None:
        """Files that can't be collected have failed."""
        if report.failed:
            self.noticed = report.nodeid or "collection"

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Note the first test that fails."""
        if report.failed:
            self.noticed = self.noticed or report.nodeid


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that gives the orders ends this one
    os.chdir(ROOT)
    for line in sys.stdin:
        print(json.dumps(tried(**json.loads(line))), flush=True)
