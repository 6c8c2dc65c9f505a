"""Notes which tests reach which blocks of the program, in every Python process of a copy's environment.

tests/bench/mutants.py puts it into the environment of its copy of the project. Each block of statements gets a
probe when its module is compiled. `FOLDER` receives `hits`: lines of test, phase, seconds, blocks;
and `failed`: the tests that don't pass in the copy. As a plugin of pytest it knows where a test begins.
"""

import ast
import os
import sys
import time
from collections.abc import Generator, Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

FOLDER = Path(sys.prefix, "probed")
ROOT = Path(sys.prefix).parent
WHERE = ("firmware/tierce/", "firmware/app/", "host_tools/tierce_tools/")

seen: set[str] = set()  # since the test's phase has begun
_held: list[str] | None = None  # blocks to be written when a phase ends; None in children of the tests
_compile = SourceFileLoader.source_to_code


def blocks(tree: ast.AST) -> Iterator[tuple[ast.AST, list[ast.stmt]]]:
    """Yield (owner, statements) of each block of statements, in an order that annotations don't change."""
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body:
                yield node, body


def hit(block: str) -> None:
    """Note that a block is reached."""
    seen.add(block)
    if _held is not None:
        _held.append(block)
    else:
        _write([block])


def _write(names: list[str], seconds: float = 0.0) -> None:
    test, _, phase = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")
    if test:
        with (FOLDER / "hits").open("a", encoding="utf-8") as file:
            file.write("\t".join([test, phase, f"{seconds:.3f}", *names]) + "\n")


def _probed(data: Any, path: Any) -> Any:
    name = os.path.relpath(os.fsdecode(path), ROOT)
    if not name.startswith(WHERE):
        return data
    tree = ast.parse(data)
    for number, (owner, body) in enumerate(list(blocks(tree))):
        if isinstance(owner, ast.Module | ast.ClassDef):
            continue
        first = 1 if isinstance(owner, ast.FunctionDef | ast.AsyncFunctionDef) and ast.get_docstring(owner) else 0
        key = repr(f"{name}:{number}")
        probe = ast.parse(f"{key} in seen_ or hit_({key})").body[0]
        for node in ast.walk(probe):
            ast.copy_location(node, body[0])
        body.insert(first, probe)
    start = ast.parse("from mutants_probe import seen as seen_, hit as hit_").body[0]
    first = 1 if ast.get_docstring(tree) is not None else 0
    while first < len(tree.body) and getattr(tree.body[first], "module", "") == "__future__":
        first += 1
    tree.body.insert(first, start)
    return ast.fix_missing_locations(tree)


def begin() -> None:
    """Put probes into all modules that this process will load, while there is a folder for the notes."""
    if not FOLDER.exists():
        return
    sys.pycache_prefix = str(FOLDER / "compiled")
    SourceFileLoader.source_to_code = lambda self, data, path, **how: _compile(self, _probed(data, path), path, **how)
    os.register_at_fork(after_in_child=seen.clear)


# As a plugin of pytest, which the environment itself may lack.


def pytest_configure() -> None:
    """From now on notes are written when a phase of a test ends."""
    global _held
    _held = []


def _phase() -> Generator[None, Any, Any]:
    """Note what is reached while a phase runs: fixtures, which other tests of the file may share, or the test."""
    global _held
    _held = []
    seen.clear()
    start = time.perf_counter()
    result = yield
    _write(_held, time.perf_counter() - start)
    return result


_phase.pytest_impl = {"wrapper": True}  # type: ignore[attr-defined]
pytest_runtest_setup = pytest_runtest_call = _phase


def pytest_runtest_logreport(report: Any) -> None:
    """Remember which tests do not pass here."""
    if report.outcome != "passed":
        with (FOLDER / "failed").open("a", encoding="utf-8") as file:
            file.write(report.nodeid + "\n")
