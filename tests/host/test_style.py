"""What the linter lets pass: functions that were too complex when the limit came. The list only shrinks."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMPLEX = {
    "firmware/app/journal/resume.py": {"replay"},
    "firmware/app/journal/segments.py": {"_look"},
    "firmware/app/people/menu.py": {"rows"},
    "firmware/app/people/pressing.py": {"_do"},
    "firmware/app/sensing/presence.py": {"took"},
    "firmware/tierce/arrange/ranks.py": {"_from"},
    "firmware/tierce/games/laying.py": {"judge"},
    "firmware/tierce/games/manipulation.py": {"judge"},
    "firmware/tierce/log.py": {"from_log"},
    "host_tools/tierce_tools/logs/matches.py": {"_of_journal"},
    "tests/firmware/test_legal_laying.py": {"make_turn"},
}


def test_no_other_function_is_let_pass():
    """Ruff itself reports a `noqa` that is no longer needed."""
    found: dict[str, set[str]] = {}
    for folder in ("firmware", "host_tools", "hardware", "tests"):
        for path in (ROOT / folder).rglob("*.py"):
            names = re.findall(r"^ *def (\w+)\(.*# noqa: C901$", path.read_text("utf-8"), re.M)
            if names:
                found[path.relative_to(ROOT).as_posix()] = set(names)
    assert found == COMPLEX
