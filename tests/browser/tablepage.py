"""A running table and its page, used as a person does: by mouse, by keyboard, by touch."""

import contextlib
import json
import os
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import axe_playwright_python
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Locator,
    Page,
    Position,
    ViewportSize,
    expect,
)

sys.path.append(str(Path(__file__).resolve().parents[1]))  # for the scripts that use this file
import processes
import programs
from processes import STDOUT, TIERCE, Process

CHROMIUM = programs.browser()
ASKED = Path(__file__).with_name("asked.py")
MS = processes.PATIENCE * 1000  # for anything that should take a moment
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text("utf-8")
DESKTOP: ViewportSize = {"width": 1440, "height": 1000}
PHONE: ViewportSize = {"width": 390, "height": 844}

BEGUN = """() => document.body.dataset.ready
  || ["broken", "changed_broken", "stopped"].includes(document.querySelector("#connection")?.dataset.state)
  || (document.contentType === "text/plain")"""
LOOK = """() => {
  const match = document.querySelector("#match")?.dataset ?? {};
  const cards = {};
  for (const place of document.querySelectorAll("[data-place]"))
    cards[place.dataset.place] = [...place.querySelectorAll("[data-card]")].map(card => card.dataset.card);
  return {game: match.game ?? "", phase: match.phase ?? "", seat: Number(match.seat ?? -1), cards};
}"""

# How many of the dots that the table's screen shows are dark.
INK = """(() => {
  const { width, height } = document.querySelector("#screen");
  const data = document.querySelector("#screen").getContext("2d").getImageData(0, 0, width, height).data;
  return data.filter((level, at) => at % 4 === 0 && level < 100).length;
})()"""

# What is not whole in the window: its selector, and how far it is out; texts that are cut off.
OUTSIDE = """() => {
  const found = [];
  const hand = document.querySelector(".rack.mine").getBoundingClientRect();
  const parts = "#guide, #verdict, #why, #aim, #racks-far .rack, .zone, .rack.mine .act, .rack.mine h2";
  for (const each of document.querySelectorAll(parts)) {
    const box = each.getBoundingClientRect();
    if (!box.width) continue;
    const low = each.closest(".rack.mine") ? innerHeight : hand.top;
    if (box.left < -1 || box.right > innerWidth + 1 || box.top < -1 || box.bottom > low + 1)
      found.push(`${each.id || each.className} ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    const cut = each.scrollHeight > each.clientHeight + 1;
    if (cut && ["guide", "verdict"].includes(each.id)) found.push(each.textContent);
  }
  for (const key of document.querySelectorAll(".rack.mine .act"))
    if (key.scrollWidth > key.clientWidth + 1) found.push(`${key.textContent} is cut off`);
  for (const card of document.querySelectorAll(".rack.mine .card")) {
    const box = card.getBoundingClientRect();
    if (box.left < -3 || box.right > innerWidth + 3 || box.bottom > innerHeight + 1) found.push(card.dataset.card);
  }
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is too wide");
  return found;
}"""

# Ask all this, let the table's time pass until nothing is pending, and return the answers once the
# page has painted what came of it.
_ASK = """async ([actions, ms]) => {
  const from = name => import(new URL(`static/${name}.js`, document.baseURI));
  const [{ask}, {settled}] = [await from("link"), await from("asking")];
  const all = Promise.all(actions.map(ask)).then(found => ({found}), failed => ({failed}));
  await settled(ask, ms ?? undefined);
  const {found, failed} = await all;
  if (failed) throw new Error(JSON.stringify(failed));
  return found;
}"""

# Past the front door to the table.
_LEAVE = """async () => {
  const { leave } = await import(new URL("static/door.js", document.baseURI));
  leave();
}"""
# What the tests play with unless it is their subject: both hands in sight, all zones, and the papers open.
OPEN = """try {
  for (const [name, value] of [["curtain", "0"], ["zones", "1"], ["open log-box", "1"], ["open board-box", "1"]])
    localStorage.setItem(`tierce.${name}`, value);
} catch { /* a page without storage */ }"""

# Everything that changes when the table has judged something.
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


Move = tuple[Any, ...]


@dataclass
class Seen:
    """The contents of a page: place -> codes of its cards, "" for a face-down card."""

    game: str = ""
    phase: str = ""
    seat: int = -1
    cards: dict[str, list[str]] = field(default_factory=dict)

    def hand(self, seat: int) -> list[str]:
        return self.cards.get(f"hand{seat}", [])

    def melds(self) -> dict[str, list[str]]:
        """Return zone -> cards of the meld zones in use."""
        return {place: codes for place, codes in self.cards.items() if place.startswith("meld") and codes}


