"""Recorded matches played back on the page."""

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tablepage import MS, TablePage, TableServer, Visits
from test_browser_rounds import outcomes_of

from tierce.outcomes import keys
from tierce_tools import paths
from tierce_tools.logs.replay import steps
from tierce_tools.virtual import playback


def sheet_of(name: str) -> tuple[list[list[int]], list[int]]:
    """Return the score sheet of a recorded match from its replay."""
    rounds: list[list[int]] = []
    totals: list[int] = []
    with (paths.games() / f"{name}.jsonl").open("rb") as stream:
        for step in steps(stream):
            for outcome in step.outcomes:
                values = dict(zip(keys(outcome), outcome[2:], strict=True))
                if outcome[0] == "round":
                    rounds.append(values["scores"])
                if outcome[0] in ("round", "match"):
                    totals = values["totals"]
    return rounds, totals


def names(page: TablePage) -> list[str]:
    options = page.locator("#recorded option")
    expect(options.first).to_be_attached(timeout=MS)
    return [value for each in options.all() if (value := each.get_attribute("value"))]


def start(page: TablePage, name: str, speed: int = 100) -> None:
    page.locator("#recorded").select_option(name)
    page.watch()
    page.until(lambda: at(page)[0] < at(page)[1], f"{name} begins")
    page.locator("#speed").select_option(str(speed))


def at(page: TablePage) -> tuple[int, int]:
    bar = page.locator("#playback")
    return int(bar.get_attribute("data-at") or 0), int(bar.get_attribute("data-of") or 0)


def test_the_demo_plays_at_once(
    tables: Callable[..., TableServer], visits: Visits
) -> None:
    page = visits.open(tables(verb="demo").link())
    expect(page.locator("#playback")).to_be_visible(timeout=MS)
    expect(page.locator("#playback")).to_have_attribute("data-paused", "false", timeout=MS)
    page.until(lambda: at(page)[0] > 1, "the first events")
    assert len(names(page)) >= 3


@pytest.mark.longer
def test_a_recorded_match_ends_with_the_sheet_of_its_replay(page: TablePage) -> None:
    name = next(name for name in names(page) if name.endswith("rami7"))
    start(page, name)
    page.until(lambda: at(page)[0] == at(page)[1] and not page.busy(), f"the end of {name}", 300)
    wanted = sheet_of(name)
    page.until(lambda: page.sheet() == wanted, f"the sheet {wanted}")
    rounds = [each for each in outcomes_of(page.log()) if each["event"] == "round"]
    assert [each["scores"] for each in rounds] == wanted[0]


def test_a_log_from_ones_own_computer_is_played(page: TablePage, tmp_path: Path) -> None:
    own = tmp_path / "evening.jsonl"
    lines = (paths.games() / "demo-rami7.jsonl").read_text().splitlines(keepends=True)
    own.write_text("".join(lines[:12]))
    page.locator("#open").set_input_files(own)
    page.until(lambda: at(page)[1] == 11, "a log of 11 events")
    page.locator("#speed").select_option("100")
    page.until(lambda: at(page) == (11, 11), "its end")
    assert [each for each in page.log() if "t" not in each or each["t"] >= 0]
    bad = tmp_path / "bad.jsonl"
    bad.write_text("{}\nno log\n")
    page.locator("#open").set_input_files(bad)
    expect(page.locator("#notice")).to_contain_text("bad.jsonl", timeout=MS)


@pytest.mark.longer
def test_a_file_that_is_too_large_is_refused_and_names_are_as_long_as_they_may_be(
    page: TablePage, tmp_path: Path
) -> None:
    """Page and table accept the same file sizes and name lengths."""
    notice = page.locator("#notice")
    sizes = (5 << 20, playback.LONGEST + 1, playback.LONGEST)
    for size, said in zip(sizes, ("too large", "too large", "large2.jsonl"), strict=True):
        large = tmp_path / f"large{sizes.index(size)}.jsonl"
        large.write_bytes(b" " * size)
        notice.evaluate("(notice) => { notice.textContent = ''; }")  # the one before
        page.locator("#open").set_input_files(large)
        expect(notice).to_contain_text(said, timeout=MS)
    page.click("#new")
    for name in page.locator("#new-players input").all():
        assert name.get_attribute("maxlength") == str(playback.LONGEST_NAME) == "12"
    page.click("#new-cancel")


@pytest.mark.longer
def test_pause_step_and_stop(page: TablePage) -> None:
    start(page, names(page)[0], 1)
    bar = page.locator("#playback")
    page.click("#pause")
    expect(bar).to_have_attribute("data-paused", "true", timeout=MS)
    before = at(page)[0]
    for more in range(1, 4):
        page.click("#step")
        page.until(lambda more=more: at(page)[0] == before + more, f"{more} steps further")
    page.click("#pause")
    expect(bar).to_have_attribute("data-paused", "false", timeout=MS)
    page.locator("#speed").select_option("100")
    expect(bar).to_have_attribute("data-speed", "100", timeout=MS)
    page.until(lambda: at(page)[0] > before + 5, "it plays on")
    page.click("#stop")
    page.until(lambda: not page.busy(), "it has stopped")
    page.begin("gin", seed=1)  # the page plays by hand again
    page.deal()
