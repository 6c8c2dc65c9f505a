"""The documents of the hardware folder: they show what commands print, agree in both languages, and
have correct figures, prices and names; their pictures are fresh."""

import importlib
import io
import json
import re
import sys
import tempfile
from collections.abc import Callable
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import ring
from hw_documents import LESSONS, NAMES, ROOT, Block, agrees, blocks_of, commands, printed
from processes import run_text
from typer.testing import CliRunner

from tierce_plans import bom, parts
from tierce_tools.base.paths import board_module
from tierce_tools.base.texts import texts
from tierce_tools.board.finding_texts import DO
from tierce_tools.cli.main import VERBS, app
from tierce_tools.description import descriptions
from tierce_tools.hints.typed import code
from tierce_tools.page import workbench
from tierce_tools.virtual.board import ModelledBoard

pytestmark = pytest.mark.made_from(
    "hardware/*",
    "host_tools/*.py",
    "host_tools/*.po",
    "host_tools/*.js",
    "firmware/*",
    "tests/rules/*",
    "tests/games/*",
)
HARDWARE = ROOT / "hardware"
GUIDES = HARDWARE / "guides"
BOTH = ("en", "fr")
DOCUMENTS = sorted(str(path.relative_to(ROOT)) for path in HARDWARE.rglob("*.md") if "plans" not in path.parts)
# A design is in one language.
ENGLISH = [name for name in DOCUMENTS if not name.endswith((".fr.md", "hardware/SCALING.md"))]
PAGES = sorted(path.name for path in GUIDES.glob("*.md") if not path.name.endswith(".fr.md"))
STEPS = sorted(path.name for path in (GUIDES / "steps").glob("*.json"))
COMPUTED = sorted(path.name for path in GUIDES.glob("*.md") if "[[[cog" in path.read_text("utf-8"))
# Blocks of these kinds are identical in both languages. Other kinds hold sentences; their number is
# the same.
SAME = ("python", "diff", "jsonl", "json")
longer = pytest.mark.longer
sys.path[:0] = [str(GUIDES), str(LESSONS)]
draw_lessons, draw_pictures, figures, shown, steps, tap_pictures = map(
    importlib.import_module, ("draw_lessons", "draw_pictures", "figures", "shown", "steps", "tap_pictures")
)


def french(name: str) -> str:
    return name.removesuffix(".md") + ".fr.md"


@cache
def page(name: str, lang: str = "en") -> str:
    """Return the text of a guide."""
    return (GUIDES / (name if lang == "en" else french(name))).read_text("utf-8")


def prose(text: str) -> str:
    """Return a page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


MEASURE = r"(?<![\w.,])\d+(?:[.,]\d+)?(?= ?(?:mm|V|A|mA|µF|nF|kΩ|Ω|MHz|EUR|µH)\b)"


def figures_of(pattern: str, text: str) -> list[str]:
    """Return the figures in a text of either language."""
    return sorted(each.replace(",", ".") for each in re.findall(pattern, text))


# --- both languages


def typed(block: Block, language: str) -> list[str]:
    """Return the commands of a block, without their language option, cards as in a log."""
    lines = [line.replace(" --lang fr", "") for line in block.lines if line.startswith("$ ")]
    return [" ".join(code(word, language) for word in line.split()) if "hint" in line else line for line in lines]


def said(text: str) -> list[str]:
    """Return the commands and inputs of a page, in order."""
    blocks = re.findall(r"^<!-- .*-->$|^(?:\$ )?tierce .*$", text, re.MULTILINE)
    changed = text.replace("FICHIER", "FILE").replace("la-mienne", "mine")
    return [*blocks, "--", *sorted(re.findall(r"`(tierce [^`]*)`", prose(changed)))]


@pytest.mark.parametrize("name", ENGLISH)
def test_both_languages_are_alike(name: str):
    """Their heads, blocks and images; a guide's commands, rows, links and figures too."""
    assert (ROOT / french(name)).exists(), f"{name} has no French one"
    both = [(ROOT / each).read_text("utf-8") for each in (name, french(name))]
    mine, other = blocks_of(ROOT / name), blocks_of(ROOT / french(name))
    assert [block.kind for block in mine] == [block.kind for block in other]
    for block, same in zip(mine, other, strict=True):
        if block.kind in SAME:
            assert block.lines == same.lines, f"{name}:{block.at}"
        assert typed(block, "en") == typed(same, "fr"), f"{name}:{block.at}"
    images = [re.findall(r"!\[[^]]*\]\(([^)]*)\)", prose(each)) for each in both]
    assert images[0] == [image.replace(".fr.", ".") for image in images[1]]
    # What else is found in both alike: by its name, where it is looked for, what is found, and how it is compared.
    alike: list[tuple[str, Callable[[str], list[str]]]] = [
        ("heads", lambda text: re.findall(r"^(#+) ", prose(text), re.MULTILINE))
    ]
    if Path(name).parent == GUIDES.relative_to(ROOT):
        alike += [
            ("commands", lambda text: [each for each in said(text) if not each.startswith("Tierce")]),
            ("rows", lambda text: [str(line.count("|")) for line in prose(text).splitlines() if line.startswith("|")]),
            ("links", lambda text: sorted(each.replace(".fr.", ".") for each in re.findall(r"\]\(([^)#]+)", text))),
            ("figures", lambda text: figures_of(MEASURE, re.sub(r"\]\([^)]*\)", "", prose(text)))),
        ]
    for what, found in alike:
        assert found(both[0]) == found(both[1]), what


