"""The board that a description names: the same pins; its own name and price."""

import pytest
from hw_sources import PLANS

from tierce_plans import bom, diagram, pins
from tierce_tools.description import descriptions
from tierce_tools.description.boards import BOARDS

pytestmark = PLANS


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)
def test_a_description_names_its_board(board):
    usual = descriptions.load("classroom", "en")
    given = {**usual.config, "build": {**usual.config["build"], "board": board.key}}
    assert descriptions.errors(given) == []
    table = descriptions.from_config(given, "classroom")
    assert table.board is board
    (row,) = (row for row in bom.rows(table) if row.refs == ("U1",))
    assert row.key == board.key
    assert f"{board.title} with headers" in bom.markdown(table, "en")
    assert row.cents >= 100 * board.dollars
    drawn = diagram.svg(table, "en")
    assert f">{board.title}</text>" in drawn
    assert f"a {board.title}" in drawn
    assert pins.markdown(table, "en") == pins.markdown(usual, "en")
    others = [row for row in bom.rows(table) if row.refs != ("U1",)]
    assert others == [row for row in bom.rows(usual) if row.refs != ("U1",)]


def test_a_board_that_is_not_known_is_one_clear_line():
    usual = descriptions.load("small", "en")
    wrong = descriptions.errors({**usual.config, "build": {"board": "esp32"}})
    assert descriptions.say(wrong, "en") == [
        'build.board: "esp32" makes no sense; it may be "pico", "pico_w", "pico2", "pico2_w"'
    ]
    assert usual.board is BOARDS[0]
