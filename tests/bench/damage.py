"""Damage to the journal: how often the totals of a match change without a word.

Each trial damages what a board's flash holds of matches in play, and starts the table on it.
"""

import argparse
import random
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "table"))

from damaging import DAMAGES, GAMES, Played, tried


def main() -> int:
    """Run the benchmark; return 1 if a total changed silently."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--trials", type=int, default=10000, help="how many damages")
    parser.add_argument("--seed", type=int, help="the same again")
    options = parser.parse_args()
    seed = random.SystemRandom().randrange(1 << 30) if options.seed is None else options.seed
    print("seed", seed)
    dice = random.Random(seed)
    moments = [moment for game in GAMES for moment in Played([game, game], dice).moments]
    found = {damage.__name__: Counter[str]() for damage in DAMAGES}
    for number in range(options.trials):
        damage = DAMAGES[number % len(DAMAGES)]
        found[damage.__name__][tried(dice.choice(moments), damage, dice)] += 1
    print(f"{len(moments)} moments of {len(GAMES)} games")
    print(f"{'damage':8}{'trials':>8}{'right':>8}{'asked':>8}{'wrong':>8}")
    for name, counts in found.items():
        row = [counts.total(), counts["same"], counts["asked"], counts["wrong"]]
        print(f"{name:8}" + "".join(f"{each:8}" for each in row))
    wrong = sum(counts["wrong"] for counts in found.values())
    print(f"{wrong} of {options.trials} changed the totals without a word")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
