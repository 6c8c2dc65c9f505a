"""The stubs of engine and drivers (host_tools/typings) have the names and parameters of the source.

Those of the drivers have all of them.
"""

import ast
import importlib
import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from drivers.inventory import Radio
    from drivers.mfrc522 import MFRC522
    from drivers.pn5180 import PN5180
    from drivers.scan import Reader

ROOT = Path(__file__).parents[2]
STUBS = ROOT / "host_tools/typings"
DRIVERS = [path for path in sorted((ROOT / "firmware/drivers").glob("*.py")) if not path.name.startswith("example_")]


def parameters(function: ast.FunctionDef) -> list[str]:
    arguments = function.args
    names = [each.arg for each in arguments.args]
    return names + ([arguments.vararg.arg] if arguments.vararg else [])


def is_protocol(stub: ast.ClassDef) -> bool:
    """Tell whether a class describes what a parameter must have; the source has no such class."""
    return any(getattr(base, "id", "") == "Protocol" for base in stub.bases)


def check(stub: ast.stmt, owner: Any, instance: set[str]) -> None:
    if isinstance(stub, ast.FunctionDef):
        assert list(inspect.signature(getattr(owner, stub.name)).parameters) == parameters(stub)
    elif isinstance(stub, ast.AnnAssign) and isinstance(stub.target, ast.Name):
        assert hasattr(owner, stub.target.id) or stub.target.id in instance, stub.target.id
    elif isinstance(stub, ast.ClassDef) and not is_protocol(stub):
        kind = getattr(owner, stub.name)
        # Attributes set in __init__ exist in every instance.
        attributes = set(kind.__init__.__code__.co_names)
        if hasattr(kind, "__getattr__"):  # a view of something else: it lists what it shows
            attributes |= set(kind.__getattr__.__globals__["OF_MATCH"])
            attributes |= set(kind.__getattr__.__globals__["OF_LAYOUT"])
        for each in stub.body:
            check(each, kind, attributes)


def module_of(path: Path) -> str:
    names = path.relative_to(STUBS).with_suffix("").parts
    return ".".join(name for name in names if name != "__init__")


@pytest.mark.parametrize("path", sorted(STUBS.rglob("*.pyi")), ids=module_of)
def test_typings(path: Path):
    module = importlib.import_module(module_of(path))
    for stub in ast.parse(path.read_text(encoding="utf-8")).body:
        check(stub, module, set())


def public(tree: ast.Module) -> set[str]:
    """Return the names that a module offers: constants, functions, classes and their methods."""
    names: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            names.add(node.name)
            names |= {
                f"{node.name}.{each.name}"
                for each in node.body
                if isinstance(each, ast.FunctionDef) and (each.name[0] != "_" or each.name == "__init__")
            }
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {name.id for name in node.targets if isinstance(name, ast.Name) and name.id.isupper()}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
    return {name for name in names if name[0] != "_"}


@pytest.mark.parametrize("path", DRIVERS, ids=lambda path: path.stem)
def test_drivers_have_whole_stubs(path: Path):
    stub = STUBS / "drivers" / f"{path.stem}.pyi"
    source, said = (ast.parse(each.read_text("utf-8")) for each in (path, stub))
    assert public(source) <= public(said)
    for node in ast.walk(said):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("start_"):
            assert node.returns
            assert ast.unparse(node.returns).startswith("Steps["), node.name


def alike(mfrc522: "MFRC522", pn5180: "PN5180") -> "tuple[list[Reader], Radio]":
    """Both chips are readers, and one is a radio: `pyright` says so, nothing runs this."""
    return [mfrc522, pn5180], pn5180
