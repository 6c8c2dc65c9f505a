"""Accessibility: touch, small screens, screen readers, keyboard, contrast."""

import pytest
from pageplay import least_useful
from tablepage import DESKTOP, PHONE, TablePage, TableServer, Visits

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


def begun(shared: TableServer, visits: Visits, hand: str = "mouse", **options: object) -> TablePage:
    page = visits.open(shared.link(), hand, **options)
    page.begin("rami51", seed=14, first_lay_points=0, first_lay_pure_run=False)
    page.deal()
    return page


def test_a_finger_plays_on_a_phone(shared: TableServer, visits: Visits) -> None:
    page = begun(shared, visits, "touch", viewport=PHONE, has_touch=True, is_mobile=True,
                 device_scale_factor=2)
    seat = page.look().seat
    page.draw(seat)
    page.move(page.look().hand(seat)[:1], "meld1")
    page.move(page.look().cards["meld1"], f"hand{seat}")
    page.move([least_useful(page.look().hand(seat))], "discard")
    page.expect_verdict("turn")
    assert page.look().seat == 1 - seat


@pytest.mark.parametrize("width", [360, 390, 1024, 1440])
def test_nothing_is_wider_than_the_screen(
    shared: TableServer, visits: Visits, width: int
) -> None:
    page = begun(shared, visits, viewport={"width": width, "height": 800})
    assert page.page.evaluate("document.scrollingElement.scrollWidth") <= width


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_everything_has_a_name_and_texts_are_readable(
    shared: TableServer, visits: Visits, viewport: dict[str, int]
) -> None:
    page = begun(shared, visits, viewport=viewport)
    for language in ("en", "fr"):
        page.locator("#language").select_option(language)
        assert not page.nameless()
        low = page.page.evaluate(
            CONTRAST, "button, p, h1, h2, li, td, th, summary, label, select, #verdict, #guide, a")
        assert not low, low


def test_tab_reaches_all_places_and_arrows_their_cards(shared: TableServer, visits: Visits) -> None:
    page = begun(shared, visits, "keys")
    hand = page.look().hand(page.look().seat)
    for place in page.look().cards:
        if not page.place(place).is_visible():  # nobody sits there
            continue
        page.focus(f'[data-place="{place}"]')
    # A hand is one Tab stop; arrow keys move between its cards.
    page.focus(f'[data-place="hand{page.look().seat}"]')
    for card in hand[:2]:
        page.page.keyboard.press("ArrowRight")
        assert page.focused() == card
    page.page.keyboard.press("Enter")
    assert page.card(hand[1]).get_attribute("aria-pressed") == "true"
    page.page.keyboard.press("Escape")
    assert page.card(hand[1]).get_attribute("aria-pressed") == "false"


def test_the_screen_is_said_in_words(shared: TableServer, visits: Visits) -> None:
    page = begun(shared, visits)
    page.until(lambda: "Luc" in (page.locator("#screen").get_attribute("aria-label") or ""),
               "the screen's text names who plays")
    dots = page.page.evaluate("""() => {
        const canvas = document.querySelector("#screen");
        const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
        const found = new Set();
        for (let at = 0; at < data.length; at += 4) found.add(data[at]);
        return found.size;
    }""")
    assert dots >= 2, "the screen is empty"
