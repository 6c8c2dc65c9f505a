"""`tierce demo`: matches in the browser, one of them playing; or one through the firmware, here."""

import json
import os
from unittest.mock import Mock

import pytest
import ring
from verbs import complaint, tierce_here

from tierce_tools.base.paths import games
from tierce_tools.cli.demo import FIRST
from tierce_tools.virtual.playback import recorded


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


def test_the_page_plays_the_first_match_at_the_speed_that_is_asked_for(monkeypatch: pytest.MonkeyPatch):
    """That it plays at once: tests/browser/test_browser_matches.py."""
    monkeypatch.setattr("tierce_tools.cli.demo.serve", served := Mock())
    assert tierce_here("demo", "--headless", "--speed", "50").returncode == 0
    play, playback = served.call_args.args[1]
    assert (play["log"], playback["speed"]) == (FIRST, 50)
    assert FIRST in {each["name"] for each in recorded()}


def test_what_is_wrong_is_said_in_one_line():
    for args in (["--speed", "0"], ["--speed", "fast"], ["--page-port", "99999"], ["game"]):
        assert complaint("demo", "--headless", *args)
