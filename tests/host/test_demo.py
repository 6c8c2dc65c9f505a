"""`tierce demo`: matches in the browser, one of them playing; or one through the firmware, here."""

import asyncio
import json
import os
import signal
import sys
from pathlib import Path

from processes import PATIENCE, run_text
from verbs import complaint
from webclient import Client, Page, running

from tierce_tools.base.paths import games
from tierce_tools.cli.demo import FIRST

# Blocks all connections: the demo needs none.
OFFLINE = """
import socket, sys
def nowhere(*args, **options):
    raise AssertionError("the demo connects to somewhere")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = nowhere
from tierce_tools.cli.main import run
sys.argv[:] = ["tierce", *sys.argv[1:]]
run()
"""


def test_once_plays_a_match_through_the_firmware_and_ends_with_the_score_sheet():
    env = {**os.environ, "COLUMNS": "80", "TERM": "dumb"}
    done = run_text(sys.executable, "-c", OFFLINE, "demo", "--once", env=env, patience=2 * PATIENCE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.rstrip().splitlines()
    # The totals of the match as recorded.
    outcomes = [json.loads(line) for line in (games() / f"{FIRST}.expected.jsonl").read_text("utf-8").splitlines()]
    totals = [each["totals"] for each in outcomes if each["event"] == "round"][-1]
    assert lines[-2].replace("│", " ").split() == ["total", *map(str, totals)]
    assert len(lines) > 30  # the turns


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
