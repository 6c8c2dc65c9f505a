"""pytest's own: where the tests' helpers lie, and the rules tests as pytest collects them."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
# `players` for the tests here, `play` for the rules tests, which know no packages.
sys.path[:0] = [str(HERE), str(HERE / "rules")]

collect_ignore = ["rules/board"]
