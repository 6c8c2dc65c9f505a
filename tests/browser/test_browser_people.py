"""The people decide on the page: another device agrees, and a match goes on."""

import pytest
from playwright.sync_api import expect
from tablepage import MS, ON_SERVER, PHONE, TablePage, Visits, violations


@ON_SERVER
@pytest.mark.longer
def test_another_device_agrees_by_one_tap(page: TablePage, visits: Visits) -> None:
    page.begin("gin", seed=3)
    phone = visits.open(page.link(1), "touch", viewport=PHONE, has_touch=True, is_mobile=True)
    phone.decide("points", 0, -15)
    asked = page.locator("#asked")
    expect(asked).to_contain_text("Luc asks: Correct Ana’s score by −15?", timeout=MS)
    expect(phone.locator("#asked")).to_contain_text("Waiting", timeout=MS)
    assert violations(phone.page) == [], "who asks"
    phone.click("#asked-do")  # taken back
    expect(asked).to_be_hidden(timeout=MS)
    expect(phone.locator("#notice")).to_contain_text("taken it back", timeout=MS)
    phone.decide("points", 0, -15)
    expect(asked).to_be_visible(timeout=MS)
    assert page.sheet()[1] == [0, 0]
    page.click("#asked-do")
    page.until(lambda: page.corrections() == [(0, "−15")], "the correction")
    expect(asked).to_be_hidden(timeout=MS)
    page.decide("points", 1, 30)  # the owner asks
    expect(phone.locator("#asked")).to_contain_text("0 becomes 30", timeout=MS)
    phone.click("#asked-do")
    page.until(lambda: page.sheet()[1] == [-15, 30], "the totals")


@pytest.mark.longer
def test_a_match_goes_on_with_a_player_more(page: TablePage) -> None:
    page.begin("rami51", seed=5)
    page.decide("points", 1, 40)
    page.until(lambda: page.sheet()[1] == [0, 40], "the total")
    page.click("#people-go-on")
    page.locator("#new-seats").select_option("3")
    page.locator('[name="kind2"]').select_option("person")
    page.locator('[name="total2"]').fill("25")
    page.locator("#new-dealer").select_option("2")
    assert violations(page.page) == [], "totals in the dialog"
    page.click("#new-start")
    page.click("#doubt-yes")
    page.until(lambda: page.look().phase == "deal" and not page.busy(), "the match goes on")
    assert page.sheet()[1] == [0, 40, 25]
    page.deal()
    assert page.log()[0]["totals"] == [0, 40, 25]
    page.click("#new")
    page.locator("#new-game").select_option("manipulation")
    assert page.locator("#new-dealer").input_value() == "lot"
    page.click("#new-cancel")
