"""The table without a server: a folder of files, in the browser's own Python.

That its page plays as the server's does is tested in test_browser_matches.py, what the workbench and the page of real
cards answer in tests/host/test_workbench.py and test_real.py.
"""

import base64
import json
import re
import shutil
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import ring
from playwright.sync_api import Browser, Page, expect
from static_site import PATH, StaticSite
from tablepage import DESKTOP, MS, PHONE, TablePage, Visits, violations

LESSONS = Path(__file__).parents[2] / "hardware" / "lessons"


@pytest.fixture(scope="module")
def visitor(browser: Browser, site: StaticSite) -> Iterator[Visits]:
    """Return a browser that has been here before: it begins with the kept memory."""
    with Visits(browser) as made:
        page = made.open(site.link("game=gin&players=Ana,Luc"))
        page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        yield made


@pytest.fixture
def page(site: StaticSite, visitor: Visits) -> Iterator[TablePage]:
    """Return the one window of that browser, where nothing is kept but the site itself."""
    made = visitor.pages[0]
    yield made
    made.page.goto("about:blank")
    line = made.page.context.new_cdp_session(made.page)
    line.send("Storage.clearDataForOrigin", {"origin": site.origin, "storageTypes": "indexeddb,local_storage"})
    line.detach()
    assert not visitor.faults, "\n".join(visitor.faults)


# Puts the kept matches of a path where an earlier version had those of all paths.
AS_BEFORE = """async (path) => {
  const opened = (name) => new Promise((resolve) => {
    const asked = indexedDB.open(name, 21);
    asked.onupgradeneeded = () => asked.result.createObjectStore("FILE_DATA").createIndex("timestamp", "timestamp");
    asked.onsuccess = () => resolve(asked.result);
  });
  const done = (asked) => new Promise((resolve) => (asked.onsuccess = () => resolve(asked.result)));
  const files = async (name) => (await opened(name)).transaction("FILE_DATA", "readwrite").objectStore("FILE_DATA");
  const [from, to] = [`/kept/${path}`, "/tables"];
  const [names, all] = await Promise.all([done((await files(from)).getAllKeys()), done((await files(from)).getAll())]);
  for (const [at, name] of names.entries()) await done((await files(to)).put(all[at], name.replace(from, to)));
  await done((await files(from)).clear());
}"""


def go(page: TablePage, url: str) -> None:
    """Open an address, also one that differs after its # only."""
    page.page.goto("about:blank")
    page.page.goto(url)
    page.ready()


def done(page: TablePage) -> None:
    """Wait until an answer is shown; no page has a fault that axe-core finds."""
    expect(page.locator("#result")).to_be_visible(timeout=MS)
    expect(page.locator("body")).not_to_have_attribute("data-busy", "1", timeout=MS)
    assert violations(page.page) == []
    assert page.page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0


def edited(page: TablePage, field: str) -> str:
    """Return the text in an editor, of which it shows a part."""
    return page.locator(field).evaluate("(editor) => editor.value")


def edit(page: TablePage, field: str, text: str) -> None:
    """Replace the text in an editor."""
    page.locator(field).evaluate(
        "(editor, text) => { editor.value = text; editor.dispatchEvent(new Event('input')); }", text
    )


def test_a_first_visit_loads_each_file_once(site: StaticSite, visitor: Visits) -> None:
    """But for the list of files, of 10 KB."""
    assert visitor.pages
    times = Counter(path.removeprefix(PATH) for path in site.asked)
    assert len(times) > 80
    assert {path for path in times if times[path] > 1} <= {"files.js"}


def test_a_match_is_resumed_from_the_browsers_storage(page: TablePage) -> None:
    expect(page.locator("#only-table")).to_be_visible()
    expect(page.locator("#link-box")).to_be_hidden()
    page.page.evaluate("navigator.storage.persist = async () => { window.asked = true; }")
    page.begin("rami51", seed=2, deal=False)
    assert page.page.evaluate("window.asked")
    page.make(("move", ["5H", "6H"], "hand0"))
    held = page.look().cards
    page.page.reload()
    page.ready()
    page.settle()
    page.expect_phase("deal", "rami51")
    assert page.look().cards == held


