"""What the linter lets pass: functions that were too complex when the limit came. They only become fewer."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPLEX = 11


def test_no_other_function_is_let_pass():
    """Ruff itself reports a `noqa` that is no longer needed."""
    found = [
        f"{path.relative_to(ROOT)}: {name}"
        for folder in ("firmware", "host_tools", "hardware", "tests")
        for path in (ROOT / folder).rglob("*.py")
        for name in re.findall(r"^ *def (\w+)\(.*# noqa: C901$", path.read_text("utf-8"), re.M)
    ]
    assert len(found) == COMPLEX, found
