"""Whole rounds played on the page, recorded matches, and those of a real board."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
import ring
from pageplay import Move, Seen, lay, least_useful, play
from playwright.sync_api import Error, expect
from tablepage import MS, ON_SERVER, TablePage, TableServer, Visits, violations
from vmboard import VmBoard, club_config, club_files

from tierce.outcomes import keys
from tierce_tools.base import paths
from tierce_tools.hints.questions import answer
from tierce_tools.logs.replay import steps, steps_of
from tierce_tools.logs.rounds import Rounds, is_round
from tierce_tools.virtual import playback

# Game, deal number, house rules: short rounds that contain the play to test.
RAMI51 = ("rami51", 23, {})
GIN = ("gin", 35, {})
MANIPULATION = ("manipulation", 193, {"knock_limit": 60})
ROUNDS = [("server", *RAMI51, "mouse"), ("site", *GIN, "keys"), ("server", *MANIPULATION, "mouse")]


def outcomes_of(log: list[dict[str, Any]], language: str = "en") -> list[dict[str, Any]]:
    """Return the engine's outcomes for a log; each line must be valid."""
    found: list[dict[str, Any]] = []
    for step in steps_of(log, language):
        assert step.error is None, f"{step.event}: {step.error}"
        found += [{"event": each[0], **dict(zip(keys(each), each[2:], strict=True))} for each in step.outcomes]
    return found


def lays_off(move: Move, seen: Seen) -> bool:
    """Tell whether a move adds cards to a meld on the table."""
    return move[0] == "move" and move[2] in seen.melds()


def rearranges(move: Move, seen: Seen) -> bool:
    """Tell whether a move takes cards from one meld to another."""
    lying = {card for codes in seen.melds().values() for card in codes}
    return move[0] == "move" and move[2].startswith("meld") and bool(lying & set(move[1]))


@pytest.mark.longer  # a round with rulings is in `make test`
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
    if game == "rami51":
        assert any(each["event"] == "turn" and each["laid"] >= 51 for each in found), found
        assert rounds[0]["how"] in ("out", "rami_sec")
    elif game == "gin":
        assert rounds[0]["how"] in ("knock", "undercut")
        assert kinds >= {"knock", "lays_off"}
    else:
        assert kinds >= {"rearranges", "knock"}
    if hand == "keys":
        assert page.mouse_events() == 0
    # The log names only cards that were laid, never cards in hand.
    shown = {card for line in log for card in line.get("in", [])}
    assert set(json.dumps(log).split('"')) & every_card() <= shown
    expect(page.locator("#end")).to_be_visible(timeout=MS)
    head = page.locator("#end-head").inner_text()
    assert head.startswith("Round 1 to ")
    assert "point" not in head  # they stand in the table below
    if hand == "mouse":
        assert not ring.ALL or violations(page.page) == []
        page.speak("fr")
        page.click("#projector")
        assert violations(page.page) == [], "in French, on a projector"
        page.click("#projector")
    page.click("#end-read")
    expect(page.locator("#end")).to_be_hidden(timeout=MS)


def every_card() -> set[str]:
    from tierce.cards import CARDS, code

    return {code(card) for card in range(CARDS)}


# --- a round with rulings

SEED = 23  # a short round in which Ana can lay 49 points, not 51, in her second turn


def worth(seen: Seen, points: int) -> list[list[str]]:
    """Return melds of a first lay, with a pure run, that are worth exactly so much; [] if none."""
    found: dict[str, Any] = dict(answer(seen.question(seen.seat, {}, goal="points")))
    melds: list[list[str]] = found["melds"]
    for size in range(1, len(melds) + 1):
        for some in combinations(melds, size):
            hand = [card for meld in some for card in meld]
            lays = dict(answer({"game": "rami51", "hand": hand, "goal": "points"}))
            if lays["points"] == points and lays["pure_run"] and lays["cards"] == len(hand):
                return list(some)
    return []


