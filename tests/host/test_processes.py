"""The helper that starts the tests' child processes, and that nothing else starts one or waits."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import Process, run

TESTS = Path(__file__).resolve().parents[1]
# What starts a process, waits for the clock or throws dice, and who may: `bench` has commands, no tests.
ALONE = {
    *("subprocess", "pty.fork", "pty.spawn", "os.fork", "os.system", "os.popen", "asyncio.create_subprocess_exec"),
    *(f"time.{name}" for name in ("sleep", "monotonic", "time", "perf_counter", "thread_time", "process_time")),
    *(f"random.{name}" for name in ("SystemRandom", "random", "randrange", "randint", "choice", "sample", "shuffle")),
}
MAY = "processes.py"
ASLEEP = "import time, sys; print('here', flush=True); time.sleep(600)"


def uses(path: Path) -> Iterator[str]:
    """Yield the names of ALONE that a file uses, with their lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{each.name}" for each in node.names)]
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            names = [f"{node.value.id}.{node.attr}"]
        for name in ALONE.intersection(names):
            yield f"{path.relative_to(TESTS)}:{node.lineno}: {name}"  # pyright: ignore


def test_nothing_else_starts_a_process_or_waits():
    files = [path for path in TESTS.rglob("*.py") if path.name != MAY and "bench" not in path.parts]
    assert not [use for path in files for use in uses(path)]


def test_who_hangs_fails_and_says_what_was_said():
    with pytest.raises(AssertionError, match="does not end") as raised:
        run(sys.executable, "-c", ASLEEP, patience=1)
    assert "out: 'here" in "".join(raised.value.__notes__)
    with pytest.raises(AssertionError, match="no 'never'"), Process(sys.executable, "-c", ASLEEP, patience=1) as child:
        child.out.until("never")
