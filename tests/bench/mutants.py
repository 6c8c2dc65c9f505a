"""Mutation tests: which small changes of the program do the tests notice, in which ring, and by which test?

By default the mutants of `results/mutants.json` are tried again, each first with the test that noticed it. With
--seed, new ones are chosen. Tests that reach the changed block run, quickest first, up to the first that fails;
probes find out which tests reach which blocks (mutants_probe.py). Not reached by probes is what runs in
MicroPython or in a browser.
"""

import argparse
import contextlib
import importlib.util
import itertools
import json
import subprocess
import sys
import tempfile
import textwrap
import threading
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import psutil
from mutants_copy import ROOT, Copy
from mutants_places import PARTS, applied, chosen
from mutants_worker import QUICK

KEPT = Path(__file__).parent / "results" / "mutants.json"
# They read the sources, which probes don't show.
READING = ("tests/host/test_texts.py",)
_START_S = 10  # processor time to start pytest and to collect tests
_WAIT = 10  # limit of wall time, as a multiple of the limit of processor time
# Probes don't see what they run, or they test other parts.
OUTSIDE = ("tests/browser", "tests/hardware")
Order = tuple[dict[str, Any], list[str]]  # a row, and tests
_saving = threading.Lock()


class Reached:
    """Which tests reach which blocks, and what they take."""

    def __init__(self, folder: Path) -> None:
        self.seconds: dict[str, float] = defaultdict(float)
        self._tests: dict[str, set[str]] = defaultdict(set)
        self._files: dict[str, set[str]] = defaultdict(set)
        for line in (folder / "hits").read_text("utf-8").splitlines():
            test, phase, seconds, *names = line.split("\t")
            self.seconds[test] += float(seconds)
            for name in names:
                if phase == "(call)":
                    self._tests[name].add(test)
                else:  # other tests may share the fixture
                    self._files[name].add(test.partition("::")[0])
        failed = folder / "failed"
        for test in failed.read_text("utf-8").split("\n") if failed.exists() else []:
            self.seconds.pop(test, None)

    def tests(self, file: str, block: str, bound: float) -> list[str]:
        """Return the tests that reach a block; the quickest first, up to `bound` seconds in all.

        Without a block, those that reach the file; if it has only data, its folder.
        """
        names = [f"{file}:{block}"] if block else self._names(f"{file}:") or self._names(f"{Path(file).parent}/")
        tests = set().union(*(self._tests.get(name, ()) for name in names))
        files = set().union(*(self._files.get(name, ()) for name in names))
        tests |= {test for test in self.seconds if test.partition("::")[0] in files}
        known = {test for test in tests & self.seconds.keys() if not test.startswith(QUICK)}
        ordered = sorted(known, key=lambda test: (self.seconds[test], test))
        ends = itertools.accumulate(self.seconds[test] for test in ordered)
        return ordered[: sum(end <= bound for end in ends)]

    def _names(self, start: str) -> list[str]:
        return [name for name in {*self._tests, *self._files} if name.startswith(start)]


def _put(place: Path, source: str) -> None:
    place.write_text(source, "utf-8")
    # Python would take the compiled file for that of any source of the same size and second.
    Path(importlib.util.cache_from_source(str(place))).unlink(missing_ok=True)


def tried(copy: Copy, tests: list[str], bound: int) -> dict[str, Any]:
    """Run tests in a copy; return which one failed, and the seconds. What ends Python or needs too many has failed."""
    command = [copy.python, copy.folder / "tests/bench/mutants_worker.py"]
    order = json.dumps({"tests": tests, "bound": bound})
    pipe, nowhere = subprocess.PIPE, subprocess.DEVNULL
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as temporary,
        subprocess.Popen(
            command, stdin=pipe, stdout=pipe, stderr=nowhere, text=True, start_new_session=True,
            env={**copy.environment(), "TMPDIR": temporary},
        ) as process,
    ):  # fmt: skip
        try:
            return json.loads(process.communicate(order, timeout=bound * _WAIT)[0])
        except (ValueError, subprocess.TimeoutExpired):
            return {"test": "does not end", "seconds": bound}
        finally:
            with contextlib.suppress(psutil.Error):
                for each in [*psutil.Process(process.pid).children(recursive=True), process]:
                    with contextlib.suppress(psutil.Error):
                        each.kill()


def work(copies: list[Copy], bound: int, orders: list[Order], done: Callable[[], None]) -> None:
    """Try mutants in copies of the project side by side; put the answers into the rows; call `done` after each."""
    waiting = iter(orders)

    def worker(copy: Copy) -> None:
        for row, tests in waiting:
            found = applied(row, copy.folder)
            if not found:
                row.update(gone=True, ring=None)
                continue
            place = copy.folder / row["file"]
            original = place.read_text("utf-8")
            try:
                _put(place, found[0])
                row.update(tried(copy, tests, bound + _START_S))
            finally:
                _put(place, original)
            row["ring"] = row["test"] and ("quick" if tests == [QUICK] else "test")
            done()

    with ThreadPoolExecutor(len(copies)) as pool:
        list(pool.map(worker, copies))


