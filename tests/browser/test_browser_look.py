"""How the page looks, and whether all can use it: sizes, appearances, axe-core, keyboard, contrast."""

import re

import ring
from playwright.sync_api import ViewportSize, expect
from tablepage import DESKTOP, INK, MS, PHONE, TablePage, TableServer, violations

from tierce_tools.hints.questions import answer

SMALL: ViewportSize = {"width": 1280, "height": 800}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
TABLET: ViewportSize = {"width": 1024, "height": 768}

# The narrowest card of each kind of place, in px; a turned card's box is wider than the card.
WIDTHS = """() => {
  const least = selector => Math.min(...[...document.querySelectorAll(`${selector} .face`)]
    .filter(face => face.checkVisibility()).map(face => face.offsetWidth));
  return {melds: least(".zone.meld"), piles: least(".piles"), hand: least(".rack.mine")};
}"""

# Zones, racks and panels that overlap each other or stick out of the window.
BAD = """() => {
  const parts = [...document.querySelectorAll(
    ".top, .zone, .rack, #verdict-box, #side, .acts, .rack h2, .rack-tags")]
    .filter(each => each.checkVisibility({opacityProperty: true}));
  const named = each => each.dataset.place ?? (each.id || each.className);
  const bad = [];
  for (const [index, one] of parts.entries()) {
    const box = one.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      bad.push(`${named(one)} is outside`);
    for (const other of parts.slice(index + 1)) {
      if (one.contains(other) || other.contains(one)) continue;
      const their = other.getBoundingClientRect();
      if (box.left < their.right - 1 && their.left < box.right - 1
          && box.top < their.bottom - 1 && their.top < box.bottom - 1)
        bad.push(`${named(one)} and ${named(other)}`);
    }
  }
  if (document.scrollingElement.scrollWidth > innerWidth) bad.push("it scrolls sideways");
  const guide = document.querySelector("#guide");
  if (guide.scrollHeight > guide.clientHeight + 2) bad.push(`cut off: ${guide.textContent}`);
  return bad;
}"""


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


# --- sizes


def widths(page: TablePage, window: ViewportSize) -> dict[str, int]:
    page.resize(window)
    assert page.page.evaluate(BAD) == [], window
    return page.page.evaluate(WIDTHS)


def test_cards_are_large_with_five_seats_and_twelve_zones(page: TablePage) -> None:
    """In both languages the same; in a larger window larger. Names and contrast are good in all."""
    page.begin("rami51", seed=23, players="person " * 5)
    seat = page.look().seat
    hands = [page.look().hand(one) for one in range(5)]
    laid = [(hand[:3], f"meld{number}") for number, hand in enumerate(hands[:3], 1)]
    page.make(("draw", seat), *(("move", *each) for each in laid))
    assert (len(page.look().melds()), sum(place.startswith("meld") for place in page.look().cards)) == (3, 12)
    small, large = widths(page, SMALL), widths(page, LARGE)
    assert min(small.values()) >= 72, small
    assert all(large[kind] >= small[kind] for kind in small), (small, large)
    page.click("#projector")
    shown = widths(page, LARGE)
    page.click("#projector")
    assert min(shown.values()) >= 120, shown
    page.speak("fr")
    assert widths(page, SMALL) == small
    for window in (TABLET, DESKTOP, LARGE) if ring.ALL else ():
        widths(page, window)
    page.resize(DESKTOP)


def test_everything_has_a_name_is_readable_and_within_the_screen(page: TablePage) -> None:
    page.begin("rami51", seed=14)
    assert "Luc" in (page.locator("#screen").get_attribute("aria-label") or "")
    assert page.page.evaluate(INK) > 100, "the screen is empty"
    all_ = (360, PHONE["width"], 1024, DESKTOP["width"])
    for language, few in (("en", all_[:1]), ("fr", all_[2:3])):
        page.speak(language)
        for width in all_ if ring.ALL else few:
            page.resize({"width": width, "height": 800})
            assert page.page.evaluate("document.scrollingElement.scrollWidth") <= width
            assert violations(page.page) == [], (language, width)
            low = page.page.evaluate(
                CONTRAST, "button, p, h1, h2, li, td, th, summary, label, select, #verdict, #guide, a"
            )
            assert not low, low
    page.resize(DESKTOP)


def test_the_screen_is_small_until_it_is_needed(page: TablePage) -> None:
    large, screen = page.locator("#screen-large"), page.locator("#screen")
    before = screen.evaluate("screen => screen.offsetWidth")
    large.click()
    expect(large).to_have_attribute("aria-pressed", "true")
    assert screen.evaluate("screen => screen.offsetWidth") > 2 * before
    large.click()
    assert screen.evaluate("screen => screen.offsetWidth") == before


# --- appearances, what opens, motion


