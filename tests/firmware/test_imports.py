"""Law 2, one direction: the imports of the engine's files, read from their source.

Imports inside functions count too.
"""

import ast
import sys
from functools import cache
from pathlib import Path

import processes
import pytest

import tierce

ENGINE = Path(tierce.__file__).parent
FILES = sorted(ENGINE.rglob("*.py"))
# From the lowest floor up; files of one floor do not import each other.
FLOORS = [
    ["phrases", "phases", "zones"],
    ["cards", *sorted(file.stem for file in ENGINE.glob("[a-z]*_??.py"))],
    ["said", "melds"],
    ["arrange", "arrange.gin", "arrange.moves", "arrange.ranks"],
    ["arrange.laying", "arrange.ways"],
    ["arrange.contrat", "arrange.manipulation"],
    ["arrange.every"],
    ["outcomes", "records"],
    ["record_reader"],
    ["bad_data"],
    ["gin_sheet", "presets"],
    ["check", "hints", "events", "log"],
    ["taps"],
    ["layout"],
    ["game"],
    ["games", "games.gin", "games.laying", "games.manipulation"],
    ["games.contrat"],
    ["games.rami500"],
    ["rulings"],
    ["view", "state"],
    ["referee"],
]
FLOOR = {"tierce": -1} | {f"tierce.{name}": floor for floor, names in enumerate(FLOORS) for name in names}
# Modules of MicroPython that every board has and the engine may use.
OUTSIDE = {"micropython", "struct", "array", "sys"}

# A game of each family, and the family's modules that its table loads.
GAMES = [
    ("rami51", "laying"),
    ("rami500", "rami500 laying"),
    ("contrat", "contrat laying"),
    ("gin", "gin"),
    ("manipulation", "manipulation"),
]


def module_name(file):
    """Return the name under which a file of the engine is imported."""
    parts = ["tierce", *file.relative_to(ENGINE).with_suffix("").parts]
    return ".".join(parts).removesuffix(".__init__")


@cache
def parsed(file):
    return ast.parse(file.read_text("utf-8"), str(file))


# Classes that annotations name without an import: __builtins__.pyi takes each from its module.
NAMED = {
    alias.name: node.module
    for node in ast.parse((ENGINE.parent / "__builtins__.pyi").read_text("utf-8")).body
    if isinstance(node, ast.ImportFrom) and node.module.startswith(("tierce.", "drivers."))
    for alias in node.names
}


def annotations_of(file):
    """Yield the annotations of a file that stand in quotes, parsed."""
    for node in ast.walk(parsed(file)):
        said = getattr(node, "annotation", None) or getattr(node, "returns", None)
        if isinstance(said, ast.Constant) and isinstance(said.value, str):
            yield ast.parse(said.value, mode="eval")


def imports_of(file, ours=FLOOR):
    """Return the modules that a file imports anywhere, or names in its annotations."""
    own = {node.name for node in ast.walk(parsed(file)) if isinstance(node, ast.ClassDef)}
    named = {node.id for said in annotations_of(file) for node in ast.walk(said) if isinstance(node, ast.Name)}
    found = {NAMED[name] for name in named - own if name in NAMED}
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}:{node.lineno}: a relative import"
            assert node.module, f"{file}:{node.lineno}: an import without a module"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in ours else node.module)
        elif isinstance(node, ast.Name):
            # Words are loaded by their names, and drivers by their kinds: each in one place.
            allowed = file in (ENGINE / "phrases.py", ENGINE.parent / "app" / "board.py")
            assert allowed or node.id != "__import__", f"{file}:{node.lineno}: __import__"
    return found


def test_every_file_has_its_floor():
    assert {module_name(file) for file in FILES} == set(FLOOR)


def test_imports_are_ours_or_on_every_board():
    for file in FILES:
        assert imports_of(file) <= {*FLOOR, *OUTSIDE}, module_name(file)


def test_nothing_imports_upwards():
    for file in FILES:
        own = module_name(file)
        for name in imports_of(file) & set(FLOOR):
            assert FLOOR[name] < FLOOR[own], f"{own} imports {name}, which is above it or beside it"


def test_words_import_nothing():
    files = sorted(ENGINE.glob("[a-z]*_??.py"))
    assert files
    for file in files:
        assert not imports_of(file), module_name(file)


@pytest.mark.parametrize(("game", "modules"), GAMES)
def test_a_game_loads_its_own_family_and_no_language(game, modules):
    """A module that is not loaded takes no memory on a board."""
    script = (
        "import sys\n"
        "from tierce.referee import Referee\n"
        f"header = {{'tierce': 1, 'game': {game!r}, 'players': ['Ana', 'Luc'], 'dealer': 0}}\n"
        "referee = Referee(header)\n"
        "referee.feed({'t': 0, 'seat': 0, 'press': 'deal'})\n"
        "assert referee.feed({'t': 1, 'seat': 0, 'press': 'pass'})[0][0] == 'refused'\n"
        "print(*sorted(name for name in sys.modules if name.startswith('tierce')))\n"
    )
    ran = processes.run_text(sys.executable, "-B", "-c", script, check=True, env={"PYTHONPATH": str(ENGINE.parent)})
    loaded = ran.stdout.split()
    assert {name for name in loaded if name.startswith("tierce.games.")} == {
        f"tierce.games.{x}" for x in modules.split()
    }
    assert not {name for name in loaded if name.startswith(("tierce.words_", "tierce.said"))}


