"""The page of many tables: a real broker, tables that publish, and the club's computer."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from mosquitto import Broker, Club, client, publishing, some_broker
from playwright.sync_api import Page, expect
from published import a_league, keep, some_state
from tablepage import DESKTOP, MS, PHONE, Visits, violations

from tierce_tools.broker.messages import encoded, topic
from tierce_tools.league import decisions
from tierce_tools.league.store import Leagues
from tierce_tools.logs.store import Store


@pytest.fixture(scope="module")
def broker() -> Iterator[Broker]:
    with some_broker() as made:
        yield made


@pytest.fixture
def started() -> Iterator[ExitStack]:
    """What is entered here ends with the test."""
    with ExitStack() as stack:
        yield stack


@pytest.fixture
def look(started: ExitStack, visits: Visits) -> Callable[[str], Page]:
    """Return an opener of the club's pages, whose clock is the test's; they are closed before what is started ends."""

    def opened(url: str) -> Page:
        context = visits.context()
        context.clock.install()
        return visits.page(context, url).page

    return opened


def shows(page: Page, selector: str, text: str | re.Pattern[str]) -> None:
    expect(page.locator(selector)).to_contain_text(text, timeout=MS)


def is_sound(page: Page, when: str) -> None:
    """No fault for those who see less; nothing sticks out of the window."""
    assert violations(page) == [], when
    assert page.evaluate("document.scrollingElement.scrollWidth - innerWidth") <= 0, when


def table(name: str) -> str:
    return f'[data-table="{name}"]'


def test_an_evening_is_looked_at(
    look: Callable[[str], Page], broker: Broker, started: ExitStack, tmp_path: Path
) -> None:
    """All tables, one of them with its melds, a table that comes and one that goes."""
    keep(tmp_path / "one", 4, whole=False)
    keep(tmp_path / "two", 1)  # its match is over
    store = str(tmp_path / "games.db")
    first = started.enter_context(publishing(broker, "table-1", tmp_path / "one"))
    club = started.enter_context(Club(broker, store))
    page = look(club.link())
    shows(page, table("table-1"), "Rami 51")
    expect(page.locator(f"{table('table-1')} .on-turn")).to_have_count(1, timeout=MS)
    is_sound(page, "all tables")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the skip link
    assert page.evaluate("document.activeElement.id") == "main"
    expect(page.locator(table("table-1"))).to_be_visible()

    started.enter_context(publishing(broker, "table-2", tmp_path / "two"))
    shows(page, table("table-2"), "No match yet")
    shows(page, "#count", "2 tables")
    names = page.locator("[data-table]").evaluate_all("all => all.map(one => one.dataset.table)")
    assert names == ["table-1", "table-2"]

    page.fill("#find", "table-2")
    expect(page.locator(table("table-1"))).to_be_hidden()
    page.fill("#find", "nobody")
    expect(page.locator("#none")).to_be_visible()
    page.fill("#find", "")

    page.click(f"{table('table-1')} a")
    shows(page, "#one-head", "table-1")
    expect(page.locator('#one-felt [data-place="discard"] [data-drawn]')).not_to_have_count(0)
    expect(page.locator("#one-seats li")).to_have_count(page.locator(f"{table('table-1')} li").count())
    assert page.locator("#sheet tr").count() > 1
    assert page.evaluate("document.activeElement.id") == "one-head"
    is_sound(page, "one table")

    page.select_option("#language", "fr")
    shows(page, "#back", "Toutes les tables")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    page.click("#projector")
    is_sound(page, "one table, in French, on a projector")
    page.click("#projector")
    page.set_viewport_size(PHONE)
    is_sound(page, "one table, on a phone")
    page.click("#back")
    is_sound(page, "all tables, on a phone")
    page.set_viewport_size(DESKTOP)

    first.end(signal.SIGKILL)
    shows(page, table("table-1"), "Table déconnectée")
    page.select_option("#language", "en")
    shows(page, table("table-1"), "This table is offline")

    league = a_league(store)  # a page that is open hears of it
    page.clock.fast_forward("01:01")
    page.click(f"#leagues a:has-text('{league}')")
    shows(page, "h1", league)
    shows(page, "body", "Zoé")
    assert violations(page) == []
    page.set_viewport_size(PHONE)
    width = page.locator("td:has-text('Zoé')").first.bounding_box()
    assert width
    assert width["width"] > 90, "a name is read in a line"
    page.set_viewport_size(DESKTOP)
    page.click(".home a:has-text('For the wall')")
    shows(page, "main", "Round 1: where do I sit?")
    with Store.open(store) as opened:
        made = Leagues(opened).league(league).round().made
        Leagues(opened).decide(league, "clock", decisions.clock(50, made))
    page.clock.fast_forward("00:11")
    shows(page, "#clock", re.compile(r"^(50:00|49:\d\d)$"))
    is_sound(page, "the wall")
    page.click(".home a")
    shows(page, "#count", "2 tables")


@pytest.mark.longer
def test_what_is_away_is_said_and_comes_back(
    look: Callable[[str], Page], visits: Visits, started: ExitStack, tmp_path: Path
) -> None:
    keep(tmp_path / "one", 4, whole=False)
    broker = started.enter_context(some_broker())
    started.enter_context(publishing(broker, "table-1", tmp_path / "one"))
    club = started.enter_context(Club(broker, str(tmp_path / "games.db")))
    page = look(club.link())
    shows(page, table("table-1"), "Rami 51")
    shows(page, "#connection", "Connected")
    broker.kill()
    shows(page, "#connection", "broker is gone")
    shows(page, table("table-1"), "Rami 51")
    broker.start()
    shows(page, "#connection", "Connected")
    assert not visits.faults
    club.end(signal.SIGKILL)
    shows(page, "#connection", "No answer")
    shows(page, table("table-1"), "Rami 51")
    visits.faults.clear()


def test_a_hostile_table_shows_its_words_and_no_more(
    look: Callable[[str], Page], broker: Broker, started: ExitStack, tmp_path: Path
) -> None:
    """Names that are markup, and a table that has no match."""
    club = started.enter_context(Club(broker, str(tmp_path / "games.db")))
    page = look(f"{club.link()}#/bad")
    told = some_state()
    told["sections"]["match"]["players"][0] = "<img src=x onerror=alert(1)>"
    told["sections"]["match"]["game"] = "<b>rami</b>"
    talker = client(broker)
    try:
        talker.publish(topic("bad", "state"), encoded(told), 1).wait_for_publish(60)
        shows(page, "#one-seats", "<img src=x")
        page.click("#back")
        shows(page, table("bad"), "<b>rami</b>")
        told["sections"]["match"].update(game="constructor", phase="toString")
        told["sections"]["verdict"] = {"n": 1, "event": "turn", "mood": "__proto__", "text": {"en": "valueOf"}}
        talker.publish(topic("bad", "state"), encoded(told), 1).wait_for_publish(60)
        talker.publish(topic("other", "state"), encoded(some_state()), 1).wait_for_publish(60)
        shows(page, table("bad"), "constructor")
        shows(page, table("other"), "Rami 51")
        talker.publish(topic("bad", "state"), b"", 1).wait_for_publish(60)
        expect(page.locator(table("bad"))).to_have_count(0, timeout=MS)
    finally:
        talker.loop_stop()
    assert page.locator("img").count() == 0


def test_a_secretary_runs_a_round(
    look: Callable[[str], Page], visits: Visits, broker: Broker, started: ExitStack, tmp_path: Path
) -> None:
    """By the key, from a new league to the result, with somebody who leaves; a window without the key is told."""
    store = str(tmp_path / "games.db")
    club = started.enter_context(Club(broker, store))
    link = club.hear("token=").split()[-1] + club.process.err.line().strip()
    page = look(link)
    assert "token" not in page.url
    shows(page, "#head", "There is no league yet")
    expect(page.locator("#steps form:visible")).to_have_count(1, timeout=MS)
    new = page.locator("form[data-step=new]")
    new.locator("input[name=league]").fill("Tierce Club")
    new.locator("select[name=game]").select_option("rami51")
    new.locator("input[name=players]").fill("Ana, Luc, Max, Zoé")
    new.locator("button").click()
    shows(page, "#state", "No round yet")
    page.click("button:has-text('Pair the next round')")
    shows(page, "#state", "Round 1 of 5")
    is_sound(page, "a round")
    for number, field in enumerate(page.locator("#tables input[type=text]").all()):
        field.fill(str(10 * number))
    page.click("button:text-is('Enter')")
    expect(page.locator("li[data-closed=true]")).to_have_count(1, timeout=MS)
    shows(page, "#tables", "place 1 · 12")
    page.click("tr:has-text('Zoé') button")
    shows(page, "tr:has-text('Zoé')", "away")
    page.click("button:has-text('Take back')")
    shows(page, "tr:has-text('Zoé')", "Table 1")
    page.select_option("#language", "fr")
    shows(page, "#state", "Tour 1 sur 5")
    page.set_viewport_size(PHONE)
    is_sound(page, "on a phone, in French")
    page.reload()
    shows(page, "#state", "Tour 1 sur 5")
    other = visits.context().new_page()
    other.goto(page.url)
    shows(other, "#told", "key")
