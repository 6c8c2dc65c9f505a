"""How the page packs the melds on a narrow felt: static/packing.js, run by Node."""

import json

from processes import run_text

from tierce_tools.base import npm
from tierce_tools.page import STATIC

ASK = """
const { spansOf } = await import(process.argv[1]);
console.log(JSON.stringify(JSON.parse(process.argv[2]).map(([cards, cols]) => spansOf(cards, cols, 370))));
"""
# Cards of each meld, columns; then the columns of each meld, and the rows.
PACKED = [
    *(([3, 4, 0], 4, [1, 1, 1], 1), ([9, 3, 3], 2, [1, 1, 1], 2), ([9, 3, 3], 4, [2, 1, 1], 1)),
    *(([3, 9, 3, 13], 5, [1, 3, 1, 3], 2), ([3, 3, 13], 3, [1, 1, 2], 2)),
]


def test_a_long_meld_takes_several_columns() -> None:
    """On a felt of 370 px: a meld of n cards has 36 + 14 (n - 1) px at least."""
    module = (STATIC / "packing.js").as_uri()
    done = run_text(*npm.tool("node"), "--input-type=module", "-e", ASK, module, json.dumps(PACKED))
    for (cards, cols, spans, rows), found in zip(PACKED, json.loads(done.stdout), strict=True):
        assert (found["spans"], found["rows"]) == (spans, rows), cards
        for count, span in zip(cards, found["spans"], strict=True):
            assert span == cols or span * found["column"] + (span - 1) * 7 >= 36 + 14 * (count - 1)
