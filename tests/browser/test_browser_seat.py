"""The seat of a new player on a phone: all in one window, the first lay counted, a turn taken back, the curtain."""

from collections.abc import Iterator

import pytest
import ring
from playwright.sync_api import Browser, ViewportSize, expect
from tablepage import MS, OUTSIDE, PHONE, TablePage, TableServer, Visits, violations

from tierce.presets import PRESETS

# Phones upright, and laid down: there the papers follow below.
UPRIGHT: list[ViewportSize] = [{"width": 360, "height": 640}, PHONE]
LOW: list[ViewportSize] = [{"width": 640, "height": 400}, {"width": 844, "height": 390}, {"width": 667, "height": 375}]


@pytest.fixture(scope="module")
def phone(browser: Browser, shared: TableServer) -> Iterator[TablePage]:
    """Return a new player's page, which all tests share."""
    with Visits(browser) as visits:
        yield visits.open(shared.link(), viewport=PHONE, has_touch=True, as_new=True)


def test_a_first_lay_is_counted_and_taken_back(phone: TablePage) -> None:
    phone.begin("rami51", seed=11, players="person computer")
    phone.settle()
    phone.ask("draw", seat=0)
    assert phone.locator(".hand [data-drawn]").count() == 1
    hand = phone.look().hand(0)
    meld: list[list[str]] = phone.ask("hint", seat=0)["hint"]["answer"]["melds"]
    aim = phone.locator("#aim")
    expect(aim).to_contain_text("first lay 51", timeout=MS)
    phone.make(("move", meld[0], "meld1"))
    expect(aim).to_contain_text("of 51", timeout=MS)
    phone.make(("move", [card for card in hand if card not in meld[0]][:1], "discard"))
    phone.expect_verdict("refused", "first_lay_points")
    assert phone.page.evaluate(OUTSIDE) == []
    assert violations(phone.page) == []
    phone.click('[data-act="back"][data-seat="0"]')
    phone.settle()
    assert (len(phone.look().hand(0)), phone.look().melds(), phone.look().seat) == (13, {}, 0)


def test_a_curtain_lies_between_players_at_one_screen(phone: TablePage) -> None:
    phone.begin("rami51", seed=5)
    seat = phone.look().seat
    assert set(phone.look().hand(seat)) == {""}
    curtain = phone.locator(f'[data-curtain][data-seat="{seat}"]')
    expect(curtain).to_have_text(f"{('Ana', 'Luc')[seat]}’s turn: show the hand", timeout=MS)
    assert phone.page.evaluate(OUTSIDE) == []
    phone.click(f'[data-curtain][data-seat="{seat}"]')
    assert "" not in phone.look().hand(seat)
    assert set(phone.look().hand(1 - seat)) == {""}
    phone.ask("draw", seat=seat)
    phone.make(("move", phone.look().hand(seat)[:1], "discard"))
    assert set(phone.look().hand(0)) == set(phone.look().hand(1)) == {""}


def test_a_void_knock_stays_until_it_is_read(phone: TablePage) -> None:
    """Its cards go back into the hand, and the other's good turn does not cover the refusal."""
    phone.begin("gin", seed=3)
    phone.make(("press", 1, "pass"))
    phone.make(("press", 0, "pass"))
    phone.ask("draw", seat=1)
    phone.click('[data-curtain][data-seat="1"]')
    expect(phone.locator('[data-act="knock"][data-seat="1"]')).to_be_disabled(timeout=MS)
    phone.make(("press", 1, "knock"), ("move", phone.look().hand(1)[:1], "discard"))
    phone.make(("press", 1, "done"))  # lays the hand down, arranged
    phone.expect_verdict("refused", "knock_too_high")
    assert (len(phone.look().hand(1)), phone.look().melds()) == (10, {})
    phone.click('[data-curtain][data-seat="0"]')
    phone.ask("draw", seat=0)
    phone.make(("move", phone.look().hand(0)[:1], "discard"))
    phone.expect_verdict("refused", "knock_too_high")
    phone.click("#verdict-read")
    phone.expect_verdict("turn")


@pytest.mark.parametrize("language", ["en", pytest.param("fr", marks=pytest.mark.longer)])
def test_nothing_is_cut_off_on_a_phone(phone: TablePage, language: str) -> None:
    """A hand in one row, the other's cards, the piles, the place for a new meld, which gin has at its end only."""
    phone.speak(language)
    for game in PRESETS if ring.ALL else ("rami51", "contrat", "gin", "manipulation"):
        phone.begin(game, seed=7, players="person computer")
        for window in (*(LOW if ring.ALL else ()), *UPRIGHT):
            phone.resize(window)
            assert phone.page.evaluate(OUTSIDE) == [], (game, window)
            side = phone.page.evaluate("document.querySelector('#side').getBoundingClientRect().top")
            assert window not in LOW or abs(side - window["height"]) <= 1
        free = phone.locator(".zone.meld.free:visible")
        assert free.count() == (0 if game == "gin" else 1), game
        rows = phone.page.evaluate(
            "() => new Set([...document.querySelectorAll('.rack.mine .card')].map(card => card.offsetTop)).size"
        )
        assert rows == 1, game
