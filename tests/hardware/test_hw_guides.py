"""The guides: they show the commands' output, agree in both languages, and have correct figures."""

import importlib
import io
import json
import re
import sys
import tempfile
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from typer.testing import CliRunner

from tierce_plans import power
from tierce_tools.base.paths import board_module
from tierce_tools.base.texts import texts
from tierce_tools.board import findings_readers
from tierce_tools.cli.doctor_texts import DO, FOUND
from tierce_tools.cli.main import VERBS, app
from tierce_tools.description import descriptions
from tierce_tools.virtual.board import ModelledBoard

ROOT = Path(__file__).parents[2]
GUIDES = ROOT / "hardware" / "guides"
PAGES = sorted(path.name for path in GUIDES.glob("*.md") if not path.name.endswith(".fr.md"))
STEPS = sorted(path.name for path in (GUIDES / "steps").glob("*.json"))


def module(name: str) -> Any:
    """Return one of the guides' scripts."""
    if str(GUIDES) not in sys.path:
        sys.path.insert(0, str(GUIDES))
    return importlib.import_module(name)


shown, steps, figures, draw_pictures = map(module, ("shown", "steps", "figures", "draw_pictures"))


def page(name: str, lang: str = "en") -> str:
    file = name if lang == "en" else name.replace(".md", ".fr.md")
    return (GUIDES / file).read_text("utf-8")


def prose(text: str) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


# --- the output of commands

COMPUTED = sorted(path.name for path in GUIDES.glob("*.md") if "[[[cog" in path.read_text("utf-8"))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.longer if name.startswith("BRING-UP") else ()) for name in COMPUTED]
)
def test_what_is_computed_is_fresh(name: str):
    with redirect_stdout(io.StringIO()) as said:
        code = shown.renew("--check", str(GUIDES / name))
    assert code == 0, f"{said.getvalue()}: run hardware/guides/shown.py"


def test_there_is_something_to_run():
    # Each step of the small table and its usual mistakes; else parts of a page could be lost.
    found = re.findall(r'\[\[\[cog (\w+)\("([^"]*)"', page("BRING-UP.md"))
    assert len({command for _, command in found}) > 25
    for name in STEPS:
        assert not name.startswith("small") or any(f"steps/{name}" in each for _, each in found)
    assert all("--fault" in command for kind, command in found if kind == "wrong")


def test_a_part_of_an_examination():
    told = (
        "head\n┃ what ┃ ┃ found ┃ verdict ┃\n│ a │ │ fine │ ok │\n"
        "│ b │ x │ not so fine, │ bad │\n│ │ │ alas │ │\n"
        "│ c │ │ fine │ ok │\n│ d │ │ fine │ bon │\n"
        "└\nWhat to do\nbad: b\n1 bad, 3 in order.\n"
    )
    assert shown.part("wrong", told, "") == ("...\n│ b │ x │ not so fine, │ bad │\n│ │ │ alas │ │\n...\nbad: b\n")
    before = "│ a │ │ no │ bad │\n│ b │ x │ fine │ ok │\n│ c │ │ 1 │ ok │\n"
    assert shown.part("step", told, before) == ("...\n│ d │ │ fine │ bon │\n1 bad, 3 in order.\n")
    assert shown.part("run", told, "") == told


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_deploy_says_of_the_first_step(lang: str):
    say = texts(lang)
    version = board_module("app").VERSION
    told = "\n".join(
        (
            say(
                "Tierce {version} on MicroPython {micropython}, table {table}, {zones} zones",
                version=version,
                micropython="1.28.0",
                table="small",
                zones=0,
            ),
            say("All is well."),
            say("The table knows no cards yet; next: tierce register"),
        )
    )
    assert f"```text\n{told}\n```" in page("BRING-UP.md", lang)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_what_is_quoted_is_said_so(lang: str):
    say = texts(lang)
    told = " ".join(page("BRING-UP.md", lang).split())
    for text in (
        say(FOUND["deck_missing"]),
        say("Examination of the table “{name}”", name="small"),
        say(FOUND["reader_error"], reason="version"),
    ):
        assert text in told, text
    told = " ".join(page("TROUBLES.md", lang).split())
    for key in ("covered", "strange"):
        assert re.split(" ?:", say(FOUND[key]))[0] in told, key


# --- the configs of the steps


def test_steps_are_fresh():
    assert steps.files() == {name: (GUIDES / "steps" / name).read_text("utf-8") for name in STEPS}, (
        "run hardware/guides/steps.py"
    )


@pytest.mark.parametrize("name", STEPS)
def test_a_step_is_a_table_without_its_rest(name: str):
    config = json.loads((GUIDES / "steps" / name).read_text("utf-8"))
    assert board_module("app.config").check(config) == []
    table = next(
        each for each in reversed(descriptions.names()) if name.startswith(f"{each}-") and name[len(each) + 1].isdigit()
    )
    whole = json.loads(descriptions.shipped(table).read_bytes())
    for key, value in config.items():
        assert value == (whole[key][: len(value)] if key == "zones" else whole[key]), key
    # The program runs with it.
    with tempfile.TemporaryDirectory() as folder:
        board = ModelledBoard(Path(folder), config, deck=False)
        board.start()
        board.run(1500)
        assert not (Path(folder) / "error.txt").exists()
        board.stop()


