"""Takes the pictures of the pages: the table, the front door and a seat on a phone, evening/page.webp.

    python hardware/page_pictures.py

Needs what `make test` has set up: Chromium and Mosquitto.
"""

import io
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "host"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests" / "browser"))

from mosquitto import Broker, Club, client
from PIL import Image
from playwright.sync_api import Browser, sync_playwright
from published import records_of
from tablepage import CHROMIUM, PHONE, TablePage, TableServer, Visits, moves

from tierce_tools.broker import messages
from tierce_tools.broker.state import State

HERE = Path(__file__).resolve().parent
# Luc's first lay is good; Ana then lays too little.
SEED = 23
LAY = "3S2 4S2 5S2 > meld1, JH2 QH X1 AH > meld2, 7S2 > discard"
# The tables of a club: game, random match, the part of it that has been played.
TABLES = (
    ("rami51", 3, 0.9),
    ("gin", 4, 0.7),
    ("rami7", 5, 0.8),
    ("rami51", 8, 0.6),
    ("manipulation", 2, 0.7),
    ("chamberliens", 6, 0.9),
    ("gin", 7, 0.5),
    ("rami51", 9, 0.8),
)
NAMES = (
    "Ana Luc Zoé Max Eva Tom Lea Noé Mia Léo Ida Hugo Nina Paul Rose Théo Lou Sam Iris Jean "
    "Alba Marc Inès Yann Elsa Rémi Maud Axel Ève Luis Cléo Noa Gina Otto"
).split()


def save(page: TablePage, name: str, whole: bool = False) -> None:
    """Save what the page shows."""
    picture = Image.open(io.BytesIO(page.page.screenshot(full_page=whole)))
    picture.convert("RGB").save(HERE / name, quality=80, method=6)


def save_table(visits: Visits, link: str, locale: str, ending: str) -> None:
    """Save the table while its lights are red; in French with the reasons."""
    page = visits.open(link, viewport={"width": 1440, "height": 900}, locale=locale)
    page.begin("rami51", seed=SEED)
    page.draw(1)
    for _, cards, place in moves(LAY):
        page.move(cards, place)
    page.draw(0)
    page.move(["2S", "3S", "4S"], "meld3")
    page.page.evaluate("""() => {
        for (const name of ["zones", "curtain"]) document.querySelector(`#option-${name}`).click();
        document.querySelector('[data-curtain][data-seat="0"]').click();
        for (const paper of document.querySelectorAll("details.paper")) paper.open = false;
    }""")
    page.resize({"width": 1440, "height": 901})  # drawn anew
    page.resize({"width": 1440, "height": 900})
    page.move(["QD"], "discard")
    page.expect_verdict("refused")
    if locale == "fr-FR":
        page.click("#why")
    page.until(lambda: page.mood("meld3") == "red", "the lights")
    save(page, f"page.{ending}")


def save_phone(visits: Visits, link: str, locale: str, ending: str) -> None:
    """Save the front door on a phone, and a seat there whose first lay is counted."""
    how = {"has_touch": True, "is_mobile": True, "device_scale_factor": 2, "as_new": True}
    page = visits.open(link, "touch", viewport=PHONE, locale=locale, **how)
    page.page.evaluate("document.querySelector('#home').click()")
    save(page, f"page-door.{ending}")
    page.begin("rami51", seed=11, players="person computer")
    page.ready()  # past the front door
    page.settle()
    page.ask("draw", seat=0)
    melds = page.ask("hint", seat=0)["hint"]["answer"]["melds"]
    page.make(("move", melds[0], "meld1"))
    save(page, f"page-phone.{ending}")


def save_club(browser: Browser, folder: Path) -> None:
    """Save what the club's page shows of some tables."""
    with Broker() as broker, Club(broker, folder / "club.db") as club:
        tables, names = client(broker), iter(NAMES)
        for number, (game, seed, part) in enumerate(TABLES, 1):
            records = records_of(game, seed)
            records[0]["players"] = [next(names) for _ in records[0]["players"]]
            state = State(f"table-{number}", "en")
            for each in records[: int(part * len(records))]:
                state.take(each)
            for what, said in ((messages.STATE, messages.encoded(state.told())), (messages.STATUS, messages.ONLINE)):
                topic = messages.topic(f"table-{number}", what)
                tables.publish(topic, said, 1, retain=True).wait_for_publish(60)
        page = browser.new_context(viewport={"width": 1280, "height": 580}).new_page()
        page.goto(club.link())
        page.locator(f'[data-table="table-{len(TABLES)}"]').wait_for()
        picture = Image.open(io.BytesIO(page.screenshot()))
        picture.convert("RGB").save(HERE / "evening/page.webp", quality=80, method=6)
        tables.disconnect()
        tables.loop_stop()


def main() -> None:
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        visits = Visits(browser)
        for locale, ending in (("en-GB", "webp"), ("fr-FR", "fr.webp")):
            for save_page, asked in ((save_table, False), (save_phone, True)):
                with tempfile.TemporaryDirectory() as new, TableServer(Path(new), "--seed", "1", asked=asked) as table:
                    save_page(visits, table.link(), locale, ending)
        visits.close()
        save_club(browser, Path(home))
        browser.close()


if __name__ == "__main__":
    main()
