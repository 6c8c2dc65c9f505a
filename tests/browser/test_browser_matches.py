"""Whole rounds played on the page, recorded matches, and those of a real board: in `make test-all`."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from logs_of import outcomes_of
from pageplay import Move, Seen, play
from playwright.sync_api import Error, expect
from tablepage import MS, TablePage, TableServer, Visits, violations
from vmboard import VmBoard, club_config, club_files

from tierce.cards import CARDS, code
from tierce_tools.virtual import playback

pytestmark = pytest.mark.longer  # a round with rulings is in `make test`

# Game, deal number, house rules: short rounds that contain the play to test.
ROUNDS = [("site", "gin", 35, {}, "keys"), ("server", "manipulation", 193, {"knock_limit": 60}, "mouse")]


def lays_off(move: Move, seen: Seen) -> bool:
    """Tell whether a move adds cards to a meld on the table."""
    return move[0] == "move" and move[2] in seen.melds()


def rearranges(move: Move, seen: Seen) -> bool:
    """Tell whether a move takes cards from one meld to another."""
    lying = {card for codes in seen.melds().values() for card in codes}
    return move[0] == "move" and move[2].startswith("meld") and bool(lying & set(move[1]))


@pytest.mark.parametrize(
    ("owners", "game", "seed", "rules", "hand"),
    [pytest.param(*each, id=f"{each[0]}-{each[1]}-{each[-1]}") for each in ROUNDS],
    indirect=["owners"],
)
def test_a_round_ends_with_the_score_of_its_log(
    page: TablePage, game: str, seed: int, rules: dict[str, Any], hand: str
) -> None:
    """The page's sheet has the score that the replay of the log gives."""
    page.hand = hand
    page.count_mouse()
    page.begin_in_dialog(game, seed=seed, **rules)
    kinds: set[str] = set()
    for move in play(page.look, rules.get("knock_limit")):
        seen = page.look()
        kinds |= {kind.__name__ for kind in (lays_off, rearranges) if kind(move, seen)}
        if move[0] == "press":
            kinds.add(move[2])
        page.do(move)
        assert page.said() != "refused", page.state()

    page.expect_verdict("round")
    log = page.log()
    found = outcomes_of(log)
    rounds = [each for each in found if each["event"] == "round"]
    assert log[0]["game"] == game
    assert len(rounds) == 1
    assert not [each for each in found if each["event"] == "refused"], found
    assert page.sheet() == ([rounds[0]["scores"]], rounds[0]["totals"])
    if game == "gin":
        assert rounds[0]["how"] in ("knock", "undercut")
        assert kinds >= {"knock", "lays_off"}
    else:
        assert kinds >= {"rearranges", "knock"}
    if hand == "keys":
        assert page.mouse_events() == 0
    # The log names only cards that were laid, never cards in hand.
    shown = {card for line in log for card in line.get("in", [])}
    assert set(json.dumps(log).split('"')) & {code(card) for card in range(CARDS)} <= shown
    expect(page.locator("#end")).to_be_visible()
    head = page.locator("#end-head").inner_text()
    assert head.startswith("Round 1 to ")
    assert "point" not in head  # they stand in the table below
    if game == "manipulation":
        assert violations(page.page) == []
        page.speak("fr")
        page.click("#projector")
        assert violations(page.page) == [], "in French, on a projector"
        page.click("#projector")
    page.click("#end-read")
    page.settle()
    expect(page.locator("#end")).to_be_hidden()
    page.hand = "mouse"


# --- recorded


def names(page: TablePage) -> list[str]:
    options = page.locator("#recorded option")
    expect(options.first).to_be_attached(timeout=MS)
    return [value for each in options.all() if (value := each.get_attribute("value"))]


def at(page: TablePage) -> tuple[int, int]:
    bar = page.locator("#playback")
    return int(bar.get_attribute("data-at") or 0), int(bar.get_attribute("data-of") or 0)


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
    assert at(page)[0] < at(page)[1]
    page.click("#pause")
    page.settle()
    expect(bar).to_have_attribute("data-paused", "true")
    before = at(page)[0]
    for more in range(1, 4):
        page.click("#step")
        page.settle()
        assert at(page)[0] == before + more
    page.click("#pause")
    page.locator("#speed").select_option("100")
    page.settle(1000)
    expect(bar).to_have_attribute("data-paused", "false")
    expect(bar).to_have_attribute("data-speed", "100")
    assert before + 3 < at(page)[0] < at(page)[1]
    page.click("#stop")
    page.settle()
    page.begin_in_dialog("gin", seed=1)  # the page plays by hand again


def test_a_file_that_is_too_large_is_refused_and_names_are_as_long_as_they_may_be(
    page: TablePage, tmp_path: Path
) -> None:
    """Page and table accept the same file sizes and name lengths."""
    notice = page.locator("#notice")
    sizes = (5 << 20, playback.LONGEST + 1, playback.LONGEST)
    for size, said in zip(sizes, ("too large", "too large", "large2.jsonl"), strict=True):
        large = tmp_path / f"large{sizes.index(size)}.jsonl"
        large.write_bytes(b" " * size)
        notice.evaluate("(notice) => { notice.textContent = ''; }")  # the one before
        page.locator("#open").set_input_files(large)
        expect(notice).to_contain_text(said, timeout=MS)
    page.click("#new")
    for name in page.locator('#new-players [name^="name"]').all():
        assert name.get_attribute("maxlength") == str(playback.LONGEST_NAME) == "12"
    page.click("#new-cancel")


# --- a real board: the page shows what happens, and cannot move anything

EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}


@pytest.fixture
def board() -> Iterator[VmBoard]:
    with VmBoard(club_files(club_config(rules=EASY)), speed=4) as made:
        yield made


def test_a_board_is_mirrored(board: VmBoard, tables: Callable[..., TableServer], visits: Visits) -> None:
    table = tables("--port", board.port, asked=False)
    page = visits.open(table.link())
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
    visits.close()
    assert table.stop() in (0, 130)
