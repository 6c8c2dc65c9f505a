"""What people do at a table's page: verdicts, questions, rulings, the pile, typed cards, reload."""

import itertools
import json
import re
import threading
from collections.abc import Callable
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from logs_of import outcomes_of
from pageplay import Seen, lay, least_useful
from playwright.sync_api import expect
from tablepage import MS, PHONE, TablePage, TableServer, Visits, violations

from tierce_tools.base import paths
from tierce_tools.base.texts import texts
from tierce_tools.hints.questions import answer
from tierce_tools.logs.rounds import Rounds, is_round
from tierce_tools.rules.clauses import CLAUSES
from tierce_tools.rules.reasons import sentences

EASY: dict[str, Any] = {"first_lay_points": 0, "first_lay_pure_run": False}


def expect_doubt(page: TablePage, text: str) -> None:
    page.settle()
    expect(page.locator("#doubt-text")).to_contain_text(text)


# --- verdicts, questions


def test_an_illegal_first_lay_is_red_and_explained(page: TablePage) -> None:
    """Shown in both languages: the verdict, its reason and its clause.

    Taken back, the turn is accepted.
    """
    page.begin("rami51", seed=12)
    seat = page.look().seat
    page.draw(seat)
    discard = least_useful(page.look().hand(seat))
    odd = not_a_meld([card for card in page.look().hand(seat) if card != discard])
    page.move(odd, "meld2")
    page.move([discard], "discard")
    page.expect_verdict("refused")
    for language in ("en", "fr"):
        page.speak(language)
        said = [each for each in outcomes_of(page.log()) if each["event"] == "refused"]
        assert len(said) == 1
        assert "not_a_meld" in said[0]["codes"]
        page.expect_verdict("refused", *said[0]["codes"])
        panel = page.locator("#why-panel")
        if not panel.is_visible():
            page.click("#why")
        for code, why in zip(said[0]["codes"], sentences(said[0], language), strict=True):
            expect(page.verdict()).to_contain_text(why)
            expect(panel).to_contain_text(re.compile(re.escape(texts(language)(CLAUSES[code])), re.I))
            expect(panel).to_contain_text(why)
    page.make(("move", odd, f"hand{seat}"))
    page.press(seat, "done")
    page.expect_verdict("turn")


def not_a_meld(hand: list[str]) -> list[str]:
    """Return three cards of three ranks that are no run."""
    hand = [card for card in hand if card[0] != "X"]
    others = [card for card in hand if card[0] != hand[0][0] and card[1] != hand[0][1]]
    assert len(others) > 1
    return [hand[0], *others[:2]]


def test_a_card_moved_out_of_turn_goes_to_the_table_only_if_one_insists(page: TablePage) -> None:
    page.begin("rami51", seed=3)
    other = 1 - page.look().seat
    card, held = page.look().hand(other)[0], len(page.look().hand(other))
    for said in ("no", "yes"):
        page.card(card, f"hand{other}").click()
        page.place("meld3").click()
        expect_doubt(page, "Move it all the same?")
        page.click(f"#doubt-{said}")
        page.settle()
        expect(page.locator("#doubt")).to_be_hidden()
        assert page.look().cards["meld3"] == ([card] if said == "yes" else [])
        assert len(page.look().hand(other)) == (held - 1 if said == "yes" else held)


def test_a_match_begun_in_the_dialog(page: TablePage) -> None:
    """The dialog closes once, at the match's begin; opened again, it stays. Its contract is shown."""
    page.begin_in_dialog("contrat")
    facts = page.locator("#match")
    expect(facts).to_contain_text("contract: 2 sets")
    page.click("#new")
    page.settle()
    expect(page.locator("#new-start")).to_be_enabled()
    expect(page.locator("#new-dialog")).to_be_visible()
    page.click("#new-cancel")
    page.speak("fr")
    expect(facts).to_contain_text("contrat\u00a0: 2 brelans")


def test_a_log_from_ones_own_computer_is_played(page: TablePage, tmp_path: Path) -> None:
    own = tmp_path / "evening.jsonl"
    lines = (paths.games() / "demo-rami7.jsonl").read_text().splitlines(keepends=True)
    own.write_text("".join(lines[:8]))
    page.begin("gin", deal=False)  # which nobody minds leaving
    page.locator("#open").set_input_files(own)
    bar = page.locator("#playback")
    expect(bar).to_have_attribute("data-of", "7", timeout=MS)
    page.settle()
    expect(bar).to_have_attribute("data-at", "7")
    assert len(page.log()) == 8
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\nno log\n")
    page.locator("#open").set_input_files(bad)
    expect(page.locator("#notice")).to_contain_text("bad.jsonl", timeout=MS)