def test_a_browser_that_is_too_old_is_told_so(site: StaticSite, browser: Browser) -> None:
    with browser.new_context() as context:
        context.add_init_script("delete window.CompressionStream")
        page = context.new_page()
        for name in ("", "hand.html"):
            page.goto(site.page(name), wait_until="commit")
            expect(page.locator("body")).to_contain_text("iOS or Safari 16.4", timeout=MS)
            expect(page.locator("body")).to_be_visible()


def its_python_calls_no_other_host(page: TablePage) -> bool:
    (worker,) = page.page.workers
    refused = """() => new Promise((resolve) => {
      addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
      fetch("https://elsewhere.invalid/").catch(() => setTimeout(resolve, 0, "no policy"));
    })"""
    return worker.evaluate(refused) == "connect-src"


@pytest.mark.longer
def test_python_has_the_pages_policy_also_at_a_first_visit(site: StaticSite, visits: Visits) -> None:
    """Then it comes from a blob, later from the service worker."""
    assert its_python_calls_no_other_host(visits.open(site.page("hand.html")))


@pytest.mark.longer
def test_a_script_that_does_not_arrive_is_asked_for_once_more(site: StaticSite, visits: Visits) -> None:
    shown = TablePage(visits.context().new_page())
    shown.page.route("**/static/racks.js", lambda asked: asked.abort())
    shown.page.goto(site.link(), wait_until="commit")  # it stops loading
    expect(shown.locator("body")).to_contain_text("did not arrive: reload it", timeout=MS)
    shown.page.unroute_all()
    shown.page.evaluate("sessionStorage.clear()")  # as if that was a while ago
    shown.page.route("**/static/racks.js", lambda asked: asked.abort(), times=1)
    go(shown, site.link())


@pytest.mark.longer
def test_two_copies_on_one_origin_keep_their_own(site: StaticSite, page: TablePage) -> None:
    """What an earlier version kept for all paths goes to the first of them that is opened."""
    copy = site.page("copy/")
    shutil.copytree(site.folder, site.folder / "copy")
    go(page, copy)
    page.page.evaluate("localStorage.setItem('tierce.language', 'fr')")
    page.begin("gin", seed=2, deal=False)
    page.page.goto(site.page("static/icon.svg"))  # no table of this origin is open
    page.page.evaluate(AS_BEFORE, urlsplit(copy).path.strip("/"))
    go(page, site.link())
    page.settle()
    page.expect_phase("deal", "gin")
    assert page.locator("html").get_attribute("lang") == "fr"
    page.begin("rami51", seed=2, deal=False)
    go(page, copy)
    assert page.look().game != "gin"
    page.begin("gin", seed=2, deal=False)
    go(page, site.link())
    page.settle()
    page.expect_phase("deal", "rami51")
    assert page.locator("html").get_attribute("lang") == "fr"


def test_a_hand_is_typed_and_clicked(site: StaticSite, page: TablePage) -> None:
    go(page, site.page("hand.html"))
    assert its_python_calls_no_other_host(page)
    page.locator("#cards").fill("5h 6♥")
    page.click('#deck [data-pick="7H"]')
    page.click('#deck [data-pick="X1"]')
    assert page.locator("#cards").input_value() == "5h 6♥ 7H X1"
    page.click('#held [data-pick="X1"]')
    page.locator("#cards").press("Enter")
    done(page)
    melds = page.locator(".melds .cards").first.locator("[data-drawn]")
    assert [each.get_attribute("data-drawn") for each in melds.all()] == ["5H", "6H", "7H"]
    page.locator("#language").select_option("fr")
    expect(page.locator("#result h3").first).to_have_text("Combinaisons", timeout=MS)
    page.locator("#cards").fill("5H <b>")
    page.click("#ask")
    expect(page.locator("#error")).to_be_visible(timeout=MS)
    expect(page.locator("#result")).to_be_hidden()
    expect(page.locator("#round-field")).to_be_hidden()
    page.locator("#language").select_option("en")
    page.locator("#game").select_option("contrat")
    page.locator("#cards").fill("7S 7S 7H 2H 3H 4H 5H")
    page.locator("#round").fill("2")
    page.click("#ask")
    met = "The contract is met: 1 set and 1 run"
    expect(page.locator("#result .said.good")).to_have_text(met, timeout=MS)


