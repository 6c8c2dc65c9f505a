"""The engine's stubs (host_tools/typings) have the names and parameters of its source."""

import ast
import importlib
import inspect
from pathlib import Path
from typing import Any

import pytest

STUBS = Path(__file__).parents[2] / "host_tools/typings/tierce"


def parameters(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    names = [each.arg for each in arguments.args]
    return names + ([arguments.vararg.arg] if arguments.vararg else [])


def check(stub: ast.stmt, owner: Any, instance: set[str]) -> None:
    if isinstance(stub, ast.FunctionDef):
        assert list(inspect.signature(getattr(owner, stub.name)).parameters) == parameters(stub)
    elif isinstance(stub, ast.AnnAssign) and isinstance(stub.target, ast.Name):
        assert hasattr(owner, stub.target.id) or stub.target.id in instance, stub.target.id
    elif isinstance(stub, ast.ClassDef):
        kind = getattr(owner, stub.name)
        # Attributes set in __init__ exist in every instance.
        attributes = set(kind.__init__.__code__.co_names)
        for each in stub.body:
            check(each, kind, attributes)


def module_of(path: Path) -> str:
    names = path.relative_to(STUBS.parent).with_suffix("").parts
    return ".".join(name for name in names if name != "__init__")


@pytest.mark.parametrize("path", sorted(STUBS.rglob("*.pyi")), ids=module_of)
def test_typings(path: Path):
    module = importlib.import_module(module_of(path))
    for stub in ast.parse(path.read_text(encoding="utf-8")).body:
        check(stub, module, set())