def test_steps_only_add():
    for table in ("small", "club", "classroom", "classroom-pn5180"):
        before: dict[str, Any] = {}
        for config in steps.configs(table).values():
            assert set(before) <= set(config)
            assert before.get("zones", []) == config["zones"][: len(before.get("zones", []))]
            before = config


# --- pictures and figures


@pytest.mark.longer
def test_pictures_are_fresh():
    for name, content in draw_pictures.pictures().items():
        assert (GUIDES / name).read_text("utf-8") == content, "run hardware/guides/draw_pictures.py"


def test_pictures_are_well_formed_and_shown():
    pages = {lang: "".join(page(name, lang) for name in PAGES) for lang in ("en", "fr")}
    for name, content in draw_pictures.pictures().items():
        root = ET.fromstring(content)
        width, height = float(root.get("width", "0")), float(root.get("height", "0"))
        for element in root.iter():
            x, y = element.get("x"), element.get("y")
            if x is not None and y is not None and element.get("transform") is None:
                assert 0 <= float(x) <= width, (name, element.text)
                assert 0 <= float(y) <= height, (name, element.text)
        lang = "fr" if name.endswith(".fr.svg") else "en"
        assert f"]({name})" in pages[lang], name


def test_pictures_say_the_same_in_both_languages():
    for key, both in draw_pictures.WORDS.items():
        numbers = [re.findall(r"\d+(?:[.,]\d+)?", each) for each in both]
        changed = [[each.replace(",", ".") for each in found] for found in numbers]
        assert sorted(changed[0]) == sorted(changed[1]), key