def test_a_log_is_pasted_and_watched(site: StaticSite, page: TablePage) -> None:
    go(page, site.page("referee.html"))
    page.resize(PHONE)
    page.locator("#sample").select_option("first-lay.jsonl")
    expect(page.locator("#log-text .cm-content")).to_contain_text("tierce", timeout=MS)
    log = edited(page, "#log-text")
    page.locator("#log-text .cm-content").press("Control+End")
    page.page.keyboard.type("{\n")
    page.click("#ask")
    expect(page.locator('.lines [data-event="refused"]').first).to_be_visible(timeout=MS)
    done(page)
    assert "first_lay_points" in page.locator(".lines").inner_text()
    assert page.locator(".lines li:last-child [data-mood=bad]").count() == 1
    page.click("label:has(#only)")
    expect(page.locator(".lines li").first).to_be_hidden()
    expect(page.locator("#watch")).to_be_hidden()
    expect(page.locator("#log-text .cm-lint-marker-error")).to_have_count(1)
    edit(page, "#log-text", log)
    page.click("#ask")
    with page.page.expect_navigation():
        page.click("#watch")
    page.ready()
    page.settle(2000)
    expect(page.locator("#match")).to_have_attribute("data-game", "rami51", timeout=MS)  # on the table
    page.resize(DESKTOP)


def test_a_lesson_keeps_its_ticks_and_opens_tables_of_its_own(
    site: StaticSite, page: TablePage, visitor: Visits
) -> None:
    page.page.goto("about:blank")
    page.page.goto(site.link("lesson=1"))
    page.page.wait_for_url("**/lesson.html#lesson=1", timeout=MS)
    page.page.evaluate("location.hash = 'lesson=99'")
    expect(page.locator("#error")).to_have_text("There is no lesson 99: this is lesson 1.")
    page.page.evaluate("location.hash = 'lesson=1'")
    expect(page.locator("#error")).to_be_hidden()
    page.ready()
    step = page.locator('[data-step="2"]')
    step.locator(":text('near miss')").first.wait_for(state="hidden")
    step.get_by_role("checkbox").check()
    page.page.reload()
    page.ready()
    expect(page.locator("#lesson-done")).to_have_text("Steps done: 1 of 6")
    page.click("label:has(#teacher)")
    expect(step.locator(":text('near miss')").first).to_be_visible()
    page.locator("#minutes").select_option("45")
    expect(step).to_contain_text("minutes 8 to 14")
    assert violations(page.page) == []
    # Each opens a table of its own: one without a match (in `make test-all`), one with a match.
    expect(page.locator("#lesson h2").first).to_be_visible()
    links = [page.locator(f'[href^="./#table=lesson{rest}"]').first.get_attribute("href") for rest in ("", "&game")]
    for link, game in list(zip(links, ("", "rami51"), strict=True))[-ring.rounds(1, 2) :]:
        table = visitor.beside(page, site.page(str(link)))
        table.owner = table
        expect(table.locator("#connection")).to_have_attribute("data-state", "own", timeout=MS)
        table.settle(2000)
        table.until(lambda game=game, table=table: table.look().game == game, "what the link names")
        expect(table.locator("#playback")).to_be_hidden()
        table.page.close()


