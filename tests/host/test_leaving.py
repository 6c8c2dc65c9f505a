"""Verbs that stay end at Ctrl-C at every moment: while they load, begin, serve and end."""

import os
import random
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
import ring
from mosquitto import Broker
from processes import STDOUT, Process

from tierce_tools.base.scratch import Scratch
from tierce_tools.cli.leaving import interrupt, left_by_signals

pytestmark = pytest.mark.skipif(os.name != "posix", reason="such signals are Posix's")

# Runs `tierce`; the n-th call of a function in the main thread is interrupted by a signal, from its entry on.
AT_CALL = """
import os, signal, sys
left, begun = int(sys.argv.pop(1)), False
def count(frame, event, argument):
    global left, begun
    begun = begun or frame.f_code.co_filename.endswith("entry.py")
    if begun and event == "call":
        left -= 1
        if not left:
            sys.setprofile(None)
            os.kill(os.getpid(), signal.SIGINT)
sys.setprofile(count)
from tierce_tools.cli.entry import run
run()
"""
STAYING = {
    "club": ["club", "--store", "{folder}/games.db", "--broker", "{broker}"],
    "table": ["table", "--headless"],
    "demo": ["demo", "--headless"],
    "once": ["demo", "--once"],
    "publish": ["publish", "--port", "modelled", "--name", "t", "--broker", "{broker}"],
    "watch": ["watch", "--port", "modelled"],
}
CALLS = 1_500_000  # some more than `table` makes until it serves


@pytest.mark.parametrize("verb", ["club", *ring.longer(*list(STAYING)[1:])])
def test_a_verb_ends_wherever_it_is_interrupted(verb: str, broker: Broker, tmp_path: Path):
    random_calls = (round(CALLS ** random.Random(seed).uniform(0.2, 1)) for seed in ring.seeds(verb, 1, 20))
    for at in (100, *random_calls):  # the first one while the handlers of signals are loaded
        words = [word.format(folder=tmp_path, broker=broker.url()) for word in STAYING[verb]]
        env = {**os.environ, "TMPDIR": str(tmp_path), "TIERCE_TABLES": str(tmp_path / "kept"), "TIERCE_LANG": "en"}
        with Process(sys.executable, "-c", AT_CALL, str(at), *words, env=env, stderr=STDOUT) as process:
            process.out.line()  # it has begun, or ended
            code = process.end()
            assert code in (0, 130), f"after {at} calls"
            assert "Traceback" not in process.out.rest()
        assert not list(tmp_path.glob("tierce-*"))  # no file is left behind


def test_a_signal_is_held_until_it_is_asked_for():
    said: list[str] = []
    with left_by_signals() as leaving:
        signal.raise_signal(signal.SIGTERM)
        said.append("goes on")
        with leaving.at_once(lambda: said.append("at once")):
            signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        said.append("goes on")
        leaving.check()
        said.append("never")
    assert said == ["goes on", "at once", "at once", "goes on"]
    signal.raise_signal(signal.SIGTERM)  # what comes later does not disturb the end
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_a_block_that_was_not_left_gives_signals_back():
    before = signal.getsignal(signal.SIGINT)
    with left_by_signals() as leaving, leaving.at_once(interrupt):
        assert signal.getsignal(signal.SIGINT) is leaving
    assert signal.getsignal(signal.SIGINT) is before


def test_no_temporary_folder_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def hit(name: str) -> Callable[..., object]:
        real: Callable[..., object] = getattr(os, name)

        def interrupted(*args: object, **how: object) -> object:
            found = real(*args, **how)
            signal.raise_signal(signal.SIGINT)
            return found

        return interrupted

    def used() -> None:
        with Scratch() as folder:
            Path(folder, "file").touch()

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    for name in ("mkdir", "rmdir", "unlink"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, hit(name))
            with pytest.raises(KeyboardInterrupt):
                used()
        assert not list(tmp_path.iterdir()), name


def test_what_is_ignored_stays_ignored():
    """As under nohup, or in the background of a script."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        with left_by_signals() as leaving:
            signal.raise_signal(signal.SIGHUP)
            leaving.check()
    finally:
        signal.signal(signal.SIGHUP, before)
