"""Benchmark of `tierce study`: turns a second of one process.

    make bench-study
    make bench-study ARGS="--seconds 20 --game rami51"

Each game is played by good computer players for some seconds.
"""

import argparse
import platform
import time

from tierce.presets import PRESETS
from tierce_tools.study.rounds import Setting, play


def turns_a_second(setting: Setting, seconds: float) -> float:
    """Return how many turns a second are played, in as many rounds as take `seconds` at least."""
    turns = number = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        played = play(setting, range(number, number + 1)).turns
        turns += sum(many * times for many, times in played.items())  # those without a score have none
        number += 1
    return turns / (time.perf_counter() - begun)


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(description="How fast `tierce study` plays.")
    parser.add_argument("--seconds", type=float, default=5, help="for each game")
    parser.add_argument("--game", choices=sorted(PRESETS), action="append")
    asked = parser.parse_args()
    print(f"CPython {platform.python_version()}; turns of all seats, one process")
    for game in asked.game or sorted(PRESETS):
        least, most, *_ = PRESETS[game]["seats"]
        setting = Setting(game, ("good",) * max(least, min(3, most)), {}, 1)
        print(f"{game:16}{turns_a_second(setting, asked.seconds):9.0f}", flush=True)


if __name__ == "__main__":
    main()