def reached(copy: Copy) -> Reached:
    """Return what a run of the tests with probes notes; run it if there are no notes."""
    if not copy.probes.exists():
        copy.probes.mkdir()
        tests = ["-n", "logical", "--dist", "loadfile", *(f"--ignore={folder}" for folder in OUTSIDE)]
        command = [copy.python, "-m", "pytest", "-q", "-p", "mutants_probe", *tests]
        subprocess.run(command, cwd=copy.folder, env=copy.environment(), check=False, stdout=sys.stderr)
    return Reached(copy.probes)


def _known(row: dict[str, Any]) -> list[str]:
    """Return the tests for a row that was noticed: that test, its function's, its file's."""
    test = row["test"]
    return [QUICK] if row["ring"] == "quick" else [test, test.partition("[")[0], test.partition("::")[0]]


def try_all(rows: list[dict[str, Any]], folder: Path, options: argparse.Namespace, done: Callable[[], None]) -> None:
    """Try mutants: first with the test that is known to notice each, then with all that reach it."""
    copies = [Copy(folder / str(number)) for number in range(options.copies)]
    for row in rows:
        row.update(gone=False, ring=row.get("ring"), test=row.get("test"))
    work(copies, options.bound, [(row, _known(row)) for row in rows if row["test"]], done)
    notes = cache(lambda: reached(Copy(folder / "reached")))

    def reaching(row: dict[str, Any]) -> list[str]:
        found = applied(row, ROOT)
        return notes().tests(row["file"], found[1], options.bound) if found else []

    engine = "firmware/tierce/"
    for tests_of in (
        lambda row: [QUICK] if row["file"].startswith(engine) else [],
        *(() if options.quick else (reaching, lambda _: [*READING], lambda _: options.tests)),
    ):
        orders = [(row, tests_of(row)) for row in rows if not row["test"] and not row["gone"]]
        work(copies, options.bound, [order for order in orders if order[1]], done)


def print_table(rows: list[dict[str, Any]]) -> None:
    """Print what was noticed, and each change that was not."""
    print(f"{'part':10}{'mutants':>9}{'quick':>9}{'test':>9}{'alike':>9}{'gone':>9}{'unnoticed':>11}")
    unnoticed = [row for row in rows if not _is_settled(row) and not row["gone"]]
    for part in PARTS:
        of = [row for row in rows if row["part"] == part]
        counts = [sum(row["ring"] == ring for row in of) for ring in ("quick", "test")]
        counts += [sum(bool(row.get("why")) and not row["test"] for row in of), sum(row["gone"] for row in of)]
        columns = "".join(f"{count:9}" for count in (len(of), *counts))
        print(f"{part:10}{columns}{sum(row['part'] == part for row in unnoticed):11}")
    for row in unnoticed:
        print(f"\n{row['file']}:{row['line']} {row['function']}")
        for sign, name in (("-", "old"), ("+", "new")):
            print(textwrap.indent(row[name].rstrip(), sign + " "))


def _is_settled(row: dict[str, Any]) -> bool:
    return bool(row.get("test") or row.get("why"))


def main() -> int:
    """Run the mutation tests; return 1 if a mutant that was noticed before is not noticed now."""
    options = _options()
    parts = [options.part] if options.part else [*PARTS]
    if options.seed is None:
        rows = json.loads(options.json.read_text("utf-8"))
    else:
        count = options.places
        rows = [each for part in parts for each in chosen(ROOT, part, count or PARTS[part][0], options.seed)]
    mine = [row for row in rows if row["part"] in parts and not (options.survivors and _is_settled(row))]
    mine = mine[: options.places] if options.seed is None else mine
    before = {id(row): row.get("test") for row in mine}

    def done() -> None:
        with _saving:
            tried = sum(bool(row.get("test")) for row in mine)
            print(f"{tried} of {len(mine)} noticed", end="\r", file=sys.stderr, flush=True)
            lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows)
            options.json.write_text(f"[\n{lines}\n]\n", "utf-8")

    with tempfile.TemporaryDirectory(prefix="tierce-mutants-") as temporary:
        try_all(mine, options.work or Path(temporary), options, done)
    done()
    print_table(mine)
    lost = [row for row in mine if before[id(row)] and not row["test"] and not row["gone"]]
    for row in lost:
        print(f"\nnoticed before by {before[id(row)]}: {row['file']}:{row['line']}")
    return 1 if lost else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seed", type=int, help="choose new mutants")
    parser.add_argument("--places", type=int, help="how many, of each part")
    parser.add_argument("--part", choices=PARTS, help="only this part of the program")
    parser.add_argument("--survivors", action="store_true", help="only those that nothing has noticed")
    parser.add_argument("--quick", action="store_true", help="only with the rules tests")
    parser.add_argument("--tests", nargs="*", default=[], metavar="FILE", help="at last, with these tests too")
    parser.add_argument("--bound", type=int, default=60, metavar="S", help="processor time of one batch of tests")
    parser.add_argument("--copies", type=int, default=2, help="how many copies of the project work side by side")
    parser.add_argument("--work", type=Path, metavar="FOLDER", help="where the copies are kept for the next run")
    parser.add_argument("--json", type=Path, default=KEPT, metavar="FILE", help="the mutants and their results")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
