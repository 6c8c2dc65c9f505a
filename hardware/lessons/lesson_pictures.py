"""Takes the pictures of the page that the lessons show, in English and French.

    .venv/bin/python hardware/lessons/lesson_pictures.py

Needs Chromium and what `make test` has set up.
"""

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "browser"))

from PIL import Image
from playwright.sync_api import sync_playwright
from tablepage import CHROMIUM, TablePage, TableServer, Visits

HERE = Path(__file__).resolve().parent
SEED = "43"  # the deal of the first lesson
HEARTS_AT = 7  # the event of slots.jsonl after which thirteen hearts lie on a zone
VIEW = {"width": 1440, "height": 1000}


def save(
    page: TablePage,
    selector: str,
    name: str,
    ready: Callable[[], object],
    languages: tuple[str, ...] = ("en", "fr"),
    width: int = 0,
) -> None:
    """Save a part of the page as `name`.webp and `name`.fr.webp, while `ready`."""
    for language in languages:
        end = ".webp" if language == "en" else f".{language}.webp"
        page.locator("#language").select_option(language, force=True)
        page.page.wait_for_function("wanted => document.documentElement.lang === wanted", arg=language)
        picture = None
        while picture is None or not ready():  # what it shows may have gone on meanwhile
            page.until(ready, name)
            picture = Image.open(io.BytesIO(page.locator(selector).screenshot()))
        if width:
            picture = picture.resize((width, picture.height * width // picture.width))
        picture.convert("RGB").save(HERE / (name + end), quality=80, method=6)


def all_heard(page: TablePage) -> bool:
    """Tell whether a whole round of slots is shown: seven cards, three collisions."""
    slots = page.locator("#scan [data-slot]").all()
    heard = [each.get_attribute("data-is") for each in slots]
    return heard.count("card") == 7 and heard.count("collision") == 3


def slow_motion(page: TablePage) -> None:
    page.until(lambda: page.locator("#playback").get_attribute("data-at") is not None, "playback")
    page.click("#pause")
    page.unfold("slow-box")
    while int(page.locator("#playback").get_attribute("data-at") or 0) < HEARTS_AT:
        before = page.locator("#playback").get_attribute("data-at")
        page.click("#step")
        page.until(lambda before=before: page.locator("#playback").get_attribute("data-at") != before, "a step")
    page.locator("#slow").check()
    save(page, "#slow-box", "slow", lambda: all_heard(page))


def twelve(page: TablePage, language: str) -> None:
    """All that the worksheet has, laid and judged; the table's own screen speaks that language."""
    page.locator("#speed").select_option("100")
    page.expect_verdict("refused")
    save(
        page,
        "body",
        "table",
        lambda: all(page.mood(f"meld{zone}") == "red" for zone in (5, 6, 7, 9, 11)),
        (language,),
        1000,
    )


def what(page: TablePage, language: str) -> None:
    """Three clubs with a gap, which the table's page "What is this?" explains in that language."""
    page.speak(language)
    page.click("#what summary")
    page.locator("#what-cards").fill("3C 4C 6C")
    page.click("#what-ask")
    page.expect_mood("meld1", "red")
    said = page.locator("#what-said")
    page.until(lambda: "3♣ 4♣ 6♣" in said.inner_text(), "the answer")
    save(page, "body", "what", lambda: page.mood("meld1") == "red", (language,), 1000)


def refused(page: TablePage) -> None:
    """Luc lays a run and two sixes of one suit with a joker: no set, and too little."""
    page.deal()
    page.draw(1)
    page.move(["3S", "4S2", "5S"], "meld1")
    page.move(["6H", "6H2", "X2"], "meld2")
    page.move(["7S2"], "discard")
    page.expect_verdict("refused", "set_same_suit", "first_lay_points")
    page.page.set_viewport_size({"width": VIEW["width"], "height": 2200})  # nothing to scroll
    page.click("#why")
    save(page, "#verdict-box", "why", lambda: True)


def options(page: TablePage) -> None:
    page.click("#new")
    page.locator("#new-game").select_option("rami51")
    page.click("#new-rules > summary")
    points = page.locator('[name="option-first_lay_points"]')

    def forty() -> bool:
        points.fill("40")  # another language fills the dialog anew
        return points.input_value() == "40"

    save(page, "#new-dialog", "options", forty)


def main() -> None:
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        visits = Visits(browser)
        with TableServer(Path(home), str(HERE / "slots.jsonl")) as table:
            slow_motion(visits.open(table.link(), viewport=VIEW, device_scale_factor=1.5))
        for language in ("en", "fr"):
            with TableServer(Path(home), str(HERE / "melds.jsonl"), "--lang", language) as table:
                twelve(visits.open(table.link(), viewport=VIEW), language)
        for language in ("en", "fr"):
            with TableServer(Path(home), "--lang", language) as table:
                what(visits.open(table.link(), viewport=VIEW), language)
        deal = ("--game", "rami51", "--players", "Ana,Luc", "--seed", SEED)
        with TableServer(Path(home), *deal) as table:
            page = visits.open(table.link(), viewport=VIEW, device_scale_factor=1.5)
            refused(page)
            options(page)
        visits.close()
        browser.close()


if __name__ == "__main__":
    main()
