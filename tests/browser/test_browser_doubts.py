"""What the page asks before it does it: cards moved out of turn, matches left."""

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
