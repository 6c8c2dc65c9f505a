"""The page of many tables: a real broker, tables that publish, and the club's computer."""

import re
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mosquitto import Broker, Club, client, publishing, some_broker
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect
from published import a_league, keep, some_state
from tablepage import DESKTOP, MS, PHONE, violations

from tierce_tools.broker.messages import encoded, topic
from tierce_tools.league import decisions
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    with some_broker() as made:
        yield made


class Looking:
    """A page of the club, its faults, and what it asks of another host."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.page: Page = browser.new_context(viewport=DESKTOP, locale="en-GB", reduced_motion="reduce").new_page()
        self.page.set_default_timeout(MS)
        self.faults: list[str] = []
        self._own = "/".join(url.split("/")[:3])
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._asked)
        self.page.clock.install()
        self.page.goto(url)
        expect(self.page.locator("body")).to_have_attribute("data-ready", "1", timeout=MS)

    def _said(self, said: ConsoleMessage) -> None:
        if said.type == "error":
            self.faults.append(said.text)

    def _asked(self, asked: Request) -> None:
        if not asked.url.startswith(self._own):
            self.faults.append(asked.url)

    def shows(self, selector: str, text: str | re.Pattern[str]) -> None:
        expect(self.page.locator(selector)).to_contain_text(text, timeout=MS)

    def is_sound(self, when: str) -> None:
        """No fault for those who see less; nothing sticks out of the window."""
        assert violations(self.page) == [], when
        assert self.page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0, when


@pytest.fixture
def started() -> Iterator[ExitStack]:
    """What is entered here ends with the test."""
    with ExitStack() as stack:
        yield stack


def table(name: str) -> str:
    return f'[data-table="{name}"]'


def test_an_evening_is_looked_at(browser: Browser, broker: Broker, started: ExitStack, tmp_path: Path) -> None:
    """All tables, one of them with its melds, a table that comes and one that goes."""
    keep(tmp_path / "one", 4, whole=False)
    keep(tmp_path / "two", 1)  # its match is over
    store = str(tmp_path / "games.db")
    first = started.enter_context(publishing(broker, "table-1", tmp_path / "one"))
    club = started.enter_context(Club(broker, store))
    look = Looking(browser, club.link())
    page = look.page
    look.shows(table("table-1"), "Rami 51")
    expect(page.locator(f"{table('table-1')} .on-turn")).to_have_count(1, timeout=MS)
    look.is_sound("all tables")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the skip link
    assert page.evaluate("document.activeElement.id") == "main"
    expect(page.locator(table("table-1"))).to_be_visible()

    started.enter_context(publishing(broker, "table-2", tmp_path / "two"))
    look.shows(table("table-2"), "No match yet")
    look.shows("#count", "2 tables")
    names = page.locator("[data-table]").evaluate_all("all => all.map(one => one.dataset.table)")
    assert names == ["table-1", "table-2"]

    page.fill("#find", "table-2")
    expect(page.locator(table("table-1"))).to_be_hidden()
    page.fill("#find", "nobody")
    expect(page.locator("#none")).to_be_visible()
    page.fill("#find", "")

    page.click(f"{table('table-1')} a")
    look.shows("#one-head", "table-1")
    expect(page.locator('#one-felt [data-place="discard"] [data-drawn]')).not_to_have_count(0)
    expect(page.locator("#one-seats li")).to_have_count(page.locator(f"{table('table-1')} li").count())
    assert page.locator("#sheet tr").count() > 1
    assert page.evaluate("document.activeElement.id") == "one-head"
    look.is_sound("one table")

    page.select_option("#language", "fr")
    look.shows("#back", "Toutes les tables")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.click("#projector")
    look.is_sound("one table, in French, on a projector")
    page.click("#projector")
    page.set_viewport_size(PHONE)
    look.is_sound("one table, on a phone")
    page.click("#back")
    look.is_sound("all tables, on a phone")
    page.set_viewport_size(DESKTOP)

    first.end(signal.SIGKILL)
    look.shows(table("table-1"), "Table déconnectée")
    page.select_option("#language", "en")
    look.shows(table("table-1"), "This table is offline")

    league = a_league(store)  # a page that is open hears of it
    page.clock.fast_forward("01:01")
    page.click(f"#leagues a:has-text('{league}')")
    look.shows("h1", league)
    look.shows("body", "Zoé")
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    width = page.locator("td:has-text('Zoé')").first.bounding_box()
    assert width
    assert width["width"] > 90, "a name is read in a line"
    page.set_viewport_size(DESKTOP)
    page.click(".home a:has-text('For the wall')")
    look.shows("main", "Round 1: where do I sit?")
    with Store.open(store) as opened:
        made = Leagues(opened).league(league).round().made
        Leagues(opened).decide(league, "clock", decisions.clock(50, made))
    page.clock.fast_forward("00:11")
    look.shows("#clock", re.compile(r"^(50:00|49:\d\d)$"))
    look.is_sound("the wall")
    page.click(".home a")
    look.shows("#count", "2 tables")
    assert look.faults == []


def test_what_is_away_is_said_and_comes_back(browser: Browser, started: ExitStack, tmp_path: Path) -> None:
    keep(tmp_path / "one", 4, whole=False)
    broker = started.enter_context(some_broker())
    started.enter_context(publishing(broker, "table-1", tmp_path / "one"))
    club = started.enter_context(Club(broker, str(tmp_path / "games.db")))
    look = Looking(browser, club.link())
    look.shows(table("table-1"), "Rami 51")
    look.shows("#connection", "Connected")
    broker.kill()
    look.shows("#connection", "broker is gone")
    look.shows(table("table-1"), "Rami 51")
    broker.start()
    look.shows("#connection", "Connected")
    assert look.faults == []
    club.end(signal.SIGKILL)
    look.shows("#connection", "No answer")
    look.shows(table("table-1"), "Rami 51")


def test_a_hostile_table_shows_its_words_and_no_more(
    browser: Browser, broker: Broker, started: ExitStack, tmp_path: Path
) -> None:
    """Names that are markup, and a table that has no match."""
    club = started.enter_context(Club(broker, str(tmp_path / "games.db")))
    look = Looking(browser, f"{club.link()}#/bad")
    told = some_state()
    told["sections"]["match"]["players"][0] = "<img src=x onerror=alert(1)>"
    told["sections"]["match"]["game"] = "<b>rami</b>"
    talker = client(broker)
    try:
        talker.publish(topic("bad", "state"), encoded(told), 1).wait_for_publish(60)
        look.shows("#one-seats", "<img src=x")
        look.page.click("#back")
        look.shows(table("bad"), "<b>rami</b>")
        told["sections"]["match"].update(game="constructor", phase="toString")
        told["sections"]["verdict"] = {"n": 1, "event": "turn", "mood": "__proto__", "text": {"en": "valueOf"}}
        talker.publish(topic("bad", "state"), encoded(told), 1).wait_for_publish(60)
        talker.publish(topic("other", "state"), encoded(some_state()), 1).wait_for_publish(60)
        look.shows(table("bad"), "constructor")
        look.shows(table("other"), "Rami 51")
        talker.publish(topic("bad", "state"), b"", 1).wait_for_publish(60)
        expect(look.page.locator(table("bad"))).to_have_count(0, timeout=MS)
    finally:
        talker.loop_stop()
    assert look.page.locator("img").count() == 0
    assert look.faults == []


def test_a_secretary_runs_a_round(browser: Browser, broker: Broker, started: ExitStack, tmp_path: Path) -> None:
    """By the key, from a new league to the result, with somebody who leaves; a window without the key is told."""
    store = str(tmp_path / "games.db")
    club = started.enter_context(Club(broker, store))
    link = club.hear("token=").split()[-1] + club.process.err.line().strip()
    look = Looking(browser, link)
    page = look.page
    assert "token" not in page.url
    look.shows("#head", "There is no league yet")
    expect(page.locator("#steps form:visible")).to_have_count(1, timeout=MS)
    new = page.locator("form[data-step=new]")
    new.locator("input[name=league]").fill("Tierce Club")
    new.locator("select[name=game]").select_option("rami51")
    new.locator("input[name=players]").fill("Ana, Luc, Max, Zoé")
    new.locator("button").click()
    look.shows("#state", "No round yet")
    page.click("button:has-text('Pair the next round')")
    look.shows("#state", "Round 1 of 5")
    look.is_sound("a round")
    for number, field in enumerate(page.locator("#tables input[type=text]").all()):
        field.fill(str(10 * number))
    page.click("button:text-is('Enter')")
    expect(page.locator("li[data-closed=true]")).to_have_count(1, timeout=MS)
    look.shows("#tables", "place 1 · 12")
    page.click("tr:has-text('Zoé') button")
    look.shows("tr:has-text('Zoé')", "away")
    page.click("button:has-text('Take back')")
    look.shows("tr:has-text('Zoé')", "Table 1")
    form = page.locator("form[data-step=swap]")
    form.locator("select[name=player]").select_option("Ana")
    form.locator("select[name=other]").select_option("Luc")
    form.locator("button").click()
    look.shows("#told", "table 1 of round 1 has its result; it stays as it is")
    page.select_option("#language", "fr")
    look.shows("#state", "Tour 1 sur 5")
    page.set_viewport_size(PHONE)
    look.is_sound("on a phone, in French")
    page.reload()
    look.shows("#state", "Tour 1 sur 5")
    assert look.faults == []
    other = browser.new_context().new_page()
    other.goto(page.url)
    expect(other.locator("#told")).to_contain_text("key", timeout=MS)
    other.close()
