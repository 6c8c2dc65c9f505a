"""The same log gives the same bytes on CPython and on every MicroPython: LOG.md."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from players import random_log

from tierce_tools import vm
from tierce_tools.paths import engine, games

# What `tierce replay --json --melds` does, in MicroPython: its own json, its own strings.
REPLAY = """
import json, sys
from tierce.outcomes import line
from tierce.referee import Referee
for name in open("names.txt"):
    name = name.strip()
    print(json.dumps({"file": name}).replace(" ", ""))
    with open("logs/" + name) as log:
        referee = Referee(json.loads(log.readline()), sys.argv[1], True)
        for text in log:
            for outcome in referee.feed(json.loads(text)):
                print(line(outcome))
"""
GAMES = ("chamberliens", "rami51", "rami30", "rami7", "gin", "manipulation")
# Hundreds of matches in all; each of its own seed, which is its name.
SEEDS = 50
TURNS = 40


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all sample logs and the random ones."""
    folder = tmp_path_factory.mktemp("logs")
    for sample in games().glob("*.jsonl"):
        if not sample.name.endswith(".expected.jsonl"):
            (folder / sample.name).write_bytes(sample.read_bytes())
    for game in GAMES:
        for seed in range(SEEDS):
            log, _ = random_log(game, f"bytes-{seed}", turns=TURNS)
            text = "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in log)
            (folder / f"{game}-seed{seed}.jsonl").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("machine", vm.find(), ids=str)
def test_the_same_bytes(machine: vm.Vm, language: str, logs: Path):
    names = sorted(path.name for path in logs.iterdir())
    assert len(names) > len(GAMES) * SEEDS
    if language == "fr":  # only the words differ: a part will do
        names = names[::5]
    command = [sys.executable, "-m", "tierce_tools.cli.main", "replay", "--json", "--melds"]
    here = subprocess.run(
        [*command, "--lang", language, *names], cwd=logs, capture_output=True, check=False
    )
    assert here.returncode == 0, here.stderr
    files = {"tierce": engine(), "logs": logs, "names.txt": "\n".join(names).encode()}
    there = machine.run(REPLAY, files, ["."], [language])
    assert there.returncode == 0, there.stderr
    # By lines first, for a failure that can be read; the seed is the file's name.
    file = ""
    for ours, theirs in zip(
        here.stdout.decode().splitlines(), there.stdout.splitlines(), strict=False
    ):
        file = ours if ours.startswith('{"file"') else file
        assert ours == theirs, file
    assert here.stdout == there.stdout.encode()
    assert here.stdout.count(b'"event":"turn"') > 1000
