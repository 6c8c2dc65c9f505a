"""pytest's own: where the tests' helpers lie, and the rules tests as pytest collects them."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
# `players` for the tests here, `play` for the rules tests, which know no packages.
sys.path[:0] = [str(HERE), str(HERE / "rules")]

# No test writes where the user's own games lie.
_data = tempfile.mkdtemp(prefix="tierce-tests-")
atexit.register(shutil.rmtree, _data, True)
os.environ["XDG_DATA_HOME"] = _data
for _own in ("TIERCE_TABLES", "TIERCE_STORE"):
    os.environ.pop(_own, None)

collect_ignore = ["rules/board"]
