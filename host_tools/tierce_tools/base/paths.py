"""Finds the files of this package that are not its Python modules.

An installed wheel and a git checkout keep them in different places; only this module knows.
"""

import importlib
import os
import sys
from pathlib import Path
from typing import Any

_HERE = Path(__file__).resolve().parents[1]  # the package's folder


def engine() -> Path:
    """The folder of the rules engine, package `tierce`."""
    return _either(_HERE.parent / "tierce", "firmware/tierce")


def firmware() -> Path:
    """The folder of the board's program: `app`, `drivers`, `main.py`, `config.json`."""
    return _either(_HERE / "firmware", "firmware")


def board_module(name: str) -> Any:
    """Return a module of the board's program, such as `app.config`."""
    folder = str(firmware())
    if folder not in sys.path:
        sys.path.append(folder)
    return importlib.import_module(name)


def built(taps: bool) -> Path:
    """The folder of the program as a board has it, where it is made already: on the site, for its page Build."""
    return _HERE / "built" / ("taps" if taps else "zones")


def tables() -> Path:
    """The folder of the table descriptions that have plans: `small.json` and others."""
    return _either(_HERE / "tables", "hardware/tables")


def measured() -> Path:
    """The folder of the reports of `tierce doctor --reach` that came back from real loops."""
    return _either(_HERE / "measured", "hardware/measured")


def fonts() -> Path:
    """The folder of the font for all that is printed: DejaVu Sans, regular and bold."""
    return _HERE / "fonts"


def rules_tests() -> Path:
    """The folder of the rules tests, which run on CPython and on MicroPython."""
    return _either(_HERE / "rules_tests", "tests/rules")


def rules_text() -> Path:
    """The folder of RULES.md and RULES.fr.md."""
    return _either(_HERE / "rules_text", "firmware")


def building() -> Path:
    """The folder of README.md and README.fr.md on building a table."""
    return _either(_HERE / "building", "hardware")


def games() -> Path:
    """The folder of the recorded games."""
    return _either(_HERE / "games", "tests/games")


def lessons() -> Path:
    """The folder of the lessons, whose logs the workbench has."""
    return _either(_HERE / "lessons", "hardware/lessons")


def cache() -> Path:
    """The folder for what can be fetched or made again; TIERCE_CACHE overrides it."""
    if own := os.environ.get("TIERCE_CACHE"):
        return Path(own).absolute()
    import platformdirs

    return platformdirs.user_cache_path("tierce", appauthor=False)


def _either(installed: Path, in_checkout: str) -> Path:
    return installed if installed.is_dir() else _HERE.parents[1] / in_checkout