# --- real cards


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


def begin_real(page: Page, game: str) -> None:
    page.locator("#game").select_option(game)
    for at, name in enumerate(("Ana", "Luc")):
        page.locator("#players input").nth(at).fill(name)
    page.locator("#ask").click()
    press(page, "deal")
    expect(page.locator("#ask-now")).to_contain_text("turned up", timeout=MS)
    page.locator('[data-rank="K"]').click()
    page.locator('#suits [data-for="D"]').click()
    on_turn(page, 1)


def test_a_match_with_real_cards_by_keys(site: StaticSite, page: TablePage) -> None:
    """A lay is shown and confirmed, a turn refused and taken back; the page goes on where it was left."""
    go(page, site.page("real.html"))
    page.resize(PHONE)
    real = page.page
    begin_real(real, "rami30")
    keys(real, "TH", "TS", "TD", "2C")
    press(real, "done")
    expect(real.locator('#proposal [data-kind="new"] .chip')).to_have_count(3, timeout=MS)
    expect(real.locator('#proposal [data-kind="discard"]')).to_contain_text("2")
    real.locator("#ok").click()
    on_turn(real, 0)
    expect(real.locator("#melds p")).to_contain_text("Luc")
    expect(real.locator("#meant")).to_have_attribute("data-mood", "good")
    assert violations(real) == []

    keys(real, "3H", "4H", "5H", "2S")
    press(real, "done")
    expect(real.locator("#why")).to_contain_text("30", timeout=MS)
    real.reload()
    real.locator("#kept-go").click()
    press(real, "back")
    expect(real.locator("#tapped > *")).to_have_count(0, timeout=MS)
    keys(real, "2S")
    real.locator("#language").select_option("fr")
    press(real, "done")
    on_turn(real, 1)
    expect(real.locator("#ask-now")).to_contain_text("Luc : touchez")
    assert real.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    assert violations(real) == []
    page.resize(DESKTOP)


# --- in `make test-all`


@pytest.mark.longer
def test_a_game_is_chosen_at_the_front_door_while_the_program_loads(site: StaticSite, page: TablePage) -> None:
    page.resize(PHONE)
    page.page.goto("about:blank")
    page.page.goto(site.link())
    page.click('[data-tile="rami51"] [data-variant="rami30"]')
    page.click('[data-tile="rami51"] [data-door="play"]')
    page.locator("#me-name").fill("Eva")
    page.page.keyboard.press("Enter")
    page.ready(door=True)
    page.settle()
    page.expect_phase("turn", "rami30")  # the computer has dealt
    assert page.locator("#sheet").inner_text().split()[:3] == ["Round", "Eva", "Ana"]
    assert page.page.url.endswith("#table")
    page.page.reload()
    page.ready(door=True)
    page.settle()
    expect(page.locator("#felt")).to_be_visible()
    page.page.go_back()
    expect(page.locator("#door-go")).to_have_text("Go on", timeout=MS)
    expect(page.locator("#door-where")).to_contain_text("round 1")
    assert violations(page.page) == []
    assert page.page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0
    page.click('[data-tile="gin"] [data-door="rules"]')
    expect(page.locator("#book-text")).to_contain_text("Oklahoma (option the upcard", timeout=MS)
    page.click("#book-close")
    page.click('[data-tile="gin"] [data-door="friends"]')
    page.locator('[name="option-hollywood"]').check()
    page.click("#new-book")
    expect(page.locator("#book-text .changed")).to_contain_text("yes", timeout=MS)
    page.click("#book-close")
    page.click("#new-start")
    page.settle()
    page.click("#doubt-yes")
    page.settle()
    page.expect_phase("deal", "gin")
    expect(page.locator("#felt")).to_be_visible()
    # A match that has ended is one of my games; the one that was left waits, and is deleted.
    page.asks([{"do": "ruling", "ruling": "points", "seat": 0, "points": 30, "sure": True}])
    page.asks([{"do": "ruling", "ruling": "end", "sure": True}])
    page.settle()
    page.click("#home")
    page.click("#door-mine")
    expect(page.locator("#mine-table tbody")).to_have_text(re.compile(r"Gin Rami1\s*1"), timeout=MS)
    assert violations(page.page) == []
    page.click("#mine-close")
    page.click("#door-kept-list [data-forget]")
    page.click("#doubt-yes")
    expect(page.locator("#door-kept")).to_be_hidden(timeout=MS)
    page.click("#daily-play")
    page.settle()
    assert page.look().game == "gin"
    page.resize(DESKTOP)


