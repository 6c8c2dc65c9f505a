"""How fast the table is there, from a plain web server on this computer and from `tierce table`.

Cold is a browser that has never seen the site; warm is the next visit, kept by its service worker. Then ten turns
are played between computers: how long a tap waits for its answer meanwhile, and the longest task of the page's own
thread.
"""

import argparse
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "browser"))

from playwright.sync_api import BrowserContext, sync_playwright
from static_site import StaticSite
from tablepage import CHROMIUM, MS, TableServer

SEEN = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
LONG = """() => { window.longest = 0; new PerformanceObserver(list => { for (const each of
  list.getEntries()) window.longest = Math.max(window.longest, each.duration);
}).observe({entryTypes: ["longtask"]}); }"""
# The milliseconds until each of some requests is answered.
TAPPED = """async () => {
  const { ask } = await import(new URL("static/link.js", document.baseURI));
  const found = [];
  while (found.length < 20) {
    const begun = performance.now();
    await ask({do: "language", to: "en"});
    found.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return found;
}"""


def visit(context: BrowserContext, url: str, moves: bool = True) -> tuple[float, float, float]:
    """Return the seconds until something is seen, the table is alive, and with `moves` a card was put down."""
    page = context.new_page()
    begun = time.monotonic()
    page.goto(url)
    page.wait_for_selector('body[data-ready="1"]', timeout=MS)
    alive = time.monotonic() - begun
    while moves and not page.evaluate("""() => document.querySelectorAll('[data-place="discard"] [data-card]')
                               .length > 0"""):
        page.wait_for_timeout(20)
    moved = time.monotonic() - begun
    seen = page.evaluate(SEEN)
    if moves:  # the site: a server has no service worker
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.close()
    return (seen or 0.0) / 1000, alive, moved


def main() -> int:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--visits", type=int, default=5, help="how many visits, cold and warm")
    asked = parser.parse_args()
    if CHROMIUM is None:
        print("no Chromium here: python tests/programs.py fetches one", file=sys.stderr)
        return 2
    with (
        tempfile.TemporaryDirectory() as home,
        sync_playwright() as playwright,
        StaticSite(Path(home), asked=False) as site,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        times: dict[str, list[tuple[float, float, float]]] = {"cold": [], "warm": []}
        for _ in range(asked.visits):
            context = browser.new_context(locale="en-GB")
            for kind in times:
                times[kind].append(visit(context, site.link()))
            context.close()
        for kind, found in times.items():
            seen, alive, moved = (statistics.median(each) for each in zip(*found, strict=True))
            print(
                f"{kind}: seen after {seen:.2f} s, alive {alive:.2f} s, a card is moved after "
                f"{moved:.2f} s; medians of {asked.visits}"
            )
        begun = time.monotonic()
        with TableServer(Path(home)) as server:
            linked = time.monotonic() - begun
            context = browser.new_context(locale="en-GB")
            _, alive, _ = visit(context, server.link(), moves=False)
            print(f"tierce table: its link after {linked:.2f} s, the page alive {alive:.2f} s later")
            context.close()
        page = browser.new_context(locale="en-GB").new_page()
        page.goto(site.link("game=rami51&players=Ana,Luc,Zoé&computers=all&seed=1"))
        page.wait_for_selector('body[data-ready="1"]', timeout=MS)
        page.evaluate(LONG)
        waited: list[float] = []
        while page.locator('#log [data-event="turn"]').count() < 10:
            waited += page.evaluate(TAPPED)
        print(
            f"ten turns between computers: a tap is answered after {statistics.median(waited):.0f} ms, at worst "
            f"{max(waited):.0f} ms; the page's longest task {page.evaluate('window.longest'):.0f} ms"
        )
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
