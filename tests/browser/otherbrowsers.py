"""Firefox by WebDriver BiDi, WebKitGTK by WebDriver: a window of each, with what the journeys need.

Playwright asks more of a Firefox than Debian's stable one knows, and brings a WebKit of its own.
"""

import json
import os
import shutil
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

from processes import DEVNULL, PATIENCE, Process, some_port, until
from tablepage import LOOK, SPOT, place_of
from websockets.sync.client import ClientConnection, connect

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
WEBKIT = next(iter(Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser")), None)
DRIVER = shutil.which("WebKitWebDriver")
SCREEN = shutil.which("Xvfb")
WIDE = 1280, 800


class Window:
    """What both have; a kind of browser has its own `go`, `value`, `act` and `resize`.

    `value` returns what an expression of JavaScript, or its promise, comes to; `act` does what a mouse does:
    https://w3c.github.io/webdriver/#actions.
    """

    def go(self, url: str) -> None:
        raise NotImplementedError

    def value(self, expression: str) -> Any:
        raise NotImplementedError

    def act(self, actions: list[dict[str, Any]]) -> None:
        raise NotImplementedError

    def resize(self, width: int, height: int) -> None:
        raise NotImplementedError

    def open(self, url: str) -> None:
        """Open an address, also one that differs after its # only, and wait for the page."""
        self.go("about:blank")
        self.go(url)
        self.ready()

    def ready(self) -> None:
        self.until("document.body?.dataset.ready === '1'")

    def until(self, condition: str) -> None:
        """Wait until a condition holds in the page."""
        until(lambda: self.value(f"Boolean({condition})"), condition)

    def look(self) -> Any:
        return self.value(f"({LOOK})()")

    def follow(self, selector: str, path: str) -> None:
        """Press a link, and wait for its page."""
        self.value(f"void document.querySelector({json.dumps(selector)}).click()")
        self.until(f"location.pathname.endsWith({json.dumps(path)})")
        self.ready()

    def drag(self, selector: str, place: str | None = None) -> None:
        """Drag a card to a place, or click on it, where a person would: see tablepage.SPOT."""
        spots = [selector] if place is None else [selector, place_of(place)]
        points = [self.value(f"({SPOT})(document.querySelector({json.dumps(each)}))") for each in spots]
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y)} for x, y in points]
        down, up = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        self.act([moves[0], down, *moves[1:], up])


class Firefox(Window):
    def __init__(self, line: ClientConnection) -> None:
        self._line = line
        self._asked = 0
        self._ask("session.new", capabilities={})
        self._id = self._ask("browsingContext.getTree")["contexts"][0]["context"]

    def _ask(self, method: str, **params: Any) -> Any:
        """Give a command; return its result. Fails with the browser's own words."""
        self._asked += 1
        self._line.send(json.dumps({"id": self._asked, "method": method, "params": params}))
        while (answer := json.loads(self._line.recv(PATIENCE))).get("id") != self._asked:
            pass  # an event
        assert answer["type"] == "success", f"{method}: {answer}"
        return answer["result"]

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._id, url=url, wait="complete")

    def value(self, expression: str) -> Any:
        found = self._ask(
            "script.evaluate",
            expression=f"Promise.resolve({expression}).then(found => JSON.stringify(found ?? null))",
            target={"context": self._id},
            awaitPromise=True,
        )
        assert found["type"] == "success", f"{expression}: {found['exceptionDetails']['text']}"
        return json.loads(found["result"]["value"])

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._ask(
            "input.performActions", context=self._id, actions=[{"type": "pointer", "id": "mouse", "actions": actions}]
        )

    def resize(self, width: int, height: int) -> None:
        self._ask("browsingContext.setViewport", context=self._id, viewport={"width": width, "height": height})


class WebKit(Window):
    def __init__(self, driver: str) -> None:
        self._session = f"{driver}/session"
        options = {"binary": str(WEBKIT), "args": ["--automation"]}
        made = self._ask("", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": options}})
        self._session += f"/{made['sessionId']}"

    def _ask(self, command: str, **params: Any) -> Any:
        asked = urllib.request.Request(self._session + command, json.dumps(params).encode())
        try:
            with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{command} {params}: {error.read().decode()}") from None

    def go(self, url: str) -> None:
        self._ask("/url", url=url)

    def value(self, expression: str) -> Any:
        script = f"Promise.resolve({expression}).then(found => arguments[0](JSON.stringify(found ?? null)))"
        return json.loads(self._ask("/execute/async", script=script, args=[]))

    def act(self, actions: list[dict[str, Any]]) -> None:
        self._ask("/actions", actions=[{"type": "pointer", "id": "mouse", "actions": actions}])

    def resize(self, width: int, height: int) -> None:
        self._ask("/window/rect", width=width, height=height)


@contextmanager
def firefox(home: Path) -> Iterator[Window]:
    """Start a Firefox with a profile of its own."""
    assert FIREFOX
    with Process(FIREFOX, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", home) as process:
        process.err.until("ws://")
        with connect(f"ws://{process.err.line()}/session", max_size=None) as line:
            yield Firefox(line)


@contextmanager
def webkit(home: Path) -> Iterator[Window]:
    """Start a WebKitGTK on a screen of its own."""
    assert SCREEN
    assert DRIVER
    with Process(SCREEN, "-displayfd", "1", "-screen", "0", "1600x1200x24", stderr=DEVNULL) as screen:
        env = {**os.environ, "DISPLAY": f":{screen.out.line()}", "HOME": str(home), "LIBGL_ALWAYS_SOFTWARE": "1"}
        port = some_port()
        with Process(DRIVER, f"--port={port}", stdout=DEVNULL, stderr=DEVNULL, env=env):
            driver = f"http://127.0.0.1:{port}"
            until(lambda: _answers(f"{driver}/status"), "WebKitWebDriver answers")
            yield WebKit(driver)


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(url, timeout=PATIENCE).close()
    except urllib.error.URLError:
        return False
    return True


# name: (what starts it, what is missing for it, if anything)
BROWSERS: dict[str, tuple[Callable[[Path], AbstractContextManager[Window]], str]] = {
    "firefox": (firefox, "" if FIREFOX else "no Firefox on this machine"),
    "webkit": (
        webkit,
        "" if WEBKIT and DRIVER and SCREEN else "no WebKitGTK on this machine: Debian's webkit2gtk-driver and xvfb",
    ),
}