def first_lay_by_decision(page: TablePage, seat: int, melds: list[list[str]]) -> str:
    """Lay these melds, one card of which no reader sees, and let the turn pass; return the card."""
    broken = melds[0][1]
    page.break_tag(broken)
    for meld, zone in zip(melds, page.look().free(), strict=False):
        page.move(meld, zone)
    expect(page.locator('.card[data-mark="unseen"]')).to_have_count(1, timeout=MS)
    assert "by hand" in page.decide("put")
    expect(page.locator('.card[data-mark="hand"]')).to_have_attribute("data-card", broken, timeout=MS)
    page.move([least_useful(page.look().hand(seat))], "discard")
    page.expect_verdict("refused", "first_lay_points")
    with page.answered("the turn that passes"):
        assert "49" in page.decide("accept")
    return broken


def take_back(page: TablePage) -> None:
    """Take Luc's turn back, and end it again."""
    with page.answered("the turn that is taken back"):
        assert "Luc" in page.decide("undo")
    page.expect_verdict("ruling")
    page.press(1, "done")


@ON_SERVER
def test_a_round_goes_to_its_score_by_what_the_people_decide(page: TablePage) -> None:
    """A turn taken back, a broken tag, a first lay of 49, a corrected score: all by mouse."""
    page.begin("rami51", seed=SEED)
    laid: set[int] = set()

    def look() -> Seen:
        return replace(page.look(), down=sorted(laid))

    broken = ""
    for turn in range(1, 7):
        seat = look().seat
        assert seat == turn % 2, "another deal"
        page.draw(seat)
        if turn == 4:
            broken = first_lay_by_decision(page, seat, worth(look(), 49))
            laid.add(seat)
        else:
            if page.play(lay(look)):
                laid.add(seat)
            left = look().hand(seat)
            page.do(("move", [least_useful(left)], "discard") if left else ("press", seat, "done"))
        if turn == 1:
            take_back(page)
        page.expect_verdict("turn")
    for seat in look().awaited:
        page.move(look().hand(seat), f"seat{seat}")
        page.press(seat, "done")
    page.until(lambda: look().phase == "deal", "the score")
    page.click("#end-read")
    assert "+20" in page.decide("points", 1, 20)
    page.until(lambda: page.corrections() == [(1, "+20")], "the correction")

    log = page.log()
    rulings = [each["ruling"] for each in log if "ruling" in each]
    assert rulings == ["undo", "accept", "points"]
    assert [each["in"] for each in log if each.get("by") == "hand" and "in" in each] == [[broken]]
    outcomes = outcomes_of(log)
    accepted = next(each for each in outcomes if each.get("ruling") == "accept")
    assert accepted["codes"] == ["first_lay_points"]
    sheet = Rounds(log[0])
    for each in outcomes:
        sheet.take(each["event"], {"t": 0, **each})
    scores = [row["scores"] for row in sheet.rows if is_round(row)]
    assert page.sheet() == (scores, sheet.totals)
    assert page.locator("#sheet [data-ruled]").get_attribute("data-ruled") == "undo accept"
    assert violations(page.page) == [], "the panel, the sheet"


# --- recorded


def sheet_of(name: str) -> tuple[list[list[int]], list[int]]:
    """Return the score sheet of a recorded match from its replay."""
    rounds: list[list[int]] = []
    totals: list[int] = []
    with (paths.games() / f"{name}.jsonl").open("rb") as stream:
        for step in steps(stream):
            for outcome in step.outcomes:
                values = dict(zip(keys(outcome), outcome[2:], strict=True))
                if outcome[0] == "round":
                    rounds.append(values["scores"])
                if outcome[0] in ("round", "match"):
                    totals = values["totals"]
    return rounds, totals


def names(page: TablePage) -> list[str]:
    options = page.locator("#recorded option")
    expect(options.first).to_be_attached(timeout=MS)
    return [value for each in options.all() if (value := each.get_attribute("value"))]


def start(page: TablePage, name: str, speed: int = 100) -> None:
    page.choose("#recorded", name)
    page.watch()
    page.until(lambda: at(page)[0] < at(page)[1], f"{name} begins")
    page.locator("#speed").select_option(str(speed))


