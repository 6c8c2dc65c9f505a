"""The peer of `tierce hint` in the benchmark: a similar line filter around OpenSpiel.

Reads questions of gin and writes the least deadwood. It checks nothing and looks for neither melds
nor a discard: as fast as such a filter can be with the standard json module.
"""

import json
import sys

from pyspiel.gin_rummy import GinRummyUtils

RANKS = "A23456789TJQK"
SUITS = "SCDH"  # in OpenSpiel's order
IDS = {rank + suit: SUITS.index(suit) * 13 + RANKS.index(rank) for suit in SUITS for rank in RANKS}


def main() -> None:
    """Answer the lines of standard input."""
    loads, dumps, write = json.loads, json.dumps, sys.stdout.write
    min_deadwood = GinRummyUtils(13, 4, 10).min_deadwood
    for line in sys.stdin:
        hand = [IDS[code] for code in loads(line)["hand"]]
        write(dumps({"deadwood": min_deadwood(hand)}) + "\n")


if __name__ == "__main__":
    main()
