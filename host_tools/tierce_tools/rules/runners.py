"""Runs the rules tests on a Python: CPython, a MicroPython VM or a board."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tierce_tools.base.paths import engine, rules_tests
from tierce_tools.rules.vm import Vm


@dataclass
class RulesTest:
    """The result of one rules test: its clause, its name, what failed or None, and [file, line] of each frame."""

    clause: str
    test: str
    trouble: str | None
    at: list[tuple[str, int]]


class RulesError(Exception):
    """The rules tests could not run."""


class Runner(Protocol):
    """A Python that can run the rules tests."""

    @property
    def name(self) -> str:
        """The Python's name and version."""
        ...

    def run_rules(self, order: str) -> tuple[int, str, str]:
        """Run tests/rules/run.py with this argument; return (exit code, stdout, stderr)."""
        ...


class OnCPython:
    """This Python, in a separate process."""

    name = "CPython " + sys.version.split()[0]

    def run_rules(self, order: str) -> tuple[int, str, str]:
        """Run tests/rules/run.py."""
        folders = (str(engine().parent), str(rules_tests()))
        done = subprocess.run(
            [sys.executable, str(rules_tests() / "run.py"), order],
            capture_output=True,
            encoding="utf-8",
            env={**os.environ, "PYTHONPATH": os.pathsep.join(folders), "PYTHONUTF8": "1"},
        )
        return done.returncode, done.stdout, done.stderr


class OnMicroPython:
    """A MicroPython VM."""

    def __init__(self, machine: Vm) -> None:
        self.machine = machine
        self.name = machine.name

    def run_rules(self, order: str) -> tuple[int, str, str]:
        """Run tests/rules/run.py with the engine and the board's unittest module."""
        script = (rules_tests() / "run.py").read_text(encoding="utf-8")
        files = {"tierce": engine(), "rules": rules_tests()}
        done = self.machine.run(script, files, [".", "rules/board", "rules"], [order])
        return done.returncode, done.stdout, done.stderr


def modules() -> list[str]:
    """Return the names of the modules of the rules tests."""
    return sorted(path.stem for path in rules_tests().glob("test_*.py"))


def run_rules(
    runner: Runner, clause: str | None = None, house: Mapping[str, Any] | None = None, only: Sequence[str] | None = None
) -> Iterator[RulesTest]:
    """Run the rules tests of one clause or all, under house rules; yield the results.

    `only` are the modules to run, by default all. Raises RulesError if they cannot run.
    """
    chosen = modules() if only is None else [*only]
    order = json.dumps({"modules": chosen, "clause": clause, "rules": dict(house or {})})
    code, out, err = runner.run_rules(order)
    if code:
        raise RulesError(f"{runner.name}: {err.strip() or out.strip()}")
    other, found = "", None
    for line in out.splitlines():
        try:
            found = RulesTest(**json.loads(line))
        except (ValueError, TypeError):
            other = line  # what the program or a test prints, as one does to look into it
            print(other, file=sys.stderr)
            continue
        yield found
    if other and not found:
        raise RulesError(f"{runner.name}: {other}")
