"""Table descriptions: the shipped ones, `build`, and invalid files."""

import json
from pathlib import Path
from typing import Any

import pytest
from hw_sources import PLANS

from app import config as board_config
from tierce_plans import bom, diagram, pins
from tierce_tools.base.paths import firmware
from tierce_tools.base.texts import languages
from tierce_tools.base.trouble import Trouble
from tierce_tools.description import descriptions
from tierce_tools.description.boards import BOARDS
from tierce_tools.logs.words import trouble_text

pytestmark = PLANS

SMALL: dict[str, Any] = json.loads(descriptions.shipped("small").read_text("utf-8"))


def test_the_tables_that_are_shipped():
    sizes = {}
    for name in descriptions.names():
        zones = [zone["zone"][:4] for zone in descriptions.load(name, "en").zones]
        sizes[name] = (zones.count("seat"), zones.count("meld"))
    one = {"classroom": (0, 1), "classroom-pn5180": (0, 1), "tap": (0, 0)}
    assert [*sizes.items()] == [*{**one, "modules": (2, 4), "small": (2, 4), "club": (5, 12)}.items()]


@pytest.mark.parametrize("name", [*descriptions.names(), str(firmware() / "config.json")])
def test_a_table_is_whole(name: str):
    table = descriptions.load(name, "en")
    for zone in table.zones:
        assert {"at", "antenna", "settle_us", "most"} <= set(zone)
    assert table.name == Path(name).stem
    assert table.config["build"]["on"] == table.build.on
    # The board's check accepts the complete description.
    assert board_config.check(table.config) == []


def test_build_and_its_usual_values():
    build = descriptions.from_config({**SMALL, "build": {"on": "carrier", "pitch": 20}}).build
    assert build == descriptions.Build("pico", "carrier", (1200, 740), 3000, 300, True, (18, 18), 16000, (63, 88), 20)
    for nothing in ({}, None):
        assert descriptions.from_config({**SMALL, "build": nothing}).build.on == "breadboard"
    without = {key: value for key, value in SMALL.items() if key != "build"}
    assert descriptions.from_config(without).build.supply_ma == 3000


def test_zones_without_a_place_are_laid_out():
    bare = [{key: zone[key] for key in ("zone", "reader", "cs", "busy", "reset")} for zone in SMALL["zones"]]
    table = descriptions.from_config({**SMALL, "zones": bare, "build": {}})
    for zone in table.zones:
        assert zone["antenna"] == [side - 20 for side in zone["at"][2:]]
    right = max(zone["at"][0] + zone["at"][2] for zone in table.zones)
    assert right <= table.build.felt[0]


@pytest.mark.parametrize(
    ("entry", "value", "said"),
    [
        ("on", "wood", '"wood" makes no sense; it may be "breadboard", "carrier"'),
        ("board", "esp32", '"esp32" makes no sense; it may be "pico", "pico_w", "pico2", "pico2_w"'),
        ("felt", [1100], "[1100] makes no sense; it may be a list of 2 whole numbers from 100 to 3000"),
        ("supply_ma", "3A", '"3A" makes no sense; it may be 100 to 20000'),
        ("cable_mm", 9.5, "9.5 makes no sense; it may be 10 to 5000"),
        ("buffers", 1, "1 makes no sense; it may be true or false"),
        (
            *("suply_ma", 5),
            "there is no such entry; there are board, on, felt, supply_ma, cable_mm, buffers, tag, tuned_khz, card, "
            "pitch, measured",
        ),
    ],
)
def test_what_is_wrong_with_build_is_one_clear_line(entry: str, value: Any, said: str):
    wrong = descriptions.errors({**SMALL, "build": {entry: value}})
    assert descriptions.say(wrong, "en") == [f"build.{entry}: {said}"]
    assert descriptions.say(wrong, "fr") != [f"build.{entry}: {said}"]
    assert descriptions.sentence(wrong[0], "en") == said


def test_errors_of_the_board_and_of_build_come_together():
    wrong = descriptions.errors({**SMALL, "tierce": 2, "build": {"pitch": 0, "card": []}})
    assert [each[0] for each in wrong] == ["tierce", "build.card", "build.pitch"]
    assert descriptions.errors({**SMALL, "build": 7})[0][0] == "build"


