"""A running table and its page, used as a person does: by mouse, by keyboard, by touch.

Only this module reads the page's elements.
"""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urlsplit

import axe_playwright_python
import pytest
from pageplay import Move, Seen
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    Page,
    Position,
    TimeoutError,
    ViewportSize,
    expect,
)

sys.path.append(str(Path(__file__).resolve().parents[1]))  # for the scripts that use this file
import programs

CHROMIUM = programs.browser()
TIERCE = Path(sys.executable).with_name("tierce")
HURRIED = Path(__file__).with_name("hurried.py")
SECONDS = 120  # longest wait for anything that should take a moment
MS = SECONDS * 1000
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
DESKTOP: ViewportSize = {"width": 1440, "height": 1000}
PHONE: ViewportSize = {"width": 390, "height": 844}
# For tests of what only the server's page has (windows for seats, phones, boards), and for those of
# the page itself, which is the same in both shells.
ON_SERVER = pytest.mark.parametrize("owners", ["server"], indirect=True)

LOOK = """() => {
  const match = document.querySelector("#match")?.dataset ?? {};
  const numbers = text => (text ?? "").split(" ").filter(Boolean).map(Number);
  const cards = {}, jokers = {};
  for (const place of document.querySelectorAll("[data-place]")) {
    cards[place.dataset.place] =
      [...place.querySelectorAll("[data-card]")].map(card => card.dataset.card);
    Object.assign(jokers, JSON.parse(place.dataset.jokers || "{}"));
  }
  return {game: match.game ?? "", phase: match.phase ?? "", seat: Number(match.seat ?? -1),
    dealer: Number(match.dealer ?? 0), opening: match.opening === "true",
    awaited: numbers(match.awaited), down: numbers(match.down), cards, jokers,
    stock: Number(document.querySelector('[data-place="stock"]')?.dataset.count ?? 0)};
}"""

# Everything that changes when the table has judged something. The log follows a moment later.
_FACTS = """() => {
  const {phase, seat, awaited, round, knocker, opening} = document.querySelector("#match").dataset;
  const said = document.querySelector("#verdict").dataset.n ?? "";
  const heard = [...document.querySelectorAll(
    '#log [data-event="knock"], #log [data-event="warning"]')].map(entry => entry.dataset.n);
  return JSON.stringify([phase, seat, awaited, round, knocker, opening, said, heard.at(-1)]);
}"""

# A point in the window where a person can grab an element, as it is not covered, scrolled into view
# if needed: near its middle if possible; with `edge`, near the right end, past the cards there.
SPOT = """(element, edge) => {
  const own = element.dataset.card === undefined ? "[data-place]" : "[data-card]";
  const find = () => {
    const box = element.getBoundingClientRect(), points = [];
    const goal = [box.left + box.width * (edge ? 0.96 : 0.5), box.top + box.height / 2];
    const isOwn = ([x, y]) => x > 0 && y > 0 && x < innerWidth && y < innerHeight
      && document.elementFromPoint(x, y)?.closest(own) === element;
    if (isOwn(goal)) return goal;
    for (let i = 1; i < 24; i++) for (let j = 1; j < 12; j++)
      points.push([box.left + box.width * i / 24, box.top + box.height * j / 12]);
    points.sort((a, b) => Math.hypot(a[0] - goal[0], a[1] - goal[1])
                        - Math.hypot(b[0] - goal[0], b[1] - goal[1]));
    return points.find(isOwn);
  };
  const spot = find();
  if (spot) return spot;
  element.scrollIntoView({block: "center", behavior: "instant"});
  return find() ?? null;
}"""


def place_of(name: str) -> str:
    return f'[data-place="{name}"]'


