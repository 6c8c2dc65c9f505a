"""Accessibility: axe-core finds no violation, and a hand is one Tab stop."""

import sys
from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest
from pageplay import play
from playwright.sync_api import expect
from tablepage import MS, PHONE, TablePage, TableServer, Visits

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
FLAT = {"width": 844, "height": 390}


def violations(page: TablePage) -> list[str]:
    """Return axe-core's violations on the page as it is now."""
    page.page.evaluate(AXE)
    found = page.page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{each['id']}: {each['help']}: " + "; ".join(
        str(node["target"]) for node in each["nodes"][:4]) for each in found]


@pytest.fixture
def page(shared: TableServer, visits: Visits) -> TablePage:
    return visits.open(shared.link())


def test_the_owners_page_and_all_that_opens_on_it(page: TablePage) -> None:
    assert violations(page) == [], "before a match"
    page.click("#new")
    assert violations(page) == [], "new match"
    page.click("#new-cancel")
    page.click("#help")
    assert violations(page) == [], "help"
    page.click("#help-close")
    page.begin("gin", seed=10)
    page.deal()
    seat = page.look().seat
    page.click(f'[data-act="hint"][data-seat="{seat}"]')
    expect(page.locator("#hint")).to_be_visible(timeout=MS)
    for name in ("slow-box", "faults", "link-box"):
        page.unfold(name)
    assert violations(page) == [], "hint, slow motion, faults, links"
    page.press(seat, "pass")
    page.expect_verdict("turn")
    page.click("#why")
    assert violations(page) == [], "why"
    page.locator("#language").select_option("fr")
    assert violations(page) == [], "in French"
    page.click("#projector")
    assert violations(page) == [], "projector"


def test_the_end_of_a_round(page: TablePage) -> None:
    page.begin("gin", seed=35)
    page.play(play(page.look))
    expect(page.locator("#end")).to_be_visible(timeout=MS)
    assert violations(page) == []
    page.locator("#language").select_option("fr")
    page.click("#projector")
    assert violations(page) == [], "in French, on a projector"
    page.click("#end-read")
    expect(page.locator("#end")).to_be_hidden(timeout=MS)


def test_the_page_of_somebody_without_a_link(shared: TableServer, visits: Visits) -> None:
    outside = visits.context().new_page()
    outside.goto(shared.origin)
    expect(outside.locator("#connection")).to_have_attribute("data-state", "denied", timeout=MS)
    assert violations(TablePage(outside)) == []


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is there on Linux only")
def test_the_phones_panel(tables: Callable[..., TableServer], visits: Visits) -> None:
    page = visits.open(tables("--listen", "--address", "127.0.0.2", "--game", "gin").link())
    page.click("#phones")
    expect(page.locator("#phones-qr")).to_be_visible(timeout=MS)
    assert violations(page) == []
    page.page.set_viewport_size({"width": 640, "height": 400})
    code, close = page.locator("#phones-qr"), page.locator("#phones-close")
    expect(code).to_be_in_viewport(ratio=1, timeout=MS)
    expect(close).to_be_in_viewport(ratio=1, timeout=MS)
    assert violations(page) == [], "in a low window"
    phone = visits.open(str(page.locator("#phones-url").text_content()), viewport=PHONE)
    assert violations(phone) == [], "the phone"


def test_a_seats_page_on_each_window(page: TablePage, visits: Visits) -> None:
    page.begin("rami51", seed=5)
    page.deal()
    for seat, window in ((0, PHONE), (1, FLAT)):
        theirs = visits.open(page.link(seat), viewport=window)
        assert violations(theirs) == [], window


def test_a_match_that_is_watched(page: TablePage) -> None:
    page.watch()
    assert violations(page) == []
    page.locator("#language").select_option("fr")
    assert violations(page) == [], "in French"
    page.click("#stop")


def test_a_hand_is_one_stop_of_tab(page: TablePage) -> None:
    page.begin("gin", seed=10)
    page.deal()
    seat = page.look().seat
    hand = page.look().hand(seat)
    assert page.place(f"hand{seat}").locator('[tabindex="0"]').count() == 0
    page.place(f"hand{seat}").focus()
    keyboard = page.page.keyboard
    keyboard.press("ArrowRight")
    keyboard.press("ArrowRight")
    assert page.focused() == hand[1]
    keyboard.press("Tab")
    assert page.focused() == ""
    # On return to the hand, the focus is on the same card as before.
    page.place(f"hand{seat}").focus()
    keyboard.press("ArrowRight")
    assert page.focused() == hand[1]


@pytest.mark.parametrize("window", [
    {"width": 640, "height": 400}, FLAT, {"width": 667, "height": 375}])
def test_a_low_window_shows_all_that_a_turn_needs(
    page: TablePage, visits: Visits, window: dict[str, int]
) -> None:
    """Hand, zones, piles, buttons and verdict are inside the window; the page does not scroll."""
    page.begin("rami51", seed=5)
    page.deal()
    seat = page.look().seat
    page.draw(seat)
    theirs = visits.open(page.link(seat), viewport=window)
    outside = theirs.page.evaluate("""() => [...document.querySelectorAll(
        '.rack.mine .card, .rack.mine .act:not([hidden], :disabled, [data-computer]), .zone, '
        + '#verdict, #why, #guide')].filter(each => each.checkVisibility()).filter(each => {
          const box = each.getBoundingClientRect();
          return box.left < -1 || box.top < -1 || box.right > innerWidth + 1
            || box.bottom > innerHeight + 1;
        }).map(each => each.dataset.place ?? each.dataset.card ?? each.dataset.act ?? each.id)""")
    assert outside == []
    assert theirs.page.evaluate("document.documentElement.scrollHeight") == window["height"]