@pytest.mark.longer
def test_a_link_does_not_put_a_match_away_unasked(site: StaticSite, page: TablePage, visitor: Visits) -> None:
    go(page, site.link())
    page.begin("rami51", seed=2)
    seat = page.look().seat
    page.move([page.look().hand(seat)[0]], "meld1")
    held = page.look().cards
    page.page.goto(site.link("play=demo-gin"))  # a link does not put it away unasked
    page.page.reload()
    page.ready()
    page.click("#doubt-no")
    page.settle()
    assert page.look().cards == held
    # Another window has a table of its own, which is not kept, until it takes over the one that is.
    other = visitor.beside(page, site.link())
    other.owner = other
    expect(other.locator("#connection")).to_have_attribute("data-state", "elsewhere", timeout=MS)
    other.settle(2000)
    expect(other.locator("#playback")).to_be_visible(timeout=MS)
    for one in (other, page):
        one.click("#take-over")
        expect(one.locator("#connection")).to_have_attribute("data-state", "open", timeout=MS)
        one.ready()
        one.settle()
        assert one.look().cards == held
        left = other if one is page else page
        expect(left.locator("#connection")).to_contain_text("another window", timeout=MS)
    other.page.close()


@pytest.mark.longer
def test_a_link_has_the_whole_match_in_it(site: StaticSite, page: TablePage, visitor: Visits) -> None:
    go(page, site.link("game=gin&players=Eva,Zoé&computers=all&seed=7&lang=fr"))
    page.settle(20_000)
    assert page.look().game == "gin"
    assert page.locator("html").get_attribute("lang") == "fr"
    assert "Eva" in page.locator("#sheet").inner_text()
    assert page.locator('#log [data-event="turn"]').count() > 1
    page.click("#share")
    expect(page.locator("#share-dialog")).to_be_visible(timeout=MS)
    assert violations(page.page) == []
    link = page.locator("#share-url").get_attribute("href") or ""
    assert urlsplit(link).path == urlsplit(site.link()).path
    assert urlsplit(link).fragment.startswith("log=")
    theirs = visitor.beside(page, link)
    theirs.settle(5000)
    expect(theirs.locator("#playback")).to_be_visible(timeout=MS)
    assert "Zoé" in theirs.locator("#sheet").inner_text()
    packer = zlib.compressobj(wbits=-15)
    deep = base64.urlsafe_b64encode(packer.compress(b"[" * 2500) + packer.flush()).decode().rstrip("=")
    for bad in (link[:-40], site.link(f"log={deep}")):
        go(theirs, bad)
        expect(theirs.locator("#notice")).to_be_visible(timeout=MS)
        expect(theirs.locator("#connection")).to_have_attribute("data-state", re.compile("open|unkept|elsewhere"))
    theirs.page.close()


@pytest.mark.longer
def test_the_table_leads_to_the_workbench_and_back(site: StaticSite, page: TablePage) -> None:
    go(page, site.link("play=demo-rami51&at=20"))  # a moment of a recorded match
    at = page.locator("#playback")
    page.settle(60_000)
    expect(at).to_have_attribute("data-paused", "true")
    assert 20 <= int(at.get_attribute("data-at") or 0) < 30
    page.click("#menu")
    page.click("#bench")
    page.page.wait_for_url("**/hand.html", timeout=MS)
    page.ready()
    page.locator("nav a").first.click()
    expect(page.locator("#felt")).to_have_count(1, timeout=MS)


