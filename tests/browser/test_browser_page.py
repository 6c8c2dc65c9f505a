"""A table's page: verdicts, reload, two pages, languages, faults, slow motion, confirmations."""

import re
from collections.abc import Callable

import pytest
import ring
from pageplay import Seen, lay, least_useful, play
from playwright.sync_api import expect
from tablepage import MS, ON_SERVER, TablePage, TableServer, Visits
from test_browser_matches import outcomes_of

from tierce_tools.base.texts import texts
from tierce_tools.hints.questions import answer
from tierce_tools.rules.clauses import CLAUSES

# A deal of Rami 51 whose first player has a meld, but no legal first lay.
SMALL_LAY = 12


def expect_doubt(page: TablePage, text: str) -> None:
    expect(page.locator("#doubt")).to_be_visible(timeout=MS)
    expect(page.locator("#doubt-text")).to_contain_text(text)


# First, so that no other table runs meanwhile.
@pytest.mark.longer
def test_a_match_that_is_left_waits_and_goes_on_also_after_kill(
    tables: Callable[..., TableServer], visits: Visits
) -> None:
    """A new match needs a confirmation; the first one can be chosen again, and survives kill -9."""
    server = tables("--seed", "4")
    page = visits.open(server.link())
    page.begin_in_dialog("rami51", players="person person person")
    page.deal()
    page.draw(page.look().seat)
    seen = page.look()
    page.click("#play")
    expect_doubt(page, "The match in play is kept")
    page.click("#doubt-no")
    assert page.look().cards == seen.cards
    page.begin_in_dialog("gin")  # confirms the same question
    assert page.look().game == "gin"
    page.click("#new")
    page.locator("#kept-list [data-kept]").first.click()
    page.until(lambda: page.look().cards == seen.cards and page.look().phase == "turn", "the first match is back")
    page.page.close()
    server.process.kill()
    server.process.wait()
    again = tables()
    page = visits.open(again.link())
    page.until(
        lambda: page.look().cards == seen.cards and page.look().phase == "turn",
        "it is back after the program was killed",
    )
    assert "The match goes on where it was" in "".join(again.lines)
    page.until(lambda: not page.busy(), "the table is ready")
    page.move([page.look().hand(seen.seat)[0]], "discard")
    page.expect_verdict("turn")


def small_lay(seen: Seen) -> list[str]:
    """Return a meld worth less than 51 points."""
    found = dict(
        answer(
            {
                "game": "rami51",
                "hand": seen.hand(seen.seat),
                "rules": {"first_lay_points": 0, "first_lay_pure_run": False},
            }
        )
    )
    assert found["melds"], "choose another deal"
    assert found["points"] < 51, "choose another deal"
    return found["melds"][0]


def test_an_illegal_first_lay_is_red_and_explained(page: TablePage) -> None:
    """Shown in both languages: the zone's light, the verdict, its reason and its clause.

    Put right, but worth too little, it is refused again, with its points; taken back, the turn is
    accepted.
    """
    page.begin("rami51", seed=SMALL_LAY)
    page.watch_lights()
    seat = page.look().seat
    page.draw(seat)
    meld = small_lay(page.look())
    discard = least_useful(page.look().hand(seat))
    odd = not_a_meld([card for card in page.look().hand(seat) if card != discard])
    page.move(odd, "meld2")
    page.until(
        lambda: page.has_been("meld2", "white") or page.has_been("meld2", "blue"),
        "a light says that the cards are read",
    )
    page.move([discard], "discard")
    page.expect_verdict("refused")
    page.until(lambda: page.has_been("meld2", "red"), "a red light")
    for language in ("en", "fr"):
        page.speak(language)
        said = [each for each in outcomes_of(page.log(), language) if each["event"] == "refused"]
        assert len(said) == 1
        assert "not_a_meld" in said[0]["codes"]
        page.expect_verdict("refused", *said[0]["codes"])
        for why in said[0]["why"]:
            expect(page.verdict()).to_contain_text(why, timeout=MS)
        panel = page.locator("#why-panel")
        if not panel.is_visible():
            page.click("#why")
        expect(panel).to_be_visible(timeout=MS)
        for code, why in zip(said[0]["codes"], said[0]["why"], strict=True):
            clause = texts(language)(CLAUSES[code])
            expect(panel).to_contain_text(re.compile(re.escape(clause), re.I), timeout=MS)
            expect(panel).to_contain_text(why, timeout=MS)
    page.move(odd, f"hand{seat}")
    page.move(meld, "meld1")
    page.press(seat, "done")
    page.expect_verdict("refused", "first_lay_points")
    page.until(lambda: page.has_been("meld1", "red") or page.has_been("discard", "red"), "red")
    said = [each for each in outcomes_of(page.log(), "fr") if each["event"] == "refused"][-1]
    expect(page.verdict()).to_contain_text(said["why"][said["codes"].index("first_lay_points")])
    page.move(meld, f"hand{seat}")
    page.press(seat, "done")
    page.expect_verdict("turn")


