"""Paths for the tests' helper modules; lets pytest collect the rules tests."""

import atexit
import os
import shutil
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
# `players` for the tests here; `play` for the rules tests, which use no packages.
sys.path[:0] = [str(HERE), str(HERE / "rules")]

# Tests never write to the user's own data folder.
_data = tempfile.mkdtemp(prefix="tierce-tests-")
atexit.register(shutil.rmtree, _data, True)
os.environ["XDG_DATA_HOME"] = _data
for _own in ("TIERCE_TABLES", "TIERCE_STORE"):
    os.environ.pop(_own, None)

collect_ignore = ["rules/board"]
