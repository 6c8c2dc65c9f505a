"""Runs tests in a copy of the project, in an order, up to the first that fails: the process of one try.

Started by tests/bench/mutants.py with the copy's Python. Reads {"tests": pytest's ids, files or folders, "bound":
seconds of processor time, after which it ends}; writes {"test": the one that failed, or null, "seconds": its time}.
"""

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(sys.prefix).parent
QUICK = "tests/rules"


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
    os.chdir(ROOT)
    answer = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # where nobody hears what the tests say
    order = json.load(sys.stdin)
    resource.setrlimit(resource.RLIMIT_CPU, (order["bound"],) * 2)
    noticed = _pytest(order["tests"])
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    seconds = sum(each.ru_utime + each.ru_stime for each in used)
    print(json.dumps({"test": noticed, "seconds": round(seconds, 2)}), file=answer, flush=True)
