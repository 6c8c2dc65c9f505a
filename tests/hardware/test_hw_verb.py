"""`tierce hardware` as people and scripts use it."""

import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import jsonschema
import pytest
from processes import TIERCE, Completed, run_on_terminal
from test_hw_wokwi import images as images  # a fixture
from verbs import complaint, tierce_here

from tierce_tools.base.paths import firmware
from tierce_tools.description import descriptions

SMALL: dict[str, Any] = json.loads(descriptions.shipped("small").read_text("utf-8"))
# One of each kind; that each file is right is tested where it is made.
FILES = set(
    "pins.md pins.fr.md wiring.svg parts.csv parts.md budget.md felt.svg felt.dxf felt-a4.pdf labels.pdf "
    "antenna-60x40.svg antenna-60x40.dxf schematic.svg kicad/schematic.kicad_sch kicad/schematic.kicad_pro "
    "kicad/schematic.net kicad/sym-lib-table kicad/fp-lib-table kicad/tierce.kicad_sym "
    "kicad/tierce.pretty/Pico_Socket.kicad_mod wokwi/diagram.json wokwi/config.json wokwi/wokwi.toml".split()
)


def hardware(*arguments: "str | Path", at: Path | None = None, **env: str) -> Completed[str]:
    return tierce_here("hardware", *arguments, cwd=at, env={**os.environ, "TIERCE_LANG": "en", **env})


def bad(tmp_path: Path, **changes: Any) -> Path:
    """Write the small table's description with some entries changed."""
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({**SMALL, **changes}), "utf-8")
    return path


def zones(**changes: Any) -> list[dict[str, Any]]:
    """Return the zones of the small table, with the second one changed."""
    first, second, *others = SMALL["zones"]
    return [first, {**second, **changes}, *others]


def test_alone_it_lists_the_tables():
    said = hardware()
    assert said.returncode == 0
    lines = [line.split() for line in said.stdout.splitlines()]
    assert [words[0] for words in lines[2:]] == descriptions.names()
    assert lines[-1][1:3] == ["18", "5"]
    assert "e-paper" in lines[-1]
    assert "carte mère" in hardware("--lang", "fr").stdout
    told = [json.loads(line) for line in hardware("--json").stdout.splitlines()]
    assert [each["table"] for each in told] == descriptions.names()
    club = {"table": "club", "zones": 18, "seats": 5, "readers": ["pn5180"], "screen": "epaper", "on": "carrier"}
    assert told[-1] == {**club, "supply_ma": 5000}


def test_the_schema():
    jsonschema.Draft202012Validator(json.loads(hardware("--schema").stdout)).validate(SMALL)


def test_a_tables_files_are_written_where_one_is(tmp_path: Path):
    said = hardware("classroom", at=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    folder = tmp_path / "hardware-classroom"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert files >= FILES
    assert said.stdout.startswith(f"Written to hardware-classroom: {len(files)} files\n")
    assert "of 500 mA by USB" in said.stdout
    # What KiCad looks for beside its project is there.
    for kind in ("sym", "fp"):
        (name,) = re.findall(r'"\$\{KIPRJMOD\}/([^"]*)"', (folder / f"kicad/{kind}-lib-table").read_text("utf-8"))
        assert (folder / "kicad" / name).exists()


def test_to_judge_writes_nothing(tmp_path: Path):
    said = hardware("classroom", "--check", at=tmp_path)
    assert said.returncode == 0
    assert said.stdout.startswith("classroom: in order.\n")
    told = json.loads(hardware("classroom", "--check", "--json", at=tmp_path).stdout)
    assert (told["problems"], "files" in told, [*tmp_path.iterdir()]) == ([], False, [])
    french = hardware("small", "--check", TIERCE_LANG="fr").stdout
    assert "1,00 MHz" in french
    assert "tout est bon" in french


@pytest.mark.longer
def test_files_that_are_there_are_written_over(tmp_path: Path):
    """Somebody's when asked, ours without; what another table left is named."""
    (tmp_path / "parts.csv").write_text("mine", "utf-8")
    assert hardware("classroom", "--out", tmp_path, "--force").returncode == 0
    assert (tmp_path / "parts.csv").read_text("utf-8") != "mine"
    said = hardware("classroom-pn5180", "--out", tmp_path)
    assert said.returncode == 0
    assert "not of this table: antenna-60x40-a4.fr.pdf" in said.stdout
    told = json.loads(hardware(firmware() / "config.json", "--out", tmp_path, "--json").stdout)
    figures = told["figures"]
    assert (told["table"], told["problems"], figures["zones"], figures["gpios_free"]) == ("config", [], 12, [])
    assert all((tmp_path / name).stat().st_size for name in told["files"])


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        # found by the board's own check, by that of `build`, and by that of what can be built
        ({"zones": zones(cs=5)}, "zones[1].cs: GPIO 5 is already used by zones[0].cs; free are 6"),
        ({"build": {"supply_ma": 1}}, "build.supply_ma: 1 makes no sense; it may be 100 to 20000"),
        ({"zones": zones(reset=None)}, "zones[1].reset: is missing: the reader of meld1 can keep its field on"),
    ],
)
def test_what_is_wrong_is_a_line_and_nothing_is_written(tmp_path: Path, changes: dict[str, Any], line: str):
    path = bad(tmp_path, **changes)
    said = hardware(path, "--out", tmp_path / "plans")
    first, *_, last = said.stdout.splitlines()
    assert (said.returncode, said.stderr, last) == (1, "", f"{path}: 1 error; nothing is written.")
    assert first.startswith(f"error {line}")
    assert not (tmp_path / "plans").exists()
    told = json.loads(hardware(path, "--json").stdout)
    assert [each["where"] for each in told["problems"]] == [line.partition(":")[0]]
    assert hardware(path, "--lang", "fr").stdout.startswith("erreur ")


