"""What people do at a table's page: verdicts, questions, rulings, the pile, typed cards, reload.

What the table makes of it is tested in tests/host: test_page_rulings.py, test_kept_tables.py, test_virtual_faults.py.
"""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from published import judged
from tablepage import MS, PHONE, TablePage, Visits, moves, violations

from tierce_tools.base import paths
from tierce_tools.base.texts import texts
from tierce_tools.logs.rounds import Rounds, is_round
from tierce_tools.rules.clauses import CLAUSES
from tierce_tools.rules.reasons import sentences


def expect_doubt(page: TablePage, text: str) -> None:
    page.settle()
    expect(page.locator("#doubt-text")).to_contain_text(text)


# --- what lies there?


def not_a_meld(hand: list[str]) -> list[str]:
    """Return three cards of three ranks that are no run."""
    hand = [card for card in hand if card[0] != "X"]
    others = [card for card in hand if card[0] != hand[0][0] and card[1] != hand[0][1]]
    assert len(others) > 1
    return [hand[0], *others[:2]]


def ask_what(page: TablePage, cards: str) -> str:
    """Type cards, and ask the table; return what is said."""
    if page.locator("#what").get_attribute("open") is None:
        page.click("#what summary")
    page.locator("#what-game").select_option("atelier")
    page.locator("#what-zone").select_option("meld1")
    page.locator("#what-cards").fill(cards)
    page.click("#what-ask")
    page.settle()
    return " ".join(page.locator("#what-said").inner_text().split())


def test_the_tables_own_page_says_what_typed_cards_are(page: TablePage) -> None:
    """The first test here, as it needs a table without a match."""
    assert "a run 5♥ 6♥ 7♥: 18 points." in ask_what(page, "5h 6♥, 7H")
    page.expect_mood("meld1", "green")
    assert sorted(page.look().cards["meld1"]) == ["5H", "6H", "7H"]
    assert violations(page.page) == [], "what is this"
    said = ask_what(page, "9C 9C 9D")
    assert "a set takes four different suits." in said
    assert "By the rules of Classroom Rami." in said
    page.expect_mood("meld1", "red")
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
    assert page.locator("#verdict").get_attribute("data-event") in ("", None)
    assert violations(page.page) == [], "a meld that is wrong"
    page.speak("fr")
    expect(checks).to_contain_text("ni suite")
    page.make(("move", [*hand[:2], *wrong], f"hand{seat}"))
    expect(checks).to_be_hidden()


# --- verdicts, questions


def test_an_illegal_first_lay_is_red_and_explained(page: TablePage) -> None:
    """In both languages: the verdict, its reason and its clause. Taken back, the turn is accepted."""
    page.begin("rami51", seed=12)
    seat = page.look().seat
    page.draw(seat)
    discard, *rest = page.look().hand(seat)
    odd = not_a_meld(rest)
    page.move(odd, "meld2")
    page.move([discard], "discard")
    page.expect_verdict("refused")
    for language in ("en", "fr"):
        page.speak(language)
        (said,) = (each for each in judged(page.log()) if each.get("event") == "refused")
        assert "not_a_meld" in said["codes"]
        page.expect_verdict("refused", *said["codes"])
        panel = page.locator("#why-panel")
        if not panel.is_visible():
            page.click("#why")
        for code, why in zip(said["codes"], sentences(said, language), strict=True):
            expect(page.locator("#verdict")).to_contain_text(why)
            expect(panel).to_contain_text(re.compile(re.escape(texts(language)(CLAUSES[code])), re.I))
            expect(panel).to_contain_text(why)
    page.make(("move", odd, f"hand{seat}"))
    page.press(seat, "done")
    page.expect_verdict("turn")


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
    theirs.move(theirs.look().hand(seat)[:1], "discard")
    theirs.expect_verdict("turn")
    assert theirs.look().seat == 1 - seat
    for width, height in ((390, 844), (667, 331), (844, 390), (820, 1180), (1180, 820)):
        theirs.resize({"width": width, "height": height})
        assert theirs.page.evaluate(SMALL) == [], (width, height)


# --- a round with rulings

# A short round of seed 23, in which Luc begins and Ana can lay 49 points, not 51, in her second turn: after each draw.
TURNS = (
    "3S2 4S2 5S2 > meld1, JH2 QH X1 AH > meld2, 7S2 > discard",
    "9D > discard",
    "8S > discard",
    "2S 3S 4S > meld3, 2S2 2D2 2C2 > meld4, 7C 8C2 X2 TC > meld5, QD > discard",
    "5S > meld3, 9C2 > meld5, JS QS2 > meld6, X2 > meld6, 3D > discard",
    "AH2 AD AC > meld7, KC2 > discard",
)
LOW, BROKEN = 3, "3S"  # the turn with a first lay that is too low, and a card of it that no reader sees