@pytest.mark.longer
def test_cards_melds_and_rules_at_the_workbench(site: StaticSite, page: TablePage) -> None:
    go(page, site.page("reading.html"))
    page.locator("#cards").fill("4H 5H 6H 7H 8H 9H")
    page.click("#ask")
    done(page)
    assert "43.8" in page.locator("#shown .head").inner_text()
    assert "0 1110 0101" in page.locator('[data-slot="5"]').inner_text()

    go(page, site.page("meld.html"))
    assert page.locator("#game").input_value() == "atelier"
    result = page.locator("#result")
    for cards, language, said, mood in (
        ("5h 6♥ 7H", "en", "A run, 18 points", "good"),
        ("3♣ 4♣ 6♣", "fr", "Pas une combinaison", "bad"),
    ):
        page.locator("#cards").fill(cards)
        page.locator("#language").select_option(language)
        page.click("#ask")
        expect(result).to_contain_text(said, timeout=MS)
        expect(result).to_have_attribute("data-mood", mood)
        done(page)

    go(page, site.page("rules.html"))
    page.locator('[name="option-first_lay_points"]').fill("90")
    page.locator("#language").select_option("en")
    expect(page.locator('[name="option-first_lay_points"]')).to_have_value("90")
    page.click("#ask")
    expect(page.locator('[data-clause="first_lay_points"]')).to_be_visible(timeout=MS)
    done(page)
    assert "90" in page.locator("#shown").inner_text()
    assert page.locator("[data-match]").count() == 3
    assert page.locator("tr.changed").count() > 0


def write(page: TablePage, name: str, *changes: tuple[str, str]) -> None:
    """Change a file on the page of the program: each old text becomes a new one."""
    page.locator("#source").select_option(name)
    expect(page.locator("#source-text:not([disabled])")).to_have_count(1, timeout=MS)
    expect(page.locator("body")).not_to_have_attribute("data-busy", "1", timeout=MS)
    text = edited(page, "#source-text")
    for before, after in changes:
        assert text.count(before) == 1 or not before
        text = text.replace(before, after) if before else after
    edit(page, "#source-text", text)