def test_the_detuning_model():
    # The figures in the text.
    assert [round(figures.common(f0, n, k), 1) for f0, n, k in ((13.56, 2, 0.7), (13.56, 4, 0.1), (17, 4, 0.1))] == [
        10.4,
        11.9,
        14.9,
    ]
    for side in figures.SIDES:
        far = [figures.coupling(side / 1e3, pitch / 1e3) for pitch in (0, 5, 10)]
        assert far == sorted(far, reverse=True)
        assert 0.8 < far[0] < 1
        # From far away a coil is a dipole in the plane: k is negative, and falls with the cube.
        near, far_off = (figures.coupling(side / 1e3, side * n / 1e3) for n in (4, 8))
        assert near < 0
        assert 7 < near / far_off < 9
    # Inductance of a square loop of thin trace: the textbook's 2 mu0 a / pi (ln(a / r) - 0.774),
    # where a trace of width w counts as a wire of r = w / 4.
    loop = [(0.05, 0.05, 0.001)]
    known = 8e-7 * 0.1 * (figures.np.log(0.1 / 0.00025) - 0.774)
    assert figures.mutual(loop, loop, 0.0, 0.0) == pytest.approx(known, rel=0.03)
    for side in (15, 18, 22):
        for pitch in range(-(-2 * side // 3), 25):
            assert abs(figures.coupling(side / 1e3, pitch / 1e3)) <= 0.14, (side, pitch)
    # The guide's advice holds in the model; what it warns of fails there.
    for pitch in (0.015, 0.018, 0.020):
        assert figures.fan(16.0, 13, 0.018, pitch) > figures.FC
    assert figures.fan(16.0, 4, 0.018, 0.0) < 0.7 * figures.FC
    assert figures.fan(16.0, 4, 0.045, 0.018) < figures.FC
    # Two cards one card's thickness apart are a pair whose lowest mode the formula gives.
    k = figures.coupling(0.018, 0.018)
    assert figures.fan(16.0, 2, 0.018, 0.018) == pytest.approx(16.0 / (1 + abs(k)) ** 0.5)


# --- both languages


def commands(text: str) -> list[str]:
    """Return the commands and inputs of a page, in order."""
    blocks = re.findall(r"^<!-- .*-->$|^(?:\$ )?tierce .*$", text, re.MULTILINE)
    spans = re.findall(r"`(tierce [^`]*)`", prose(text))
    changed = [each.replace("FICHIER", "FILE").replace("la-mienne", "mine") for each in spans]
    return [*blocks, "--", *sorted(changed)]


def test_every_page_is_there_in_both_languages():
    french = {path.name.replace(".fr.md", ".md") for path in GUIDES.glob("*.fr.md")}
    assert french == set(PAGES)
    assert {
        f"{name}.md"
        for name in (
            "TAGS",
            "ANTENNAS",
            "FELT",
            "BUILD-SMALL",
            "BUILD-CLUB",
            "BUILD-CLASSROOM",
            "BRING-UP",
            "TROUBLES",
            "SAFETY",
            "CALIBRATION",
            "WOKWI",
        )
    } <= set(PAGES)


@pytest.mark.parametrize("name", PAGES)
def test_both_languages_have_the_same(name: str):
    """Besides headings and blocks, for which see test_hw_docs.py."""
    ours, theirs = page(name), page(name, "fr")
    ours_typed = [each for each in commands(ours) if not each.startswith("Tierce")]
    assert ours_typed == commands(theirs)
    # Tables have the same rows and cells.
    rows = [[line.count("|") for line in prose(text).splitlines() if line.startswith("|")] for text in (ours, theirs)]
    assert rows[0] == rows[1]
    links = [re.findall(r"\]\(([^)#]+)", text) for text in (ours, theirs)]
    bare = [sorted(link.replace(".fr.", ".") for link in found) for found in links]
    assert bare[0] == bare[1]


@pytest.mark.parametrize("name", PAGES)
def test_figures_are_the_same_in_both_languages(name: str):
    found: list[list[str]] = []
    for lang in ("en", "fr"):
        told = re.sub(r"\]\([^)]*\)", "", prose(page(name, lang)))
        units = "mm|V|A|mA|µF|nF|kΩ|Ω|MHz|EUR|µH"
        numbers = re.findall(rf"(?<![\w.,])\d+(?:[.,]\d+)?(?= ?(?:{units})\b)", told)
        found.append(sorted(each.replace(",", ".") for each in numbers))
    assert found[0] == found[1]


@cache
def options(verb: str) -> set[str]:
    """Return the options of a verb."""
    done = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"}).invoke(app, [verb, "--help"])
    return set(re.findall(r"--[a-z][a-z0-9-]*", done.stdout))


@pytest.mark.parametrize("name", PAGES)
def test_commands_and_files_are_real(name: str):
    told = page(name) + page(name, "fr")
    for verb in re.findall(r"(?:`|^\$ |^)tierce ([a-z]+)", told, re.MULTILINE):
        assert verb in VERBS, verb
    for verb, rest in re.findall(r"(?:`|^\$ |^)tierce ([a-z]+)([^`\n]*)", told, re.MULTILINE):
        wanted = set(re.findall(r"--[a-z][a-z0-9-]*", rest))
        assert wanted <= options(verb), (verb, wanted - options(verb))
    for file in re.findall(r"--config (\S+?\.json)", told):
        if "/" in file:
            assert (ROOT / file).exists(), file


# --- troubleshooting


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_advice_has_its_place_in_the_troubles(lang: str):
    rows = [line for line in page("TROUBLES.md", lang).splitlines() if line.startswith("|")]
    told = {key for row in rows if " · `" in row for key in re.findall(r"`(\w+)`", row.rpartition(" · ")[2])}
    advice = set(DO)
    assert advice - told == set()
    assert told - advice == set()


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_trouble_of_the_board_is_told(lang: str):
    board = (ROOT / "firmware" / "BOARD.md").read_text("utf-8")
    section = re.search(r"^## Troubles$(.*?)^## ", board, re.MULTILINE | re.DOTALL)
    assert section
    named = re.findall(r"^\| `.*\|$", section[1], re.MULTILINE)
    assert len(named) >= 5
    told = page("TROUBLES.md", lang)
    for row in named:
        for key in re.findall(r"`(\w+)`", row):
            if key != "most":
                assert f"`{key}`" in told, key


# --- figures of the program and of the tables


def test_thresholds_are_those_of_the_program():
    presence, readers = board_module("app.sensing.presence"), board_module("app.sensing.readers")
    assert (presence._GONE, presence._GONE_MS, presence._MOVED, presence._TWO_ZONES_MS) == (5, 250, 3, 2000)
    assert (readers._FAILS, readers._RETRY_MS, readers._LOADED, readers._LOAD) == (3, 5000, 80, 5)
    assert (findings_readers.GAIN_LOOK, findings_readers.GAIN_BAD) == (20, 50)
    assert findings_readers.RATE_LOOK == 98  # 49 of 50
    told = " ".join(page("CALIBRATION.md").split())
    for text in (
        "5 times running, over 250 ms",
        "misses it 3 times",
        "after 2 s",
        "3 failures running; tried again every 5 s",
        "80 % of its gain",
        "5 % at most",
        "20 % off: look, 50 %: bad",
        "20 unless it says otherwise",
        "64 by default",
    ):
        assert text in told, text
    rows = {row[0]: row[3] for row in board_module("app.schema").rows("zone")}
    assert (rows["settle_us"], rows["most"]) == (5000, 20)


def test_fuses_are_those_of_the_budget():
    amperes = {name: power.budget(descriptions.load(name, "en")).fuse_ma for name in ("small", "club")}
    assert amperes == {"small": 1600, "club": 4000}
    assert "small 1.6 A, club 4 A" in " ".join(page("SAFETY.md").split())
    for name in ("classroom", "classroom-pn5180"):
        assert power.budget(descriptions.load(name, "en")).usb


def test_sizes_are_those_of_the_tables():
    small, room = descriptions.load("small", "en").build, descriptions.load("classroom", "en").build
    assert "felt {} × {} mm".format(*small.felt) in page("BUILD-SMALL.md")
    assert "{} × {} mm".format(*room.felt) in page("BUILD-CLASSROOM.md")
    assert small.pitch == 18
    assert small.tag == (18, 18)
    assert 63 + 12 * small.pitch == 279
