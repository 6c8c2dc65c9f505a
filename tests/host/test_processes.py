"""The helper that starts the tests' child processes, and that nothing else starts one or waits."""

import ast
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from processes import Process, run, run_text, until

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


@pytest.mark.skipif(os.name != "posix", reason="such signals are Posix's")
def test_a_child_can_be_interrupted_whatever_its_starter_ignores():
    inner = (
        "import sys; sys.path.insert(0, sys.argv[1]); import processes, signal\n"
        "processes.with_default_signals()\n"
        "with processes.Process(sys.executable, '-c', sys.argv[2]) as child:\n"
        "    assert child.out.line() == 'here'\n"
        "    print(child.end(signal.SIGINT))\n"
    )
    command = 'trap "" INT HUP QUIT TERM; exec "$@"'
    done = run_text("sh", "-c", command, "sh", sys.executable, "-c", inner, TESTS, ASLEEP)
    assert done.stdout == f"{-signal.SIGINT}\n", done.stderr


def test_who_hangs_fails_and_says_what_was_said():
    with pytest.raises(AssertionError, match="does not end") as raised:
        run(sys.executable, "-c", ASLEEP, patience=1)
    assert "out: 'here" in "".join(raised.value.__notes__)
    with pytest.raises(AssertionError, match="no 'never'"), Process(sys.executable, "-c", ASLEEP, patience=1) as child:
        child.out.until("never")


@pytest.mark.skipif(os.name != "posix", reason="process groups are Posix's")
def test_what_a_child_has_started_ends_with_it():
    code = f"import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', {ASLEEP!r}]).pid, flush=True)"
    with Process(sys.executable, "-c", code) as child:
        grandchild = int(child.out.line())
        assert child.out.line() == "here"
        assert child.wait() == 0
    until(lambda: not _runs(grandchild), "the grandchild goes on")


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in run_text("ps", "-o", "stat=", "-p", str(pid)).stdout