@pytest.mark.longer
def test_lesson_3_changes_the_program(site: StaticSite, page: TablePage) -> None:
    """A class writes its test and the rule, sees that it holds, and plays by it.

    A copy that cannot begin is thrown away, and can be taken back.
    """
    lesson = (LESSONS / "3-house-rules.md").read_text("utf-8")
    blocks = re.findall(r"^```(python|diff)\n(?:# |--- )(\S+)\n(.*?)^```$", lesson, re.M | re.S)
    assert [kind for kind, *_ in blocks] == ["python", *["diff"] * 4]
    go(page, site.page("program.html"))
    write(page, blocks[0][1], ("", blocks[0][2]))
    page.click("#ask")  # it fails, and the margin says where
    expect(page.locator('[data-clause="lay_values"]')).to_be_visible(timeout=MS)
    expect(page.locator("#mistakes")).to_contain_text("no_option", timeout=MS)
    expect(page.locator("#source-text .cm-lint-marker-error").first).to_be_visible()
    for _, name, lines in blocks[1:]:
        sides = ["".join(line[1:] + "\n" for line in lines.splitlines() if line[0] != left) for left in "+-"]
        write(page, name, (sides[0], sides[1]))
    page.click("#ask")
    expect(page.locator('[data-holds="lay_values"]')).to_be_visible(timeout=MS)
    done(page)
    assert page.locator("[data-clause]").count() == 0

    # Handed in by a link; in another browser it is looked at, tested, and taken.
    page.page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.click("#hand-in summary")
    page.locator("#copy-name").fill("Léa, Tom")
    page.click("#copy-link")
    page.until(lambda: page.page.evaluate("window.copied"), "the link")
    handed_in = page.page.evaluate("window.copied")

    go(page, site.page("referee.html"))
    expect(page.locator("#changed")).to_contain_text("5")
    header, rest = (LESSONS / "class.jsonl").read_text("utf-8").split("\n", 1)
    house = json.dumps({**json.loads(header), "rules": {"lay_ace": 15}})
    edit(page, "#log-text", f"{house}\n{rest}")
    page.click("#ask")
    done(page)
    expect(page.locator('.lines [data-event="turn"]')).to_contain_text("53")

    go(page, site.link("game=gin&players=Ana,Luc"))
    expect(page.locator('#connection[data-state="changed"]')).to_be_visible(timeout=MS)
    page.click("#new")
    expect(page.locator('[name="option-lay_ace"]')).to_have_count(1)

    go(page, site.page("program.html"))
    write(page, "firmware/tierce/presets.py", ("", "def ("))
    page.click("#ask")
    expect(page.locator("#error")).to_contain_text("presets.py:1: SyntaxError", timeout=MS)
    page.page.goto(site.link())
    page.locator("#connection").get_by_role("link").click(timeout=MS)
    page.ready()
    page.click("#discard")
    expect(page.locator("#changed")).to_be_hidden()
    page.click("#back")
    expect(page.locator("#changed")).to_be_visible()
    page.click("#discard")
    go(page, handed_in)
    expect(page.locator("#came-said")).to_contain_text("Léa, Tom", timeout=MS)
    expect(page.locator("#changed")).to_be_hidden()
    page.click("#came-leave")
    page.click("#class-copies summary")
    page.locator("#copy-links").fill(f"{handed_in}\n{handed_in[:-9]}")
    page.click("#copies-add")
    expect(page.locator("#copies li")).to_have_count(2, timeout=MS)
    expect(page.locator('#copies [data-mood="bad"]')).to_have_count(1)
    page.locator("#copies button").click()
    page.click("#came-take")
    expect(page.locator("#changed")).to_contain_text("5", timeout=MS)
    page.click("#discard")
    go(page, site.link())
    expect(page.locator('#connection[data-state="open"]')).to_have_count(1, timeout=MS)


@pytest.mark.longer
def test_the_copies_of_a_class_are_opened_together(site: StaticSite, page: TablePage) -> None:
    """Thirty, some of them too long, damaged or hostile; what is anybody's reaches nothing that the browser keeps."""
    own = "tests/rules/test_our_rule.py"
    reach = "import js\nassert not [name for name in ('indexedDB', 'caches', 'fetch', 'Worker') if hasattr(js, name)]\n"
    reach += "assert not hasattr(js.navigator, 'storage')\n"

    def copy(name: object, files: dict[str, str]) -> bytes:
        return json.dumps({"tierce": "program", "name": name, "files": files}).encode()

    sent = [copy(f"pair {n}", {own: f"# {n}\n" * 2000}) for n in range(23)]
    sent += [
        copy("<img src=x onerror=alert(1)>", {own: "", "../../etc/passwd": "x", "__proto__": "y"}),
        copy("reaches", {own: reach}),
        copy("breaks", {"firmware/tierce/cards.py": "import js\njs.caches.delete('all')\n"}),
        copy("long", {own: "x" * (5 << 20)}),
        copy("wrong", {own: "x"}).replace(b"program", b"log"),
        b"[" * 100_000,
        b"\xff\xfe\0",
    ]

    def hand_in(sent: list[bytes]) -> None:
        go(page, site.page("program.html"))
        page.click("#class-copies summary")
        files: Any = [{"name": f"{n}.json", "mimeType": "", "buffer": data} for n, data in enumerate(sent)]
        page.page.set_input_files("#copy-files", files)
        expect(page.locator("#copies li")).to_have_count(len(sent), timeout=MS)

    hand_in(sent)
    expect(page.locator('#copies [data-mood="bad"]')).to_have_count(4)
    assert page.locator("#copies img").count() == 0
    page.locator("#copies button").nth(7).click()
    expect(page.locator("#came-said")).to_contain_text("pair 7", timeout=MS)
    hand_in(sent[23:26])
    page.click("#copies-test")
    expect(page.locator("#copies-state")).to_have_text("3 of 3 are tested", timeout=MS)
    expect(page.locator("#copies .said.good")).to_have_count(2)
    expect(page.locator("#copies .said.bad")).to_contain_text("caches")
    assert violations(page.page) == []


