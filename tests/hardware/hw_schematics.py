"""The modules of hardware/schematics for the tests, which are skipped without KiCad's symbols.

    from hw_schematics import circuits
"""

# ruff: noqa: E402 - these modules are in a folder that is found first

import importlib.util
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "hardware" / "schematics"
if str(FOLDER) not in sys.path:
    sys.path.insert(0, str(FOLDER))

for need in ("skidl",):
    if importlib.util.find_spec(need) is None:
        pytest.skip(f"{need} isn't installed: pip install -e .[dev]", allow_module_level=True)

import quiet

if not quiet.available():
    pytest.skip(
        f"KiCad 6's symbols aren't in {quiet.SYMBOLS}: apt install kicad-symbols",
        allow_module_level=True,
    )

import circuits
import erc
import own_footprint
import own_symbols
import parts

from tierce_tools.description import tables

__all__ = [
    "CONFIG", "FOLDER", "ROOT", "TABLES", "circuits", "erc", "own_footprint", "own_symbols",
    "parts", "quiet",
]  # fmt: skip

CONFIG = "firmware/config.json"
TABLES = {name: tables.load(name, "en") for name in tables.names()}
TABLES[CONFIG] = tables.load(str(ROOT / CONFIG), "en")
