"""Accessibility: axe-core, touch, small screens, screen readers, keyboard, contrast."""

import re

import pytest
import ring
from pageplay import least_useful
from playwright.sync_api import ViewportSize, expect
from tablepage import DESKTOP, MS, ON_SERVER, PHONE, TablePage, TableServer, Visits, violations

from tierce_tools.hints.questions import answer

FLAT: ViewportSize = {"width": 844, "height": 390}
LOW: list[ViewportSize] = [{"width": 640, "height": 400}, FLAT, {"width": 667, "height": 375}]

# Visible colours, from the element up to the first opaque background.
CONTRAST = """selector => {
  const parts = text => text.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(each => (each /= 255) <= 0.04045
    ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4)
    .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
  const behind = element => {
    for (let each = element; each; each = each.parentElement) {
      const style = getComputedStyle(each);
      const [r, g, b, a = 1] = parts(style.backgroundColor);
      if (a === 1) return [r, g, b];
      const stop = style.backgroundImage.match(/rgba?\\([^)]*\\)/);
      if (stop) return parts(stop[0]).slice(0, 3);
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const element of document.querySelectorAll(selector)) {
    if (!element.checkVisibility() || !element.innerText?.trim()) continue;
    if (element.matches(":disabled, :disabled *, .sr")) continue;
    const style = getComputedStyle(element);
    const pair = [light(parts(style.color)), light(behind(element))].sort((a, b) => b - a);
    const size = parseFloat(style.fontSize), bold = Number(style.fontWeight) >= 700;
    const large = size >= 24 || (bold && size >= 18.66);
    const ratio = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (ratio < (large ? 3 : 4.5)) found.push([element.innerText.slice(0, 40),
      element.id || element.className, Math.round(ratio * 100) / 100]);
  }
  return found;
}"""


def begun(page: TablePage) -> TablePage:
    page.begin("rami51", seed=14, first_lay_points=0, first_lay_pure_run=False)
    return page


def test_the_owners_page_and_all_that_opens_on_it(page: TablePage) -> None:
    for hidden in ("#phones", "#plain"):  # this table listens to no network
        expect(page.locator(hidden)).to_be_hidden(timeout=MS)
    assert not ring.ALL or violations(page.page) == [], "before a match"
    page.click("#new")
    assert violations(page.page) == [], "new match"
    page.click("#new-cancel")
    page.click("#help")
    assert violations(page.page) == [], "help"
    page.click("#help-close")
    page.begin("gin", seed=10)
    seat = page.look().seat
    found = dict(answer({"game": "gin", "hand": page.look().hand(seat)}))
    page.click(f'[data-act="hint"][data-seat="{seat}"]')
    expect(page.locator("#hint")).to_be_visible(timeout=MS)
    expect(page.locator("#hint")).to_contain_text(str(found["deadwood"]), timeout=MS)
    expect(page.locator(".hint-advice")).to_have_text(re.compile("Pass|Take"), timeout=MS)
    windows = ["link-box"] if page.locator("#link-box").is_visible() else []
    for name in ("slow-box", "faults", *windows):
        page.unfold(name)
    assert violations(page.page) == [], "hint, slow motion, faults, links"
    if not windows:  # the site has another way to pass a match on
        page.click("#share")
        expect(page.locator("#share-dialog")).to_be_visible(timeout=MS)
        assert violations(page.page) == [], "share"
        page.click("#share-close")
    page.press(seat, "pass")
    page.expect_verdict("turn")
    page.click("#why")
    assert not ring.ALL or violations(page.page) == [], "why"
    page.speak("fr")
    assert not ring.ALL or violations(page.page) == [], "in French"
    page.click("#projector")
    assert violations(page.page) == [], "in French, on a projector"
    page.click("#projector")
    page.press(1 - seat, "pass")
    page.draw(seat)
    page.click(f'[data-act="hint"][data-seat="{seat}"]')
    found = dict(answer({"game": "gin", "hand": page.look().hand(seat)}))
    advised = page.locator(f'[data-card="{found["discard"]}"]')
    expect(advised).to_have_attribute("data-advised", "", timeout=MS)
    expect(page.locator(".hint-advice")).to_have_count(0)


@ON_SERVER
def test_the_page_of_somebody_without_a_link(page: TablePage, shared: TableServer) -> None:
    outside = page.page.context.new_page()
    outside.goto(shared.origin)
    expect(outside.locator("#connection")).to_have_attribute("data-state", "denied", timeout=MS)
    assert violations(outside) == []
    outside.close()