@pytest.mark.longer
def test_the_kept_memory_of_the_first_visit_is_used_while_it_is_sound(site: StaticSite, page: TablePage) -> None:
    kept = "caches.match('memory').then(found => found?.arrayBuffer()).then(all => all?.byteLength)"

    def is_kept() -> bool:
        return (page.page.evaluate(kept) or 0) > 1 << 20

    go(page, site.link("game=gin&players=Ana,Luc"))
    said: list[str] = []
    page.page.on("console", lambda message: said.append(message.text))
    page.until(is_kept, "the memory is kept")
    page.page.reload()
    page.ready()
    assert not [each for each in said if "kept memory" in each]
    # A visit that ended before Python was there: the next one does without it.
    page.page.evaluate("""caches.keys().then(names => caches.open(names[0]))
        .then(cache => cache.put("memory-tried", new Response()))""")
    page.page.reload()
    page.ready()
    assert [each for each in said if "kept memory" in each]
    page.until(is_kept, "another is kept")
    assert page.page.evaluate("caches.match('memory-tried').then(found => !found)")


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


@pytest.mark.longer
def test_stickers_are_taught_and_read(site: StaticSite, visits: Visits, browser: Browser) -> None:
    """A deck is taught and goes on by a link; what can't be read is one sentence, and loses nothing."""
    context = visits.context(viewport=PHONE, has_touch=True)
    context.add_init_script(READER)
    page = visits.page(context, site.page("real.html")).page
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

    begin_real(page, "atelier")
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


# Keeps another file under a name of the site, as a damaged disk would.
DAMAGE = """async (name) => {
  const { scope } = await navigator.serviceWorker.ready;
  const names = await caches.keys();
  const cache = await caches.open(names.find((each) => each.startsWith(`tierce ${scope} `)));
  await cache.put(name, new Response("?"));
}"""


@pytest.mark.longer
def test_a_file_that_did_not_arrive_whole_is_not_kept(site: StaticSite, page: TablePage) -> None:
    shutil.copytree(site.folder, site.folder / "damaged")
    (site.folder / "damaged/static/icon.svg").write_text("<svg")
    go(page, site.page("damaged/"))
    expect(page.locator("#notice")).to_contain_text("did not arrive whole", timeout=MS)
    assert not page.page.evaluate(f"caches.match('{site.page('damaged/')}').then(Boolean)")


def test_it_needs_no_network_once_it_was_opened(site: StaticSite, page: TablePage, visitor: Visits) -> None:
    """The last test here, as it takes the server away. A kept file that is damaged is not shown."""
    page.page.goto(site.page("static/icon.svg"))
    page.page.evaluate(DAMAGE, "static/felt.js")
    go(page, site.link("game=gin&players=Ana,Luc"))  # with a network it is fetched again
    site.close()
    page.page.reload()
    page.ready()
    page.begin("gin", seed=3, deal=False)
    page.page.evaluate(DAMAGE, "hand.html")
    page.page.goto(site.page("hand.html"))
    assert "is damaged" in page.page.inner_text("body")
    page.until(lambda: bool(visitor.faults), "the browser says so too")
    assert "503" in visitor.faults.pop()
