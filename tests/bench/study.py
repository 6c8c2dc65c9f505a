"""Benchmark of `tierce study`: turns a second of one process, and what takes the time.

    make bench-study
    make bench-study ARGS="--seconds 20 --game rami51"

Each game is played by good computer players for some seconds. Then some rounds are played once more
under a profiler, for the share of the time in the search for what a hand can lay, in the copies of
the match on which the players try their moves, in the players' own choices, and in the referee.
"""

import argparse
import cProfile
import platform
import time
from collections import Counter
from collections.abc import Callable
from functools import partial

from tierce.presets import PRESETS
from tierce_tools.study.rounds import Setting, play

# A part of the work -> the files that do it.
PARTS = {
    "search": ("/tierce/arrange/", "/tierce/hints.py"),
    "copies": ("/players/moves.py", "/copy.py"),
    "players": ("/tierce_tools/players/",),
    "referee": ("/tierce/",),
}
ROUNDS = 12  # under the profiler


def turns_a_second(setting: Setting, seconds: float) -> float:
    """Return how many turns a second are played, in as many rounds as take `seconds` at least."""
    turns = number = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        played = play(setting, range(number, number + 1)).turns
        turns += sum(many * times for many, times in played.items())  # those without a score have none
        number += 1
    return turns / (time.perf_counter() - begun)


def part_of(file: str) -> str:
    """Return the part of the work that a file does, "" for none of them."""
    return next((part for part, ends in PARTS.items() if any(end in file for end in ends)), "")


def shares(work: Callable[[], object]) -> dict[str, float]:
    """Return which share of the time of `work` each part takes; built-ins for their caller."""
    profile = cProfile.Profile()
    profile.runcall(work)
    profile.create_stats()
    took: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, callers) in profile.stats.items():
        if file == "~":
            for (caller, _, _), (_, _, part, _) in callers.items():
                took[part_of(caller)] += part
        else:
            took[part_of(file)] += own
    return {part: took[part] / took.total() for part in PARTS}


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description="How fast `tierce study` plays.")
    parser.add_argument("--seconds", type=float, default=5, help="for each game")
    parser.add_argument("--game", choices=sorted(PRESETS), action="append")
    asked = parser.parse_args()
    print(f"CPython {platform.python_version()}; turns of all seats, one process")
    print(f"{'game':16}{'turns/s':>9}" + "".join(f"{part:>9}" for part in PARTS))
    for game in asked.game or sorted(PRESETS):
        least, most, *_ = PRESETS[game]["seats"]
        setting = Setting(game, ("good",) * max(least, min(3, most)), {}, 1)
        rate = turns_a_second(setting, asked.seconds)
        parts = shares(partial(play, setting, range(ROUNDS)))
        told = "".join(f"{share:9.0%}" for share in parts.values())
        print(f"{game:16}{rate:9.0f}{told}", flush=True)


if __name__ == "__main__":
    main()
