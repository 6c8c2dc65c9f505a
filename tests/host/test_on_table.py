"""`tierce replay --on-table`: a recorded game at the modelled table, refereed by the firmware."""

import importlib
import json
import signal
from pathlib import Path
from typing import Any

import pytest
from verbs import complaint, tierce_here

from tierce.cards import code
from tierce_tools.base.paths import board_module, games
from tierce_tools.base.texts import languages
from tierce_tools.cli.server import learning
from tierce_tools.virtual.board import config_for
from tierce_tools.virtual.on_table import OnTable


def plain(text: str) -> list[dict]:
    """Return outcomes without what differs at a table: times, the order of cards in a reason, cards in two places."""
    found = [each for each in map(json.loads, text.splitlines()) if each.get("code") != "duplicate_card"]
    return [{key: each[key] for key in each if key not in ("t", "why", "figures")} for each in found]


LONGER = ("rami7-1", "manipulation-1", "rulings-undo-rami51")


@pytest.mark.parametrize("name", ["gin-1", *(pytest.param(each, marks=pytest.mark.longer) for each in LONGER)])
def test_the_table_says_what_the_replay_says(name: str):
    done = tierce_here("replay", "--on-table", "--json", games() / f"{name}.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
    assert plain(done.stdout) == plain((games() / f"{name}.expected.jsonl").read_text("utf-8"))


@pytest.mark.parametrize("language", languages())
def test_the_table_speaks_a_language_that_it_knows(language: str):
    check = board_module("app.config").check
    header = json.loads((games() / "rami7-1.jsonl").read_text("utf-8").partition("\n")[0])
    assert check(config_for(header, language)) == []
    assert check(learning(config_for(header, "en"), language)) == []


def test_ctrl_c_waits_until_the_board_rests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Inside a driver it would come out as another error, which the board takes for its own, and plays on."""
    chip = importlib.import_module("tierce_tools.twin.pn5180").Pn5180
    begin, sent = chip._begin, iter([signal.SIGINT])

    def interrupted(self: Any, out: bytes) -> None:
        self._frame = b""
        for number in sent:
            signal.raise_signal(number)
        begin(self, out)

    monkeypatch.setattr(chip, "_begin", interrupted)
    header = json.loads((games() / "rami7-1.jsonl").read_text("utf-8").partition("\n")[0])
    with pytest.raises(KeyboardInterrupt):
        OnTable(header, "en", tmp_path)
    assert not list(sent)


@pytest.mark.longer
def test_more_zones_than_a_table_can_have():
    log = [
        {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0},
        {"t": 0, "seat": 0, "press": "deal"},
        *({"t": 9 * n, "zone": f"meld{n + 1}", "in": [code(n)]} for n in range(52)),
    ]
    done = tierce_here("replay", "--on-table", "-", stdin="".join(json.dumps(each) + "\n" for each in log))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "the modelled table has no zone" in done.stderr


def test_melds_are_not_shown_there():
    assert complaint("replay", "--on-table", "--melds", games() / "rami7-1.jsonl")
