"""The site's page Build: a table chosen, what it takes, the file for its board.

What it answers is tested in tests/host/test_building.py.
"""

import json
import random
import re
from collections.abc import Iterator

import pytest
from fakeport import Cable
from playwright.sync_api import Browser, expect
from ring import seeds
from static_site import StaticSite, change
from tablepage import MS, PHONE, TablePage, Visits, violations
from test_flash_image import micropython
from vmboard import VmBoard, club_files

from tierce_tools.board import archive, flash_image, images, uf2
from tierce_tools.board import build as build_module
from tierce_tools.description import descriptions, reach


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    """Return a site that takes a file of ours for MicroPython's own."""
    with StaticSite(tmp_path_factory.mktemp("site"), asked=False) as made:  # a board has its own time
        ours = uf2.parse(micropython(), "x").sha256
        before = images.official("RPI_PICO", None).sha256
        change(made.folder, "build.pack", "tierce_tools/board/images.py", before.encode(), ours.encode())
        yield made


@pytest.fixture(scope="module")
def visits_of_build(browser: Browser) -> Iterator[Visits]:
    with Visits(browser) as made:
        yield made


@pytest.fixture(scope="module")
def cable(visits_of_build: Visits) -> Cable:
    """Return the cable at the computer of that page, which leads nowhere yet."""
    return Cable(visits_of_build.context(), "")


@pytest.fixture(scope="module")
def build(visits_of_build: Visits, cable: Cable, site: StaticSite) -> TablePage:
    """Return the page, on which nothing may fail."""
    return visits_of_build.page(visits_of_build.contexts[0], site.page("build.html"))


def chosen(build: TablePage, table: str) -> None:
    build.locator("#table").select_option(table)
    expect(build.locator("#make")).to_be_visible(timeout=MS)
    expect(build.locator("body")).not_to_have_attribute("data-busy", "1", timeout=MS)


def given(build: TablePage, name: str, data: bytes, field: str = "#uf2") -> None:
    build.page.set_input_files(field, {"name": name, "mimeType": "", "buffer": data})


def test_a_table_is_chosen_and_its_file_made(build: TablePage) -> None:
    chosen(build, "tap")
    for details in build.locator("#shown details").all():
        details.evaluate("(box) => { box.open = true; }")
    expect(build.locator("#shown")).to_contain_text("GP13")
    assert build.locator(".wiring").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 300
    assert violations(build.page) == []
    with build.page.expect_download() as saving:
        given(build, "RPI_PICO.uf2", micropython())
    assert saving.value.suggested_filename == "tierce-tap-RPI_PICO.uf2"
    flash = flash_image.contents(uf2.read(saving.value.path()))
    assert descriptions.shipped("tap").read_bytes()[:200] in flash
    expect(build.locator("#made")).to_contain_text("MicroPython 1.28.0")


def test_a_wrong_file_and_a_wrong_description_leave_what_there_is(build: TablePage) -> None:
    chosen(build, "tap")
    given(build, "photo.jpg", b"\xff\xd8\xff")
    expect(build.locator("#error")).to_contain_text("photo.jpg is not a UF2 file of MicroPython: take RPI_PICO-")
    expect(build.locator("#shown")).to_contain_text("GP13")
    text = build.locator("#text")
    write = "(editor, text) => { editor.value = text; editor.dispatchEvent(new Event('input')); }"
    right = text.evaluate("(editor) => editor.value")
    text.evaluate(write, right.replace('"mfrc522"', '"lamp"'))
    build.page.click("#ask")
    expect(build.locator("#error")).to_contain_text("zones[0].reader", timeout=MS)
    expect(build.locator("#make")).to_be_hidden()
    assert text.evaluate("(editor) => editor.value") != right  # what was typed stays


def at_board(build: TablePage, key: str) -> str:
    """Press a key of the board's part; return what is said once it is done."""
    build.page.click(key)
    expect(build.locator(key)).to_be_enabled(timeout=3 * MS)
    return build.locator("#usb-said").inner_text()


@pytest.mark.parametrize("seed", seeds("browser's board", 1, 6))
def test_the_program_is_installed_and_the_board_examined(build: TablePage, cable: Cable, seed: int) -> None:
    """By the tool's own code, on a real MicroPython; with the cable pulled somewhere before."""
    config = descriptions.shipped("tap").read_bytes()
    chosen(build, "tap")
    with VmBoard({}, json.loads(config)) as board:
        cable.device = board.port
        for name, said in (("SecurityError", "allow it in the page"), ("NotFoundError", "No board was chosen")):
            cable.refuses = {"choose": name}
            build.page.click("#usb-connect")
            expect(build.locator("#usb-said")).to_contain_text(said)
        cable.refuses = {}
        build.page.click("#usb-connect")
        expect(build.locator("#usb-said")).to_have_text("A board is chosen.")
        cable.refuses = {"open": "NetworkError"}
        assert at_board(build, "#usb-both").startswith("The board’s port is in use")
        cable.refuses = {}
        cable.pulled_after = cable.sent + random.Random(seed).randrange(250000)
        assert at_board(build, "#usb-both").startswith("The board has gone: plug it in again")
        cable.plug()
        assert at_board(build, "#usb-both").startswith("Tierce ")
        board.off()
        files = board.files()
        program = archive.packed(build_module.build(taps=True), next(name for name in files if name.endswith(".rom")))
        assert {name: files[name] for name in (*program, "config.json")} == {**program, "config.json": config}
        board.on()
        assert at_board(build, "#usb-doctor") == "Examined: 0 things are bad."
        expect(build.locator('#usb-found [data-what="readers"], #usb-found [data-what="reader"]').first).to_be_visible()
        measured(build, board)