def at(page: TablePage) -> tuple[int, int]:
    bar = page.locator("#playback")
    return int(bar.get_attribute("data-at") or 0), int(bar.get_attribute("data-of") or 0)


@pytest.mark.longer
def test_the_demo_plays_at_once(tables: Callable[..., TableServer], visits: Visits) -> None:
    page = visits.open(tables(verb="demo").link())
    expect(page.locator("#playback")).to_be_visible(timeout=MS)
    expect(page.locator("#playback")).to_have_attribute("data-paused", "false", timeout=MS)
    page.until(lambda: at(page)[0] > 1, "the first events")
    assert len(names(page)) >= 3


@pytest.mark.longer
def test_a_recorded_match_ends_with_the_sheet_of_its_replay(page: TablePage) -> None:
    name = next(name for name in names(page) if name.endswith("rami7"))
    start(page, name)
    page.until(lambda: at(page)[0] == at(page)[1] and not page.busy(), f"the end of {name}", 300)
    wanted = sheet_of(name)
    page.until(lambda: page.sheet() == wanted, f"the sheet {wanted}")
    rounds = [each for each in outcomes_of(page.log()) if each["event"] == "round"]
    assert [each["scores"] for each in rounds] == wanted[0]


def test_a_log_from_ones_own_computer_is_played(page: TablePage, tmp_path: Path) -> None:
    own = tmp_path / "evening.jsonl"
    lines = (paths.games() / "demo-rami7.jsonl").read_text().splitlines(keepends=True)
    own.write_text("".join(lines[:12]))
    page.begin("gin", deal=False)  # which nobody minds leaving
    page.locator("#open").set_input_files(own)
    page.until(lambda: at(page)[1] == 11, "a log of 11 events")
    page.locator("#speed").select_option("100")
    page.until(lambda: at(page) == (11, 11), "its end")
    assert [each for each in page.log() if "t" not in each or each["t"] >= 0]
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\nno log\n")
    page.locator("#open").set_input_files(bad)
    expect(page.locator("#notice")).to_contain_text("bad.jsonl", timeout=MS)


@pytest.mark.longer
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


@pytest.mark.longer
def test_pause_step_and_stop(page: TablePage) -> None:
    start(page, names(page)[0], 1)
    bar = page.locator("#playback")
    page.until(lambda: at(page)[0] >= 2, "dealt, and the first player thinks")
    page.click("#pause")
    expect(bar).to_have_attribute("data-paused", "true", timeout=MS)
    before = at(page)[0]
    for more in range(1, 4):
        page.click("#step")
        page.until(lambda more=more: at(page)[0] == before + more, f"{more} steps further")
    page.click("#pause")
    expect(bar).to_have_attribute("data-paused", "false", timeout=MS)
    page.locator("#speed").select_option("100")
    expect(bar).to_have_attribute("data-speed", "100", timeout=MS)
    page.until(lambda: at(page)[0] > before + 5, "it plays on")
    page.click("#stop")
    page.until(lambda: not page.busy(), "it has stopped")
    page.begin_in_dialog("gin", seed=1)  # the page plays by hand again
    page.deal()


# --- a real board: the page shows what happens, and cannot move anything

EASY = {"first_lay_points": 0, "first_lay_pure_run": False}
HEADER = {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0, "rules": EASY}


@pytest.fixture
def board() -> Iterator[VmBoard]:
    with VmBoard(club_files(club_config(rules=EASY)), speed=4) as made:
        yield made


@ON_SERVER
@pytest.mark.longer
def test_a_board_is_mirrored(
    page: TablePage, board: VmBoard, tables: Callable[..., TableServer], visits: Visits
) -> None:
    table = tables("--port", board.port, hurried=False)
    page = visits.beside(page, table.link())
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
    with pytest.raises(Error, match="shows a real table"):
        page.ask({"do": "move", "cards": ["5H"], "to": "meld2"})
    page.shows(["5H", "6H", "7H"], "meld1")
    visits.close()
    assert table.stop() in (0, 130)
