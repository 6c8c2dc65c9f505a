"""The page Build's answers: what a table takes, and the file for its board; whatever is given."""

import json
from base64 import b64decode, b64encode
from typing import Any

import pytest
import ring
import uf2_images
from test_flash_image import Flash, System, files_of, micropython

from tierce_tools.board import archive, build, flash_image, images, uf2
from tierce_tools.description import descriptions
from tierce_tools.worker import building


def ask(do: str, language: str = "en", **more: Any) -> dict[str, Any]:
    told = json.loads(building.answer(json.dumps({"id": 7, "do": do, "language": language, **more})))
    assert told.pop("re") == 7
    return told


def complaint(do: str, **more: Any) -> str:
    """Return what is said of a request that is wrong: one line, in both languages, from no fault of ours."""
    said = ask(do, **more)["error"]
    assert said["fr"] != said["en"]
    for each in said.values():
        assert "\n" not in each
        assert "went wrong" not in each
        assert "--uf2" not in each
    return said["en"]


def text(name: str) -> str:
    return descriptions.shipped(name).read_text("utf-8")


def test_all_shipped_tables_are_offered_and_can_be_built() -> None:
    told = ask("tables")
    assert [each["name"] for each in told["tables"]] == descriptions.names()
    for each in told["tables"][:: ring.rounds(4, 1)]:  # tests/hardware checks them all
        assert ask("plan", text=each["text"])["problems"] == []


@pytest.mark.parametrize("name", ring.longer("tap", "small"))
def test_a_plan_has_pins_wiring_parts_and_budget_in_both_languages(name: str) -> None:
    told, french = ask("plan", text=text(name)), ask("plan", "fr", text=text(name))
    assert told["file"] == "RPI_PICO-20260406-v1.28.0.uf2"
    assert told["wiring"] != french["wiring"]
    for key in ("pins", "parts", "budget"):
        assert told[key] != french[key], key
        assert "<td" in told[key]
        assert "style" not in told[key]  # the page's policy forbids it
    assert told["wiring"].startswith("<svg")


def test_without_numpy_only_the_fields_are_left_to_the_tool(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a browser."""
    whole = ask("plan", text=text("small"))["budget"]
    for module in ("budgets", "checks"):
        monkeypatch.setattr(f"tierce_plans.{module}.has", lambda package: package != "numpy")
    told = ask("plan", text=text("small"))["budget"]
    left = set(told.split("<h2>")) - set(whole.split("<h2>"))
    assert left == {each for each in told.split("<h2>") if each.startswith("The field")}
    assert all("are computed on a computer" in each for each in left)


def test_another_board_is_written_into_the_description() -> None:
    config = json.loads(text("tap"))
    config["build"]["board"] = "pico2_w"
    told = ask("plan", text=text("tap"), board="pico2_w")
    assert (told["board"], json.loads(told["config"])) == ("Raspberry Pi Pico 2 W", config)
    assert ask("plan", text=text("tap"), board="pico")["config"] == text("tap")


def test_what_is_wrong_with_a_description_is_said() -> None:
    assert "line 1" in complaint("plan", text="{")
    assert complaint("plan", text="[]")
    assert complaint("plan", text=json.dumps({**json.loads(text("tap")), "build": 7}))
    assert complaint("plan")
    config = json.loads(text("tap"))
    config["zones"] = []
    told = ask("plan", text=json.dumps(config))
    assert [each["error"] for each in told["problems"]] == [True]
    assert "pins" not in told


def test_names_from_outside_are_no_html() -> None:
    config = {**json.loads(text("tap")), "name": "<img src=x>", "players": ["<b>Ana</b>", "Luc"]}
    told = ask("plan", text=json.dumps(config))
    for key in ("pins", "parts", "budget"):
        assert "<img" not in told[key]
        assert "<b>" not in told[key]


# --- the file for the board


@pytest.fixture
def official(monkeypatch: pytest.MonkeyPatch) -> bytes:
    raw = micropython()
    digest = uf2.parse(raw, "x").sha256
    one = images.Official("RPI_PICO", "1.28.0", "20260406", None, digest)
    monkeypatch.setattr(images, "OFFICIAL", (one, *images.OFFICIAL))
    return raw


@pytest.mark.parametrize("name", ["tap", "small"])
def test_the_file_has_what_deploy_puts_on_a_board(name: str, official: bytes) -> None:
    told = ask("uf2", text=text(name), name="a.uf2", data=b64encode(official).decode())
    assert (told["name"], told["version"]) == (f"tierce-{name}-RPI_PICO.uf2", "1.28.0")
    flash = flash_image.contents(uf2.parse(b64decode(told["data"]), "x"))
    program = archive.packed(build.build(taps=name == "tap"))
    assert files_of(System(Flash(image=flash[0xA0000:]))) == {**program, "config.json": text(name).encode()}


def test_any_other_file_is_refused_with_where_to_get_the_right_one(official: bytes) -> None:
    def refused(data: bytes) -> str:
        said = complaint("uf2", text=text("tap"), name="a.uf2", data=b64encode(data).decode())
        return said.removesuffix(" from https://micropython.org/download/RPI_PICO/")

    where = "take RPI_PICO-20260406-v1.28.0.uf2"
    assert refused(b"PK\x03\x04 a zip") == "a.uf2 is an archive: unpack it and give the .uf2 file in it"
    assert refused(b"") == refused(b"<html>") == f"a.uf2 is not a UF2 file of MicroPython: {where}"
    assert "a.uf2 is not a UF2 file" in complaint("uf2", text=text("tap"), name="a.uf2", data="no base64!")
    second = "a.uf2 is for the Raspberry Pi Pico 2, and this table has a Raspberry Pi Pico"
    assert refused(uf2_images.image2()) == f"{second}: {where}"
    older = refused(uf2_images.image(version="1.19.1"))
    assert older.startswith("a.uf2 is MicroPython 1.19.1, and none of the official files that are known here (1.28.0")
    assert "download it again" in refused(official[:-512])
    assert "Pico W" in complaint("uf2", text=text("tap"), board="pico_w", name="a", data=b64encode(official).decode())
