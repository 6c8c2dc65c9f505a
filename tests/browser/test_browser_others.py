"""The table without a server in the machine's own Firefox and WebKitGTK, which iPhones' browsers are made of.

One journey: that all parts of the page work is tested in Chromium.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from otherbrowsers import BROWSERS, WIDE, Window
from static_site import StaticSite
from tablepage import INK, LOOK, OPEN, place_of


@pytest.fixture(params=BROWSERS)
def window(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Window]:
    begun, missing = BROWSERS[request.param]
    if missing:
        pytest.skip(missing)
    profile = tmp_path / "profile"
    profile.mkdir()
    with begun(profile) as made:
        yield made


@pytest.mark.longer
def test_a_match_is_played_left_and_gone_on_with(window: Window, tmp_path: Path) -> None:
    """A turn by dragging; the workbench and back, also by the history; then without the server."""
    with StaticSite(tmp_path / "site", asked=False) as site:
        window.resize(*WIDE)
        window.go(site.page("files.js"))  # a page of the site's storage that shows no table
        window.value(f"(() => {{ {OPEN} }})()")
        window.open(site.link("game=rami51&players=Ana,Luc&seed=2"))
        window.until("document.querySelector('[data-act=\"deal\"]')?.checkVisibility()")
        window.value("void document.querySelector('[data-act=\"deal\"]').click()")
        window.until(f"({LOOK})().phase === 'turn' && !document.querySelector('#match').dataset.busy")
        seat = window.look()["seat"]
        held = f"hand{seat}"
        cards = len(window.look()["cards"][held])
        window.drag(place_of("stock"))
        window.until(f"({LOOK})().cards.{held}.length === {cards + 1}")
        for zone in ("meld1", "discard"):
            card = window.look()["cards"][held][0]
            window.drag(f'[data-card="{card}"]', zone)
            window.until(f"({LOOK})().cards.{zone}.includes('{card}')")
        window.until("document.querySelector('#verdict').dataset.event === 'refused'")  # a meld of one card
        before = window.look()["cards"]
        window.resize(600, 800)
        window.until("innerWidth < 700")
        window.resize(*WIDE)
        window.until("innerWidth > 1000")
        assert window.value(INK) > 100
        window.follow("#bench", "hand.html")
        window.follow("nav a", "/")
        window.until(f"({LOOK})().cards.{held}?.length === {cards - 1}")
        window.value("void history.back()")
        window.until("location.pathname.endsWith('hand.html')")
        window.value("void history.forward()")
        window.until("document.querySelector('#felt')")
        window.ready()
        window.until(f"({LOOK})().cards.{held}?.length === {cards - 1}")
        assert window.value("document.querySelector('#connection').dataset.state") == "open"
        window.value("navigator.serviceWorker.ready.then(() => true)")
    # The server is gone. The match is in the browser's storage, the site in its cache.
    window.open(site.link())
    window.until(f"({LOOK})().cards.{held}?.length === {cards - 1}")
    assert window.look()["cards"] == before


@pytest.mark.longer
def test_real_cards_by_keys_without_a_network(window: Window, tmp_path: Path) -> None:
    with StaticSite(tmp_path / "site", asked=False) as site:
        window.open(site.page("real.html"))
        window.value("navigator.serviceWorker.ready.then(() => true)")
    window.open(site.page("real.html"))
    for key in ("#ask", '[data-act="deal"]', '[data-rank="K"]', '#suits [data-for="D"]'):
        window.until(f"document.querySelector('{key}:enabled')?.checkVisibility()")
        window.value(f"void document.querySelector('{key}').click()")
    window.until("document.body.dataset.seat === '1'")
