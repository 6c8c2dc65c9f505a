"""The table without a server in the machine's own Firefox, driven by WebDriver BiDi.

Playwright asks more of a Firefox than Debian's stable one knows. So this is one visit only: that
all parts of the page work is tested in Chromium.
"""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from processes import PATIENCE, Process, until
from static_site import StaticSite
from tablepage import LOOK, SPOT, place_of
from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")


class Window:
    """One window of a Firefox. See https://w3c.github.io/webdriver-bidi/."""

    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._asked = 0
        self.ask("session.new", capabilities={})
        self._id = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("browsingContext.setViewport", context=self._id, viewport={"width": 1280, "height": 800})

    def ask(self, method: str, **params: Any) -> Any:
        """Give a command; return its result. Fails with the browser's own words."""
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv(PATIENCE))).get("id") != self._asked:
            pass  # an event
        assert answer["type"] == "success", f"{method}: {answer}"
        return answer["result"]

    def open(self, url: str) -> None:
        """Open an address, also one that differs after its # only, and wait for the table."""
        self.ask("browsingContext.navigate", context=self._id, url="about:blank", wait="complete")
        self.ask("browsingContext.navigate", context=self._id, url=url, wait="complete")
        self.until("document.body.dataset.ready === '1'")

    def value(self, expression: str) -> Any:
        """Return what an expression of JavaScript, or its promise, comes to."""
        found = self.ask(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(found => JSON.stringify(found ?? null))",
            target={"context": self._id},
            awaitPromise=True,
        )
        assert found["type"] == "success", f"{expression}: {found['exceptionDetails']['text']}"
        return json.loads(found["result"]["value"])

    def until(self, condition: str) -> None:
        """Wait until a condition holds in the page."""
        until(lambda: self.value(f"Boolean({condition})"), condition)

    def look(self) -> Any:
        return self.value(f"({LOOK})()")

    def click(self, selector: str) -> None:
        """Click a place or a card where a person would: see tablepage.SPOT."""
        x, y = self.value(f"({SPOT})(document.querySelector({json.dumps(selector)}))")
        self.ask(
            "input.performActions",
            context=self._id,
            actions=[
                {
                    "type": "pointer",
                    "id": "mouse",
                    "actions": [
                        {"type": "pointerMove", "x": round(x), "y": round(y)},
                        {"type": "pointerDown", "button": 0},
                        {"type": "pointerUp", "button": 0},
                    ],
                }
            ],
        )


@contextmanager
def firefox(home: Path) -> Iterator[Window]:
    """Start a Firefox with a profile of its own."""
    assert FIREFOX
    with Process(FIREFOX, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", home) as process:
        process.err.until("ws://")
        with connect(f"ws://{process.err.line()}/session", max_size=None) as line:
            yield Window(line)


@pytest.mark.longer
@pytest.mark.skipif(FIREFOX is None, reason="no Firefox on this machine")
def test_one_visit(tmp_path: Path) -> None:
    profile = tmp_path / "profile"
    profile.mkdir()
    with firefox(profile) as window:
        with StaticSite(tmp_path / "site", asked=False) as site:
            window.open(site.link())  # a recorded match, by itself
            window.until("document.querySelector('[data-place=\"discard\"] [data-card]')")
            window.open(site.link("game=rami51&players=Ana,Luc&seed=2"))
            window.until("document.querySelector('[data-act=\"deal\"]')?.checkVisibility()")
            window.value("document.querySelector('[data-act=\"deal\"]').click()")
            window.until(f"({LOOK})().phase === 'turn'")
            held = f"hand{window.look()['seat']}"
            cards = len(window.look()["cards"][held]) + 1
            window.click(place_of("stock"))
            window.until(f"({LOOK})().cards.{held}.length === {cards}")
            before = window.look()["cards"]
            window.value("navigator.serviceWorker.ready.then(() => true)")
        # The server is gone. The match is in the browser's storage, the site in its cache.
        window.open(site.link())
        window.until(f"({LOOK})().cards.{held}?.length === {cards}")
        assert window.look()["cards"] == before
