"""Real cards on the site: by keys, and by the stickers that a fake reader of the phone reads."""

import json
import re

import pytest
from playwright.sync_api import Browser, Page, expect
from static_site import StaticSite
from tablepage import MS, PHONE, Visits, violations

# A phone's reader, which the test holds stickers to: `held(uid)`; `failed(name)` as the browser says it.
READER = """
globalThis.NDEFReader = class {
  scan() {
    if (globalThis.refuses) return Promise.reject(new DOMException("", globalThis.refuses));
    globalThis.held = (serialNumber) => this.onreading({ serialNumber });
    globalThis.unread = () => this.onreadingerror({});
    return Promise.resolve();
  }
};
"""


@pytest.fixture
def page(site: StaticSite, visits: Visits) -> Page:
    context = visits.context(viewport=PHONE, has_touch=True)
    context.add_init_script(READER)
    made = visits.page(context, site.page("real.html"))
    return made.page


def press(page: Page, act: str) -> None:
    page.locator(f'[data-act="{act}"]').click()


def keys(page: Page, *cards: str) -> None:
    """Press a rank, then a suit, for each card."""
    for card in cards:
        before = page.locator("[data-tapped]").count()
        page.locator(f'[data-rank="{card[0]}"]').click()
        if card[0] != "X":
            page.locator(f'#suits [data-for="{card[1]}"]').click()
        expect(page.locator("[data-tapped]")).not_to_have_count(before, timeout=MS)


def on_turn(page: Page, seat: int) -> None:
    expect(page.locator("body")).to_have_attribute("data-seat", str(seat), timeout=MS)


def begin(page: Page, game: str) -> None:
    page.locator("#game").select_option(game)
    for at, name in enumerate(("Ana", "Luc")):
        page.locator("#players input").nth(at).fill(name)
    page.locator("#ask").click()
    press(page, "deal")
    expect(page.locator("#ask-now")).to_contain_text("turned up", timeout=MS)
    page.locator('[data-rank="K"]').click()
    page.locator('#suits [data-for="D"]').click()
    on_turn(page, 1)


def test_a_match_by_keys(page: Page) -> None:
    """A lay is shown and confirmed, a turn refused and taken back; the page goes on where it was left."""
    begin(page, "rami30")
    keys(page, "TH", "TS", "TD", "2C")
    press(page, "done")
    expect(page.locator('#proposal [data-kind="new"] .chip')).to_have_count(3, timeout=MS)
    expect(page.locator('#proposal [data-kind="discard"]')).to_contain_text("2")
    page.locator("#ok").click()
    on_turn(page, 0)
    expect(page.locator("#melds p")).to_contain_text("Luc")
    expect(page.locator("#meant")).to_have_attribute("data-mood", "good")
    assert violations(page) == []

    keys(page, "3H", "4H", "5H", "2S")
    press(page, "done")
    expect(page.locator("#why")).to_contain_text("30", timeout=MS)
    page.reload()
    page.locator("#kept-go").click()
    press(page, "back")
    expect(page.locator("#tapped > *")).to_have_count(0, timeout=MS)
    keys(page, "2S")
    page.locator("#language").select_option("fr")
    press(page, "done")
    on_turn(page, 1)
    expect(page.locator("#ask-now")).to_contain_text("Luc : touchez")
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    assert violations(page) == []


@pytest.mark.longer
def test_stickers_are_taught_and_read(page: Page, site: StaticSite, browser: Browser) -> None:
    """A deck is taught and goes on by a link; what can't be read is one sentence, and loses nothing."""
    expect(page.locator("body")).to_have_attribute("data-ready", "1", timeout=MS)
    page.locator("#teach-box summary").click()
    page.locator("#teach-name").fill("red")
    page.locator("#teach-start").click()
    asked = page.locator("#teach-ask")
    expect(asked).to_contain_text("Card 1 of 52", timeout=MS)
    for at in range(3):
        page.evaluate(f"held('04:00:00:00:00:00:{at:02x}')")
    expect(asked).to_contain_text("Card 4 of 52")
    page.evaluate("held('04:00:00:00:00:00:01')")
    expect(page.locator("#deck-said")).to_contain_text("already on the 2 of spades")
    page.locator("#teach-stop").click()
    page.locator("#deck-link").click()
    expect(page.locator("#deck-url")).to_be_visible(timeout=MS)
    link = page.locator("#deck-url").get_attribute("href") or ""
    assert re.search(r"#deck=[\w-]+&name=red$", link)

    begin(page, "atelier")
    said = page.locator("#nfc-said")
    page.evaluate("held('04:00:00:00:00:00:02')")
    expect(page.locator('[data-tapped="3S"]')).to_be_visible(timeout=MS)
    page.evaluate("held('04:ff:ff:ff:ff:ff:ff')")
    expect(said).to_contain_text("on no card that this browser knows")
    page.evaluate("unread()")
    expect(said).to_contain_text("one card alone")
    kept = {"04000000000009": "9H"}
    page.evaluate(
        "kept => localStorage.setItem(Object.keys(localStorage).find(k => k.endsWith(' decks')), kept)",
        json.dumps({"red": {}, "blue": kept}),
    )
    page.evaluate("held('04:00:00:00:00:00:09')")
    expect(said).to_contain_text("9 of hearts of the deck blue")
    expect(page.locator('[data-tapped="3S"]')).to_be_visible()

    with browser.new_context() as context:
        context.add_init_script(READER + "globalThis.refuses = 'NotAllowedError';")
        other = context.new_page()
        other.goto(link)
        expect(other.locator("#deck-said")).to_contain_text("3 cards are known", timeout=MS)
        other.locator("#teach-box summary").click()
        other.locator("#teach-start").click()
        expect(other.locator("#deck-said")).to_contain_text("no longer lets this page")
