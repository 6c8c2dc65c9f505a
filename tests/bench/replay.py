"""Benchmark of `tierce replay`: throughput beside json.loads, growth, peak memory.

    make bench                       logs of 10^3 to 10^6 events
    make bench ARGS="--events 5"     up to 10^5

Figures are of one run on one machine. The ratio compares refereeing a line (reading it, judging,
writing the outcomes) with json.loads of the same line, in interleaved rounds; medians are printed.
"""

import argparse
import io
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from players import Players

from tierce.outcomes import line
from tierce_tools.base.paths import games
from tierce_tools.logs.reader import records
from tierce_tools.logs.replay import steps

ROUNDS = 7
GAMES = ("chamberliens", "rami51", "rami30", "rami7", "gin", "manipulation")


def seconds(work: Callable[[], None]) -> float:
    """Return the seconds that `work` takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def throughput(name: str, log: bytes) -> None:
    """Print events per second of one log, and the ratio to json.loads."""
    lines = log.splitlines()
    times = max(1, 20_000 // len(lines))

    def parse() -> None:
        for _ in range(times):
            for each in lines:
                json.loads(each)

    def replay() -> None:
        for _ in range(times):
            for step in steps(records(io.BytesIO(log))):
                for outcome in step.outcomes:
                    line(outcome)

    parsed: list[float] = []
    replayed: list[float] = []
    for _ in range(ROUNDS):
        parsed.append(seconds(parse))
        replayed.append(seconds(replay))
    events = times * len(lines)
    rate = events / statistics.median(replayed)
    ratios = [ours / theirs for ours, theirs in zip(replayed, parsed, strict=True)]
    print(
        f"{name:18}{len(lines):>7} lines {rate:>10,.0f} events/s   "
        f"{statistics.median(ratios):5.1f} times json.loads "
        f"({min(ratios):.1f} to {max(ratios):.1f})"
    )


def long_log(folder: Path, events: int) -> Path:
    """Write a log with `events` events of one continuing match; return its path."""
    players = Players("rami51", "bench", seats=4, rules={"target": 1_000_000}, honest=True)
    path = folder / f"{events}.jsonl"
    with path.open("w", encoding="utf-8") as file:
        written = 0
        while written < events:
            players.play(100)
            for event in players.log[: events - written]:
                file.write(json.dumps(event, ensure_ascii=False, separators=(",", ":")) + "\n")
            written += len(players.log)
            players.log.clear()
            players.outcomes.clear()
    return path


def growth(largest: int) -> None:
    """Print time and peak memory of the whole command for logs of growing size."""
    print("\nevents     seconds   us/event   peak memory (whole process)")
    with tempfile.TemporaryDirectory() as folder:
        for power in range(3, largest + 1):
            path = long_log(Path(folder), 10**power)
            command = [sys.executable, "-m", "tierce_tools.cli.main", "replay", "--json", str(path)]
            begun = time.perf_counter()
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            took = time.perf_counter() - begun
            assert status == 0
            print(f"10^{power} {took:>13.2f} {took / 10**power * 1e6:>10.1f} {usage.ru_maxrss / 1024:>14.1f} MiB")


def main() -> None:
    """Run the benchmark."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--events", type=int, default=6, help="largest log: 10 to this power")
    largest = parser.parse_args().events
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores\n")
    for game in GAMES:
        for number in (2, 4):
            path = games() / f"{game}-{number}.jsonl"
            throughput(path.stem, path.read_bytes())
    growth(largest)


if __name__ == "__main__":
    main()
