"""A whole round by keys, recorded matches, and those of a real board: in `make test-all`."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Error, expect
from published import judged
from tablepage import MS, TablePage, TableServer, Visits, moves, violations
from vmboard import VmBoard, club_config, club_files

pytestmark = pytest.mark.longer  # a round with rulings is in `make test`

# A round of gin of seed 35, after each draw: a knock, and a card laid off on the knocker's meld.
DISCARDS = ((1, "JH"), (0, "QC"), (1, "QS"))
KNOCK = "7S > discard, 9S 9H 9D > meld1, 3H 4H 5H 6H > meld2, AS 4S 5D > seat0"
AGAINST = "9C > meld1, TS TD TC > meld3, KC 2D 7D 8D JD QD > seat1"


@pytest.mark.parametrize("owners", ["site"], indirect=True)
def test_a_round_by_keys_ends_with_the_score_of_its_log(page: TablePage) -> None:
    """The page's sheet has the score that the replay of the log gives."""
    page.hand = "keys"
    page.page.evaluate("""for (const kind of ["pointerdown", "pointermove"])
        addEventListener(kind, () => { window.isByMouse = true; }, {capture: true});""")
    page.begin_in_dialog("gin", seed=35)
    page.deal()
    page.press(1, "pass")
    page.press(0, "pass")
    for seat, card in DISCARDS:
        page.draw(seat)
        page.move([card], "discard")
    page.draw(0)
    page.press(0, "knock")
    for seat, laid in enumerate((KNOCK, AGAINST)):
        for _, cards, place in moves(laid):
            page.move(cards, place)
        page.press(seat, "done")
    page.expect_verdict("round")
    found = judged(page.log())
    (scored,) = (each for each in found if each.get("event") == "round")
    assert not [each for each in found if each.get("event") == "refused"], found
    assert scored["how"] == "knock"
    assert page.sheet() == ([scored["scores"]], scored["totals"])
    assert not page.page.evaluate("window.isByMouse")
    expect(page.locator("#end")).to_be_visible()
    head = page.locator("#end-head").inner_text()
    assert head.startswith("Round 1 to ")
    assert "point" not in head  # they stand in the table below
    page.click("#end-read")
    page.settle()
    expect(page.locator("#end")).to_be_hidden()


# --- recorded


def names(page: TablePage) -> list[str]:
    options = page.locator("#recorded option")
    expect(options.first).to_be_attached(timeout=MS)
    return [value for each in options.all() if (value := each.get_attribute("value"))]


def test_the_demo_plays_at_once(tables: Callable[..., TableServer], visits: Visits) -> None:
    """In real time, as a visitor sees it: on the table, and in a tile of the front door."""
    page = visits.open(tables(verb="demo", asked=False).link())
    bar = page.locator("#playback")
    expect(bar).to_have_attribute("data-paused", "false", timeout=MS)
    expect(bar).not_to_have_attribute("data-at", "0", timeout=MS)
    assert len(names(page)) >= 3
    page.page.go_back()
    expect(page.locator("#door-live .live-meld").first).to_be_visible(timeout=MS)
    assert violations(page.page) == []


def test_a_recorded_match_is_watched(page: TablePage) -> None:
    """Paused, by steps, quickly, and stopped; tests/host/test_playback.py plays them all to their end."""
    name = next(name for name in names(page) if name.endswith("rami7"))
    page.begin("gin", deal=False)
    page.choose("#recorded", name)
    page.click("#play")
    bar = page.locator("#playback")
    expect(bar).to_have_attribute("data-at", "0", timeout=MS)
    page.settle(5000)
    page.click("#pause")
    page.settle()
    expect(bar).to_have_attribute("data-paused", "true")
    assert violations(page.page) == []
    before = int(bar.get_attribute("data-at") or 0)
    page.click("#step")
    page.settle()
    expect(bar).to_have_attribute("data-at", str(before + 1))
    page.click("#pause")
    page.locator("#speed").select_option("100")
    page.settle(1000)
    expect(bar).to_have_attribute("data-paused", "false")
    expect(bar).to_have_attribute("data-speed", "100")
    assert before + 1 < int(bar.get_attribute("data-at") or 0) < int(bar.get_attribute("data-of") or 0)
    page.click("#stop")
    page.settle()
    page.begin_in_dialog("gin")  # the page plays by hand again


# --- a real board: the page shows what happens, and cannot move anything

EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}


@pytest.fixture
def board() -> Iterator[VmBoard]:
    with VmBoard(club_files(club_config(rules=EASY)), speed=4) as made:
        yield made


def test_a_board_is_mirrored(board: VmBoard, tables: Callable[..., TableServer], visits: Visits) -> None:
    page = visits.open(tables("--port", board.port, asked=False).link())
    page.settles = False  # it is the board's time
    board.begin(HEADER)
    board.act({"seat": 0, "press": "deal"})
    board.act({"zone": "discard", "in": ["9C"]})
    board.act({"zone": "meld1", "in": ["5H", "6H", "7H"]})
    page.shows(["5H", "6H", "7H"], "meld1")
    page.shows(["9C"], "discard")
    board.act({"zone": "discard", "in": ["2D"]})
    page.expect_verdict("turn")
    expect(page.locator("#match")).to_have_attribute("data-seat", "0", timeout=MS)
    board.act({"zone": "meld2", "in": ["5S", "6D", "9H"]})
    board.act({"zone": "discard", "in": ["3D"]})
    page.expect_verdict("refused", "not_a_meld")
    # No control here moves a card, or presses for a seat.
    expect(page.locator('[data-act="done"]:visible:enabled')).to_have_count(0, timeout=MS)
    expect(page.locator("#new")).to_be_hidden()
    with pytest.raises(Error, match="shows a real table"):
        page.ask("move", cards=["5H"], to="meld2")
    page.shows(["5H", "6H", "7H"], "meld1")
    # The keys press those of the board, and its screen is shown then.
    page.locator('[data-key="ok"]').click(delay=1000)
    expect(page.locator("#screen")).to_have_attribute("aria-label", re.compile("The players decide"), timeout=MS)