def test_a_match_that_is_watched(page: TablePage) -> None:
    page.watch()
    assert not ring.ALL or violations(page.page) == []
    page.speak("fr")
    assert violations(page.page) == [], "in French"
    page.click("#stop")


@ON_SERVER
@pytest.mark.longer
def test_seats_pages_in_small_windows(page: TablePage, visits: Visits) -> None:
    """In a low one hand, zones, piles, buttons and verdict are inside; the page does not scroll."""
    page.begin("rami51", seed=5)
    seat = page.look().seat
    page.draw(seat)
    theirs = visits.beside(page, page.link(seat), PHONE)
    assert violations(theirs.page) == []
    theirs.resize(FLAT)
    assert violations(theirs.page) == []
    for window in LOW:
        theirs.resize(window)
        outside = theirs.page.evaluate("""() => [...document.querySelectorAll(
            '.rack.mine .card, .rack.mine .act:not([hidden], :disabled, [data-computer]), .zone, '
            + '#verdict, #why, #guide')].filter(each => each.checkVisibility()).filter(each => {
              const box = each.getBoundingClientRect();
              return box.left < -1 || box.top < -1 || box.right > innerWidth + 1
                || box.bottom > innerHeight + 1;
            }).map(each => each.dataset.place ?? each.dataset.card ?? each.dataset.act ?? each.id)
            """)
        assert outside == [], window
        assert theirs.page.evaluate("document.documentElement.scrollHeight") == window["height"]


@ON_SERVER
def test_a_finger_plays_on_a_phone(page: TablePage, visits: Visits) -> None:
    owner = begun(page)
    page = visits.open(owner.link(), "touch", viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)
    seat = page.look().seat
    page.draw(seat)
    page.move(page.look().hand(seat)[:1], "meld1")
    page.move(page.look().cards["meld1"], f"hand{seat}")
    page.move([least_useful(page.look().hand(seat))], "discard")
    page.expect_verdict("turn")
    assert page.look().seat == 1 - seat


def test_everything_has_a_name_is_readable_and_within_the_screen(page: TablePage) -> None:
    begun(page)
    page.until(
        lambda: "Luc" in (page.locator("#screen").get_attribute("aria-label") or ""),
        "the screen's text names who plays",
    )
    dots = page.page.evaluate("""() => {
        const canvas = document.querySelector("#screen");
        const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        const found = new Set();
        for (let at = 0; at < data.length; at += 4) found.add(data[at]);
        return found.size;
    }""")
    assert dots >= 2, "the screen is empty"
    widths = (360, PHONE["width"], 1024, DESKTOP["width"])
    for language, few in (("en", widths[:1]), ("fr", widths[2:3])):
        page.speak(language)
        for width in widths if ring.ALL else few:
            page.resize({"width": width, "height": 800})
            assert page.page.evaluate("document.scrollingElement.scrollWidth") <= width
            assert not page.nameless()
            low = page.page.evaluate(
                CONTRAST, "button, p, h1, h2, li, td, th, summary, label, select, #verdict, #guide, a"
            )
            assert not low, low
    page.resize(DESKTOP)


def test_tab_reaches_all_places_and_arrows_their_cards(page: TablePage) -> None:
    begun(page)
    for place in page.look().cards:
        if not page.place(place).is_visible():  # nobody sits there
            continue
        page.focus(f'[data-place="{place}"]')
    # A hand is one Tab stop; arrow keys move between its cards.
    own = f"hand{page.look().seat}"
    hand = page.look().cards[own]
    assert page.place(own).locator('[tabindex="0"]').count() == 0
    page.focus(f'[data-place="{own}"]')
    keyboard = page.page.keyboard
    for card in hand[:2]:
        keyboard.press("ArrowRight")
        assert page.focused() == card
    keyboard.press("Enter")
    assert page.card(hand[1]).get_attribute("aria-pressed") == "true"
    keyboard.press("Escape")
    assert page.card(hand[1]).get_attribute("aria-pressed") == "false"
    keyboard.press("Tab")
    assert page.focused() == ""
    # On return to the hand, the focus is on the same card as before.
    page.place(own).focus()
    keyboard.press("ArrowRight")
    assert page.focused() == hand[1]