def moves(said: str) -> list[Move]:
    """Return the moves in a text such as `5S > meld3, 3D > discard`."""
    return [("move", cards.split(), place) for cards, place in (each.split(" > ") for each in said.split(", "))]


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


class TableServer(Process):
    """`tierce table --headless` (or another verb), as a user starts it.

    With `asked` its time passes only when a page asks for it: see asked.py.
    """

    def __init__(self, home: Path, *args: str, verb: str = "table", asked: bool = False) -> None:
        self.home = home
        folders = dict.fromkeys(("HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME", "TMPDIR"), str(home))
        super().__init__(
            *([sys.executable, ASKED] if asked else [TIERCE]),
            verb,
            "--headless",
            *args,
            stderr=STDOUT,
            env={**os.environ, **folders, "LANG": "en_GB.UTF-8", "PYTHONUNBUFFERED": "1"},
        )
        self._links = [self._printed()]
        self.origin = "http://" + urlsplit(self._links[0]).netloc

    @property
    def said(self) -> str:
        """All that it has printed."""
        return self.out.all.decode()

    def link(self) -> str:
        """Return an unused link: the server prints a new one whenever one was used."""
        return self._links.pop() if self._links else self._printed()

    def _printed(self) -> str:
        """Read on to the next link."""
        found = re.search(r"http://127\.0\.0\.1:\d+/\S*$", self.out.until("#token=") + self.out.line())
        if not found:
            said = self.said
            self.close()
            raise AssertionError(f"{' '.join(self.args)}: no link in {said!r}")
        return found[0]


class Visits:
    """Pages in a browser; none of them may fail or contact another host."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.contexts: list[BrowserContext] = []
        self.pages: list[TablePage] = []
        self.faults: list[str] = []

    def context(self, as_new: bool = False, **options: Any) -> BrowserContext:
        """Return a separate browser context: nothing is shared. With `as_new` nothing was chosen in it."""
        made = self.browser.new_context(
            **{"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        )
        made.set_default_timeout(MS)
        if not as_new:
            made.add_init_script(OPEN)
        self.contexts.append(made)
        return made

    def open(self, url: str, hand: str = "mouse", owner: "TablePage | None" = None, **options: Any) -> "TablePage":
        """Open a link in a context of its own; return the page once it shows the table.

        The `owner`'s page asks for the time of a seat's.
        """
        return self.page(self.context(**options), url, hand, owner)

    def page(
        self, context: BrowserContext, url: str, hand: str = "mouse", owner: "TablePage | None" = None
    ) -> "TablePage":
        page = context.new_page()
        shown = TablePage(page, hand, owner)
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

    def __enter__(self) -> "Visits":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
        assert not self.faults, "\n".join(self.faults)

    def close(self) -> None:
        for each in (*(page.page for page in self.pages), *self.contexts):
            with contextlib.suppress(Error):  # the browser itself has ended
                each.close()
        self.pages.clear()
        self.contexts.clear()

    def beside(self, page: "TablePage", url: str) -> "TablePage":
        """Open a link in another window of a page's browser; that is faster."""
        return self.page(page.page.context, url, owner=page.owner)