def test_the_owners_page_and_all_that_opens_on_it(page: TablePage) -> None:
    """In three appearances, which are kept over a reload; without a choice it follows the system."""
    for hidden in ("#phones", "#plain"):  # this table listens to no network
        expect(page.locator(hidden)).to_be_hidden()
    page.click("#new")
    assert violations(page.page) == [], "new match"
    page.click("#new-book")
    expect(page.locator("#book-text li").first).to_be_visible(timeout=MS)
    assert violations(page.page) == [], "rules"
    page.click("#book-close")
    page.click("#new-cancel")
    page.click("#home")
    assert violations(page.page) == [], "front door"
    page.ready()
    page.click("#help")
    assert violations(page.page) == [], "help"
    page.click("#help-close")
    page.begin("gin", seed=10)
    seat = page.look().seat
    found = dict(answer({"game": "gin", "hand": page.look().hand(seat)}))
    page.click(f'[data-act="hint"][data-seat="{seat}"]')
    page.settle()
    expect(page.locator("#hint")).to_contain_text(str(found["deadwood"]))
    expect(page.locator(".hint-advice")).to_have_text(re.compile("Pass|Take"))
    for name in ("slow-box", "faults", "people", "link-box"):
        page.unfold(name)
    look = page.locator("html")
    expect(look).to_have_attribute("data-look", "light")
    page.page.emulate_media(color_scheme="dark")
    expect(look).to_have_attribute("data-look", "dark")
    assert violations(page.page) == [], "dark: hint, slow motion, faults, links"
    page.page.emulate_media(color_scheme="light", contrast="more")
    expect(look).to_have_attribute("data-look", "contrast")
    page.page.emulate_media(contrast="no-preference")
    page.press(seat, "pass")
    page.expect_verdict("turn")
    page.click("#why")
    page.choose("#appearance", "contrast")
    page.menu(True)
    assert violations(page.page) == [], "high contrast: why, the menu"
    page.menu(False)
    page.page.reload()
    page.ready()
    expect(look).to_have_attribute("data-look", "contrast")
    page.choose("#appearance", "auto")
    expect(look).to_have_attribute("data-look", "light")
    page.speak("fr")
    page.click("#projector")
    assert violations(page.page) == [], "in French, on a projector"
    page.click("#projector")
    page.press(1 - seat, "pass")
    page.make(("draw", seat))
    page.click(f'[data-act="hint"][data-seat="{seat}"]')
    page.settle()
    found = dict(answer({"game": "gin", "hand": page.look().hand(seat)}))
    expect(page.locator(f'[data-card="{found["discard"]}"]')).to_have_attribute("data-advised", "")
    expect(page.locator(".hint-advice")).to_have_count(0)


def test_the_page_of_somebody_without_a_link(page: TablePage, shared: TableServer) -> None:
    outside = page.page.context.new_page()
    outside.goto(shared.origin)
    expect(outside.locator("#connection")).to_have_attribute("data-state", "denied", timeout=MS)
    assert violations(outside) == []
    outside.close()


def test_a_card_flies_from_where_it_was_if_motion_is_not_reduced(page: TablePage) -> None:
    page.begin("gin", seed=10)
    page.page.evaluate("""() => {
        window.flown = 0;
        new MutationObserver(seen => seen.forEach(each => each.addedNodes.forEach(node =>
          window.flown += node.classList?.contains("flying") ? 1 : 0)))
          .observe(document.body, {childList: true});
    }""")
    hand = page.look().hand(0)
    page.make(("move", hand[:1], "meld1"))
    assert page.page.evaluate("window.flown") == 0
    page.page.emulate_media(reduced_motion="no-preference")
    page.make(("move", hand[:1], "hand0"))
    assert page.page.evaluate("window.flown") == 1
    expect(page.locator(".flying")).to_have_count(0, timeout=MS)
    page.page.emulate_media(reduced_motion="reduce")


# --- keys


def test_the_menu_opens_and_closes_by_keys_and_keeps_the_choice_of_sound(page: TablePage) -> None:
    menu, sound = page.locator("#menu"), page.locator("#sound")
    menu.focus()
    page.page.keyboard.press("Enter")
    expect(page.locator("#tools")).to_be_visible()
    expect(sound).not_to_be_checked()  # off until it is chosen
    sound.focus()
    page.page.keyboard.press("Space")
    expect(sound).to_be_checked()
    page.page.keyboard.press("Escape")
    expect(page.locator("#tools")).to_be_hidden()
    assert page.page.evaluate("document.activeElement.id") == "menu"
    page.page.reload()
    page.ready()
    expect(sound).to_be_checked()
    page.menu(True)
    sound.uncheck()
    page.menu(False)


def test_tab_reaches_all_places_and_arrows_their_cards(page: TablePage) -> None:
    page.begin("rami51", seed=14)
    for place in page.look().cards:
        if page.place(place).is_visible():  # somebody sits there
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
