"""Steps: what is named start_ makes a generator, and its maker runs it.

Reads the sources of the board's program and of the pieces that `tierce doctor` runs on a board. A
forgotten `yield from` makes steps that nobody polls: nothing happens, and no error either.
"""

import ast
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("firmware/app", "firmware/drivers", "host_tools/tierce_tools/board/on_board")
FILES = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
# Generators that yield values, not waits.
OF_VALUES = {"read", "_records", "segment", "deck", "parts"}
# Steps may be kept under these names, to be polled and closed.
KEPT = {"steps", "test", "unread"}


@lru_cache(1)
def nodes_of(source):
    return list(ast.walk(ast.parse(source)))


def is_start(name):
    return name.lstrip("_").startswith("start_")


def own_nodes(function):
    """Return the nodes of a function without those of functions inside it."""
    found = []
    left = list(ast.iter_child_nodes(function))
    while left:
        node = left.pop()
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            found.append(node)
            left += ast.iter_child_nodes(node)
    return found


def called(node):
    """Return the name of what a call calls, or "" where the node is no call."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def misnamed(source):
    """Yield (line, what is wrong) of functions that are not what their name says."""
    for node in nodes_of(source):
        if not isinstance(node, ast.FunctionDef):
            continue
        steps = any(isinstance(each, (ast.Yield, ast.YieldFrom)) for each in own_nodes(node))
        if is_start(node.name):
            *before, last = node.body
            passes_on = (
                isinstance(last, ast.Return)
                and is_start(called(last.value))
                and all(
                    isinstance(each, (ast.Import, ast.ImportFrom))
                    or (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))
                    for each in before
                )
            )
            if not steps and not passes_on:
                yield node.lineno, f"{node.name} makes no steps, or does something before"
        elif steps and not node.name.startswith("run") and node.name not in OF_VALUES:
            yield node.lineno, f"{node.name} makes steps, and its name does not say so"


def not_run(source):
    """Yield (line, name) of steps that are made and not run."""
    for node in nodes_of(source):
        for child in ast.iter_child_nodes(node):
            if not is_start(called(child)):
                continue
            kept = isinstance(node, ast.Assign) and all(
                getattr(each, "attr", getattr(each, "id", "")) in KEPT for each in node.targets
            )
            if not kept and not isinstance(node, (ast.YieldFrom, ast.Call, ast.Return)):
                yield child.lineno, called(child)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_steps_are_named_and_run(path):
    source = path.read_text("utf-8")
    assert list(misnamed(source)) == []
    assert list(not_run(source)) == []


def test_what_is_forgotten_or_misnamed_is_found():
    for line in (
        "self.reader.start_open()",
        "found = self.reader.start_probe(5000)",
        "if self._start_wait(1): pass",
        "start_draw(canvas, rows), yield_()",
    ):
        assert list(not_run(f"def start_it(self):\n    yield 0\n    {line}\n")), line
    for source in (
        "def start_it():\n    return 1",
        "def start_it(self):\n    self.on = True\n    return self._start_it()",
        "def wait():\n    yield 5",
        "class Reader:\n    def _probe(self):\n        yield from self.start_probe()",
    ):
        assert list(misnamed(source)), source


def test_there_are_steps_to_look_at():
    assert sum(path.read_text("utf-8").count("start_") for path in FILES) > 60
