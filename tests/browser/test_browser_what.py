"""What lies there? Typed cards, by the table's own page; melds checked as they are laid."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect
from static_site import StaticSite
from tablepage import MS, ON_SERVER, TablePage, Visits, violations


@pytest.fixture
def fresh(owners: Visits) -> Iterator[TablePage]:
    """Return the page of a table without a match; on the site a recorded one is playing."""
    yield owners.pages[0]
    assert not owners.faults, "\n".join(owners.faults)


def ask(page: TablePage, cards: str, game: str = "atelier", zone: str = "meld1") -> str:
    """Type cards, and ask the table; return what is said."""
    if page.locator("#what").get_attribute("open") is None:
        page.click("#what summary")
    page.locator("#what-game").select_option(game)
    page.locator("#what-zone").select_option(zone)
    page.locator("#what-cards").fill(cards)
    page.click("#what-ask")
    expect(page.locator("#what-ask")).to_be_disabled()
    expect(page.locator("#what-ask")).to_be_enabled(timeout=MS)
    return " ".join(page.locator("#what-said").inner_text().split())


@ON_SERVER
def test_the_tables_own_page_says_what_typed_cards_are(fresh: TablePage) -> None:
    page = fresh
    assert "a run 5♥ 6♥ 7♥: 18 points." in ask(page, "5h 6♥, 7H")
    page.expect_mood("meld1", "green")
    assert sorted(page.look().cards["meld1"]) == ["5H", "6H", "7H"]
    assert violations(page.page) == [], "what is this"
    said = ask(page, "9C 9C 9D")
    assert "a set takes four different suits." in said
    assert "By the rules of Classroom Rami." in said
    page.expect_mood("meld1", "red")
    assert "a run J♣ joker K♣" in ask(page, "JC X1 KC", "rami51", "meld2")
    page.expect_mood("meld2", "green")
    assert "not yet a meld" in ask(page, "4S", "gin", "discard")
    page.locator("#what-cards").fill("5H zz")
    page.click("#what-ask")
    expect(page.locator("#notice")).to_contain_text("zz", timeout=MS)
    # The board's own buttons leave the page, and a match begins as ever.
    page.begin("atelier", seed=4)
    expect(page.locator("#what")).to_be_hidden()


def test_a_meld_is_checked_as_it_is_laid(page: TablePage) -> None:
    page.begin("atelier", seed=4)
    seat = page.look().seat
    hand = sorted(page.look().hand(seat))
    page.move(hand[:2], "meld1")
    checks = page.locator("#checks")
    expect(checks).to_contain_text("not yet a meld", timeout=MS)
    assert "wrong" not in (page.place("meld1").get_attribute("class") or "")
    wrong = next(
        three
        for three in ([*hand[:2], card] for card in hand[2:])
        if len({card[0] for card in three}) > 1 and len({card[1] for card in three}) > 1
    )
    page.move(wrong[2:], "meld1")
    expect(checks).to_contain_text("neither a run nor a set", timeout=MS)
    page.expect_mood("meld1", "red")
    assert page.verdict().get_attribute("data-event") in ("", None)
    assert violations(page.page) == [], "a meld that is wrong"
    page.speak("fr")
    expect(checks).to_contain_text("ni suite", timeout=MS)
    page.speak("en")
    page.move(wrong, f"hand{seat}")
    expect(checks).to_be_hidden(timeout=MS)


@pytest.mark.longer
def test_the_workbench_says_what_cards_are(tmp_path: Path, visits: Visits) -> None:
    with StaticSite(tmp_path) as site:
        page = visits.open(site.page("meld.html"))
        assert page.locator("#game").input_value() == "atelier"
        page.locator("#cards").fill("5h 6♥")
        page.click('#deck [data-pick="7H"]')
        page.click("#ask")
        result = page.locator("#result")
        expect(result).to_contain_text("A run, 18 points", timeout=MS)
        expect(result).to_have_attribute("data-mood", "good")
        assert violations(page.page) == []
        page.locator("#cards").fill("3C 4C 6C")
        page.locator("#language").select_option("fr")
        expect(result).to_contain_text("Pas une combinaison", timeout=MS)
        expect(result).to_contain_text("3♣ 4♣ 6♣")
        expect(result).to_have_attribute("data-mood", "bad")
        page.locator("#cards").fill("")
        page.click("#ask")
        expect(page.locator("#error")).to_be_visible(timeout=MS)