def not_a_meld(hand: list[str]) -> list[str]:
    """Return three cards of three ranks that are no run."""
    hand = [card for card in hand if card[0] != "X"]
    first = hand[0]
    others = [card for card in hand if card[0] != first[0] and card[1] != first[1]]
    assert len(others) > 1
    return [first, *others[:2]]


@pytest.mark.longer
def test_reload_in_the_middle_of_a_turn_keeps_the_table(page: TablePage) -> None:
    page.begin("rami51", seed=2, first_lay_points=0, first_lay_pure_run=False)
    moves = play(page.look)
    next(moves)
    seat = page.look().seat
    page.draw(seat)
    page.play(lay(page.look))
    page.until(lambda: page.look().jokers, "the meld with the joker is read")
    before, sheet = page.look(), page.sheet()
    page.page.reload()
    page.ready()
    page.until(lambda: page.look() == before, f"the same table as {before}")
    assert page.sheet() == sheet
    page.move([least_useful(page.look().hand(seat))], "discard")
    page.expect_verdict("turn")
    assert page.look().seat != seat


@ON_SERVER
@pytest.mark.longer
def test_two_pages_see_the_same(page: TablePage, visits: Visits) -> None:
    other = visits.open(page.link())
    page.begin("rami51", seed=18, first_lay_points=0, first_lay_pure_run=False)

    def same() -> None:
        other.until(lambda: other.look() == page.look(), f"the same as {page.look()}")
        for what in ("#verdict", "#sheet", "#log"):
            other.until(
                lambda what=what: other.locator(what).inner_text() == page.locator(what).inner_text(),
                f"{what} is the same",
            )

    same()
    for turn in range(2):  # one player on each page
        mine = (page, other)[turn]
        seat = mine.look().seat
        mine.draw(seat)
        mine.play(lay(mine.look))
        mine.move([least_useful(mine.look().hand(seat))], "discard")
        same()


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
def test_the_power_may_go_in_the_middle_of_a_turn(page: TablePage) -> None:
    """The table comes back, and the turn is completed."""
    page.begin("rami51", seed=5, first_lay_points=0, first_lay_pure_run=False)
    seat = page.look().seat
    page.draw(seat)
    page.play(lay(page.look))
    before = page.look()
    page.fault("power", True)
    expect(page.light("discard")).to_have_attribute("data-mood", "off", timeout=MS)
    page.fault("power", False)
    page.until(lambda: page.look() == before and not page.busy(), f"the same table as {before}")
    page.move([least_useful(page.look().hand(seat))], "discard")
    page.until(lambda: page.look().seat == 1 - seat, "the other seat's turn")
    page.expect_verdict("turn")


@pytest.mark.longer
def test_a_fault_is_noticed_and_goes(page: TablePage) -> None:
    page.begin("rami51", seed=7)
    seat = page.look().seat
    page.draw(seat)
    hand = page.look().hand(seat)
    for what, said in (("dead", "reader_lost"), ("foreign", "unknown_card"), ("stacked", "stacked_cards"))[
        : ring.rounds(1, 3)
    ]:
        page.move(hand[:3], "meld3")
        page.watch_lights()
        page.fault(what, True, "meld3")
        page.until(lambda said=said: page.warnings(said), f"the warning {said}")
        page.until(lambda: page.has_been("meld3", "yellow") or page.has_been("meld3", "red"), "a light that says so")
        page.fault(what, False, "meld3")
        # Until the reader is back, the cards are judged where they lay.
        page.until(lambda: page.mood("meld3") not in ("yellow", "red"), "the light is over")
        page.move(hand[:3], f"hand{seat}")
    page.move([least_useful(hand)], "discard")
    page.expect_verdict("turn")