def measured(build: TablePage, board: VmBoard) -> None:
    """Measure how far the reader reaches, with a person's help; not all of it."""
    said = build.locator("#usb-said")
    build.page.click("#usb-reach")
    zone = "tap"
    expect(said).to_have_text(
        f"Lay one card with a tag on {zone}, the tag in the middle, and nothing else.", timeout=3 * MS
    )
    board.put(zone, "9C")
    for answer, asked in (("done", "Put 4 plain cards"), ("skip", "Lay four cards"), ("end", "Measured")):
        build.page.click(f'#reach-answers [data-key="{answer}"]')
        expect(said).to_contain_text(asked, timeout=3 * MS)
    assert build.locator("#reach-shown img").evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 300
    with build.page.expect_download() as saving:
        build.page.click("#reach-save")
    report = json.loads(saving.value.path().read_text("utf-8"))
    assert (reach.errors(report), report["height_cards"]) == ([], 0)
    assert saving.value.suggested_filename == f"reach-{zone}.json"
    given(build, "photo.json", b"\xff", "#reach-open")
    expect(build.locator("#reach-said")).to_contain_text("photo.json: this is no report")
    expect(build.locator("#reach-shown img")).to_be_visible()


def tap(board: VmBoard, cards: str) -> None:
    for card in cards.split():
        board.act({"zone": "tap", "in": [card]})
        board.act({"zone": "tap", "out": [card]})


def reads(page: TablePage, text: str) -> None:
    """Wait until the board's screen on the page says something."""
    words = re.compile(r"\s+".join(map(re.escape, text.split())))
    expect(page.locator("#screen")).to_have_attribute("aria-label", words, timeout=MS)


@pytest.mark.longer
def test_a_deck_is_taught_then_a_match_is_watched_and_played(
    visits_of_build: Visits, cable: Cable, site: StaticSite
) -> None:
    """With the cable pulled during a turn; while cards are taught it is in tests/host/test_register.py."""
    config = json.loads(descriptions.shipped("tap").read_text("utf-8"))
    config.update(game="rami51", rules={"first_lay_points": 0, "first_lay_pure_run": False})
    page = visits_of_build.page(visits_of_build.contexts[0], site.page("build.html"))
    page.settles = False
    with VmBoard(club_files(config, deck=False)) as board:
        cable.device = board.port
        board.ready()
        page.page.click("#usb-connect")
        page.page.click("#register summary")
        page.locator("#register-packs").select_option("1")
        page.page.click("#register-begin")
        asked, before = page.locator("#register-ask"), ""
        for card in "AS 2S 3S 4S 5S 6S 7S".split():
            expect(asked).to_have_attribute("data-asked", card, timeout=MS)
            if before:
                board.take(before)
            board.put("tap", card)
            board.wait_ms(1500)
            before = card
        expect(asked).to_have_attribute("data-asked", "8S", timeout=MS)
        page.page.click("#register-stop")
        expect(page.locator("#usb-said")).to_contain_text("7 of 56 cards are registered", timeout=MS)
        board.take("7S")

        page.page.click("#usb-watch")
        page.ready()
        reads(page, "No deck")  # as it had none at its start
        for then in ("OK: menu", "Start", "Deal, turn a card up", "Tap the upcard."):
            page.locator('[data-key="ok"]').click()
            reads(page, then)
        tap(board, "AS")
        page.shows(["AS"], "discard")
        tap(board, "5S 6S 7S 2S")
        reads(page, "Tapped: 5♠ 6♠ 7♠ 2♠")
        cable.pulled_after = cable.sent + 100
        expect(page.locator("#guide")).to_contain_text("no longer answers", timeout=MS)
        for _ in range(2):
            board.press("ok")
        cable.plug()
        page.expect_verdict("turn")
        page.shows(["5S", "6S", "7S"], "meld1")
        page.shows(["AS", "2S"], "discard")
        tap(board, "3S")
        reads(page, "Tapped: 3♠")
        page.locator('[data-key="ok"]').click()
        reads(page, "Your turn, Luc")
        page.shows(["AS", "2S", "3S"], "discard")
        assert violations(page.page) == []
    page.page.close()


@pytest.mark.longer
def test_on_a_phone_in_french(build: TablePage) -> None:
    build.page.set_viewport_size(PHONE)
    build.locator("#language").select_option("fr")
    expect(build.locator("h1")).to_have_text("Construire")
    chosen(build, "club")
    for details in build.locator("details").all():
        details.evaluate("(box) => { box.open = true; }")
    expect(build.locator("#shown")).to_contain_text("Les broches du Pico")
    assert build.page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    assert violations(build.page) == []
