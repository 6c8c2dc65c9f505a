"""`tierce demo`: matches in the browser, one of them playing; or one through the firmware, here."""

import asyncio
import json
import os
import signal
from pathlib import Path
from unittest.mock import Mock

import pytest
import ring
from verbs import complaint, tierce_here
from webclient import Client, Page, running

from tierce_tools.base.paths import games
from tierce_tools.cli.demo import FIRST


def test_once_plays_a_match_through_the_firmware_and_ends_with_the_score_sheet(monkeypatch: pytest.MonkeyPatch):
    """In `make test` a shorter match; without any connection, as the demo needs none."""
    match = FIRST if ring.ALL else "changes-short-count-gin"
    monkeypatch.setattr("tierce_tools.cli.demo.FIRST", match)
    for each in ("socket.connect", "socket.connect_ex"):
        monkeypatch.setattr(f"socket.{each}", Mock(side_effect=AssertionError("the demo connects to somewhere")))
    done = tierce_here("demo", "--once", env={**os.environ, "COLUMNS": "80", "TERM": "dumb"})
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.rstrip().splitlines()
    # The totals of the match as recorded.
    outcomes = [json.loads(line) for line in (games() / f"{match}.expected.jsonl").read_text("utf-8").splitlines()]
    totals = [each["totals"] for each in outcomes if each["event"] == "round"][-1]
    assert lines[-2].replace("│", " ").split() == ["total", *map(str, totals)]
    assert len(lines) > len(outcomes) + 4  # the turns


def test_the_page_plays_a_match_at_once(tmp_path: Path):
    with running("demo", "--headless", "--speed", "50", TMPDIR=str(tmp_path)) as verb:

        async def watch(link: str) -> None:
            async with Client(link).open() as ws:
                page = Page(ws)
                await page.until(lambda sections: True)
                recorded = page.sections["table"]["recorded"]
                assert FIRST in {each["name"] for each in recorded}
                families = {"rami51", "rami30", "rami7", "chamberliens", "gin", "manipulation"}
                assert families <= {each["game"] for each in recorded}
                playback = page.sections["playback"]
                assert (playback["name"], playback["speed"]) == (FIRST, 50)
                await page.do("settle", ms=15_000)
                assert page.sections["playback"]["at"] > 4
                assert page.sections["match"]

        asyncio.run(watch(verb.link()))
        assert verb.end(signal.SIGTERM) == 0
        assert not list(tmp_path.glob("tierce-*"))


def test_what_is_wrong_is_said_in_one_line():
    for args in (["--speed", "0"], ["--speed", "fast"], ["--page-port", "99999"], ["game"]):
        assert complaint("demo", "--headless", *args)