# What a finger must hit that is less than 44 px, and fields into which iOS would zoom.
SMALL = """() => [...document.querySelectorAll(".button, .key, select, summary, .switch, input")]
  .filter(each => each.checkVisibility() && !each.matches(".sr, .switch input")).filter(each => {
    const {width, height} = each.getBoundingClientRect();
    const letters = parseFloat(getComputedStyle(each).fontSize);
    return width < 44 || height < 44 || each.matches("select, input") && letters < 16;
  }).map(each => each.id || each.textContent)"""


def test_a_finger_plays_on_a_phone(page: TablePage, visits: Visits) -> None:
    page.begin("rami51", seed=14)
    phone = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
    theirs = visits.open(page.link(), "touch", **phone)
    seat = theirs.look().seat
    theirs.draw(seat)
    theirs.move(theirs.look().hand(seat)[:1], "meld1")
    theirs.move(theirs.look().cards["meld1"], f"hand{seat}")
    theirs.move([least_useful(theirs.look().hand(seat))], "discard")
    theirs.expect_verdict("turn")
    assert theirs.look().seat == 1 - seat
    for width, height in ((390, 844), (667, 331), (844, 390), (820, 1180), (1180, 820)):
        theirs.resize({"width": width, "height": height})
        assert theirs.page.evaluate(SMALL) == [], (width, height)