class TablePage:
    """A page of the table; `hand` is how cards are moved: "mouse", "keys" or "touch"."""

    def __init__(self, page: Page, hand: str = "mouse", owner: "TablePage | None" = None) -> None:
        self.page = page
        self.hand = hand
        self.owner = owner or self  # the page that may ask for time
        self.settles = True  # False: the table's time is what it is

    # --- reading the page

    def ready(self, *, door: bool = False) -> None:
        """Wait until it shows the table; fail if it says that it can't. The front door is left, except with `door`."""
        self.page.wait_for_function(BEGUN, timeout=MS)
        assert self.page.locator("body").get_attribute("data-ready") == "1", self.page.inner_text("body")[:300]
        if not door and self.page.locator("#door:visible").count():
            self.page.evaluate(_LEAVE)

    def look(self) -> Seen:
        return Seen(**self.page.evaluate(LOOK))

    # Wait for what the table's time does not bring, such as the browser's storage.
    until = staticmethod(processes.until)

    def settle(self, ms: int | None = None) -> None:
        """Let the table's time pass until nothing is pending, and the page shows what came of it.

        A playback, and computers among themselves, stop after `ms`.
        """
        if self.settles:
            if self.owner is not self:
                self.owner.settle(ms)
            self.page.evaluate(_ASK, [[], ms])

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

    def mood(self, zone: str) -> str:
        return self.locator(f'[data-light="{zone}"]').get_attribute("data-mood") or ""

    def expect_mood(self, zone: str, mood: str) -> None:
        """Look at some moments, as most lights blink."""
        for _ in range(4):
            if self.mood(zone) == mood:
                return
            self.settle()
        raise AssertionError(f"{zone} is {self.mood(zone)}, not {mood}: {self.state()}")

    def expect_verdict(self, event: str, *codes: str) -> None:
        verdict = self.locator("#verdict")
        expect(verdict).to_have_attribute("data-event", event, timeout=MS)
        for code in codes:
            expect(verdict).to_have_attribute("data-codes", re.compile(rf"(^| ){code}( |$)"), timeout=MS)

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

    def ask(self, do: str, **action: Any) -> dict[str, Any]:
        """Ask something of the table over the page's connection, without its controls; it settles."""
        return self.asks([{"do": do, **action}])[0]

    def asks(self, actions: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Ask for several things at once; the table settles when all are done."""
        return self.page.evaluate(_ASK, [actions, None])

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
        names = ["Ana", "Luc", "Zoé", "Paul", "Inès"]
        kinds = zip(names, players.split(), strict=False)
        those = [{"name": name, "computer": kind == "computer"} for name, kind in kinds]
        self.ask("new", game=game, rules=rules, dealer=dealer, sure=True, players=those, seed=seed)
        self.expect_phase("deal", game)
        if deal:
            self.ask("deal")
            self.expect_phase("turn")

    def expect_phase(self, phase: str, game: str = "") -> None:
        seen = self.look()
        busy = self.locator("#match").get_attribute("data-busy")
        assert (seen.phase, busy or "", seen.game) == (phase, "", game or seen.game), self.state()

    def begin_in_dialog(self, game: str, seed: int = 1) -> None:
        """Begin a match of two persons as a person does."""
        dialog = self.locator("#new-dialog")
        self.click("#new")
        expect(dialog).to_be_visible(timeout=MS)
        kinds = {f'[name="kind{seat}"]': "person" for seat in (0, 1)}
        fields = {"#new-game": game, "#new-seats": "2", **kinds, "#new-dealer": "0", "#new-seed": str(seed)}
        for selector, value in fields.items():
            self._fill(f"#new-dialog {selector}", value)
        self.click("#new-start")
        self.settle()
        if self.locator("#doubt").is_visible():  # a match in play is left
            self.click("#doubt-yes")
            self.settle()
        expect(dialog).to_be_hidden(timeout=MS)
        self.expect_phase("deal", game)

    def _fill(self, selector: str, value: str) -> None:
        field = self.locator(selector)
        if not field.is_visible():  # folded away
            folded = field.locator("xpath=ancestor::details[not(@open)]").get_attribute("id")
            self.click(f"#{folded} > summary")
        if self.hand == "keys":
            self.focus(selector)
            chosen = field.locator(f'option[value="{value}"]')
            self.page.keyboard.type(chosen.inner_text() if chosen.count() else value)
            expect(field).to_have_value(value)
        elif field.evaluate("each => each.matches('select')"):
            field.select_option(value)
        else:
            field.fill(value)

    def make(self, *moves: Move) -> None:
        """Make moves without the page's controls, all at once; the table settles.

        ("draw", seat), ("move", codes, place), ("press", seat, "done", "knock" or "pass").
        """
        asked: dict[str, Callable[..., dict[str, Any]]] = {
            "draw": lambda seat: {"do": "draw", "seat": seat},
            "move": lambda cards, to: {"do": "move", "cards": cards, "to": to, "sure": True},
            "press": lambda seat, what: {"do": "act", "seat": seat, "press": what},
        }
        self.asks([asked[name](*values) for name, *values in moves])

    def deal(self) -> None:
        """Let the dealer deal."""
        self.click('[data-act="deal"]')
        self.settle()
        self.expect_phase("turn")

    def draw(self, seat: int) -> None:
        held = len(self.look().hand(seat))
        if self.hand == "keys":
            self.page.keyboard.press("t")
        else:
            self._drag(self.card("", "stock"), f"hand{seat}")
        self.settle()
        assert len(self.look().hand(seat)) == held + 1, self.state()

    def press(self, seat: int, what: str) -> None:
        """Press a seat's button; the table judges something."""
        with self.answered(f"{what} of seat {seat}"):
            self.click(f'[data-act="{what}"][data-seat="{seat}"]')

    def move(self, codes: list[str], place: str) -> None:
        """Move cards to a place; the table judges a discard that ends a turn."""
        judged = place == "discard" and self.look().phase == "turn"
        with self.answered(f"{codes} on {place}") if judged else contextlib.nullcontext():
            if self.hand == "keys":
                self._move_by_keys(codes, place)
            else:
                for lying in self.look().cards.values():  # cards of one place move together
                    group = [code for code in codes if code in lying]
                    for code in group if len(group) > 1 else ():
                        self.select(code)
                    if group:
                        self._drag(self.card(group[-1]), place)
                        self.settle()
            self.settle()
            self.shows(codes, place)

    def shows(self, codes: list[str], place: str) -> None:
        """Wait until cards lie in a place."""
        for code in codes:
            expect(self.card(code, place)).to_have_count(1, timeout=MS)

    @contextlib.contextmanager
    def answered(self, what: str) -> Iterator[None]:
        """Let the table settle after the block; it has judged something."""
        before = self.page.evaluate(_FACTS)
        yield
        self.settle()
        assert self.page.evaluate(_FACTS) != before, f"{what}: {self.state()}"

    def select(self, code: str) -> None:
        """Select a card by a click or a tap."""
        card = self.card(code)
        spot, box = self._spot(card), card.bounding_box()
        assert box
        hit = card.tap if self.hand == "touch" else card.click
        hit(position=Position(x=spot[0] - box["x"], y=spot[1] - box["y"]))
        expect(card).to_have_attribute("aria-pressed", "true", timeout=MS)

    def link(self, seat: int | None = None) -> str:
        """Make a link for the table's owner or a seat."""
        self.unfold("link-box")
        self.locator("#link").select_option("" if seat is None else str(seat))
        self.click("#link-make")
        self.settle()
        return self.page.evaluate("document.querySelector('#link-url').href")

    def unfold(self, name: str) -> None:
        """Open a box, if it is closed."""
        if not self.locator(f"#{name}[open]").count():
            self.click(f"#{name} > summary")
        expect(self.locator(f"#{name}")).to_have_attribute("open", "", timeout=MS)

    def decide(self, what: str, seat: int = -1, number: int = 0) -> str:
        """Choose what the people decide, and say yes; return what the page has asked."""
        self.unfold("people")
        self.click(f'[data-ruling="{what}"]')
        if number:
            self.locator("#people-seat").select_option(str(seat))
            self.locator("#people-amount").fill(str(abs(number)))
            self.locator("#people-sign").select_option("-1" if number < 0 else "1")
        if self.locator("#people-form").is_visible():
            self.click("#people-do")
        doubt = self.locator("#doubt")
        expect(doubt).to_be_visible(timeout=MS)
        asked = doubt.locator("p").inner_text()
        self.click("#doubt-yes")
        self.settle()
        return asked

    def resize(self, window: ViewportSize) -> None:
        """Change the window's size; return once the page is drawn in it."""
        self.page.set_viewport_size(window)
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def focused(self) -> str:
        """Return the focused card, "" if there is none."""
        return self.page.evaluate("document.activeElement?.dataset?.card ?? ''")

    # --- by mouse and touch

    def _spot(self, element: Locator, edge: bool = False) -> tuple[float, float]:
        """Return where in the window to take hold of an element; scroll it into view."""
        spot = element.evaluate(SPOT, edge)
        assert spot, f"{element} can't be taken hold of"
        return spot[0], spot[1]

    def _drag(self, card: Locator, place: str) -> None:
        """Drag a card to a place; scroll so that both are visible."""
        goal = self.place(place)
        self._spot(goal, True)
        with self.lifted(card) as move:
            for _ in range(2):  # places may shift once a card is lifted
                move(*self._spot(goal, True))
            expect(card).to_contain_class("lifted")
            expect(goal).to_contain_class("drop")

    @contextlib.contextmanager
    def lifted(self, card: Locator) -> Iterator[Callable[[float, float], None]]:
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

    # --- by keys

    def focus(self, selector: str) -> None:
        """Go to an element with Tab, or backwards if that is shorter."""
        keyboard = self.page.keyboard
        for _ in range(4):
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
            for _ in range(min(abs(steps or 1), 200)):
                keyboard.press("Tab" if (steps or 1) > 0 else "Shift+Tab")
        raise AssertionError(f"Tab does not reach {selector}: {self.state()}")

    def _move_by_keys(self, codes: list[str], place: str) -> None:
        """Go to each card, to its place with Tab, then along its cards with arrow keys; then to where they go."""
        keyboard = self.page.keyboard
        for code in codes:
            held = self.look().cards
            where = next(place for place in held if code in held[place])
            self.focus(place_of(where))
            keyboard.press("Home")
            for _ in range(held[where].index(code)):
                keyboard.press("ArrowRight")
            assert self.focused() == code, self.state()
            keyboard.press("Space")
            expect(self.card(code)).to_have_attribute("aria-pressed", "true", timeout=MS)
        if place == "discard":
            keyboard.press("d")
        elif re.fullmatch("meld[1-9]", place):
            keyboard.press(place[-1])
        else:
            self.focus(place_of(place))
            keyboard.press("Enter")