FILES: dict[str, tuple[bytes | None, str]] = {
    "none.json": (None, "cannot be read: there is no such file"),
    "empty.json": (b"", "not JSON: look at line 1"),
    "cut.json": (b'{"tierce": 1,\n "name": "x', "not JSON: look at line 2"),
    "binary.json": (bytes(range(256)), "not UTF-8: look at line 2"),
    "utf16.json": ('{"tierce": 1}'.encode("utf-16"), "not UTF-8: look at line 1"),
    "latin.json": ('{"tierce": 1,\n"name": "Zoé"}'.encode("latin-1"), "not UTF-8: look at line 2"),
    "deep.json": (b"[" * 200000, "not JSON"),
    "huge.json": (b" " * (descriptions.LONGEST + 1), "longer than"),
    "null.json": (b"null", "makes no sense"),
    "list.json": (b"[1, 2]", "makes no sense"),
    "nan.json": (b'{"tierce": NaN, "players": ["A", "B"], "zones": []}', "tierce: nan makes no"),
    "inf.json": (
        b'{"tierce": 1, "players": ["A", "B"], "zones": [], "watchdog_ms": 1e999}',
        "watchdog_ms: inf makes no",
    ),
    "long.json": (b'{"tierce": ' + b"9" * 5000 + b"}", "not JSON"),
    "twice.json": (b'{"tierce": 1, "tierce": 1}', "tierce is there twice"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_none_is_one_clear_line(tmp_path: Path, name: str):
    data, expected = FILES[name]
    path = tmp_path / name
    if data is not None:
        path.write_bytes(data)
    for language in languages():
        with pytest.raises(Trouble) as caught:
            descriptions.load(str(path), language)
        line = trouble_text(caught.value, language)
        assert "\n" not in line
        assert str(path)[:200] in line
        assert language != "en" or expected in line


@pytest.mark.parametrize("name", ["\0", "a\0b.json", ".", "/", "", "x" * 5000, "/dev/null"])
def test_a_name_that_is_no_file(name: str):
    with pytest.raises(Trouble) as caught:
        descriptions.load(name, "en")
    assert trouble_text(caught.value, "en")


def test_a_file_goes_by_its_path_where_a_table_has_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("club").write_text(json.dumps({**SMALL, "name": "mine"}), "utf-8")
    assert len(descriptions.load("club", "en").zones) == 18
    assert len(descriptions.load("./club", "en").zones) == 7
    with pytest.raises(Trouble) as caught:
        descriptions.load("clubb", "en")
    assert "classroom, classroom-pn5180, tap, modules, small, club" in trouble_text(caught.value, "en")


def test_a_byte_order_mark_is_let_pass(tmp_path: Path):
    path = tmp_path / "marked.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(SMALL).encode())
    assert descriptions.load(str(path), "en").name == "marked"
    assert descriptions.read(str(path), "en")[0] == path.read_bytes()


def test_names_hold_nothing_that_no_file_can(tmp_path: Path):
    names = ["\ud800a", "b\uffff"]
    (tmp_path / "ok\udcff\n.json").write_text(json.dumps({**SMALL, "players": names}), "utf-8")
    table = descriptions.load(str(tmp_path / "ok\udcff\n.json"), "en")
    assert table.name == "ok__"
    assert table.config["players"] == ["_a", "b_"]
    usual = descriptions.from_config({**SMALL, "players": ["Zoé", "李🃏"]}, "é 🃏 <&\"'")
    assert (usual.name, usual.config["players"]) == ("é 🃏 <&\"'", ["Zoé", "李🃏"])


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
def test_a_description_names_its_board(board):
    usual = descriptions.load("classroom", "en")
    given = {**usual.config, "build": {**usual.config["build"], "board": board.key}}
    assert descriptions.errors(given) == []
    table = descriptions.from_config(given, "classroom")
    assert table.board is board
    (row,) = (row for row in bom.rows(table) if row.refs == ("U1",))
    assert row.key == board.key
    assert row.cents >= 100 * board.dollars
    others = [each for each in bom.rows(table) if each != row]
    assert others == [each for each in bom.rows(usual) if each.refs != row.refs]
    assert f"{board.title} with headers" in bom.markdown(table, "en")
    drawn = diagram.svg(table, "en")
    assert f">{board.title}</text>" in drawn
    assert f"a {board.title}" in drawn
    assert pins.markdown(table, "en") == pins.markdown(usual, "en")
