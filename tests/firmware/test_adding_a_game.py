"""Follows "Adding a game" of firmware/README.md on a copy of the firmware, and plays that game."""

import json
import os
import re
import shutil
import sys
from pathlib import Path

import processes
import pytest

from tierce_tools.base.paths import firmware

TESTS = Path(__file__).parents[1]
# A match between random players, the menu in both languages, and a hint.
PLAYED = """
import json
from app.people.choices import Choices
from app.people.words import BoardWords
from players import Players
from tierce_tools.hints.questions import answer
match = Players("rami60x", 1, seats=2, rules={}, honest=True)
while "round" not in [outcome[0] for outcome in match.outcomes]:
    match.play(50)
menu = []
for language in ("en", "fr"):
    choices = Choices(BoardWords(language), {"game": "rami60x"})
    menu.append((choices.game, choices.games().index("rami60x"), choices.rule("first_lay_points")))
asked = {"game": "rami60x", "hand": "TS JS QS KH KD KC 2C".split()}
told = [outcome[0] for outcome in match.outcomes]
print(json.dumps({"told": told, "menu": menu, "hint": dict(answer(asked))}))
"""


def steps():
    """Return the two code blocks of the section: (preset, name)."""
    text = (firmware() / "README.md").read_text("utf-8")
    section = text.partition("## Adding a game\n")[2].partition("\n## ")[0]
    laying = section.partition("**A new family**")[0]
    preset, name = re.findall(r"```\w+\n(.*?)```", laying, re.S)
    # Under a name of the test's own, so that the section's example may be done for good.
    return preset.strip().replace("rami60", "rami60x"), name.strip().replace("rami60=", "rami60x=")


@pytest.fixture(scope="module")
def added(tmp_path_factory):
    """Return a copy of the firmware with the game added as the section says."""
    folder = tmp_path_factory.mktemp("added")
    shutil.copytree(firmware(), folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    preset, name = steps()
    presets = folder / "tierce/presets.py"
    text = presets.read_text("utf-8")
    place = '    "rami7": _like('
    assert text.count(place) == 1
    presets.write_text(text.replace(place, f"    {preset}\n{place}"), "utf-8")
    for language in ("en", "fr"):
        names = folder / f"tierce/names_{language}.words"
        text = names.read_text("utf-8")
        assert text.count("\nrami30=") == 1
        names.write_text(text.replace("\nrami30=", f"\n{name}\nrami30="), "utf-8")
    return folder


def ran(added, *command):
    """Run Python with the copy of the firmware on its path; return its output."""
    path = os.pathsep.join(map(str, (added, TESTS, TESTS / "rules")))
    env = os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"}
    return processes.run_text(sys.executable, *command, check=True, env=env).stdout


def test_it_is_played_and_asked(added):
    """Its log in MicroPython is as that of any game of its family."""
    played = json.loads(ran(added, "-c", PLAYED))
    assert played["menu"] == [["rami60x", 1, 60]] * 2
    assert (played["hint"]["can_lay"], played["hint"]["points"]) == (True, 60)
    assert {"turn", "round"} <= set(played["told"])