def violations(page: Page) -> list[str]:
    """Return axe-core's violations on the page as it is now."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [
        f"{each['id']}: {each['help']}: " + "; ".join(str(node["target"]) for node in each["nodes"][:4])
        for each in found
    ]


class TableServer:
    """`tierce table --headless` (or another verb), as a user starts it; or `hurried`."""

    def __init__(self, home: Path, *args: str, verb: str = "table", hurried: bool = False) -> None:
        self.home = home
        self.args = args
        self.lines: list[str] = []
        folders = {
            "HOME": str(home),
            "XDG_DATA_HOME": str(home),
            "XDG_STATE_HOME": str(home),
            "XDG_CACHE_HOME": str(home),
            "TMPDIR": str(home),
            "LANG": "en_GB.UTF-8",
            "PYTHONUNBUFFERED": "1",
        }
        program = [sys.executable, str(HURRIED)] if hurried else [str(TIERCE)]
        self.process = subprocess.Popen(
            [*program, verb, "--headless", *args],
            text=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, **folders},
            start_new_session=True,
        )
        self._come = threading.Condition()
        self._ended = False
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self._given: set[str] = set()
        self.first = self.link()
        self.origin = "http://" + urlsplit(self.first).netloc
        self._given.clear()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            with self._come:
                self.lines.append(line)
                self._come.notify_all()
        with self._come:
            self._ended = True
            self._come.notify_all()

    def link(self) -> str:
        """Return an unused link: the server prints a new one whenever one was used."""

        def fresh() -> str | None:
            links = re.findall(r"http://127\.0\.0\.1:\d+/\S*", "".join(self.lines))
            return next((link for link in links if link not in self._given), None)

        with self._come:
            self._come.wait_for(lambda: fresh() or self._ended, SECONDS)
        found = fresh()
        if not found:
            self.close()
        assert found, f"tierce {' '.join(self.args)}: no link in {''.join(self.lines)!r}"
        self._given.add(found)
        return found

    def stop(self) -> int:
        """End it as Ctrl-C does; return its exit code."""
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        return code

    def close(self) -> None:
        """End it, by force if needed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait(SECONDS)
        self._reader.join(SECONDS)

    def __enter__(self) -> "TableServer":
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()


class Visits:
    """Pages in a browser; none of them may fail or contact another host."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.pages: list[TablePage] = []
        self.faults: list[str] = []

    def context(self, **options: Any) -> BrowserContext:
        """Return a separate browser context: nothing is shared."""
        made = self.browser.new_context(
            **{"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        )
        made.set_default_timeout(MS)
        self.contexts.append(made)
        return made

    def open(self, url: str, hand: str = "mouse", **options: Any) -> "TablePage":
        """Open a link in a context of its own; return the page once it shows the table."""
        return self.page(self.context(**options), url, hand)

    def page(self, context: BrowserContext, url: str, hand: str = "mouse") -> "TablePage":
        page = context.new_page()
        shown = TablePage(page, hand)
        origin = urlsplit(url).netloc
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.faults.append(f"error in the page: {error}"))
        page.on("request", lambda asked: self._asked(asked.url, origin))
        page.on("websocket", lambda line: self._asked(line.url, origin))
        page.goto(url)
        shown.ready()
        self.pages.append(shown)
        return shown

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.faults.append(f"console {said.type}: {said.text}")

    def _asked(self, url: str, origin: str) -> None:
        if urlsplit(url).scheme not in ("data", "blob") and urlsplit(url).netloc != origin:
            self.faults.append(f"request to another host: {url}")

    def close(self) -> None:
        for each in (*(page.page for page in self.pages), *self.contexts):
            with contextlib.suppress(Exception):  # the browser itself has ended
                each.close()
        self.pages.clear()
        self.contexts.clear()

    def beside(self, page: "TablePage", url: str, viewport: ViewportSize = DESKTOP) -> "TablePage":
        """Open a link in another window of a page's browser; that is faster."""
        made = self.page(page.page.context, url)
        if viewport != DESKTOP:
            made.resize(viewport)
        return made


