"""A real board on the page: it shows what happens on the table, and cannot move anything."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect
from tablepage import MS, TablePage, TableServer, Visits
from test_browser_secrets import opened, token_of
from vmboard import VmBoard, club_config, club_files

EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}


@pytest.fixture
def board() -> Iterator[VmBoard]:
    with VmBoard(club_files(club_config(rules=EASY)), speed=4) as made:
        yield made


def test_a_board_is_mirrored(
    board: VmBoard, tables: Callable[..., TableServer], visits: Visits
) -> None:
    table = tables("--port", board.port)
    page: TablePage = visits.open(table.link())
    board.begin(HEADER)
    board.act({"seat": 0, "press": "deal"})
    board.act({"zone": "discard", "in": ["9C"]})
    board.act({"zone": "meld1", "in": ["5H", "6H", "7H"]})
    page.shows(["5H", "6H", "7H"], "meld1")
    page.shows(["9C"], "discard")
    board.act({"zone": "discard", "in": ["2D"]})
    page.expect_verdict("turn")
    page.until(lambda: page.look().seat == 0, "Ana's turn")
    board.act({"zone": "meld2", "in": ["5S", "6D", "9H"]})
    board.act({"zone": "discard", "in": ["3D"]})
    page.expect_verdict("refused", "not_a_meld")
    # No control here moves a card or presses a button.
    expect(page.locator('[data-act="done"]:visible:enabled')).to_have_count(0, timeout=MS)
    expect(page.locator("#new")).to_be_hidden()
    answers = opened(table, {"session": "s" * 32, "token": token_of(page.link())},
                     {"do": "move", "cards": ["5H"], "to": "meld2"}, Origin=table.origin)[0]
    assert [each for each in answers if "re" in each and "error" in each], answers
    page.shows(["5H", "6H", "7H"], "meld1")
    visits.close()
    assert table.stop() in (0, 130)