def test_all_errors_are_said_and_looks_after_them(tmp_path: Path):
    near = [{**zone, "at": [60, 380, 300, 120]} if at == 2 else zone for at, zone in enumerate(SMALL["zones"])]
    for more, code, lines in (({"spi": {**SMALL["spi"], "hz": 7000000}}, 1, ["error", "look"]), ({}, 0, ["look"])):
        said = hardware(bad(tmp_path, zones=near, **more), "--check")
        *problems, _ = said.stdout.splitlines()
        assert (said.returncode, [line.split()[0] for line in problems[: len(lines)]]) == (code, lines)
        assert problems[len(lines) - 1].startswith("look zones[2].at: ")


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ("nosuch", "there is no table nosuch"),
        ("{text}", "not JSON: look at line 1, column 1"),
        *(("{list} --schema", "--schema"), ("--check", "which table"), ("--out x", "which"), ("--uf2 x", "which")),
        *((f"small --check {more}", "--check writes nothing") for more in ("--out x", "--uf2 x")),
        ("classroom --out {text}", "is not a folder"),
        ("classroom --out {foreign}", "has files with names that we use"),
        *(("classroom --uf2 none.uf2", "none.uf2"), ("classroom --uf2 {text}", "text")),
        pytest.param("classroom --out {text}/x", "cannot write to", marks=pytest.mark.longer),
        pytest.param(f"classroom --out {'plans' * 60}", "File name too long; name another", marks=pytest.mark.longer),
        pytest.param("classroom --out {folder} --force", "pins.md is a folder", marks=pytest.mark.longer),
        pytest.param("classroom --out {pipe} --force", "pins.md is not a plain file", marks=pytest.mark.longer),
    ],
)
def test_a_bad_request_is_one_line(tmp_path: Path, arguments: str, part: str):
    places = {name: tmp_path / name for name in ("text", "list", "foreign", "folder", "pipe")}
    for name in ("foreign", "folder", "pipe"):
        places[name].mkdir()
    places["text"].write_text("no json", "utf-8")
    places["list"].write_text("[]", "utf-8")
    (places["foreign"] / "parts.csv").write_text("mine", "utf-8")
    (places["folder"] / "pins.md").mkdir()
    os.mkfifo(places["pipe"] / "pins.md")
    assert part in complaint("hardware", *(each.format(**places) for each in arguments.split()), cwd=tmp_path)
    assert (places["foreign"] / "parts.csv").read_text("utf-8") == "mine"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(places)


@pytest.mark.longer
def test_the_image_for_wokwi(tmp_path: Path, images: Any):
    raw = images.micropython()
    (tmp_path / "pico.uf2").write_bytes(raw)
    said = hardware("classroom", "--uf2", "pico.uf2", at=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    image = (tmp_path / "hardware-classroom/wokwi/tierce.uf2").read_bytes()
    assert image[:4] == raw[:4]
    assert len(image) > len(raw) + 100_000  # the program, compiled


@pytest.mark.longer
@pytest.mark.parametrize("name", ["日 <&'\"", "a\nb", "a\udcffb"])
def test_a_strange_name_is_a_folder_and_titles_all_the_same(tmp_path: Path, name: str):
    classroom = descriptions.shipped("classroom").read_text("utf-8")
    (tmp_path / f"{name}.json").write_text(classroom, "utf-8")
    said = hardware(f"{name}.json", at=tmp_path)
    assert (said.returncode, said.stderr) == (0, "")
    assert re.match(r"Written to hardware-\S.*: \d+ files\n", said.stdout)
    for drawing in tmp_path.glob("hardware-*/*.svg"):
        ElementTree.parse(drawing)


def test_on_a_narrow_terminal_the_list_is_whole():
    said = run_on_terminal(TIERCE, "hardware", "--lang", "en", columns=40)
    assert "…" not in said.stderr
    assert "MF" in said.stderr


@pytest.mark.parametrize(
    "verb",
    [
        "deploy --port /dev/none --config",
        pytest.param("table --headless --config", marks=pytest.mark.longer),
        pytest.param("doctor --port modelled --config", marks=pytest.mark.longer),
    ],
)
def test_every_verb_that_reads_a_description_judges_build(tmp_path: Path, verb: str):
    said = complaint(*verb.split(), bad(tmp_path, build={"on": "wood"}), env={**os.environ, "TIERCE_LANG": "en"})
    assert 'build.on: "wood" makes no sense' in said
