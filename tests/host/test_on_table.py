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


def run(*args: str, given: str = "") -> tuple[int, str, str]:
    done = tierce_here("replay", "--on-table", *args, stdin=given)
    return done.returncode, done.stdout, done.stderr


def plain(text: str) -> list[dict]:
    """Return outcomes without the parts that differ between a table and a log.

    These are times, the order of cards that were laid at once in a refusal, and warnings of cards
    in two places, which some logs have for a moment.
    """
    found = [json.loads(line) for line in text.splitlines()]
    found = [outcome for outcome in found if outcome.get("code") != "duplicate_card"]
    for outcome in found:
        del outcome["t"]
        outcome.pop("why", None)
        outcome.pop("figures", None)
    return found


LONGER = ("rami7-1", "manipulation-1", "rulings-undo-rami51")


@pytest.mark.parametrize("name", ["gin-1", *(pytest.param(each, marks=pytest.mark.longer) for each in LONGER)])
def test_the_table_says_what_the_replay_says(name: str):
    log = games() / f"{name}.jsonl"
    code, out, err = run("--json", str(log))
    assert (code, err) == (0, "")
    assert plain(out) == plain((games() / f"{name}.expected.jsonl").read_text("utf-8"))


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
def test_more_zones_than_a_table_can_have(tmp_path: Path):
    log = [
        {"tierce": 1, "game": "rami51", "players": ["Ana", "Luc"], "dealer": 0},
        {"t": 0, "seat": 0, "press": "deal"},
        *({"t": 9 * n, "zone": f"meld{n + 1}", "in": [code(n)]} for n in range(52)),
    ]
    done, _, err = run("-", given="".join(json.dumps(each) + "\n" for each in log))
    assert done == 2
    assert err.count("\n") == 1
    assert "the modelled table has no zone" in err


def test_melds_are_not_shown_there():
    assert complaint("replay", "--on-table", "--melds", games() / "rami7-1.jsonl")
