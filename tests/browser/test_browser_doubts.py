"""The page's confirmations: cards moved out of turn, matches left."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect
from tablepage import MS, TablePage, TableServer, Visits


@pytest.fixture
def page(shared: TableServer, visits: Visits) -> TablePage:
    return visits.open(shared.link())


def expect_doubt(page: TablePage, text: str) -> None:
    expect(page.locator("#doubt")).to_be_visible(timeout=MS)
    expect(page.locator("#doubt-text")).to_contain_text(text)


def test_a_card_moved_out_of_turn_goes_to_the_table_only_if_one_insists(page: TablePage) -> None:
    page.begin("rami51", seed=3)
    page.deal()
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


def test_a_match_that_is_left_waits_and_goes_on_also_after_kill(
    tables: Callable[..., TableServer], visits: Visits
) -> None:
    """A new match needs a confirmation; the first one can be chosen again, and survives kill -9."""
    server = tables("--seed", "4")
    page = visits.open(server.link())
    page.begin("rami51", players="person person person")
    page.deal()
    page.draw(page.look().seat)
    seen = page.look()
    page.click("#play")
    expect_doubt(page, "The match in play is kept")
    page.click("#doubt-no")
    assert page.look().cards == seen.cards
    page.begin("gin")  # confirms the same question
    assert page.look().game == "gin"
    page.click("#new")
    page.locator("#kept-list [data-kept]").first.click()
    page.until(lambda: page.look().cards == seen.cards and page.look().phase == "turn",
               "the first match is back")
    page.page.close()
    server.process.kill()
    server.process.wait()
    again = tables()
    page = visits.open(again.link())
    page.until(lambda: page.look().cards == seen.cards and page.look().phase == "turn",
               "it is back after the program was killed")
    assert "The match goes on where it was" in "".join(again.lines)
    page.until(lambda: not page.busy(), "the table is ready")
    page.move([page.look().hand(seen.seat)[0]], "discard")
    page.expect_verdict("turn")


def test_a_dialog_that_is_opened_again_stays_open(shared: TableServer, visits: Visits) -> None:
    """The match begins while its dialog is open; the dialog closes only once."""
    page = visits.open(shared.link())
    page.begin("gin")
    page.click("#new")
    expect(page.locator("#new-start")).to_be_enabled(timeout=MS)  # the table has answered
    expect(page.locator("#new-dialog")).to_be_visible(timeout=MS)
