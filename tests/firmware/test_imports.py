"""Law 2, one direction: the imports of the engine's files, read from their source.

Imports inside functions count too.
"""

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import tierce

ENGINE = Path(tierce.__file__).parent
FIRMWARE = ENGINE.parent
FILES = sorted(ENGINE.rglob("*.py"))
AROUND_FILES = [
    file
    for package in ("drivers", "app")
    for file in sorted((FIRMWARE / package).rglob("*.py"))
    if not file.name.startswith("example_")
]
ALL = [*FILES, *AROUND_FILES]
# What firmware/README.md names in each line of "The modules, from the ground up".
PAGE = (FIRMWARE / "README.md").read_text("utf-8").partition("## The modules, from the ground up\n")[2]
LINES = re.findall(r"^\| ((?:`[\w/]+`(?:, )?)+) \|", PAGE.partition("\n## ")[0], re.MULTILINE)
FLOOR = {name: floor for floor, line in enumerate(LINES) for name in re.findall(r"\w+", line)}
# Modules of MicroPython that every board has and the engine may use.
OUTSIDE = {"micropython", "struct", "array", "sys"}


def name_of(file):
    return ".".join(file.relative_to(FIRMWARE).with_suffix("").parts).removesuffix(".__init__")


def floor_of(name):
    """Return the floor of a module of the engine: of the words of a language the lowest."""
    room = name.split(".")[1]
    return -1 if room.startswith("words_") else FLOOR[room]


NAMES = {name_of(file) for file in ALL}


@cache
def nodes_of(file):
    return list(ast.walk(ast.parse(file.read_text("utf-8"), str(file))))


# Classes that annotations name without an import: __builtins__.pyi takes each from its module.
NAMED = {
    alias.name: node.module
    for node in ast.parse((FIRMWARE / "__builtins__.pyi").read_text("utf-8")).body
    if isinstance(node, ast.ImportFrom) and node.module.startswith(("tierce.", "drivers."))
    for alias in node.names
}


def annotations_of(file):
    """Yield the annotations of a file that stand in quotes, parsed."""
    for node in nodes_of(file):
        said = getattr(node, "annotation", None) or getattr(node, "returns", None)
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            yield ast.parse(said.value, mode="eval")


@cache
def imports_of(file):
    """Return the modules that a file imports anywhere, or names in its annotations."""
    own = {node.name for node in nodes_of(file) if isinstance(node, ast.ClassDef)}
    named = {node.id for said in annotations_of(file) for node in ast.walk(said) if isinstance(node, ast.Name)}
    found = {NAMED[name] for name in named - own if name in NAMED}
    for node in nodes_of(file):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            assert node.module, f"{file}:{node.lineno}: an import without a module"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in NAMES else node.module)
        elif isinstance(node, ast.Name):
            # Words are loaded by their names, and drivers by their kinds: each in one place.
            allowed = file in (ENGINE / "phrases.py", FIRMWARE / "app" / "board.py")
            assert allowed or node.id != "__import__", f"{file}:{node.lineno}: __import__"
    return found


def test_there_are_no_circles():
    graph = {name_of(file): imports_of(file) & NAMES - {name_of(file)} for file in ALL}
    TopologicalSorter(graph).prepare()


def test_the_engine_imports_what_is_below_or_on_every_board():
    for file in FILES:
        own = name_of(file)
        for name in imports_of(file) - OUTSIDE - {"tierce"}:
            assert floor_of(name) <= floor_of(own), f"{own} imports {name}, which is above it"


def test_the_naive_solvers_are_independent():
    for file in (Path(__file__).parents[1] / "naive").glob("*.py"):
        found = [
            name for name in imports_of(file) if name.startswith(("tierce.melds", "tierce.arrange", "tierce.games"))
        ]
        assert not found, file


# --- the board's program, around the engine

# Modules of MicroPython on a Pico; `traceback` is used where CPython runs the same code.
ON_A_PICO = OUTSIDE | set("binascii collections errno gc io json machine neopixel os select time traceback".split())
# The rooms from the ground up; what lies in `app` itself is beneath some and above others.
ROOMS = ["drivers", "app.sensing", "app.journal", "app.match", "app.people", "app.link"]


def room_of(name):
    """Return the number of a module's room, None for what lies in `app` itself."""
    return next((number for number, room in enumerate(ROOMS) if f"{name}.".startswith(f"{room}.")), None)


def test_nothing_around_the_engine_imports_upwards():
    for file in AROUND_FILES:
        own = name_of(file)
        for name in imports_of(file):
            said = f"{own} imports {name}"
            if name in NAMES and not name.startswith("tierce"):
                rooms = room_of(name), room_of(own)
                assert None in rooms or rooms[0] <= rooms[1], f"{said}, which is above it"
                assert own.startswith("app") or name.startswith("drivers"), said
            elif own.startswith("drivers"):
                assert name in ON_A_PICO, said
            else:
                assert name.partition(".")[0] == "tierce" or name in ON_A_PICO, said


def test_what_stands_by_its_name_is_there():
    """Modules that are given back by name: a name that is none gives nothing back."""
    for file in [*AROUND_FILES, FIRMWARE / "main.py"]:
        for node in nodes_of(file):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                first, _, rest = node.value.partition(".")
                module = rest.replace("_", "").replace(".", "").isalnum()
                if module and first in ("app", "drivers", "tierce"):
                    # A language is added to the names of words: see tierce.phrases.
                    words = FIRMWARE / f"{node.value.replace('.', '/')}_en.words"
                    module = {node.value, f"{node.value}en"} & NAMES
                    assert module or words.is_file(), f"{file}: {node.value}"


def test_the_firmware_has_the_project_s_version():
    from app import VERSION

    tools = FIRMWARE.parent / "host_tools" / "tierce_tools" / "__init__.py"
    assert f'\n__version__ = "{VERSION}"\n' in tools.read_text("utf-8")
