"""What the plans are made from: their tests run when one of these files has changed (tests/sources.py)."""

import pytest

PLANS = pytest.mark.made_from(
    "hardware/tierce_plans/*",
    "hardware/tables/*",
    "firmware/*",
    *(f"host_tools/tierce_tools/{room}/*" for room in ("base", "board", "cli", "description", "twin")),
    "host_tools/*.po",
    "tests/hardware/hw_*.py",
)