def test_a_round_goes_to_its_score_by_what_the_people_decide(page: TablePage) -> None:
    """A turn taken back, a broken tag, a first lay of 49, a corrected score: all by mouse."""
    page.begin("rami51", seed=23)
    for turn, said in enumerate(TURNS):
        *lays, discard = moves(said)
        page.make(("draw", (turn + 1) % 2))
        if turn == LOW:
            page.unfold("faults")
            page.select(BROKEN)
            page.click('[data-fault="tag"]')
            page.settle()
            page.make(*lays)
            expect(page.locator('.card[data-mark="unseen"]')).to_have_count(1)
            expect(page.locator("#guide")).to_contain_text("no reader sees this card")
            assert "by hand" in page.decide("put")
            expect(page.locator('.card[data-mark="hand"]')).to_have_attribute("data-card", BROKEN)
            page.make(discard)
            page.expect_verdict("refused", "first_lay_points")
            with page.answered("the turn that passes"):
                assert "49" in page.decide("accept")
        else:
            page.make(*lays, discard)
        if turn == 0:
            with page.answered("the turn that is taken back"):
                assert "Luc" in page.decide("undo")
            page.expect_verdict("ruling")
            page.press(1, "done")
        page.expect_verdict("turn")
    page.make(("move", ["3H2", "4H"], "seat1"), ("press", 1, "done"))
    page.expect_phase("deal")
    page.click("#end-read")
    assert "+20" in page.decide("points", 1, 20)
    expect(page.locator('#sheet [data-correction="1"] [data-seat="1"]')).to_have_text("+20")

    log = page.log()
    assert [each["ruling"] for each in log if "ruling" in each] == ["undo", "accept", "points"]
    assert [each["in"] for each in log if each.get("by") == "hand" and "in" in each] == [[BROKEN]]
    sheet = Rounds(log[0])
    for each in judged(log):
        if "event" in each:
            sheet.take(each["event"], each)
    assert page.sheet() == ([row["scores"] for row in sheet.rows if is_round(row)], sheet.totals)
    assert page.locator("#sheet [data-ruled]").get_attribute("data-ruled") == "undo accept"
    assert violations(page.page) == [], "the panel, the sheet"


def test_a_click_or_a_drag_on_a_deeper_card_takes_all_above_it(page: TablePage) -> None:
    """The pile of Rami 500 lies spread."""
    page.begin("rami500", seed=2)
    for seat, card in ((1, "JS"), (0, "QD"), (1, "2S")):
        page.make(("draw", seat), ("move", [card], "discard"))
    pile, held = page.look().cards["discard"], len(page.look().hand(0))
    assert pile == ["AS", "JS", "QD", "2S"]
    page.select("JS")
    assert page.locator('[data-place="discard"] [aria-pressed="true"]').count() == 3
    page.place("hand0").click()
    page.settle()
    assert set(pile[1:]) <= set(page.look().hand(0))
    assert page.look().cards["discard"] == pile[:1]
    page.make(("move", pile[1:], "discard"))  # put back, they lie as they lay there
    assert page.look().cards["discard"] == pile
    page.move(["JS"], "hand0")
    assert page.look().cards["discard"] == pile[:1]
    page.make(*moves("JS JH JD > meld1, 2S > discard"))
    page.expect_verdict("turn")
    assert len(page.look().hand(0)) == held - 1
    expect(page.locator('.rack:has([data-place="hand0"]) .rack-tags')).to_contain_text("laid 30 pt")


# --- reload, two pages, another device, the power: in `make test-all`


@pytest.mark.longer
def test_a_match_that_is_left_waits(page: TablePage) -> None:
    """A new match needs a confirmation; the first one can be chosen again."""
    page.begin("rami51", seed=4, players="person person person")
    page.make(("draw", page.look().seat))
    seen = page.look()
    page.click("#play")
    expect_doubt(page, "The match in play is kept")
    page.click("#doubt-no")
    assert page.look() == seen
    page.begin_in_dialog("gin")  # confirms the same question
    page.click("#new")
    page.locator("#kept-list [data-kept]").first.click()
    page.settle()
    assert page.look() == seen
    page.move([page.look().hand(seen.seat)[0]], "discard")
    page.expect_verdict("turn")


@pytest.mark.longer
def test_the_power_fails_and_a_hand_is_put_in_order(page: TablePage) -> None:
    page.begin("gin", seed=11)
    power = page.locator('[data-fault="power"]')
    page.unfold("faults")
    before = page.look()
    for light in ("#000000", None):
        power.click()
        page.settle()
        expect(power).to_have_attribute("aria-pressed", str(light is not None).lower())
        assert light in (None, page.locator('[data-light="discard"]').get_attribute("data-colour"))
    assert page.look() == before
    page.click('[data-sort="rank"][data-seat="0"]')
    page.settle()
    hand = page.look().hand(0)
    ranks = ["A23456789TJQK".index(card[0]) for card in hand]
    assert ranks in (sorted(ranks), sorted(ranks)[::-1])
    with page.lifted(page.card(hand[-1])) as move:
        box = page.card(hand[0]).bounding_box()
        assert box
        move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.settle()
    assert page.look().hand(0) == [hand[-1], *hand[:-1]]


@pytest.mark.longer
def test_another_device_agrees_by_one_tap(page: TablePage, visits: Visits) -> None:
    page.begin("gin", seed=3)
    phone = visits.open(page.link(1), "touch", page, viewport=PHONE, has_touch=True, is_mobile=True)
    phone.decide("points", 0, -15)
    asked = page.locator("#asked")
    expect(asked).to_contain_text("Luc asks: Correct Ana’s score by −15?")
    expect(phone.locator("#asked")).to_contain_text("Waiting")
    assert violations(phone.page) == [], "who asks"
    assert page.sheet()[1] == [0, 0]
    page.click("#asked-do")
    page.settle()
    expect(page.locator('#sheet [data-correction="0"] [data-seat="0"]')).to_have_text("−15")
    expect(asked).to_be_hidden()


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
    page.click("#new")
    page.locator("#new-game").select_option("manipulation")
    assert page.locator("#new-dealer").input_value() == "lot"
    page.click("#new-cancel")