def test_another_port_of_this_computer_learns_nothing(page: TablePage, shared: TableServer) -> None:
    """Another page there gets what browsers keep per host, and that must be nothing."""
    heard: list[str] = []

    class Theirs(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            heard.append(f"{self.path}\n{self.headers}")
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>theirs</title>")

        def log_message(self, format: str, *args: Any) -> None:
            pass

    passed: str = page.page.evaluate("sessionStorage.getItem('tierce / pass')")
    session = json.loads(passed)["session"]
    assert len(session) >= 32
    with HTTPServer(("127.0.0.1", 0), Theirs) as theirs:
        threading.Thread(target=theirs.serve_forever, daemon=True).start()
        there = page.page.context.new_page()  # in the same browser context
        there.goto(f"http://127.0.0.1:{theirs.server_port}/")
        assert there.evaluate("JSON.stringify([document.cookie, {...sessionStorage}])") == '["",{}]'
        # Its scripts cannot connect either: neither without a session nor from that origin.
        code = there.evaluate(
            """url => new Promise(done => {
            const line = new WebSocket(url);
            line.onopen = () => line.send("{}");
            line.onmessage = () => done("told");
            line.onclose = event => done(event.code);
        })""",
            shared.origin.replace("http", "ws") + "/ws",
        )
        assert code == 1006
        theirs.shutdown()
        there.close()
    assert heard
    assert "cookie" not in "".join(heard).lower()
    assert session not in "".join(heard)
    assert page.page.context.cookies() == []


# --- a round with rulings

SEED = 23  # a short round in which Ana can lay 49 points, not 51, in her second turn


def worth(seen: Seen, points: int) -> list[list[str]]:
    """Return melds of a first lay, with a pure run, that are worth exactly so much; [] if none."""
    found: dict[str, Any] = dict(answer(seen.question(seen.seat, {}, goal="points")))
    melds: list[list[str]] = found["melds"]
    for size in range(1, len(melds) + 1):
        for some in itertools.combinations(melds, size):
            hand = [card for meld in some for card in meld]
            lays = dict(answer({"game": "rami51", "hand": hand, "goal": "points"}))
            if lays["points"] == points and lays["pure_run"] and lays["cards"] == len(hand):
                return list(some)
    return []


def first_lay_by_decision(page: TablePage, seat: int, melds: list[list[str]]) -> str:
    """Lay these melds, one card of which no reader sees, and let the turn pass; return the card."""
    broken = melds[0][1]
    page.break_tag(broken)
    page.make(*(("move", meld, zone) for meld, zone in zip(melds, page.look().free(), strict=False)))
    expect(page.locator('.card[data-mark="unseen"]')).to_have_count(1)
    expect(page.locator("#guide")).to_contain_text("no reader sees this card")
    assert "by hand" in page.decide("put")
    expect(page.locator('.card[data-mark="hand"]')).to_have_attribute("data-card", broken)
    page.make(("move", [least_useful(page.look().hand(seat))], "discard"))
    page.expect_verdict("refused", "first_lay_points")
    said = [each for each in outcomes_of(page.log()) if each["event"] == "refused"][-1]
    expect(page.verdict()).to_contain_text(sentences(said, "en")[said["codes"].index("first_lay_points")])
    with page.answered("the turn that passes"):
        assert "49" in page.decide("accept")
    return broken


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
        page.make(("draw", seat))
        if turn == 4:
            broken = first_lay_by_decision(page, seat, worth(look(), 49))
            laid.add(seat)
        else:
            moves = list(lay(look))
            if moves:
                laid.add(seat)
            gone = {card for _, codes, _ in moves for card in codes}
            left = [card for card in look().hand(seat) if card not in gone]
            page.make(*moves, ("move", [least_useful(left)], "discard") if left else ("press", seat, "done"))
        if turn == 1:
            with page.answered("the turn that is taken back"):
                assert "Luc" in page.decide("undo")
            page.expect_verdict("ruling")
            page.press(1, "done")
        page.expect_verdict("turn")
    for seat in look().awaited:
        page.make(("move", look().hand(seat), f"seat{seat}"), ("press", seat, "done"))
    page.expect_phase("deal")
    page.click("#end-read")
    assert "+20" in page.decide("points", 1, 20)
    assert page.corrections() == [(1, "+20")]

    log = page.log()
    assert [each["ruling"] for each in log if "ruling" in each] == ["undo", "accept", "points"]
    assert [each["in"] for each in log if each.get("by") == "hand" and "in" in each] == [[broken]]
    outcomes = outcomes_of(log)
    accepted = next(each for each in outcomes if each.get("ruling") == "accept")
    assert accepted["codes"] == ["first_lay_points"]
    sheet = Rounds(log[0])
    for each in outcomes:
        sheet.take(each["event"], {"t": 0, **each})
    assert page.sheet() == ([row["scores"] for row in sheet.rows if is_round(row)], sheet.totals)
    assert page.locator("#sheet [data-ruled]").get_attribute("data-ruled") == "undo accept"
    assert violations(page.page) == [], "the panel, the sheet"


# --- the pile of Rami 500 lies spread: a card is taken with all above it


def trio(hand: list[str], card: str) -> list[str]:
    """Return a set of three of a card and two of a hand, or []."""
    for pair in itertools.combinations([each for each in hand if each[0] == card[0] != "X"], 2):
        if len({each[1] for each in (card, *pair)}) == 3:
            return [card, *pair]
    return []


def buried(page: TablePage) -> tuple[int, str, list[str]]:
    """Discard until a card that the seat on turn can lay lies under others.

    Return the seat, the card and a set with it.
    """
    wanted: dict[int, str] = {}  # seat -> a card in the pile that it can lay
    for turn in range(8):
        seen = page.look()
        seat, pile = seen.seat, seen.cards["discard"]
        card = wanted.get(seat, "")
        if card in pile[:-1] and turn > 1:
            return seat, card, trio(seen.hand(seat), card)
        page.make(("draw", seat))
        seen = page.look()
        hand, other = seen.hand(seat), seen.hand(1 - seat)
        useful = [each for each in hand if trio(other, each)]
        if useful and 1 - seat not in wanted:
            wanted[1 - seat] = useful[0]
        keep = {each for card in wanted.values() for each in hand if each[0] == card[0]}
        plain = [each for each in hand if each not in keep and each[0] != "X"]
        page.make(("move", [wanted[1 - seat] if wanted.get(1 - seat) in hand else plain[0]], "discard"))
    raise AssertionError("choose another deal")


def test_a_click_or_a_drag_on_a_deeper_card_takes_all_above_it(page: TablePage) -> None:
    page.begin("rami500", seed=2)
    seat, card, meld = buried(page)
    pile, held = page.look().cards["discard"], len(page.look().hand(seat))
    assert len(pile) >= 3
    page.select(card)
    taken = pile[pile.index(card) :]
    assert page.locator('[data-place="discard"] [aria-pressed="true"]').count() == len(taken) > 1
    page.place(f"hand{seat}").click()
    page.settle()
    assert set(taken) <= set(page.look().hand(seat))
    assert page.look().cards["discard"] == pile[: pile.index(card)]
    page.make(("move", taken, "discard"))  # put back, they lie as they lay there
    assert page.look().cards["discard"] == pile
    page.move([card], f"hand{seat}")
    assert page.look().cards["discard"] == pile[: pile.index(card)]
    rest = [each for each in page.look().hand(seat) if each[0] != "X" and each not in meld]
    page.make(("move", meld, "meld1"), ("move", rest[:1], "discard"))
    page.expect_verdict("turn")
    assert len(page.look().hand(seat)) == held + len(taken) - 4
    points = dict(answer({"game": "rami500", "hand": meld}))["points"]
    expect(page.locator(f'.rack:has([data-place="hand{seat}"]) .rack-tags')).to_contain_text(f"laid {points} pt")


# --- what lies there?


def ask_what(page: TablePage, cards: str, game: str = "atelier", zone: str = "meld1") -> str:
    """Type cards, and ask the table; return what is said."""
    if page.locator("#what").get_attribute("open") is None:
        page.click("#what summary")
    page.locator("#what-game").select_option(game)
    page.locator("#what-zone").select_option(zone)
    page.locator("#what-cards").fill(cards)
    page.click("#what-ask")
    page.settle()
    return " ".join(page.locator("#what-said").inner_text().split())


def test_the_tables_own_page_says_what_typed_cards_are(tables: Callable[..., TableServer], visits: Visits) -> None:
    page = visits.open(tables().link())  # without a match
    assert "a run 5♥ 6♥ 7♥: 18 points." in ask_what(page, "5h 6♥, 7H")
    page.expect_mood("meld1", "green")
    assert sorted(page.look().cards["meld1"]) == ["5H", "6H", "7H"]
    assert violations(page.page) == [], "what is this"
    said = ask_what(page, "9C 9C 9D")
    assert "a set takes four different suits." in said
    assert "By the rules of Classroom Rami." in said
    page.expect_mood("meld1", "red")
    assert "not yet a meld" in ask_what(page, "4S", "gin", "discard")
    ask_what(page, "5H zz")
    expect(page.locator("#notice")).to_contain_text("zz")
    # The board's own buttons leave the page, and a match begins as ever; its melds are checked as they are laid.
    page.begin("atelier", seed=4)
    expect(page.locator("#what")).to_be_hidden()
    seat = page.look().seat
    hand = sorted(page.look().hand(seat))
    page.make(("move", hand[:2], "meld1"))
    checks = page.locator("#checks")
    expect(checks).to_contain_text("not yet a meld")
    assert "wrong" not in (page.place("meld1").get_attribute("class") or "")
    wrong = not_a_meld(hand[1:])[1:]
    page.make(("move", wrong, "meld1"))
    expect(checks).to_contain_text("neither a run nor a set")
    page.expect_mood("meld1", "red")
    assert page.verdict().get_attribute("data-event") in ("", None)
    assert violations(page.page) == [], "a meld that is wrong"
    page.speak("fr")
    expect(checks).to_contain_text("ni suite")
    page.make(("move", [*hand[:2], *wrong], f"hand{seat}"))
    expect(checks).to_be_hidden()


# --- reload, two pages, another device, the power: in `make test-all`


@pytest.mark.longer
def test_a_match_that_is_left_waits_and_goes_on_also_after_kill(
    tables: Callable[..., TableServer], visits: Visits
) -> None:
    """A new match needs a confirmation; the first one can be chosen again, and survives kill -9."""
    server = tables("--seed", "4")
    page = visits.open(server.link())
    page.begin("rami51", players="person person person")
    page.make(("draw", page.look().seat))
    seen = page.look()
    page.click("#play")
    expect_doubt(page, "The match in play is kept")
    page.click("#doubt-no")
    assert page.look().cards == seen.cards
    page.begin_in_dialog("gin")  # confirms the same question
    page.click("#new")
    page.locator("#kept-list [data-kept]").first.click()
    page.settle()
    page.expect_phase("turn", "rami51")
    assert page.look().cards == seen.cards
    page.page.close()
    server.close()
    again = tables()
    page = visits.open(again.link())
    page.settle()
    page.expect_phase("turn", "rami51")
    assert page.look().cards == seen.cards
    assert "The match goes on where it was" in again.said
    page.move([page.look().hand(seen.seat)[0]], "discard")
    page.expect_verdict("turn")


@pytest.mark.longer
def test_reload_the_power_and_a_lost_reader_in_the_middle_of_a_turn(page: TablePage) -> None:
    page.begin("rami51", seed=2, **EASY)
    seat = page.look().seat
    page.make(("draw", seat))
    page.make(*lay(page.look))
    before, sheet = page.look(), page.sheet()
    assert before.jokers, "choose another deal"
    page.page.reload()
    page.ready()
    assert (page.look(), page.sheet()) == (before, sheet)
    page.fault("power", True)
    expect(page.light("discard")).to_have_attribute("data-colour", "#000000")
    page.fault("power", False)
    assert page.look() == before
    page.fault("dead", True, "meld3")
    page.make(("move", page.look().hand(seat)[:2], "meld3"))
    assert page.warnings("reader_lost")
    assert page.mood("meld3") in ("yellow", "red")
    page.make(("move", page.look().cards["meld3"], f"hand{seat}"))
    page.fault("dead", False, "meld3")
    page.move([least_useful(page.look().hand(seat))], "discard")
    page.expect_verdict("turn")
    assert page.look().seat == 1 - seat


@pytest.mark.longer
def test_slow_motion_shows_the_slots_and_a_rack_its_order(page: TablePage) -> None:
    page.begin("gin", seed=11)
    page.click('[data-sort="rank"][data-seat="0"]')
    page.settle()
    hand = page.look().hand(0)
    ranks = ["A23456789TJQK".index(card[0]) for card in hand]
    assert ranks in (sorted(ranks), sorted(ranks)[::-1])
    page.drag_before(hand[-1], hand[0])
    assert page.look().hand(0) == [hand[-1], *hand[:-1]]
    page.make(("move", page.look().hand(page.look().seat)[:4], "meld1"))
    page.unfold("slow-box")
    page.locator("#slow").check()
    page.settle()
    expect(page.locator("#scan [data-slot]")).to_have_count(16)
    assert page.slots()
    page.locator("#slow").uncheck()
    page.settle()


@pytest.mark.longer
def test_the_language_is_that_of_the_whole_page(page: TablePage) -> None:
    page.begin("gin", seed=5)
    words: dict[str, set[str]] = {}
    for language in ("en", "fr"):
        page.speak(language)
        page.menu(True)  # which has texts, too
        words[language] = set(
            page.page.evaluate("""() => [...document.querySelectorAll(
            'button, summary, h2, label span')].filter(each => each.checkVisibility())
            .map(each => each.innerText.trim()).filter(text => text.length > 4)""")
        )
        page.menu(False)
    both = words["en"] & words["fr"]
    assert len(words["en"]) > 10
    assert len(both) < len(words["en"]) / 4, both  # names, same words


@pytest.mark.longer
def test_computers_play_for_the_seats_that_are_theirs(page: TablePage) -> None:
    page.begin_in_dialog("rami51", seed=9, players="person computer", dealer=0)
    turns = page.locator('#log [data-event="turn"]')
    before = turns.count()
    page.deal()  # the computer at the dealer's left begins
    assert page.look().seat == 0
    assert turns.count() == before + 1
    page.draw(0)
    page.move([least_useful(page.look().hand(0))], "discard")
    assert page.look().seat == 0
    assert turns.count() == before + 3


@pytest.mark.longer
def test_another_device_agrees_by_one_tap(page: TablePage, visits: Visits) -> None:
    page.begin("gin", seed=3)
    phone = visits.open(page.link(1), "touch", page, viewport=PHONE, has_touch=True, is_mobile=True)
    phone.decide("points", 0, -15)
    asked = page.locator("#asked")
    expect(asked).to_contain_text("Luc asks: Correct Ana’s score by −15?")
    expect(phone.locator("#asked")).to_contain_text("Waiting")
    assert violations(phone.page) == [], "who asks"
    phone.click("#asked-do")  # taken back
    phone.settle()
    expect(asked).to_be_hidden()
    expect(phone.locator("#notice")).to_contain_text("taken it back")
    phone.decide("points", 0, -15)
    assert page.sheet()[1] == [0, 0]
    page.click("#asked-do")
    page.settle()
    assert page.corrections() == [(0, "−15")]
    expect(asked).to_be_hidden()
    page.decide("points", 1, 30)  # the owner asks
    phone.settle()
    expect(phone.locator("#asked")).to_contain_text("0 becomes 30")
    phone.click("#asked-do")
    page.settle()
    phone.settle()
    assert page.sheet()[1] == [-15, 30]


@pytest.mark.longer
def test_a_match_goes_on_with_a_player_more(page: TablePage) -> None:
    page.begin("rami51", seed=5)
    page.decide("points", 1, 40)
    assert page.sheet()[1] == [0, 40]
    page.click("#people-go-on")
    page.locator("#new-seats").select_option("3")
    page.locator('[name="kind2"]').select_option("person")
    page.locator('[name="total2"]').fill("25")
    page.locator("#new-dealer").select_option("2")
    assert violations(page.page) == [], "totals in the dialog"
    page.click("#new-start")
    expect_doubt(page, "Go on?")
    page.click("#doubt-yes")
    page.settle()
    page.expect_phase("deal")
    assert page.sheet()[1] == [0, 40, 25]
    page.deal()
    assert page.log()[0]["totals"] == [0, 40, 25]
    page.click("#new")
    page.locator("#new-game").select_option("manipulation")
    assert page.locator("#new-dealer").input_value() == "lot"
    page.click("#new-cancel")
