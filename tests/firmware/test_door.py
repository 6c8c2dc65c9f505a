"""Law 3, one door: code outside the engine does not use the attributes of a match.

It reads the view (tierce.view) and sends events.
"""

import ast
import re
from pathlib import Path

import pytest

import tierce
from tierce.view import OF_LAYOUT, OF_MATCH, View

FIRMWARE = Path(tierce.__file__).parents[1]
ROOT = FIRMWARE.parent
# Modules that only the engine's own files may import.
INSIDE = ("tierce.game", "tierce.games", "tierce.layout", "tierce.rulings")
# The only test module that may: it serves tests of the engine.
MAY = {ROOT / "tests/naive/watched.py"}
FILES = sorted(
    file
    for folder in (FIRMWARE / "app", FIRMWARE / "drivers", ROOT / "host_tools", ROOT / "tests")
    for file in folder.rglob("*.py")
    if file not in MAY and "node_modules" not in file.parts
)


# What a source has that may be forbidden: only such a one is parsed.
SUSPECT = re.compile(r"\b(_game|games?|layout|rulings)\b")


def peeps(text):
    """Return [(line number, name)] of forbidden imports and attributes in a source."""
    found = []
    if not SUSPECT.search(text):
        return found
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute) and node.attr == "_game":
            found.append((node.lineno, "_game"))
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            if any(name == room or name.startswith(f"{room}.") for room in INSIDE):
                found.append((node.lineno, name))
    return found


def test_the_test_sees_them():
    lines = [
        "from tierce import game",
        "import tierce.games.gin",
        "referee._game.hands",
        "from tierce.games.gin import x",
        "from tierce import cards, game",
        "import re",
        "import re, tierce.layout as y",
        "from tierce import (cards,  game)",
        "if x: from tierce.layout import z",
    ]
    for line in lines:
        assert bool(peeps(line)) == (line != "import re"), line
    assert [line for line, _ in peeps("import re\nfrom tierce import (\n    cards,\n    game,\n)")] == [2]


@pytest.mark.parametrize("folder", ["firmware", "host_tools", "tests"])
def test_nobody_reaches_behind_the_door(folder):
    files = [file for file in FILES if (ROOT / folder) in file.parents]
    assert len(files) > 20
    found = {str(file.relative_to(ROOT)): peeps(file.read_text("utf-8")) for file in files}
    assert {name: lines for name, lines in found.items() if lines} == {}


def test_the_door_offers_what_somebody_reads():
    code = "".join(file.read_text("utf-8") for file in FILES if ROOT / "tests" not in file.parents)
    offered = {*OF_MATCH, *OF_LAYOUT, *(name for name in vars(View) if name[0] != "_")}
    assert offered - set(re.findall(r"\bview\.(\w+)", code)) == set()