class TablePage:
    """A page of the table; `hand` is how cards are moved: "mouse", "keys" or "touch"."""

    def __init__(self, page: Page, hand: str = "mouse") -> None:
        self.page = page
        self.hand = hand
        self.frames: list[str] = []  # messages received on its WebSocket
        page.on("websocket", lambda line: line.on("framereceived", lambda data: self.frames.append(str(data))))

    # --- reading the page

    def ready(self) -> None:
        """Wait until it shows the table."""
        expect(self.page.locator("body")).to_have_attribute("data-ready", "1", timeout=MS)

    def look(self) -> Seen:
        return Seen(**self.page.evaluate(LOOK))

    def until(self, holds: Callable[[], object], what: str, seconds: float = SECONDS) -> None:
        """Wait for a condition; a failure names `what`."""
        end = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < end, f"{what}: {self.state()}"
            self.page.wait_for_timeout(40)

    def state(self) -> str:
        """Return the state of a page, for failure messages."""
        said = self.locator("#verdict").inner_text()
        log = self.locator("#log [data-event]").all_inner_texts()
        return f"{self.look()}\nverdict: {said}\nlog: {log[-12:]}"

    def locator(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def place(self, name: str) -> Locator:
        return self.locator(place_of(name))

    def card(self, code: str, place: str = "") -> Locator:
        """Return a card that is shown, anywhere or in a place."""
        inside = f"{place_of(place)} " if place else ""
        return self.locator(f'{inside}[data-card="{code}"]')

    def light(self, zone: str) -> Locator:
        return self.locator(f'[data-light="{zone}"]')

    def watch_lights(self) -> None:
        """Record every state of the zones' lights from now on, however short."""
        self.page.evaluate("""() => {
            window.moods = {};
            const note = ring => (window.moods[ring.dataset.light] ??= new Set())
              .add(ring.dataset.mood);
            document.querySelectorAll("[data-light]").forEach(note);
            new MutationObserver(seen => seen.forEach(one => note(one.target))).observe(
              document.querySelector("#table"),
              {subtree: true, attributeFilter: ["data-mood"]});
        }""")

    def count_mouse(self) -> None:
        """Count mouse and touch events from now on."""
        self.page.evaluate("""() => {
            window.mouseEvents = 0;
            for (const kind of ["pointerdown", "pointermove", "mousedown", "mousemove",
                                "touchstart"])
              addEventListener(kind, () => window.mouseEvents++, {capture: true});
        }""")

    def mouse_events(self) -> int:
        return self.page.evaluate("window.mouseEvents")

    def has_been(self, zone: str, mood: str) -> bool:
        """Tell whether a zone's lights have shown a mood since `watch_lights`."""
        return self.page.evaluate("([zone, mood]) => window.moods[zone]?.has(mood) ?? false", [zone, mood])

    def mood(self, zone: str) -> str:
        return self.light(zone).get_attribute("data-mood") or ""

    def expect_mood(self, zone: str, mood: str) -> None:
        expect(self.light(zone)).to_have_attribute("data-mood", mood, timeout=MS)

    def verdict(self) -> Locator:
        return self.locator("#verdict")

    def said(self) -> str:
        """Return the event of the last verdict."""
        return self.verdict().get_attribute("data-event") or ""

    def expect_verdict(self, event: str, *codes: str) -> None:
        expect(self.verdict()).to_have_attribute("data-event", event, timeout=MS)
        for code in codes:
            expect(self.verdict()).to_have_attribute("data-codes", re.compile(rf"(^| ){code}( |$)"), timeout=MS)

    def sheet(self) -> tuple[list[list[int]], list[int]]:
        """Return the score sheet: scores by round and seat, and the totals."""
        return tuple(
            self.page.evaluate("""() => {
            const row = line => [...line.querySelectorAll("[data-seat]")]
              .map(cell => Number(cell.textContent.trim().replace("−", "-").split(" ")[0]));
            const sheet = document.querySelector("#sheet");
            const totals = sheet.querySelector("tfoot tr");
            return [[...sheet.querySelectorAll("tbody tr[data-round]")].map(row),
                    totals ? row(totals) : []];
        }""")
        )

    def corrections(self) -> list[tuple[int, str]]:
        """Return the corrections on the score sheet: (seat, what is written)."""
        rows = self.locator("#sheet [data-correction]").all()
        seats = [int(each.get_attribute("data-correction") or 0) for each in rows]
        return [
            (seat, each.locator(f'[data-seat="{seat}"]').inner_text()) for seat, each in zip(seats, rows, strict=True)
        ]

    def log(self) -> list[dict[str, Any]]:
        """Save the log of the match; return its lines."""
        with self.page.expect_download(timeout=MS) as got:
            self.click("#save-log")
        text = Path(got.value.path()).read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    # --- using the page

    def click(self, selector: str) -> None:
        """Press an element, by keyboard if `hand` is "keys"; one of the menu after opening that."""
        if self.locator(f"#tools {selector}").count():
            self.menu(True)
        if self.hand == "keys":
            self.focus(selector)
            self.page.keyboard.press("Enter")
        elif self.hand == "touch":
            self.locator(selector).first.tap()
        else:
            self.locator(selector).first.click()

    def menu(self, open_: bool) -> None:
        """Open or close the menu."""
        if (self.locator("#menu").get_attribute("aria-expanded") == "true") != open_:
            self.click("#menu")
        expect(self.locator("#menu")).to_have_attribute("aria-expanded", str(open_).lower())

    def choose(self, selector: str, value: str) -> None:
        """Choose a value of a list in the menu."""
        self.menu(True)
        self.locator(selector).select_option(value)
        self.menu(False)

    def speak(self, language: str) -> None:
        """Choose the page's language; wait until it is there."""
        self.choose("#language", language)
        expect(self.locator("html")).to_have_attribute("lang", language, timeout=MS)

    def ask(self, action: dict[str, Any]) -> dict[str, Any]:
        """Ask something of the table over the page's connection, without its controls."""
        return self.page.evaluate(
            """async action =>
            (await import(new URL("static/link.js", document.baseURI))).ask(action)
            .catch(error => { throw new Error(JSON.stringify(error)); })""",
            action,
        )

    def begin(
        self,
        game: str,
        *,
        seed: int | None = None,
        players: str = "person person",
        dealer: int = 0,
        deal: bool = True,
        **rules: Any,
    ) -> None:
        """Begin a match without the dialog, leaving the one in play; and deal."""
        names = ["Ana", "Luc", "Zoé"]
        self.ask(
            {
                "do": "new",
                "game": game,
                "rules": rules,
                "dealer": dealer,
                "sure": True,
                "players": [
                    {"name": name, "computer": kind == "computer"}
                    for name, kind in zip(names, players.split(), strict=False)
                ],
                **({} if seed is None else {"seed": seed}),
            }
        )
        self._begins(game)
        if deal:
            self.ask({"do": "deal"})
            self._first_turn()

    def _begins(self, game: str) -> None:
        self.until(
            lambda: self.look().game == game and self.look().phase == "deal" and not self.busy(),
            f"a match of {game} begins",
        )

    def _first_turn(self) -> None:
        self.until(lambda: self.look().phase == "turn" and not self.busy(), "the first turn")

    def begin_in_dialog(
        self, game: str, *, seed: int | None = None, players: str = "person person", dealer: int = 0, **rules: Any
    ) -> None:
        """Begin a match as a person does."""
        dialog = self.locator("#new-dialog")
        self.click("#new")
        expect(dialog).to_be_visible(timeout=MS)
        self._fill("#new-game", game)
        kinds = players.split()
        self._fill("#new-seats", str(len(kinds)))
        for seat, kind in enumerate(kinds):
            self._fill(f'[name="kind{seat}"]', kind)
        self._fill("#new-dealer", str(dealer))
        if seed is not None:
            self._fill("#new-seed", str(seed))
        for name, value in rules.items():
            self._fill(f'[name="option-{name}"]', value)
        self.click("#new-start")
        # Leaving a match in play needs a confirmation. The dialog closes when the new one begins.
        self.until(lambda: not dialog.is_visible() or self.locator("#doubt").is_visible(), "asked")
        if self.locator("#doubt").is_visible():
            self.click("#doubt-yes")
        expect(dialog).to_be_hidden(timeout=MS)
        self._begins(game)

    def _fill(self, selector: str, value: object) -> None:
        selector = f"#new-dialog {selector}"
        field = self.locator(selector)
        if not field.is_visible():  # folded away
            folded = field.locator("xpath=ancestor::details[not(@open)]").get_attribute("id")
            self.click(f"#{folded} > summary")
        kind = field.evaluate("each => each.type")
        if self.hand == "keys":
            self._fill_by_keys(selector, kind, value)
        elif kind.startswith("select"):
            field.select_option(str(value))
        elif kind == "checkbox":
            field.set_checked(bool(value))
        else:
            field.fill(str(value))

    def _fill_by_keys(self, selector: str, kind: str, value: object) -> None:
        field, keyboard = self.locator(selector), self.page.keyboard
        self.focus(selector)
        if kind.startswith("select"):
            now, wanted = field.evaluate(
                """(each, value) => [each.selectedIndex,
                     [...each.options].findIndex(one => one.value === value)]""",
                str(value),
            )
            for _ in range(abs(wanted - now)):
                keyboard.press("ArrowDown" if wanted > now else "ArrowUp")
            expect(field).to_have_value(str(value))
        elif kind == "checkbox":
            if field.is_checked() != bool(value):
                keyboard.press("Space")
        else:
            keyboard.press("Control+a")
            keyboard.type(str(value))

    def busy(self) -> bool:
        return bool(self.locator("#match").get_attribute("data-busy"))

    def do(self, move: Move) -> None:
        """Make a player's move, and wait until the page shows its effect."""
        name, *values = move
        if name == "deal":
            self.deal()
        elif name == "draw":
            self.draw(*values)
        elif name == "press":
            self.press(*values)
        else:
            self.move(*values)

    def play(self, moves: Iterator[Move]) -> list[Move]:
        """Make a player's moves; return them."""
        made: list[Move] = []
        for move in moves:
            self.do(move)
            made.append(move)
        return made

    def deal(self) -> None:
        """Let the dealer deal; wait for the first turn."""
        deal = self.locator('[data-act="deal"]')
        expect(deal).to_be_visible(timeout=MS)
        self.click('[data-act="deal"]')
        self._first_turn()

    def draw(self, seat: int) -> None:
        held = len(self.look().hand(seat))
        if self.hand == "keys":
            self.page.keyboard.press("t")
        else:
            self._drag(self.card("", "stock"), f"hand{seat}")
        self.until(lambda: len(self.look().hand(seat)) == held + 1, f"a card for seat {seat}")

    def press(self, seat: int, what: str) -> None:
        """Press a seat's button; wait for the table's answer."""
        with self.answered(f"{what} of seat {seat}"):
            self.click(f'[data-act="{what}"][data-seat="{seat}"]')

    def move(self, codes: list[str], place: str) -> None:
        """Move cards to a place; if a discard ends the turn, wait for the verdict."""
        judged = place == "discard" and self.look().phase == "turn"
        with self.answered(f"{codes} on {place}") if judged else contextlib.nullcontext():
            if self.hand == "keys":
                self._move_by_keys(codes, place)
            else:
                for group in self._together(codes):
                    for code in group if len(group) > 1 else ():
                        self.select(code)
                    self._drag(self.card(group[-1]), place)
                    self.shows(group, place)
            self.shows(codes, place)

    def _together(self, codes: list[str]) -> list[list[str]]:
        """Return the cards grouped by place, as cards of one place move together."""
        cards = self.look().cards
        groups = [[code for code in codes if code in lying] for lying in cards.values()]
        return [group for group in groups if group]

    def shows(self, codes: list[str], place: str) -> None:
        """Wait until cards lie in a place."""
        for code in codes:
            expect(self.card(code, place)).to_have_count(1, timeout=MS)

    @contextlib.contextmanager
    def answered(self, what: str) -> Iterator[None]:
        """After the block, wait until the table has judged something."""
        before = self.page.evaluate(_FACTS)
        yield
        self.until(lambda: self.page.evaluate(_FACTS) != before, f"an answer to {what}")

    def select(self, code: str) -> None:
        """Select a card by a click or a tap; no other card gets it if the hand moves."""
        self.settled()
        card = self.card(code)
        hit = card.tap if self.hand == "touch" else card.click
        end = time.monotonic() + SECONDS
        while True:
            spot, box = self._spot(card), card.bounding_box()
            assert box
            at = Position(x=spot[0] - box["x"], y=spot[1] - box["y"])
            try:
                hit(position=at, timeout=2000)
                break
            except TimeoutError:
                assert time.monotonic() < end, f"{code} can't be hit: {self.state()}"
        expect(card).to_have_attribute("aria-pressed", "true", timeout=MS)

    def link(self, seat: int | None = None) -> str:
        """Make a link for the table's owner or a seat."""
        self.unfold("link-box")
        before = self.locator("#link-url").get_attribute("href")
        self.locator("#link").select_option("" if seat is None else str(seat))
        self.click("#link-make")
        self.until(lambda: self.locator("#link-url").get_attribute("href") not in (None, before), "a link")
        return self.page.evaluate("document.querySelector('#link-url').href")

    def unfold(self, name: str) -> None:
        """Open a box, if it is closed."""
        if not self.locator(f"#{name}[open]").count():
            self.click(f"#{name} > summary")
        expect(self.locator(f"#{name}")).to_have_attribute("open", "", timeout=MS)

    def watch(self) -> None:
        """Watch the chosen match; a match in play is left."""
        self.click("#play")
        doubt, play = self.locator("#doubt"), self.locator("#play")
        self.until(lambda: doubt.is_visible() or play.is_enabled(), "a match to watch")
        if doubt.is_visible():
            self.click("#doubt-yes")
        expect(play).to_be_enabled(timeout=MS)
        expect(self.locator("#playback")).to_be_visible(timeout=MS)

    def fault(self, what: str, on: bool, zone: str = "") -> None:
        """Switch a fault on or off; wait until the page shows it."""
        self.unfold("faults")
        if zone:
            self.locator("#fault-zone").select_option(zone)
        button = self.locator(f'[data-fault="{what}"]')
        if (button.get_attribute("aria-pressed") == "true") != on:
            button.click()
        expect(button).to_have_attribute("aria-pressed", str(on).lower(), timeout=MS)

    def break_tag(self, card: str) -> None:
        """Break the tag of a card."""
        self.unfold("faults")
        before = self.locator("#fault-list li").count()
        self.select(card)
        self.click('[data-fault="tag"]')
        expect(self.locator("#fault-list li")).to_have_count(before + 1, timeout=MS)

    def decide(self, what: str, seat: int = -1, number: int = 0) -> str:
        """Choose what the people decide, and say yes; return what the page has asked."""
        self.unfold("people")
        self.click(f'[data-ruling="{what}"]')
        if what in ("points", "count", "hand"):
            self.locator("#people-seat").select_option(str(seat))
            self.locator("#people-amount").fill(str(abs(number)))
            if number < 0:
                self.locator("#people-sign").select_option("-1")
        if self.locator("#people-form").is_visible():
            self.click("#people-do")
        doubt = self.locator("#doubt")
        expect(doubt).to_be_visible(timeout=MS)
        asked = doubt.locator("p").inner_text()
        self.click("#doubt-yes")
        return asked

    def warnings(self, code: str) -> int:
        return self.locator(f'#log [data-event="warning"][data-code="{code}"]').count()

    def slots(self) -> list[str]:
        """Return the slot texts of a scan in slow motion."""
        return self.page.evaluate("""() => [...document.querySelectorAll("#scan [data-slot]")]
            .map(each => each.dataset.is)""")

    def resize(self, window: ViewportSize) -> None:
        """Change the window's size; return once the page is drawn in it."""
        self.page.set_viewport_size(window)
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def focused(self) -> str:
        """Return the focused card, "" if there is none."""
        return self.page.evaluate("document.activeElement?.dataset?.card ?? ''")

    def nameless(self) -> list[str]:
        """Return the controls without a name for screen readers."""
        line = self.page.context.new_cdp_session(self.page)
        nodes = line.send("Accessibility.getFullAXTree")["nodes"]
        line.detach()
        kinds = {
            "button",
            "link",
            "checkbox",
            "switch",
            "combobox",
            "textbox",
            "spinbutton",
            "slider",
            "listbox",
            "img",
            "dialog",
            "table",
            "progressbar",
        }
        return [
            json.dumps(node)[:300]
            for node in nodes
            if not node.get("ignored")
            and node.get("role", {}).get("value") in kinds
            and not node.get("name", {}).get("value", "").strip()
        ]

    # --- by mouse and touch

    def _spot(self, element: Locator, edge: bool = False) -> tuple[float, float]:
        """Return where in the window to take hold of an element; scroll it into view."""
        spot = element.evaluate(SPOT, edge)
        assert spot, f"{element} can't be taken hold of"
        return spot[0], spot[1]

    def settled(self) -> None:
        """Wait for the answers to all moves: until then the server may sort the cards."""
        expect(self.locator('[data-place] [aria-busy="true"]')).to_have_count(0, timeout=MS)

    def _drag(self, card: Locator, place: str) -> None:
        """Drag a card to a place; scroll so that both are visible.

        Cards may shift between the look and the grip: then it is let go, and taken once more.
        """
        goal = self.place(place)
        end = time.monotonic() + SECONDS
        while True:
            self.settled()
            self._spot(goal, True)
            with self._lifted(card) as move:
                self._over(move, goal)
                if "lifted" in (card.get_attribute("class") or "").split():
                    self.until(lambda: self._over(move, goal), f"a card over {place}")
                    return
                self.page.keyboard.press("Escape")
            assert time.monotonic() < end, f"{card} can't be lifted: {self.state()}"

    def _over(self, move: Callable[[float, float], None], goal: Locator) -> bool:
        """Move over a place; tell whether it is marked, as places may shift meanwhile."""
        move(*self._spot(goal, True))
        return "drop" in (goal.get_attribute("class") or "").split()

    @contextlib.contextmanager
    def _lifted(self, card: Locator) -> Iterator[Callable[[float, float], None]]:
        """Lift a card, by the finger if `hand` is "touch"; yield a function that carries it."""
        x, y = self._spot(card)
        if self.hand == "touch":
            line = self.page.context.new_cdp_session(self.page)

            def touch(kind: str, *points: dict[str, float]) -> None:
                line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

            touch("touchStart", {"x": x, "y": y})
            yield lambda x, y: touch("touchMove", {"x": x, "y": y})
            touch("touchEnd")
            line.detach()
            return
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        yield lambda x, y: mouse.move(x, y)
        mouse.up()

    def drag_before(self, code: str, other: str) -> None:
        """Drag a card before another one."""
        self.settled()
        with self._lifted(self.card(code)) as move:
            box = self.card(other).bounding_box()
            assert box
            move(box["x"] + 2, box["y"] + box["height"] / 2)

    # --- by keys

    def focus(self, selector: str) -> None:
        """Go to an element with Tab, or backwards if that is shorter."""
        keyboard = self.page.keyboard
        end = time.monotonic() + SECONDS
        while True:
            steps = self.page.evaluate(
                """selector => {
                const goal = document.querySelector(selector);
                if (!goal) return null;
                if (document.activeElement === goal) return 0;
                const within = document.querySelector("dialog[open]") ?? document;
                const stops = [...within.querySelectorAll(
                  'a[href], button, input, select, textarea, summary, [tabindex]')]
                  .filter(each => (each.tabIndex >= 0 || each === document.activeElement)
                    && !each.disabled && each.checkVisibility() && !each.closest("[inert]"));
                const at = stops.indexOf(document.activeElement), to = stops.indexOf(goal);
                return to < 0 ? null : at < 0 ? to + 1 : to - at;
            }""",
                selector,
            )
            if steps == 0:
                return
            assert time.monotonic() < end, f"Tab does not reach {selector}: {self.state()}"
            for _ in range(min(abs(steps or 1), 200)):
                keyboard.press("Tab" if (steps or 1) > 0 else "Shift+Tab")

    def _focus_card(self, code: str) -> None:
        """Go to a card: to its place with Tab, then along its cards with arrow keys."""
        self.settled()
        held = self.look().cards
        where = next(place for place in held if code in held[place])
        self.focus(place_of(where))
        keyboard = self.page.keyboard
        keyboard.press("Home")
        for _ in range(held[where].index(code)):
            keyboard.press("ArrowRight")
        assert self.focused() == code, self.state()

    def _move_by_keys(self, codes: list[str], place: str) -> None:
        keyboard = self.page.keyboard
        for code in codes:
            self._focus_card(code)
            keyboard.press("Space")
            expect(self.card(code)).to_have_attribute("aria-pressed", "true", timeout=MS)
        if place == "discard":
            keyboard.press("d")
        elif re.fullmatch("meld[1-9]", place):
            keyboard.press(place[-1])
        else:
            self.focus(place_of(place))
            keyboard.press("Enter")