def test_commands_and_files_in_the_guides_are_real():
    told = "".join(page(name, lang) for name in PAGES for lang in BOTH)
    runner, option = CliRunner(env={"COLUMNS": "200", "TERM": "dumb"}), r"--[a-z][a-z0-9-]*"
    options = cache(lambda verb: set(re.findall(option, runner.invoke(app, [verb, "--help"]).stdout)))
    for verb, rest in re.findall(r"(?:`|^\$ |^)tierce ([a-z]+)([^`\n]*)", told, re.MULTILINE):
        assert verb in VERBS, verb
        assert set(re.findall(option, rest)) <= options(verb), (verb, rest)
    for file in re.findall(r"--config (\S+?\.json)", told):
        assert "/" not in file or (ROOT / file).exists(), file


# --- the output of commands


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=longer if name.startswith("BRING-UP") or ".fr." in name else ()) for name in COMPUTED],
)
def test_what_a_guide_shows_is_fresh(name: str):
    with redirect_stdout(io.StringIO()) as told:
        code = shown.renew("--check", str(GUIDES / name))
    assert code == 0, f"{told.getvalue()}: run hardware/guides/shown.py"


@pytest.mark.parametrize(
    "document",
    [
        pytest.param(path, id=path.name, marks=() if path.name == "2-anticollision.md" else longer)
        for path in [*(LESSONS / name for name in NAMES), *sorted(HARDWARE.glob("README*.md"))]
    ],
)
def test_what_commands_print_is_fresh(document: Path):
    found = [each for block in blocks_of(document) if block.kind == "console" for each in commands(block)]
    assert len(found) > 3
    for (command, lines), told in zip(found, printed(document), strict=True):
        while told and not told[-1]:
            told = told[:-1]
        assert agrees(lines or [""], told), f"{document}: {command}\n" + "\n".join(told)


@pytest.mark.parametrize("lang", BOTH)
def test_every_advice_and_trouble_has_its_place(lang: str):
    told = page("TROUBLES.md", lang)
    rows = [line for line in told.splitlines() if line.startswith("|")]
    advice = {key for row in rows if " · `" in row for key in re.findall(r"`(\w+)`", row.rpartition(" · ")[2])}
    assert advice == set(DO) | set(parts.advice())
    board = (ROOT / "firmware" / "BOARD.md").read_text("utf-8")
    section = board.split("\n## Troubles\n")[1].split("\n## ")[0]
    named = re.findall(r"^\| `.*\|$", section, re.MULTILINE)
    assert len(named) >= 5
    for key in re.findall(r"`(\w+)`", "".join(named)):
        assert key == "most" or f"`{key}`" in told, key


def test_what_is_no_card_is_said_in_one_line():
    done = run_text(sys.executable, LESSONS / "air_time.py", "--lang", "fr", "5H", "xx")
    line = "XX n'est pas une carte : écrivez-les comme 5H, TS, KD2\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", line)


# --- the configs of the steps


def test_steps_are_fresh_and_only_add():
    kept = {name: (GUIDES / "steps" / name).read_text("utf-8") for name in STEPS}
    assert steps.files() == kept, "run hardware/guides/steps.py"
    for table in descriptions.names():
        before: dict[str, Any] = {}
        whole = json.loads(descriptions.shipped(table).read_bytes())
        for config in steps.configs(table).values():
            assert board_module("app.config").check(config) == []
            assert set(before) <= set(config)
            assert before.get("zones", []) == config["zones"][: len(before.get("zones", []))]
            for key, value in config.items():
                assert value == (whole[key][: len(value)] if key == "zones" else whole[key]), (table, key)
            before = config


