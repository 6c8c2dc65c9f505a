"""The table without a server: a folder of files, in the browser's own Python.

That its page plays as the server's does is tested by the other files, in both shells.
"""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from static_site import StaticSite
from tablepage import MS, Visits


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    with StaticSite(tmp_path_factory.mktemp("site")) as made:
        yield made


def test_it_opens_and_a_recorded_match_moves(site: StaticSite, visits: Visits) -> None:
    page = visits.open(site.link())
    page.until(lambda: page.locator("[data-card]").count() > 20, "cards are dealt")
    expect(page.locator("#only-table")).to_be_visible()
    expect(page.locator("#link-box")).to_be_hidden()


def test_a_match_is_resumed_from_the_browsers_storage(site: StaticSite, visits: Visits) -> None:
    page = visits.open(site.link())
    page.begin("rami51", seed=2)
    before = page.look()
    card = before.hand(0)[0] if before.seat == 0 else before.hand(1)[0]
    page.move([card], "meld1")
    page.until(lambda: page.look().cards["meld1"] == [card], "it lies there")
    held = page.look().cards
    page.page.reload()
    page.ready()
    page.until(lambda: page.look().phase == "turn" and not page.busy(), "the match is back")
    assert page.look().cards == held
    page.page.goto(site.link("play=demo-gin"))  # a link does not put it away unasked
    page.page.reload()
    page.ready()
    page.click("#doubt-no")
    assert page.look().cards == held
    # Another window has a table of its own, which is not kept.
    other = visits.beside(page, site.link())
    expect(other.locator("#connection")).to_have_attribute("data-state", "unkept", timeout=MS)


def test_it_needs_no_network_once_it_was_opened(tmp_path: Path, visits: Visits) -> None:
    with StaticSite(tmp_path) as site:
        page = visits.open(site.link())
        page.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.page.reload()  # the server is gone
    page.ready()
    page.begin("gin", seed=3)
    assert page.look().game == "gin"


def test_a_link_has_the_whole_match_in_it(site: StaticSite, visits: Visits) -> None:
    page = visits.open(site.link("game=gin&players=Eva,Zoé&computers=all&seed=7&lang=fr"))
    page.until(lambda: page.look().game == "gin", "the match of the address")
    assert page.locator("html").get_attribute("lang") == "fr"
    assert "Eva" in page.locator("#sheet").inner_text()
    page.until(lambda: page.locator('#log [data-event="turn"]').count() > 3, "some turns", 300)
    page.click("#share")
    expect(page.locator("#share-dialog")).to_be_visible(timeout=MS)
    link = page.locator("#share-url").get_attribute("href") or ""
    assert urlsplit(link).path == urlsplit(site.link()).path
    assert urlsplit(link).fragment.startswith("log=")
    theirs = visits.open(link)
    theirs.until(lambda: theirs.look().game == "gin", "their playback")
    assert "Zoé" in theirs.locator("#sheet").inner_text()
    broken = visits.open(link[:-40])
    expect(broken.locator("#notice")).to_be_visible(timeout=MS)


def test_a_moment_of_a_recorded_match(site: StaticSite, visits: Visits) -> None:
    page = visits.open(site.link("play=demo-rami51&at=20"))
    at = page.locator("#playback")
    expect(at).to_have_attribute("data-paused", "true", timeout=MS)
    assert 20 <= int(at.get_attribute("data-at") or 0) < 30
