"""`tierce press`: the menu of a table is used over USB, without its buttons."""

import json

import pytest
from verbs import complaint, tierce_here

from tierce_tools.base.trouble import Trouble
from tierce_tools.board.session import read_screen


def said(*args: str) -> list[str]:
    done = tierce_here("press", "--port", "modelled", "--json", *args)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["screen"]


def test_the_menu_begins_a_match_and_a_long_press_leaves_it():
    idle = said()
    assert any("Rami 51" in line for line in said("ok"))
    assert said("ok", "ok:long") == idle
    assert any("Ana" in line for line in said("ok", "ok"))


def test_what_is_no_press_is_refused_before_anything_is_pressed():
    for wrong in ("OK", "seat6", "ok:held", "ok:long:long"):
        assert f"there is no {wrong}" in complaint("press", "ok", wrong)


def test_a_screen_is_read_before_it_is_shown():
    rows = [[1, "Rami 51", 0], [1, [[0, "Ana"], [-9, "12"]], 2]]
    assert read_screen({"screen": rows}) == rows
    for odd in (None, {}, "x", [7], [[]], [[1, 2, 0]], [[1, "x"]], [["1", "x", 0]], [[1, [], 0]], [[1, [[0]], 0]]):
        with pytest.raises(Trouble):
            read_screen({"screen": odd})