def test_the_naive_solvers_are_independent():
    for file in (Path(__file__).parents[1] / "naive").glob("*.py"):
        found = [
            name for name in imports_of(file) if name.startswith(("tierce.melds", "tierce.arrange", "tierce.games"))
        ]
        assert not found, file


# --- the board's program, around the engine

FIRMWARE = ENGINE.parent
# Modules of MicroPython on a Pico; `traceback` is used where CPython runs the same code.
ON_A_PICO = OUTSIDE | set("binascii collections errno gc io json machine neopixel os select time traceback".split())
# From the ground up, as above; the rooms of `app` lie one upon the other.
DRIVERS = [
    ["steps", "scan", "iso15693", "font_data"],
    ["font", "lines", "inventory"],
    ["canvas", "buttons", "buzzer", "leds", "scale", "mfrc522", "pn532", "pn5180_radio"],
    ["oled", "epaper", "lcd1602", "pn5180_open"],
    ["pn5180_more"],
    ["pn5180"],
    ["pn5180_fast"],
]
APP = [
    ["unload", "clock", "files", "loop"],
    ["faults"],
    ["schema", "errors"],
    ["config"],
    ["sensing.presence", "sensing.deck", "sensing.readers", "sensing.scale", "sensing.taps"],
    ["journal.readback"],
    ["journal.journal"],
    ["journal.totals"],
    ["journal.segments", "journal.resume"],
    ["match.show", "match.held", "match.alerts", "match.by_hand", "match.checks"],
    ["match.match"],
    ["match.table", "sensing.touch"],
    ["match.tapped"],
    ["people.text", "people.words", "people.controls", "people.lights", "people.teach"],
    ["people.names", "people.screen", "people.choices"],
    ["people.alerts_page"],
    ["people.sheet", "people.menu", "people.placing"],
    ["people.pages"],
    ["people.decide"],
    ["people.opening"],
    ["people.pressing"],
    ["people.panel", "people.tapped_page"],
    ["people.tapping"],
    ["people.stopped"],
    ["link.usb", "link.link", "link.commands"],
    ["link.services"],
    ["board"],
    ["start"],
    ["program"],
]
ROOMS = {name.partition(".")[0] for names in APP for name in names if "." in name}
AROUND = (
    {"drivers": -2, "app": -1}
    | {f"app.{room}": -1 for room in ROOMS}
    | {
        f"{package}.{name}": floor
        for package, floors in (("drivers", DRIVERS), ("app", APP))
        for floor, names in enumerate(floors, len(DRIVERS) * (package == "app"))
        for name in names
    }
)
AROUND_FILES = [
    file
    for package in ("drivers", "app")
    for file in sorted((FIRMWARE / package).rglob("*.py"))
    if not file.name.startswith("example_")
]


def name_of(file):
    """Return the name under which a file around the engine is imported."""
    return ".".join(file.relative_to(FIRMWARE).with_suffix("").parts).removesuffix(".__init__")


def test_every_file_around_the_engine_has_its_floor():
    assert {name_of(file) for file in AROUND_FILES} == set(AROUND)


def test_nothing_around_the_engine_imports_upwards():
    for file in AROUND_FILES:
        own = name_of(file)
        for name in imports_of(file, AROUND):
            said = f"{own} imports {name}"
            if name in AROUND:
                assert AROUND[name] < AROUND[own], f"{said}, above it or beside it"
            elif own.startswith("drivers"):
                assert name in ON_A_PICO, said
            else:
                assert name.partition(".")[0] == "tierce" or name in ON_A_PICO, said


def test_what_stands_by_its_name_is_there():
    """Modules that are given back by name: a name that is none gives nothing back."""
    known = set(AROUND) | set(FLOOR)
    for file in [*AROUND_FILES, FIRMWARE / "main.py"]:
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                first, _, rest = node.value.partition(".")
                module = rest.replace("_", "").replace(".", "").isalnum()
                if module and first in ("app", "drivers", "tierce"):
                    # A language is added to the names of words: see tierce.phrases.
                    words = FIRMWARE / f"{node.value.replace('.', '/')}_en.words"
                    module = {node.value, f"{node.value}en"} & known
                    assert module or words.is_file(), f"{file}: {node.value}"


def test_the_firmware_has_the_project_s_version():
    from app import VERSION

    tools = FIRMWARE.parent / "host_tools" / "tierce_tools" / "__init__.py"
    assert f'\n__version__ = "{VERSION}"\n' in tools.read_text("utf-8")
