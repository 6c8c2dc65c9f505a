"""A browser, running tables, and their pages."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "board"))
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "host"))
from static_site import StaticSite
from tablepage import CHROMIUM, TablePage, TableServer, Visits


# Scope is one file: while Playwright is active, no other test of the process can use asyncio.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium here: python tests/programs.py fetches one")
    with sync_playwright() as playwright:
        # What runs for seconds isn't worth a second, better compilation.
        args = ["--no-sandbox", "--js-flags=--no-wasm-tier-up"]
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=args)
        yield made
        made.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """Return an opener of pages; at the end, no page may have failed or called another host."""
    with Visits(browser) as made:
        yield made


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Callable[..., TableServer]]:
    """Return a starter of tables, with options of `tierce table`; each table ends with the test."""
    with ExitStack() as made:
        yield lambda *args, **how: made.enter_context(TableServer(tmp_path, *args, **{"asked": True, **how}))


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Return a table for tests that begin their own match."""
    with TableServer(tmp_path_factory.mktemp("table"), "--seed", "1", asked=True) as made:
        yield made


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StaticSite]:
    with StaticSite(tmp_path_factory.mktemp("site")) as made:
        yield made


# The page is the same in both shells: a round in test_browser_matches.py is played in the other one.
@pytest.fixture(scope="module", params=["shared"])
def owners(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visits]:
    """Return the visits of the owner's page, which all tests of a file share, in one shell."""
    with Visits(browser) as made:
        made.open(request.getfixturevalue(request.param).link())
        yield made


@pytest.fixture
def page(owners: Visits) -> Iterator[TablePage]:
    """Return the owner's page of the shared table, in English; each test begins its own match."""
    made = owners.pages[0]
    yield made
    if made.page.locator("html").get_attribute("lang") != "en":
        made.speak("en")
    assert not owners.faults, "\n".join(owners.faults)
