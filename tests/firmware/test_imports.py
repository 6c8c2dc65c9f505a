"""Law 2, one direction: the imports of the engine's files, read from their source.

Imports inside functions count too.
"""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import tierce

ENGINE = Path(tierce.__file__).parent
FILES = sorted(ENGINE.rglob("*.py"))
# From the lowest floor up; files of one floor do not import each other.
FLOORS = [
    ["phrases"],
    ["cards", *sorted(file.stem for file in ENGINE.glob("*_*.py") if file.stem[0] != "_")],
    ["melds"],
    ["arrange", "arrange.gin", "arrange.moves", "arrange.ranks"],
    ["arrange.laying", "arrange.manipulation"],
    ["outcomes", "records"],
    ["recorded"],
    ["bad_data"],
    ["presets"],
    ["hints"],
    ["table"],
    ["game"],
    ["games", "games.gin", "games.laying", "games.manipulation"],
    ["rulings"],
    ["referee"],
]
FLOOR = {"tierce": -1} | {
    f"tierce.{name}": floor for floor, names in enumerate(FLOORS) for name in names
}
# Modules of MicroPython that every board has and the engine may use.
OUTSIDE = {"micropython", "struct", "array"}

# A log's first event in each family, and the engine modules that its table loads.
LAYING = "tierce.games.laying"
GIN = "tierce.games.gin"
MANIPULATION = "tierce.games.manipulation"
FAMILIES = [
    ("chamberliens", LAYING),
    ("rami51", LAYING),
    ("rami30", LAYING),
    ("rami7", LAYING),
    ("gin", GIN),
    ("manipulation", MANIPULATION),
]


def module_name(file):
    """Return the name under which a file of the engine is imported."""
    parts = ["tierce", *file.relative_to(ENGINE).with_suffix("").parts]
    return ".".join(parts).removesuffix(".__init__")


def imports_of(file):
    """Return the modules that a file imports anywhere."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"), str(file))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            assert node.module, f"{file}:{node.lineno}: an import without a module"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in FLOOR else node.module)
        elif isinstance(node, ast.Name):
            assert node.id != "__import__", f"{file}:{node.lineno}: __import__"
    return found


def test_every_file_has_its_floor():
    assert {module_name(file) for file in FILES} == set(FLOOR)


@pytest.mark.parametrize("file", FILES, ids=module_name)
def test_imports_are_ours_or_on_every_board(file):
    for name in imports_of(file):
        assert name in FLOOR or name in OUTSIDE, f"{module_name(file)} imports {name}"


@pytest.mark.parametrize("file", FILES, ids=module_name)
def test_nothing_imports_upwards(file):
    own = module_name(file)
    for name in imports_of(file) & set(FLOOR):
        assert FLOOR[name] < FLOOR[own], f"{own} imports {name}, which stands above it or beside it"


@pytest.mark.parametrize("file", sorted(ENGINE.glob("[!_]*_*.py")), ids=module_name)
def test_words_import_nothing(file):
    assert imports_of(file) <= {"tierce.phrases"}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("game", "family"), FAMILIES)
def test_a_game_loads_its_own_family_and_one_language(game, family, language):
    """A module that is not loaded takes no memory on a board."""
    script = (
        "import sys\n"
        "from tierce.referee import Referee\n"
        f"header = {{'tierce': 1, 'game': {game!r}, 'players': ['Ana', 'Luc'], 'dealer': 0}}\n"
        f"referee = Referee(header, {language!r})\n"
        "referee.feed({'t': 0, 'seat': 0, 'press': 'deal'})\n"
        "referee.feed({'t': 1, 'seat': 0, 'press': 'pass'})\n"  # a refusal: its words are needed
        "print(*sorted(name for name in sys.modules if name.startswith('tierce')))\n"
    )
    ran = subprocess.run(
        [sys.executable, "-B", "-c", script],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
        env={"PYTHONPATH": str(ENGINE.parent)},
    )
    loaded = set(ran.stdout.split())
    assert family in loaded
    assert not loaded & ({LAYING, GIN, MANIPULATION} - {family})
    assert {name for name in loaded if name.startswith("tierce.words_")} == {
        f"tierce.words_{language}"
    }
    for other in ("names", "hints", "errors"):
        assert not {name for name in loaded if name.startswith(f"tierce.{other}_")}


# --- the board's program, around the engine

FIRMWARE = ENGINE.parent
# Modules of MicroPython on a Pico; `traceback` is used where CPython runs the same code.
ON_A_PICO = OUTSIDE | {
    "binascii", "collections", "errno", "gc", "io", "json", "machine", "neopixel", "os", "select",
    "sys", "time", "traceback",
}
MAY_IMPORT = {"drivers": ("drivers",), "app": ("app", "drivers", "tierce")}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_nothing_around_the_engine_imports_upwards(package):
    files = [file for file in sorted((FIRMWARE / package).glob("*.py"))
             if not file.name.startswith("example_")]
    assert files
    for file in files:
        for name in imports_of(file):
            first = name.partition(".")[0]
            assert first in MAY_IMPORT[package] or name in ON_A_PICO, f"{file} imports {name}"


def test_the_firmware_has_the_project_s_version():
    from app import VERSION

    assert f'\nversion = "{VERSION}"\n' in (FIRMWARE.parent / "pyproject.toml").read_text("utf-8")
