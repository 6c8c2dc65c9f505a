"""How the page looks: sizes of cards, nothing that overlaps, three appearances, the menu."""

from collections.abc import Iterator
from typing import Any

import pytest
import ring
from pageplay import laying_turn
from playwright.sync_api import ViewportSize, expect
from tablepage import DESKTOP, MS, ON_SERVER, TablePage, violations

SMALL: ViewportSize = {"width": 1280, "height": 800}
LARGE: ViewportSize = {"width": 1920, "height": 1080}
TABLET: ViewportSize = {"width": 1024, "height": 768}
PEOPLE = ["Ana", "Luc", "Zoé", "Paul", "Inès"]

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


@pytest.fixture
def five(page: TablePage) -> Iterator[TablePage]:
    """Return a page with five people in the middle of a round: melds, a discard, a hand drawn."""
    page.ask(
        {
            "do": "new",
            "game": "rami51",
            "dealer": 0,
            "sure": True,
            "seed": 23,
            "rules": {"first_lay_points": 0, "first_lay_pure_run": False},
            "players": [{"name": name} for name in PEOPLE],
        }
    )
    page.until(lambda: page.look().phase == "deal" and not page.busy(), "a match of five")
    page.ask({"do": "deal"})
    page.until(lambda: page.look().phase == "turn" and not page.busy(), "the first turn")
    while len(page.look().melds()) < 3:
        for move in laying_turn(page.look):
            make(page, *move)
    assert len(page.look().melds()) + len(page.look().free()) == 12
    yield page
    page.resize(DESKTOP)


def make(page: TablePage, name: str, *values: Any) -> None:
    """Make a player's move without the mouse."""
    if name == "draw":
        held = len(page.look().hand(values[0]))
        page.ask({"do": "draw", "seat": values[0]})
        page.until(lambda: len(page.look().hand(values[0])) == held + 1, "a card")
        return
    codes, place = values
    turn = page.look().seat
    page.ask({"do": "move", "cards": codes, "to": place, "sure": True})
    page.shows(codes, place)
    if place == "discard":
        page.until(lambda: page.look().seat != turn, "the next seat")


def widths(page: TablePage, window: ViewportSize) -> dict[str, int]:
    page.resize(window)
    assert page.page.evaluate(BAD) == [], window
    return page.page.evaluate(WIDTHS)


@ON_SERVER
def test_cards_are_large_with_five_seats_and_twelve_zones(five: TablePage) -> None:
    """In both languages the same; in a larger window larger."""
    page = five
    found: dict[str, list[dict[str, int]]] = {}
    for language in ("en", "fr"):
        page.speak(language)
        small, large = widths(page, SMALL), widths(page, LARGE)
        assert min(small.values()) >= 72, small
        assert all(large[kind] >= small[kind] for kind in small), (small, large)
        widths(page, TABLET)
        widths(page, DESKTOP)
        page.click("#projector")
        shown = widths(page, LARGE)
        page.click("#projector")
        assert min(shown.values()) >= 120, shown
        found[language] = [small, large, shown]
    assert found["en"] == found["fr"]


@ON_SERVER
def test_three_appearances_without_a_violation(page: TablePage) -> None:
    """They are kept over a reload; without a choice the page follows the system."""
    page.begin("gin", seed=10)
    seat = page.look().seat
    page.press(seat, "pass")
    page.click("#why")
    look = page.locator("html")
    expect(look).to_have_attribute("data-look", "light")
    page.page.emulate_media(color_scheme="dark")
    expect(look).to_have_attribute("data-look", "dark")
    page.page.emulate_media(color_scheme="light")
    expect(look).to_have_attribute("data-look", "light")
    page.page.emulate_media(contrast="more")
    expect(look).to_have_attribute("data-look", "contrast")
    page.page.emulate_media(contrast="no-preference")
    for chosen in ("dark", "contrast", "light"):
        page.choose("#appearance", chosen)
        expect(look).to_have_attribute("data-look", chosen)
        for name in ("slow-box", "faults", "people") if ring.ALL or chosen == "dark" else ():
            page.unfold(name)
        page.menu(True)
        assert violations(page.page) == [], chosen
        page.click("#new")
        assert not ring.ALL or violations(page.page) == [], f"the dialog, {chosen}"
        page.click("#new-cancel")
    page.choose("#appearance", "dark")
    page.page.reload()
    page.ready()
    expect(look).to_have_attribute("data-look", "dark")
    page.choose("#appearance", "auto")
    expect(look).to_have_attribute("data-look", "light")


def test_the_menu_opens_and_closes_by_keys_and_keeps_the_choice_of_sound(page: TablePage) -> None:
    menu, sound = page.locator("#menu"), page.locator("#sound")
    menu.focus()
    page.page.keyboard.press("Enter")
    expect(page.locator("#tools")).to_be_visible(timeout=MS)
    expect(sound).not_to_be_checked()  # off until it is chosen
    sound.focus()
    page.page.keyboard.press("Space")
    expect(sound).to_be_checked()
    page.page.keyboard.press("Escape")
    expect(page.locator("#tools")).to_be_hidden(timeout=MS)
    assert page.page.evaluate("document.activeElement.id") == "menu"
    page.page.reload()
    page.ready()
    expect(sound).to_be_checked()
    page.menu(True)
    sound.uncheck()
    page.menu(False)


def test_a_card_flies_from_where_it_was_if_motion_is_not_reduced(page: TablePage) -> None:
    page.begin("gin", seed=10)
    page.page.evaluate("""() => {
        window.flown = 0;
        new MutationObserver(seen => seen.forEach(each => each.addedNodes.forEach(node =>
          window.flown += node.classList?.contains("flying") ? 1 : 0)))
          .observe(document.body, {childList: true});
    }""")
    hand = page.look().hand(0)
    page.ask({"do": "move", "cards": hand[:1], "to": "meld1", "sure": True})
    page.shows(hand[:1], "meld1")
    assert page.page.evaluate("window.flown") == 0
    page.page.emulate_media(reduced_motion="no-preference")
    page.ask({"do": "move", "cards": hand[:1], "to": "hand0", "sure": True})
    page.shows(hand[:1], "hand0")
    page.until(lambda: page.page.evaluate("window.flown") == 1, "one card has flown")
    expect(page.locator(".flying")).to_have_count(0, timeout=MS)
    page.page.emulate_media(reduced_motion="reduce")


def test_the_screen_is_small_until_it_is_needed(page: TablePage) -> None:
    page.begin("gin", seed=10, deal=False)
    large, screen = page.locator("#screen-large"), page.locator("#screen")
    before = screen.bounding_box()
    large.click()
    expect(large).to_have_attribute("aria-pressed", "true")
    after = screen.bounding_box()
    assert before
    assert after
    assert after["width"] > 2 * before["width"]
    assert violations(page.page) == []
    large.click()
    assert screen.bounding_box() == before