@pytest.mark.parametrize("name", ring.longer("small-5-reader.json", *(n for n in STEPS if n != "small-5-reader.json")))
def test_the_program_runs_with_a_step(name: str):
    config = json.loads((GUIDES / "steps" / name).read_text("utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        board = ModelledBoard(Path(folder), config, deck=False)
        board.on()
        board.run(1500)
        assert not (Path(folder) / "error.txt").exists()
        board.stop()


# --- pictures and figures


@longer
def test_the_pictures_of_the_guides_are_fresh():
    for name, content in {**draw_pictures.pictures(), **tap_pictures.pictures()}.items():
        assert (GUIDES / name).read_text("utf-8") == content, "run make plans"


def test_the_drawings_of_the_lessons_are_fresh():
    files = draw_lessons.files()
    assert len(files) == 14
    for name, drawing in files.items():
        assert (LESSONS / name).read_bytes() == drawing.encode(), f"{name}: run hardware/lessons/draw_lessons.py"


def test_pictures_are_well_formed_and_shown():
    pages = {lang: "".join(page(name, lang) for name in PAGES) for lang in BOTH}
    paths = sorted(GUIDES.glob("*.svg"))
    assert len(paths) == 2 * len(list(GUIDES.glob("*.fr.svg"))) > 10
    for path in paths:
        root = ET.fromstring(path.read_text("utf-8"))
        for element in root.iter():
            for at, size in (("x", "width"), ("y", "height")):
                if {"x", "y"} <= {*element.keys()} and element.get("transform") is None:
                    assert 0 <= float(element.get(at, "")) <= float(root.get(size, "0")), (path, element.text)
        assert f"]({path.name})" in pages["fr" if path.name.endswith(".fr.svg") else "en"], path


def test_pictures_say_the_same_in_both_languages():
    for key, both in draw_pictures.WORDS.items():
        changed = [figures_of(r"\d+(?:[.,]\d+)?", each) for each in both]
        assert changed[0] == changed[1], key


def test_the_detuning_model():
    # The figures in the text.
    common = [round(figures.common(f0, n, k), 1) for f0, n, k in ((13.56, 2, 0.7), (13.56, 4, 0.1), (17, 4, 0.1))]
    assert common == [10.4, 11.9, 14.9]
    for side in figures.SIDES:
        near, middle, far = (figures.coupling(side, pitch) for pitch in (0, 5, 10))
        assert 1 > near > max(0.8, middle) >= middle > far
    # From far away a coil is a dipole in the plane: k is negative, and falls with the cube.
    near, far = (figures.coupling(18, 18 * n) for n in (4, 8))
    assert near < 0
    assert 7 < near / far < 9
    # What the guide says: no pitch below two thirds of the side; about 12 mm couple least.
    assert all(abs(figures.coupling(18, pitch)) <= 0.14 for pitch in (12, 15, 18, 20))
    assert abs(figures.coupling(18, 12)) < 0.05
    assert all(figures.fan(16.0, 4, 18, pitch) > 16 for pitch in (15, 18, 20))
    assert figures.fan(16.0, 4, 18, 0) < 0.7 * figures.FC
    assert figures.fan(16.0, 4, 45, 18) < figures.FC
    # A large loop drives two cards alike, whether the formula's k is positive or not.
    assert figures.fan(16.0, 2, 18, 18) == pytest.approx(figures.common(16.0, 2, figures.coupling(18, 18)))


@pytest.mark.parametrize("lang", BOTH)
def test_the_builds_and_their_prices(lang: str):
    """README.md gives the cost of each build's parts, which is the sum of its list."""
    text = (HARDWARE / ("README.md" if lang == "en" else "README.fr.md")).read_text("utf-8")
    for name in descriptions.names():
        table = descriptions.load(name, lang)
        row = next(line for line in text.splitlines() if line.startswith(f"| [{name}](guides/"))
        cells = [cell.strip() for cell in row.split("|")]
        seats = sum(zone["zone"].startswith("seat") for zone in table.zones)
        assert cells[3] == f"{seats}, {len(table.zones)}", name
        totals = bom.totals(table)
        wanted = [cents for cents in (totals["built"], totals["all"] - totals["built"]) if cents]
        euros = [int(figure) for figure in re.findall(r"(\d+) EUR", cells[4])]
        assert max(abs(100 * told - cents) for told, cents in zip(euros, wanted, strict=True)) <= 50, name


# --- the lessons


# The page's labels for the controls that the lessons mention, by their keys.
PRESSED = (
    "pause step resume stop open why done deal_cards slow_head slow faults fault_stacked projector new options more "
    "what"
).split()
# The pages of the workbench that are named: page/lessons makes links of them.
BENCH_PAGES = {"1": ("what",), "2": ("reading_page",), "3": ("referee_page", "program_page")}


@pytest.mark.parametrize("lang", BOTH)
def test_the_lessons_name_controls_and_pages_as_the_site_does(lang: str):
    """And the workbench has all their logs."""
    words = (ROOT / "host_tools/tierce_tools/page/static/texts.js").read_text("utf-8")
    keys = dict(re.findall(r'^  (\w+): N_\("(.*)"\),$', words, re.MULTILINE))

    def label(key: str) -> str:
        return re.sub("[\u00a0\u202f]", " ", texts(lang, "page")(keys[key]).replace("’", "'"))

    named = [name for name in NAMES if name.endswith(".fr.md") == (lang == "fr")]
    lessons = {name: " ".join((LESSONS / name).read_text("utf-8").replace("’", "'").split()) for name in named}
    for key in PRESSED:
        assert f"**{label(key)}**" in "".join(lessons.values()), key
    samples = json.loads(workbench.answer('{"do":"about"}'))["samples"]
    for name, text in lessons.items():
        for key in BENCH_PAGES[name[0]]:
            assert f"*{label(key)}*" in text, key
        assert set(re.findall(r"[\w-]+\.jsonl", text)) <= {*samples}
