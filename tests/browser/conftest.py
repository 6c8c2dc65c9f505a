"""A browser, running tables, and their pages."""

import sys
from collections.abc import Callable, Iterator
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
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def visits(browser: Browser) -> Iterator[Visits]:
    """Return an opener of pages; at the end, no page may have failed or called another host."""
    made = Visits(browser)
    yield made
    made.close()
    assert not made.faults, "\n".join(made.faults)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Callable[..., TableServer]]:
    """Return a starter of tables, with options of `tierce table`; each table ends with the test."""
    made: list[TableServer] = []

    def start(*args: str, verb: str = "table", hurried: bool = True) -> TableServer:
        made.append(TableServer(tmp_path, *args, verb=verb, hurried=hurried))
        return made[-1]

    yield start
    for each in made:
        each.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Return a table for tests that begin their own match."""
    with TableServer(tmp_path_factory.mktemp("table"), "--seed", "1", hurried=True) as made:
        yield made


@pytest.fixture(scope="module", params=["server", pytest.param("site", marks=pytest.mark.longer)])
def owners(
    request: pytest.FixtureRequest, browser: Browser, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Visits]:
    """Return the visits of the owner's page, which all tests of a file share, in either shell."""
    made = Visits(browser)
    if request.param == "server":
        made.open(request.getfixturevalue("shared").link())
        yield made
    else:
        with StaticSite(tmp_path_factory.mktemp("site")) as site:
            made.open(site.link())
            yield made
    made.close()


@pytest.fixture
def page(owners: Visits) -> Iterator[TablePage]:
    """Return the owner's page of the shared table, in English; each test begins its own match."""
    made = owners.pages[0]
    yield made
    if made.page.locator("html").get_attribute("lang") != "en":
        made.speak("en")
    assert not owners.faults, "\n".join(owners.faults)
