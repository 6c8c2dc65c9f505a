"""Takes the pictures of the page: page.webp, page.fr.webp and page-phone.webp.

    python hardware/page_pictures.py

Needs Chromium and what `make test` has set up.
"""

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))

from pageplay import play
from PIL import Image
from playwright.sync_api import sync_playwright
from tablepage import CHROMIUM, PHONE, TablePage, TableServer, Visits

HERE = Path(__file__).resolve().parent
# Luc's first lay is good; Ana then lays too little.
SEED = 23


def save(page: TablePage, name: str, whole: bool = False) -> None:
    """Save what the page shows."""
    picture = Image.open(io.BytesIO(page.page.screenshot(full_page=whole)))
    picture.convert("RGB").save(HERE / name, quality=80, method=6)


def main() -> None:
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        visits = Visits(browser)
        with TableServer(Path(home), "--seed", "1") as table:
            page = visits.open(table.link(), viewport={"width": 1440, "height": 900})
            page.begin("rami51", seed=SEED, deal=False)
            for move in play(page.look):
                page.do(move)
                if page.look().seat == 0:
                    break
            page.draw(0)
            page.move(["2S", "3S", "4S"], "meld3")
            page.move(["QD"], "discard")
            page.expect_verdict("refused")
            page.until(lambda: page.mood("meld3") == "red" and "efused" in (
                page.locator("#screen").get_attribute("aria-label") or ""), "lights and screen")
            save(page, "page.webp")
            phone = visits.open(page.link(), "touch", viewport=PHONE, has_touch=True,
                                is_mobile=True, device_scale_factor=2)
            save(phone, "page-phone.webp")
            page.speak("fr")
            page.click("#why")
            save(page, "page.fr.webp")
        visits.close()
        browser.close()


if __name__ == "__main__":
    main()