@pytest.mark.longer
def test_a_flaky_reader_costs_nobody_his_turn(page: TablePage) -> None:
    page.begin("rami51", seed=18, first_lay_points=0, first_lay_pure_run=False)
    page.fault("flaky", True, "meld1")
    seat = page.look().seat
    page.draw(seat)
    page.play(lay(page.look))
    page.ask({"do": "move", "cards": [least_useful(page.look().hand(seat))], "to": "discard"})
    # A verdict, perhaps because a card is missing; or none while the zone is unsteady.
    page.until(
        lambda: page.said() in ("turn", "refused") or "unsteady" in page.state(), "a verdict, or why there is none"
    )
    page.fault("flaky", False, "meld1")
    page.until(lambda: page.mood("meld1") == "off", "everything is read again")
    page.until(lambda: page.said() in ("turn", "refused"), "a verdict")
    if page.said() == "refused":
        page.press(seat, "done")
    page.expect_verdict("turn")
    assert outcomes_of(page.log())[-1]["laid"] > 0


@pytest.mark.longer
def test_a_table_has_as_many_zones_as_its_game_needs(page: TablePage) -> None:
    page.begin("manipulation", seed=1)
    assert len(page.look().free()) == 16
    seat = page.look().seat
    page.draw(seat)
    page.press(seat, "done")
    page.expect_verdict("refused", "no_draw")
    page.begin("gin", seed=1)
    assert len(page.look().free()) == 6


@pytest.mark.longer
def test_slow_motion_shows_the_slots(page: TablePage) -> None:
    page.begin("rami51", seed=8)
    page.move(page.look().hand(page.look().seat)[:4], "meld1")
    page.unfold("slow-box")
    page.locator("#slow").check()
    slots = page.locator("#scan [data-slot]")
    expect(slots).to_have_count(16, timeout=MS)
    page.until(lambda: "card" in page.slots() or "collision" in page.slots(), "a card in a slot")
    page.locator("#slow").uncheck()
    page.draw(page.look().seat)


@pytest.mark.longer
def test_computers_play_for_the_seats_that_are_theirs(page: TablePage) -> None:
    page.begin_in_dialog("rami51", seed=9, players="person computer", dealer=0)
    page.deal()  # the computer at the dealer's left begins
    page.until(lambda: page.look().seat == 0, "the computer has played")
    page.draw(0)
    page.move([least_useful(page.look().hand(0))], "discard")
    page.until(lambda: page.look().seat == 0 or page.look().phase != "turn", "and again")


@pytest.mark.longer
def test_cards_of_a_rack_change_places(page: TablePage) -> None:
    page.begin("gin", seed=11)
    hand = page.look().hand(0)
    page.click('[data-sort="rank"][data-seat="0"]')
    ranks = "A23456789TJQK"
    ordered = [ranks.index(card[0]) for card in sorted(hand, key=lambda card: ranks.index(card[0]))]
    page.until(
        lambda: [ranks.index(card[0]) for card in page.look().hand(0)] in (ordered, ordered[::-1]),
        "a hand in the order of ranks",
    )
    hand = page.look().hand(0)
    page.drag_before(hand[-1], hand[0])
    page.until(lambda: page.look().hand(0) == [hand[-1], *hand[:-1]], "the last card comes first")


# --- confirmations: cards moved out of turn, matches left


def test_a_card_moved_out_of_turn_goes_to_the_table_only_if_one_insists(page: TablePage) -> None:
    page.begin("rami51", seed=3)
    seat = page.look().seat
    other = 1 - seat
    card, held = page.look().hand(other)[0], len(page.look().hand(other))
    page.card(card, f"hand{other}").click()
    page.place("meld3").click()
    expect_doubt(page, "Move it all the same?")
    page.click("#doubt-no")
    expect(page.locator("#doubt")).to_be_hidden(timeout=MS)
    page.until(lambda: len(page.look().hand(other)) == held, "the card stays in its hand")
    assert page.look().cards["meld3"] == []
    page.card(card, f"hand{other}").click()
    page.place("meld3").click()
    page.locator("#doubt-yes").click()
    page.until(lambda: page.look().cards["meld3"] == [card], "the card lies there")
    expect(page.card(card, "meld3")).to_be_visible(timeout=MS)


def test_a_dialog_that_is_opened_again_stays_open(page: TablePage) -> None:
    """The match begins while its dialog is open; the dialog closes only once."""
    page.begin_in_dialog("gin")
    page.click("#new")
    expect(page.locator("#new-start")).to_be_enabled(timeout=MS)  # the table has answered
    expect(page.locator("#new-dialog")).to_be_visible(timeout=MS)
    page.click("#new-cancel")


def test_the_contract_of_the_round_is_shown(page: TablePage) -> None:
    page.begin("contrat")
    facts = page.locator("#match")
    expect(facts).to_contain_text("contract: 2 sets", timeout=MS)
    page.speak("fr")
    expect(facts).to_contain_text("contrat\u00a0: 2 brelans", timeout=MS)
