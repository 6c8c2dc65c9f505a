"""The peer of `tierce hint` in the benchmark: the same filter of lines around OpenSpiel.

Reads questions of gin and writes the least deadwood. Nothing is checked, and neither melds nor a
discard are looked for: that is as fast as such a filter gets with the standard json module.
"""

import json
import sys

from pyspiel.gin_rummy import GinRummyUtils

RANKS = "A23456789TJQK"
SUITS = "SCDH"  # in OpenSpiel's order
IDS = {rank + suit: SUITS.index(suit) * 13 + RANKS.index(rank) for suit in SUITS for rank in RANKS}


def main() -> None:
    """Answer standard input, line by line."""
    loads, dumps, write = json.loads, json.dumps, sys.stdout.write
    min_deadwood = GinRummyUtils(13, 4, 10).min_deadwood
    for line in sys.stdin:
        hand = [IDS[code] for code in loads(line)["hand"]]
        write(dumps({"deadwood": min_deadwood(hand)}) + "\n")


if __name__ == "__main__":
    main()
